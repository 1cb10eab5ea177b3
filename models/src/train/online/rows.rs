//! A linear model of one or several logits that learns row after row.
use super::super::error::TrainError;
use super::super::linear::{hash, transposed};
use super::super::scalar::TrainValue;
use super::objective::{Classes, Objective};
use super::truncation::{Paced, ROWS, Truncation};
use bumpalo::Bump;
use lacuna::optim::{Common, Rule};
use lacuna::{Csr, Dense, DenseMut, Index, dot, prefetch};
use lacuna_runtime::{Cpu, large_pages};
use std::array;
use std::sync::OnceLock;

/// Rows between the one that is learnt and the one whose features are asked for: the time of a few rows is that of far
/// memory.
const ROWS_AHEAD: usize = 4;

/// Features of a row that are learnt side by side.
const LANES: usize = 8;

/// Rules of so many arrays, FTRL with its weight and two states, compute long enough for that to pay.
const ARRAYS_OF_LANES: usize = 3;

/// Tables of this many bytes stay near by themselves.
const NEAR_BYTES: usize = 256 << 10;

/// An array of the weight or of a state, output after output of each feature, and that of the bias.
pub type Array<V> = (Vec<V>, Vec<V>);

/// A model of any optimizer.
pub trait Rows<V, I>: Send + Sync {
    /// Gives the logits of each row that has a label, and then learns it.
    fn learn(
        &mut self,
        x: Csr<'_, V, I>,
        labels: &[V],
        weights: Option<&[V]>,
        logits: &mut Vec<V>,
    ) -> Result<(), TrainError>;
    /// Gives the logits of each row.
    fn score(&self, x: Csr<'_, V, I>, logits: &mut Vec<V>) -> Result<(), TrainError>;
    /// The gradient of the weight over rows, each of which weighs something, by the slopes of their logits: of the
    /// features that occur, ascending, what is learnt of each.
    fn gradient(
        &self,
        x: Csr<'_, V, I>,
        slopes: &[V],
        weights: Option<&[V]>,
    ) -> Result<(Vec<usize>, Vec<V>), TrainError>;
    /// Columns of its rows.
    fn columns(&self) -> usize;
    /// An array as it lies in memory.
    fn array(&self, array: usize) -> Array<V>;
    /// The weight with all that it missed.
    fn weight(&self) -> Array<V>;
    /// What tells weights apart.
    fn digest(&self) -> Digest;
    /// Makes all weights up.
    fn settle(&mut self);
    /// Rows since all weights were made up, and for each weight what that number was when it was made up, if there are
    /// some.
    fn seen(&self) -> Option<(u32, Vec<V>)>;
}

/// What tells the weights of two runs apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest {
    /// FNV-1a over the bits of the weight and the bias.
    pub hash: u64,
    /// Number of weights that are not 0.
    pub nonzero: usize,
}

impl Digest {
    /// That of a weight and a bias.
    pub(super) fn of<V: TrainValue>(weight: impl Iterator<Item = V>, bias: impl Iterator<Item = V>) -> Self {
        let mut nonzero = 0;
        let weight = weight.inspect(|&weight| nonzero += usize::from(weight != V::ZERO));
        Self { hash: hash(weight.chain(bias)), nonzero }
    }
}

/// What a model is made of.
pub struct Parts<V> {
    pub(super) features: usize,
    pub(super) objective: Objective,
    pub(super) outputs: usize,
    pub(super) truncation: Option<Truncation<V>>,
    /// Whether the bias is learnt.
    pub(super) has_bias: bool,
}

/// The weight and the states of a feature lie side by side, so that one line of the cache has them all; those of the
/// next output follow.
#[derive(Debug)]
pub(super) struct Model<V, R, const N: usize> {
    rules: [R; 2],
    table: Vec<[V; N]>,
    bias: Vec<[V; N]>,
    objective: Objective,
    outputs: usize,
    truncation: Option<Truncation<V>>,
    has_bias: bool,
    /// Of the row that is learnt.
    slopes: Vec<V>,
    /// The weight with all that it missed, once it was asked for.
    settled: OnceLock<Vec<V>>,
}

