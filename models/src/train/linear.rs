//! The model `y = x w + b` and one step of its training.
use super::data::Examples;
use super::error::TrainError;
use super::random::{Random, Stream};
use super::residuals::{ResidualSums, add_squares, residuals};
use super::scalar::TrainValue;
use bumpalo::Bump;
use lacuna::error::Operand;
use lacuna::segments::{PlanBuffers, plan_scratch};
use lacuna::{Csr, Dense, DenseMut, Error, Index, KernelError, RowSparse, RowSparseMut, dot};
use lacuna_runtime::Cpu;
use lacuna_runtime::optimizer::{At, Optimizer, ParameterId};
use std::slice::from_mut;

/// Standard deviation of the first weights, as in MXNet's examples.
const SIGMA: f64 = 0.01;

/// The optimizers of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinearHyper {
    /// For the weight.
    pub weight: Optimizer,
    /// For the bias: the same without weight decay.
    pub bias: Optimizer,
}

/// Weight (F x 1, row_sparse with all rows stored), bias, and the states that their optimizer keeps.
#[derive(Clone, Debug, PartialEq)]
pub struct LinearModel<V, I> {
    /// The ids of the stored rows: 0, 1, ..., F - 1.
    ids: Vec<I>,
    state: LinearState<V>,
}

/// The numbers of a model, without their pattern.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LinearState<V> {
    /// One for each feature.
    pub weight: Vec<V>,
    /// The bias.
    pub bias: V,
    /// The [states of the optimizer](Optimizer::states), each of the weight and of the bias. None before the first
    /// step.
    pub states: Vec<(Vec<V>, V)>,
    /// Steps that were taken.
    pub steps: u64,
}

/// What one step has met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct StepReport {
    /// Sums over the residuals before the update.
    pub residuals: ResidualSums,
    /// Bytes of the weight gradient.
    pub gradient_bytes: usize,
}

impl<V: TrainValue, I: Index> LinearModel<V, I> {
    /// Normal(0, 0.01) weights, and a bias of zero.
    ///
    /// # Errors
    /// As [`from_state`](Self::from_state).
    pub fn new(features: usize, seed: u64) -> Result<Self, Error> {
        let mut random = Random::new(seed, Stream::Weight);
        Self::with_weight((0..features).map(|_| V::from_f64(SIGMA * random.normal())).collect())
    }

    /// Weights and a bias of zero.
    ///
    /// # Errors
    /// As [`from_state`](Self::from_state).
    pub fn zero(features: usize) -> Result<Self, Error> {
        Self::with_weight(vec![V::ZERO; features])
    }

    fn with_weight(weight: Vec<V>) -> Result<Self, Error> {
        Self::from_state(LinearState { weight, ..LinearState::default() })
    }

    /// A model of these numbers.
    ///
    /// # Errors
    /// If the number of features does not fit the index type, or is not the length of a state.
    pub fn from_state(state: LinearState<V>) -> Result<Self, Error> {
        let features = state.weight.len();
        let ids: Vec<I> = (0..features).map(I::from_usize).collect();
        RowSparse::new(features, 1, &ids, &state.weight)?;
        state.states.iter().try_for_each(|(values, _)| RowSparse::trusted(features, 1, &ids, values).map(drop))?;
        Ok(Self { ids, state })
    }

    /// What a run is resumed from.
    #[must_use]
    pub const fn state(&self) -> &LinearState<V> {
        &self.state
    }

    /// The numbers of the model.
    pub fn into_state(self) -> LinearState<V> {
        self.state
    }

    /// Gives it states of zeros for an optimizer, if it has none yet.
    pub(super) fn begin(&mut self, optimizer: &Optimizer) -> Result<(), TrainError> {
        let (expected, features) = (optimizer.states().len(), self.features());
        let states = &mut self.state.states;
        if states.is_empty() {
            states.resize_with(expected, || (vec![V::ZERO; features], V::ZERO));
        }
        let found = states.len();
        if found == expected {
            Ok(())
        } else {
            Err(TrainError::States { optimizer: optimizer.name(), expected, found })
        }
    }

