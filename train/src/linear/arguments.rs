//! The arguments of `lacuna train linear`.
use crate::arguments::{FormatArguments, at_least_one, below_one, positive, share};
use crate::fit_arguments::FitArguments;
use crate::optimizer::{OptimizerArguments, Rates};
use crate::ranks::{RankArguments, Shared, SharedArguments};
use anyhow::{Result, bail, ensure};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use lacuna_models::train::{DType, SavedOptimizer, Settings};
use lacuna_runtime::libsvm::IndexBase;
use lacuna_runtime::optimizer::Optimizer;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Arguments of `lacuna train linear`. Settings that are not given are those of the loaded weights, or else the
/// defaults.
#[derive(Clone, Debug, Default, Args)]
#[command(
    allow_negative_numbers = true,
    // A regression writes no outputs of rows, so the run refuses it.
    mut_arg("predictions", |argument| argument.hide(true)),
    after_help = "Rows of --data are learnt by adagrad with learning rate 0.03; the tutorial's problem, and with \
        --preset mxnet or --momentum all, by sgd_momentum with learning rate 0.05 and momentum 0.9. Weight decay is \
        0, and never that of the bias. It computes on the host: its steps are too short for a GPU.\n\n\
        Without --data it trains on the problem of the MXNet sparse tutorials: 1000 rows of 100 features, \
        density 0.01, whose true weights are 1 to 100. The same seed gives the same bits at any number of \
        threads and on every processor.\n\n\
        Ctrl-C and SIGTERM end the run after the current step with status 130 or 143, after it has written \
        --save and --plot. With --load and the same data the run goes on there, and ends with the bits of one \
        that was never interrupted. A second Ctrl-C ends it at once."
)]
pub struct LinearArguments {
    /// Train on this LibSVM file instead of the generated problem; it is read in batches, anew for each epoch, and a
    /// pipe or - (standard input) is first copied to a temporary file
    #[arg(long, value_name = "FILE", help_heading = "Data")]
    pub data: Option<PathBuf>,
    /// Measure the loss on this LibSVM file after each epoch, as the mean over its rows
    #[arg(long, value_name = "FILE", requires = "data", help_heading = "Data")]
    pub test: Option<PathBuf>,
    /// Number of features [default: what the file holds; 100 if generated]
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Data")]
    pub features: Option<NonZeroUsize>,
    /// How the files are read.
    #[command(flatten)]
    pub format: FormatArguments,
    /// Rows of the generated problem [default: 1000]
    #[arg(long, value_name = "N", conflicts_with = "data", value_parser = at_least_one::<NonZeroUsize>,
        help_heading = "Data")]
    pub rows: Option<NonZeroUsize>,
    /// Share of stored positions in the generated problem [default: 0.01]
    #[arg(long, value_name = "SHARE", conflicts_with = "data", value_parser = share, help_heading = "Data")]
    pub density: Option<f64>,

    /// Rows of a step [default: 32 for a file, 1 if generated]
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Training")]
    pub batch_size: Option<NonZeroUsize>,
    /// The optimizer.
    #[command(flatten)]
    pub optimizer: OptimizerArguments,
    /// Share of the last step that is kept, below 1 [default: 0.9]
    #[arg(long, value_name = "SHARE", value_parser = below_one, help_heading = "Training")]
    pub momentum: Option<f64>,
    /// Limits each element of the gradient to minus and plus this [default: no limit]
    #[arg(long, value_name = "BOUND", value_parser = positive, help_heading = "Training")]
    pub clip_gradient: Option<f64>,
    /// Value type [default: f32]
    #[arg(long, value_name = "TYPE", value_parser = dtype(), help_heading = "Training")]
    pub dtype: Option<DType>,
    /// The weights to start with [default: normal]
    #[arg(long, value_name = "WEIGHTS", conflicts_with = "load", help_heading = "Training")]
    pub initial_weights: Option<InitialWeights>,
    /// The run.
    #[command(flatten)]
    pub fit: FitArguments,
    /// The processes that share it.
    #[command(flatten)]
    pub ranks: RankArguments,
}

