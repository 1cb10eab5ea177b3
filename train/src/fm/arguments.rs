//! The arguments of `lacuna train fm`.
use crate::arguments::{at_least_one, not_negative, positive, threads};
use crate::rows::RowsArguments;
use clap::Args;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

/// Arguments of `lacuna train fm`.
#[derive(Clone, Debug, Default, Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "The model is sigmoid(w0 + x w + 1/2 sum_f ((x v_f)^2 - x^2 v_f^2)), learnt by Adam; learning rate and\n\
        weight decay are multiplied by 0.1 and 0.01 for w0, 0.001 and 0.001 for w, 0.0001 and 0.00001 for v, as\n\
        in MXNet's example. A step touches the rows of w and v whose features occur in it, and no others.\n\
        The same seed gives the same bits at any number of threads and on every processor.\n\n\
        Ctrl-C and SIGTERM end the run behind the running step with status 130 or 143, after it has written\n\
        --save and --plot. With --load, the same data, batch size and rates the run goes on there, and ends with\n\
        the bits of one that was never interrupted. A second Ctrl-C ends it at once."
)]
pub struct FmArguments {
    /// The rows.
    #[command(flatten)]
    pub rows: RowsArguments,

    /// Passes over the data in all, those before --load among them [default: 10]
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroU64>, help_heading = "Training")]
    pub epochs: Option<NonZeroU64>,
    /// Numbers that stand for a feature where it meets another one [default: 16]
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Training")]
    pub factors: Option<NonZeroUsize>,
    /// Rows of a step [default: 100]
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Training")]
    pub batch_size: Option<NonZeroUsize>,
    /// Step size of Adam [default: 1]
    #[arg(long, value_name = "RATE", value_parser = positive, help_heading = "Training")]
    pub learning_rate: Option<f64>,
    /// Pulls what occurs in a step towards zero [default: 1]
    #[arg(long, value_name = "RATE", value_parser = not_negative, help_heading = "Training")]
    pub weight_decay: Option<f64>,
    /// Seed of the first numbers and of the generated problem [default: 0]
    #[arg(long, value_name = "N", help_heading = "Training")]
    pub seed: Option<u64>,
    /// Threads, 1024 at most; the result does not depend on them [default: 1]
    #[arg(long, value_name = "N", value_parser = threads, help_heading = "Training")]
    pub threads: Option<NonZeroUsize>,
    /// Refuse a model that takes more memory than this many GiB [default: 4]
    #[arg(long, value_name = "GIB", value_parser = positive, help_heading = "Training")]
    pub memory_limit: Option<f64>,

    /// Go on from a model that --save has written
    #[arg(long, visible_alias = "resume", value_name = "FILE.safetensors", help_heading = "Files")]
    pub load: Option<PathBuf>,
    /// Write the model and the optimizer's states at the end, or when interrupted
    #[arg(long, value_name = "FILE.safetensors", help_heading = "Files")]
    pub save: Option<PathBuf>,
    /// Write --save also after each so many epochs
    #[arg(long, value_name = "EPOCHS", value_parser = at_least_one::<NonZeroU64>, requires = "save", help_heading = "Files")]
    pub save_every: Option<NonZeroU64>,
    /// Write the model's output for each row of --test, a line each, at the end
    #[arg(long, value_name = "FILE", requires = "test", help_heading = "Files")]
    pub predictions: Option<PathBuf>,
    /// Draw the loss of each epoch
    #[arg(long, value_name = "FILE.svg", help_heading = "Files")]
    pub plot: Option<PathBuf>,
    /// Show nothing but errors, and where an interrupted run goes on
    #[arg(long, short)]
    pub quiet: bool,
}
