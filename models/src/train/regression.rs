//! Linear regression by batches.
use super::data::Examples;
use super::error::TrainError;
use super::linear::{LinearHyper, LinearModel, LinearState};
use super::residuals::ResidualSums;
use super::scalar::TrainValue;
use super::settings::Settings;
use super::sharded::{Gradient, Parts, Renumbered, Sharded, features};
use super::weights::{Trained, save};
use crate::fit::{BatchSource, Learner, Progress, for_each_batch};
use crate::metric::{MeanSquaredError, Metric};
use bumpalo::Bump;
use lacuna::Index;
use lacuna_runtime::Cpu;
use lacuna_runtime::exchange::Exchange;
use lacuna_runtime::kvstore::{Moved, RankOptions};
use lacuna_runtime::libsvm::{CsrBatch, LibsvmIndex};
use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

/// Entries of a batch from which on waking a second thread costs less than it saves.
const THREADED_ENTRIES: usize = 1 << 15;

const fn cpu(threads: usize, entries: usize) -> Cpu {
    Cpu { threads: if entries < THREADED_ENTRIES { 1 } else { threads } }
}

/// A [`LinearModel`] in training, and what its steps need. [`fit`](crate::fit::fit()) trains it.
///
/// ```
/// use lacuna_models::fit::{Epochs, Progress, fit};
/// use lacuna_models::train::{LinearModel, LinearRegression, ProblemSize, Settings, Source, tutorial_problem};
/// let all = tutorial_problem::<f32, i32>(0, ProblemSize { rows: 100, features: 10, density: 0.2 })?;
/// let mut source = Source::Memory { all, batch_rows: 1, next: 0 };
/// let mut regression = LinearRegression::new(LinearModel::new(10, 0)?, &Settings::default(), 1)?;
/// let mut progress = Progress::default();
/// fit(&mut regression, &mut source, &Epochs::new(20), &mut progress, &mut ())?;
/// assert!(regression.evaluate(&mut source)? < 0.1);
/// # Ok::<(), lacuna_models::train::TrainError>(())
/// ```
#[derive(Debug)]
pub struct LinearRegression<V, I> {
    /// The model; with [ranks](Self::set_ranks) one without features.
    pub model: LinearModel<V, I>,
    settings: Settings,
    hyper: LinearHyper,
    threads: usize,
    arena: Bump,
    /// What this rank has.
    sharded: Option<Sharded>,
}

/// The rows of a weight that other ranks have, as a model of their own.
struct Pulled<V, I> {
    model: LinearModel<V, I>,
    /// The features that they are of.
    ids: Vec<i64>,
    /// Of each slice, its rows with the features of this model.
    rows: Vec<Renumbered<I>>,
}

/// What the steps of an epoch add up to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LinearTotals {
    /// The mean over batches of their mean squared errors.
    pub mse: MeanSquaredError,
    /// Bytes of the weight gradients; those of an interrupted epoch before it went on are not counted.
    pub gradient_bytes: u64,
}

impl<V: TrainValue, I: Index + LibsvmIndex> LinearRegression<V, I> {
    /// Trains this model. Batches that are large enough are shared by so many threads of the caller's pool.
    ///
    /// # Errors
    /// Those of [`Settings::hyper`], and if the model has the states of another optimizer.
    pub fn new(mut model: LinearModel<V, I>, settings: &Settings, threads: usize) -> Result<Self, TrainError> {
        let hyper = settings.hyper::<V>()?;
        model.begin(&hyper.weight)?;
        Ok(Self { model, settings: settings.clone(), hyper, threads, arena: Bump::new(), sharded: None })
    }

