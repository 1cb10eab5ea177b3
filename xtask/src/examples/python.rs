//! The programs in Python: their tests, their types, and one that trains, which must print the bits of `lacuna train`.
use super::training::Training;
use crate::{Outcome, python, tools};
use anyhow::{Result, ensure};
use std::fs;
use std::path::Path;
use std::process::Command;

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
    fs::create_dir_all(&target)?;
    let python = python::environment()?;
    let run = |arguments: &[&str]| {
        let mut command = Command::new(&python);
        command.arg("-B").args(arguments).current_dir(&root);
        command
    };

    python::tests(&mut run(&["-m", "unittest", "discover", "--start-directory", "examples/python"]))?;
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
    // As the README says it, with its text.
    let found = Training::by(&mut run(&["examples/python/linear.py", DATA]))?;
    ensure!(
        tools::read(&folder.join("README.md"))?.contains(&format!("\nweights {}\n", found.hash)),
        "README.md has other weights than {}",
        found.hash
    );
    // One round, so that it cannot rot; it compares all results with SciPy's.
    tools::execute(&mut run(&["benches/python/products.py", "--only", "in cache", "--rounds", "1"]))?;
    Ok(Outcome::Passed)
}
