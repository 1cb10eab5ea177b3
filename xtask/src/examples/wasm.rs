//! The example for WebAssembly: the whole C ABI and the part that the page needs as modules, tested in Node.js and in Chromium, to the bits of `lacuna train`.
use crate::cross::{self, Library};
use crate::packages::{self, Package};
use crate::{Outcome, tools};
use anyhow::{Context, Result, ensure};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";
const NODE: Package = Package { provides: "node", name: "nodejs" };
const BROWSER: Package = Package { provides: "chromium", name: "chromium" };
/// Those that the tests of the page look for.
const BROWSERS: &[&str] = &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Every browser of the last years has it, and wide products are many times faster.
const FLAGS: &str = "-Ctarget-feature=+simd128";
/// One page is plenty: a kernel takes some KiB. It lies below all else, so that a stack that is too small is a trap.
const STACK: &str = "-zstack-size=65536";

/// What the page takes besides the modules.
const SAMPLE: &str = "data/agaricus.train.libsvm";
const AWKWARD: &str = "examples/wasm/tests/awkward.libsvm";
const TESTS: &[&str] = &["layout", "calls", "libsvm", "linear"];

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

/// Percent that the README may be wrong by.
const MARGIN: u64 = 5;

pub(crate) fn run() -> Result<Outcome> {
    if let Err(reason) = packages::provide(&[NODE])? {
        return Ok(Outcome::Skipped(reason));
    }
    let folder = tools::root()?.join("examples/wasm");
    let output = tools::target()?.join("examples/wasm");
    let library = match build(&folder, &output)? {
        Ok(library) => library,
        Err(reason) => return Ok(Outcome::Skipped(reason)),
    };
    tools::execute(&mut test(&folder, TESTS))?;
    tools::execute(node().arg(folder.join("bench.mjs")).arg(folder.join("build/lacuna.wasm")))?;
    let native = native()?;
    let differences = [bits(&native)?, refusals(&native, &output)?, sizes(&folder, library)?].concat();
    if !differences.is_empty() {
        println!("{}", differences.join("\n"));
        return Ok(Outcome::Failed);
    }

    if env::var_os("CHROMIUM").is_none() && !BROWSERS.iter().any(|name| packages::find(name).is_some()) {
        let installed = packages::provide(&[BROWSER]).unwrap_or_else(|error| Err(format!("{error:#}")));
        if let Err(reason) = installed {
            return Ok(Outcome::Skipped(format!("the page: {reason}")));
        }
    }
    tools::execute(test(&folder, &["page"]).env("PICTURES", &output))?;
    println!("pictures of the page are in {}", output.display());
    Ok(Outcome::Passed)
}

/// Makes both modules, and puts them where the page and the program for Node.js look for them. Says why if there is no `core` or no linker.
fn build(folder: &Path, output: &Path) -> Result<Result<Library, String>> {
    let mut build = tools::cargo();
    build.current_dir(tools::root()?).env("RUSTFLAGS", FLAGS);
    build.args(["rustc", "--quiet", "--locked", "--package", "lacuna-capi", "--lib", "--profile", "capi", "--no-default-features"]);
    build.args(["--features", "panic-handler", "--crate-type", "cdylib,staticlib", "--target-dir"]).arg(output);
    let library = match cross::provide(&mut build, TARGET, "core")? {
        Ok(library) => library,
        Err(reason) => return Ok(Err(reason)),
    };
    build.args(["--", "-Clink-arg=--strip-all"]).arg(format!("-Clink-arg={STACK}"));
    tools::execute(&mut build)?;
    let Some(mut link) = linker()? else {
        return Ok(Err("neither rust-lld nor wasm-ld is there".to_owned()));
    };
    let (built, site) = (output.join(TARGET).join("capi"), folder.join("build"));
    fs::create_dir_all(&site).with_context(|| site.display().to_string())?;
    let list = folder.join("linear.exports");
    let exports = fs::read_to_string(&list).with_context(|| list.display().to_string())?;
    link.args(["--no-entry", "--gc-sections", "--stack-first", "--strip-all", "--export=__heap_base", STACK]);
    link.args(exports.lines().map(|name| format!("--export={name}")));
    tools::execute(link.arg(built.join("liblacuna_capi.a")).arg("-o").arg(site.join("linear.wasm")))?;
    for (from, name) in [(built.join("lacuna_capi.wasm"), "lacuna.wasm"), (tools::root()?.join(SAMPLE), "agaricus.train.libsvm")] {
        fs::copy(&from, site.join(name)).with_context(|| from.display().to_string())?;
    }
    Ok(Ok(library))
}

