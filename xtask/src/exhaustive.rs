//! Every f32 through the elementary functions, by the program of the crate `lacuna-exact`.
use crate::{Outcome, tools};
use anyhow::Result;

/// A program that checks: built with the second oracle, a library in C.
pub(crate) fn run(names: &[String]) -> Result<Outcome> {
    let mut program = tools::cargo();
    program
        .current_dir(tools::root()?)
        .args([
            "run",
            "--quiet",
            "--release",
            "--package",
            "lacuna-exact",
            "--features",
            "program",
            "--bin",
            "exhaustive",
            "--",
        ])
        .args(names);
    Ok(if program.status()?.success() { Outcome::Passed } else { Outcome::Failed })
}
