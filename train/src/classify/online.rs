//! The arguments of all models that learn row after row.
use crate::arguments::{FormatArguments, at_least_one, finite, not_negative, positive};
use crate::optimizer::OptimizerArguments;
use crate::ranks::{OpenRanks, RankArguments};
use anyhow::{Result, ensure};
use clap::Args;
use clap::builder::PossibleValuesParser;
use lacuna_models::train::{Classes, ClassifySettings, OnlineLoss, SlicedSteps};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

/// The rows of all models that learn row after row.
#[derive(Clone, Debug, Default, Args)]
pub struct OnlineData {
    /// Learn this LibSVM file, whose labels are 1 or else 0 or -1, or any numbers with --classes; - is standard input. A
    /// pipe is read as it comes if there is one pass and --features, --index-base and, with --classes, --labels are
    /// known; else it is first copied to a temporary file
    #[arg(long, value_name = "FILE", help_heading = "Data")]
    pub data: PathBuf,
    /// Measure the loss, accuracy and area under the curve on this file after each pass
    #[arg(long, value_name = "FILE", help_heading = "Data")]
    pub test: Option<PathBuf>,
    /// Number of features [default: what the file holds]
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Data")]
    pub features: Option<NonZeroUsize>,
    /// How the files are read.
    #[command(flatten)]
    pub format: FormatArguments,
}

/// The arguments of all models that learn row after row.
#[derive(Clone, Debug, Default, Args)]
pub struct OnlineArguments {
    /// Keep the rows of --data in this file as they are in memory, and read them from there if it exists. It is refused
    /// if the data or how they are read have changed
    #[arg(long, value_name = "FILE", help_heading = "Data")]
    pub cache: Option<PathBuf>,
    /// What is made small [default: logistic]
    #[arg(long, value_name = "LOSS", value_parser = losses(), help_heading = "Training")]
    pub loss: Option<String>,
    /// Multiply gradient and loss of the rows of a class: LABEL=WEIGHT, once for each class; of two classes the labels
    /// are 1 and 0
    #[arg(long, value_name = "LABEL=WEIGHT", value_parser = class_weight, allow_negative_numbers = true,
        help_heading = "Training")]
    pub class_weight: Vec<(f64, f64)>,
    /// End after so many passes without a lower loss on --test, with the weights of the best pass
    #[arg(long, value_name = "PASSES", requires = "test", value_parser = at_least_one::<NonZeroU64>,
        help_heading = "Training")]
    pub early_stop: Option<NonZeroU64>,
    /// The optimizer.
    #[command(flatten)]
    pub optimizer: OptimizerArguments,
    /// Another name of --weight-decay
    #[arg(long, value_name = "RATE", value_parser = not_negative, conflicts_with = "weight_decay",
        help_heading = "Training")]
    pub l2: Option<f64>,
    /// What adagrad adds to the sum of squared gradients [default: 1]
    #[arg(long, value_name = "NUMBER", value_parser = positive, help_heading = "Training")]
    pub epsilon: Option<f64>,
    /// Learn so many rows in a step, whose gradients are added, instead of row after row [default: 256 with --slices or
    /// --exchange]
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Training")]
    pub batch_size: Option<NonZeroUsize>,
    /// The processes that share it.
    #[command(flatten)]
    pub ranks: RankArguments,
}

fn losses() -> PossibleValuesParser {
    PossibleValuesParser::new(OnlineLoss::ALL.map(OnlineLoss::name))
}

/// `LABEL=WEIGHT`.
fn class_weight(text: &str) -> Result<(f64, f64), String> {
    let (label, weight) = text.split_once('=').ok_or("must be LABEL=WEIGHT")?;
    Ok((finite(label)?, not_negative(weight)?))
}

/// The member of this name.
pub(crate) fn named<T: Copy, const N: usize>(
    all: [T; N],
    name: fn(T) -> &'static str,
    asked: Option<&str>,
) -> Option<T> {
    all.into_iter().find(|&one| Some(name(one)) == asked)
}

/// Rows of a step, where rows are not learnt one by one.
const STEP_ROWS: usize = 256;

impl OnlineArguments {
    /// The same, where steps of several rows are steps of a slice at least.
    pub(crate) fn in_slices(mut self) -> Self {
        if self.batch_size.is_some() && self.ranks.exchange.is_none() && self.ranks.slices.is_none() {
            self.ranks.slices = Some(NonZeroUsize::MIN);
        }
        self
    }

    /// The steps of a run, if it does not learn row after row.
    pub(crate) fn steps(
        &self,
        loaded: Option<&ClassifySettings>,
        ranks: Option<&OpenRanks>,
    ) -> Result<Option<SlicedSteps>> {
        let before = loaded.and_then(|loaded| loaded.steps);
        let rows = self.batch_size.map(NonZeroUsize::get).or(before.map(|steps| steps.rows)).unwrap_or(STEP_ROWS);
        ensure!(
            ranks.is_none() || self.cache.is_none(),
            "--cache keeps rows that are learnt one by one: it is not for --batch-size, --slices and --exchange"
        );
        Ok(ranks.map(|ranks| SlicedSteps { rows, slices: ranks.options.slices }))
    }

    /// Puts what is given here into the settings.
    pub(crate) fn set(&self, settings: &mut ClassifySettings) -> Result<()> {
        let Self { loss, class_weight, optimizer, l2, .. } = self;
        settings.learning_rate = optimizer.learning_rate.unwrap_or(settings.learning_rate);
        settings.l2 = l2.or(optimizer.weight_decay).unwrap_or(settings.l2);
        settings.loss = named(OnlineLoss::ALL, OnlineLoss::name, loss.as_deref()).unwrap_or(settings.loss);
        if !class_weight.is_empty() {
            let is_two = settings.classes == Classes::Two;
            let own = |label: f64| if is_two && label == -1.0 { 0.0 } else { label };
            settings.class_weights = class_weight.iter().map(|&(label, weight)| (own(label), weight)).collect();
        }
        if let Some(epsilon) = self.epsilon {
            settings.set("epsilon", epsilon)?;
        }
        Ok(())
    }
}
