//! A batch as csr and as dense matrix, and a weight.
use super::Kdd2010Arguments;
use crate::fit_arguments::memory_limit;
use crate::linear::Index;
use crate::open::check_memory;
use anyhow::{Context, Result, ensure};
use lacuna::dot::dense_dense_scratch;
use lacuna::{Csr, Dense, DenseMut};
use lacuna_models::train::{ProblemSize, Random, Stream, tutorial_problem};
use lacuna_runtime::Cpu;
use lacuna_runtime::libsvm::CsrBatch;
use std::num::NonZeroUsize;

const NUMBER: u128 = size_of::<f32>() as u128;

/// The size of everything.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Of the batch, and of the weight: its rows.
    pub problem: ProblemSize,
    /// Of the weight.
    pub columns: usize,
    /// Parts that a dense product has scratch for.
    pub threads: usize,
}

impl Size {
    /// That of the arguments, if it fits into the memory that they allow.
    pub fn checked(arguments: &Kdd2010Arguments, threads: usize) -> Result<Self> {
        let [rows, features, columns, entries] =
            [arguments.rows, arguments.features, arguments.columns, arguments.entries].map(NonZeroUsize::get);
        let most = <Index as lacuna::Index>::MAX;
        ensure!(features <= most, "{features} features: at most {most} are supported");
        ensure!(entries <= features, "{entries} entries a row, but there are {features} features");
        let size = Self {
            problem: ProblemSize { rows, features, density: entries as f64 / features as f64 },
            columns,
            threads,
        };
        let bytes = size.bytes().with_context(|| format!("a batch of {rows} x {features} is too large"))?;
        let what = format!("a dense batch of {rows} x {features}, with its csr and a weight of {columns} columns,");
        check_memory(&what, bytes, memory_limit(arguments.memory_limit))?;
        Ok(size)
    }

    /// Values of scratch for the dense product.
    pub fn scratch(self) -> usize {
        dense_dense_scratch(self.problem.rows, self.columns, self.problem.features).saturating_mul(self.threads)
    }

    /// The most that is in memory at a time; `None` if there are more elements than can be counted.
    fn bytes(self) -> Option<u128> {
        let ProblemSize { rows, features, .. } = self.problem;
        let [rows, features, columns] = [rows, features, self.columns].map(|length| length as u128);
        let dense =
            [rows.checked_mul(features)?, features.checked_mul(columns)?, rows.checked_mul(columns)?.checked_mul(2)?];
        let elements = dense.into_iter().try_fold(self.scratch() as u128, u128::checked_add)?;
        elements.checked_mul(NUMBER)?.checked_add(self.problem.bytes::<f32, Index>()?)
    }
}

/// The operands.
#[derive(Debug)]
pub struct Problem {
    /// The batch, as csr.
    pub batch: CsrBatch<f32, Index>,
    /// The same, row by row.
    pub dense: Vec<f32>,
    /// Row by row.
    pub weight: Vec<f32>,
    /// What it was made for.
    pub size: Size,
}

impl Problem {
    /// Generates them.
    pub fn new(cpu: &Cpu, seed: u64, size: Size) -> Result<Self> {
        let ProblemSize { rows, features, .. } = size.problem;
        let batch = tutorial_problem(seed, size.problem)?;
        let mut random = Random::new(seed, Stream::Weight);
        let mut weight = zeros(features, size.columns)?;
        weight.iter_mut().for_each(|weight| *weight = random.uniform() as f32 - 0.5);
        let mut problem = Self { batch, dense: Vec::new(), weight, size };
        // Every page is written: pages of zeros that were never touched are one page, which a product would read from
        // the cache.
        let mut dense = zeros(rows, features)?;
        cpu.csr_to_dense(problem.csr()?, DenseMut::new(rows, features, &mut dense)?)?;
        problem.dense = dense;
        Ok(problem)
    }

    /// The batch.
    pub fn csr(&self) -> Result<Csr<'_, f32, Index>> {
        let CsrBatch { indptr, indices, values, .. } = &self.batch;
        Ok(Csr::new(self.size.problem.rows, self.size.problem.features, indptr, indices, values)?)
    }

    /// The weight.
    pub fn weight(&self) -> Result<Dense<'_, f32>> {
        Ok(Dense::new(self.size.problem.features, self.size.columns, &self.weight)?)
    }

    /// The batch as a dense matrix.
    pub fn dense(&self) -> Result<Dense<'_, f32>> {
        Ok(Dense::new(self.size.problem.rows, self.size.problem.features, &self.dense)?)
    }

    /// Bytes of the batch as csr: pointers, indices and values.
    pub fn csr_bytes(&self) -> u64 {
        let CsrBatch { indptr, indices, values, .. } = &self.batch;
        (size_of_val(&**indptr) + size_of_val(&**indices) + size_of_val(&**values)) as u64
    }
}

/// A matrix of zeros, if there is memory for it.
pub fn zeros(rows: usize, columns: usize) -> Result<Vec<f32>> {
    let length = rows.checked_mul(columns).with_context(|| format!("a matrix of {rows} x {columns} is too large"))?;
    let mut values = Vec::new();
    values.try_reserve_exact(length).with_context(|| format!("no memory for a matrix of {rows} x {columns}"))?;
    values.resize(length, 0.0);
    Ok(values)
}
