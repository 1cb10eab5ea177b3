//! The second C library, of readers and learners: its header, made by cbindgen, and the shared library.
use super::libraries::{VERSION, install_runtime};
use crate::{system, tools};
use anyhow::{Context, Result, anyhow, ensure};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The committed header.
pub(super) fn header_file() -> Result<PathBuf> {
    Ok(tools::root()?.join("runtime-capi/include/lacuna_runtime.h"))
}

/// The header of the source as it is.
pub(super) fn header() -> Result<String> {
    let folder = tools::root()?.join("runtime-capi");
    let file = folder.join("cbindgen.toml");
    let config = cbindgen::Config::from_file(&file).map_err(|error| anyhow!("{}: {error}", file.display()))?;
    let bindings = cbindgen::Builder::new().with_crate(&folder).with_config(config).generate()?;
    let mut text = Vec::new();
    bindings.write(&mut text);
    let text = String::from_utf8(text)?.replace("@VERSION@", VERSION);
    // The contracts of the functions are the same for all, and stand in the sources and on the page of the ABI.
    let mut lines = Vec::new();
    let mut is_contract = false;
    for line in text.lines() {
        is_contract = line.starts_with("// # Safety") || (is_contract && line.starts_with("//"));
        if !is_contract {
            lines.push(line.trim_end());
        } else if lines.last() == Some(&"//") {
            lines.pop();
        }
    }
    Ok(lines.join("\n").trim_start().to_owned() + "\n")
}

/// The functions that a header declares.
fn declared(header: &str) -> BTreeSet<&str> {
    let before = |line| str::split_once(line, '(').map(|(before, _)| before);
    let names = header.lines().filter(|line| !line.starts_with("//")).filter_map(before);
    names.filter_map(|before| before.rsplit([' ', '*']).next()).filter(|name| name.starts_with("lacuna_")).collect()
}

/// Builds the library, and lays it out with its header below `prefix`.
pub(super) fn install(prefix: &Path) -> Result<()> {
    let include = prefix.join("include");
    std::fs::create_dir_all(&include).with_context(|| include.display().to_string())?;
    std::fs::copy(header_file()?, include.join("lacuna_runtime.h"))?;
    install_runtime(prefix)?;
    check(prefix)
}

/// The library exports what the header declares, and nothing else.
fn check(prefix: &Path) -> Result<()> {
    let library = prefix.join("lib/liblacuna_runtime.so");
    if system::find("nm").is_none() || !library.exists() {
        println!("exported names of lacuna_runtime were not checked: no nm, or no shared library of this kind");
        return Ok(());
    }
    let header = tools::read(&header_file()?)?;
    let listing = tools::output(Command::new("nm").args(["--dynamic", "--defined-only"]).arg(&library))?;
    let exported: BTreeSet<&str> = listing.lines().filter_map(|line| line.split_whitespace().nth(2)).collect();
    let declared = declared(&header);
    ensure!(
        exported == declared,
        "exported and not declared, or the reverse: {:?}",
        exported.symmetric_difference(&declared).collect::<Vec<_>>()
    );
    println!("{}: {} bytes, {} functions", library.display(), library.metadata()?.len(), declared.len());
    Ok(())
}

/// How what the programs of the README print begins, in their order.
const PRINTED: [&str; 3] = ["6513 rows, mean loss 0.0", "299999", "201 30"];

/// The programs of the README, compiled with all warnings and run.
pub(super) fn run_examples(prefix: &Path) -> Result<()> {
    if system::find("cc").is_none() || !cfg!(target_os = "linux") {
        println!("the programs of runtime-capi/README.md were not compiled: no cc, or no Linux");
        return Ok(());
    }
    let programs = tools::c_programs(&tools::root()?.join("runtime-capi/README.md"))?;
    ensure!(programs.len() == PRINTED.len(), "runtime-capi/README.md has {} programs", programs.len());
    let folder = prefix.join("readme");
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    std::fs::copy(tools::root()?.join("data/agaricus.train.libsvm"), folder.join("agaricus.train.libsvm"))?;
    let library = prefix.join("lib").canonicalize()?;
    for (program, expected) in programs.iter().zip(PRINTED) {
        let (source, binary) = (folder.join("program.c"), folder.join("program"));
        std::fs::write(&source, program)?;
        let mut compile = Command::new("cc");
        compile.args([
            "-std=c99",
            "-Wall",
            "-Wextra",
            "-Wpedantic",
            "-Werror",
            "-Wno-missing-field-initializers",
            "-I",
        ]);
        compile.arg(prefix.join("include")).arg(&source).arg("-o").arg(&binary);
        compile.arg("-L").arg(prefix.join("lib")).arg("-llacuna_runtime");
        tools::execute(&mut compile)?;
        let printed = tools::output(Command::new(&binary).current_dir(&folder).env("LD_LIBRARY_PATH", &library))?;
        ensure!(printed.starts_with(expected), "a program of runtime-capi/README.md: {printed}");
        print!("a program of runtime-capi/README.md: {printed}");
    }
    Ok(())
}