    /// Number of features.
    pub fn features(&self) -> usize {
        self.state.weight.len()
    }

    /// The weight, one number for each feature.
    pub fn weight(&self) -> &[V] {
        &self.state.weight
    }

    /// Bytes of the weight as it is stored, ids included.
    pub fn weight_bytes(&self) -> usize {
        size_of_val(self.weight()) + size_of_val(&*self.ids)
    }

    /// The bias.
    pub fn bias(&self) -> V {
        self.state.bias
    }

    /// True if every number is finite.
    pub fn is_finite(&self) -> bool {
        self.weight().iter().chain([&self.state.bias]).all(|w| w.to_f64().is_finite())
    }

    /// FNV-1a over the bits of the weight and the bias, to compare runs by.
    pub fn hash(&self) -> u64 {
        hash(self.weight().iter().chain([&self.state.bias]).copied())
    }

    /// One step: the residuals of the batch, their gradient, and a lazy update of the features that occur.
    ///
    /// Everything that it needs beside the model comes from `arena`.
    ///
    /// # Errors
    /// If the csr does not have the model's features, or as many rows as there are labels; then the model is as before.
    pub(super) fn step(
        &mut self,
        cpu: Cpu,
        hyper: &LinearHyper,
        examples: Examples<'_, V, I>,
        arena: &Bump,
    ) -> Result<StepReport, Error> {
        let features = self.features();
        let (residuals, gradient) = self.gradient(cpu, examples, arena)?;
        let LinearState { weight, bias, states, steps } = &mut self.state;
        let step = steps.saturating_add(1);
        let rows = |values| Ok::<_, Error>(RowSparseMut::trusted(features, 1, &self.ids, values)?.into());
        let of_weight =
            [weight].into_iter().chain(states.iter_mut().map(|(values, _)| values)).map(|values| rows(values));
        let at = |name| At { step, parameter: ParameterId::Name(name) };
        hyper.weight.update_rows(&cpu, at("weight"), gradient, of_weight)?;
        // The bias is a matrix of one row.
        let (row, sum) = ([I::from_usize(0)], [V::from_f64(residuals.sum)]);
        let of_bias = [bias].into_iter().chain(states.iter_mut().map(|(_, bias)| bias));
        let of_bias = of_bias.map(|value| Ok::<_, Error>(DenseMut::new(1, 1, from_mut(value))?.into()));
        hyper.bias.update_rows(&cpu, at("bias"), RowSparse::trusted(1, 1, &row, &sum)?, of_bias)?;
        *steps = step;
        Ok(StepReport { residuals, gradient_bytes: gradient.nbytes() })
    }

