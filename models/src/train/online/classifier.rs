//! A linear classifier: one pass after the other over rows that are scored first and learnt then.
use super::super::data::Examples;
use super::super::error::TrainError;
use super::super::residuals::each_weight;
use super::super::scalar::TrainValue;
use super::ffm::Machine;
use super::objective::{Classes, Objective, OnlineLoss};
use super::progress::ClassifyTotals;
use super::quality::Quality;
use super::ranked::Ranked;
use super::rows::{Array, Digest, Model, Parts, Rows, class};
use super::settings::{ClassifySettings, OnlineOptimizer};
use super::truncation::{self, Truncation};
use crate::fit::{BatchSource, BestEpoch, Learner, Progress, for_each_batch};
use crate::metric::LogLoss;
use lacuna::{Csr, loss};
use lacuna_runtime::libsvm::CsrBatch;
use std::mem;
use std::path::Path;

/// A linear model of sparse rows, learnt row after row. By default it is logistic regression:
/// `p = 1 / (1 + e^-(x w + b))`, and the gradient `p - y` of the log loss goes at once into the weights of the features
/// that the row has, and into the bias. Other [losses](OnlineLoss) have their slope at `x w + b` in the place of
/// `p - y`. Of [several classes](Classes), each has a weight and a bias of its own, and a row a slope for each.
///
/// The law of its bits: rows are learnt in the order of the data. `x w` is added up as a [product with one
/// column](lacuna::order), then the bias is added to it. `(p - y) x` is rounded, and is the gradient of one step of the
/// [rule](lacuna::optim::Rule) of the weight; `p - y` that of the bias. Losses are [`loss::sigmoid_cross_entropy`] of
/// the logit before the row is learnt; they are summed in `f64` in the order of the rows. So neither batches nor
/// threads show. With a weight `u` of the row, `u (p - y)` is rounded first and takes the place of `p - y`, and its
/// loss counts `u` times; a row that weighs 0 is scored and not learnt. With weights of classes, `u` is the product of
/// both. Of several classes, each `x w` is added up in the order of the entries, and those of a softmax in the order of
/// the classes.
///
/// What an [l1 norm](ClassifySettings::l1) does to weights whose features do not occur is made up for when they do, and
/// between two passes: in one step, which gives what a step behind each row would give, up to rounding.
///
/// ```
/// use lacuna_models::fit::{Epochs, Progress, fit};
/// use lacuna_runtime::libsvm::{LibsvmOptions, LibsvmReader};
/// use lacuna_models::train::{Classifier, ClassifySettings, OnlineOptimizer, ReadAhead};
/// use std::io::Cursor;
///
/// let text = Cursor::new(b"1 0:1\n-1 1:1\n".repeat(100));
/// let options = LibsvmOptions { features: Some(2), two_classes: true, threads: 1, ..LibsvmOptions::default() };
/// let reader = LibsvmReader::<_, f32, i32>::from_seekable("clicks", text, &options)?;
/// let mut rows = ReadAhead::new(reader, 1);
///
/// let settings = ClassifySettings { learning_rate: 0.5, ..ClassifySettings::new(OnlineOptimizer::AdaGrad, 2) };
/// let mut classifier = Classifier::new(&settings)?;
/// fit(&mut classifier, &mut rows, &Epochs::new(1), &mut Progress::default(), &mut ())?;
/// let loss = classifier.evaluate(&mut rows)?;
/// assert_eq!(loss.rows, 200);
/// assert!(loss.mean() < 0.3); // ln 2 is what guessing gives
/// # Ok::<(), lacuna_models::train::TrainError>(())
/// ```
pub struct Classifier<V> {
    pub(super) settings: ClassifySettings,
    pub(super) objective: Objective,
    pub(super) rows: Box<dyn Rows<V, i32>>,
    pub(super) class_weights: Vec<V>,
    pub(super) scored: Scored<V>,
    /// Of the rows of the pass that were learnt here.
    pub(super) quality: Quality,
    best: Option<(BestEpoch, Vec<Array<V>>)>,
    /// What this rank has, in place of the rows' own.
    pub(super) ranked: Option<Ranked>,
}

