//! The command line of `lacuna golden`.
use clap::{Args, Subcommand};
use lacuna::dispatch::Level;
use std::path::PathBuf;

/// Arguments of `lacuna golden`.
#[derive(Args, Clone, Debug)]
pub struct GoldenArguments {
    /// What to do.
    #[command(subcommand)]
    pub command: GoldenCommand,
    /// An object of JSON a line instead of text
    #[arg(long, global = true)]
    pub json: bool,
}

/// What `lacuna golden` does.
#[derive(Clone, Debug, Subcommand)]
pub enum GoldenCommand {
    /// Writes the results of all fixtures, as DIR/OPERATOR.safetensors
    Write {
        /// Where to
        #[arg(value_name = "DIR")]
        directory: PathBuf,
        /// Directories of fixtures [default: the project's fixtures]
        #[arg(long, value_name = "DIR", num_args = 1..)]
        fixtures: Vec<PathBuf>,
        /// What computes them, of: scalar, cpu, capi, ptx-vm, cuda, runtime
        #[arg(long, value_name = "NAME", default_value = "scalar")]
        backend: String,
    },
    /// Compares results by bits: those that are there with those that this machine computes, or with those of another
    /// program
    Check {
        /// The results that should be right
        #[arg(value_name = "DIR")]
        directory: PathBuf,
        /// Directories of fixtures [default: the project's fixtures]
        #[arg(long, value_name = "DIR", num_args = 1.., conflicts_with = "other")]
        fixtures: Vec<PathBuf>,
        /// Compares with the results in this directory, instead of computing them
        #[arg(long, value_name = "DIR")]
        other: Option<PathBuf>,
        /// What computes them here, of: scalar, cpu, capi, ptx-vm, cuda, runtime
        #[arg(long, value_name = "NAME", default_value = "scalar", conflicts_with = "other")]
        backend: String,
    },
    /// Makes the calls of all fixtures through the C library, and compares the hash of each case's answers with the
    /// project's list, which is the same for every processor
    Hashes {
        /// The list [default: fixtures/hashes.txt of the project]
        #[arg(value_name = "FILE")]
        list: Option<PathBuf>,
        /// Writes the list instead
        #[arg(long)]
        write: bool,
        /// Writes the calls, for a replay on another processor
        #[arg(long, value_name = "FILE")]
        record: Option<PathBuf>,
        /// The shared library [default: the functions that this program is linked with]
        #[arg(long, value_name = "FILE")]
        library: Option<PathBuf>,
        /// The SIMD level, of: baseline, avx2, avx512 [default: the best of this processor]
        #[arg(long, value_name = "LEVEL", value_parser = level)]
        level: Option<Level>,
    },
}

fn level(text: &str) -> Result<Level, String> {
    Level::ALL
        .iter()
        .copied()
        .find(|level| level.name() == text)
        .ok_or_else(|| "must be baseline, avx2 or avx512".to_owned())
}
