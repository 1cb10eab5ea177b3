//! The static and the shared library, laid out as they are installed.
use super::header;
use crate::tools;
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};

const VERSION: &str = env!("CARGO_PKG_VERSION");

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

/// Builds both libraries to ship, without std: one compilation serves both. Gives the folder that they are in.
fn build(link: &[String]) -> Result<PathBuf> {
    let folder = tools::target()?.join("capi-build");
    let mut build = tools::cargo();
    build.current_dir(tools::root()?).args([
        "rustc",
        "--quiet",
        "--locked",
        "--package",
        "lacuna-capi",
        "--lib",
        "--profile",
        "capi",
    ]);
    build
        .args([
            "--no-default-features",
            "--features",
            "panic-handler,types,families",
            "--crate-type",
            "cdylib,staticlib",
            "--target-dir",
        ])
        .arg(&folder);
    tools::execute(build.arg("--").args(link))?;
    Ok(folder.join("capi"))
}

/// Builds both libraries, and writes them, the header, and the files for pkg-config and CMake below `prefix`.
pub(super) fn install(prefix: &Path) -> Result<()> {
    let (lib, include) = (prefix.join("lib"), prefix.join("include"));
    for folder in [&include, &lib.join("pkgconfig"), &lib.join("cmake/Lacuna")] {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    fs::copy(header::file()?, include.join("lacuna.h"))?;

    let shared = format!("{}.{}", shared_name(), VERSION);
    let soname = format!("{}.{}", shared_name(), abi_version());
    let link = if cfg!(target_os = "linux") { vec![format!("-Clink-arg=-Wl,-soname,{soname}")] } else { Vec::new() };
    let built = build(&link)?;
    if cfg!(target_os = "linux") {
        replace(&built.join("liblacuna_capi.so"), &lib.join(&shared))?;
        link_to(&shared, &lib.join(&soname))?;
        link_to(&soname, &lib.join(shared_name()))?;
    } else {
        replace(&built.join(libloading_name()), &lib.join(shared_name()))?;
    }
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

/// What programs link to.
fn shared_name() -> String {
    format!("{}lacuna{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX)
}

fn libloading_name() -> String {
    format!("{}lacuna_capi{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX)
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