/// Memory for the rows of a batch.
#[derive(Default)]
pub(super) struct Scored<V> {
    pub logits: Vec<V>,
    classes: Vec<V>,
    pub losses: Vec<V>,
    weights: Vec<V>,
    pub doubled: Vec<[LogLoss; 2]>,
}

impl<V: TrainValue> Scored<V> {
    /// The losses of the logits.
    pub fn losses(&mut self, objective: Objective, labels: &[V]) -> Result<&[V], TrainError> {
        let Self { logits, classes, losses, .. } = self;
        losses.clear();
        if let (OnlineLoss::Logistic, Classes::Two) = (objective.loss, objective.classes) {
            classes.clear();
            classes.extend(labels.iter().map(|&label| class(label)));
            losses.resize(labels.len(), V::ZERO);
            loss::sigmoid_cross_entropy(logits, classes, losses)?;
        } else {
            let outputs = logits.len() / labels.len().max(1);
            let rows = logits.chunks_exact(outputs.max(1)).zip(labels);
            losses.extend(rows.map(|(logits, &label)| objective.loss(logits, label)));
        }
        Ok(losses)
    }

    /// The weights of rows with those of their classes.
    pub fn weigh<'w>(&'w mut self, of_classes: &[V], labels: &[V], weights: Option<&'w [V]>) -> Option<&'w [V]> {
        if of_classes.is_empty() {
            return weights;
        }
        self.weights.clear();
        self.weights.extend(labels.iter().zip(each_weight(weights)).map(|(&label, weight)| {
            let place = if label > V::ZERO { label.to_f64() as usize } else { 0 };
            weight * of_classes.get(place).copied().unwrap_or(V::ONE)
        }));
        Some(&self.weights)
    }
}

/// The models of a value type. They are compiled in this crate, and not where a classifier is made: that crate may be
/// optimised less.
pub trait Learnt: Sized {
    /// A model of arrays, as [`Model::of`].
    fn rows(
        settings: &ClassifySettings,
        parts: Parts<Self>,
        arrays: &[Array<Self>],
    ) -> Result<Box<dyn Rows<Self, i32>>, TrainError>;
}

macro_rules! learnt {
    ($($type:ty)*) => {$(
        impl Learnt for $type {
            fn rows(
                settings: &ClassifySettings,
                parts: Parts<Self>,
                arrays: &[Array<Self>],
            ) -> Result<Box<dyn Rows<Self, i32>>, TrainError> {
                rows_of(settings, parts, arrays)
            }
        }
    )*};
}
learnt! { f32 f64 }

fn rows_of<V: TrainValue>(
    settings: &ClassifySettings,
    parts: Parts<V>,
    arrays: &[Array<V>],
) -> Result<Box<dyn Rows<V, i32>>, TrainError> {
    let (objective, features) = (parts.objective, settings.features);
    Ok(match (settings.optimizer, settings.ffm) {
        (OnlineOptimizer::Sgd, None) => Box::new(Model::<_, _, 1>::of(settings.sgd()?, parts, arrays)),
        (OnlineOptimizer::AdaGrad, None) => Box::new(Model::<_, _, 2>::of(settings.adagrad()?, parts, arrays)),
        (OnlineOptimizer::Ftrl, None) => Box::new(Model::<_, _, 3>::of(settings.ftrl()?, parts, arrays)),
        // The rules of the bias are those without a decay, which is in the gradient here.
        (OnlineOptimizer::Sgd, Some(ffm)) => {
            let (rule, l2) = (settings.sgd()?[1], settings.decay_of_machine()?);
            Box::new(Machine::<_, _, 1>::of(rule, l2, ffm, features, objective, arrays))
        }
        (OnlineOptimizer::AdaGrad, Some(ffm)) => {
            let (rule, l2) = (settings.adagrad()?[1], settings.decay_of_machine()?);
            Box::new(Machine::<_, _, 2>::of(rule, l2, ffm, features, objective, arrays))
        }
        (OnlineOptimizer::Ftrl, Some(_)) => return Err(TrainError::Machine { what: "ftrl" }),
    })
}

