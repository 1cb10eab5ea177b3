//! A linear classifier of two classes: one pass after the other over rows that are scored first and learnt then.
use super::super::data::csr;
use super::super::linear::hash;
use super::super::scalar::TrainValue;
use super::rows::{Model, Rows, class};
use super::settings::{ClassifySettings, OnlineOptimizer};
use crate::libsvm::Batch;
use crate::metric::LogLoss;
use anyhow::{Result, ensure};
use lacuna::{Csr, loss};
use serde::{Deserialize, Serialize};
use std::mem;
use std::ops::ControlFlow;

/// How far a classifier is trained.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassifyProgress {
    /// Whole passes.
    pub passes: u64,
    /// What was learnt of the next one, each row with its loss before it was learnt.
    pub pass: LogLoss,
    /// The same when its number of rows was last a power of two.
    pub doubled: LogLoss,
}

/// What watches a pass while it runs.
pub trait Watch<V> {
    /// The rows of the pass have become a power of two; `since` are those behind the power before.
    ///
    /// # Errors
    /// Those of the watch, which end the pass.
    fn doubled(&mut self, pass: &LogLoss, since: &LogLoss) -> Result<()>;

    /// A batch was learnt. After [`Break`](ControlFlow::Break) the pass ends, and can go on behind it.
    ///
    /// # Errors
    /// Those of the watch, which end the pass.
    fn batch(&mut self, classifier: &Classifier<V>, progress: &ClassifyProgress) -> Result<ControlFlow<()>>;
}

/// Nobody watches.
impl<V> Watch<V> for () {
    fn doubled(&mut self, _: &LogLoss, _: &LogLoss) -> Result<()> {
        Ok(())
    }

    fn batch(&mut self, _: &Classifier<V>, _: &ClassifyProgress) -> Result<ControlFlow<()>> {
        Ok(ControlFlow::Continue(()))
    }
}

/// Logistic regression on sparse rows, learnt row after row: `p = 1 / (1 + e^-(x w + b))`, and the gradient `p - y` of the log loss goes at once into the weights of the features that
/// the row has, and into the bias.
///
/// The law of its bits: rows are learnt in the order of the data. `x w` is added up as a [product with one column](lacuna::order), then the bias is added to it. `(p - y) x` is rounded, and
/// is the gradient of one step of the [rule](lacuna::optim::Rule) of the weight; `p - y` that of the bias. Losses are [`loss::sigmoid_cross_entropy`] of the logit before the row is learnt; they are
/// summed in `f64` in the order of the rows. So neither batches nor threads show.
///
/// ```
/// use lacuna_runtime::libsvm::{LibsvmOptions, LibsvmReader};
/// use lacuna_runtime::train::{Classifier, ClassifyProgress, ClassifySettings, OnlineOptimizer};
///
/// let text: &[u8] = b"1 0:1\n-1 1:1\n".repeat(100).leak();
/// let options = LibsvmOptions { features: Some(2), two_classes: true, threads: 1, ..LibsvmOptions::default() };
/// let mut reader = LibsvmReader::<_, f32, i32>::from_stream("clicks", text, &options)?;
///
/// let settings = ClassifySettings { learning_rate: 0.5, ..ClassifySettings::new(OnlineOptimizer::AdaGrad, 2) };
/// let mut classifier = Classifier::new(&settings)?;
/// let mut progress = ClassifyProgress::default();
/// let pass = classifier.pass(&mut progress, 1, |batch| Ok(reader.read_batch(batch)?), &mut ())?;
/// assert_eq!((pass.rows, progress.passes), (200, 1));
/// assert!(pass.mean() < 0.3); // ln 2 is what guessing gives
/// # Ok::<(), anyhow::Error>(())
/// ```
pub struct Classifier<V> {
    optimizer: OnlineOptimizer,
    rows: Box<dyn Rows<V, i32>>,
    scored: Scored<V>,
}

/// Memory for the rows of a batch.
#[derive(Default)]
struct Scored<V> {
    logits: Vec<V>,
    classes: Vec<V>,
    losses: Vec<V>,
}

impl<V: TrainValue> Scored<V> {
    /// The log losses of the logits.
    fn losses(&mut self, labels: &[V]) -> Result<&[V]> {
        self.classes.clear();
        self.classes.extend(labels.iter().map(|&label| class(label)));
        self.losses.clear();
        self.losses.resize(labels.len(), V::ZERO);
        loss::sigmoid_cross_entropy(&self.logits, &self.classes, &mut self.losses)?;
        Ok(&self.losses)
    }
}

impl<V: TrainValue> Classifier<V> {
    /// A classifier of zeros.
    ///
    /// # Errors
    /// If a setting is out of range, or not a finite number in the value type.
    pub fn new(settings: &ClassifySettings) -> Result<Self> {
        Self::of(settings, &[])
    }

    /// A classifier of arrays, each with its bias: the weight, then its states.
    pub(super) fn of(settings: &ClassifySettings, arrays: &[(Vec<V>, V)]) -> Result<Self> {
        let features = settings.features;
        let rows: Box<dyn Rows<V, i32>> = match settings.optimizer {
            OnlineOptimizer::Sgd => Box::new(Model::<_, _, 1>::of(settings.sgd()?, features, arrays)),
            OnlineOptimizer::AdaGrad => Box::new(Model::<_, _, 2>::of(settings.adagrad()?, features, arrays)),
            OnlineOptimizer::Ftrl => Box::new(Model::<_, _, 3>::of(settings.ftrl()?, features, arrays)),
        };
        Ok(Self { optimizer: settings.optimizer, rows, scored: Scored::default() })
    }

