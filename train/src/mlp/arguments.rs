//! The arguments of `lacuna train mlp`.
use crate::arguments::at_least_one;
use crate::fit_arguments::{ContextArguments, FitArguments};
use crate::optimizer::{OptimizerArguments, Rates};
use crate::ranks::{RankArguments, Shared, SharedArguments};
use crate::rows::RowsArguments;
use anyhow::{Result, bail, ensure};
use clap::{Args, ValueEnum};
use lacuna::optim::Sgd;
use lacuna_models::train::{MlpSettings, MlpVariant, SavedOptimizer};
use lacuna_runtime::optimizer::Optimizer;
use std::num::NonZeroUsize;

/// Arguments of `lacuna train mlp`. Settings that are not given are those of the loaded network, or else the defaults.
#[derive(Clone, Debug, Default, Args)]
#[command(
    allow_negative_numbers = true,
    after_help = "Without --data it trains on the problem of the MXNet tutorial: 1000 rows of 1,000,000 features, \
        10 of them stored in a row. The three variants of the tutorial are --variant dense (rows become \
        dense), sparse-dot (sparse rows, dense gradient) and row-sparse (sparse rows and gradient). \
        The last two end with the same bits. Rows of --data are learnt by adagrad with \
        learning rate 0.1, generated ones by the sgd of MXNet's tutorial with learning rate 0.01 (--preset mxnet: \
        all of them). \
        The same seed gives the same bits at any number of \
        threads and on every processor.\n\n\
        Ctrl-C and SIGTERM end the run after the current step with status 130 or 143, after it has written \
        --save and --plot. With --load and the same data the run goes on there, and ends with the bits of one \
        that was never interrupted. A second Ctrl-C ends it at once."
)]
pub struct MlpArguments {
    /// The rows.
    #[command(flatten)]
    pub rows: RowsArguments,

    /// How the first layer multiplies [default: row-sparse]
    #[arg(long, value_name = "VARIANT", help_heading = "Training")]
    pub variant: Option<VariantArgument>,
    /// Neurons of each hidden layer [default: 128,8]
    #[arg(long, value_name = "N,..", value_delimiter = ',', value_parser = at_least_one::<NonZeroUsize>,
        help_heading = "Training")]
    pub hidden: Option<Vec<NonZeroUsize>>,
    /// Rows of a step [default: 10]
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>, help_heading = "Training")]
    pub batch_size: Option<NonZeroUsize>,
    /// The optimizer.
    #[command(flatten)]
    pub optimizer: OptimizerArguments,
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

impl Shared for MlpArguments {
    fn shared(&mut self) -> SharedArguments<'_> {
        SharedArguments::of(&self.ranks, &mut self.fit).rows(&mut self.rows)
    }
}

/// `--variant`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum VariantArgument {
    /// Rows become dense; weight and gradient are
    Dense,
    /// Sparse rows, a dense gradient
    SparseDot,
    /// Sparse rows, a gradient of the rows of the features that occur
    #[default]
    RowSparse,
}

impl From<VariantArgument> for MlpVariant {
    fn from(variant: VariantArgument) -> Self {
        match variant {
            VariantArgument::Dense => Self::Dense,
            VariantArgument::SparseDot => Self::SparseDot,
            VariantArgument::RowSparse => Self::RowSparse,
        }
    }
}

/// What learns the rows of files: `benches/results/defaults.md`.
const ADAGRAD: Rates = Rates(0.1, 1e-7);

impl MlpArguments {
    /// The settings: those given, then those of the loaded network, then the defaults. `features` is 0 if the data
    /// decide it.
    pub(super) fn settings(&self, loaded: Option<&MlpSettings>) -> Result<MlpSettings> {
        let get = NonZeroUsize::get;
        let default = MlpSettings { features: 0, ..MlpSettings::default() };
        let base = loaded.unwrap_or(&default);
        let hidden: Option<Vec<usize>> = self.hidden.as_ref().map(|hidden| hidden.iter().copied().map(get).collect());
        if let Some(loaded) = loaded {
            if let Some(asked) = self.rows.features.filter(|asked| asked.get() != loaded.features) {
                bail!("the loaded network has {} features, not {asked}", loaded.features);
            }
            if let Some(asked) = hidden.as_ref().filter(|asked| **asked != loaded.hidden) {
                bail!("the loaded network has hidden layers of {:?}, not {asked:?}", loaded.hidden);
            }
            let dense = |variant: MlpVariant| variant == MlpVariant::Dense;
            if let Some(asked) =
                self.variant.map(MlpVariant::from).filter(|&asked| dense(asked) != dense(loaded.variant))
            {
                bail!(
                    "the loaded network is {}, whose first weight {} cannot take",
                    loaded.variant.name(),
                    asked.name()
                );
            }
        }
        let mut before = base.optimizer()?;
        // The generated problem is that of the tutorial, as is its optimizer.
        if loaded.is_none() && self.rows.data.is_some() {
            before = self.optimizer.default_of(ADAGRAD, before);
        }
        let optimizer = self.optimizer.of(before, &[])?;
        let (own, asked) = (before.name(), optimizer.name());
        ensure!(loaded.is_none() || own == asked, "the loaded network is of {own}, not {asked}");
        let learning_rate = optimizer.get("learning_rate").unwrap_or_default();
        let plain = Optimizer::Sgd(Sgd::new(learning_rate));
        Ok(MlpSettings {
            features: self.rows.features.map_or(base.features, get),
            hidden: hidden.unwrap_or_else(|| base.hidden.clone()),
            variant: self.variant.map_or(base.variant, Into::into),
            batch_size: self.batch_size.map_or(base.batch_size, get),
            learning_rate,
            optimizer: (optimizer != plain).then(|| SavedOptimizer::from(&optimizer)),
            seed: self.fit.seed.unwrap_or(base.seed),
            index_base: base.index_base,
            slices: 1,
        })
    }
}
