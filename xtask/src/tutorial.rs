//! docs/tutorial.md: every command of the page is run, and must print what the page shows.
use crate::system::{self, Package};
use crate::{Missing, Outcome, python, tools};
use anyhow::{Context, Result, ensure};
use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const PAGE: &str = "docs/tutorial.md";
/// Where the page has its files.
const FOLDER: &str = "target/mushrooms";
/// Of everything, builds from nothing among it.
const LIMIT: Duration = Duration::from_secs(3600);

const PACKAGES: &[Package] = &[
    Package { provides: "gcc", name: "gcc" },
    Package { provides: "make", name: "make" },
    Package { provides: "pkg-config", name: "pkg-config" },
];

/// Commands of the page, and what it says that they print.
#[derive(Debug, PartialEq, Eq)]
struct Block {
    /// Of the first command in the page.
    line: usize,
    commands: String,
    printed: Option<String>,
}

pub(crate) fn run() -> Result<Outcome> {
    ensure!(cfg!(unix), Missing("its commands are those of a Unix shell".to_owned()));
    ensure!(
        env::var_os("CARGO_TARGET_DIR").is_none(),
        Missing("the page has its programs in target/, and CARGO_TARGET_DIR is set".to_owned())
    );
    system::provide(PACKAGES)?;
    let python = python::environment_without()?;
    let root = tools::root()?;
    let blocks = blocks(&tools::read(&root.join(PAGE))?)?;
    ensure!(blocks.iter().any(|block| block.printed.is_some()), "{PAGE} shows no output");

    if root.join(FOLDER).exists() {
        fs::remove_dir_all(root.join(FOLDER))?;
    }
    let outputs = tools::target()?.join("tutorial");
    if outputs.exists() {
        fs::remove_dir_all(&outputs)?;
    }
    fs::create_dir_all(&outputs)?;
    let file = outputs.join("page.sh");
    fs::write(&file, script(&blocks, &outputs))?;
    let mut shell = Command::new("sh");
    shell.arg("-e").arg(&file).current_dir(&root);
    // What the page installs with pip goes into an environment.
    let mut path = python.parent().context("the environment has no folder")?.as_os_str().to_owned();
    path.push(":");
    path.push(env::var_os("PATH").unwrap_or_default());
    shell.env("PATH", path);
    let (status, _) = tools::output_within(LIMIT, &mut shell, &outputs.join("shell.txt"))?;

    for (place, block) in blocks.iter().enumerate() {
        let Ok(found) = fs::read_to_string(outputs.join(format!("{place}.txt"))) else { break };
        let last = !outputs.join(format!("{}.txt", place + 1)).exists();
        if last && !status.success() {
            println!("{PAGE}:{}: {status}\n{}\n{found}", block.line, block.commands);
            return Ok(Outcome::Failed);
        }
        if let Some(printed) = &block.printed
            && !shows(printed, &found)
        {
            println!(
                "{PAGE}:{}: prints something else than the page shows\n{}\nthe page:\n{printed}\nprinted:\n{found}",
                block.line, block.commands
            );
            return Ok(Outcome::Failed);
        }
    }
    ensure!(status.success(), "{PAGE}: {status}");
    let shown = blocks.iter().filter(|block| block.printed.is_some()).count();
    println!("{} blocks of commands, {shown} of them with what they print", blocks.len());
    Ok(Outcome::Passed)
}

/// One shell runs all blocks, so that a variable stays; what each prints goes into a file.
fn script(blocks: &[Block], outputs: &Path) -> String {
    let text = |(place, block): (usize, &Block)| {
        format!("{{\n{}}} >'{}/{place}.txt' 2>&1 </dev/null\n", block.commands, outputs.display())
    };
    blocks.iter().enumerate().map(text).collect()
}

/// The fenced blocks of `sh`, and of `text` where one follows commands.
fn blocks(page: &str) -> Result<Vec<Block>> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut lines = page.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let Some(language) = line.strip_prefix("```") else { continue };
        let (mut text, mut closed) = (String::new(), false);
        for (_, line) in lines.by_ref() {
            closed = line == "```";
            if closed {
                break;
            }
            text += line;
            text.push('\n');
        }
        ensure!(closed, "line {}: the block has no end", number + 1);
        match language {
            "sh" => blocks.push(Block { line: number + 2, commands: text, printed: None }),
            "text" => {
                let block = blocks.last_mut().filter(|block| block.printed.is_none());
                block.with_context(|| format!("line {}: output without commands", number + 1))?.printed = Some(text);
            }
            _ => {}
        }
    }
    Ok(blocks)
}

/// True if the page shows what is printed: `...` stands for any part of a line, and as a line for any number of lines.
fn shows(page: &str, printed: &str) -> bool {
    let lines = |text: &str| text.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
    lines_match(&lines(page), &lines(printed))
}

fn lines_match(page: &[String], printed: &[String]) -> bool {
    match page.split_first() {
        None => printed.is_empty(),
        Some((line, rest)) if line == "..." => {
            (0..=printed.len()).any(|skipped| lines_match(rest, &printed[skipped..]))
        }
        Some((line, rest)) => {
            printed.split_first().is_some_and(|(found, after)| line_matches(line, found) && lines_match(rest, after))
        }
    }
}

fn line_matches(line: &str, found: &str) -> bool {
    let Some((first, rest)) = line.split_once("...") else { return line == found };
    let Some(mut left) = found.strip_prefix(first) else { return false };
    let (middle, last) = rest.rsplit_once("...").map_or((None, rest), |(middle, last)| (Some(middle), last));
    for part in middle.into_iter().flat_map(|middle| middle.split("...")) {
        let Some(place) = left.find(part) else { return false };
        left = &left[place + part.len()..];
    }
    left.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_a_page() {
        let page = "a\n```sh\none\ntwo\n```\nb\n\n```text\nx\n```\n```rust\nlet\n```\n```sh\nthree\n```\n";
        let found = blocks(page).unwrap();
        let block = |line, commands: &str, printed: Option<&str>| Block {
            line,
            commands: commands.to_owned(),
            printed: printed.map(str::to_owned),
        };
        assert_eq!(found, [block(3, "one\ntwo\n", Some("x\n")), block(15, "three\n", None)]);
        assert!(script(&found, Path::new("o")).starts_with("{\none\ntwo\n} >'o/0.txt' 2>&1 </dev/null\n{\nthree\n"));
        for wrong in ["```sh\n", "```text\nx\n```\n", "```sh\n```\n```text\n```\n```text\n```\n"] {
            assert!(blocks(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_a_page_may_leave_out() {
        for (page, printed) in [
            ("a\nb\n", "a \nb"),
            ("a ... c\n", "a b c"),
            ("...c\n", "c"),
            ("a...b...c...d\n", "a 1 b 2 c 3 d"),
            ("a\n...\nd\n", "a\nb\nc\nd\n"),
            ("a\n...\n", "a\n"),
            ("", ""),
        ] {
            assert!(shows(page, printed), "{page}{printed}");
        }
        for (page, printed) in [
            ("a\n", "a\nb\n"),
            ("a\nb\n", "a\n"),
            ("a ... c\n", "a b d"),
            ("a...b...a\n", "ab"),
            ("a...a\n", "a"),
            ("a\n...\nd\n", "a\nb\nc\n"),
            ("", "a"),
        ] {
            assert!(!shows(page, printed), "{page}{printed}");
        }
    }
}