impl<V: TrainValue, R: Paced<V, N>, const N: usize> Model<V, R, N> {
    /// A model of arrays; those of other lengths are filled up with zeros.
    pub(super) fn of(rules: [R; 2], parts: Parts<V>, arrays: &[Array<V>]) -> Self {
        let Parts { features, objective, outputs, truncation, has_bias } = parts;
        let mut table = vec![[V::ZERO; N]; features * outputs];
        large_pages::advise(&mut table);
        let (bias, settled) = (vec![[V::ZERO; N]; outputs], OnceLock::new());
        // A rule with a norm of its own needs no other.
        let truncation = truncation.filter(|_| rules[0].pace(&[V::ZERO; N]).is_some());
        let mut model =
            Self { rules, table, bias, objective, outputs, truncation, has_bias, slopes: Vec::new(), settled };
        for (place, (values, biases)) in arrays.iter().enumerate().take(N) {
            let cells = model.table.iter_mut().zip(values).chain(model.bias.iter_mut().zip(biases));
            cells.for_each(|(cell, &value)| cell[place] = value);
        }
        model
    }

    /// The logits of rows, of weights that lie so far apart.
    #[inline(always)]
    fn logits<I: Index>(
        &self,
        x: Csr<'_, V, I>,
        weights: &[V],
        stride: usize,
        logits: &mut [V],
    ) -> Result<(), TrainError> {
        if self.outputs == 1 {
            let weight = Dense::with_stride(self.table.len(), 1, stride, weights)?;
            dot::csr_dense(x, weight, DenseMut::new(x.rows(), 1, logits)?)?;
            let bias = self.bias.first().map_or(V::ZERO, |bias| bias[0]);
            logits.iter_mut().for_each(|logit| *logit = *logit + bias);
            return Ok(());
        }
        let row_length = self.outputs * stride;
        for (row, logits) in logits.chunks_exact_mut(self.outputs).enumerate() {
            logits.fill(V::ZERO);
            let (indices, values) = x.row(row);
            for (index, &value) in indices.iter().zip(values) {
                let weights = weights.get(index.to_usize() * row_length..).unwrap_or_default();
                for (logit, &weight) in logits.iter_mut().zip(weights.iter().step_by(stride)) {
                    *logit = *logit + value * weight;
                }
            }
            logits.iter_mut().zip(&self.bias).for_each(|(logit, bias)| *logit = *logit + bias[0]);
        }
        Ok(())
    }

    /// Asks for the features of a row that is learnt soon.
    #[inline(always)]
    fn ask_for<I: Index>(&self, indices: &[I]) {
        let length = N * self.outputs;
        for index in indices {
            prefetch(self.table.as_flattened(), index.to_usize().wrapping_mul(length), length);
        }
    }

    /// Learns a row of one logit.
    #[inline(always)]
    fn learn_row<I: Index>(
        &mut self,
        common: &Common<V>,
        coefficients: &R::Coefficients,
        indices: &[I],
        values: &[V],
        gradient: V,
    ) {
        let step = |states: [V; N], value: V| {
            let gradient = R::prepare(common, Some(gradient * value), states[0]);
            R::step(coefficients, gradient, states)
        };
        let in_lanes = if N < ARRAYS_OF_LANES { 0 } else { indices.len().min(values.len()) / LANES * LANES };
        let ((indices, rest), (values, rest_of_values)) = (indices.split_at(in_lanes), values.split_at(in_lanes));
        for (indices, values) in indices.as_chunks().0.iter().zip(values.as_chunks().0) {
            self.learn_lanes(step, indices, values);
        }
        for (index, &value) in rest.iter().zip(rest_of_values) {
            if let Some(states) = self.table.get_mut(index.to_usize()) {
                *states = step(*states, value);
            }
        }
    }

    /// Learns features of a row, no two of which are the same.
    #[inline(always)]
    fn learn_lanes<I: Index>(&mut self, step: impl Fn([V; N], V) -> [V; N], indices: &[I; LANES], values: &[V; LANES]) {
        let cell = |index: &I| self.table.get(index.to_usize()).copied().unwrap_or([V::ZERO; N]);
        let cells = indices.each_ref().map(cell);
        let mut states: [[V; LANES]; N] = array::from_fn(|state| cells.map(|cell| cell[state]));
        // The compiler makes vectors of it.
        for lane in 0..LANES {
            let new = step(states.each_ref().map(|state| state[lane]), values[lane]);
            states.iter_mut().zip(new).for_each(|(state, value)| state[lane] = value);
        }
        for (lane, index) in indices.iter().enumerate() {
            if let Some(cell) = self.table.get_mut(index.to_usize()) {
                *cell = states.each_ref().map(|state| state[lane]);
            }
        }
    }

