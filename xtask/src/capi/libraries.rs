//! The static and the shared library, laid out as they are installed.
use super::{cpp, header};
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

/// Builds the library of kernels: one compilation serves both types. Gives the folder that they are in.
fn build() -> Result<PathBuf> {
    let folder = tools::target()?.join("capi-build");
    let mut build = tools::cargo();
    build.current_dir(tools::root()?).args(["rustc", "--quiet", "--locked", "--lib", "--package", "lacuna-capi"]);
    build.args(["--profile", "capi", "--no-default-features", "--features", "panic-handler,types,families"]);
    build.args(["--crate-type", "cdylib,staticlib", "--target-dir"]).arg(&folder).arg("--");
    if cfg!(target_os = "linux") {
        // The name that programs look for at run time.
        build.arg(format!("-Clink-arg=-Wl,-soname,{}.{}", shared_name("lacuna"), abi_version()));
        // Names of functions that are not exported are a fourteenth of the file.
        build.arg("-Clink-arg=-Wl,--strip-all");
    }
    tools::execute(&mut build)?;
    Ok(folder.join("capi"))
}

/// Builds the shared library of readers and learners, and lays it out below `prefix`.
pub(super) fn install_runtime(prefix: &Path) -> Result<()> {
    let (name, lib) = ("lacuna_runtime", prefix.join("lib"));
    fs::create_dir_all(lib.join("pkgconfig")).with_context(|| lib.display().to_string())?;
    write_filled("runtime-capi/lacuna_runtime.pc.in", &lib.join("pkgconfig/lacuna_runtime.pc"))?;
    let mut build = tools::cargo();
    build.current_dir(tools::root()?).args(["build", "--release", "--quiet", "--locked", "--lib"]);
    // With those that make kernels and runtime what they are in the program, so that they are compiled once for all. What
    // the library does not call of them is no part of it.
    let packages = ["lacuna-runtime-capi", "lacuna-runtime", "lacuna-capi", "lacuna-features"];
    build.args(packages.map(|package| format!("--package={package}"))).arg("--features=lacuna-runtime/ptx-vm");
    tools::execute(&mut build)?;
    lay_out(&tools::target()?.join("release"), "lacuna_runtime_capi", name, &lib)
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
    fs::copy(cpp::file()?, include.join("lacuna.hpp"))?;

    let built = build()?;
    lay_out(&built, "lacuna_capi", "lacuna", &lib)?;
    let archive = if cfg!(windows) { "lacuna_capi.lib" } else { "liblacuna_capi.a" };
    replace(&built.join(archive), &lib.join(if cfg!(windows) { "lacuna-static.lib" } else { "liblacuna.a" }))?;

    let cmake = lib.join("cmake/Lacuna");
    write_filled("kernels-capi/lacuna.pc.in", &lib.join("pkgconfig/lacuna.pc"))?;
    write_filled("kernels-capi/LacunaConfig.cmake.in", &cmake.join("LacunaConfig.cmake"))?;
    write_filled("kernels-capi/LacunaConfigVersion.cmake.in", &cmake.join("LacunaConfigVersion.cmake"))?;
    // The same package by the name that registries have.
    let by_name = lib.join("cmake/lacuna-sparse");
    fs::create_dir_all(&by_name).with_context(|| by_name.display().to_string())?;
    let include = "include(\"${CMAKE_CURRENT_LIST_DIR}/../Lacuna/LacunaConfig.cmake\")\n";
    fs::write(by_name.join("lacuna-sparse-config.cmake"), include)?;
    fs::copy(cmake.join("LacunaConfigVersion.cmake"), by_name.join("lacuna-sparse-config-version.cmake"))?;
    Ok(())
}

/// Writes a template of the repository with the names and the version of the libraries in it.
fn write_filled(template: &str, to: &Path) -> Result<()> {
    let shared = |name| format!("{}.{VERSION}", shared_name(name));
    let text = tools::read(&tools::root()?.join(template))?.replace("@VERSION@", VERSION);
    let text = text.replace("@ABI_VERSION@", abi_version()).replace("@SHARED@", &shared("lacuna"));
    Ok(fs::write(to, text.replace("@RUNTIME_SHARED@", &shared("lacuna_runtime")))?)
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
