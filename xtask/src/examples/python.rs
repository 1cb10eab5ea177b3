//! The example for Python: its tests, its types, and its program, which must print the bits of `lacuna train`.
use super::training::Training;
use crate::system::{self, Package};
use crate::{Missing, Outcome, capi, tools};
use anyhow::{Context, Result, ensure};
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const PYTHON: &str = if cfg!(windows) { "python" } else { "python3" };
/// Debian's Python has its `venv` in a package of its own, here with the place in Debian 12.
const PACKAGES: &[Package] = &[
    Package { provides: PYTHON, name: "python3" },
    Package { provides: "/usr/lib/python3.11/ensurepip/__init__.py", name: "python3-venv" },
];

const DATA: &str = "data/agaricus.train.libsvm";
/// Arguments of both programs.
const RUNS: &[&[&str]] = &[
    &[],
    &["--dtype", "f64"],
    &[
        "--epochs",
        "3",
        "--batch-size",
        "7",
        "--learning-rate",
        "0.01",
        "--momentum",
        "0.5",
        "--weight-decay",
        "0.001",
        "--clip-gradient",
        "0.25",
    ],
];

/// Numbers beside and on the middle of two neighbours in float32, which rounding twice would move, and whatever else a
/// line may have.
const NUMBERS: &str = "# numbers\n\
    0.3 1:1.00000005960464477539062500000000000000000001 2:1.0000000596046447753906 4:5e-1\t7:-0\n\
    \n\
    -1.25e0 qid:4 2:0.10000000894069671630859375 3:+.7 # a note\r\n\
    2 1:1e-46 3:1.1754943e-38 5:.100000001490116119384765624999 6:1.\n\
    0\n\
    1.00000017881393432617187499999 2:0.333333343267440795898437500000000001 6:-0.9999999701976776123046875";

pub(crate) fn run() -> Result<Outcome> {
    let root = tools::root()?;
    let folder = root.join("examples/python");
    let target = tools::target()?.join("examples/python");
    let python = provide_environment()?;
    let library = capi::provide()?.join("lib").join(format!("{DLL_PREFIX}lacuna{DLL_SUFFIX}"));
    let run = |arguments: &[&str]| {
        let mut command = Command::new(&python);
        command.arg("-B").args(arguments).current_dir(&root).env("LACUNA_LIBRARY", &library);
        command
    };

    tests(&mut run(&["-m", "unittest", "discover", "--start-directory", "examples/python"]))?;
    tools::execute(run(&["-m", "mypy", "--strict", "--cache-dir"]).arg(target.join("mypy")).arg(&folder))?;

    let (lacuna, numbers) = (tools::lacuna()?, target.join("numbers.libsvm"));
    fs::write(&numbers, NUMBERS)?;
    for file in [Path::new(DATA), &numbers] {
        for arguments in RUNS {
            let expected = Training::by_lacuna(&lacuna, file, arguments)?;
            let found = Training::by(run(&["examples/python/linear.py"]).arg(file).args(*arguments))?;
            ensure!(found.agrees(&expected), "linear.py {} {arguments:?}: {found:?}, not {expected:?}", file.display());
            println!("linear.py {} {}: weights {}, as lacuna train", file.display(), arguments.join(" "), found.hash);
        }
    }
    // As the README says it, with its text: the library is found where `cargo xtask capi` puts it.
    let mut linear = run(&["examples/python/linear.py", DATA]);
    let found = Training::by(linear.env_remove("LACUNA_LIBRARY").env("CARGO_TARGET_DIR", tools::target()?))?;
    ensure!(
        tools::read(&folder.join("README.md"))?.contains(&format!("\nweights {}\n", found.hash)),
        "README.md has other weights than {}",
        found.hash
    );
    // One round, so that it cannot rot; it compares all results with SciPy's.
    tools::execute(&mut run(&["examples/python/bench.py", "--only", "in cache", "--rounds", "1"]))?;
    Ok(Outcome::Passed)
}

/// The Python of an environment with all that the example needs.
pub(super) fn provide_environment() -> Result<PathBuf> {
    provide_python()?;
    let target = tools::target()?.join("examples/python");
    fs::create_dir_all(&target)?;
    environment(&target.join("venv"), &tools::root()?.join("examples/python/requirements.txt"))
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

/// The Python of an environment with the packages.
fn environment(folder: &Path, requirements: &Path) -> Result<PathBuf> {
    let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let has_pip = |python: &Path| {
        let mut command = Command::new(python);
        command.args(["-m", "pip", "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    if !has_pip(&python) {
        tools::execute(Command::new(PYTHON).args(["-m", "venv", "--clear"]).arg(folder))?;
    }
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"]).arg(requirements);
    tools::execute(&mut install)
        .with_context(|| Missing(format!("pip does not install the packages of {}", requirements.display())))?;
    Ok(python)
}

/// Runs the tests, of which there must be some.
fn tests(command: &mut Command) -> Result<()> {
    let output = command.output().with_context(|| format!("{command:?}"))?;
    let text = String::from_utf8_lossy(&output.stderr);
    print!("{}{text}", String::from_utf8_lossy(&output.stdout));
    let count = text.lines().find_map(|line| line.strip_prefix("Ran ")?.split_once(' ')?.0.parse::<u32>().ok());
    ensure!(output.status.success() && count.is_some_and(|count| count > 0), "{command:?}: {}", output.status);
    Ok(())
}
