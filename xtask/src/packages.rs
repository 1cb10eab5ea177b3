//! Programs of the system that a command needs.
use crate::tools;
use anyhow::Result;
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A program, or a file, and the Debian package that has it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Package {
    /// A name that is looked up in `PATH`, or an absolute path.
    pub(crate) provides: &'static str,
    pub(crate) name: &'static str,
}

/// Where a program is.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    if Path::new(program).is_absolute() {
        return Some(PathBuf::from(program)).filter(|file| file.exists());
    }
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// Installs what is missing, as root of a Debian system. Else says what is missing and how to get it.
pub(crate) fn provide(packages: &[Package]) -> Result<Result<(), String>> {
    let missing: Vec<_> = packages.iter().filter(|package| find(package.provides).is_none()).map(|package| package.name).collect();
    if missing.is_empty() {
        return Ok(Ok(()));
    }
    let root = find("id").is_some() && tools::output(Command::new("id").arg("-u"))?.trim() == "0";
    let names = missing.join(" ");
    if !root || find("apt-get").is_none() {
        return Ok(Err(format!("not installed: {names}. Try sudo apt-get install {names}")));
    }
    println!("installing {names}");
    let apt = || {
        let mut command = Command::new("apt-get");
        // Another installation may be under way, and a server may be slow to answer.
        command.args(["-qq", "-o", "DPkg::Lock::Timeout=600", "-o", "Acquire::Retries=3"]);
        command.env("DEBIAN_FRONTEND", "noninteractive").stdout(std::process::Stdio::null());
        command
    };
    tools::execute(apt().arg("update"))?;
    tools::execute(apt().args(["install", "-y", "--no-install-recommends"]).args(&missing))?;
    match packages.iter().find(|package| find(package.provides).is_none()) {
        None => Ok(Ok(())),
        Some(package) => Ok(Err(format!("{} was installed and has no {}", package.name, package.provides))),
    }
}
