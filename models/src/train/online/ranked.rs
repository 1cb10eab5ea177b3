//! A classifier on ranks: it learns in steps of several rows, which are cut into slices.
use super::super::data::Examples;
use super::super::error::TrainError;
use super::super::residuals::each_weight;
use super::super::scalar::TrainValue;
use super::super::sharded::{Gradient, Parts, Renumbered, Sharded, features};
use super::super::slices::gathered;
use super::classifier::Classifier;
use super::progress::{ClassifyProgress, ClassifyTotals};
use super::rows::{Array, Digest, Rows, weigh};
use super::settings::{ClassifySettings, OnlineOptimizer};
use crate::fit::BestEpoch;
use crate::metric::LogLoss;
use bumpalo::Bump;
use lacuna_runtime::Cpu;
use lacuna_runtime::exchange::Exchange;
use lacuna_runtime::kvstore::{Moved, RankOptions};
use std::path::Path;
use std::sync::Arc;

/// What a rank has.
#[derive(Debug)]
pub(super) struct Ranked {
    sharded: Sharded,
    best: Option<(BestEpoch, Parts)>,
}

impl Ranked {
    pub fn best(&self) -> Option<BestEpoch> {
        self.best.as_ref().map(|(best, _)| *best)
    }

    pub fn keep(&mut self, best: BestEpoch) {
        self.best = Some((best, self.sharded.parts()));
    }

    pub fn forget(&mut self) {
        self.best = None;
    }

    pub fn restore(&mut self) -> Result<Option<BestEpoch>, TrainError> {
        let Some((best, parts)) = self.best.take() else { return Ok(None) };
        self.sharded.restore(parts)?;
        Ok(Some(best))
    }
}

/// Columns that a feature has in rows.
fn columns_of_feature(settings: &ClassifySettings) -> usize {
    settings.ffm.map_or(1, |ffm| ffm.fields)
}

impl<V: TrainValue> Classifier<V> {
    /// From now on this is the classifier of all ranks: each keeps a range of the rows of a large weight and of its
    /// states, and makes the same calls in the same order. It does not learn row after row any more, but in steps:
    /// those of [`SlicedRows`](super::super::SlicedRows), or batches that all ranks have.
    ///
    /// All rows of a step are scored by the weights before it. Their gradients are added, not averaged, so that a
    /// weight whose feature one row of the step has takes the step of that row; it is decayed once. A slice is added up
    /// by the [order of a sum](lacuna::order), in the order of its rows; the gradients of a field-aware machine are
    /// added pair after pair, in the order of the rows. Slices are added in the [tree](lacuna_runtime::exchange::tree).
    /// Steps of one row have the bits of rows that are learnt one by one, unless features of one row share a field.
    ///
    /// # Errors
    /// [`TrainError::NormOfSteps`]; [`KvError::SliceCount`](lacuna_runtime::kvstore::KvError::SliceCount).
    pub fn set_ranks(&mut self, exchange: Arc<dyn Exchange>, options: RankOptions) -> Result<(), TrainError> {
        let settings = &self.settings;
        if settings.l1 != 0.0 && settings.optimizer != OnlineOptimizer::Ftrl {
            return Err(TrainError::NormOfSteps { optimizer: settings.optimizer.name() });
        }
        let (hyper, features) = (settings.hyper::<V>()?, settings.features);
        let shared = (exchange, options);
        let cpu = Cpu { threads: 1 };
        // What is kept of the best epoch is cut as the weight is.
        let best = match self.best_arrays() {
            Some((best, arrays)) => {
                let parts = Parts::of(features, arrays.clone(), 0)?;
                Some((*best, Sharded::new(shared.clone(), cpu, &hyper, parts)?.parts()))
            }
            None => None,
        };
        let arrays: Vec<Array<V>> = (0..settings.optimizer.arrays().len()).map(|place| self.array(place)).collect();
        let parts = Parts::of(features, arrays, 0)?;
        let sharded = Sharded::new(shared, cpu, &hyper, parts)?;
        self.rows = self.of_rows(0, Vec::new(), &[])?;
        self.set_best(None);
        self.ranked = Some(Ranked { sharded, best });
        Ok(())
    }

