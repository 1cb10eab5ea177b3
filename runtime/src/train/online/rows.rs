//! A logistic model that learns row after row.
use super::super::error::TrainError;
use super::super::scalar::TrainValue;
use crate::large_pages;
use lacuna::optim::{Common, Rule};
use lacuna::{Csr, Dense, DenseMut, Index, dot, prefetch};
use std::slice;

/// Rows between the one that is learnt and the one whose features are asked for: the time of a few rows is that of far
/// memory.
const ROWS_AHEAD: usize = 4;

/// Tables of this many bytes stay near by themselves.
const NEAR_BYTES: usize = 256 << 10;

/// A model of any optimizer.
pub(super) trait Rows<V, I>: Send {
    /// Gives the logit of each row that has a label, and then learns it: more than 0, or else the other class.
    fn learn(
        &mut self,
        x: Csr<'_, V, I>,
        labels: &[V],
        weights: Option<&[V]>,
        logits: &mut Vec<V>,
    ) -> Result<(), TrainError>;
    /// Gives the logit of each row.
    fn score(&self, x: Csr<'_, V, I>, logits: &mut Vec<V>) -> Result<(), TrainError>;
    /// Number of features.
    fn features(&self) -> usize;
    /// One array of the weight or of a state, and that of the bias.
    fn array(&self, array: usize) -> (Vec<V>, V);
    /// The number of a weight or a state; the bias is behind the last feature.
    fn get(&self, array: usize, feature: usize) -> Option<V>;
}

/// The weight and the states of a feature lie side by side, so that one line of the cache has them all. The bias is the
/// last row.
#[derive(Debug)]
pub(super) struct Model<V, R, const N: usize> {
    rules: [R; 2],
    table: Vec<[V; N]>,
    bias: [V; N],
}

impl<V: TrainValue, R: Rule<V, N>, const N: usize> Model<V, R, N> {
    /// A model of zeros.
    pub(super) fn zero(rules: [R; 2], features: usize) -> Self {
        let mut table = vec![[V::ZERO; N]; features];
        large_pages::advise(&mut table);
        Self { rules, table, bias: [V::ZERO; N] }
    }

    /// A model of arrays, each with its bias; those of other lengths are filled up with zeros.
    pub(super) fn of(rules: [R; 2], features: usize, arrays: &[(Vec<V>, V)]) -> Self {
        let mut model = Self::zero(rules, features);
        for (place, (values, bias)) in arrays.iter().enumerate().take(N) {
            model.bias[place] = *bias;
            for (row, &value) in model.table.iter_mut().zip(values) {
                row[place] = value;
            }
        }
        model
    }

    /// The logit of each row: the weights are the first column of the table.
    #[inline(always)]
    fn logits<I: Index>(&self, x: Csr<'_, V, I>, logits: &mut [V]) -> Result<(), TrainError> {
        let weight = Dense::with_stride(self.table.len(), 1, N, self.table.as_flattened())?;
        dot::csr_dense(x, weight, DenseMut::new(x.rows(), 1, logits)?)?;
        logits.iter_mut().for_each(|logit| *logit = *logit + self.bias[0]);
        Ok(())
    }

    /// Asks for the features of a row that is learnt soon.
    #[inline(always)]
    fn ask_for<I: Index>(&self, indices: &[I]) {
        for index in indices {
            prefetch(self.table.as_flattened(), index.to_usize().wrapping_mul(N), N);
        }
    }

    #[inline(always)]
    fn learn_row<I: Index>(
        &mut self,
        common: &Common<V>,
        coefficients: &R::Coefficients,
        indices: &[I],
        values: &[V],
        gradient: V,
    ) {
        for (index, &value) in indices.iter().zip(values) {
            if let Some(states) = self.table.get_mut(index.to_usize()) {
                let gradient = R::prepare(common, Some(gradient * value), states[0]);
                *states = R::step(coefficients, gradient, *states);
            }
        }
    }
}

impl<V: TrainValue, I: Index, R: Rule<V, N> + Send, const N: usize> Rows<V, I> for Model<V, R, N> {
    fn learn(
        &mut self,
        x: Csr<'_, V, I>,
        labels: &[V],
        weights: Option<&[V]>,
        logits: &mut Vec<V>,
    ) -> Result<(), TrainError> {
        let commons = self.rules.map(|rule| rule.common());
        let coefficients = self.rules.map(|rule| rule.coefficients());
        logits.resize(labels.len(), V::ZERO);
        let far = size_of_val(&*self.table) > NEAR_BYTES;
        for ((row, &label), logit) in (0..x.rows()).zip(labels).zip(logits) {
            if far && row + ROWS_AHEAD < x.rows() {
                self.ask_for(x.row(row + ROWS_AHEAD).0);
            }
            self.logits(x.row_range(row..row + 1)?, slice::from_mut(logit))?;
            let (indices, values) = x.row(row);
            let mut gradient = logit.sigmoid() - class(label);
            if let Some(&weight) = weights.and_then(|weights| weights.get(row)) {
                // Not even decayed.
                if weight == V::ZERO {
                    continue;
                }
                gradient = gradient * weight;
            }
            self.learn_row(&commons[0], &coefficients[0], indices, values, gradient);
            let own = R::prepare(&commons[1], Some(gradient), self.bias[0]);
            self.bias = R::step(&coefficients[1], own, self.bias);
        }
        Ok(())
    }

    fn score(&self, x: Csr<'_, V, I>, logits: &mut Vec<V>) -> Result<(), TrainError> {
        logits.resize(x.rows(), V::ZERO);
        self.logits(x, logits)
    }

    fn features(&self) -> usize {
        self.table.len()
    }

    fn array(&self, array: usize) -> (Vec<V>, V) {
        let bias = self.bias.get(array).copied().unwrap_or_default();
        (self.table.iter().map(|row| row.get(array).copied().unwrap_or_default()).collect(), bias)
    }

    fn get(&self, array: usize, feature: usize) -> Option<V> {
        self.table.get(feature).unwrap_or(&self.bias).get(array).copied()
    }
}

/// The class of a label: 1 for what is more than 0, else 0.
#[inline(always)]
pub(super) fn class<V: TrainValue>(label: V) -> V {
    if label > V::ZERO { V::ONE } else { V::ZERO }
}
