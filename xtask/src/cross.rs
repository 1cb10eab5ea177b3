//! The standard library of targets that the toolchain may not have installed.
use crate::{Missing, rust_src, tools};
use anyhow::{Context, Result};
use std::path::Path;
use std::process::Command;

/// Where `core` (and `std`) of a target come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Library {
    /// `rustup target add` has installed them.
    Installed,
    /// Built with the program.
    Source,
}

impl Library {
    /// In a sentence: "with ... core".
    pub(crate) const fn describe(self) -> &'static str {
        match self {
            Self::Installed => "the installed",
            Self::Source => "its own",
        }
    }
}

/// True if the toolchain has the target.
pub(crate) fn is_installed(target: &str) -> Result<bool> {
    let sysroot = tools::output(tools::rustc().args(["--print", "sysroot"]))?;
    Ok(Path::new(sysroot.trim()).join("lib/rustlib").join(target).join("lib").exists())
}

/// Lets a `cargo` command build for a target: with its installed library, else with `crates` (`core`, or
/// `std,panic_abort`) from source.
pub(crate) fn provide(build: &mut Command, target: &str, crates: &str) -> Result<Library> {
    build.args(["--target", target]);
    if is_installed(target)? {
        return Ok(Library::Installed);
    }
    let library = rust_src::library()
        .with_context(|| Missing(format!("{target} has no core. Try rustup target add {target}")))?;
    build.arg(format!("-Zbuild-std={crates}")).env("RUSTC_BOOTSTRAP", "1").env("__CARGO_TESTS_ONLY_SRC_ROOT", library);
    Ok(Library::Source)
}
