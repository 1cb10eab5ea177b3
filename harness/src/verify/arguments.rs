//! The command line of `lacuna verify`.
use clap::Args;
use std::path::PathBuf;

/// Runs golden cases on every backend: results against the exact ones, and all backends against each other by bits.
#[derive(Args, Clone, Debug, Default)]
pub struct VerifyArguments {
    /// Directories of OPERATOR.safetensors and OPERATOR/CASE.safetensors [default: the project's fixtures]
    #[arg(long, value_name = "DIR", num_args = 1..)]
    pub fixtures: Vec<PathBuf>,
    /// Backends to run, of: all, scalar, cpu, capi, ptx-vm, cuda, runtime
    #[arg(long, value_name = "NAME", value_delimiter = ',', default_value = "all")]
    pub backend: Vec<String>,
    /// Only cases with this in their OPERATOR/CASE
    #[arg(long, value_name = "TEXT")]
    pub filter: Option<String>,
    /// Backends that must have run, or it is a failure
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub require: Vec<String>,
    /// Numbers of threads of the cpu backend
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "1,2,7")]
    pub threads: Vec<usize>,
    /// The shared library of the backend capi [default: the functions that this program is linked with]
    #[arg(long, value_name = "FILE")]
    pub library: Option<PathBuf>,
    /// Writes the report as JSON, too
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
}
