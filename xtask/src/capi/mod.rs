//! The C libraries and their headers.
mod cpp;
mod header;
mod libraries;
mod python;
mod runtime;
mod symbols;

use crate::{Outcome, tools};
use anyhow::Result;
use std::fs;
use std::path::PathBuf;

/// Makes the header (with `check`, only compares it), builds the libraries, and lays them out below `prefix` (without
/// one, in the target folder).
pub(crate) fn run(check: bool, prefix: Option<PathBuf>) -> Result<Outcome> {
    let header = header::generate()?;
    let mut files = python::files()?;
    files.push((header::file()?, header.clone()));
    files.push((cpp::file()?, cpp::generate()?));
    files.push((runtime::header_file()?, runtime::header()?));
    for (path, text) in files {
        if !check {
            fs::write(&path, text)?;
        } else if tools::read(&path)? != text {
            println!("{} is out of date: run cargo xtask capi", path.display());
            return Ok(Outcome::Failed);
        }
    }
    let prefix = prefix.map_or_else(installed, Ok)?;
    libraries::install(&prefix)?;
    symbols::check(&prefix, &header)?;
    runtime::install(&prefix)?;
    runtime::run_examples(&prefix)?;
    println!("{} functions, in {}", header::functions(&header).len(), prefix.display());
    Ok(Outcome::Passed)
}

/// Where `cargo xtask capi` lays the libraries out.
pub(crate) fn installed() -> Result<PathBuf> {
    Ok(tools::target()?.join("capi"))
}

/// The same with the library of readers and learners.
pub(crate) fn provide_all() -> Result<PathBuf> {
    let prefix = provide()?;
    runtime::install(&prefix)?;
    Ok(prefix)
}

/// The libraries of the source as it is, laid out in the target folder: once for a process.
pub(crate) fn provide() -> Result<PathBuf> {
    static DONE: std::sync::OnceLock<()> = std::sync::OnceLock::new();
    let prefix = installed()?;
    if DONE.get().is_none() {
        libraries::install(&prefix)?;
        _ = DONE.set(());
    }
    Ok(prefix)
}
