//! The source of `core`, of exactly rustc's version, for targets whose prebuilt one is not installed.
use crate::tools;
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Debian suites that may have the version, and where the mirror is found.
const SUITES: [&str; 4] = ["trixie-backports", "trixie", "forky", "sid"];
const SOURCES: &str = "/etc/apt/sources.list.d/debian.sources";
const KEYRING: &str = "/usr/share/keyrings/debian-archive-keyring.gpg";

/// The folder `library` of the source: the sysroot's, the one in the target folder, or downloaded into that.
pub(crate) fn library() -> Result<PathBuf> {
    let sysroot = PathBuf::from(tools::output(tools::rustc().args(["--print", "sysroot"]))?.trim());
    let version = tools::rustc_field("release")?;
    let cache = tools::target()?.join("rust-src").join(&version);
    let candidates = [sysroot.join("lib/rustlib/src/rust/library"), cache.join("library")];
    if let Some(found) = candidates.iter().find(|library| library.join("Cargo.lock").exists()) {
        return Ok(found.clone());
    }
    download(&version, &cache).with_context(|| {
        format!("rust-src {version} is neither in the sysroot nor in {}, and Debian's cannot be had", cache.display())
    })
}

/// Unpacks Debian's package below `cache`, with package lists of its own: the system's are left alone.
fn download(version: &str, cache: &Path) -> Result<PathBuf> {
    let work = cache.join("download");
    fs::create_dir_all(work.join("lists/partial"))?;
    let sources = fs::read_to_string(SOURCES).context(SOURCES)?;
    let mirror =
        sources.lines().find_map(|line| line.strip_prefix("URIs:")).context("no URIs in the apt sources")?.trim();
    let list: String =
        SUITES.iter().map(|suite| format!("deb [signed-by={KEYRING}] {mirror} {suite} main\n")).collect();
    fs::write(work.join("sources.list"), list)?;
    let apt = |program: &str| {
        let mut command = Command::new(program);
        let option = |name: &str, file: &str| format!("{name}={}", work.join(file).display());
        command.current_dir(&work).args([
            "-qq",
            "-o",
            &option("Dir::Etc::sourcelist", "sources.list"),
            "-o",
            "Dir::Etc::sourceparts=-",
        ]);
        command.args([
            "-o",
            &option("Dir::State::Lists", "lists"),
            "-o",
            "APT::Sandbox::User=root",
            "-o",
            "Dir::Cache::pkgcache=",
            "-o",
            "Dir::Cache::srcpkgcache=",
        ]);
        command
    };
    tools::execute(apt("apt-get").arg("update"))?;
    let packages = tools::output(apt("apt-cache").args(["madison", "rust-src"]))?;
    let same = |package: &&str| package.strip_prefix(version).is_some_and(|rest| rest.starts_with(['+', '~', '-']));
    let package = packages.lines().filter_map(|line| line.split('|').nth(1)).map(str::trim).find(same);
    let package = package.with_context(|| format!("no suite has rust-src {version}: {packages}"))?;
    tools::execute(apt("apt-get").args(["download", &format!("rust-src={package}")]))?;
    let file = fs::read_dir(&work)?
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .find(|path| path.extension().is_some_and(|extension| extension == "deb"));
    tools::execute(
        Command::new("dpkg").arg("-x").arg(file.context("apt-get left no package")?).arg(work.join("unpacked")),
    )?;
    let library = cache.join("library");
    fs::rename(work.join("unpacked/usr/src").join(format!("rustc-{version}")).join("library"), &library)?;
    fs::remove_dir_all(&work)?;
    Ok(library)
}
