//! Builds of the crate `lacuna` for targets without an operating system.
use crate::{Outcome, cross, tools};
use anyhow::{Context, Result, ensure};
use std::path::Path;

const TARGETS: [&str; 2] = ["thumbv7em-none-eabihf", "wasm32-unknown-unknown"];

pub(crate) fn run() -> Result<Outcome> {
    let folder = tools::target()?.join("no-std");
    for target in TARGETS {
        let mut build = tools::cargo();
        build
            .current_dir(tools::root()?)
            .args(["build", "--quiet", "--package", "lacuna-sparse", "--release", "--target-dir"])
            .arg(&folder);
        let library = cross::provide(&mut build, target, "core")?;
        tools::execute(&mut build)?;
        let crates = dependencies(&folder.join(target).join("release/liblacuna.rlib"))?;
        ensure!(!crates.iter().any(|name| name == "std" || name == "alloc"), "{target}: lacuna depends on {crates:?}");
        println!("{target}: builds, with {} core; depends on {}", library.describe(), crates.join(", "));
    }
    Ok(Outcome::Passed)
}

/// The crates that a library was linked against, as rustc lists them. Needed for targets that have a `std`: there one
/// could slip in unseen.
fn dependencies(library: &Path) -> Result<Vec<String>> {
    let listing = tools::output(tools::rustc().arg("-Zls=root").arg(library).env("RUSTC_BOOTSTRAP", "1"))?;
    let (_, listing) = listing.split_once("=External Dependencies=").context("rustc lists no dependencies")?;
    // `1 core-0123456789abcdef hash ...`, and a blank line at the end.
    let lines = listing.trim_start().lines().take_while(|line| !line.is_empty());
    let names: Vec<_> =
        lines.filter_map(|line| line.split_whitespace().nth(1)?.split('-').next()).map(str::to_owned).collect();
    ensure!(names.iter().any(|name| name == "core"), "not even core is listed: {listing}");
    Ok(names)
}
