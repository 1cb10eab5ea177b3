//! The arguments of `lacuna train classify`.
use super::online::{OnlineArguments, OnlineData, named};
use crate::arguments::{finite, not_negative, positive};
use crate::fit_arguments::FitArguments;
use crate::ranks::{Shared, SharedArguments};
use anyhow::{Result, bail, ensure};
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use lacuna_models::train::{Classes, ClassifySettings, OnlineOptimizer};
use lacuna_runtime::libsvm::{IndexBase, TextForm, VwOptions};
use std::num::NonZeroUsize;

/// How several classes are told apart.
const SEVERAL: [Classes; 2] = [Classes::Softmax, Classes::OneAgainstRest];

fn classes() -> PossibleValuesParser {
    PossibleValuesParser::new(SEVERAL.map(Classes::name))
}

/// How files are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum TextArgument {
    /// label index:value index:value ...
    #[default]
    Libsvm,
    /// label importance tag|namespace name:value name ... |namespace ...
    Vw,
}

/// Bits of VW's text.
const VW_BITS: u32 = 18;

/// Two namespaces.
fn pair(text: &str) -> Result<[u8; 2], String> {
    let letters = text.as_bytes().try_into().ok().filter(|pair: &[u8; 2]| pair.iter().all(u8::is_ascii_graphic));
    letters.ok_or_else(|| "must be the first letters of two namespaces".to_owned())
}

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
    after_help = "Learnt by adagrad with learning rate 0.2 and weight decay 0; ftrl has 0.1, sgd 0.005. The bias is not \
        decayed.\n\n\
        Each row is scored before it is learnt, and the mean of these log losses is shown whenever the rows \
        have doubled. Rows are learnt one by one in the order of the file, so that the same data give the \
        same bits at any number of threads, which read ahead, and on every processor.\n\n\
        With --batch-size, --slices or --exchange it learns in steps of several rows. All rows of a step are scored \
        by the weights before it, and their gradients are added, not averaged: a weight that one row of the step \
        has takes the step of that row, and sgd may need a smaller learning rate. Weights are decayed once a step. \
        Of l1 norms there is that of ftrl.\n\n\
        A run that was killed goes on from its last checkpoint with --load and the same data, and ends with \
        the bits of one that was not. Ctrl-C and SIGTERM end it after the current batch with status 130 \
        or 143, after it has written --save and --plot. A second Ctrl-C ends it at once."
)]
pub struct ClassifyArguments {
    /// The rows.
    #[command(flatten)]
    pub rows: OnlineData,
    /// How the files are written [default: libsvm]
    #[arg(long = "format", value_name = "FORMAT", value_enum, help_heading = "Data")]
    pub text: Option<TextArgument>,
    /// Hash features to 2^N: of LibSVM text their names, which need be no numbers; of VW's text as VW does [default: of
    /// VW's text 18]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=30), conflicts_with = "features",
        help_heading = "Data")]
    pub hash_bits: Option<u32>,
    /// Of VW's text, add the pairs of features of two namespaces, by their first letters, once for each pair of them
    #[arg(long, value_name = "AB", value_parser = pair, help_heading = "Data")]
    pub quadratic: Vec<[u8; 2]>,
    /// Learn no bias
    #[arg(long, help_heading = "Training")]
    pub noconstant: bool,
    /// Tell several classes apart: softmax gives their probabilities, one-against-rest learns a model of each
    #[arg(long, value_name = "HOW", value_parser = classes(), conflicts_with = "positive", help_heading = "Data")]
    pub classes: Option<String>,
    /// The labels of several classes, with commas between them [default: what a pass over the data finds]
    #[arg(long, value_name = "LABELS", value_delimiter = ',', value_parser = finite, requires = "classes",
        allow_negative_numbers = true, help_heading = "Data")]
    pub labels: Vec<f64>,

    /// What all such models have.
    #[command(flatten)]
    pub online: OnlineArguments,
    /// Keeps a weight at 0 until more speaks for it, not the bias: with ftrl than this in all rows together, with sgd and
    /// adagrad than this in each row [default: 0]
    #[arg(long, value_name = "RATE", value_parser = not_negative, help_heading = "Training")]
    pub l1: Option<f64>,
    /// What ftrl adds to the root of the sum of squared gradients [default: 1]
    #[arg(long, value_name = "NUMBER", value_parser = positive, help_heading = "Training")]
    pub beta: Option<f64>,
    /// The run.
    #[command(flatten)]
    pub fit: FitArguments,
}

