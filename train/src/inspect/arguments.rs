//! The command line of `lacuna inspect`.
use clap::Args;
use std::path::PathBuf;

/// Arguments of `lacuna inspect`.
#[derive(Clone, Debug, Default, Args)]
#[command(
    after_help = "Files are known by their first bytes, or else by their extension: .params of MXNet, safetensors, .npy and\n\
        .npz of NumPy and SciPy, Matrix Market (.mtx) and LibSVM (.libsvm, .svm, .txt, .data). A file is read whole.\n\n\
        Memory is that of this array in each storage type, with indices of 8 bytes. A sparse form takes less than\n\
        the dense one below its break-even point: csr by the density, row_sparse by the share of rows with an\n\
        element that is not 0."
)]
pub struct InspectArguments {
    /// The file; - is standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Show only this array, or all that are named ARRAY/...; those without a name are called by their number from 0
    #[arg(long, value_name = "ARRAY")]
    pub name: Option<String>,
    /// Draw how long the rows of the array are; --name chooses it where there are several
    #[arg(long, value_name = "FILE.svg")]
    pub svg: Option<PathBuf>,
}
