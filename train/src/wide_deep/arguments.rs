//! The arguments of `lacuna train wide-deep`.
use crate::arguments::{FormatArguments, at_least_one};
use crate::fit_arguments::{ContextArguments, FitArguments};
use crate::optimizer::OptimizerArguments;
use crate::ranks::{RankArguments, Shared, SharedArguments};
use clap::Args;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Arguments of `lacuna train wide-deep`.
#[derive(Clone, Debug, Default, Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "The model is softmax(x W + b + deep), where x are sparse columns, often crossed ones, and the deep part is \
        layers with relu between them on continuous columns and rows of tables, which ids name. Learnt by \
        adagrad with learning rate 0.1, or with --preset mxnet by adam with learning rate 0.001. \
        A step touches the rows of W and of the tables that occur in it, and no others. Row r of --deep belongs \
        to row r of --data: ids first, then continuous columns, between commas, semicolons, tabs or blanks. \
        The same seed gives the same bits at any number of threads and on every processor.\n\n\
        Ctrl-C and SIGTERM end the run after the current step with status 130 or 143, after it has written \
        --save and --plot. With --load, the same data, seed, batch size and rate the run goes on there, and ends \
        with the bits of one that was never interrupted. A second Ctrl-C ends it at once."
)]
pub struct WideDeepArguments {
    /// Train on this LibSVM file of wide columns, whose labels are 1 or else 0 or -1, instead of generated rows
    #[arg(long, value_name = "FILE", requires = "deep", help_heading = "Data")]
    pub data: Option<PathBuf>,
    /// The ids and continuous columns of the rows of --data, a line each; a first line that begins with no number is a
    /// head
    #[arg(long, value_name = "FILE.csv", requires = "data", help_heading = "Data")]
    pub deep: Option<PathBuf>,
    /// After each epoch, measure the accuracy on this LibSVM file [default: on as many rows as half of --rows, if
    /// generated]
    #[arg(long, value_name = "FILE", requires_all = ["data", "test_deep"], help_heading = "Data")]
    pub test: Option<PathBuf>,
    /// The ids and continuous columns of the rows of --test
    #[arg(long, value_name = "FILE.csv", requires = "test", help_heading = "Data")]
    pub test_deep: Option<PathBuf>,
    /// Wide columns [default: what the file holds; 3000 if generated]
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Data")]
    pub features: Option<NonZeroUsize>,
    /// Columns of --deep that are ids, the first ones [default: 2]
    #[arg(long, value_name = "N", help_heading = "Data")]
    pub id_columns: Option<usize>,
    /// Rows of each table, which ids count from 0 [default: one more than the largest id; 1000 each if generated]
    #[arg(long, value_name = "N,N,..", value_delimiter = ',', value_parser = at_least_one::<NonZeroUsize>,
        help_heading = "Data")]
    pub table_rows: Vec<NonZeroUsize>,
    /// How the files are read.
    #[command(flatten)]
    pub format: FormatArguments,
    /// Generated rows [default: 32561]
    #[arg(long, value_name = "N", conflicts_with = "data", value_parser = at_least_one::<NonZeroUsize>,
        help_heading = "Data")]
    pub rows: Option<NonZeroUsize>,
    /// Continuous columns of generated rows [default: 38]
    #[arg(long, value_name = "N", conflicts_with = "data", help_heading = "Data")]
    pub continuous: Option<usize>,
    /// Write the generated rows: a LibSVM file, features counted from 0
    #[arg(long, value_name = "FILE", conflicts_with = "data", requires = "write_deep", help_heading = "Data")]
    pub write_data: Option<PathBuf>,
    /// Write their ids and continuous columns
    #[arg(long, value_name = "FILE.csv", conflicts_with = "data", requires = "write_data", help_heading = "Data")]
    pub write_deep: Option<PathBuf>,

    /// Columns of each table [default: 8]
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Training")]
    pub width: Option<NonZeroUsize>,
    /// Outputs of the hidden layers [default: 50,100]
    #[arg(long, value_name = "N,N,..", value_delimiter = ',', value_parser = at_least_one::<NonZeroUsize>,
        help_heading = "Training")]
    pub hidden: Vec<NonZeroUsize>,
    /// Rows of a step [default: 100]
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Training")]
    pub batch_size: Option<NonZeroUsize>,
    /// The optimizer.
    #[command(flatten)]
    pub optimizer: OptimizerArguments,
    /// Take the rows in their order, instead of another one in each epoch
    #[arg(long, help_heading = "Training")]
    pub in_order: bool,
    /// The run.
    #[command(flatten)]
    pub fit: FitArguments,
    /// Where it computes.
    #[command(flatten)]
    pub place: ContextArguments,
    /// The processes that share it.
    #[command(flatten)]
    pub ranks: RankArguments,
}

impl Shared for WideDeepArguments {
    fn shared(&mut self) -> SharedArguments<'_> {
        let read = [&self.data, &self.deep, &self.test, &self.test_deep].map(Option::as_ref);
        let shared = SharedArguments::of(&self.ranks, &mut self.fit).reads(read);
        shared.writes(&mut self.write_data).writes(&mut self.write_deep)
    }
}