impl<V: TrainValue> Classifier<V> {
    /// A classifier of zeros.
    ///
    /// # Errors
    /// If a setting is out of range, or not a finite number in the value type.
    pub fn new(settings: &ClassifySettings) -> Result<Self, TrainError> {
        Self::of(settings, &[], None)
    }

    /// A classifier of arrays, the weight, then its states, and of what [`Rows::seen`] gives.
    pub(super) fn of(
        settings: &ClassifySettings,
        arrays: &[Array<V>],
        seen: Option<(u32, Vec<V>)>,
    ) -> Result<Self, TrainError> {
        let (objective, outputs) = (settings.objective()?, settings.outputs());
        let mut truncation = Truncation::of(settings.l1, settings.features * outputs)?;
        if let (Some(truncation), Some((clock, seen))) = (&mut truncation, seen) {
            truncation.clock = clock.min(truncation::ROWS - 1);
            truncation.seen.iter_mut().zip(&seen).for_each(|(own, seen)| *own = seen.to_f64() as u32);
        }
        let has_bias = !settings.no_bias;
        let parts = Parts { features: settings.features, objective, outputs, truncation, has_bias };
        let rows = V::rows(settings, parts, arrays)?;
        let class_weights = settings.weight_of_class()?;
        let (scored, quality, best) = (Scored::default(), Quality::default(), None);
        let ranked = None;
        Ok(Self { settings: settings.clone(), objective, rows, class_weights, scored, quality, best, ranked })
    }

    /// Bytes of a classifier.
    #[must_use]
    pub fn bytes(settings: &ClassifySettings) -> u128 {
        let cells = match settings.ffm {
            Some(ffm) => settings.features as u128 * ffm.fields as u128 * ffm.padded() as u128,
            None => (settings.features as u128 + 1) * settings.outputs() as u128,
        };
        let pulled = settings.l1 > 0.0 && settings.optimizer != OnlineOptimizer::Ftrl;
        let row = settings.optimizer.arrays().len() * size_of::<V>();
        cells * (row + if pulled { size_of::<u32>() } else { 0 }) as u128
    }

    /// Columns of the rows: the features, those of a field-aware machine in each field.
    #[must_use]
    pub fn columns(&self) -> usize {
        if self.ranked.is_some() { self.settings.columns() } else { self.rows.columns() }
    }

    /// Its settings.
    #[must_use]
    pub const fn settings(&self) -> &ClassifySettings {
        &self.settings
    }

    /// What the pass had given each time that its rows became a power of two in the last step, and the rows behind the
    /// power before.
    #[must_use]
    pub fn doubled(&self) -> &[[LogLoss; 2]] {
        &self.scored.doubled
    }

    /// Accuracy and area under the curve of the rows of the pass that were learnt here, each scored before.
    #[must_use]
    pub const fn quality(&self) -> &Quality {
        &self.quality
    }

    /// The weight of each feature, and the bias. Of several classes, the outputs of a feature lie side by side; of a
    /// field-aware machine, the factors of a feature for each field, and there is no bias.
    #[must_use]
    pub fn weight(&self) -> (Vec<V>, Vec<V>) {
        self.rows.weight()
    }

    /// The arrays of the optimizer, the weight first, each with that of the bias.
    pub(super) fn array(&self, array: usize) -> Array<V> {
        self.rows.array(array)
    }

    /// What the l1 norm has still to do, as [`Rows::seen`].
    pub(super) fn seen(&self) -> Option<(u32, Vec<V>)> {
        self.rows.seen()
    }

    /// The best epoch so far, and its arrays.
    pub(super) const fn best_arrays(&self) -> Option<&(BestEpoch, Vec<Array<V>>)> {
        self.best.as_ref()
    }

    pub(super) fn set_best(&mut self, best: Option<(BestEpoch, Vec<Array<V>>)>) {
        self.best = best;
    }

    /// The epoch with the least loss on other rows, of those that [`keep_if_best`](Self::keep_if_best) was told.
    #[must_use]
    pub fn best(&self) -> Option<BestEpoch> {
        let of_ranks = self.ranked.as_ref().and_then(Ranked::best);
        of_ranks.or(self.best.as_ref().map(|(best, _)| *best))
    }

