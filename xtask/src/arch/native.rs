//! This machine, at each SIMD level of its processor.
use super::Reference;
use super::build::executable;
use super::line::Line;
use super::verifier::Verifier;
use crate::tools;
use anyhow::{Context, Result};
use lacuna::dispatch::Level;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// Builds the verifier as the README says, and writes its golden files.
pub(super) fn reference(folder: PathBuf) -> Result<Reference> {
    let mut build = tools::cargo();
    build.args(["build", "--release"]);
    let (verifier, results) = (executable(&mut build)?, folder.join("results"));
    // Those of an earlier run say nothing.
    if results.exists() {
        fs::remove_dir_all(&results)?;
    }
    fs::create_dir_all(&results).with_context(|| format!("{} cannot be made", results.display()))?;
    let golden = results.join("golden");
    tools::execute(Command::new(&verifier).current_dir(tools::root()?).args(["golden", "write"]).arg(&golden))?;
    Ok(Reference { verifier, golden, results, folder })
}

pub(super) fn run(reference: &Reference) -> Result<Vec<Line>> {
    let verifier = Verifier {
        target: std::env::consts::ARCH.to_owned(),
        how: "this processor".to_owned(),
        emulator: Vec::new(),
        file: reference.verifier.clone(),
        levels: if cfg!(target_arch = "x86_64") { &Level::ALL } else { &[Level::Baseline] },
    };
    verifier.check(reference)
}
