//! The README's table of kernels.
use crate::{Outcome, tools};
use anyhow::{Context, Result};
use lacuna::list::{KERNELS, Row};
use std::fs;

const FILE: &str = "README.md";
const START: &str = "<!-- kernels:start -->";
const END: &str = "<!-- kernels:end -->";

pub(crate) fn run(check: bool) -> Result<Outcome> {
    let path = tools::root()?.join(FILE);
    let text = tools::read(&path)?;
    let updated = with_table(&text, &table(KERNELS)).with_context(|| format!("{FILE} has no {START} followed by {END}"))?;
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

fn table(kernels: &[Row]) -> String {
    let mut table =
        "| kernel | computes | operands | result | structure calls | values | indices | bits |\n|---|---|---|---|---|---|---|---|\n"
            .to_owned();
    for kernel in kernels {
        let names = |written: bool| -> Vec<_> {
            kernel.operands.iter().filter(|(_, kind)| kind.is_written() == written).map(|(_, kind)| kind.name()).collect()
        };
        let structure: Vec<_> = kernel.structure.iter().map(|name| format!("`{name}`")).collect();
        let columns = [
            format!("`{}::{}`", kernel.family, kernel.name),
            kernel.formula.trim().replace('|', "\\|"),
            names(false).join(", "),
            names(true).join(", "),
            structure.join(", "),
            kernel.values.join(", "),
            kernel.indices.join(", "),
            format!("{:?}", kernel.guarantee).to_lowercase(),
        ];
        table += &format!("| {} |\n", columns.join(" | "));
    }
    table
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
        assert_eq!(table.lines().count(), KERNELS.len() + 2);
        assert!(
            table.contains("| `dot::csr_t_dense` | `C = A^T B` | plan, values, dense | row_sparse | `transpose_plan` | f32, f64 |"),
            "{table}"
        );
    }
}