/// The linker that rustc has with it, or another one for this target.
fn linker() -> Result<Option<Command>> {
    let sysroot = tools::output(tools::rustc().args(["--print", "sysroot"]))?;
    let programs = PathBuf::from(sysroot.trim()).join("lib/rustlib").join(tools::rustc_field("host")?).join("bin");
    let own = ["rust-lld", "rust-lld.exe"].map(|name| programs.join(name)).into_iter().find(|file| file.exists());
    let Some(lld) = own.or_else(|| packages::find("rust-lld")) else {
        return Ok(packages::find("wasm-ld").map(Command::new));
    };
    let mut command = Command::new(lld);
    command.args(["-flavor", "wasm"]);
    Ok(Some(command))
}

fn node() -> Command {
    Command::new(NODE.provides)
}

fn test(folder: &Path, names: &[&str]) -> Command {
    let mut command = node();
    command.args(["--test", "--test-reporter=spec"]).args(names.iter().map(|name| folder.join("tests").join(format!("{name}.test.mjs"))));
    command
}

/// The program `lacuna`, built.
fn native() -> Result<PathBuf> {
    tools::execute(tools::cargo().current_dir(tools::root()?).args(["build", "--release", "--quiet", "--locked"]))?;
    Ok(tools::target()?.join("release").join(format!("lacuna{}", env::consts::EXE_SUFFIX)))
}

/// The program for Node.js and that for this processor, for one file.
fn programs(native: &Path, data: &Path) -> Result<[Command; 2]> {
    let (mut node, mut native) = (node(), Command::new(native));
    node.arg("examples/wasm/linear-node.mjs").arg(data);
    native.args(["train", "linear", "--initial-weights", "zero", "--data"]).arg(data);
    for program in [&mut node, &mut native] {
        program.current_dir(tools::root()?);
    }
    Ok([node, native])
}

/// Trainings that do not end with the same bits.
fn bits(native: &Path) -> Result<Vec<String>> {
    let mut differences = Vec::new();
    for (data, options) in TRAININGS {
        let mut found = Vec::new();
        for mut program in programs(native, Path::new(data))? {
            found.push(training(&tools::output(program.args(*options))?)?);
        }
        let name = format!("{data} {}", options.join(" "));
        match &found[..] {
            [node, native] if node == native => println!("{name}: weights {} in Node.js and on this processor", node.hash),
            found => differences.push(format!("{name}: not the same bits: {found:?}")),
        }
    }
    Ok(differences)
}

/// What a program prints of its training.
#[derive(Debug, PartialEq, Eq)]
struct Training {
    /// Epoch and loss.
    epochs: Vec<(u32, String)>,
    hash: String,
}

fn training(text: &str) -> Result<Training> {
    let epoch = |line: &str| {
        let mut cells = line.split_whitespace();
        let (epoch, loss) = (cells.next()?.parse().ok()?, cells.next()?);
        loss.parse::<f64>().ok().map(|_| (epoch, loss.to_owned()))
    };
    let epochs: Vec<_> = text.lines().filter_map(epoch).collect();
    let hash = text.lines().find_map(|line| line.split_once("; weights ")).map_or("", |(_, hash)| hash.trim());
    ensure!(!epochs.is_empty() && hash.len() == 16 && u64::from_str_radix(hash, 16).is_ok(), "no losses or no hash:\n{text}");
    Ok(Training { epochs, hash: hash.to_owned() })
}

