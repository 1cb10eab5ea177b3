//! The Python package: its wheel, built as pip builds it, and its tests in a fresh environment.
use crate::system::{self, Package};
use crate::{Missing, Outcome, capi, tools};
use anyhow::{Context, Result, ensure};
use std::env::{self, consts::EXE_SUFFIX};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::Instant;

const PYTHON: &str = if cfg!(windows) { "python" } else { "python3" };
/// Debian's Python has its `venv` in a package of its own, here with the place in Debian 12.
const PACKAGES: &[Package] = &[
    Package { provides: PYTHON, name: "python3" },
    Package { provides: "/usr/lib/python3.11/ensurepip/__init__.py", name: "python3-venv" },
];

/// The folder of the package.
const FOLDER: &str = "python";

pub(crate) fn run() -> Result<Outcome> {
    let root = tools::root()?;
    let python = environment()?;
    // Away from the checkout, so that nothing but the wheel is found.
    let away = tools::target()?.join("python/away");
    fs::create_dir_all(&away)?;
    let run = |arguments: &[&str]| {
        let mut command = Command::new(&python);
        command.arg("-B").args(arguments).current_dir(&away);
        command
    };
    let tests_of = root.join(FOLDER).join("tests");
    tests(run(&["-m", "unittest", "discover", "--start-directory"]).arg(&tests_of))?;
    // The package as it is in a checkout, which looks for the libraries.
    tests(run(&["-m", "unittest", "test_library"]).current_dir(&tests_of).env("PYTHONPATH", root.join(FOLDER)))?;
    let cache = tools::target()?.join("python/mypy");
    tools::execute(run(&["-m", "mypy", "--strict", "-p", "lacuna_sparse", "--cache-dir"]).arg(&cache))?;
    tools::execute(run(&["-m", "mypy", "--strict", "--cache-dir"]).arg(&cache).arg(&tests_of))?;
    Ok(Outcome::Passed)
}

/// The Python of a fresh environment with the wheel of the source as it is, and with what its tests need: once for a
/// process.
pub(crate) fn environment() -> Result<PathBuf> {
    static DONE: OnceLock<PathBuf> = OnceLock::new();
    if let Some(python) = DONE.get() {
        return Ok(python.clone());
    }
    let begun = Instant::now();
    let (root, folder) = (tools::root()?, tools::target()?.join(FOLDER));
    fs::create_dir_all(&folder)?;
    let python = with_packages(&folder.join("venv"), &root.join(FOLDER).join("requirements.txt"))?;
    let prefix = capi::provide_all()?;
    let wheel = installed_wheel(&python, &root.join(FOLDER), &folder, ("LACUNA_PREFIX", &prefix))?;
    println!("{}: {} bytes, {} s", wheel.display(), wheel.metadata()?.len(), begun.elapsed().as_secs());
    check_tag(&python, &wheel)?;
    _ = DONE.set(python.clone());
    Ok(python)
}

/// The wheel runs on every system that its tag names.
fn check_tag(python: &Path, wheel: &Path) -> Result<()> {
    if !cfg!(all(target_os = "linux", target_env = "gnu")) {
        return Ok(());
    }
    let found = tools::output(Command::new(python).args(["-m", "auditwheel", "show"]).arg(wheel))?;
    let name = wheel.file_stem().unwrap_or_default().to_string_lossy();
    let platform = name.rsplit('-').next().unwrap_or_default();
    ensure!(
        platform.starts_with("manylinux_") && found.contains(&format!("platform tag: \"{platform}\"")),
        "{name}, of which auditwheel says: {found}"
    );
    Ok(())
}

/// The Python of an environment with what the package needs, and not the package.
pub(crate) fn environment_without() -> Result<PathBuf> {
    let folder = tools::target()?.join(FOLDER);
    fs::create_dir_all(&folder)?;
    with_packages(&folder.join("venv-without"), &tools::root()?.join(FOLDER).join("requirements.txt"))
}

/// Builds the wheel of a source in a folder as pip does, with a variable of the environment, and installs it.
pub(crate) fn installed_wheel(
    python: &Path,
    source: &Path,
    folder: &Path,
    (name, value): (&str, &Path),
) -> Result<PathBuf> {
    let wheels = folder.join("wheel");
    if wheels.exists() {
        fs::remove_dir_all(&wheels)?;
    }
    let mut wheel = pip(python, "wheel", &["--no-deps", "--wheel-dir"]);
    tools::execute(wheel.arg(&wheels).arg(source).env(name, value))?;
    let wheel = fs::read_dir(&wheels)?.next().context("pip has made no wheel")??.path();
    tools::execute(pip(python, "install", &["--no-deps", "--force-reinstall"]).arg(&wheel))?;
    Ok(wheel)
}

fn pip(python: &Path, what: &str, options: &[&str]) -> Command {
    let mut command = Command::new(python);
    command.args(["-m", "pip", what, "--quiet", "--disable-pip-version-check"]).args(options);
    command
}

/// A Python that can make environments with pip.
fn provide_python() -> Result<()> {
    let works = || {
        let mut command = Command::new(PYTHON);
        command.args(["-c", "import ensurepip, venv"]).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    if !works() {
        system::provide(PACKAGES)?;
        ensure!(works(), Missing(format!("{PYTHON} has no venv with pip")));
    }
    Ok(())
}

/// `PATH` with the programs of a Python's environment before all others.
pub(crate) fn search_path(python: &Path) -> Result<OsString> {
    let scripts = python.parent().context("a Python in no folder")?.to_owned();
    let others = env::var_os("PATH").unwrap_or_default();
    Ok(env::join_paths([scripts].into_iter().chain(env::split_paths(&others)))?)
}

/// The Python of an environment with the packages of a file.
fn with_packages(folder: &Path, requirements: &Path) -> Result<PathBuf> {
    with(folder, &["--requirement", &requirements.display().to_string()])
}

/// The Python of an environment with these packages.
pub(crate) fn with(folder: &Path, packages: &[&str]) -> Result<PathBuf> {
    let python = bare(folder)?;
    tools::execute(&mut pip(&python, "install", packages))
        .with_context(|| Missing(format!("pip does not install {}", packages.join(" "))))?;
    Ok(python)
}

/// The Python of an environment, which is made if there is none.
pub(crate) fn bare(folder: &Path) -> Result<PathBuf> {
    provide_python()?;
    let python = folder.join(if cfg!(windows) { "Scripts" } else { "bin" }).join(format!("{PYTHON}{EXE_SUFFIX}"));
    let mut has_pip = Command::new(&python);
    has_pip.args(["-m", "pip", "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    if !has_pip.status().is_ok_and(|status| status.success()) {
        tools::execute(Command::new(PYTHON).args(["-m", "venv", "--clear"]).arg(folder))?;
    }
    Ok(python)
}

/// Runs the tests, of which there must be some.
pub(crate) fn tests(command: &mut Command) -> Result<()> {
    let output = command.output().with_context(|| format!("{command:?}"))?;
    let text = String::from_utf8_lossy(&output.stderr);
    print!("{}{text}", String::from_utf8_lossy(&output.stdout));
    let count = text.lines().find_map(|line| line.strip_prefix("Ran ")?.split_once(' ')?.0.parse::<u32>().ok());
    ensure!(output.status.success() && count.is_some_and(|count| count > 0), "{command:?}: {}", output.status);
    Ok(())
}
