//! A linear classifier of two classes: one pass after the other over rows that are scored first and learnt then.
use super::super::data::Examples;
use super::super::error::TrainError;
use super::super::linear::hash;
use super::super::residuals::each_weight;
use super::super::scalar::TrainValue;
use super::rows::{Model, Rows, class};
use super::settings::{ClassifySettings, OnlineOptimizer};
use crate::fit::{BatchSource, Learner, Progress, for_each_batch};
use crate::libsvm::CsrBatch;
use crate::metric::LogLoss;
use lacuna::{Csr, loss};
use serde::{Deserialize, Serialize};
use std::path::Path;

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

/// What the rows of a pass add up to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ClassifyTotals {
    /// Each row with its loss before it was learnt.
    pub pass: LogLoss,
    /// The same when the number of rows was last a power of two.
    pub doubled: LogLoss,
}

impl From<&Progress<ClassifyTotals>> for ClassifyProgress {
    fn from(&Progress { epochs, totals: ClassifyTotals { pass, doubled }, .. }: &Progress<ClassifyTotals>) -> Self {
        Self { passes: epochs, pass, doubled }
    }
}

impl From<ClassifyProgress> for Progress<ClassifyTotals> {
    fn from(ClassifyProgress { passes, pass, doubled }: ClassifyProgress) -> Self {
        Self { epochs: passes, rows: pass.rows, totals: ClassifyTotals { pass, doubled }, ..Self::default() }
    }
}

/// Logistic regression on sparse rows, learnt row after row: `p = 1 / (1 + e^-(x w + b))`, and the gradient `p - y` of
/// the log loss goes at once into the weights of the features that the row has, and into the bias.
///
/// The law of its bits: rows are learnt in the order of the data. `x w` is added up as a [product with one
/// column](lacuna::order), then the bias is added to it. `(p - y) x` is rounded, and is the gradient of one step of the
/// [rule](lacuna::optim::Rule) of the weight; `p - y` that of the bias. Losses are [`loss::sigmoid_cross_entropy`] of
/// the logit before the row is learnt; they are summed in `f64` in the order of the rows. So neither batches nor
/// threads show. With a weight `u` of the row, `u (p - y)` is rounded first and takes the place of `p - y`, and its loss
/// counts `u` times; a row that weighs 0 is scored and not learnt.
///
/// ```
/// use lacuna_runtime::fit::{Epochs, Progress, fit};
/// use lacuna_runtime::libsvm::{LibsvmOptions, LibsvmReader};
/// use lacuna_runtime::train::{Classifier, ClassifySettings, OnlineOptimizer, ReadAhead};
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
/// # Ok::<(), lacuna_runtime::train::TrainError>(())
/// ```
pub struct Classifier<V> {
    settings: ClassifySettings,
    rows: Box<dyn Rows<V, i32>>,
    scored: Scored<V>,
}

/// Memory for the rows of a batch.
#[derive(Default)]
struct Scored<V> {
    logits: Vec<V>,
    classes: Vec<V>,
    losses: Vec<V>,
    doubled: Vec<[LogLoss; 2]>,
}

impl<V: TrainValue> Scored<V> {
    /// The log losses of the logits.
    fn losses(&mut self, labels: &[V]) -> Result<&[V], TrainError> {
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
    pub fn new(settings: &ClassifySettings) -> Result<Self, TrainError> {
        Self::of(settings, &[])
    }

    /// A classifier of arrays, each with its bias: the weight, then its states.
    pub(super) fn of(settings: &ClassifySettings, arrays: &[(Vec<V>, V)]) -> Result<Self, TrainError> {
        let features = settings.features;
        let rows: Box<dyn Rows<V, i32>> = match settings.optimizer {
            OnlineOptimizer::Sgd => Box::new(Model::<_, _, 1>::of(settings.sgd()?, features, arrays)),
            OnlineOptimizer::AdaGrad => Box::new(Model::<_, _, 2>::of(settings.adagrad()?, features, arrays)),
            OnlineOptimizer::Ftrl => Box::new(Model::<_, _, 3>::of(settings.ftrl()?, features, arrays)),
        };
        Ok(Self { settings: settings.clone(), rows, scored: Scored::default() })
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
        (0..self.features())
            .filter(|&feature| self.rows.get(0, feature).is_some_and(|weight| weight != V::ZERO))
            .count()
    }

    /// The logits `x w + b` of some rows: the probability of the class 1 is [`sigmoid`](lacuna::map::sigmoid()) of it.
    ///
    /// # Errors
    /// If the rows have another number of features.
    pub fn logits(&self, x: Csr<'_, V, i32>) -> Result<Vec<V>, TrainError> {
        self.fits(x)?;
        let mut logits = Vec::new();
        self.rows.score(x, &mut logits)?;
        Ok(logits)
    }

    fn fits(&self, x: Csr<'_, V, i32>) -> Result<(), TrainError> {
        let (found, expected) = (x.columns(), self.features());
        if found == expected { Ok(()) } else { Err(TrainError::Features { expected, found }) }
    }

    /// The log loss of all rows, none of which is learnt; summed in `f64` in their order.
    ///
    /// # Errors
    /// Those of the source; if the rows have another number of features.
    pub fn evaluate<S>(&mut self, source: &mut S) -> Result<LogLoss, TrainError>
    where
        S: BatchSource<Batch = CsrBatch<V, i32>, Error = TrainError>,
    {
        let mut total = LogLoss::default();
        for_each_batch(source, |Examples { x, labels, weights }| {
            self.fits(x)?;
            self.rows.score(x, &mut self.scored.logits)?;
            for (&loss, weight) in self.scored.losses(labels)?.iter().zip(each_weight(weights)) {
                total.add(loss.to_f64(), weight.to_f64());
            }
            Ok::<_, TrainError>(())
        })?;
        Ok(total)
    }
}

/// A step scores and learns each row of a batch.
impl<V: TrainValue> Learner for Classifier<V> {
    type Batch = CsrBatch<V, i32>;
    type Totals = ClassifyTotals;
    type Error = TrainError;

    const BY_ROWS: bool = true;

    fn step(
        &mut self,
        Examples { x, labels, weights }: Examples<'_, V, i32>,
        totals: &mut ClassifyTotals,
    ) -> Result<(), TrainError> {
        self.fits(x)?;
        self.rows.learn(x, labels, weights, &mut self.scored.logits)?;
        self.scored.losses(labels)?;
        let Scored { losses, doubled: marks, .. } = &mut self.scored;
        let ClassifyTotals { pass, doubled } = totals;
        marks.clear();
        for (&loss, weight) in losses.iter().zip(each_weight(weights)) {
            pass.add(loss.to_f64(), weight.to_f64());
            if pass.rows.is_power_of_two() {
                marks.push([*pass, pass.since(doubled)]);
                *doubled = *pass;
            }
        }
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
        Ok(Self::save(self, path, &progress.into())?)
    }
}
