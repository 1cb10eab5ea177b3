//! Project chores, as `cargo xtask COMMAND`. `cargo xtask help` lists them.
// The list of kernels is gone through row by row.
#![recursion_limit = "512"]

mod arch;
mod capi;
mod cross;
mod dist;
mod examples;
mod exhaustive;
mod figures;
mod instructions;
mod kernel_table;
mod machines;
mod mutate;
mod no_std;
mod optimizer_lines;
mod packages;
mod program;
mod ptx;
mod python;
mod rust_src;
mod system;
mod tools;
mod tutorial;
mod web;

use anyhow::{Context, Result, bail, ensure};
use lexopt::prelude::*;
use std::fmt::{self, Display, Formatter};
use std::path::PathBuf;
use std::process::ExitCode;

const HELP: &str = "\
cargo xtask COMMAND

instructions [--check | --write] [--require]
    Counts the instructions of every kernel with valgrind (callgrind), on small
    fixed operands. --check (the default) compares with
    benches/baseline/instructions.csv and fails if a count is more than 2 % above
    it, or is missing in it; with another rustc, target or SIMD level than the
    baseline's it only reports. --write replaces the baseline.

no-std [--require]
    Builds the crate lacuna for thumbv7em-none-eabihf and wasm32-unknown-unknown
    and checks that it depends on neither std nor alloc. Uses the target's own core
    where it is installed (rustup target add TARGET), else builds core from
    rust-src: the sysroot's, target/rust-src/VERSION, or Debian's package.

kernel-table [--check]
    Writes the table of kernels into docs/kernels.md, between <!-- kernels:start --> and
    <!-- kernels:end -->. --check only compares, and fails if it is out of date.

packages
    Checks what the crates that are published would be on a registry: that they have
    all that a registry shows, licences, a readme without links into this
    repository, and dependencies that a registry has; and packs them together.

ptx [--check] [--require]
    Builds the entries of kernels-cuda/device as PTX for GPUs of compute capability
    8.0 and later, into kernels-cuda/ptx: a module for each family of kernels, one
    for numbers of 16 bits, and registers.csv, which says what each entry needs.
    --check builds into the target folder only and compares; with another rustc or
    LLVM than the recorded one it only reports differences. Either way it fails if
    the text has calls, functions, traps, local memory, fused (but in products of
    two dense matrices) or approximate arithmetic, float atomics, or arithmetic
    without a rounding, if entries and signatures differ, or if NVIDIA's ptxas does
    not take it or spills registers.
    ptxas is installed into the target folder the first time, by pip; PTXAS=FILE
    takes another. core is had as for no-std.

capi [--check] [--prefix DIR]
    Makes the headers lacuna.h, lacuna.hpp and lacuna_runtime.h in kernels-capi/include and
    runtime-capi/include (--check only compares them), builds the static and the shared library of kernels without std,
    and the shared one of readers and learners, and lays them out with the headers and the
    files for pkg-config and CMake below DIR (target/capi, if not given). Fails if a shared
    library exports anything but what its header declares.

dist [--url URL]
    Packs the libraries, headers and files for pkg-config and CMake into
    target/dist/lacuna-VERSION-TARGET.tar.gz, unpacks that again, and compiles and runs a
    program with it. Writes a recipe for Conan into target/dist/conan, which takes the
    archive from the folder URL (target/dist, if not given), and a port for vcpkg into
    target/dist/vcpkg.

conan [--install] [--require]
    The same, and installs the archive by Conan into a cache of its own, with the shared and
    with the static library, and compiles and runs a program with each. Conan, CMake and
    Ninja come from PyPI.

vcpkg [--require]
    The same, and installs the archive by the vcpkg in the folder VCPKG_ROOT, with the static
    and with the shared libraries, and compiles and runs a program with each.

