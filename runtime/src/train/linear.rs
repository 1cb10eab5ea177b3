//! The model `y = x w + b` and one step of its training.
use super::random::{Random, Stream};
use super::residuals::{ResidualSums, add_squares, residuals};
use super::scalar::TrainValue;
use crate::Cpu;
use bumpalo::Bump;
use lacuna::error::Operand;
use lacuna::optim::SgdMomentum;
use lacuna::segments::{PlanBuffers, plan_scratch};
use lacuna::{Csr, Dense, DenseMut, Error, Index, KernelError, RowSparse, RowSparseMut, dot};
use std::slice::from_mut;

/// Standard deviation of the first weights, as in MXNet's examples.
const SIGMA: f64 = 0.01;

/// Hyper-parameters of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinearHyper<V> {
    /// For the weight.
    pub weight: SgdMomentum<V>,
    /// For the bias: the same without weight decay.
    pub bias: SgdMomentum<V>,
}

/// Weight (F x 1, row_sparse with all rows stored), bias, and the momentum of both.
#[derive(Clone, Debug, PartialEq)]
pub struct LinearModel<V, I> {
    /// The ids of the stored rows: 0, 1, ..., F - 1.
    ids: Vec<I>,
    weight: Vec<V>,
    weight_momentum: Vec<V>,
    bias: V,
    bias_momentum: V,
}

/// The numbers of a model, without their pattern.
#[derive(Clone, Debug, PartialEq)]
pub struct LinearState<V> {
    /// One for each feature.
    pub weight: Vec<V>,
    /// As long as the weight.
    pub weight_momentum: Vec<V>,
    /// The bias.
    pub bias: V,
    /// Its momentum.
    pub bias_momentum: V,
}