    /// Keeps a copy of all arrays behind an epoch whose loss on other rows is less than that of the best one.
    pub fn keep_if_best(&mut self, epoch: u64, loss: f64) {
        if BestEpoch::is_better(self.best(), loss) {
            if let Some(ranked) = &mut self.ranked {
                return ranked.keep(BestEpoch { epoch, loss });
            }
            self.rows.settle();
            let arrays = (0..self.settings.optimizer.arrays().len()).map(|place| self.array(place)).collect();
            self.best = Some((BestEpoch { epoch, loss }, arrays));
        }
    }

    /// Keeps no epoch any more.
    pub fn forget_best(&mut self) {
        self.best = None;
        if let Some(ranked) = &mut self.ranked {
            ranked.forget();
        }
    }

    /// Goes back to the best epoch, if there is one that was kept, and says which.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn restore_best(&mut self) -> Result<Option<BestEpoch>, TrainError> {
        if let Some(ranked) = &mut self.ranked {
            return ranked.restore();
        }
        let Some((best, arrays)) = self.best.take() else { return Ok(None) };
        self.rows = Self::of(&self.settings, &arrays, None)?.rows;
        Ok(Some(best))
    }

    /// What tells the weights of two runs apart, by one look at them.
    #[must_use]
    pub fn digest(&self) -> Digest {
        self.rows.digest()
    }

    /// FNV-1a over the bits of the weight and the bias, to compare runs by.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.digest().hash
    }

    /// Number of weights that are not 0.
    #[must_use]
    pub fn nonzero(&self) -> usize {
        self.digest().nonzero
    }

    /// The logits `x w + b` of some rows, [one or several](ClassifySettings::outputs) for each.
    ///
    /// # Errors
    /// If the rows have another number of features.
    pub fn logits(&self, x: Csr<'_, V, i32>) -> Result<Vec<V>, TrainError> {
        if self.ranked.is_some() {
            return Err(TrainError::ScoresOfRanks);
        }
        self.fits(x)?;
        let mut logits = Vec::new();
        self.rows.score(x, &mut logits)?;
        Ok(logits)
    }

    /// Replaces logits by predictions: of the logistic loss, the probability of class 1, or of each of several classes;
    /// of other losses the logits.
    pub fn predict(&self, logits: &mut [V]) {
        logits.chunks_exact_mut(self.settings.outputs()).for_each(|logits| self.objective.predict(logits));
    }

    /// The sum of the losses of logits, each with the weight of its class.
    pub fn loss(&self, logits: &[V], labels: &[V]) -> LogLoss {
        let mut total = LogLoss::default();
        let mut scored = Scored::default();
        let weights = scored.weigh(&self.class_weights, labels, None);
        let rows = logits.chunks_exact(self.settings.outputs()).zip(labels).zip(each_weight(weights));
        rows.for_each(|((logits, &label), weight)| {
            total.add(self.objective.loss(logits, label).to_f64(), weight.to_f64());
        });
        total
    }

    pub(super) fn fits(&self, x: Csr<'_, V, i32>) -> Result<(), TrainError> {
        let (found, expected) = (x.columns(), self.columns());
        if found == expected { Ok(()) } else { Err(TrainError::Features { expected, found }) }
    }

    /// Of several classes, labels are places of outputs.
    pub(super) fn expect_classes(&self, labels: &[V]) -> Result<(), TrainError> {
        let classes = self.settings.labels.len();
        let fits =
            |label: &&V| label.to_f64() >= 0.0 && label.to_f64() < classes as f64 && label.to_f64().fract() == 0.0;
        match labels.iter().find(|label| !fits(label)).filter(|_| self.objective.classes.are_several()) {
            Some(label) => Err(TrainError::NoClass { label: label.to_f64(), classes }),
            None => Ok(()),
        }
    }

    /// The loss of all rows, none of which is learnt; summed in `f64` in their order.
    ///
    /// # Errors
    /// Those of the source; if the rows have another number of features.
    pub fn evaluate<S>(&mut self, source: &mut S) -> Result<LogLoss, TrainError>
    where
        S: BatchSource<Batch = CsrBatch<V, i32>, Error = TrainError>,
    {
        Ok(self.measure(source)?.0)
    }

    /// The same, with accuracy and area under the curve.
    ///
    /// # Errors
    /// As [`evaluate`](Self::evaluate).
    pub fn measure<S>(&mut self, source: &mut S) -> Result<(LogLoss, Quality), TrainError>
    where
        S: BatchSource<Batch = CsrBatch<V, i32>, Error = TrainError>,
    {
        let (mut total, mut quality) = (LogLoss::default(), Quality::default());
        for_each_batch(source, |examples| {
            let Examples { x, labels, weights, .. } = examples;
            self.fits(x)?;
            self.expect_classes(labels)?;
            if self.ranked.is_some() {
                self.score_on_ranks(examples)?;
            } else {
                self.rows.score(x, &mut self.scored.logits)?;
            }
            self.scored.losses(self.objective, labels)?;
            let losses = mem::take(&mut self.scored.losses);
            let weights = self.scored.weigh(&self.class_weights, labels, weights);
            for (&loss, weight) in losses.iter().zip(each_weight(weights)) {
                total.add(loss.to_f64(), weight.to_f64());
            }
            self.scored.losses = losses;
            let rows = self.scored.logits.chunks_exact(self.settings.outputs());
            rows.zip(labels).for_each(|(logits, &label)| quality.add(logits, label));
            Ok::<_, TrainError>(())
        })?;
        Ok((total, quality))
    }
}

