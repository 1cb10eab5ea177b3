//! The programs of `examples/`, built and run as their READMEs say.
mod bare_metal;
mod c;
mod candle;
mod python;
mod wasm;

use crate::Outcome;
use anyhow::{Result, bail};

/// Name, and what builds, runs and checks it.
type Example = (&'static str, fn() -> Result<Outcome>);

const EXAMPLES: &[Example] =
    &[("c", c::run), ("python", python::run), ("wasm", wasm::run), ("bare-metal", bare_metal::run), ("candle", candle::run)];

/// Runs the named examples, or all.
pub(crate) fn run(names: &[String]) -> Result<Outcome> {
    if let Some(name) = names.iter().find(|name| !EXAMPLES.iter().any(|(known, _)| known == name)) {
        let known: Vec<_> = EXAMPLES.iter().map(|(name, _)| *name).collect();
        bail!("no example {name}; there are: {}", known.join(", "));
    }
    let mut reasons = Vec::new();
    for (name, run) in EXAMPLES.iter().filter(|(known, _)| names.is_empty() || names.iter().any(|name| name == known)) {
        println!("-- {name}");
        match run()? {
            Outcome::Passed => {}
            Outcome::Failed => return Ok(Outcome::Failed),
            Outcome::Skipped(reason) => reasons.push(format!("{name}: {reason}")),
        }
    }
    Ok(if reasons.is_empty() { Outcome::Passed } else { Outcome::Skipped(reasons.join("; ")) })
}
