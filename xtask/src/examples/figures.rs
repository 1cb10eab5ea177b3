//! Figures that a README has in a table, against those of today.
use anyhow::{Context, Result, ensure};

/// Percent that they may be off: paths in panic messages are part of a program, so the place of the checkout is too.
const MARGIN: u64 = 5;

/// The README's row `| name | figure | figure ...`, if one of its figures is beyond the margin.
pub(super) fn difference(readme: &str, name: &str, found: &[u64]) -> Result<Option<String>> {
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
