//! The command line of `lacuna train`.
use crate::fm::FmArguments;
use crate::linear_classification::LinearClassificationArguments;
use crate::lm::LmArguments;
use crate::mf::MfArguments;
use crate::mlp::MlpArguments;
use crate::wide_deep::WideDeepArguments;
use anyhow::{Result, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand, ValueEnum};
use lacuna_runtime::Cpu;
use lacuna_runtime::libsvm::IndexBase;
use lacuna_runtime::train::{ClassifySettings, DType, OnlineOptimizer, Settings};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::str::FromStr;

/// Arguments of `lacuna train`.
#[derive(Clone, Debug, Args)]
pub struct TrainArguments {
    /// What to train.
    #[command(subcommand)]
    pub model: TrainModel,
}

/// The models.
#[derive(Clone, Debug, Subcommand)]
pub enum TrainModel {
    /// Linear regression y = x w + b on sparse rows, with SGD and momentum
    Linear(LinearArguments),
    /// Logistic regression of two classes on sparse rows, learnt row after row in one pass over the text
    Classify(ClassifyArguments),
    /// A network of two classes whose first layer is sparse: 1,000,000 -> 128 -> 8 -> 1, with SGD
    Mlp(MlpArguments),
    /// A factorization machine of two classes on sparse rows, with Adam
    Fm(FmArguments),
    /// Matrix factorization of the scores that users give to items, with SGD
    Mf(MfArguments),
    /// Linear classification of sparse rows in batches, with SGD, AdaGrad or Adam and a weight for class 1
    LinearClassification(LinearClassificationArguments),
    /// A linear model of sparse columns beside a network on ids and dense columns, with Adam
    WideDeep(WideDeepArguments),
    /// A language model of any text: LSTMP layers and a sampled softmax, with AdaGrad
    Lm(LmArguments),
}

/// Arguments of `lacuna train classify`. Settings that are not given are those of the loaded weights, or else the defaults.
#[derive(Clone, Debug, Default, Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "Each row is scored before it is learnt, and the mean of these log losses is shown whenever the rows\n\
        have doubled. Rows are learnt one by one in the order of the file, so that the same data give the\n\
        same bits at any number of threads, which read ahead, and on every processor.\n\n\
        A run that was killed goes on from its last checkpoint with --load and the same data, and ends with\n\
        the bits of one that was not. Ctrl-C and SIGTERM end it behind the running batch with status 130\n\
        or 143, after it has written --save and --plot. A second Ctrl-C ends it at once."
)]
pub struct ClassifyArguments {
    /// Learn this LibSVM file, whose labels are 1 or else 0 or -1; - is standard input. A pipe is read as it comes if there is one pass and
    /// --features and --index-base are known; else it is first copied to a temporary file
    #[arg(long, value_name = "FILE", help_heading = "Data")]
    pub data: PathBuf,
    /// Measure the loss on this LibSVM file after each pass
    #[arg(long, value_name = "FILE", help_heading = "Data")]
    pub test: Option<PathBuf>,
    /// Number of features [default: what the file holds]
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Data")]
    pub features: Option<NonZeroUsize>,
    /// Number that the files give to their first feature [default: auto]
    #[arg(long, value_name = "BASE", help_heading = "Data")]
    pub index_base: Option<BaseArgument>,
    /// Sort the features of each row of the files, instead of refusing a row out of order
    #[arg(long, help_heading = "Data")]
    pub sort_rows: bool,

