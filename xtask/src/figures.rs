//! Figures that a README has in a table, against those of today.
use crate::cross::Library;
use crate::tools;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Percent that they may be off: paths in panic messages are part of a program, so the place of the checkout is too.
const MARGIN: u64 = 5;

/// Bytes of a file, and of the same with gzip.
pub(crate) fn sizes(file: &Path) -> Result<[u64; 2]> {
    let gzip = "zlib.gzipSync(fs.readFileSync(process.argv[1]), { level: 9 }).length";
    let compressed = tools::output(Command::new("node").args(["-p", gzip]).arg(file))?;
    Ok([fs::metadata(file)?.len(), compressed.trim().parse()?])
}

/// The rows of a README that are beyond the margin; none if it was written after another compiler, or one with another
/// core.
pub(crate) fn differences(readme: &str, library: Library, found: &[(&str, [u64; 2])]) -> Result<Vec<String>> {
    let text = tools::read(&tools::root()?.join(readme))?;
    let mut differences = Vec::new();
    for (name, figures) in found {
        differences.extend(difference(&text, name, figures)?);
    }
    let compiler = format!("rustc {}, installed core", tools::rustc_field("release")?);
    if library == Library::Installed && text.contains(&compiler) {
        return Ok(differences);
    }
    println!(
        "{readme} has the sizes of another compiler{}",
        if differences.is_empty() { "" } else { ", and they differ" }
    );
    Ok(Vec::new())
}

/// The README's row `| name | figure | figure ...`, if one of its figures is beyond the margin.
pub(crate) fn difference(readme: &str, name: &str, found: &[u64]) -> Result<Option<String>> {
    let row = readme.lines().find_map(|line| line.strip_prefix(&format!("| {name} |")));
    let cells = row.with_context(|| format!("README.md has no row for {name}"))?.split('|').take(found.len());
    let written: Vec<u64> = cells.filter_map(|cell| cell.replace(',', "").trim().parse().ok()).collect();
    ensure!(written.len() == found.len(), "README.md has {} figures for {name}", written.len());
    let wrong = written.iter().zip(found).any(|(written, found)| found.abs_diff(*written) * 100 > written * MARGIN);
    Ok(wrong.then(|| format!("{name}: {found:?} bytes, more than {MARGIN} % from the {written:?} of README.md")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_beyond_the_margin_are_told() {
        let readme =
            "| what | bytes | gzip | what |\n|---|---|---|---|\n| `a` | 10,000 | 2,000 | 3 |\n| flash | 30,000 |\n";
        assert_eq!(difference(readme, "`a`", &[10_500, 1900]).unwrap(), None);
        assert!(difference(readme, "`a`", &[10_501, 2000]).unwrap().is_some());
        assert!(difference(readme, "`a`", &[10_000, 1899]).unwrap().is_some_and(|told| told.contains("1899")));
        assert_eq!(difference(readme, "flash", &[31_500]).unwrap(), None);
        assert!(difference(readme, "flash", &[1, 2]).is_err());
        assert!(difference(readme, "stack", &[1]).is_err());
    }
}
