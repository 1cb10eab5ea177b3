//! What the shared library exports: the functions of the header, and nothing else.
use super::header;
use crate::{packages, tools};
use anyhow::{Result, ensure};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

pub(super) fn check(prefix: &Path, header: &str) -> Result<()> {
    let declared: BTreeSet<&str> = header::functions(header).into_iter().collect();
    let library = prefix.join("lib/liblacuna.so");
    if packages::find("nm").is_none() || !library.exists() {
        println!("exported names were not checked: no nm, or no shared library of this kind");
        return Ok(());
    }
    let listing = tools::output(Command::new("nm").args(["--dynamic", "--defined-only"]).arg(&library))?;
    let exported: BTreeSet<&str> = listing.lines().filter_map(|line| line.split_whitespace().nth(2)).collect();
    ensure!(
        exported == declared,
        "exported and not declared, or the reverse: {:?}",
        exported.symmetric_difference(&declared).collect::<Vec<_>>()
    );
    let needed = tools::output(Command::new("nm").args(["--dynamic", "--undefined-only"]).arg(&library))?;
    let needed: Vec<&str> = needed.lines().filter_map(|line| line.split_whitespace().last()?.split('@').next()).collect();
    let bytes = fs::metadata(&library)?.len();
    println!("{}: {bytes} bytes, needs {}", library.display(), needed.join(", "));
    Ok(())
}