    /// From now on this is the model of all ranks: each keeps a range of the rows of a large weight and of its states,
    /// and makes the same calls in the same order. A step is cut into slices: those of
    /// [`SlicedRows`](super::SlicedRows), or equal parts of a batch that all ranks have. Their gradients are added in
    /// the [tree](lacuna_runtime::exchange::tree), so that the bits depend on the number of slices alone.
    ///
    /// # Errors
    /// [`KvError::SliceCount`](lacuna_runtime::kvstore::KvError::SliceCount),
    /// [`KvError::Sharded`](lacuna_runtime::kvstore::KvError::Sharded).
    pub fn set_ranks(&mut self, exchange: Arc<dyn Exchange>, options: RankOptions) -> Result<(), TrainError> {
        let LinearState { weight, bias, states, steps } = self.model.state();
        let mut arrays = vec![(weight.clone(), vec![*bias])];
        arrays.extend(states.iter().map(|(values, bias)| (values.clone(), vec![*bias])));
        let parts = Parts::of(weight.len(), arrays, *steps)?;
        let sharded = Sharded::new((exchange, options), Cpu { threads: self.threads }, &self.hyper, parts)?;
        self.model = LinearModel::zero(0)?;
        self.sharded = Some(sharded);
        Ok(())
    }

    /// The whole model: with ranks on the first one alone.
    ///
    /// # Errors
    /// If another rank does not go on.
    pub fn whole(&self) -> Result<Option<Cow<'_, LinearModel<V, I>>>, TrainError> {
        let Some(sharded) = &self.sharded else { return Ok(Some(Cow::Borrowed(&self.model))) };
        let parts = sharded.parts();
        let Some(arrays) = sharded.whole(&parts)? else { return Ok(None) };
        let mut arrays = arrays.into_iter().map(|(values, bias): (Vec<V>, Vec<V>)| {
            let bias = bias.first().copied().unwrap_or(V::ZERO);
            (values, bias)
        });
        let (weight, bias) = arrays.next().unwrap_or_default();
        let state = LinearState { weight, bias, states: arrays.collect(), steps: parts.steps };
        Ok(Some(Cow::Owned(LinearModel::from_state(state)?)))
    }

    /// Whether every number of the model is finite, on all ranks.
    ///
    /// # Errors
    /// If another rank does not go on.
    pub fn is_finite(&self) -> Result<bool, TrainError> {
        self.sharded.as_ref().map_or_else(|| Ok(self.model.is_finite()), Sharded::is_finite::<V>)
    }

    /// What pulls and pushes of the weight have moved, if ranks share it.
    #[must_use]
    pub fn moved(&self) -> Option<[Moved; 2]> {
        self.sharded.as_ref().and_then(Sharded::moved)
    }

    /// The rows of the weight that these rows need, as a model of their own, and the slices with its features.
    fn pulled(sharded: &mut Sharded, slices: &[Examples<'_, V, I>]) -> Result<Pulled<V, I>, TrainError> {
        if let Some(found) = slices.first().map(|slice| slice.x.columns()).filter(|&found| found != sharded.rows()) {
            return Err(TrainError::Features { expected: sharded.rows(), found });
        }
        let ids = features(slices, 1);
        let mut weight = sharded.pull(&ids)?;
        weight.resize(ids.len().max(1), V::ZERO);
        let bias = sharded.bias().first().copied().unwrap_or(V::ZERO);
        let model = LinearModel::from_state(LinearState { weight, bias, ..LinearState::default() })?;
        let rows = slices.iter().map(|slice| Renumbered::of(slice.x, &ids, 1)).collect();
        Ok(Pulled { model, ids, rows })
    }

    fn step_of_ranks(
        &mut self,
        examples: Examples<'_, V, I>,
        sharded: &mut Sharded,
        totals: &mut LinearTotals,
    ) -> Result<(), TrainError> {
        let Self { threads, arena, .. } = self;
        let slices = sharded.cut(examples)?;
        let slices = slices.into_iter().map(|slice| slice.that_weigh(arena)).collect::<Result<Vec<_>, _>>()?;
        let Pulled { model, ids, rows } = Self::pulled(sharded, &slices)?;
        let (mut gradients, mut sums) = (Vec::new(), Vec::new());
        for (slice, renumbered) in slices.iter().zip(&rows) {
            if slice.x.rows() == 0 {
                gradients.push(None);
                sums.push([0.0; 2]);
                continue;
            }
            let x = renumbered.with(slice.x)?;
            let (residuals, gradient) = model.gradient(cpu(*threads, x.nnz()), Examples { x, ..*slice }, arena)?;
            let place = |place: &I| ids.get(place.to_usize()).copied();
            gradients.push(Some(Gradient {
                ids: gradient.indices().iter().filter_map(place).collect(),
                values: gradient.data().to_vec(),
                bias: vec![V::from_f64(residuals.sum)],
            }));
            sums.push([residuals.squares, residuals.weight]);
        }
        let stepped = sharded.step(gradients)?;
        let sums = sharded.of_all_slices(&sums)?;
        if let Some(rows) = stepped {
            let of = |place: usize| sums.iter().map(|sums| sums[place]).sum();
            totals.mse.add(of(0), of(1));
            totals.gradient_bytes += (sharded.rows_of_sum(rows)? * (size_of::<V>() + size_of::<I>())) as u64;
        }
        Ok(())
    }

    /// Mean squared error of the model over all rows: `sum (x w + b - y)^2 / rows`, or `sum u (x w + b - y)^2 / sum u`
    /// of rows with weights `u`. The squares are added in f64 in the order of the rows, so that it does not depend on
    /// the batch size. NaN without rows.
    ///
    /// # Errors
    /// If the data cannot be read, or has another number of features than the model.
    pub fn evaluate<S>(&mut self, source: &mut S) -> Result<f64, TrainError>
    where
        S: BatchSource<Batch = CsrBatch<V, I>, Error = TrainError>,
    {
        let mut sums = ResidualSums::default();
        let Self { model, threads, arena, sharded, .. } = self;
        for_each_batch(source, |examples: Examples<'_, V, I>| {
            if let Some(sharded) = sharded {
                let pulled = Self::pulled(sharded, &[examples]).and_then(|Pulled { model, rows, .. }| {
                    for rows in rows {
                        let x = rows.with(examples.x)?;
                        model.add_squares(cpu(*threads, x.nnz()), Examples { x, ..examples }, arena, &mut sums)?;
                    }
                    Ok(())
                });
                sharded.told(pulled)?;
                arena.reset();
                return Ok(());
            }
            model.add_squares(cpu(*threads, examples.x.nnz()), examples, arena, &mut sums)?;
            arena.reset();
            Ok::<_, TrainError>(())
        })?;
        Ok(sums.squares / sums.weight)
    }
}

