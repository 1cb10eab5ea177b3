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
use serde_json::{Value, json};
use std::fmt::Display;
use std::fs::File;
use std::path::{Path, PathBuf};

/// Results that are shown where they differ.
const MOST_SHOWN: usize = 30;

/// What a command has found, for people and as JSON.
struct Shown {
    json: bool,
}

impl Shown {
    /// Differences, then the last line with its members.
    fn print(&self, differences: &[impl Display], line: &str, mut last: Value) -> Result<()> {
        let text = if self.json {
            let difference = |difference| format!("{}\n", json!({"event": "difference", "text": difference}));
            if let Value::Object(members) = &mut last {
                members.insert("event".to_owned(), "end".into());
            }
            let lines = differences.iter().map(|each| difference(each.to_string())).collect::<String>();
            lines + &format!("{last}\n")
        } else {
            shown(differences) + line + "\n"
        };
        Ok(print_text(&text)?)
    }
}

/// What is listed where nothing can differ.
const NOTHING: [&str; 0] = [];

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
    let to = Shown { json: arguments.json };
    match &arguments.command {
        GoldenCommand::Write { directory, fixtures, backend } => {
            let written = write(directory, fixtures, &runner(backend)?)?;
            let Written { results, skipped } = written;
            let line = format!("wrote {results} results to {}, skipped {skipped}", directory.display());
            to.print(&NOTHING, &line, json!({"ok": true, "results": results, "skipped": skipped}))?;
            Ok(true)
        }
        GoldenCommand::Check { directory, fixtures, other, backend } => {
            let expected = match other {
                Some(other) => Expected::Directory(other),
                None => Expected::Computed(fixtures, &runner(backend)?),
            };
            let checked = check(directory, expected)?;
            let (ok, differing) = (checked.mismatches.is_empty(), checked.mismatches.len());
            let (compared, verdict) = (checked.compared, if ok { "ok" } else { "FAILED" });
            let line = format!("{verdict}: {compared} results in {}, {differing} differ", directory.display());
            let last = json!({"ok": ok, "results": compared, "differing": differing});
            to.print(&checked.mismatches, &line, last)?;
            Ok(ok)
        }
        GoldenCommand::Hashes { list, write, record, library, level } => {
            let capi = library.as_deref().map_or_else(|| Ok(Capi::new()), Capi::open).map_err(anyhow::Error::msg)?;
            if let Some(level) = level {
                capi.force_level(*level).map_err(anyhow::Error::msg)?;
            }
            run_hashes(&capi, list.clone(), *write, record.as_deref(), &to)
        }
    }
}

/// Makes all calls, records them if asked to, and compares their hashes with the list or writes it.
fn run_hashes(capi: &Capi, list: Option<PathBuf>, write: bool, record: Option<&Path>, to: &Shown) -> Result<bool> {
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
        let line = format!("wrote the hashes of {} cases to {}", hashed.len(), list.display());
        to.print(&NOTHING, &line, json!({"ok": true, "results": hashed.len()}))?;
        return Ok(true);
    }
    let differing = compare_list(&list, &hashed)?;
    let (ok, count) = (differing.is_empty(), hashed.len());
    let verdict = if ok { "ok" } else { "FAILED" };
    let line =
        format!("{verdict}: {count} cases, {} differ from {}; {}", differing.len(), list.display(), capi.describe());
    to.print(&differing, &line, json!({"ok": ok, "results": count, "differing": differing.len()}))?;
    Ok(ok)
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
