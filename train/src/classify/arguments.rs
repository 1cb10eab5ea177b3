//! The arguments of `lacuna train classify`.
use crate::arguments::{FormatArguments, at_least_one, not_negative, positive};
use crate::fit_arguments::FitArguments;
use crate::optimizer::OptimizerArguments;
use anyhow::{Result, bail};
use clap::Args;
use clap::builder::PossibleValuesParser;
use lacuna_runtime::libsvm::IndexBase;
use lacuna_runtime::train::{ClassifySettings, OnlineOptimizer};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Arguments of `lacuna train classify`. Settings that are not given are those of the loaded weights, or else the
/// defaults.
#[derive(Clone, Debug, Default, Args)]
#[command(
    allow_negative_numbers = true,
    // Rows are learnt by the step of a rule, and these are the rules that a table of rows has room for.
    mut_arg(
        "optimizer",
        |argument| argument.value_parser(PossibleValuesParser::new(OnlineOptimizer::ALL.map(OnlineOptimizer::name)))
    ),
    mut_arg(
        "epochs",
        |argument| argument.long("passes").help(
            "Passes over the data; the rest of an interrupted one counts as one [default: 1]"
        )
    ),
    mut_arg(
        "save_every",
        |argument| argument.value_name("ROWS").help("Write --save also each time that so many rows were learnt")
    ),
    mut_arg("plot", |argument| argument.help("Draw the loss of the last pass")),
    // It draws nothing and writes no outputs of rows, so the run refuses these.
    mut_arg("seed", |argument| argument.hide(true)),
    mut_arg("predictions", |argument| argument.hide(true)),
    after_help = "Learnt by adagrad with learning rate 0.1 and weight decay 0; ftrl has 0.1 too, sgd 0.005. The bias is not \
        decayed.\n\n\
        Each row is scored before it is learnt, and the mean of these log losses is shown whenever the rows \
        have doubled. Rows are learnt one by one in the order of the file, so that the same data give the \
        same bits at any number of threads, which read ahead, and on every processor.\n\n\
        A run that was killed goes on from its last checkpoint with --load and the same data, and ends with \
        the bits of one that was not. Ctrl-C and SIGTERM end it after the current batch with status 130 \
        or 143, after it has written --save and --plot. A second Ctrl-C ends it at once."
)]
pub struct ClassifyArguments {
    /// Learn this LibSVM file, whose labels are 1 or else 0 or -1; - is standard input. A pipe is read as it comes if
    /// there is one pass and --features and --index-base are known; else it is first copied to a temporary file
    #[arg(long, value_name = "FILE", help_heading = "Data")]
    pub data: PathBuf,
    /// Measure the loss on this LibSVM file after each pass
    #[arg(long, value_name = "FILE", help_heading = "Data")]
    pub test: Option<PathBuf>,
    /// Number of features [default: what the file holds]
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Data")]
    pub features: Option<NonZeroUsize>,
    /// How the files are read.
    #[command(flatten)]
    pub format: FormatArguments,

    /// The optimizer.
    #[command(flatten)]
    pub optimizer: OptimizerArguments,
    /// Keeps a weight at 0 until more speaks for it; ftrl only, and not for the bias [default: 0]
    #[arg(long, value_name = "RATE", value_parser = not_negative, help_heading = "Training")]
    pub l1: Option<f64>,
    /// Another name of --weight-decay
    #[arg(long, value_name = "RATE", value_parser = not_negative, conflicts_with = "weight_decay",
        help_heading = "Training")]
    pub l2: Option<f64>,
    /// What adagrad adds to the sum of squared gradients [default: 1]
    #[arg(long, value_name = "NUMBER", value_parser = positive, help_heading = "Training")]
    pub epsilon: Option<f64>,
    /// What ftrl adds to the root of the sum of squared gradients [default: 1]
    #[arg(long, value_name = "NUMBER", value_parser = positive, help_heading = "Training")]
    pub beta: Option<f64>,
    /// The run.
    #[command(flatten)]
    pub fit: FitArguments,
}

impl ClassifyArguments {
    /// The settings: those given, then those of the loaded weights, then the defaults. `features` and `index_base` may
    /// stay open here.
    pub(super) fn settings(&self, loaded: Option<&ClassifySettings>) -> Result<ClassifySettings> {
        let asked = self.optimizer.optimizer.as_deref();
        let asked = asked.and_then(|name| OnlineOptimizer::ALL.into_iter().find(|optimizer| optimizer.name() == name));
        let default = ClassifySettings::new(asked.unwrap_or_default(), 0);
        let base = loaded.unwrap_or(&default);
        if let Some(asked) = asked.filter(|asked| *asked != base.optimizer) {
            bail!("the loaded weights are of {}, not {}", base.optimizer.name(), asked.name());
        }
        if let (Some(asked), Some(loaded)) = (self.features, loaded)
            && asked.get() != loaded.features
        {
            bail!("the loaded weights have {} features, not {asked}", loaded.features);
        }
        let mut settings = ClassifySettings {
            features: self.features.map_or(base.features, NonZeroUsize::get),
            index_base: self.format.index_base.map_or(base.index_base, |base| IndexBase::from(base).into()),
            optimizer: base.optimizer,
            learning_rate: self.optimizer.learning_rate.unwrap_or(base.learning_rate),
            l1: self.l1.unwrap_or(base.l1),
            l2: self.l2.or(self.optimizer.weight_decay).unwrap_or(base.l2),
            epsilon: base.epsilon,
            beta: base.beta,
        };
        for (name, number) in [("epsilon", self.epsilon), ("beta", self.beta)] {
            number.map_or(Ok(()), |number| settings.set(name, number))?;
        }
        self.optimizer.hyper.iter().try_for_each(|(name, value)| settings.set(name, *value))?;
        Ok(settings)
    }
}
