//! Programs of the system that a command needs.
use crate::{Missing, tools};
use anyhow::{Result, bail, ensure};
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

/// A program, or a file, and the Debian package that has it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Package {
    /// A name that is looked up in `PATH`, or an absolute path, in which the end of one folder's name may be `*`.
    pub(crate) provides: &'static str,
    pub(crate) name: &'static str,
}

/// Where a program is.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    if let Some((start, rest)) = program.split_once("*/") {
        let (parent, start) = start.rsplit_once('/')?;
        let folders = std::fs::read_dir(parent).ok()?.flatten();
        let mut named = folders.filter(|folder| folder.file_name().to_string_lossy().starts_with(start));
        return named.find_map(|folder| Some(folder.path().join(rest)).filter(|file| file.exists()));
    }
    if Path::new(program).is_absolute() {
        return Some(PathBuf::from(program)).filter(|file| file.exists());
    }
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// True once somebody has said that packages may be installed.
static INSTALLS: AtomicBool = AtomicBool::new(false);

pub(crate) fn allow_installation() {
    INSTALLS.store(true, Ordering::Relaxed);
}

/// Installs what is missing, if that was allowed, as root of a Debian system. Else says what is missing and how to get
/// it.
pub(crate) fn provide(packages: &[Package]) -> Result<()> {
    let missing: Vec<_> =
        packages.iter().filter(|package| find(package.provides).is_none()).map(|package| package.name).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let names = missing.join(" ");
    if !INSTALLS.load(Ordering::Relaxed) {
        bail!(Missing(format!(
            "not installed: {names}. With --install, root of a Debian system gets them; else try sudo apt-get install \
                {names}"
        )));
    }
    let root = find("id").is_some() && tools::output(Command::new("id").arg("-u"))?.trim() == "0";
    ensure!(
        root && find("apt-get").is_some(),
        Missing(format!("not installed: {names}. Try sudo apt-get install {names}"))
    );
    println!("installing {names} into the system by apt-get, as --install, or CI in the environment, allows it");
    let apt = || {
        let mut command = Command::new("apt-get");
        // Another installation may be under way, and a server may be slow to answer.
        command.args(["-qq", "-o", "DPkg::Lock::Timeout=600", "-o", "Acquire::Retries=3"]);
        command.env("DEBIAN_FRONTEND", "noninteractive").stdout(Stdio::null());
        command
    };
    // Its lists have a lock of their own, for which it does not wait.
    for tries_left in (0..10).rev() {
        match tools::execute(apt().arg("update")) {
            Err(_) if tries_left > 0 => std::thread::sleep(std::time::Duration::from_secs(5)),
            updated => {
                updated?;
                break;
            }
        }
    }
    tools::execute(apt().args(["install", "-y", "--no-install-recommends"]).args(&missing))?;
    let absent = packages.iter().find(|package| find(package.provides).is_none());
    absent.map_or(Ok(()), |package| {
        bail!(Missing(format!("{} was installed and has no {}", package.name, package.provides)))
    })
}