    /// Passes over the data; the rest of an interrupted one counts as one [default: 1]
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroU64>, help_heading = "Training")]
    pub passes: Option<NonZeroU64>,
    /// Optimizer [default: adagrad]
    #[arg(long, value_name = "NAME", value_parser = optimizer(), help_heading = "Training")]
    pub optimizer: Option<OnlineOptimizer>,
    /// Step size [default: 0.1; 0.005 for sgd]
    #[arg(long, value_name = "RATE", value_parser = positive, help_heading = "Training")]
    pub learning_rate: Option<f64>,
    /// Keeps a weight at 0 until more speaks for it; ftrl only, and not for the bias [default: 0]
    #[arg(long, value_name = "RATE", value_parser = not_negative, help_heading = "Training")]
    pub l1: Option<f64>,
    /// Pulls the weights of the features of a row towards zero; the bias is left out [default: 0]
    #[arg(long, value_name = "RATE", value_parser = not_negative, help_heading = "Training")]
    pub l2: Option<f64>,
    /// What adagrad adds to the sum of squared gradients [default: 1]
    #[arg(long, value_name = "NUMBER", value_parser = positive, help_heading = "Training")]
    pub epsilon: Option<f64>,
    /// What ftrl adds to the root of the sum of squared gradients [default: 1]
    #[arg(long, value_name = "NUMBER", value_parser = positive, help_heading = "Training")]
    pub beta: Option<f64>,
    /// Threads, 1024 at most; the result does not depend on them [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = threads, help_heading = "Training")]
    pub threads: Option<NonZeroUsize>,
    /// Refuse a model that takes more memory than this many GiB [default: 4]
    #[arg(long, value_name = "GIB", value_parser = positive, help_heading = "Training")]
    pub memory_limit: Option<f64>,

    /// Go on from weights that --save has written
    #[arg(long, visible_alias = "resume", value_name = "FILE.safetensors", help_heading = "Files")]
    pub load: Option<PathBuf>,
    /// Write the weights and the optimizer's states at the end, or when interrupted
    #[arg(long, value_name = "FILE.safetensors", help_heading = "Files")]
    pub save: Option<PathBuf>,
    /// Write --save also each time that so many rows were learnt
    #[arg(long, value_name = "ROWS", value_parser = at_least_one::<NonZeroU64>, requires = "save", help_heading = "Files")]
    pub save_every: Option<NonZeroU64>,
    /// Draw the loss of the last pass
    #[arg(long, value_name = "FILE.svg", help_heading = "Files")]
    pub plot: Option<PathBuf>,
    /// Show nothing but errors, and where an interrupted run goes on
    #[arg(long, short)]
    pub quiet: bool,
}

impl ClassifyArguments {
    /// The settings: those given, then those of the loaded weights, then the defaults. `features` and `index_base` may stay open here.
    pub(super) fn settings(&self, loaded: Option<&ClassifySettings>) -> Result<ClassifySettings> {
        let default = ClassifySettings::new(self.optimizer.unwrap_or_default(), 0);
        let base = loaded.unwrap_or(&default);
        if let Some(asked) = self.optimizer.filter(|asked| *asked != base.optimizer) {
            bail!("the loaded weights are of {}, not {}", base.optimizer.name(), asked.name());
        }
        if let (Some(asked), Some(loaded)) = (self.features, loaded)
            && asked.get() != loaded.features
        {
            bail!("the loaded weights have {} features, not {asked}", loaded.features);
        }
        Ok(ClassifySettings {
            features: self.features.map_or(base.features, NonZeroUsize::get),
            index_base: self.index_base.map_or(base.index_base, |base| IndexBase::from(base).into()),
            optimizer: base.optimizer,
            learning_rate: self.learning_rate.unwrap_or(base.learning_rate),
            l1: self.l1.unwrap_or(base.l1),
            l2: self.l2.unwrap_or(base.l2),
            epsilon: self.epsilon.unwrap_or(base.epsilon),
            beta: self.beta.unwrap_or(base.beta),
        })
    }
}

fn optimizer() -> impl TypedValueParser<Value = OnlineOptimizer> {
    let named = |name: String| OnlineOptimizer::ALL.into_iter().find(|optimizer| optimizer.name() == name).ok_or("no such optimizer");
    PossibleValuesParser::new(OnlineOptimizer::ALL.map(OnlineOptimizer::name)).try_map(named)
}

