//! `lacuna golden`: this project's own results as files, and their comparison by bits with those of another machine or
//! program.
mod arguments;
mod check;
mod compute;
mod hashes;
mod write;

pub use arguments::{GoldenArguments, GoldenCommand};
pub use check::{Checked, Expected, Mismatch, check};
pub use compute::{Computed, compute};
pub use hashes::{Hashed, compare_list, default_list, hashes, to_text, write_list};
pub use write::{Written, write};

use crate::backend::{Capi, Runner};
use crate::report::print_text;
use anyhow::{Context, Result, anyhow};
use lacuna_runtime::atomic_file::{check_target, write_atomically};
use std::fmt::Display;
use std::fs::File;
use std::path::{Path, PathBuf};

/// Results that are shown where they differ.
const MOST_SHOWN: usize = 30;

/// A line for each difference, and one that counts those not shown.
fn shown(differences: &[impl Display]) -> String {
    let mut text: String = differences.iter().take(MOST_SHOWN).map(|difference| format!("  {difference}\n")).collect();
    if let Some(more @ 1..) = differences.len().checked_sub(MOST_SHOWN) {
        text += &format!("  and {more} more\n");
    }
    text
}

fn runner(name: &str) -> Result<Runner> {
    Runner::new(name).map_err(|reason| anyhow!(reason))
}

/// `lacuna golden`. True if nothing differs.
///
/// # Errors
/// If files cannot be read or written.
pub fn run(arguments: &GoldenArguments) -> Result<bool> {
    match &arguments.command {
        GoldenCommand::Write { directory, fixtures, backend } => {
            let written = write(directory, fixtures, &runner(backend)?)?;
            print_text(&format!(
                "wrote {} results to {}, skipped {}\n",
                written.results,
                directory.display(),
                written.skipped
            ))?;
            Ok(true)
        }
        GoldenCommand::Check { directory, fixtures, other, backend } => {
            let expected = match other {
                Some(other) => Expected::Directory(other),
                None => Expected::Computed(fixtures, &runner(backend)?),
            };
            let checked = check(directory, expected)?;
            let (ok, differing) = (checked.mismatches.is_empty(), checked.mismatches.len());
            let (text, verdict) = (shown(&checked.mismatches), if ok { "ok" } else { "FAILED" });
            print_text(&format!(
                "{text}{verdict}: {} results in {}, {differing} differ\n",
                checked.compared,
                directory.display()
            ))?;
            Ok(ok)
        }
        GoldenCommand::Hashes { list, write, record, library, level } => {
            let capi = library.as_deref().map_or_else(|| Ok(Capi::new()), Capi::open).map_err(anyhow::Error::msg)?;
            if let Some(level) = level {
                capi.force_level(*level).map_err(anyhow::Error::msg)?;
            }
            run_hashes(&capi, list.clone(), *write, record.as_deref())
        }
    }
}

/// Makes all calls, records them if asked to, and compares their hashes with the list or writes it.
fn run_hashes(capi: &Capi, list: Option<PathBuf>, write: bool, record: Option<&Path>) -> Result<bool> {
    let list = list.unwrap_or_else(default_list);
    // What cannot be read or written is reported before the work.
    if write {
        check_target(&list)?;
    } else {
        File::open(&list).with_context(|| format!("{} cannot be read", list.display()))?;
    }
    if let Some(record) = record {
        check_target(record)?;
    }
    let mut records = Vec::new();
    let hashed = hashes(capi, |case| {
        if record.is_some() {
            records.extend_from_slice(&(case.len() as u64).to_le_bytes());
            records.extend_from_slice(case);
        }
    })?;
    if let Some(record) = record {
        write_atomically(record, &records)?;
    }
    if write {
        write_list(&list, &hashed)?;
        print_text(&format!("wrote the hashes of {} cases to {}\n", hashed.len(), list.display()))?;
        return Ok(true);
    }
    let differing = compare_list(&list, &hashed)?;
    let verdict = if differing.is_empty() { "ok" } else { "FAILED" };
    print_text(&format!(
        "{}{verdict}: {} cases, {} differ from {}; {}\n",
        shown(&differing),
        hashed.len(),
        differing.len(),
        list.display(),
        capi.describe()
    ))?;
    Ok(differing.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_shown_is_counted() {
        assert_eq!(shown(&["a", "b"]), "  a\n  b\n");
        assert_eq!(shown(&[7; MOST_SHOWN]), "  7\n".repeat(MOST_SHOWN));
        assert_eq!(shown(&[7; MOST_SHOWN + 2]), "  7\n".repeat(MOST_SHOWN) + "  and 2 more\n");
    }
}