mutate [NAME...] [--sample N] [--seed SEED]
    Plants faults in the committed PTX, one at a time, and runs it in the interpreter:
    golden cases, tests of devices, properties, those of its kernel first. Ends with a
    table of what found each, and fails if a fault is not found, or one that is said to
    be equivalent is. With names, only faults with one of them in theirs; --sample:
    one fault in N, drawn with a seed (that of the day, if not given).

exhaustive [NAME...]
    Compares the elementary functions with the exact ones for every f32: all of them,
    or only those named (exp, ln_1p, sigmoid ...). About a minute a function on two
    cores. Two oracles decide, and must agree: the f64 functions of the system with the
    lists of hard inputs in exact/hard, and CORE-MATH, which needs a C compiler.

python [--install] [--require]
    Builds the wheel of python/ as pip does, installs it into a fresh environment, and runs
    the package's tests and the checks of its types there, away from the checkout.

program [--wheel] [--install] [--require]
    Builds the program of the Python package python/cli: lacuna without what verifies
    kernels. Fails if it has more than 20 MB, or needs a library beside those of the system.
    --wheel: builds its wheel as pip does, too, installs that into a fresh environment, and
    runs the commands of its page.

web [--install] [--require]
    Makes the npm package of web/ in target/web, installs it into a fresh project, and
    tests it there, in Node.js and in Chromium.

examples [NAME...] [--install] [--require]
    Builds, runs and checks the programs of examples/, or only those named.

tutorial [--install] [--require]
    Runs every command of docs/tutorial.md in one shell, from the workspace's root, and
    fails if one fails or prints something else than the page shows.

arch [NAME...] [--install] [--require]
    Runs the golden cases on this machine at each SIMD level of its processor
    (native), and their calls of the C ABI on other processors: aarch64 and riscv64gc in
    qemu-user, wasm32 in node, thumbv7em in qemu-system. The targets aarch64-programs and
    riscv64gc-programs run the whole verifier and the trainings there. All must give the
    same bits. Ends with a table. With names, runs those targets only.

machines [--install] [--require]
    Builds runtime and program with the feature mpi, and runs ranks with mpirun on this machine:
    1 to 8 of them whose messages must be those of threads, and 4 of which one fails,
    ends, hangs or is killed: all others must end in time and say which one it was. Then
    programs: on 1, 2, 3, 4 and 8 ranks they must write the same file, also after ranks
    were killed at random moments: as often as LACUNA_KILLS says, 5 times if it is not set, while
    they write one file, and as often while they write shards.

--install: install packages of the system that are missing, as root of a Debian
system. Without it, unless the environment has CI, they are named, and what needs them
is skipped.
--require: fail where the command would be skipped because something is not
installed.
";

/// What a command has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Passed,
    Failed,
    /// Something that it needs is not there.
    Skipped(String),
}

/// An error that makes a command be skipped: something that it needs is not there.
#[derive(Debug)]
pub(crate) struct Missing(pub(crate) String);

