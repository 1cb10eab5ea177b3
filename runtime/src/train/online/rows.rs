//! A logistic model that learns row after row.
use super::super::scalar::TrainValue;
use lacuna::optim::{Common, Rule};
use lacuna::order::{LANES, add, add_product, blocks, combine_lanes};
use lacuna::{Csr, Index};

/// A model of any optimizer.
pub(super) trait Rows<V, I>: Send {
    /// Appends the logit of each row, and then learns it, if there is a label for it: more than 0, or else the other class.
    fn learn(&mut self, x: Csr<'_, V, I>, labels: &[V], logits: &mut Vec<V>);
    /// Appends the logit of each row.
    fn score(&self, x: Csr<'_, V, I>, logits: &mut Vec<V>);
    /// Number of features.
    fn features(&self) -> usize;
    /// One array of the weight or of a state, and that of the bias.
    fn array(&self, array: usize) -> (Vec<V>, V);
    /// The number of a weight or a state; the bias is behind the last feature.
    fn get(&self, array: usize, feature: usize) -> Option<V>;
}

/// The weight and the states of a feature lie side by side, so that one line of the cache has them all. The bias is the last row.
#[derive(Debug)]
pub(super) struct Model<V, R, const N: usize> {
    rules: [R; 2],
    table: Vec<[V; N]>,
    bias: [V; N],
}

impl<V: TrainValue, R: Rule<V, N>, const N: usize> Model<V, R, N> {
    /// A model of zeros.
    pub(super) fn zero(rules: [R; 2], features: usize) -> Self {
        Self { rules, table: vec![[V::ZERO; N]; features], bias: [V::ZERO; N] }
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

    #[inline(always)]
    fn logit<I: Index>(&self, indices: &[I], values: &[V]) -> V {
        let block = |range: std::ops::Range<usize>| {
            let mut lanes = [V::ZERO; LANES];
            let (indices, values) = (&indices[range.clone()], &values[range]);
            for (indices, values) in indices.chunks(LANES).zip(values.chunks(LANES)) {
                for ((lane, index), &value) in lanes.iter_mut().zip(indices).zip(values) {
                    let weight = self.table.get(index.to_usize()).map_or(V::ZERO, |states| states[0]);
                    *lane = add_product(*lane, value, weight);
                }
            }
            combine_lanes(lanes)
        };
        let product = if indices.len() <= lacuna::order::BLOCK {
            block(0..indices.len())
        } else {
            blocks(indices.len()).fold(V::ZERO, |sum, range| add(sum, block(range)))
        };
        product + self.bias[0]
    }

    #[inline(always)]
    fn learn_row<I: Index>(&mut self, common: &Common<V>, coefficients: &R::Coefficients, indices: &[I], values: &[V], gradient: V) {
        for (index, &value) in indices.iter().zip(values) {
            if let Some(states) = self.table.get_mut(index.to_usize()) {
                let gradient = R::prepare(common, Some(gradient * value), states[0]);
                *states = R::step(coefficients, gradient, *states);
            }
        }
    }
}

impl<V: TrainValue, I: Index, R: Rule<V, N> + Send, const N: usize> Rows<V, I> for Model<V, R, N> {
    fn learn(&mut self, x: Csr<'_, V, I>, labels: &[V], logits: &mut Vec<V>) {
        let commons = self.rules.map(|rule| rule.common());
        let coefficients = self.rules.map(|rule| rule.coefficients());
        for (row, &label) in (0..x.rows()).zip(labels) {
            let (indices, values) = x.row(row);
            let logit = self.logit(indices, values);
            logits.push(logit);
            let gradient = logit.sigmoid() - class(label);
            self.learn_row(&commons[0], &coefficients[0], indices, values, gradient);
            let own = R::prepare(&commons[1], Some(gradient), self.bias[0]);
            self.bias = R::step(&coefficients[1], own, self.bias);
        }
    }

    fn score(&self, x: Csr<'_, V, I>, logits: &mut Vec<V>) {
        logits.extend((0..x.rows()).map(|row| {
            let (indices, values) = x.row(row);
            self.logit(indices, values)
        }));
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
