//! The arguments of `lacuna train lm`.
use crate::arguments::{at_least_one, below_one, positive};
use crate::fit_arguments::{ContextArguments, FitArguments};
use crate::optimizer::OptimizerArguments;
use crate::ranks::{RankArguments, Shared, SharedArguments};
use clap::Args;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

/// Arguments of `lacuna train lm`.
#[derive(Clone, Debug, Default, Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "Each line of a text is a sentence of words between blanks. An embedding, LSTMP layers and a softmax over \
        all words say which word comes next; what is learnt is the softmax among the word and some words of noise, \
        so that a step touches the rows of these words alone. The loss is the mean of a word among the noise, the \
        test's perplexity that of the softmax over all words. Learnt by adagrad with learning rate 0.2 and weight \
        decay 0. Noise and dropout are functions of the seed and of the number of the step: the same seed gives \
        the same bits at any number of threads and on every processor.\n\n\
        The shape that MXNet's example was published with, on the Billion Word corpus:\n  \
        --hidden 2048 --projection 512 --embedding 512 --samples 8192 --bptt 20 --batch-size 128\n\n\
        Ctrl-C and SIGTERM end the run after the current step with status 130 or 143, after it has written \
        --save and --plot. With --load, the same data, seed, samples, windows and rates the run goes on there, and ends \
        with the bits of one that was never interrupted. A second Ctrl-C ends it at once.",
    // A language model has no outputs of rows, so the run refuses it.
    mut_arg("predictions", |argument| argument.hide(true))
)]
pub struct LmArguments {
    /// Learn the sentences of these files, one a line [default: sentences of a small grammar are generated]
    #[arg(long, value_name = "FILE", num_args = 1.., help_heading = "Data")]
    pub data: Vec<PathBuf>,
    /// After each epoch, measure the perplexity of this file [default: other generated sentences, if the data are so]
    #[arg(long, value_name = "FILE", help_heading = "Data")]
    pub test: Option<PathBuf>,
    /// The words, a word and its count in each line, the frequent ones first; `<S>` and `<UNK>` among them [default:
    /// those of the data]
    #[arg(long, value_name = "FILE", help_heading = "Data")]
    pub vocabulary: Option<PathBuf>,
    /// Keep only so many words of the data; the others become `<UNK>` [default: all]
    #[arg(long, value_name = "N", conflicts_with = "vocabulary", value_parser = at_least_one::<NonZeroUsize>,
        help_heading = "Data")]
    pub words: Option<NonZeroUsize>,
    /// Write the words as --vocabulary reads them
    #[arg(long, value_name = "FILE", help_heading = "Data")]
    pub save_vocabulary: Option<PathBuf>,
    /// Generated sentences [default: 5000]
    #[arg(long, value_name = "N", conflicts_with = "data", value_parser = at_least_one::<NonZeroUsize>,
        help_heading = "Data")]
    pub sentences: Option<NonZeroUsize>,

    /// Numbers of a word's embedding [default: 64]
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Model")]
    pub embedding: Option<NonZeroUsize>,
    /// LSTMP layers [default: 1]
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Model")]
    pub layers: Option<NonZeroUsize>,
    /// Hidden units of a layer [default: 256]
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Model")]
    pub hidden: Option<NonZeroUsize>,
    /// Numbers that a layer's state is projected to [default: 64]
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Model")]
    pub projection: Option<NonZeroUsize>,
    /// Share of numbers before and behind each layer that a step leaves out, below 1 [default: 0.1]
    #[arg(long, value_name = "SHARE", value_parser = below_one, help_heading = "Model")]
    pub dropout: Option<f64>,

    /// Rows of text of a step, whose states are carried on [default: 32]
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Training")]
    pub batch_size: Option<NonZeroUsize>,
    /// Words of a row in a step, which its gradients go back through [default: 20]
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Training")]
    pub bptt: Option<NonZeroUsize>,
    /// Words of noise of a step [default: 256]
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Training")]
    pub samples: Option<NonZeroUsize>,
    /// The optimizer.
    #[command(flatten)]
    pub optimizer: OptimizerArguments,
    /// What adagrad adds to the sum of squared gradients [default: 1]
    #[arg(long, value_name = "NUMBER", value_parser = positive, help_heading = "Training")]
    pub epsilon: Option<f64>,
    /// The largest norm of the layers' gradients [default: 10]
    #[arg(long, value_name = "NORM", value_parser = positive, help_heading = "Training")]
    pub clip: Option<f64>,
    /// What the gradient of the embedding is multiplied by [default: 256]
    #[arg(long, value_name = "FACTOR", value_parser = positive, help_heading = "Training")]
    pub rescale_embedding: Option<f64>,
    /// Take the sentences in their order, instead of another one in each epoch
    #[arg(long, help_heading = "Training")]
    pub in_order: bool,
    /// A line after each so many steps: words a second, loss and perplexity among the noise [default: 200]
    #[arg(long, value_name = "STEPS", value_parser = at_least_one::<NonZeroU64>)]
    pub show_every: Option<NonZeroU64>,
    /// Write --save also after each so many steps
    #[arg(long, value_name = "STEPS", value_parser = at_least_one::<NonZeroU64>, requires = "save",
        help_heading = "Files")]
    pub save_every_steps: Option<NonZeroU64>,
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

impl Shared for LmArguments {
    fn shared(&mut self) -> SharedArguments<'_> {
        let read = self.data.iter().map(Some).chain([self.test.as_ref(), self.vocabulary.as_ref()]);
        SharedArguments::of(&self.ranks, &mut self.fit).reads(read).writes(&mut self.save_vocabulary)
    }
}
