//! `lacuna golden`: this project's own results as files, and their comparison by bits with those of another machine or program.
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
use std::fs::File;
use std::path::{Path, PathBuf};

/// Results that are shown where they differ.
const MOST_SHOWN: usize = 30;

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
            print_text(&format!("wrote {} results to {}, skipped {}\n", written.files, directory.display(), written.skipped))?;
            Ok(true)
        }
        GoldenCommand::Check { directory, fixtures, other, backend } => {
            let expected = match other {
                Some(other) => Expected::Directory(other),
                None => Expected::Computed(fixtures, &runner(backend)?),
            };
            let checked = check(directory, expected)?;
            let (ok, differing) = (checked.mismatches.is_empty(), checked.mismatches.len());
            let mut text: String = checked.mismatches.iter().take(MOST_SHOWN).map(|mismatch| format!("  {mismatch}\n")).collect();
            if differing > MOST_SHOWN {
                text += &format!("  and {} more\n", differing - MOST_SHOWN);
            }
            let verdict = if ok { "ok" } else { "FAILED" };
            text += &format!("{verdict}: {} results in {}, {differing} differ\n", checked.compared, directory.display());
            print_text(&text)?;
            Ok(ok)
        }
        GoldenCommand::Hashes { list, write, record, library, level } => {
            let capi = library.as_deref().map_or_else(Capi::new, Capi::open).map_err(anyhow::Error::msg)?;
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
    // What cannot be read or written is told before the work.
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
    let mut text: String = differing.iter().take(MOST_SHOWN).map(|line| format!("  {line}\n")).collect();
    if differing.len() > MOST_SHOWN {
        text += &format!("  and {} more\n", differing.len() - MOST_SHOWN);
    }
    print_text(&format!(
        "{text}{verdict}: {} cases, {} differ from {}; {}\n",
        hashed.len(),
        differing.len(),
        list.display(),
        capi.describe()
    ))?;
    Ok(differing.is_empty())
}
