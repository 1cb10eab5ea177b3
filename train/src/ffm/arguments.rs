//! The arguments of `lacuna train ffm`.
use crate::arguments::at_least_one;
use crate::classify::{OnlineArguments, OnlineData, named};
use crate::fit_arguments::FitArguments;
use crate::ranks::{Shared, SharedArguments};
use anyhow::{Result, bail, ensure};
use clap::Args;
use clap::builder::PossibleValuesParser;
use lacuna_models::train::{ClassifySettings, FfmSettings, OnlineOptimizer, SavedBase};
use std::num::NonZeroUsize;

/// The rules that first weights which are no zeros can be learnt by.
const OPTIMIZERS: [OnlineOptimizer; 2] = [OnlineOptimizer::AdaGrad, OnlineOptimizer::Sgd];

/// Help of `--data`.
const DATA: &str = "Learn this file of LIBFFM's text, label field:feature:value ..., whose labels are 1 or else 0 or -1, \
    and whose numbers count from 0; - is standard input, and is first copied to a temporary file";

/// Factors of a feature for a field.
const FACTORS: usize = 4;

/// Arguments of `lacuna train ffm`. Settings that are not given are those of the loaded model, or else the defaults.
#[derive(Clone, Debug, Default, Args)]
#[command(
    allow_negative_numbers = true,
    mut_arg(
        "optimizer",
        |argument| argument.value_parser(PossibleValuesParser::new(OPTIMIZERS.map(OnlineOptimizer::name)))
    ),
    mut_arg("data", |argument| argument.help(DATA)),
    mut_arg("save_every", |argument| {
        argument.value_name("ROWS").help("Write --save also each time that so many rows were learnt")
    }),
    mut_arg("epochs", |argument| argument.help("Passes over the data; the rest of an interrupted one counts as one [default: 2]")),
    mut_arg("plot", |argument| argument.help("Draw the loss of the last epoch")),
    mut_arg("index_base", |argument| argument.hide(true)),
    mut_arg("sort_rows", |argument| argument.hide(true)),
    mut_arg("predictions", |argument| argument.hide(true)),
    after_help = "The model is the sum over all pairs of entries of a row, <w(feature a, field b), w(feature b, field a)> x_a x_b, \
        divided by the sum of the squared values of the row. It is learnt as by LIBFFM: by adagrad with learning \
        rate 0.5, epsilon 1 and l2 0.000002, which is added to the gradient, from uniform numbers up to \
        1 / sqrt(factors). The probability of class 1 is the sigmoid of it.\n\n\
        Rows are learnt one by one in the order of the file, so that the same data and seed give the same bits at \
        any number of threads, which read ahead, and on every processor. With --batch-size, --slices or --exchange \
        it learns in steps of several rows: all are scored by the weights before the step, and the gradients of \
        their pairs are added, not averaged.\n\n\
        Ctrl-C and SIGTERM end the run after the current batch with status 130 or 143, after it has written --save \
        and --plot. With --load and the same data it goes on there, and ends with the bits of one that was never \
        interrupted. A second Ctrl-C ends it at once."
)]
pub struct FfmArguments {
    /// The rows.
    #[command(flatten)]
    pub rows: OnlineData,
    /// Number of fields [default: what the file holds]
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Data")]
    pub fields: Option<NonZeroUsize>,

    /// Numbers that stand for a feature where it meets a field [default: 4]
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Training")]
    pub factors: Option<NonZeroUsize>,
    /// Do not divide the logit of a row by the sum of its squared values
    #[arg(long, help_heading = "Training")]
    pub no_normalise: bool,
    /// What all such models have.
    #[command(flatten)]
    pub online: OnlineArguments,
    /// The run.
    #[command(flatten)]
    pub fit: FitArguments,
}

impl Shared for FfmArguments {
    fn shared(&mut self) -> SharedArguments<'_> {
        let shared = SharedArguments::of(&self.online.ranks, &mut self.fit);
        shared.reads([Some(&self.rows.data), self.rows.test.as_ref()])
    }
}

impl FfmArguments {
    /// The settings: those given, then those of the loaded model, then the defaults. `features` and `fields` may stay
    /// open here.
    pub(super) fn settings(&self, loaded: Option<&ClassifySettings>) -> Result<ClassifySettings> {
        ensure!(self.rows.format.index_base.is_none(), "--index-base is not for LIBFFM's text, which counts from 0");
        let asked = named(OPTIMIZERS, OnlineOptimizer::name, self.online.optimizer.optimizer.as_deref());
        let own = FfmSettings { fields: 0, factors: FACTORS, normalise: true, seed: self.fit.seed() };
        let default = ClassifySettings::machine(asked.unwrap_or_default(), 0, own);
        let base = loaded.unwrap_or(&default);
        let Some(mut ffm) = base.ffm else { bail!("the loaded weights are of `lacuna train classify`") };
        if let Some(asked) = asked.filter(|asked| *asked != base.optimizer) {
            bail!("the loaded model is of {}, not {}", base.optimizer.name(), asked.name());
        }
        let counts = [
            ("features", self.rows.features, base.features),
            ("fields", self.fields, ffm.fields),
            ("factors", self.factors, ffm.factors),
        ];
        for (name, asked, found) in counts {
            let differs = |asked: NonZeroUsize| loaded.is_some() && asked.get() != found;
            if let Some(asked) = asked.filter(|&asked| differs(asked)) {
                bail!("the loaded model has {found} {name}, not {asked}");
            }
        }
        ensure!(
            loaded.is_none() || !self.no_normalise || !ffm.normalise,
            "the loaded model divides rows by their length: --no-normalise is not for it"
        );
        ffm.fields = self.fields.map_or(ffm.fields, NonZeroUsize::get);
        ffm.factors = self.factors.map_or(ffm.factors, NonZeroUsize::get);
        ffm.normalise &= !self.no_normalise;
        let mut settings = ClassifySettings {
            features: self.rows.features.map_or(base.features, NonZeroUsize::get),
            ffm: Some(ffm),
            index_base: SavedBase::Zero,
            ..base.clone()
        };
        self.online.set(&mut settings)?;
        self.online.optimizer.hyper.iter().try_for_each(|(name, value)| settings.set(name, *value))?;
        Ok(settings)
    }
}
