//! The command line of `lacuna train`.
use crate::classify::ClassifyArguments;
use crate::ffm::FfmArguments;
use crate::fm::FmArguments;
use crate::linear::LinearArguments;
use crate::linear_classification::LinearClassificationArguments;
use crate::lm::LmArguments;
use crate::mf::MfArguments;
use crate::mlp::MlpArguments;
use crate::wide_deep::WideDeepArguments;
use anyhow::{Result, ensure};
use clap::{Args, Subcommand, ValueEnum};
use lacuna_runtime::Cpu;
use lacuna_runtime::libsvm::{IndexBase, LibsvmOptions};
use std::num::NonZeroUsize;
use std::str::FromStr;

/// Help of `--threads`.
pub(crate) const THREADS: &str = "Threads, 1024 at most; the result does not depend on them [default: one for each \
    processor, 8 at most, and one for each 256 rows that are computed at a time]";

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
    /// Linear classification of sparse rows, of two or more classes, learnt row after row in one pass over the text
    Classify(ClassifyArguments),
    /// A network of two classes whose first layer is sparse: 1,000,000 -> 128 -> 8 -> 1, with SGD
    Mlp(MlpArguments),
    /// A factorization machine of two classes on sparse rows, with Adam
    Fm(FmArguments),
    /// A field-aware factorization machine of two classes on LIBFFM's text, learnt row after row with AdaGrad
    Ffm(FfmArguments),
    /// Matrix factorization of the scores that users give to items, with SGD
    Mf(MfArguments),
    /// Linear classification of sparse rows in batches, with SGD, AdaGrad or Adam and a weight for class 1
    LinearClassification(LinearClassificationArguments),
    /// A linear model of sparse columns beside a network on ids and dense columns, with Adam
    WideDeep(WideDeepArguments),
    /// A language model of any text: LSTMP layers and a sampled softmax, with AdaGrad
    Lm(LmArguments),
}

/// `--index-base`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BaseArgument {
    /// Features are numbered from 0
    Zero,
    /// Features are numbered from 1
    One,
    /// What a comment of scikit-learn says, or else from 1 if feature 0 never occurs
    Auto,
}

/// How LibSVM files are read.
#[derive(Clone, Debug, Default, PartialEq, Args)]
pub struct FormatArguments {
    /// Number that the files give to their first feature [default: auto]
    #[arg(long, value_name = "BASE", requires = "data", help_heading = "Data")]
    pub index_base: Option<BaseArgument>,
    /// Sort the features of each row of the files, instead of refusing a row out of order
    #[arg(long, requires = "data", help_heading = "Data")]
    pub sort_rows: bool,
    /// Add the values of a feature that a row repeats, instead of refusing the row
    #[arg(long, requires = "data", help_heading = "Data")]
    pub sum_duplicates: bool,
    /// Rows of this label are class 1, and all others class 0
    #[arg(long, value_name = "LABEL", requires = "data", value_parser = finite, allow_negative_numbers = true,
        help_heading = "Data")]
    pub positive: Option<f64>,
    /// Read the weight of a row (label:weight), which its gradient and loss are multiplied by; a label alone weighs 1.
    /// `linear`, `classify` and `ffm` learn with weights
    #[arg(long, requires = "data", conflicts_with = "ignore_weights", help_heading = "Data")]
    pub row_weights: bool,
    /// Read a label with a weight (label:weight) as the label alone, instead of refusing the row
    #[arg(long, requires = "data", help_heading = "Data")]
    pub ignore_weights: bool,
}

impl FormatArguments {
    /// How a file is read, as far as it is asked for here.
    pub(crate) fn reading(&self) -> LibsvmOptions {
        LibsvmOptions {
            base: self.index_base.map_or(IndexBase::Auto, Into::into),
            sort_rows: self.sort_rows,
            sum_duplicates: self.sum_duplicates,
            positive: self.positive,
            row_weights: self.row_weights,
            ignore_weights: self.ignore_weights,
            ..LibsvmOptions::default()
        }
    }

    /// Refuses options of LibSVM text for rows that are none.
    pub(crate) fn expect_default(&self, rows: &str) -> Result<()> {
        ensure!(*self == Self::default(), "{rows} are no LibSVM text: its options are not for them");
        Ok(())
    }

    /// How rows of two classes are read by a model that does not learn with weights.
    pub(crate) fn reading_without_weights(&self) -> Result<LibsvmOptions> {
        ensure!(
            !self.row_weights,
            "this model does not learn with weights of rows: `lacuna train linear`, `classify` and `ffm` do; \
             --ignore-weights leaves them out"
        );
        Ok(LibsvmOptions { two_classes: true, threads: 1, ..self.reading() })
    }
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

pub(crate) fn finite(text: &str) -> Result<f64, String> {
    number(text, f64::is_finite, "a finite number")
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