    /// A model of some rows of the weight, to score and to take gradients of.
    fn of_rows(&self, features: usize, mut weight: Vec<V>, bias: &[V]) -> Result<Box<dyn Rows<V, i32>>, TrainError> {
        let settings = ClassifySettings {
            // A matrix without entries has a column all the same.
            features: features.max(1),
            optimizer: OnlineOptimizer::Sgd,
            l1: 0.0,
            ..self.settings.clone()
        };
        let row_length = settings.shape().iter().skip(1).product::<usize>();
        weight.resize(settings.features * row_length, V::ZERO);
        Ok(Self::of(&settings, &[(weight, bias.to_vec())], None)?.rows)
    }

    /// What [`set_ranks`](Self::set_ranks) has moved of the weight, if ranks share it: pulls and pushes.
    #[must_use]
    pub fn moved(&self) -> Option<[Moved; 2]> {
        self.ranked.as_ref().and_then(|ranked| ranked.sharded.moved())
    }

    /// Adds the rows that other ranks have learnt to [`quality`](Self::quality).
    ///
    /// # Errors
    /// If another rank does not go on.
    pub fn share_quality(&mut self) -> Result<(), TrainError> {
        let Some(ranked) = &self.ranked else { return Ok(()) };
        let own = ranked.sharded.exchange().rank();
        let all = gathered(ranked.sharded.exchange(), &self.quality.counts())?;
        let others = all.iter().enumerate().filter(|(rank, _)| *rank != own);
        others.for_each(|(_, counts)| self.quality.add_counts(counts));
        Ok(())
    }

    /// [`digest`](Self::digest) of the weights of all ranks.
    ///
    /// # Errors
    /// If another rank does not go on.
    pub fn shared_digest(&self) -> Result<Digest, TrainError> {
        let Some(ranked) = &self.ranked else { return Ok(self.digest()) };
        let exchange = ranked.sharded.exchange();
        let whole = self.whole(ranked)?.map(|whole| whole.digest());
        let halves = whole.map_or([0.0; 3], |Digest { hash, nonzero }| {
            [(hash >> 32) as f64, (hash & u64::from(u32::MAX)) as f64, nonzero as f64]
        });
        let all = gathered(exchange, &halves)?;
        let first: [f64; 3] = all.first().and_then(|first| first.first_chunk().copied()).unwrap_or_default();
        Ok(Digest { hash: (first[0] as u64) << 32 | first[1] as u64, nonzero: first[2] as usize })
    }

    /// The classifier of all rows, on the first rank.
    fn whole(&self, ranked: &Ranked) -> Result<Option<Self>, TrainError> {
        let arrays = ranked.sharded.whole(&ranked.sharded.parts())?;
        let best = match &ranked.best {
            Some((best, parts)) => ranked.sharded.whole(parts)?.map(|arrays| (*best, arrays)),
            None => None,
        };
        let Some(arrays) = arrays else { return Ok(None) };
        let mut whole = Self::of(&self.settings, &arrays, None)?;
        whole.set_best(best);
        Ok(Some(whole))
    }

    pub(super) fn save_on_ranks(
        &self,
        ranked: &Ranked,
        path: &Path,
        progress: &ClassifyProgress,
    ) -> Result<(), TrainError> {
        let whole = ranked.sharded.told(self.whole(ranked))?;
        ranked.sharded.written(whole.map_or(Ok(()), |whole| Ok(whole.save_here(path, progress)?)))
    }

    /// Does something with the rows of the weight that some rows need.
    fn on_ranks<T>(
        &mut self,
        run: impl FnOnce(&mut Self, &mut Sharded) -> Result<T, TrainError>,
    ) -> Result<Option<T>, TrainError> {
        let Some(mut ranked) = self.ranked.take() else { return Ok(None) };
        let done = run(self, &mut ranked.sharded);
        let told = ranked.sharded.told(done);
        self.ranked = Some(ranked);
        told.map(Some)
    }

    /// The logits of rows that all ranks have.
    pub(super) fn score_on_ranks(&mut self, examples: Examples<'_, V, i32>) -> Result<(), TrainError> {
        let scored = self.on_ranks(|own, sharded| {
            let columns = columns_of_feature(&own.settings);
            let ids = features(&[examples], columns);
            let weight = sharded.pull(&ids)?;
            let pulled = own.of_rows(ids.len(), weight, sharded.bias())?;
            let renumbered = Renumbered::of(examples.x, &ids, columns);
            pulled.score(renumbered.with(examples.x)?, &mut own.scored.logits)
        });
        scored.map(|_| ())
    }