/// Wrong texts of which the two programs say different things. (The one for this processor may add what its options could do.)
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

/// Sizes of the modules that are not those of the README, if that was written after this compiler.
fn sizes(folder: &Path, library: Library) -> Result<Vec<String>> {
    let readme = fs::read_to_string(folder.join("README.md"))?;
    let mut differences = Vec::new();
    for name in ["lacuna.wasm", "linear.wasm"] {
        let file = folder.join("build").join(name);
        let gzip = "zlib.gzipSync(fs.readFileSync(process.argv[1]), { level: 9 }).length";
        let compressed = tools::output(node().args(["-p", gzip]).arg(&file))?;
        let found = [fs::metadata(&file)?.len(), compressed.trim().parse()?];
        println!("{name}: {} bytes, {} of them with gzip", found[0], found[1]);
        differences.extend(wrong_row(&readme, name, found)?);
    }
    let same_compiler = library == Library::Source && readme.contains(&format!("rustc {}", tools::rustc_field("release")?));
    if !same_compiler {
        println!("README.md has the sizes of another compiler{}", if differences.is_empty() { "" } else { ", and they differ" });
        differences.clear();
    }
    Ok(differences)
}

/// The README's row for a module, `| name | bytes | bytes with gzip |`, if it is beyond the margin.
fn wrong_row(readme: &str, name: &str, found: [u64; 2]) -> Result<Option<String>> {
    let row = readme.lines().find_map(|line| line.strip_prefix(&format!("| `{name}` |")));
    let row = row.with_context(|| format!("README.md has no row for {name}"))?;
    let written: Vec<u64> = row.split('|').take(found.len()).filter_map(|cell| cell.replace(',', "").trim().parse().ok()).collect();
    ensure!(written.len() == found.len(), "README.md has {} sizes for {name}", written.len());
    let wrong = written.iter().zip(found).any(|(written, found)| found.abs_diff(*written) * 100 > written * MARGIN);
    Ok(wrong.then(|| format!("{name}: {found:?} bytes, more than {MARGIN} % from the {written:?} of README.md")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_and_hash_of_both_programs() {
        let end = "mse 1e-5; weights 00ab00ab00ab00ab\n";
        let native = format!(
            "data  x: 1 row\n\n epoch  mse  seconds  rows/s\n 1  0.50  0.1  10\n 2  1e-5  0.1  10\n\n2 steps in 0.2 s, 5 steps/s; {end}"
        );
        let node = format!(" epoch  mse  seconds\n     1  0.50  0.3\n     2  1e-5  0.4\n\n2 steps in 0.7 s; {end}");
        let found = training(&native).unwrap();
        assert_eq!(found.epochs, [(1, "0.50".to_owned()), (2, "1e-5".to_owned())]);
        assert_eq!(found, training(&node).unwrap());
        assert_ne!(found, training(&node.replace("0.50", "0.51")).unwrap());
        assert_ne!(found, training(&node.replace("00ab\n", "00ac\n")).unwrap());
        assert!(training(&node.replace("weights", "hash")).is_err());
        assert!(training(&node.replace("00ab\n", "\n")).is_err());
        assert!(training("; weights 00ab00ab00ab00ab\n").is_err());
    }

    #[test]
    fn sizes_beyond_the_margin_are_told() {
        let readme = "| module | bytes | gzip | what |\n|---|---|---|---|\n| `linear.wasm` | 10,000 | 2,000 | 3 |\n";
        assert_eq!(wrong_row(readme, "linear.wasm", [10_500, 1900]).unwrap(), None);
        assert!(wrong_row(readme, "linear.wasm", [10_501, 2000]).unwrap().is_some());
        assert!(wrong_row(readme, "linear.wasm", [10_000, 1899]).unwrap().unwrap().contains("1899"));
        assert!(wrong_row(readme, "lacuna.wasm", [10_000, 2000]).is_err());
    }
}
