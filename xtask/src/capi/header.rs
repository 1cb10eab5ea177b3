//! The C header, from the source of `kernels-capi` with its macros expanded.
use crate::tools;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::PathBuf;

const PACKAGE: &str = "lacuna-capi";

/// What stands above the declarations. The version is the package's.
const PREFACE: &str = "\
// Lacuna VERSION: allocation-free sparse kernels for machine learning, with the same bits on every processor.
//
// SPDX-License-Identifier: MIT OR Apache-2.0
// Made by `cargo xtask capi`; changes belong into kernels-capi/src.
//
// The contract of every function: a pointer that is not null points to what its type names, in the stated length; during the call nobody else writes any of it,
// or reads what the call writes. Everything else is checked. A call that answers with anything but LACUNA_STATUS_OK has written nothing but `*error` (which may
// be null), where its description does not say otherwise. Nothing is allocated, and nothing is kept between calls.
";

/// The committed header.
pub(super) fn file() -> Result<PathBuf> {
    Ok(tools::root()?.join("kernels-capi/include/lacuna.h"))
}

/// The header as the source has it.
pub(super) fn generate() -> Result<String> {
    let root = tools::root()?;
    let folder = tools::target()?.join("capi-header");
    let mut expand = tools::cargo();
    expand.current_dir(&root).args(["rustc", "--quiet", "--locked", "--package", PACKAGE, "--lib", "--crate-type", "rlib", "--target-dir"]);
    expand.arg(&folder).args(["--", "-Zunpretty=expanded"]).env("RUSTC_BOOTSTRAP", "1");
    // Cargo runs rustc again only where something has changed, and only then is there an output.
    let stale = folder.join("debug/.fingerprint");
    if stale.exists() {
        fs::remove_dir_all(&stale)?;
    }
    let expanded = tools::output(&mut expand)?;
    let source = folder.join("expanded.rs");
    fs::write(&source, &expanded)?;
    let mut config = cbindgen::Config::from_file(root.join("kernels-capi/cbindgen.toml")).map_err(anyhow::Error::msg)?;
    let version = env!("CARGO_PKG_VERSION");
    config.after_includes = Some(version_macros(version));
    let names = config.export.rename.clone();
    let bindings = cbindgen::Builder::new().with_config(config).with_src(&source).generate()?;
    let mut header = Vec::new();
    bindings.write(&mut header);
    let header = tidy(&String::from_utf8(header)?, names.iter());
    let exported = expanded.matches("extern \"C\" fn lacuna_").count();
    let declared = functions(&header).len();
    ensure!(exported == declared, "{exported} functions are exported, {declared} are in the header");
    Ok(format!("{}\n{header}", PREFACE.replace("VERSION", version)))
}

/// The version that a program is compiled with; `lacuna_version()` gives that of the library it runs with.
fn version_macros(version: &str) -> String {
    let numbers: Vec<&str> = version.split('.').collect();
    let parts =
        ["MAJOR", "MINOR", "PATCH"].into_iter().zip(numbers).map(|(name, number)| format!("\n#define LACUNA_VERSION_{name} {number}"));
    format!("\n#define LACUNA_VERSION \"{version}\"{}", parts.collect::<String>())
}

/// C names for the instances of generic structs and in comments, and without what is said once for all. `names` are those of Rust and of C.
fn tidy<'n>(header: &str, names: impl Iterator<Item = (&'n String, &'n String)>) -> String {
    let mut header = header.replace("f32__", "f32_").replace("f64__", "f64_");
    for (rust, c) in names {
        for instance in ["f32", "f64", "i32", "i64", "u32"] {
            header = header.replace(&format!("{rust}_{instance}"), &format!("{c}_{instance}"));
        }
        header = header.replace(&format!("[`{rust}`]"), &format!("`{c}`"));
    }
    let (mut result, mut in_safety) = (String::with_capacity(header.len()), false);
    for line in header.lines() {
        let text = line.trim_start();
        if text.starts_with("// # Safety") {
            in_safety = true;
        } else if !text.starts_with("//") {
            in_safety = false;
        }
        if !in_safety {
            result += line;
            result.push('\n');
        }
    }
    // The blank comment line that stood above what has been left out.
    while let Some(place) = result.find("//\nlacuna_").or_else(|| result.find("//\nenum")) {
        result.replace_range(place..place + 3, "");
    }
    result
}

/// The functions that a header declares.
pub(super) fn functions(header: &str) -> Vec<&str> {
    header
        .lines()
        .filter(|line| !line.starts_with("//") && !line.starts_with(' '))
        .filter_map(|line| line.get(..line.find('(')?)?.rsplit([' ', '*']).next())
        .filter(|name| name.starts_with("lacuna_"))
        .collect()
}

/// The committed header.
pub(super) fn committed() -> Result<String> {
    let file = file()?;
    fs::read_to_string(&file).with_context(|| file.display().to_string())
}
