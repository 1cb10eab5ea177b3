//! Project chores, as `cargo xtask COMMAND`. `cargo xtask help` lists them.
mod arch;
mod baseline;
mod capi;
mod cross;
mod examples;
mod instructions;
mod kernel_table;
mod no_std;
mod packages;
mod ptx;
mod rust_src;
mod tools;

use anyhow::{Result, bail};
use lexopt::prelude::*;
use std::path::PathBuf;
use std::process::ExitCode;

const HELP: &str = "\
cargo xtask COMMAND

instructions [--check | --write] [--require]
    Counts the instructions of every kernel with valgrind and gungraun, on small
    fixed operands. --check (the default) compares with
    benches/baseline/instructions.csv and fails if a count is more than 2 % above
    it, or is missing in it; with another rustc, target or SIMD level than the
    baseline's it only reports. --write replaces the baseline. The runner of
    gungraun's version is installed into the target folder the first time (2 to 3
    minutes); GUNGRAUN_RUNNER=FILE takes another.

no-std [--require]
    Builds the crate lacuna for thumbv7em-none-eabihf and wasm32-unknown-unknown
    and checks that it depends on neither std nor alloc. Uses the target's own core
    where it is installed (rustup target add TARGET), else builds core from
    rust-src: the sysroot's, target/rust-src/VERSION, or Debian's package.

kernel-table [--check]
    Writes the table of kernels into README.md, between <!-- kernels:start --> and
    <!-- kernels:end -->. --check only compares, and fails if it is out of date.

ptx [--check] [--require]
    Builds the entries of kernels-cuda/device as PTX for GPUs of compute capability
    8.0 and later, into kernels-cuda/ptx: lacuna.ptx, the list entries.txt, and
    registers.csv, which says what each entry needs. --check builds into the target
    folder only and compares; with another rustc or LLVM than the recorded one it
    only reports differences. Either way it fails if the text has calls, functions,
    traps, local memory, fused or approximate arithmetic, float atomics, or
    arithmetic without a rounding, if a kernel lacks an entry, or if NVIDIA's ptxas
    does not take it or spills registers. ptxas is installed into the target folder
    the first time, by pip; PTXAS=FILE takes another. core is had as for no-std.

capi [--check] [--prefix DIR]
    Makes kernels-capi/include/lacuna.h (--check only compares it), builds the static
    and the shared C library without std, and lays them out with the header and the
    files for pkg-config and CMake below DIR (target/capi, if not given). Fails if the
    shared library exports anything but what the header declares.

examples [NAME...] [--require]
    Builds, runs and checks the programs of examples/, or only those named.

arch [NAME...] [--require]
    Runs the golden cases on this machine at each SIMD level of its processor
    (native), and on other processors: aarch64 and riscv64gc in qemu-user, wasm32 in
    node, thumbv7em in qemu-system. All must give the same bits. Ends with a table.
    With names, runs those targets only.

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

fn main() -> ExitCode {
    match run() {
        Ok(Outcome::Passed) => ExitCode::SUCCESS,
        Ok(Outcome::Failed | Outcome::Skipped(_)) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

#[derive(Default)]
struct Options {
    names: Vec<String>,
    prefix: Option<PathBuf>,
    check: bool,
    write: bool,
    require: bool,
}

fn run() -> Result<Outcome> {
    let (mut command, mut options) = (None, Options::default());
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("check") => options.check = true,
            Long("write") => options.write = true,
            Long("prefix") => options.prefix = Some(parser.value()?.into()),
            Long("require") => options.require = true,
            Long("help") | Short('h') => command = Some("help".to_owned()),
            Value(value) if command.is_none() => command = Some(value.string()?),
            Value(value) => options.names.push(value.string()?),
            other => bail!("{}; see cargo xtask help", other.unexpected()),
        }
    }
    if let (Some(name), true) = (options.names.first(), !matches!(command.as_deref(), Some("examples" | "arch"))) {
        bail!("unexpected argument {name}; see cargo xtask help");
    }
    if options.prefix.is_some() && command.as_deref() != Some("capi") {
        bail!("--prefix belongs to capi; see cargo xtask help");
    }
    let outcome = match (command.as_deref(), &options) {
        (Some("instructions"), Options { check: true, write: true, .. }) => bail!("--check and --write exclude each other"),
        (Some("instructions"), Options { write, .. }) => instructions::run(*write)?,
        (Some("no-std"), Options { check: false, write: false, .. }) => no_std::run()?,
        (Some("kernel-table"), Options { check, write: false, require: false, .. }) => kernel_table::run(*check)?,
        (Some("ptx"), Options { check, write: false, .. }) => ptx::run(*check)?,
        (Some("capi"), Options { check, write: false, prefix, .. }) => capi::run(*check, prefix.clone())?,
        (Some("examples"), Options { names, check: false, write: false, .. }) => examples::run(names)?,
        (Some("arch"), Options { names, check: false, write: false, .. }) => arch::run(names)?,
        (Some("help") | None, _) => {
            print!("{HELP}");
            Outcome::Passed
        }
        (Some("no-std" | "kernel-table" | "ptx" | "capi" | "examples" | "arch"), _) => {
            bail!("an option does not belong to the command; see cargo xtask help")
        }
        (Some(other), _) => bail!("no command {other}; see cargo xtask help"),
    };
    match outcome {
        Outcome::Skipped(reason) if !options.require => {
            println!("skipped: {reason}");
            Ok(Outcome::Passed)
        }
        Outcome::Skipped(reason) => {
            println!("failed, as --require was given: {reason}");
            Ok(Outcome::Skipped(reason))
        }
        outcome => Ok(outcome),
    }
}
