//! The programs of `examples/`, built and run as their READMEs say.
mod bare_metal;
mod c;
mod cpp;
mod frameworks;
mod mapped_table;
mod python;
mod training;
mod wasm;

use crate::{Outcome, chosen};
use anyhow::Result;

/// What builds, runs and checks an example.
type Run = fn() -> Result<Outcome>;

const EXAMPLES: &[(&str, Run)] = &[
    ("c", c::run),
    ("cpp", cpp::run),
    ("python", python::run),
    ("wasm", wasm::run),
    ("bare-metal", bare_metal::run),
    ("candle", frameworks::candle),
    ("burn", frameworks::burn),
    ("mapped-table", mapped_table::run),
];

/// Runs the named examples, or all.
pub(crate) fn run(names: &[String]) -> Result<Outcome> {
    let mut reasons = Vec::new();
    for (name, run) in chosen(EXAMPLES, names)? {
        println!("-- {name}");
        match Outcome::of(run())? {
            Outcome::Passed => {}
            Outcome::Failed => return Ok(Outcome::Failed),
            Outcome::Skipped(reason) => reasons.push(format!("{name}: {reason}")),
        }
    }
    Ok(if reasons.is_empty() { Outcome::Passed } else { Outcome::Skipped(reasons.join("; ")) })
}
