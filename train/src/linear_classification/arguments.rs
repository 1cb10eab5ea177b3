//! The arguments of `lacuna train linear-classification`.
use crate::arguments::{at_least_one, positive};
use crate::fit_arguments::{ContextArguments, FitArguments};
use crate::optimizer::OptimizerArguments;
use crate::ranks::{RankArguments, Shared, SharedArguments};
use crate::rows::RowsArguments;
use clap::Args;
use std::num::NonZeroUsize;

/// Arguments of `lacuna train linear-classification`.
#[derive(Clone, Debug, Default, Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "The model is softmax(x W + b), with a column of W for each class. In a step, the gradient of a row of class 1 \
        weighs (1 + p) / p and that of any other row 1 / p, where p is --positive-weight, as in MXNet's example \
        linear_classification; the log loss that is shown has no weights. A step touches the rows of W whose \
        features occur in it. To learn row after row, in one pass over a text, see `lacuna train classify`. \
        Learnt by adagrad with learning rate 0.03; sgd has 0.1, adam 0.01. --preset mxnet is sgd with 0.01, and a \
        positive weight of 2. \
        The same seed gives the same bits at any number of threads and on every processor.\n\n\
        Ctrl-C and SIGTERM end the run after the current step with status 130 or 143, after it has written \
        --save and --plot. With --load, the same data, batch size, optimizer and rates the run goes on there, and \
        ends with the bits of one that was never interrupted. A second Ctrl-C ends it at once."
)]
pub struct LinearClassificationArguments {
    /// The rows.
    #[command(flatten)]
    pub rows: RowsArguments,

    /// Rows of a step [default: 100]
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Training")]
    pub batch_size: Option<NonZeroUsize>,
    /// The optimizer.
    #[command(flatten)]
    pub optimizer: OptimizerArguments,
    /// Weigh rows of class 0 by 1/WEIGHT and rows of class 1 by (1 + WEIGHT)/WEIGHT, as MXNet's example [default: all
    /// weigh 1]
    #[arg(long, value_name = "WEIGHT", value_parser = positive, help_heading = "Training")]
    pub positive_weight: Option<f64>,
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

impl Shared for LinearClassificationArguments {
    fn shared(&mut self) -> SharedArguments<'_> {
        SharedArguments::of(&self.ranks, &mut self.fit).rows(&mut self.rows)
    }
}
