//! The static and the shared library, laid out as they are installed.
use super::header;
use crate::tools;
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};

pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The part of the version that stays where the ABI stays: before 1.0.0, major and minor number.
fn abi_version() -> &'static str {
    let (minor, _patch) = VERSION.rsplit_once('.').unwrap_or((VERSION, ""));
    if let Some((major, _)) = minor.split_once('.')
        && major != "0"
    {
        return major;
    }
    minor
}

/// What is given to the linker: the name that programs look for at run time.
fn soname(name: &str) -> Vec<String> {
    let soname = format!("{}.{}", shared_name(name), abi_version());
    if cfg!(target_os = "linux") { vec![format!("-Clink-arg=-Wl,-soname,{soname}")] } else { Vec::new() }
}

/// Builds a package as libraries: one compilation serves all types. Gives the folder that they are in.
fn build(package: &str, options: &[&str], folder: PathBuf, types: &str, for_rustc: &[&str]) -> Result<PathBuf> {
    let mut build = tools::cargo();
    build.current_dir(tools::root()?).args(["rustc", "--quiet", "--locked", "--lib", "--package", package]);
    build.args(options).args(["--crate-type", types, "--target-dir"]).arg(&folder).arg("--").args(for_rustc);
    tools::execute(&mut build)?;
    Ok(folder)
}

/// Builds the shared library of readers and learners, and lays it out below `prefix`.
pub(super) fn install_runtime(prefix: &Path) -> Result<()> {
    let (name, lib) = ("lacuna_runtime", prefix.join("lib"));
    fs::create_dir_all(&lib).with_context(|| lib.display().to_string())?;
    // As the program is built, whose crates then are there.
    let arguments = ["-Cstrip=symbols".to_owned()].into_iter().chain(soname(name)).collect::<Vec<_>>();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    let built = build("lacuna-runtime-capi", &["--release"], tools::target()?, "cdylib", &arguments)?;
    lay_out(&built.join("release"), "lacuna_runtime_capi", name, &lib)
}

/// Copies a shared library from where it was built to where it is installed, with the names that programs know.
fn lay_out(built: &Path, built_name: &str, name: &str, lib: &Path) -> Result<()> {
    if cfg!(target_os = "linux") {
        let shared = format!("{}.{VERSION}", shared_name(name));
        let soname = format!("{}.{}", shared_name(name), abi_version());
        replace(&built.join(shared_name(built_name)), &lib.join(&shared))?;
        link_to(&shared, &lib.join(&soname))?;
        link_to(&soname, &lib.join(shared_name(name)))
    } else {
        replace(&built.join(shared_name(built_name)), &lib.join(shared_name(name)))
    }
}

/// Builds both libraries, and writes them, the header, and the files for pkg-config and CMake below `prefix`.
pub(super) fn install(prefix: &Path) -> Result<()> {
    let (lib, include) = (prefix.join("lib"), prefix.join("include"));
    for folder in [&include, &lib.join("pkgconfig"), &lib.join("cmake/Lacuna")] {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    fs::copy(header::file()?, include.join("lacuna.h"))?;

    let options = ["--profile", "capi", "--no-default-features", "--features", "panic-handler,types,families"];
    let (folder, soname) = (tools::target()?.join("capi-build"), soname("lacuna"));
    let soname: Vec<_> = soname.iter().map(String::as_str).collect();
    let built = build("lacuna-capi", &options, folder, "cdylib,staticlib", &soname)?.join("capi");
    lay_out(&built, "lacuna_capi", "lacuna", &lib)?;
    let shared = format!("{}.{VERSION}", shared_name("lacuna"));
    let archive = if cfg!(windows) { "lacuna_capi.lib" } else { "liblacuna_capi.a" };
    replace(&built.join(archive), &lib.join(if cfg!(windows) { "lacuna-static.lib" } else { "liblacuna.a" }))?;

    let root = tools::root()?;
    let fill = |template: &str| -> Result<String> {
        let file = root.join("kernels-capi").join(template);
        let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        Ok(text.replace("@VERSION@", VERSION).replace("@ABI_VERSION@", abi_version()).replace("@SHARED@", &shared))
    };
    fs::write(lib.join("pkgconfig/lacuna.pc"), fill("lacuna.pc.in")?)?;
    fs::write(lib.join("cmake/Lacuna/LacunaConfig.cmake"), fill("LacunaConfig.cmake.in")?)?;
    fs::write(lib.join("cmake/Lacuna/LacunaConfigVersion.cmake"), fill("LacunaConfigVersion.cmake.in")?)?;
    Ok(())
}

/// The file of a library.
fn shared_name(name: &str) -> String {
    format!("{}{name}{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX)
}

/// Programs may have the old file open.
fn replace(from: &Path, to: &Path) -> Result<()> {
    if to.exists() {
        fs::remove_file(to)?;
    }
    fs::copy(from, to).with_context(|| from.display().to_string())?;
    Ok(())
}

#[cfg(unix)]
fn link_to(target: &str, link: &Path) -> Result<()> {
    if link.symlink_metadata().is_ok() {
        fs::remove_file(link)?;
    }
    Ok(std::os::unix::fs::symlink(target, link)?)
}

#[cfg(not(unix))]
fn link_to(_target: &str, _link: &Path) -> Result<()> {
    Ok(())
}