/// What one step has met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepReport {
    /// Sums over the residuals before the update.
    pub residuals: ResidualSums,
    /// Stored rows of the weight gradient.
    pub gradient_rows: usize,
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
        let features = weight.len();
        Self::from_state(LinearState { weight, weight_momentum: vec![V::ZERO; features], bias: V::ZERO, bias_momentum: V::ZERO })
    }

    /// A model of these numbers.
    ///
    /// # Errors
    /// If the number of features does not fit the index type, or is not the length of the momentum.
    pub fn from_state(state: LinearState<V>) -> Result<Self, Error> {
        let LinearState { weight, weight_momentum, bias, bias_momentum } = state;
        let ids: Vec<I> = (0..weight.len()).map(I::from_usize).collect();
        RowSparse::new(weight.len(), 1, &ids, &weight)?;
        RowSparse::trusted(weight.len(), 1, &ids, &weight_momentum)?;
        Ok(Self { ids, weight, weight_momentum, bias, bias_momentum })
    }

    /// A copy of what a run is resumed from.
    #[must_use]
    pub fn state(&self) -> LinearState<V> {
        let Self { weight, weight_momentum, bias, bias_momentum, .. } = self;
        LinearState { weight: weight.clone(), weight_momentum: weight_momentum.clone(), bias: *bias, bias_momentum: *bias_momentum }
    }

    /// The numbers of the model.
    pub fn into_state(self) -> LinearState<V> {
        let Self { weight, weight_momentum, bias, bias_momentum, .. } = self;
        LinearState { weight, weight_momentum, bias, bias_momentum }
    }

    /// Number of features.
    pub fn features(&self) -> usize {
        self.weight.len()
    }

    /// The weight, one number for each feature.
    pub fn weight(&self) -> &[V] {
        &self.weight
    }

    /// Bytes of the weight as it is stored, ids included.
    pub fn weight_bytes(&self) -> usize {
        size_of_val(&*self.weight) + size_of_val(&*self.ids)
    }

    /// The bias.
    pub fn bias(&self) -> V {
        self.bias
    }

    /// True if every number is finite.
    pub fn is_finite(&self) -> bool {
        self.weight.iter().chain([&self.bias]).all(|w| w.to_f64().is_finite())
    }

    /// FNV-1a over the bits of the weight and the bias, to compare runs by.
    pub fn hash(&self) -> u64 {
        hash(self.weight.iter().chain([&self.bias]).copied())
    }

    /// One step: the residuals of the batch, their gradient, and a lazy update of the features that occur.
    ///
    /// Everything that it needs beside the model comes from `arena`.
    ///
    /// # Errors
    /// If the csr does not have the model's features, or as many rows as there are labels; then the model is as before.
    pub fn step(&mut self, cpu: Cpu, hyper: &LinearHyper<V>, x: Csr<'_, V, I>, labels: &[V], arena: &Bump) -> Result<StepReport, Error> {
        let (rows, features, entries) = (x.rows(), self.features(), x.nnz());
        let out = self.products(cpu, x, labels, arena)?;
        let residuals = residuals(out, self.bias, labels);
        let residual = Dense::new(rows, 1, out)?;

        let buffers = PlanBuffers {
            ids: arena.alloc_slice_fill_default(entries),
            segments: arena.alloc_slice_fill_default(entries + 1),
            rows: arena.alloc_slice_fill_default(entries),
            entries: arena.alloc_slice_fill_default(entries),
        };
        let scratch = arena.alloc_slice_fill_default(plan_scratch(entries));
        let plan = dot::transpose_plan(x, 0..features, buffers, scratch)?;
        let gradient = arena.alloc_slice_fill_copy(plan.stored_rows(), V::ZERO);
        let out = RowSparseMut::trusted(features, 1, plan.ids(), gradient)?;
        cpu.csr_t_dense(&plan, x.values(), residual, out)?;

        let gradient = RowSparse::trusted(features, 1, plan.ids(), gradient)?;
        let weight = RowSparseMut::trusted(features, 1, &self.ids, &mut self.weight)?;
        let momentum = RowSparseMut::trusted(features, 1, &self.ids, &mut self.weight_momentum)?;
        cpu.sgd_momentum(&hyper.weight, gradient, weight.into(), momentum.into())?;
        self.update_bias(cpu, &hyper.bias, V::from_f64(residuals.sum))?;
        Ok(StepReport { residuals, gradient_rows: gradient.stored_rows(), gradient_bytes: gradient.nbytes() })
    }

    /// `x w`, one number a row.
    fn products<'a>(&self, cpu: Cpu, x: Csr<'_, V, I>, labels: &[V], arena: &'a Bump) -> Result<&'a mut [V], Error> {
        let rows = x.rows();
        if labels.len() != rows {
            let (expected, found) = (rows, labels.len());
            return Err(KernelError::Shape { operand: Operand::Right, axis: 0, expected, found }.into());
        }
        let out = arena.alloc_slice_fill_copy(rows, V::ZERO);
        let weight = RowSparse::trusted(self.features(), 1, &self.ids, &self.weight)?;
        cpu.csr_row_sparse(x, weight, DenseMut::new(rows, 1, out)?)?;
        Ok(out)
    }

    /// Adds the squares of the residuals of a batch to `sum`, row after row.
    ///
    /// # Errors
    /// As [`step`](Self::step).
    pub fn add_squares(&self, cpu: Cpu, x: Csr<'_, V, I>, labels: &[V], arena: &Bump, sum: &mut f64) -> Result<(), Error> {
        add_squares(self.products(cpu, x, labels, arena)?, self.bias, labels, sum);
        Ok(())
    }

    /// Bytes of a model of so many features.
    pub const fn bytes(features: usize) -> u128 {
        features as u128 * (size_of::<I>() + 2 * size_of::<V>()) as u128
    }

    /// The bias is a matrix of one row.
    fn update_bias(&mut self, cpu: Cpu, hyper: &SgdMomentum<V>, gradient: V) -> Result<(), Error> {
        let (row, gradient) = ([I::from_usize(0)], [gradient]);
        let bias = DenseMut::new(1, 1, from_mut(&mut self.bias))?;
        let momentum = DenseMut::new(1, 1, from_mut(&mut self.bias_momentum))?;
        let gradient = RowSparse::trusted(1, 1, &row, &gradient)?;
        Ok(cpu.sgd_momentum(hyper, gradient, bias.into(), momentum.into())?)
    }
}

/// FNV-1a over the bits of values.
pub(super) fn hash<V: TrainValue>(values: impl Iterator<Item = V>) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for value in values {
        for byte in &value.bits().to_le_bytes()[..size_of::<V>()] {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    hash
}