/// Arguments of `lacuna train linear`. Settings that are not given are those of the loaded weights, or else the defaults.
#[derive(Clone, Debug, Default, Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "Without --data it trains on the problem of the MXNet sparse tutorials: 1000 rows of 100 features,\n\
        density 0.01, whose true weights are 1 to 100. The same seed gives the same bits at any number of\n\
        threads and on every processor.\n\n\
        Ctrl-C and SIGTERM end the run behind the running step with status 130 or 143, after it has written\n\
        --save and --plot. With --load and the same data the run goes on there, and ends with the bits of one\n\
        that was never interrupted. A second Ctrl-C ends it at once."
)]
pub struct LinearArguments {
    /// Train on this LibSVM file instead of the generated problem; it is read in batches, anew for each epoch, and a pipe
    /// or - (standard input) is first copied to a temporary file
    #[arg(long, value_name = "FILE", help_heading = "Data")]
    pub data: Option<PathBuf>,
    /// Measure the loss on this LibSVM file after each epoch, as the mean over its rows
    #[arg(long, value_name = "FILE", requires = "data", help_heading = "Data")]
    pub test: Option<PathBuf>,
    /// Number of features [default: what the file holds; 100 if generated]
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Data")]
    pub features: Option<NonZeroUsize>,
    /// Number that the files give to their first feature [default: auto]
    #[arg(long, value_name = "BASE", requires = "data", help_heading = "Data")]
    pub index_base: Option<BaseArgument>,
    /// Sort the features of each row of the files, instead of refusing a row out of order
    #[arg(long, requires = "data", help_heading = "Data")]
    pub sort_rows: bool,
    /// Rows of the generated problem [default: 1000]
    #[arg(long, value_name = "N", conflicts_with = "data", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Data")]
    pub rows: Option<NonZeroUsize>,
    /// Share of stored positions in the generated problem [default: 0.01]
    #[arg(long, value_name = "SHARE", conflicts_with = "data", value_parser = share, help_heading = "Data")]
    pub density: Option<f64>,

    /// Passes over the data; the rest of an interrupted one counts as one [default: 10]
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroU64>, help_heading = "Training")]
    pub epochs: Option<NonZeroU64>,
    /// Rows of a step [default: 32 for a file, 1 if generated]
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Training")]
    pub batch_size: Option<NonZeroUsize>,
    /// Step size [default: 0.05]
    #[arg(long, value_name = "RATE", value_parser = positive, help_heading = "Training")]
    pub learning_rate: Option<f64>,
    /// Share of the last step that is kept, below 1 [default: 0.9]
    #[arg(long, value_name = "SHARE", value_parser = below_one, help_heading = "Training")]
    pub momentum: Option<f64>,
    /// Pulls the weights of the features that occur in a step towards zero; the bias is left out [default: 0]
    #[arg(long, value_name = "RATE", value_parser = not_negative, help_heading = "Training")]
    pub weight_decay: Option<f64>,
    /// Limits each element of the gradient to minus and plus this [default: no limit]
    #[arg(long, value_name = "BOUND", value_parser = positive, help_heading = "Training")]
    pub clip_gradient: Option<f64>,
    /// Value type [default: f32]
    #[arg(long, value_name = "TYPE", value_parser = dtype(), help_heading = "Training")]
    pub dtype: Option<DType>,
    /// Seed of the first weights and of the generated problem [default: 0]
    #[arg(long, value_name = "N", help_heading = "Training")]
    pub seed: Option<u64>,
    /// The weights to start with [default: normal]
    #[arg(long, value_name = "WEIGHTS", conflicts_with = "load", help_heading = "Training")]
    pub initial_weights: Option<InitialWeights>,
    /// Threads, 1024 at most; the result does not depend on them [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = threads, help_heading = "Training")]
    pub threads: Option<NonZeroUsize>,
    /// Refuse a model or a generated problem that takes more memory than this many GiB [default: 4]
    #[arg(long, value_name = "GIB", value_parser = positive, help_heading = "Training")]
    pub memory_limit: Option<f64>,

    /// Go on from weights that --save has written
    #[arg(long, visible_alias = "resume", value_name = "FILE.safetensors", help_heading = "Files")]
    pub load: Option<PathBuf>,
    /// Write the weights and the optimizer's state at the end, or when interrupted
    #[arg(long, value_name = "FILE.safetensors", help_heading = "Files")]
    pub save: Option<PathBuf>,
    /// Write --save also after each so many epochs
    #[arg(long, value_name = "EPOCHS", value_parser = at_least_one::<NonZeroU64>, requires = "save", help_heading = "Files")]
    pub save_every: Option<NonZeroU64>,
    /// Draw the loss of each epoch
    #[arg(long, value_name = "FILE.svg", help_heading = "Files")]
    pub plot: Option<PathBuf>,
    /// Show nothing but errors, and where an interrupted run goes on
    #[arg(long, short)]
    pub quiet: bool,
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