    /// Bytes of a classifier.
    #[must_use]
    pub fn bytes(settings: &ClassifySettings) -> u128 {
        let row = settings.optimizer.arrays().len() * size_of::<V>();
        (settings.features as u128 + 1) * row as u128
    }

    /// Number of features.
    #[must_use]
    pub fn features(&self) -> usize {
        self.rows.features()
    }

    /// The optimizer.
    #[must_use]
    pub fn optimizer(&self) -> OnlineOptimizer {
        self.optimizer
    }

    /// The weight of each feature, and the bias.
    #[must_use]
    pub fn weight(&self) -> (Vec<V>, V) {
        self.rows.array(0)
    }

    /// The arrays of the optimizer, the weight first, each with that of the bias.
    pub(super) fn array(&self, array: usize) -> (Vec<V>, V) {
        self.rows.array(array)
    }

    /// FNV-1a over the bits of the weight and the bias, to compare runs by.
    #[must_use]
    pub fn hash(&self) -> u64 {
        hash((0..=self.features()).filter_map(|feature| self.rows.get(0, feature)))
    }

    /// Number of weights that are not 0.
    #[must_use]
    pub fn nonzero(&self) -> usize {
        (0..self.features()).filter(|&feature| self.rows.get(0, feature).is_some_and(|weight| weight != V::ZERO)).count()
    }

    /// The logits `x w + b` of some rows: the probability of the class 1 is [`sigmoid`](lacuna::map::sigmoid()) of it.
    ///
    /// # Errors
    /// If the rows have another number of features.
    pub fn logits(&self, x: Csr<'_, V, i32>) -> Result<Vec<V>> {
        self.fits(x)?;
        let mut logits = Vec::new();
        self.rows.score(x, &mut logits)?;
        Ok(logits)
    }

    fn fits(&self, x: Csr<'_, V, i32>) -> Result<()> {
        let (found, features) = (x.columns(), self.features());
        ensure!(found == features, "{found} features, the model has {features}");
        Ok(())
    }

    /// Scores and learns each row of the pass that `read` gives, but for those that `progress` has learnt before. With more than one thread `read` runs beside the learning of the batch before, on
    /// the caller's pool.
    ///
    /// Gives the loss of the pass, which is whole unless `watch` has ended it: then `progress` says where it goes on.
    ///
    /// # Errors
    /// Those of `read` and of `watch`; if the rows have another number of features, or a loss is not finite; if there are fewer rows than `progress` has learnt.
    pub fn pass(
        &mut self,
        progress: &mut ClassifyProgress,
        threads: usize,
        mut read: impl FnMut(&mut Batch<V, i32>) -> Result<bool> + Send,
        watch: &mut (impl Watch<V> + Send),
    ) -> Result<LogLoss> {
        let (mut batch, mut next) = (Batch::new(), Batch::new());
        let mut skip = progress.pass.rows;
        let mut more = read(&mut batch)?;
        while more {
            let first = skip.min(batch.rows() as u64);
            skip -= first;
            let mut learn = || self.learn(&batch, first as usize, progress, watch);
            let (flow, ahead) = if threads > 1 {
                let (flow, ahead) = rayon::join(learn, || read(&mut next));
                (flow?, Some(ahead))
            } else {
                (learn()?, None)
            };
            if flow.is_break() {
                return Ok(progress.pass);
            }
            more = ahead.unwrap_or_else(|| read(&mut next))?;
            mem::swap(&mut batch, &mut next);
        }
        let pass = progress.pass;
        ensure!(skip == 0, "{} rows of this pass were learnt before, here are {}: it needs the same data", pass.rows, pass.rows - skip);
        *progress = ClassifyProgress { passes: progress.passes + 1, ..ClassifyProgress::default() };
        Ok(pass)
    }

    /// Learns the rows of a batch from `first` on.
    fn learn(
        &mut self,
        batch: &Batch<V, i32>,
        first: usize,
        progress: &mut ClassifyProgress,
        watch: &mut impl Watch<V>,
    ) -> Result<ControlFlow<()>> {
        let labels = batch.labels.get(first..).unwrap_or_default();
        if labels.is_empty() {
            return Ok(ControlFlow::Continue(()));
        }
        let x = csr(batch)?;
        self.fits(x)?;
        self.rows.learn(x.row_range(first..x.rows())?, labels, &mut self.scored.logits)?;
        let ClassifyProgress { passes, pass, doubled } = progress;
        for &loss in self.scored.losses(labels)? {
            pass.rows += 1;
            pass.sum += loss.to_f64();
            if pass.rows.is_power_of_two() {
                watch.doubled(pass, &pass.since(doubled))?;
                *doubled = *pass;
            }
        }
        ensure!(
            pass.sum.is_finite(),
            "the loss is not finite in pass {}, up to row {}: a smaller --learning-rate may help",
            *passes + 1,
            pass.rows
        );
        watch.batch(self, progress)
    }

    /// The log loss of all rows that `read` gives, none of which is learnt; summed in `f64` in their order.
    ///
    /// # Errors
    /// Those of `read`; if the rows have another number of features.
    pub fn evaluate(&mut self, mut read: impl FnMut(&mut Batch<V, i32>) -> Result<bool>) -> Result<LogLoss> {
        let (mut batch, mut total) = (Batch::new(), LogLoss::default());
        while read(&mut batch)? {
            let x = csr(&batch)?;
            self.fits(x)?;
            self.rows.score(x, &mut self.scored.logits)?;
            for &loss in self.scored.losses(&batch.labels)? {
                total.rows += 1;
                total.sum += loss.to_f64();
            }
        }
        Ok(total)
    }
}