    pub(super) fn step_on_ranks(
        &mut self,
        examples: Examples<'_, V, i32>,
        totals: &mut ClassifyTotals,
    ) -> Result<(), TrainError> {
        let learnt = self.on_ranks(|own, sharded| own.try_step(sharded, examples))?;
        let ClassifyTotals { pass, doubled } = totals;
        let before = pass.rows;
        for [rows, sum, weight] in learnt.unwrap_or_default() {
            pass.rows += rows as u64;
            pass.sum += sum;
            pass.weight += weight;
        }
        self.scored.doubled.clear();
        if pass.rows.checked_ilog2() > before.checked_ilog2() {
            self.scored.doubled.push([*pass, pass.since(doubled)]);
            *doubled = *pass;
        }
        Ok(())
    }

    /// One step, and of each slice of all ranks rows, sum of losses and sum of weights.
    fn try_step(&mut self, sharded: &mut Sharded, examples: Examples<'_, V, i32>) -> Result<Vec<[f64; 3]>, TrainError> {
        let (found, expected) = (examples.x.columns(), self.settings.columns());
        if found != expected {
            return Err(TrainError::Features { expected, found });
        }
        self.expect_classes(examples.labels)?;
        let (columns, slices) = (columns_of_feature(&self.settings), sharded.cut(examples)?);
        let ids = features(&slices, columns);
        let weight = sharded.pull(&ids)?;
        let pulled = self.of_rows(ids.len(), weight, sharded.bias())?;
        let (mut gradients, mut losses) = (Vec::new(), Vec::new());
        for slice in slices {
            let renumbered = Renumbered::of(slice.x, &ids, columns);
            let slice = Examples { x: renumbered.with(slice.x)?, ..slice };
            let (gradient, loss) = self.of_slice(&*pulled, slice, &ids)?;
            gradients.push(gradient);
            losses.push([loss.rows as f64, loss.sum, loss.weight]);
        }
        sharded.step(gradients)?;
        sharded.of_all_slices(&losses)
    }

    /// The gradient of a slice, if a row of it weighs something, and its loss.
    fn of_slice(
        &mut self,
        pulled: &dyn Rows<V, i32>,
        slice: Examples<'_, V, i32>,
        ids: &[i64],
    ) -> Result<(Option<Gradient<V>>, LogLoss), TrainError> {
        let (outputs, labels) = (self.settings.outputs(), slice.labels);
        pulled.score(slice.x, &mut self.scored.logits)?;
        self.scored.losses(self.objective, labels)?;
        let weights = self.scored.weigh(&self.class_weights, labels, slice.weights).map(<[V]>::to_vec);
        let mut loss = LogLoss::default();
        for (&of_row, weight) in self.scored.losses.iter().zip(each_weight(weights.as_deref())) {
            loss.add(of_row.to_f64(), weight.to_f64());
        }
        let logits = self.scored.logits.chunks_exact(outputs);
        logits.clone().zip(labels).for_each(|(logits, &label)| self.quality.add(logits, label));

        let arena = Bump::new();
        let slice = Examples { weights: weights.as_deref(), ..slice };
        let weighing = slice.that_weigh(&arena)?;
        if weighing.x.rows() == 0 {
            return Ok((None, loss));
        }
        let kept = logits.zip(each_weight(weights.as_deref())).filter(|(_, weight)| *weight != V::ZERO);
        let mut slopes: Vec<V> = kept.flat_map(|(logits, _)| logits).copied().collect();
        for (slopes, &label) in slopes.chunks_exact_mut(outputs).zip(weighing.labels) {
            self.objective.slopes(slopes, label);
        }
        let (places, values) = pulled.gradient(weighing.x, &slopes, weighing.weights)?;
        weigh(&mut slopes, weighing.weights, outputs);
        let has_bias = !self.settings.no_bias && self.settings.ffm.is_none();
        let bias = (0..if has_bias { outputs } else { 0 }).map(|output| {
            let slopes = slopes.iter().skip(output).step_by(outputs);
            V::from_f64(slopes.fold(0.0, |sum, slope| sum + slope.to_f64()))
        });
        let ids = places.iter().filter_map(|&place| ids.get(place).copied()).collect();
        Ok((Some(Gradient { ids, values, bias: bias.collect() }), loss))
    }
}