impl Shared for ClassifyArguments {
    fn shared(&mut self) -> SharedArguments<'_> {
        let shared = SharedArguments::of(&self.online.ranks, &mut self.fit);
        shared.reads([Some(&self.rows.data), self.rows.test.as_ref()])
    }
}

impl ClassifyArguments {
    /// Whether rows are those of Vowpal Wabbit.
    pub(super) fn is_vw(&self) -> bool {
        self.text == Some(TextArgument::Vw)
    }

    /// How lines are read, as of the loaded weights.
    fn form(&self, loaded: Option<&ClassifySettings>) -> Result<TextForm> {
        ensure!(self.is_vw() || self.quadratic.is_empty(), "--quadratic needs namespaces: it is for --format vw");
        let asked = match (self.text.unwrap_or_default(), self.hash_bits) {
            (TextArgument::Vw, bits) => {
                TextForm::Vw(VwOptions { bits: bits.unwrap_or(VW_BITS), pairs: self.quadratic.clone() })
            }
            (TextArgument::Libsvm, Some(bits)) => TextForm::Names { bits },
            (TextArgument::Libsvm, None) => TextForm::Plain,
        };
        match loaded {
            Some(loaded) if loaded.form != asked => {
                bail!("the loaded weights were learnt from text of another --format, --hash-bits or --quadratic")
            }
            _ => Ok(asked),
        }
    }

    /// The labels asked for, in order, or those of the loaded weights.
    fn sorted_labels(&self, loaded: Option<&ClassifySettings>) -> Result<Vec<f64>> {
        let mut labels = self.labels.clone();
        labels.sort_by(f64::total_cmp);
        if let Some(twice) = labels.windows(2).find(|pair| pair[0] == pair[1]) {
            bail!("--labels has {} twice", twice[0]);
        }
        match loaded {
            Some(loaded) if !labels.is_empty() && labels != loaded.labels => {
                bail!("the loaded weights have the labels {:?}, not {labels:?}", loaded.labels)
            }
            Some(loaded) => Ok(loaded.labels.clone()),
            None => Ok(labels),
        }
    }

    /// The settings: those given, then those of the loaded weights, then the defaults. `features` and `index_base` may
    /// stay open here.
    pub(super) fn settings(&self, loaded: Option<&ClassifySettings>) -> Result<ClassifySettings> {
        let asked = self.online.optimizer.optimizer.as_deref();
        let asked = asked.and_then(|name| OnlineOptimizer::ALL.into_iter().find(|optimizer| optimizer.name() == name));
        let default = ClassifySettings::new(asked.unwrap_or_default(), 0);
        let base = loaded.unwrap_or(&default);
        if let Some(asked) = asked.filter(|asked| *asked != base.optimizer) {
            bail!("the loaded weights are of {}, not {}", base.optimizer.name(), asked.name());
        }
        if let (Some(asked), Some(loaded)) = (self.rows.features, loaded)
            && asked.get() != loaded.features
        {
            bail!("the loaded weights have {} features, not {asked}", loaded.features);
        }
        let mut settings = ClassifySettings {
            features: self.rows.features.map_or(base.features, NonZeroUsize::get),
            index_base: self.rows.format.index_base.map_or(base.index_base, |base| IndexBase::from(base).into()),
            optimizer: base.optimizer,
            learning_rate: base.learning_rate,
            l1: self.l1.unwrap_or(base.l1),
            l2: base.l2,
            epsilon: base.epsilon,
            beta: base.beta,
            loss: base.loss,
            classes: named(SEVERAL, Classes::name, self.classes.as_deref()).unwrap_or(base.classes),
            labels: self.sorted_labels(loaded)?,
            class_weights: base.class_weights.clone(),
            ffm: None,
            form: self.form(loaded)?,
            no_bias: self.noconstant || base.no_bias,
            steps: None,
        };
        ensure!(base.ffm.is_none(), "the loaded weights are of `lacuna train ffm`");
        ensure!(
            settings.form == TextForm::Plain || self.rows.format.index_base.is_none(),
            "--index-base is for numbered features, and these have names"
        );
        if let Some(loaded) = loaded.filter(|loaded| loaded.classes != settings.classes) {
            bail!("the loaded weights have classes {}, not {}", loaded.classes.name(), settings.classes.name());
        }
        self.online.set(&mut settings)?;
        self.beta.map_or(Ok(()), |beta| settings.set("beta", beta))?;
        self.online.optimizer.hyper.iter().try_for_each(|(name, value)| settings.set(name, *value))?;
        Ok(settings)
    }
}