impl Display for Missing {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Missing {}

impl Outcome {
    /// What is missing is no error yet.
    pub(crate) fn of(result: Result<Self>) -> Result<Self> {
        result.or_else(|error| if error.is::<Missing>() { Ok(Self::Skipped(format!("{error:#}"))) } else { Err(error) })
    }
}

/// Those of the named things that were asked for, or all.
pub(crate) fn chosen<T: Copy>(all: &[(&'static str, T)], names: &[String]) -> Result<Vec<(&'static str, T)>> {
    if let Some(name) = names.iter().find(|name| !all.iter().any(|(known, _)| known == name)) {
        bail!("no {name}; there are: {}", all.iter().map(|(known, _)| *known).collect::<Vec<_>>().join(", "));
    }
    Ok(all.iter().copied().filter(|(known, _)| names.is_empty() || names.iter().any(|name| name == known)).collect())
}

#[derive(Default)]
struct Options {
    names: Vec<String>,
    prefix: Option<PathBuf>,
    url: Option<String>,
    sample: mutate::Sample,
    given: Vec<String>,
}

impl Options {
    fn has(&self, option: &str) -> bool {
        self.given.iter().any(|given| given == option)
    }
}

/// A command's name, what may follow it beside `--require`, and what carries it out.
type Command = (&'static str, &'static [&'static str], fn(&Options) -> Result<Outcome>);

const COMMANDS: &[Command] = &[
    ("instructions", &["check", "write"], |options| instructions::run(options.has("write"))),
    ("no-std", &[], |_| no_std::run()),
    ("kernel-table", &["check"], |options| kernel_table::run(options.has("check"))),
    ("packages", &[], |_| packages::run()),
    ("ptx", &["check"], |options| ptx::run(options.has("check"))),
    ("capi", &["check", "prefix"], |options| capi::run(options.has("check"), options.prefix.clone())),
    ("dist", &["url"], |options| dist::run(options.url.as_deref())),
    ("conan", &["install"], |_| dist::run_conan()),
    ("vcpkg", &[], |_| dist::run_vcpkg()),
    ("mutate", &["NAME", "sample", "seed"], |options| mutate::run(&options.names, options.sample)),
    ("exhaustive", &["NAME"], |options| exhaustive::run(&options.names)),
    ("python", &["install"], |_| python::run()),
    ("program", &["wheel", "install"], |options| program::run(options.has("wheel"))),
    ("examples", &["NAME", "install"], |options| examples::run(&options.names)),
    ("web", &["install"], |_| web::run()),
    ("tutorial", &["install"], |_| tutorial::run()),
    ("machines", &["install"], |_| machines::run()),
    ("arch", &["NAME", "install"], |options| arch::run(&options.names)),
];

fn run() -> Result<bool> {
    let (mut command, mut options) = (None, Options::default());
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("help") | Short('h') => command = Some("help".to_owned()),
            Long("prefix") => {
                options.prefix = Some(parser.value()?.into());
                options.given.push("prefix".to_owned());
            }
            Long("url") => {
                options.url = Some(parser.value()?.string()?);
                options.given.push("url".to_owned());
            }
            Long("sample") => {
                options.sample.one_in = Some(parser.value()?.parse()?);
                options.given.push("sample".to_owned());
            }
            Long("seed") => {
                options.sample.seed = Some(parser.value()?.parse()?);
                options.given.push("seed".to_owned());
            }
            Long(name) => options.given.push(name.to_owned()),
            Value(value) if command.is_none() => command = Some(value.string()?),
            Value(value) => options.names.push(value.string()?),
            other => bail!("{}; see cargo xtask help", other.unexpected()),
        }
    }
    let Some(command) = command.filter(|command| command != "help") else {
        print!("{HELP}");
        return Ok(true);
    };
    let (_, known, run) = COMMANDS
        .iter()
        .find(|(name, ..)| *name == command)
        .with_context(|| format!("no command {command}; see cargo xtask help"))?;
    let unknown = options.given.iter().find(|given| *given != "require" && !known.contains(&given.as_str()));
    ensure!(
        unknown.is_none(),
        "{command} has no option --{}; see cargo xtask help",
        unknown.map_or("", String::as_str)
    );
    let names = options.names.first().filter(|_| !known.contains(&"NAME"));
    ensure!(names.is_none(), "unexpected argument {}; see cargo xtask help", names.map_or("", String::as_str));
    ensure!(!(options.has("check") && options.has("write")), "--check and --write exclude each other");
    if options.has("install") || std::env::var_os("CI").is_some_and(|value| !value.is_empty()) {
        system::allow_installation();
    }
    match Outcome::of(run(&options))? {
        Outcome::Passed => Ok(true),
        Outcome::Failed => Ok(false),
        Outcome::Skipped(reason) if options.has("require") => bail!("skipped, and --require was given: {reason}"),
        Outcome::Skipped(reason) => {
            println!("skipped: {reason}");
            Ok(true)
        }
    }
}

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
