//! `lacuna golden`: this project's own results as files, and their comparison by bits with those of another machine or program.
mod arguments;
mod check;
mod compute;
mod write;

pub use arguments::{GoldenArguments, GoldenCommand};
pub use check::{Checked, Expected, Mismatch, check};
pub use compute::{Computed, compute};
pub use write::{Written, write};

use crate::backend::Runner;
use crate::report::print_text;
use anyhow::{Result, anyhow};

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
    }
}
