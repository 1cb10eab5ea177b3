//! The arguments of `lacuna train mf`.
use crate::arguments::at_least_one;
use crate::fit_arguments::{ContextArguments, FitArguments};
use crate::optimizer::OptimizerArguments;
use crate::ranks::{RankArguments, Shared, SharedArguments};
use clap::Args;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Arguments of `lacuna train mf`.
#[derive(Clone, Debug, Default, Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "The score of a user and an item is the inner product of two vectors, each a fully connected layer on \
        the factors of its side: relu(factors) W^T + b. Factors have row_sparse gradients, so that a step \
        touches those of the users and items that occur in it. The loss is the mean squared error, learnt by \
        adagrad with learning rate 0.05, or with --preset mxnet by sgd with learning rate 0.2. \
        The same seed gives the same bits at any number of threads and on every processor.\n\n\
        Ctrl-C and SIGTERM end the run after the current step with status 130 or 143, after it has written \
        --save and --plot. With --load, the same data, seed, batch size and rates the run goes on there, and ends \
        with the bits of one that was never interrupted. A second Ctrl-C ends it at once."
)]
pub struct MfArguments {
    /// Train on this file: a user, an item and a score in each line, between commas, semicolons, tabs, blanks or ::,
    /// as MovieLens has them [default: 100000 scores are generated]
    #[arg(long, value_name = "FILE", help_heading = "Data")]
    pub data: Option<PathBuf>,
    /// After each epoch, measure the mean squared error on this file
    #[arg(long, value_name = "FILE", help_heading = "Data")]
    pub test: Option<PathBuf>,
    /// Users [default: one more than the largest; 2000 if generated]
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Data")]
    pub users: Option<NonZeroUsize>,
    /// Items [default: one more than the largest; 1000 if generated]
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Data")]
    pub items: Option<NonZeroUsize>,
    /// Generated scores [default: 100000]
    #[arg(long, value_name = "N", conflicts_with = "data", value_parser = at_least_one::<NonZeroUsize>,
        help_heading = "Data")]
    pub scores: Option<NonZeroUsize>,

    /// Factors of a user and of an item [default: 64]
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Training")]
    pub factors: Option<NonZeroUsize>,
    /// Rows of a step [default: 64]
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

impl Shared for MfArguments {
    fn shared(&mut self) -> SharedArguments<'_> {
        SharedArguments::of(&self.ranks, &mut self.fit).reads([self.data.as_ref(), self.test.as_ref()])
    }
}
