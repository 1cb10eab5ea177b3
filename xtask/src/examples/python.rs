//! The example for Python: its tests, its types, and its program, which must print the bits of `lacuna train` and refuse wrong input.
use crate::packages::{self, Package};
use crate::{Outcome, capi, tools};
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

/// Numbers beside and on the middle of two neighbours in float32, which rounding twice would move, and whatever else a line may have.
const NUMBERS: &str = "# numbers\n\
    0.3 1:1.00000005960464477539062500000000000000000001 2:1.0000000596046447753906 4:5e-1\t7:-0\n\
    \n\
    -1.25e0:2 qid:4 2:0.10000000894069671630859375 3:+.7 # a note\r\n\
    2 1:1e-46 3:1.1754943e-38 5:.100000001490116119384765624999 6:1.\n\
    0\n\
    1.00000017881393432617187499999 2:0.333333343267440795898437500000000001 6:-0.9999999701976776123046875";

/// Files and arguments that are refused, and how.
const REFUSED: &[(&[&str], &str)] = &[
    (&["no/such/file"], "error: no/such/file: No such file or directory"),
    (&["Cargo.toml"], "error: Cargo.toml:1: `[workspace]` is not a number"),
    (&[], "error: the following arguments are required: FILE"),
    (&[DATA, "--epochs", "0"], "error: argument --epochs: `0` must be a whole number, 1 or more"),
    (&[DATA, "--learning-rate", "1e6"], "error: the loss is not finite in epoch "),
];

pub(crate) fn run() -> Result<Outcome> {
    if let Err(reason) = provide_python()? {
        return Ok(Outcome::Skipped(reason));
    }
    let root = tools::root()?;
    let folder = root.join("examples/python");
    let target = tools::target()?.join("examples/python");
    fs::create_dir_all(&target)?;
    let Some(python) = environment(&target.join("venv"), &folder.join("requirements.txt"))? else {
        return Ok(Outcome::Skipped("pip does not install the packages of examples/python/requirements.txt".to_owned()));
    };
    let library = capi::provide()?.join("lib").join(format!("{DLL_PREFIX}lacuna{DLL_SUFFIX}"));
    let run = |arguments: &[&str]| {
        let mut command = Command::new(&python);
        command.arg("-B").args(arguments).current_dir(&root).env("LACUNA_LIBRARY", &library);
        command
    };

    tests(&mut run(&["-m", "unittest", "discover", "--start-directory", "examples/python"]))?;
    tools::execute(run(&["-m", "mypy", "--strict", "--cache-dir"]).arg(target.join("mypy")).arg(&folder))?;

    let linear = |arguments: &[&str]| {
        let mut command = run(&["examples/python/linear.py"]);
        command.args(arguments);
        command
    };
    let numbers = target.join("numbers.libsvm");
    fs::write(&numbers, NUMBERS)?;
    let numbers = numbers.to_str().context("the target folder's name is no text")?;
    for file in [DATA, numbers] {
        for arguments in RUNS {
            let trained = trained(&root, file, arguments)?;
            let expected = hash(&trained)?;
            let text = tools::output(linear(&[file]).args(*arguments))?;
            ensure!(hash(&text)? == expected, "lacuna train has weights {expected}; linear.py {file} {arguments:?} prints:\n{text}");
            println!("linear.py {file} {}: weights {expected}, as lacuna train", arguments.join(" "));
        }
    }
    // As the README says it, with its text: the library is found where `cargo xtask capi` puts it.
    let text = tools::output(linear(&[DATA]).env_remove("LACUNA_LIBRARY").env("CARGO_TARGET_DIR", tools::target()?))?;
    let readme = fs::read_to_string(folder.join("README.md"))?;
    ensure!(readme.contains(&format!("\nweights {}\n", hash(&text)?)), "README.md has other weights than:\n{text}");

    for (arguments, message) in REFUSED {
        check_refusal(&mut linear(arguments), message)?;
    }
    let help = tools::output(&mut linear(&["--help"]))?;
    ensure!(help.contains("--learning-rate"), "--help prints:\n{help}");
    // One round, so that it cannot rot; it compares all results with SciPy's.
    tools::execute(&mut run(&["examples/python/bench.py", "--only", "in cache", "--rounds", "1"]))?;
    Ok(Outcome::Passed)
}

/// A Python that can make environments with pip, or why there is none.
fn provide_python() -> Result<Result<(), String>> {
    let works = || {
        let mut command = Command::new(PYTHON);
        command.args(["-c", "import ensurepip, venv"]).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    if works() {
        return Ok(Ok(()));
    }
    let provided = packages::provide(PACKAGES)?;
    Ok(if works() { Ok(()) } else { Err(provided.err().unwrap_or_else(|| format!("{PYTHON} has no venv with pip"))) })
}

/// The Python of an environment with the packages; nothing, if pip cannot install them.
fn environment(folder: &Path, requirements: &Path) -> Result<Option<PathBuf>> {
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
    let installed = install.status().with_context(|| format!("{install:?}"))?.success();
    Ok(installed.then_some(python))
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

/// What `lacuna train` prints with the same arguments.
fn trained(root: &Path, file: &str, arguments: &[&str]) -> Result<String> {
    let mut command = tools::cargo();
    command.args(["run", "--release", "--quiet", "--locked", "--", "train", "linear", "--data", file, "--index-base", "one"]);
    tools::output(command.args(["--initial-weights", "zero"]).args(arguments).current_dir(root))
}

/// The digits after `weights `, which both programs print last.
fn hash(text: &str) -> Result<&str> {
    let digits = text.trim_end().rsplit_once("weights ").map(|(_, digits)| digits);
    digits.filter(|digits| digits.len() == 16).with_context(|| format!("no hash of the weights in:\n{text}"))
}

/// Wrong input gives status 1 and one line.
fn check_refusal(command: &mut Command, expected: &str) -> Result<()> {
    let output = command.output().with_context(|| format!("{command:?}"))?;
    let message = String::from_utf8(output.stderr)?;
    let refused = output.status.code() == Some(1) && message.lines().count() == 1 && message.starts_with(expected);
    ensure!(refused, "{command:?}: {}, and prints:\n{message}\ninstead of:\n{expected}", output.status);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_last_word() {
        let program = "     2       0.5\n\n4 steps in 0.1 s, 40 steps/s; mse 0.5; weights 0123456789abcdef\n";
        assert_eq!(hash(program).unwrap(), "0123456789abcdef");
        assert_eq!(hash("weights 0123456789abcdef\n").unwrap(), "0123456789abcdef");
        assert!(hash("weights 0123\n").is_err());
        assert!(hash("").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_refusal_is_one_line_and_status_1() {
        let shell = |script: &str| {
            let mut command = Command::new("sh");
            command.args(["-c", script]);
            command
        };
        check_refusal(&mut shell("echo error: why not >&2; exit 1"), "error: why").unwrap();
        for script in ["echo error: why >&2", "echo error: why >&2; exit 2", "echo error: why >&2; echo more >&2; exit 1", "exit 1"] {
            assert!(check_refusal(&mut shell(script), "error: why").is_err(), "{script}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn no_tests_are_a_failure() {
        let said = |text: &str, status: u8| {
            let mut command = Command::new("sh");
            command.args(["-c", &format!("echo '{text}' >&2; exit {status}")]);
            command
        };
        tests(&mut said("Ran 3 tests in 0.1s", 0)).unwrap();
        for (text, status) in [("Ran 3 tests in 0.1s", 1), ("Ran 0 tests in 0.1s", 0), ("nothing", 0)] {
            assert!(tests(&mut said(text, status)).is_err(), "{text}");
        }
    }
}
