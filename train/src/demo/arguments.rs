//! The command line of `lacuna demo`.
use crate::arguments::{at_least_one, positive, threads};
use clap::{Args, Subcommand};
use std::num::NonZeroUsize;

/// Arguments of `lacuna demo`.
#[derive(Clone, Debug, Args)]
pub struct DemoArguments {
    /// What to show.
    #[command(subcommand)]
    pub model: DemoModel,
    /// Show an object of JSON a line instead of text
    #[arg(long, global = true)]
    pub json: bool,
}

/// The demonstrations.
#[derive(Clone, Debug, Subcommand)]
pub enum DemoModel {
    /// The product of a batch of the shape of KDD2010 with a weight: dense batch against csr batch
    Kdd2010(Kdd2010Arguments),
    /// MXNet's tutorial on csr arrays, each statement beside what MXNet 1.9.1 prints of it
    Csr,
    /// MXNet's tutorial on row_sparse arrays and sparse optimizers, in the same way
    RowSparse,
    /// MXNet's tutorial on graphs of sparse arrays, with a linear regression, in the same way
    Symbols,
    /// MXNet's tutorial on a network with sparse rows, in its three variants, in the same way; takes more than 1 GB of
    /// memory
    Gluon,
}

/// Arguments of `lacuna demo kdd2010`.
#[derive(Clone, Debug, Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "Batch and weight are generated: entries at places chosen evenly, so that the same seed gives the same \
        numbers on every machine. Both products are taken in turn, once without being timed, by the kernels \
        dot::dense_dense and dot::csr_dense; the time is the median. Their results are compared.\n\n\
        The csr product finds a cold cache, as in training, where every batch is another one."
)]
pub struct Kdd2010Arguments {
    /// Number of features; the default is that of KDD2010 (algebra)
    #[arg(long, value_name = "N", default_value = "20216830", value_parser = at_least_one::<NonZeroUsize>)]
    pub features: NonZeroUsize,
    /// Rows of the batch
    #[arg(long, value_name = "N", default_value = "32", value_parser = at_least_one::<NonZeroUsize>)]
    pub rows: NonZeroUsize,
    /// Columns of the weight
    #[arg(long, value_name = "N", default_value = "1", value_parser = at_least_one::<NonZeroUsize>)]
    pub columns: NonZeroUsize,
    /// Entries that a row of the batch has on the average
    #[arg(long, value_name = "N", default_value = "36", value_parser = at_least_one::<NonZeroUsize>)]
    pub entries: NonZeroUsize,
    /// Products of each kind that are timed
    #[arg(long, value_name = "N", default_value = "5", value_parser = at_least_one::<NonZeroUsize>)]
    pub repeat: NonZeroUsize,
    /// Seed of the batch and of the weight
    #[arg(long, value_name = "N", default_value = "0")]
    pub seed: u64,
    /// Threads, 1024 at most; the results do not depend on them [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<NonZeroUsize>,
    /// Refuse what takes more memory than this many GiB [default: 4]
    #[arg(long, visible_alias = "memory", value_name = "GIB", value_parser = positive)]
    pub memory_limit: Option<f64>,
}