    /// Learns a row of several logits, whose slopes are there.
    #[inline(always)]
    fn learn_outputs<I: Index>(
        &mut self,
        common: &Common<V>,
        coefficients: &R::Coefficients,
        indices: &[I],
        values: &[V],
    ) {
        for (index, &value) in indices.iter().zip(values) {
            let first = index.to_usize() * self.outputs;
            let cells = self.table.get_mut(first..first + self.outputs).unwrap_or_default();
            for (states, &slope) in cells.iter_mut().zip(&self.slopes) {
                let gradient = R::prepare(common, Some(slope * value), states[0]);
                *states = R::step(coefficients, gradient, *states);
            }
        }
    }

    /// Makes the weights of a row up.
    #[inline(always)]
    fn make_row_up<I: Index>(&mut self, indices: &[I]) {
        if self.truncation.is_some() {
            self.make_cells_up(indices);
        }
    }

    fn make_cells_up<I: Index>(&mut self, indices: &[I]) {
        let Some(truncation) = &mut self.truncation else { return };
        for index in indices {
            let first = index.to_usize() * self.outputs;
            let cells = self.table.get_mut(first..first + self.outputs).unwrap_or_default();
            for (cell, states) in (first..).zip(cells) {
                truncation.make_up(&self.rules[0], cell, states);
            }
        }
    }

    /// A row has been learnt.
    #[inline(always)]
    fn tick(&mut self) {
        if let Some(truncation) = &mut self.truncation {
            truncation.clock += 1;
            if truncation.clock == ROWS {
                self.settle_all();
            }
        }
    }

    fn settle_all(&mut self) {
        let Some(truncation) = &mut self.truncation else { return };
        for (cell, states) in self.table.iter_mut().enumerate() {
            truncation.make_up(&self.rules[0], cell, states);
        }
        truncation.clock = 0;
        truncation.seen.fill(0);
    }

    /// The weight with all that it missed, where it missed something.
    fn settled(&self) -> Option<&[V]> {
        let truncation = self.truncation.as_ref().filter(|truncation| truncation.clock > 0)?;
        let weight = self.settled.get_or_init(|| {
            let cells = self.table.iter().enumerate();
            cells.map(|(cell, states)| truncation.made_up(&self.rules[0], cell, states)).collect()
        });
        Some(weight)
    }
}

impl<V: TrainValue, I: Index, R: Paced<V, N> + Rule<V, N> + Send + Sync, const N: usize> Rows<V, I> for Model<V, R, N> {
    fn learn(
        &mut self,
        x: Csr<'_, V, I>,
        labels: &[V],
        weights: Option<&[V]>,
        logits: &mut Vec<V>,
    ) -> Result<(), TrainError> {
        let commons = self.rules.map(|rule| rule.common());
        let coefficients = self.rules.map(|rule| rule.coefficients());
        let (outputs, objective, has_bias) = (self.outputs, self.objective, self.has_bias);
        self.settled.take();
        logits.resize(labels.len() * outputs, V::ZERO);
        let far = size_of_val(&*self.table) > NEAR_BYTES;
        for ((row, &label), logits) in (0..x.rows()).zip(labels).zip(logits.chunks_exact_mut(outputs)) {
            if far && row + ROWS_AHEAD < x.rows() {
                self.ask_for(x.row(row + ROWS_AHEAD).0);
            }
            let (indices, values) = x.row(row);
            self.make_row_up(indices);
            self.logits(x.row_range(row..row + 1)?, self.table.as_flattened(), N, logits)?;
            let weight = weights.and_then(|weights| weights.get(row)).copied();
            // Not even decayed.
            if weight == Some(V::ZERO) {
                continue;
            }
            if let ([logit], Classes::Two) = (&*logits, objective.classes) {
                let mut slope = objective.loss.slope(*logit, class(label));
                if let Some(weight) = weight {
                    slope = slope * weight;
                }
                self.learn_row(&commons[0], &coefficients[0], indices, values, slope);
                if let Some(bias) = self.bias.first_mut().filter(|_| has_bias) {
                    let own = R::prepare(&commons[1], Some(slope), bias[0]);
                    *bias = R::step(&coefficients[1], own, *bias);
                }
                self.tick();
                continue;
            }
            self.slopes.clear();
            self.slopes.extend_from_slice(logits);
            objective.slopes(&mut self.slopes, label);
            if let Some(weight) = weight {
                self.slopes.iter_mut().for_each(|slope| *slope = *slope * weight);
            }
            self.learn_outputs(&commons[0], &coefficients[0], indices, values);
            let learnt = if has_bias { &*self.slopes } else { &[] };
            for (bias, &slope) in self.bias.iter_mut().zip(learnt) {
                let own = R::prepare(&commons[1], Some(slope), bias[0]);
                *bias = R::step(&coefficients[1], own, *bias);
            }
            self.tick();
        }
        Ok(())
    }