impl Shared for LinearArguments {
    fn shared(&mut self) -> SharedArguments<'_> {
        SharedArguments::of(&self.ranks, &mut self.fit).reads([self.data.as_ref(), self.test.as_ref()])
    }
}

/// `--initial-weights`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum InitialWeights {
    /// Normal numbers of mean 0 and deviation 0.01, from the seed
    #[default]
    Normal,
    /// Zeros, so that a program without this generator can start from the same bits
    Zero,
}

/// What learns the rows of files: `benches/results/defaults.md`.
const ADAGRAD: Rates = Rates(0.03, 1e-3);

impl LinearArguments {
    /// The settings: those given, then those of the loaded weights, then the defaults. `features` and `index_base` may
    /// stay open here.
    pub(super) fn settings(&self, loaded: Option<&Settings>) -> Result<Settings> {
        let get = NonZeroUsize::get;
        let default = match &self.data {
            Some(_) => Settings { batch_size: 32, ..Settings::default() },
            None => Settings { rows: Some(1000), density: Some(0.01), features: 100, ..Settings::default() },
        };
        let base = loaded.unwrap_or(&default);
        if let Some(loaded) = loaded {
            if let Some(asked) = self.dtype.filter(|&asked| asked != loaded.dtype) {
                bail!("the loaded weights are {}, not {}", loaded.dtype.name(), asked.name());
            }
            if let Some(asked) = self.features.filter(|asked| asked.get() != loaded.features) {
                bail!("the loaded weights have {} features, not {asked}", loaded.features);
            }
        }
        let given_base = self.format.index_base.map(IndexBase::from).filter(|_| self.data.is_some());
        let settings = Settings {
            features: self.features.map_or(base.features, get),
            dtype: self.dtype.unwrap_or(base.dtype),
            index_base: given_base.map_or(base.index_base, Into::into),
            rows: self.rows.map(get).or(base.rows).filter(|_| self.data.is_none()),
            density: self.density.or(base.density).filter(|_| self.data.is_none()),
            batch_size: self.batch_size.map_or(base.batch_size, get),
            seed: self.fit.seed.unwrap_or(base.seed),
            ..base.clone()
        };
        self.with_optimizer(settings, loaded.is_some())
    }

    /// The settings with the optimizer that is asked for: by its numbers alone if it is SGD with momentum.
    fn with_optimizer(&self, base: Settings, is_loaded: bool) -> Result<Settings> {
        let mut before = base.optimizer.as_ref().map_or_else(|| Ok(base.sgd_momentum()), Optimizer::try_from)?;
        // The generated problem is that of the tutorial, as is its optimizer; momentum is that of SGD.
        if !is_loaded && self.data.is_some() && self.momentum.is_none() {
            before = self.optimizer.default_of(ADAGRAD, before);
        }
        let mut optimizer = self.optimizer.of(before, &[])?;
        let (own, asked) = (before.name(), optimizer.name());
        ensure!(!is_loaded || own == asked, "the loaded weights are of {own}, not {asked}");
        for (name, number) in [("momentum", self.momentum), ("clip_gradient", self.clip_gradient)] {
            number.map_or(Ok(()), |number| optimizer.set(name, number))?;
        }
        let number = |name| optimizer.get(name).unwrap_or_default();
        let mut settings = Settings {
            learning_rate: number("learning_rate"),
            momentum: number("momentum"),
            weight_decay: number("weight_decay"),
            clip_gradient: optimizer.get("clip_gradient"),
            optimizer: None,
            ..base
        };
        if optimizer.name() != settings.sgd_momentum().name() || optimizer.get("rescale_gradient") != Some(1.0) {
            settings.optimizer = Some(SavedOptimizer::from(&optimizer));
        }
        Ok(settings)
    }
}

fn dtype() -> impl TypedValueParser<Value = DType> {
    let named = |name: String| DType::ALL.into_iter().find(|dtype| dtype.name() == name).ok_or("no such type");
    PossibleValuesParser::new(DType::ALL.map(DType::name)).try_map(named)
}
