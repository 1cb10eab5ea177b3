//! Markdown pages: links lead somewhere, lines can be read, and MXNet has its name.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Folders with pages of others, or made by programs.
const NOT_OURS: [&str; 4] = ["target", ".git", "node_modules", "shared"];

/// Made by programs, which have tests of their own.
const GENERATED: [&str; 2] = ["docs/kernels.md", "docs/operators.md"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let (path, name) = (entry.path(), entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            if !NOT_OURS.iter().any(|other| name == *other) {
                pages(&path, found);
            }
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
}

fn all() -> Vec<(String, String)> {
    let mut found = Vec::new();
    pages(&root(), &mut found);
    assert!(found.len() > 30);
    let text = |path: PathBuf| {
        let name = path.strip_prefix(root()).unwrap().to_str().unwrap().replace('\\', "/");
        (name, std::fs::read_to_string(path).unwrap())
    };
    found.into_iter().map(text).collect()
}

/// The lines that are not code.
fn prose(page: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut in_code = false;
    page.lines().enumerate().filter(move |(_, line)| {
        let is_fence = line.trim_start().starts_with("```");
        in_code ^= is_fence;
        !in_code && !is_fence
    })
}

/// What GitHub makes of a heading.
fn anchor(heading: &str) -> String {
    let letters = heading.trim_start_matches('#').trim().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    letters.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

fn anchors(page: &str) -> BTreeSet<String> {
    prose(page).filter(|(_, line)| line.starts_with('#')).map(|(_, line)| anchor(line)).collect()
}

/// Targets of links.
fn targets(page: &str) -> Vec<&str> {
    // Links go over the ends of lines, so the whole text is looked through; code between accents is none of them.
    let links = page.match_indices("](").filter_map(|(at, _)| page[at + 2..].split_once(')').map(|(target, _)| target));
    links.filter(|target| !target.contains(char::is_whitespace)).collect()
}

#[test]
fn links_lead_to_files_and_headings() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for (name, text) in all() {
        let page: String = prose(&text).map(|(_, line)| format!("{line}\n")).collect();
        for target in
            targets(&page).into_iter().filter(|target| !target.contains("://") && !target.starts_with("mailto:"))
        {
            count += 1;
            let (file, heading) =
                target.split_once('#').map_or((target, None), |(file, heading)| (file, Some(heading)));
            let path =
                if file.is_empty() { root().join(&name) } else { root().join(&name).parent().unwrap().join(file) };
            // Rustdoc's own links, in pages that are documentation of a crate too.
            if target.contains("::") || (!file.contains(['.', '/']) && heading.is_none() && !path.exists()) {
                continue;
            }
            let is_there = path.exists()
                && heading.is_none_or(|heading| {
                    path.extension().is_none_or(|extension| extension != "md")
                        || anchors(&std::fs::read_to_string(&path).unwrap()).contains(heading)
                });
            if !is_there {
                wrong.push(format!("{name}: {target}"));
            }
        }
    }
    assert!(count > 200, "{count}");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn lines_are_short() {
    let mut wrong = Vec::new();
    for (name, text) in all().into_iter().filter(|(name, _)| !GENERATED.contains(&name.as_str())) {
        for (number, line) in prose(&text) {
            let is_long =
                line.chars().count() > 100 && !line.trim_start().starts_with('|') && line.trim_start().contains(' ');
            // A link is as long as it is.
            if is_long && !line.contains("](") && !line.contains("http") {
                wrong.push(format!("{name}:{}: {line}", number + 1));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn mxnet_has_its_name() {
    let wrong: Vec<_> =
        all().into_iter().filter(|(_, text)| text.to_lowercase().contains("the peer")).map(|(name, _)| name).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}
