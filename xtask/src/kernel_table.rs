//! docs/kernels.md: the table of kernels, by family.
use crate::{Outcome, optimizer_lines, tools};
use anyhow::{Context, Result};
use lacuna::list::{KERNELS, Row};
use std::fs;

const FILE: &str = "docs/kernels.md";
const START: &str = "<!-- kernels:start -->";
const END: &str = "<!-- kernels:end -->";

pub(crate) fn run(check: bool) -> Result<Outcome> {
    let path = tools::root()?.join(FILE);
    let text = tools::read(&path)?;
    let updated = with_table(&text, &(table(KERNELS) + &optimizer_lines::table()?))
        .with_context(|| format!("{FILE} has no {START} followed by {END}"))?;
    if updated == text {
        println!("the table of kernels in {FILE} is up to date");
    } else if check {
        println!("the table of kernels in {FILE} is out of date; run cargo xtask kernel-table");
        return Ok(Outcome::Failed);
    } else {
        fs::write(&path, updated)?;
        println!("{FILE} written");
    }
    Ok(Outcome::Passed)
}

/// `text` with `table` between the markers.
fn with_table(text: &str, table: &str) -> Option<String> {
    let start = text.find(START)? + START.len();
    let end = start + text[start..].find(END)?;
    Some(format!("{}\n{table}{}", &text[..start], &text[end..]))
}

/// A table for each family, in the order of the list.
fn table(kernels: &[Row]) -> String {
    let mut families: Vec<&str> = kernels.iter().map(|kernel| kernel.family).collect();
    let mut seen = std::collections::HashSet::new();
    families.retain(|family| seen.insert(*family));
    let mut text = String::new();
    for family in families {
        text += &format!(
            "\n## {family}\n\n| kernel | computes | operands | result | structure calls | index types | other value \
                types | splits | GPU |\n|---|---|---|---|---|---|---|---|---|\n"
        );
        for kernel in kernels.iter().filter(|kernel| kernel.family == family) {
            text += &line(kernel);
        }
    }
    text
}

fn line(kernel: &Row) -> String {
    let names = |written: bool| -> String {
        let of_kind = kernel.operands.iter().filter(|(_, kind)| kind.is_written() == written);
        of_kind.map(|(name, kind)| format!("`{name}` {}", kind.name())).collect::<Vec<_>>().join(", ")
    };
    let structure: Vec<_> = kernel.structure.iter().map(|name| format!("`{name}`")).collect();
    let mark = |is_so| if is_so { "yes" } else { "no" }.to_owned();
    let columns = [
        format!("`{}`", kernel.name),
        kernel.formula.trim().replace('|', "\\|"),
        names(false),
        names(true),
        structure.join(", "),
        kernel.indices.join(", "),
        kernel.values.get(2..).unwrap_or_default().join(", "),
        mark(kernel.splits),
        mark(kernel.device),
    ];
    format!("| {} |\n", columns.join(" | "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_what_stands_between_the_markers() {
        let text = format!("a\n{START}\nold\n{END}\nb\n");
        let once = with_table(&text, "new\n").unwrap();
        assert_eq!(once, format!("a\n{START}\nnew\n{END}\nb\n"));
        assert_eq!(with_table(&once, "new\n").unwrap(), once);
        assert_eq!(with_table("no markers", "new\n"), None);
        assert_eq!(with_table(&format!("{END}{START}"), "new\n"), None);
    }

    #[test]
    fn has_a_row_for_each_kernel() {
        let table = table(KERNELS);
        let rows = table.lines().filter(|line| line.starts_with("| `")).count();
        assert_eq!(rows, KERNELS.len());
        let row = "| `csr_t_dense` | `C = A^T B` | `plan` plan, `values` values, `b` dense | `out` row_sparse | \
                `transpose_plan` | i32, i64, u32 | f16, bf16 | yes | yes |";
        assert!(table.lines().any(|line| line == row), "{table}");
    }
}
