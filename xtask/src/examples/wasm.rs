//! The example for WebAssembly: the npm package, and a module of what the page needs, tested in Node.js and in Chromium,
//! to the bits of `lacuna train`.
use super::training::Training;
use crate::system::{self, Package};
use crate::web::{self, Built};
use crate::{Missing, Outcome, figures, tools};
use anyhow::{Context, Result};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const BROWSER: Package = Package { provides: "chromium", name: "chromium" };
/// Those that the tests of the page look for.
const BROWSERS: &[&str] = &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// The types and the families of the page's training.
const LINEAR: &str = "f32,i32,dot,optim";

/// What the page takes besides the modules.
const SAMPLE: &str = "data/agaricus.train.libsvm";
const AWKWARD: &str = "examples/wasm/tests/awkward.libsvm";
const TESTS: &[&str] = &["linear"];

/// Data and options of trainings that must give the same bits in Node.js and on this processor.
const TRAININGS: &[(&str, &[&str])] = &[
    (SAMPLE, &["--epochs", "10"]),
    (SAMPLE, &["--epochs", "3", "--dtype", "f64"]),
    (SAMPLE, &["--epochs", "3", "--batch-size", "1000", "--learning-rate", "0.1", "--momentum", "0"]),
    (AWKWARD, &["--epochs", "50", "--batch-size", "2", "--learning-rate", "0.03"]),
    (AWKWARD, &["--epochs", "50", "--batch-size", "3", "--learning-rate", "0.03", "--dtype", "f64"]),
];

/// Texts that are refused.
const WRONG: &[&str] = &[
    "",
    "1\n",
    "x 1:1\n",
    "1 1:1\r\n\n0,1 1:1",
    "1:w 1:1",
    "1 qid:-1 1:1",
    "1 1:1\t-2:1",
    "1 1:1 2",
    "1 1:1 2:",
    "1 1:1 2:1e # 3",
    "1 1:inf",
    "1 1:1 1:1",
    "1 3:1 # 4:\n1 3:1 2:1\n",
    "1 1:1 \r 2:1",
    "1 1:'\u{e9}\\\"",
    "1 1:yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy",
];

pub(crate) fn run() -> Result<Outcome> {
    let folder = tools::root()?.join("examples/wasm");
    let output = tools::target()?.join("examples/wasm");
    let built = build(&folder, &output)?;
    tools::execute(&mut test(&folder, TESTS))?;
    tools::execute(node().arg(folder.join("bench.mjs")).arg(folder.join("build/lacuna-sparse/wasm/kernels.wasm")))?;
    let native = tools::lacuna()?;
    let differences = [bits(&native)?, refusals(&native, &output)?, sizes(&folder, &built)?].concat();
    if !differences.is_empty() {
        println!("{}", differences.join("\n"));
        return Ok(Outcome::Failed);
    }

    if env::var_os("CHROMIUM").is_none() && !BROWSERS.iter().any(|name| system::find(name).is_some()) {
        system::provide(&[BROWSER]).context("the page")?;
    }
    tools::execute(test(&folder, &["page"]).env("PICTURES", &output))?;
    println!("pictures of the page are in {}", output.display());
    Ok(Outcome::Passed)
}

/// Puts the package, and the module of the page, where the page and the program for Node.js look for them.
fn build(folder: &Path, output: &Path) -> Result<Built> {
    let built = web::assemble()?;
    let site = folder.join("build");
    let package = site.join("lacuna-sparse");
    fs::create_dir_all(package.join("wasm")).with_context(|| package.display().to_string())?;
    for part in ["", "wasm"] {
        for file in fs::read_dir(built.folder.join(part))? {
            let file = file?;
            if file.file_type()?.is_file() {
                fs::copy(file.path(), package.join(part).join(file.file_name()))?;
            }
        }
    }
    fs::copy(tools::root()?.join(SAMPLE), site.join("agaricus.train.libsvm"))?;

    let (mut part, _) = web::compile_wide("lacuna-capi", &format!("panic-handler,{LINEAR}"), output)?;
    tools::execute(part.args(["--crate-type", "staticlib"]))?;
    let mut link = linker()?;
    let exports = tools::read(&folder.join("linear.exports"))?;
    link.args(["--no-entry", "--gc-sections", "--stack-first", "--strip-all", "--export=__heap_base", web::STACK]);
    link.args(exports.lines().map(|name| format!("--export={name}")));
    let archive = web::artefact(output, "liblacuna_capi.a");
    tools::execute(link.arg(archive).arg("-o").arg(site.join("linear.wasm")))?;
    Ok(built)
}

