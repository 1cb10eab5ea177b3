//! Lines of code per optimizer, in each of its four places, for docs/kernels.md.
use crate::tools;
use anyhow::{Context, Result};
use lacuna::list::{KERNELS, Row};
use std::path::Path;

/// An optimizer takes fewer lines of code. They have 120 columns; the limit was 80 when they had 140.
const BELOW: usize = 93;

/// Lines of code; those with nothing but a comment are documentation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Lines {
    code: usize,
    documentation: usize,
}

fn count(text: &str, comment: &str) -> Lines {
    let (documentation, code): (Vec<_>, Vec<_>) =
        text.lines().map(str::trim).filter(|line| !line.is_empty()).partition(|line| line.starts_with(comment));
    Lines { code: code.len(), documentation: documentation.len() }
}

/// From the line that begins so to the first that ends the item: with no more than its own indentation.
fn item<'t>(text: &'t str, begins: &str, ends: &str) -> Option<&'t str> {
    let start = if text.starts_with(begins) { 0 } else { text.find(&format!("\n{begins}"))? + 1 };
    let rest = &text[start..];
    let end = rest.find(&format!("\n{ends}")).map_or(rest.len(), |end| end + 1 + ends.len());
    Some(&rest[..end])
}

/// The row of the golden cases, and the formula that it names.
fn golden(text: &str, name: &str) -> Option<Lines> {
    let begins = format!("    \"{name}\": ");
    let start = text.find(&format!("\n{begins}"))? + 1;
    let rest = &text[start..];
    let one_line = rest.lines().next()?;
    let row = if one_line.ends_with("),") { one_line } else { item(rest, &begins, "    )")? };
    let words = row.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let formula =
        words.filter(|word| !word.is_empty()).find_map(|word| item(text, &format!("def {word}(h, g, w"), "\n"));
    Some(Lines { code: count(row, "#").code + formula.map_or(0, |formula| count(formula, "#").code), documentation: 0 })
}

/// The lines of formula, row, oracle and golden cases.
fn places(root: &Path, row: &Row) -> Result<[Lines; 4]> {
    let read = |path: &str| tools::read(&root.join(path));
    let name = row.name;
    let own = read(&format!("kernels/src/optim/{name}.rs"))?;
    let list = item(&read("kernels/src/list.rs")?, &format!("            optim::{name} ["), "            ///")
        .map(|row| count(row, "//"));
    let find = |folder: &str, of: &dyn Fn(&str) -> Option<Lines>, files: &[&str]| -> Result<Lines> {
        for file in files {
            if let Some(lines) = of(&read(&format!("{folder}/{file}"))?) {
                return Ok(lines);
            }
        }
        anyhow::bail!("no {name} in {folder}/{files:?}")
    };
    let oracle = |text: &str| item(text, &format!("pub fn {name}<"), "}").map(|item| count(item, "//"));
    let peers: Vec<_> = row.peer.split(", ").filter(|peer| !peer.is_empty()).chain([name]).collect();
    let of_golden = |text: &str| peers.iter().find_map(|peer| golden(text, peer));
    Ok([
        count(&own, "//"),
        list.with_context(|| format!("no row of {name} in kernels/src/list.rs"))?,
        find("harness/src/reference", &oracle, &["optim.rs", "row_optim.rs"])?,
        find("fixtures/generator", &of_golden, &["row_optimizers.py", "optimizers.py", "pytorch.py"])?,
    ])
}

/// The table, by the lines of code.
pub(crate) fn table() -> Result<String> {
    let root = tools::root()?;
    let mut members = Vec::new();
    for row in KERNELS.iter().filter(|row| row.family == "optim") {
        let places = places(&root, row)?;
        members.push((places.iter().map(|lines| lines.code).sum::<usize>(), row.name, places));
    }
    members.sort_unstable_by_key(|&(sum, name, _)| (sum, name));
    let mut text = format!(
        "\n## Lines of code per optimizer\n\nEach optimizer takes fewer than {BELOW} lines of code in its [four places](add-a-kernel.md). The\n\
         number in brackets counts its documentation lines. Threads, SIMD levels, storage types, the C ABI,\n\
         GPUs and tests need no extra lines.\n\n\
         | optimizer | formula | row | oracle | golden cases | total |\n|---|---|---|---|---|---|\n"
    );
    for (sum, name, [formula, row, oracle, golden]) in members {
        let Lines { code, documentation } = formula;
        text += &format!(
            "| `{name}` | {code} ({documentation}) | {} | {} | {} | {sum} |\n",
            row.code, oracle.code, golden.code
        );
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_items() {
        let text =
            "use a;\n\n/// Doc.\npub fn one<A>(\n    a: A,\n) -> A {\n    // why\n    a\n}\n\npub fn two<A>() {}\n";
        assert_eq!(item(text, "pub fn one<", "}"), Some("pub fn one<A>(\n    a: A,\n) -> A {\n    // why\n    a\n}"));
        assert_eq!(count(item(text, "pub fn one<", "}").unwrap(), "//"), Lines { code: 5, documentation: 1 });
        assert_eq!(item(text, "pub fn three<", "}"), None);
        let text = "\ndef f(h, g, w):\n    return w\n\n\nRULES = {\n    \"a\": Rule((), f, kinds(1)),\n    \"b\": \
                Rule(\n        f, lambda: 1\n    ),\n}\n";
        assert_eq!(golden(text, "a").unwrap().code, 3);
        assert_eq!(golden(text, "b").unwrap().code, 5);
        assert_eq!(golden(text, "c"), None);
    }

    #[test]
    fn every_optimizer_is_short() {
        let table = table().unwrap();
        let optimizers = KERNELS.iter().filter(|row| row.family == "optim").count();
        let rows: Vec<_> = table.lines().filter(|line| line.starts_with("| `")).collect();
        assert!(optimizers > 20 && rows.len() == optimizers, "{table}");
        for row in rows {
            let sum: usize = row.trim_end_matches(" |").rsplit(' ').next().unwrap().parse().unwrap();
            assert!(sum < BELOW, "{row}");
        }
    }
}