    fn score(&self, x: Csr<'_, V, I>, logits: &mut Vec<V>) -> Result<(), TrainError> {
        logits.resize(x.rows() * self.outputs, V::ZERO);
        match self.settled() {
            Some(weight) => self.logits(x, weight, 1, logits),
            None => self.logits(x, self.table.as_flattened(), N, logits),
        }
    }

    fn gradient(
        &self,
        x: Csr<'_, V, I>,
        slopes: &[V],
        weights: Option<&[V]>,
    ) -> Result<(Vec<usize>, Vec<V>), TrainError> {
        let mut slopes = slopes.to_vec();
        weigh(&mut slopes, weights, self.outputs);
        let (arena, outputs) = (Bump::new(), self.outputs);
        let slopes = Dense::new(x.rows(), outputs, &slopes)?;
        let gradient = transposed(Cpu { threads: 1 }, x, self.table.len() / outputs, slopes, &arena)?;
        Ok((gradient.indices().iter().map(|id| id.to_usize()).collect(), gradient.data().to_vec()))
    }

    fn columns(&self) -> usize {
        self.table.len() / self.outputs
    }

    fn array(&self, array: usize) -> Array<V> {
        let of = |cells: &[[V; N]]| cells.iter().map(|cell| cell.get(array).copied().unwrap_or_default()).collect();
        (of(&self.table), of(&self.bias))
    }

    fn weight(&self) -> Array<V> {
        let (weight, bias) = Rows::<V, I>::array(self, 0);
        (self.settled().map_or(weight, <[V]>::to_vec), bias)
    }

    fn digest(&self) -> Digest {
        let bias = self.bias.iter().map(|bias| bias[0]);
        match self.settled() {
            Some(weight) => Digest::of(weight.iter().copied(), bias),
            None => Digest::of(self.table.iter().map(|states| states[0]), bias),
        }
    }

    fn settle(&mut self) {
        if self.truncation.as_ref().is_some_and(|truncation| truncation.clock > 0) {
            self.settle_all();
            self.settled.take();
        }
    }

    fn seen(&self) -> Option<(u32, Vec<V>)> {
        let truncation = self.truncation.as_ref().filter(|truncation| truncation.clock > 0)?;
        let numbers = truncation.seen.iter().map(|&seen| V::from_f64(f64::from(seen)));
        Some((truncation.clock, numbers.collect()))
    }
}

/// Slopes of rows of so many logits, each times the weight of its row.
pub(super) fn weigh<V: TrainValue>(slopes: &mut [V], weights: Option<&[V]>, outputs: usize) {
    for (slopes, &weight) in slopes.chunks_exact_mut(outputs.max(1)).zip(weights.unwrap_or_default()) {
        slopes.iter_mut().for_each(|slope| *slope = *slope * weight);
    }
}

/// The class of a label: 1 for what is more than 0, else 0.
#[inline(always)]
pub(super) fn class<V: TrainValue>(label: V) -> V {
    if label > V::ZERO { V::ONE } else { V::ZERO }
}