/// A step scores and learns each row of a batch.
impl<V: TrainValue> Learner for Classifier<V> {
    type Batch = CsrBatch<V, i32>;
    type Totals = ClassifyTotals;
    type Error = TrainError;

    const BY_ROWS: bool = true;

    /// Weights are made up between two passes, so that it does not matter whether somebody looks at them there.
    fn begin(&mut self) -> Result<(), TrainError> {
        self.rows.settle();
        self.quality = Quality::default();
        Ok(())
    }

    fn step(&mut self, examples: Examples<'_, V, i32>, totals: &mut ClassifyTotals) -> Result<(), TrainError> {
        if self.ranked.is_some() {
            return self.step_on_ranks(examples, totals);
        }
        let Examples { x, labels, weights, .. } = examples;
        self.fits(x)?;
        self.expect_classes(labels)?;
        let mut logits = mem::take(&mut self.scored.logits);
        let weights = self.scored.weigh(&self.class_weights, labels, weights);
        let learnt = self.rows.learn(x, labels, weights, &mut logits);
        let weights = weights.map(<[V]>::to_vec);
        self.scored.logits = logits;
        learnt?;
        self.scored.losses(self.objective, labels)?;
        let Scored { losses, doubled: marks, logits, .. } = &mut self.scored;
        let ClassifyTotals { pass, doubled } = totals;
        marks.clear();
        for (&loss, weight) in losses.iter().zip(each_weight(weights.as_deref())) {
            pass.add(loss.to_f64(), weight.to_f64());
            if pass.rows.is_power_of_two() {
                marks.push([*pass, pass.since(doubled)]);
                *doubled = *pass;
            }
        }
        let rows = logits.chunks_exact(self.settings.outputs());
        rows.zip(labels).for_each(|(logits, &label)| self.quality.add(logits, label));
        Ok(())
    }

    fn check(&self, progress: &Progress<ClassifyTotals>) -> Result<(), TrainError> {
        let LogLoss { rows, sum, .. } = progress.totals.pass;
        if sum.is_finite() { Ok(()) } else { Err(TrainError::Loss { pass: progress.epochs + 1, row: rows }) }
    }

    fn value(&self, totals: &ClassifyTotals) -> f64 {
        totals.pass.mean()
    }

    fn save(&self, path: &Path, progress: &Progress<ClassifyTotals>) -> Result<(), TrainError> {
        Self::save(self, path, &progress.into())
    }
}
