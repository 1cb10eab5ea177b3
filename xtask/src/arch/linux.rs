//! Linux on other processors, by qemu's user mode.
use super::Reference;
use super::check::{Check, program, verify, version};
use crate::system::{self, Package};
use crate::{cross, tools};
use anyhow::Result;
use lacuna::dispatch::Level;
use std::path::{Path, PathBuf};

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

impl Linux {
    /// Builds a program for the processor, and gives the emulator with its arguments, and the program.
    fn build(&self, package: &[&str]) -> Result<[PathBuf; 4]> {
        system::provide(&self.packages)?;
        let folder = tools::target()?.join("arch");
        let mut build = tools::cargo();
        build.current_dir(tools::root()?).args(["build", "--quiet", "--locked", "--profile", "arch"]).args(package);
        let triple = self.triple.to_uppercase().replace('-', "_");
        build.env(format!("CARGO_TARGET_{triple}_LINKER"), self.linker()).arg("--target-dir").arg(&folder);
        let library = cross::provide(&mut build, self.triple, "std,panic_abort")?;
        tools::execute(&mut build)?;
        println!("   built for {} with {} std", self.triple, library.describe());
        Ok([self.emulator().into(), "-L".into(), self.root.into(), folder.join(self.triple).join("arch")])
    }

    /// The replay: a line for each case, its title and its hash.
    pub(super) fn replay(&self, calls: &Path) -> Result<String> {
        let [emulator, option, root, folder] = self.build(&["--package", "lacuna-capi-replay", "--bin", "replay"])?;
        tools::output(program(&[emulator, option, root, folder.join("replay")])?.arg(calls))
    }

    /// The verifier and the trainings.
    pub(super) fn programs(&self, reference: &Reference, checks: &mut Vec<Check>) -> Result<()> {
        let [emulator, option, root, folder] = self.build(&["--package", "lacuna-harness", "--bin", "lacuna"])?;
        let how = format!("qemu-user {}", version(self.emulator())?);
        let words = [emulator, option, root, folder.join("lacuna")];
        verify(self.name, &how, &words, &[Level::Baseline], reference, checks);
        Ok(())
    }
}
