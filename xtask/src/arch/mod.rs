//! The golden cases on other processors, and on this one at each SIMD level: everywhere the same bits.
mod check;
mod linux;
mod native;
mod replay;
mod thumb;
mod training;
mod wasm;

use crate::{Missing, Outcome, chosen, tools};
use anyhow::{Context, Result};
use check::{Check, Verdict};
use std::fs;
use std::path::PathBuf;
use std::slice::from_ref;

/// Checks on a processor, or on a way to run on one.
type Run = fn(&Reference, &mut Vec<Check>) -> Result<()>;

const TARGETS: &[(&str, Run)] = &[
    ("native", native::run),
    ("aarch64", |reference, checks| {
        replay::run("aarch64", "qemu-aarch64-static", |calls| linux::AARCH64.replay(calls), reference, checks)
    }),
    ("riscv64gc", |reference, checks| {
        replay::run("riscv64gc", "qemu-riscv64-static", |calls| linux::RISCV64GC.replay(calls), reference, checks)
    }),
    ("wasm32", |reference, checks| replay::run("wasm32", "node", wasm::replay, reference, checks)),
    ("thumbv7em", |reference, checks| replay::run("thumbv7em", "qemu-system-arm", thumb::replay, reference, checks)),
    // Everything, where the others replay the calls of the kernels.
    ("aarch64-programs", |reference, checks| linux::AARCH64.programs(reference, checks)),
    ("riscv64gc-programs", |reference, checks| linux::RISCV64GC.programs(reference, checks)),
];

/// What the targets are compared with: the results of this machine.
struct Reference {
    /// The verifier, built for this machine.
    verifier: PathBuf,
    /// Its golden files.
    golden: PathBuf,
    /// What its training programs end with.
    trained: PathBuf,
    /// What programs write.
    results: PathBuf,
}

impl Reference {
    fn new() -> Result<Self> {
        let (verifier, results) = (tools::lacuna()?, tools::target()?.join("arch/results"));
        // Those of an earlier run say nothing.
        if results.exists() {
            fs::remove_dir_all(&results)?;
        }
        fs::create_dir_all(&results).with_context(|| results.display().to_string())?;
        let reference = Self { golden: results.join("golden"), trained: results.join("trained"), verifier, results };
        tools::execute(check::program(&[&reference.verifier])?.args(["golden", "write"]).arg(&reference.golden))?;
        training::write(from_ref(&reference.verifier), &reference.trained)?;
        Ok(reference)
    }
}

/// Runs on the named targets, or all.
pub(crate) fn run(names: &[String]) -> Result<Outcome> {
    let targets = chosen(TARGETS, names)?;
    let reference = Reference::new()?;
    let mut checks = Vec::new();
    for (name, run) in targets {
        println!("-- {name}");
        // One target that cannot be built hides nothing of the others.
        if let Err(error) = run(&reference, &mut checks) {
            let said = format!("{error:#}");
            let verdict = if error.is::<Missing>() { Verdict::Skipped(said) } else { Verdict::Failed(said) };
            checks.push(Check { verdict, ..Check::new(name, "-", "-") });
        }
    }
    print!("\n{}", check::table(&checks));
    Ok(check::outcome(&checks))
}