impl<V: TrainValue, I: Index + LibsvmIndex> Learner for LinearRegression<V, I> {
    type Batch = CsrBatch<V, I>;
    type Totals = LinearTotals;
    type Error = TrainError;

    fn step(&mut self, examples: Examples<'_, V, I>, totals: &mut LinearTotals) -> Result<(), TrainError> {
        if let Some(mut sharded) = self.sharded.take() {
            let stepped = self.step_of_ranks(examples, &mut sharded, totals);
            self.arena.reset();
            let told = sharded.told(stepped);
            self.sharded = Some(sharded);
            return told;
        }
        let all = examples.x.rows();
        let examples = examples.that_weigh(&self.arena)?;
        // Rows that all weigh 0 change nothing, not even by the momentum of the step before.
        if all == 0 || examples.x.rows() > 0 {
            let step = self.model.step(cpu(self.threads, examples.x.nnz()), &self.hyper, examples, &self.arena)?;
            totals.mse.add(step.residuals.squares, step.residuals.weight);
            totals.gradient_bytes += step.gradient_bytes as u64;
        }
        self.arena.reset();
        Ok(())
    }

    fn value(&self, totals: &LinearTotals) -> f64 {
        totals.mse.value()
    }

    fn save(&self, path: &Path, progress: &Progress<LinearTotals>) -> Result<(), TrainError> {
        let write = |model: &LinearModel<V, I>| save(path, model.state(), &self.settings, Trained::from(progress));
        let Some(sharded) = &self.sharded else { return Ok(write(&self.model)?) };
        let whole = sharded.told(self.whole())?;
        sharded.written(whole.map_or(Ok(()), |whole| Ok(write(&whole)?)))
    }
}
