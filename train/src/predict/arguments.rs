//! The arguments of `lacuna predict`.
use crate::arguments::{FormatArguments, THREADS, threads};
use clap::Args;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Arguments of `lacuna predict`.
#[derive(Clone, Debug, Default, Args)]
#[command(
    allow_negative_numbers = true,
    mut_arg("index_base", |argument| argument.help(
        "Number that the rows give to their first feature: zero or one [default: that of the training]"
    )),
    mut_arg("row_weights", |argument| argument.hide(true)),
    after_help = "The model is of `lacuna train linear`, `classify`, `ffm`, `mlp`, `fm`, `linear-classification`, `mf` \
        or `wide-deep`; the file says which. Of two classes, a prediction is the probability of class 1 (for mlp, the \
        output of its last neuron); of other losses than the logistic one, a score; of several classes, a number \
        for each.\n\n\
        LibSVM text is read once and row by row, whatever its length. If rows have labels, loss, AUC and \
        accuracy are shown on standard error at the end. Memory does not grow with the rows: for the AUC, \
        more than a million scores are sorted in a temporary file, 8 bytes for each row."
)]
pub struct PredictArguments {
    /// The model, as --save has written it
    #[arg(long, value_name = "FILE.safetensors")]
    pub model: PathBuf,
    /// The rows: LibSVM text, or for mf a user and an item in each line; a pipe or - (standard input) is read as it
    /// comes
    #[arg(long, value_name = "FILE", help_heading = "Data")]
    pub data: PathBuf,
    /// For wide-deep: ids and continuous columns of the same rows
    #[arg(long, value_name = "FILE", help_heading = "Data")]
    pub deep: Option<PathBuf>,
    /// Rows have no label: a line begins with its first feature, and a blank line is a row without features
    #[arg(long, conflicts_with_all = ["positive", "ignore_weights"], help_heading = "Data")]
    pub unlabelled: bool,
    /// Refuse what would be left out: query ids, bases and importances of Vowpal Wabbit's text, header lines, and
    /// fields that are not used
    #[arg(long, help_heading = "Data")]
    pub strict: bool,
    /// How the rows are read.
    #[command(flatten)]
    pub format: FormatArguments,

    /// Write the predictions into this file; one whose name ends with .npy is an array of NumPy [default: standard
    /// output]
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write a JSON object for each row: its number, its prediction, and its label if it has one
    #[arg(long)]
    pub json: bool,
    #[arg(long, value_name = "N", value_parser = threads, help = THREADS)]
    pub threads: Option<NonZeroUsize>,
    /// Show nothing but predictions and errors
    #[arg(long, short)]
    pub quiet: bool,
}
