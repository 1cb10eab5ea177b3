//! Linux on other processors, by qemu's user mode.
use super::Reference;
use super::check::{Check, verify, version};
use crate::system::{self, Package};
use crate::{cross, tools};
use anyhow::Result;
use lacuna::dispatch::Level;

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
pub(super) fn run(linux: &Linux, reference: &Reference, checks: &mut Vec<Check>) -> Result<()> {
    system::provide(&linux.packages)?;
    let mut build = tools::cargo();
    build.current_dir(tools::root()?).args(["build", "--quiet", "--profile", "arch", "--package", "lacuna-harness", "--bin", "lacuna"]);
    let triple = linux.triple.to_uppercase().replace('-', "_");
    build.env(format!("CARGO_TARGET_{triple}_LINKER"), linux.linker()).arg("--target-dir").arg(&reference.folder);
    let library = cross::provide(&mut build, linux.triple, "std,panic_abort")?;
    tools::execute(&mut build)?;
    println!("   built for {} with {} std", linux.triple, library.describe());

    let verifier = reference.folder.join(linux.triple).join("arch/lacuna");
    let how = format!("qemu-user {}", version(linux.emulator())?);
    let words = [linux.emulator().into(), "-L".into(), linux.root.into(), verifier];
    verify(linux.name, &how, &words, &[Level::Baseline], reference, checks);
    Ok(())
}
