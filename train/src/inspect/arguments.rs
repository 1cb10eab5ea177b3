//! The command line of `lacuna inspect`.
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use lacuna_runtime::array::file::{Format, LoadOptions};
use std::path::PathBuf;

/// Arguments of `lacuna inspect`.
#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Files are known by their first bytes, or else by their extension: .params of MXNet, safetensors, .npy and \
        .npz of NumPy and SciPy, Matrix Market (.mtx) and LibSVM (.libsvm, .svm, .txt, .data, or a first row like \
        -1 3:1 11:1). --format says it instead. A file is read whole.\n\n\
        Memory is that of this array in each storage type, with indices of 8 bytes. A sparse form takes less than \
        the dense one below its break-even point: csr by the density, row_sparse by the share of rows with an \
        element that is not 0.\n\n\
        What is in the file beside arrays is listed with its type. With --name nothing else is decoded."
)]
pub struct InspectArguments {
    /// The file; - is standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// What the file is, where neither its first bytes nor its name tell
    #[arg(long, value_name = "FORMAT", value_parser = format())]
    pub format: Option<Format>,
    /// Show only this array, or all that are named ARRAY/...; those without a name are called by their number from 0
    #[arg(long, value_name = "ARRAY")]
    pub name: Option<String>,
    /// Rows that a matrix may have whatever the length of its file, which can name rows without a byte for each
    #[arg(long, value_name = "N", default_value_t = LoadOptions::default().most_rows)]
    pub most_rows: u64,
    /// Add the entries that a csr of a .params file or a row of LibSVM text has at one place, which are refused otherwise
    #[arg(long)]
    pub sum_duplicates: bool,
    /// Refuse what would be left out: what is beside the arrays, entries behind the last row, and query ids
    #[arg(long)]
    pub strict: bool,
    /// Draw how long the rows of the array are; --name chooses it where there are several
    #[arg(long, value_name = "FILE.svg")]
    pub svg: Option<PathBuf>,
    /// Show an object of JSON for the file and for each array, a line each
    #[arg(long)]
    pub json: bool,
}

fn format() -> impl TypedValueParser<Value = Format> {
    let of = |name: String| Format::ALL.into_iter().find(|format| format.extension() == name);
    PossibleValuesParser::new(Format::ALL.map(Format::extension)).try_map(move |name| of(name).ok_or("no format"))
}

impl Default for InspectArguments {
    fn default() -> Self {
        let LoadOptions { most_rows, sum_duplicates, .. } = LoadOptions::default();
        let (file, [strict, json]) = (PathBuf::new(), [false; 2]);
        Self { file, format: None, name: None, most_rows, sum_duplicates, strict, svg: None, json }
    }
}
