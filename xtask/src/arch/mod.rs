//! The golden cases on other processors, and on this one at each SIMD level: everywhere the same bits.
mod build;
mod line;
mod linux;
mod native;
mod program;
mod replay;
mod thumb;
mod verifier;
mod wasm;

use crate::{Outcome, tools};
use anyhow::{Result, bail};
use line::{Line, Verdict};
use replay::Replay;
use std::path::PathBuf;

/// A processor, or a way to run on one.
struct Target {
    name: &'static str,
    run: fn(&Reference) -> Result<Vec<Line>>,
}

const TARGETS: &[Target] = &[
    Target { name: "native", run: native::run },
    Target { name: "aarch64", run: |reference| linux::run(&linux::AARCH64, reference) },
    Target { name: "riscv64gc", run: |reference| linux::run(&linux::RISCV64GC, reference) },
    Target { name: WASM32.name, run: |reference| replay::run(&WASM32, reference) },
    Target { name: THUMBV7EM.name, run: |reference| replay::run(&THUMBV7EM, reference) },
];

const WASM32: Replay = Replay { name: "wasm32", how: "node", emulator: "node", run: wasm::replay };
const THUMBV7EM: Replay = Replay { name: "thumbv7em", how: "qemu-system", emulator: "qemu-system-arm", run: thumb::replay };

/// What the targets are compared with: the results of this machine.
struct Reference {
    /// The verifier, built for this machine.
    verifier: PathBuf,
    /// Its golden files.
    golden: PathBuf,
    /// What programs write.
    results: PathBuf,
    /// Where cargo builds for other processors.
    folder: PathBuf,
}

/// Runs on the named targets, or all.
pub(crate) fn run(names: &[String]) -> Result<Outcome> {
    if let Some(name) = names.iter().find(|name| !TARGETS.iter().any(|target| target.name == *name)) {
        let known: Vec<_> = TARGETS.iter().map(|target| target.name).collect();
        bail!("no target {name}; there are: {}", known.join(", "));
    }
    let reference = native::reference(tools::target()?.join("arch"))?;
    let mut lines = Vec::new();
    for target in TARGETS.iter().filter(|target| names.is_empty() || names.iter().any(|name| name == target.name)) {
        println!("-- {}", target.name);
        // One target that cannot be built hides nothing of the others.
        lines.extend((target.run)(&reference).unwrap_or_else(|error| vec![Line::broken(target.name, &format!("{error:#}"))]));
    }
    print!("\n{}", line::table(&lines));
    Ok(outcome(&lines))
}

fn outcome(lines: &[Line]) -> Outcome {
    let mut reasons = Vec::new();
    for line in lines {
        match &line.verdict {
            Verdict::Same | Verdict::Unavailable(_) => {}
            Verdict::Differs(_) | Verdict::Broken(_) => return Outcome::Failed,
            Verdict::Skipped(reason) => reasons.push(format!("{}: {reason}", line.target)),
        }
    }
    if reasons.is_empty() { Outcome::Passed } else { Outcome::Skipped(reasons.join("; ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(verdict: Verdict) -> Line {
        Line { verdict, ..Line::new("t", "here") }
    }

    #[test]
    fn what_differs_or_breaks_fails_and_what_is_missing_is_skipped() {
        let unavailable = || line(Verdict::Unavailable("no AVX-512".to_owned()));
        let skipped = || line(Verdict::Skipped("no qemu".to_owned()));
        assert_eq!(outcome(&[line(Verdict::Same), unavailable()]), Outcome::Passed);
        assert_eq!(outcome(&[skipped(), line(Verdict::Same)]), Outcome::Skipped("t: no qemu".to_owned()));
        assert_eq!(outcome(&[skipped(), line(Verdict::Differs("1 case".to_owned()))]), Outcome::Failed);
        assert_eq!(outcome(&[line(Verdict::Broken("signal".to_owned())), skipped()]), Outcome::Failed);
    }
}
