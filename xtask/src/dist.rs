//! An archive of the C libraries, as a user without Rust gets them.
use crate::{Missing, Outcome, capi, system, tools};
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Lays the libraries out, packs them, and compiles programs with what is unpacked again.
pub(crate) fn run() -> Result<Outcome> {
    ensure!(cfg!(target_os = "linux"), Missing("archives are made on Linux".to_owned()));
    let (root, installed) = (tools::root()?, capi::provide_all()?);
    let folder = tools::target()?.join("dist");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let name = format!("lacuna-{VERSION}-{}", tools::rustc_field("host")?);
    let staged = folder.join(&name);
    fs::create_dir_all(&staged)?;
    for part in ["include", "lib"] {
        tools::execute(Command::new("cp").arg("-a").arg(installed.join(part)).arg(&staged))?;
    }
    tools::execute(Command::new("strip").args(["--strip-debug"]).arg(staged.join("lib/liblacuna.a")))?;
    for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
        fs::copy(root.join(licence), staged.join(licence)).with_context(|| licence.to_owned())?;
    }
    fs::copy(root.join("kernels-capi/README.md"), staged.join("README.md"))?;
    let archive = folder.join(format!("{name}.tar.gz"));
    // The same files give the same archive, whoever packs them and when.
    let mut pack = Command::new("tar");
    pack.args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mtime=@0", "--mode=u+rwX,go+rX,go-w"]);
    tools::execute(
        pack.arg("--use-compress-program=gzip -9n").arg("-cf").arg(&archive).arg("-C").arg(&folder).arg(&name),
    )?;
    check(&archive, &folder.join("check"), &name)?;
    println!("{}: {} bytes", archive.display(), fs::metadata(&archive)?.len());
    print!(
        "{}",
        tools::output(Command::new("sha256sum").current_dir(&folder).arg(archive.file_name().unwrap_or_default()))?
    );
    Ok(Outcome::Passed)
}

/// Unpacks the archive elsewhere, and compiles and runs the README's program with what is there.
fn check(archive: &Path, folder: &Path, name: &str) -> Result<()> {
    fs::create_dir_all(folder)?;
    tools::execute(Command::new("tar").arg("-xf").arg(archive).arg("-C").arg(folder))?;
    if system::find("cc").is_none() || system::find("pkg-config").is_none() {
        println!("no program was compiled: no cc, or no pkg-config");
        return Ok(());
    }
    let prefix = folder.join(name);
    let readme = tools::read(&prefix.join("README.md"))?;
    let program = readme.split_once("```c\n").and_then(|(_, rest)| rest.split_once("```"));
    let (program, _) = program.context("kernels-capi/README.md has no program in C")?;
    let source = folder.join("program.c");
    fs::write(&source, program)?;
    let flags = tools::output(
        Command::new("pkg-config")
            .args(["--cflags", "--libs", "lacuna"])
            .env("PKG_CONFIG_PATH", prefix.join("lib/pkgconfig")),
    )?;
    let shared: Vec<_> = flags.split_whitespace().map(PathBuf::from).collect();
    let archived = vec![
        PathBuf::from(format!("-I{}", prefix.join("include").display())),
        "-Wl,--gc-sections".into(),
        prefix.join("lib/liblacuna.a"),
    ];
    for (kind, arguments) in [("shared", shared), ("static", archived)] {
        let binary = folder.join(kind);
        let mut compile = Command::new("cc");
        compile.args(["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]).arg(&source).args(arguments);
        tools::execute(compile.arg("-o").arg(&binary))?;
        let printed = tools::output(Command::new(&binary).env("LD_LIBRARY_PATH", prefix.join("lib")))?;
        ensure!(printed == "20 32 0 0\n", "the program of kernels-capi/README.md, {kind}: {printed}");
    }
    println!("the program of the README, with the shared and the static library");
    Ok(())
}