/// The linker that rustc has with it, or another one for this target.
fn linker() -> Result<Command> {
    let sysroot = tools::output(tools::rustc().args(["--print", "sysroot"]))?;
    let programs = PathBuf::from(sysroot.trim()).join("lib/rustlib").join(tools::rustc_field("host")?).join("bin");
    let own = ["rust-lld", "rust-lld.exe"].map(|name| programs.join(name)).into_iter().find(|file| file.exists());
    let Some(lld) = own.or_else(|| system::find("rust-lld")) else {
        return system::find("wasm-ld")
            .map(Command::new)
            .with_context(|| Missing("neither rust-lld nor wasm-ld is there".to_owned()));
    };
    let mut command = Command::new(lld);
    command.args(["-flavor", "wasm"]);
    Ok(command)
}

fn node() -> Command {
    Command::new("node")
}

fn test(folder: &Path, names: &[&str]) -> Command {
    let mut command = node();
    command
        .args(["--test", "--test-reporter=spec"])
        .args(names.iter().map(|name| folder.join("tests").join(format!("{name}.test.mjs"))));
    command
}

/// The program for Node.js and that for this processor, for one file.
fn programs(native: &Path, data: &Path) -> Result<[Command; 2]> {
    let (mut node, mut native) = (node(), Command::new(native));
    node.arg("examples/wasm/linear-node.mjs").arg(data);
    native.args(["train", "linear", "--preset", "mxnet", "--initial-weights", "zero", "--data"]).arg(data);
    for program in [&mut node, &mut native] {
        program.current_dir(tools::root()?);
    }
    Ok([node, native])
}

/// Trainings that do not end with the same bits.
fn bits(native: &Path) -> Result<Vec<String>> {
    let mut differences = Vec::new();
    for (data, options) in TRAININGS {
        let [mut node, mut native] = programs(native, Path::new(data))?;
        let [node, native] = [Training::by(node.args(*options))?, Training::by(native.args(*options))?];
        let name = format!("{data} {}", options.join(" "));
        if node.agrees(&native) {
            println!("{name}: weights {} in Node.js and on this processor", node.hash);
        } else {
            differences.push(format!("{name}: {node:?} in Node.js, {native:?} on this processor"));
        }
    }
    Ok(differences)
}

/// Wrong texts of which the two programs say different things. (The one for this processor may add what its options
/// could do.)
fn refusals(native: &Path, output: &Path) -> Result<Vec<String>> {
    let file = output.join("wrong.libsvm");
    let mut differences = Vec::new();
    for text in WRONG {
        fs::write(&file, text)?;
        let [mut node, mut native] = programs(native, &file)?;
        let (node, native) = (node.output()?, native.output()?);
        let (said, expected) = (String::from_utf8(node.stderr)?, String::from_utf8(native.stderr)?);
        let one_line = said.lines().count() == 1 && said.starts_with("error: ") && node.status.code() == Some(1);
        if !one_line || native.status.success() || !expected.starts_with(said.trim_end()) {
            differences.push(format!("{text:?}: {}, {said:?}, not {expected:?}", node.status));
        }
    }
    Ok(differences)
}

/// Whether the module is of another size than the README says.
fn sizes(folder: &Path, built: &Built) -> Result<Vec<String>> {
    let found = figures::sizes(&folder.join("build/linear.wasm"))?;
    println!("linear.wasm: {} bytes, {} of them with gzip", found[0], found[1]);
    figures::differences("examples/wasm/README.md", built.library, &[("`linear.wasm`", found)])
}
