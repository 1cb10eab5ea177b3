//! What the shared library exports: the functions of the header, and nothing else; and what it needs.
use super::header;
use crate::{system, tools};
use anyhow::{Result, ensure};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

/// All that the shared library may need: memory is copied and compared, and texts are counted, not allocated. Those
/// with underscores are optional.
const NEEDED: &[&str] = &[
    "abort",
    "memcpy",
    "memmove",
    "memset",
    "memcmp",
    "bcmp",
    "strlen",
    "__cxa_finalize",
    "__gmon_start__",
    "_ITM_deregisterTMCloneTable",
    "_ITM_registerTMCloneTable",
];

pub(super) fn check(prefix: &Path, header: &str) -> Result<()> {
    let declared: BTreeSet<&str> = header::functions(header).into_iter().collect();
    let library = prefix.join("lib/liblacuna.so");
    if system::find("nm").is_none() || !library.exists() {
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
    let listing = tools::output(Command::new("nm").args(["--dynamic", "--undefined-only"]).arg(&library))?;
    let needed: Vec<&str> =
        listing.lines().filter_map(|line| line.split_whitespace().last()?.split('@').next()).collect();
    let others: Vec<_> = needed.iter().filter(|name| !NEEDED.contains(name)).collect();
    ensure!(
        others.is_empty() || !cfg!(target_os = "linux"),
        "the shared library needs {others:?}, more than {NEEDED:?}"
    );
    let bytes = fs::metadata(&library)?.len();
    println!("{}: {bytes} bytes, needs {}", library.display(), needed.join(", "));
    Ok(())
}
