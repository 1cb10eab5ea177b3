//! The arguments of `lacuna train fm`.
use crate::arguments::at_least_one;
use crate::fit_arguments::{ContextArguments, FitArguments};
use crate::optimizer::OptimizerArguments;
use crate::ranks::{RankArguments, Shared, SharedArguments};
use crate::rows::RowsArguments;
use clap::Args;
use std::num::NonZeroUsize;

/// Arguments of `lacuna train fm`.
#[derive(Clone, Debug, Default, Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "The model is sigmoid(w0 + x w + 1/2 sum_f ((x v_f)^2 - x^2 v_f^2)), learnt by adagrad with \
        learning rate 0.03. With --preset mxnet it is learnt as in MXNet's example: by adam with learning rate 1 and \
        weight decay 1, which are multiplied by 0.1 and 0.01 for w0, 0.001 and 0.001 for w, 0.0001 and 0.00001 for v. \
        A step touches the rows of w and v whose features occur in it, and no others. \
        The same seed gives the same bits at any number of threads and on every processor.\n\n\
        Ctrl-C and SIGTERM end the run after the current step with status 130 or 143, after it has written \
        --save and --plot. With --load, the same data, batch size and rates the run goes on there, and ends with \
        the bits of one that was never interrupted. A second Ctrl-C ends it at once."
)]
pub struct FmArguments {
    /// The rows.
    #[command(flatten)]
    pub rows: RowsArguments,

    /// Numbers that stand for a feature where it meets another one [default: 16]
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Training")]
    pub factors: Option<NonZeroUsize>,
    /// Rows of a step [default: 100]
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Training")]
    pub batch_size: Option<NonZeroUsize>,
    /// The optimizer.
    #[command(flatten)]
    pub optimizer: OptimizerArguments,
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

impl Shared for FmArguments {
    fn shared(&mut self) -> SharedArguments<'_> {
        SharedArguments::of(&self.ranks, &mut self.fit).rows(&mut self.rows)
    }
}