    /// The residuals of a batch, and the gradient of the weight: of the features that occur.
    ///
    /// # Errors
    /// As [`step`](Self::step).
    pub(super) fn gradient<'a>(
        &self,
        cpu: Cpu,
        Examples { x, labels, weights, .. }: Examples<'_, V, I>,
        arena: &'a Bump,
    ) -> Result<(ResidualSums, RowSparse<'a, V, I>), Error> {
        let (rows, features) = (x.rows(), self.features());
        let out = self.products(cpu, x, labels, arena)?;
        let residuals = residuals(out, self.bias(), labels, weights);
        let residual = Dense::new(rows, 1, out)?;
        Ok((residuals, transposed(cpu, x, features, residual, arena)?))
    }

    /// `x w`, one number a row.
    fn products<'a>(&self, cpu: Cpu, x: Csr<'_, V, I>, labels: &[V], arena: &'a Bump) -> Result<&'a mut [V], Error> {
        let rows = x.rows();
        if labels.len() != rows {
            let (expected, found) = (rows, labels.len());
            return Err(KernelError::Shape { operand: Operand::Right, axis: 0, expected, found }.into());
        }
        let out = arena.alloc_slice_fill_copy(rows, V::ZERO);
        let weight = RowSparse::trusted(self.features(), 1, &self.ids, self.weight())?;
        cpu.csr_row_sparse(x, weight, DenseMut::new(rows, 1, out)?)?;
        Ok(out)
    }

    /// The outputs `x w + b`, one for each row.
    ///
    /// # Errors
    /// If the csr does not have the model's features.
    pub fn outputs(&self, cpu: Cpu, x: Csr<'_, V, I>) -> Result<Vec<V>, Error> {
        let arena = Bump::new();
        let (out, bias) = (self.products(cpu, x, &vec![V::ZERO; x.rows()], &arena)?, self.bias());
        Ok(out.iter().map(|&product| product + bias).collect())
    }

    /// Adds the residuals of a batch to the sums, row after row.
    ///
    /// # Errors
    /// If the csr does not have the model's features, or as many rows as there are labels.
    pub fn add_squares(
        &self,
        cpu: Cpu,
        Examples { x, labels, weights, .. }: Examples<'_, V, I>,
        arena: &Bump,
        sums: &mut ResidualSums,
    ) -> Result<(), Error> {
        add_squares(self.products(cpu, x, labels, arena)?, self.bias(), labels, weights, sums);
        Ok(())
    }

    /// Bytes of a model of so many features, with so many states of an optimizer.
    pub const fn bytes(features: usize, states: usize) -> u128 {
        features as u128 * (size_of::<I>() as u128 + (1 + states as u128) * size_of::<V>() as u128)
    }
}

/// `x^T g`, of the columns of `x` that have entries.
pub(super) fn transposed<'a, V: TrainValue, I: Index>(
    cpu: Cpu,
    x: Csr<'_, V, I>,
    features: usize,
    g: Dense<'_, V>,
    arena: &'a Bump,
) -> Result<RowSparse<'a, V, I>, Error> {
    let (entries, columns) = (x.nnz(), g.columns());
    let buffers = PlanBuffers {
        ids: arena.alloc_slice_fill_default(entries),
        segments: arena.alloc_slice_fill_default(entries + 1),
        rows: arena.alloc_slice_fill_default(entries),
        entries: arena.alloc_slice_fill_default(entries),
    };
    let scratch = arena.alloc_slice_fill_default(plan_scratch(entries));
    let plan = dot::transpose_plan(x, 0..features, buffers, scratch)?;
    let out = arena.alloc_slice_fill_copy(plan.stored_rows() * columns, V::ZERO);
    cpu.csr_t_dense(&plan, x.values(), g, RowSparseMut::trusted(features, columns, plan.ids(), out)?)?;
    Ok(RowSparse::trusted(features, columns, plan.ids(), out)?)
}

/// FNV-1a over the bits of values.
pub(super) fn hash<V: TrainValue>(values: impl Iterator<Item = V>) -> u64 {
    const PRIME: u64 = 0x0100_0000_01b3;
    // Bytes of 0 only multiply, so those of a value do so at once.
    let zero = PRIME.wrapping_pow(size_of::<V>() as u32);
    values.fold(0xcbf2_9ce4_8422_2325_u64, |hash, value| match value.bits() {
        0 => hash.wrapping_mul(zero),
        bits => {
            let bytes = bits.to_le_bytes();
            bytes[..size_of::<V>()].iter().fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::hash;

    /// Zeros go by in one step, and every byte counts.
    #[test]
    fn hashes_are_those_of_the_bytes() {
        let bytes = |bytes: &[u8]| {
            bytes
                .iter()
                .fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
        };
        let single = [0.0_f32, 1.5, 0.0, 0.0, -0.0, f32::MIN_POSITIVE, 0.0];
        assert_eq!(hash(single.into_iter()), bytes(&single.map(f32::to_le_bytes).concat()));
        let double = single.map(f64::from);
        assert_eq!(hash(double.into_iter()), bytes(&double.map(f64::to_le_bytes).concat()));
    }
}
