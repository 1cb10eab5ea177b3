//! The arguments of `lacuna train mf`.
use crate::arguments::{at_least_one, not_negative, positive, threads};
use clap::Args;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

/// Arguments of `lacuna train mf`.
#[derive(Clone, Debug, Default, Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "The score of a user and an item is the inner product of two vectors, each a fully connected layer on\n\
        the factors of its side: relu(factors) W^T + b. Factors have row_sparse gradients, so that a step\n\
        touches those of the users and items that occur in it. The loss is the mean squared error, learnt by SGD.\n\
        The same seed gives the same bits at any number of threads and on every processor.\n\n\
        Ctrl-C and SIGTERM end the run behind the running step with status 130 or 143, after it has written\n\
        --save and --plot. With --load, the same data, seed, batch size and rates the run goes on there, and ends\n\
        with the bits of one that was never interrupted. A second Ctrl-C ends it at once."
)]
pub struct MfArguments {
    /// Train on this file: a user, an item and a score in each line, between commas, tabs, blanks or ::, as MovieLens has them
    /// [default: 100000 scores are generated]
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
    #[arg(long, value_name = "N", conflicts_with = "data", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Data")]
    pub scores: Option<NonZeroUsize>,

    /// Passes over the data in all, those before --load among them [default: 10]
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroU64>, help_heading = "Training")]
    pub epochs: Option<NonZeroU64>,
    /// Factors of a user and of an item [default: 64]
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Training")]
    pub factors: Option<NonZeroUsize>,
    /// Rows of a step [default: 256]
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Training")]
    pub batch_size: Option<NonZeroUsize>,
    /// Step size of SGD [default: 0.1]
    #[arg(long, value_name = "RATE", value_parser = positive, help_heading = "Training")]
    pub learning_rate: Option<f64>,
    /// Pulls what occurs in a step towards zero [default: 0]
    #[arg(long, value_name = "RATE", value_parser = not_negative, help_heading = "Training")]
    pub weight_decay: Option<f64>,
    /// Seed of the first numbers, of the order of the rows and of the generated scores [default: 0]
    #[arg(long, value_name = "N", help_heading = "Training")]
    pub seed: Option<u64>,
    /// Take the rows in their order, instead of another one in each epoch
    #[arg(long, help_heading = "Training")]
    pub in_order: bool,
    /// Threads, 1024 at most; the result does not depend on them [default: 1]
    #[arg(long, value_name = "N", value_parser = threads, help_heading = "Training")]
    pub threads: Option<NonZeroUsize>,
    /// Refuse a model that takes more memory than this many GiB [default: 4]
    #[arg(long, value_name = "GIB", value_parser = positive, help_heading = "Training")]
    pub memory_limit: Option<f64>,

    /// Go on from a model that --save has written
    #[arg(long, visible_alias = "resume", value_name = "FILE.safetensors", help_heading = "Files")]
    pub load: Option<PathBuf>,
    /// Write the model at the end, or when interrupted
    #[arg(long, value_name = "FILE.safetensors", help_heading = "Files")]
    pub save: Option<PathBuf>,
    /// Write --save also after each so many epochs
    #[arg(long, value_name = "EPOCHS", value_parser = at_least_one::<NonZeroU64>, requires = "save", help_heading = "Files")]
    pub save_every: Option<NonZeroU64>,
    /// Write the model's score for each row of --test, a line each, at the end
    #[arg(long, value_name = "FILE", requires = "test", help_heading = "Files")]
    pub predictions: Option<PathBuf>,
    /// Draw the loss of each epoch
    #[arg(long, value_name = "FILE.svg", help_heading = "Files")]
    pub plot: Option<PathBuf>,
    /// Show nothing but errors, and where an interrupted run goes on
    #[arg(long, short)]
    pub quiet: bool,
}