/// `--index-base`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BaseArgument {
    /// Features are numbered from 0
    Zero,
    /// Features are numbered from 1
    One,
    /// From 1 if feature 0 never occurs
    Auto,
}

impl From<BaseArgument> for IndexBase {
    fn from(base: BaseArgument) -> Self {
        match base {
            BaseArgument::Zero => Self::Zero,
            BaseArgument::One => Self::One,
            BaseArgument::Auto => Self::Auto,
        }
    }
}

impl LinearArguments {
    /// The settings: those given, then those of the loaded weights, then the defaults. `features` and `index_base` may stay open here.
    pub(super) fn settings(&self, loaded: Option<&Settings>) -> Result<Settings> {
        let get = NonZeroUsize::get;
        let default = match &self.data {
            Some(_) => Settings { batch_size: 32, ..Settings::default() },
            None => Settings { rows: Some(1000), density: Some(0.01), features: 100, ..Settings::default() },
        };
        let base = loaded.unwrap_or(&default);
        if let (Some(asked), Some(loaded)) = (self.dtype, loaded)
            && asked != loaded.dtype
        {
            bail!("the loaded weights are {}, not {}", loaded.dtype.name(), asked.name());
        }
        if let (Some(asked), Some(loaded)) = (self.features, loaded)
            && asked.get() != loaded.features
        {
            bail!("the loaded weights have {} features, not {asked}", loaded.features);
        }
        let given_base = self.index_base.map(IndexBase::from).filter(|_| self.data.is_some());
        Ok(Settings {
            features: self.features.map_or(base.features, get),
            dtype: self.dtype.unwrap_or(base.dtype),
            index_base: given_base.map_or(base.index_base, Into::into),
            rows: self.rows.map(get).or(base.rows).filter(|_| self.data.is_none()),
            density: self.density.or(base.density).filter(|_| self.data.is_none()),
            batch_size: self.batch_size.map_or(base.batch_size, get),
            learning_rate: self.learning_rate.unwrap_or(base.learning_rate),
            momentum: self.momentum.unwrap_or(base.momentum),
            weight_decay: self.weight_decay.unwrap_or(base.weight_decay),
            clip_gradient: self.clip_gradient.or(base.clip_gradient),
            seed: self.seed.unwrap_or(base.seed),
        })
    }
}

fn dtype() -> impl TypedValueParser<Value = DType> {
    let named = |name: String| DType::ALL.into_iter().find(|dtype| dtype.name() == name).ok_or("no such type");
    PossibleValuesParser::new(DType::ALL.map(DType::name)).try_map(named)
}

fn number(text: &str, valid: impl Fn(f64) -> bool, what: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if valid(value) => Ok(value),
        _ => Err(format!("must be {what}")),
    }
}

pub(crate) fn at_least_one<N: FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| "must be a whole number, 1 or more".to_owned())
}

pub(crate) fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let fits = |threads: &NonZeroUsize| threads.get() <= Cpu::MOST_THREADS;
    text.parse().ok().filter(fits).ok_or_else(|| format!("must be a whole number from 1 to {}", Cpu::MOST_THREADS))
}

pub(crate) fn positive(text: &str) -> Result<f64, String> {
    number(text, |x| x > 0.0 && x.is_finite(), "a positive number")
}

pub(crate) fn not_negative(text: &str) -> Result<f64, String> {
    number(text, |x| x >= 0.0 && x.is_finite(), "a number, 0 or more")
}

pub(crate) fn below_one(text: &str) -> Result<f64, String> {
    number(text, |x| (0.0..1.0).contains(&x), "a number from 0 to below 1")
}

pub(crate) fn share(text: &str) -> Result<f64, String> {
    number(text, |x| (0.0..=1.0).contains(&x), "a number from 0 to 1")
}
