//! Linux on other processors, by qemu's user mode.
use super::build::executable;
use super::line::Line;
use super::verifier::Verifier;
use super::{Reference, program};
use crate::packages::{self, Package};
use crate::{cross, tools};
use anyhow::Result;
use lacuna::dispatch::Level;
use std::path::PathBuf;
use std::time::Instant;

/// A processor.
pub(super) struct Linux {
    name: &'static str,
    triple: &'static str,
    /// The linker, what it links, and the emulator.
    packages: [Package; 3],
    /// Its libraries.
    root: &'static str,
}

impl Linux {
    const fn linker(&self) -> &'static str {
        self.packages[0].provides
    }

    const fn emulator(&self) -> &'static str {
        self.packages[2].provides
    }
}

pub(super) const AARCH64: Linux = Linux {
    name: "aarch64",
    triple: "aarch64-unknown-linux-gnu",
    packages: [
        Package { provides: "aarch64-linux-gnu-gcc", name: "gcc-aarch64-linux-gnu" },
        Package { provides: "/usr/aarch64-linux-gnu/lib/crt1.o", name: "libc6-dev-arm64-cross" },
        Package { provides: "qemu-aarch64-static", name: "qemu-user-static" },
    ],
    root: "/usr/aarch64-linux-gnu",
};

pub(super) const RISCV64GC: Linux = Linux {
    name: "riscv64gc",
    triple: "riscv64gc-unknown-linux-gnu",
    packages: [
        Package { provides: "riscv64-linux-gnu-gcc", name: "gcc-riscv64-linux-gnu" },
        Package { provides: "/usr/riscv64-linux-gnu/lib/crt1.o", name: "libc6-dev-riscv64-cross" },
        Package { provides: "qemu-riscv64-static", name: "qemu-user-static" },
    ],
    root: "/usr/riscv64-linux-gnu",
};

/// Builds the verifier for the processor, and runs it.
pub(super) fn run(linux: &Linux, reference: &Reference) -> Result<Vec<Line>> {
    if let Err(reason) = packages::provide(&linux.packages)? {
        return Ok(vec![Line::skipped(linux.name, reason)]);
    }
    let start = Instant::now();
    let mut build = tools::cargo();
    build.args(["build", "--quiet", "--profile", "arch"]);
    build.arg("--target-dir").arg(&reference.folder);
    let triple = linux.triple.to_uppercase().replace('-', "_");
    build.env(format!("CARGO_TARGET_{triple}_LINKER"), linux.linker());
    let library = match cross::provide(&mut build, linux.triple, "std,panic_abort")? {
        Ok(library) => library,
        Err(reason) => return Ok(vec![Line::skipped(linux.name, reason)]),
    };
    let file = executable(&mut build)?;
    let built = start.elapsed().as_secs_f64();
    println!("   built for {} with {} std in {built:.0} s", linux.triple, library.describe());

    let verifier = Verifier {
        target: linux.name.to_owned(),
        how: format!("qemu-user {}", program::version(linux.emulator())?),
        emulator: [linux.emulator(), "-L", linux.root].map(PathBuf::from).to_vec(),
        file,
        levels: &[Level::Baseline],
    };
    let mut lines = verifier.check(reference)?;
    for seconds in lines.iter_mut().filter_map(|line| line.seconds.as_mut()) {
        *seconds += built;
    }
    Ok(lines)
}
