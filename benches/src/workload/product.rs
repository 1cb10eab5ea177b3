//! Csr times dense: W1 to W3 forwards, W4.
use super::{Visitor, Workload, check};
use crate::source::{CsrSet, Source};
use anyhow::Result;
use lacuna::{Csr, Dense, DenseMut};
use lacuna_runtime::Cpu;

/// A csr in batches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Batched {
    /// The set's name.
    pub(super) set: &'static str,
    /// Rows of a batch.
    pub(super) rows: usize,
    pub(super) columns: usize,
}

struct Product<'a> {
    backend: Cpu,
    batches: Vec<Csr<'a, f32, i32>>,
    operand: Dense<'a, f32>,
    out: DenseMut<'a, f32>,
}

impl Workload for Product<'_> {
    fn run(&mut self) -> Result<()> {
        for &batch in &self.batches {
            self.backend.csr_dense(batch, self.operand, self.out.reborrow())?;
        }
        Ok(())
    }

    fn check(&mut self) -> Result<()> {
        for &batch in &self.batches {
            self.out.data_mut().fill(f32::NAN);
            self.backend.csr_dense(batch, self.operand, self.out.reborrow())?;
            self.compare(batch)?;
        }
        Ok(())
    }
}

impl Product<'_> {
    fn compare(&self, batch: Csr<f32, i32>) -> Result<()> {
        let out = self.out.as_dense();
        for row in check::sample(batch.rows(), 200) {
            let (indices, values) = batch.row(row);
            for column in check::sample(out.columns(), 5) {
                let terms = indices
                    .iter()
                    .zip(values)
                    .map(|(&k, &value)| f64::from(value) * f64::from(self.operand.row(k as usize)[column]));
                check::sum(|| format!("row {row}, column {column}"), out.row(row)[column], terms)?;
            }
        }
        Ok(())
    }
}

pub(super) fn batched(source: &Source, shape: Batched, operand: &str, columns: usize, visit: Visitor) -> Result<()> {
    let set = source.csr(shape.set, source.scaled(shape.columns), shape.rows)?;
    product(source, shape.rows, &set, operand, columns, visit)
}

fn product(source: &Source, rows: usize, set: &CsrSet, operand: &str, columns: usize, visit: Visitor) -> Result<()> {
    let operand_rows = set.columns();
    let operand = source.dense(operand, operand_rows, columns)?;
    let mut out = source.zeros(rows * columns)?;
    visit(&mut Product {
        backend: source.backend,
        batches: set.batches()?,
        operand: Dense::new(operand_rows, columns, &operand)?,
        out: DenseMut::new(rows, columns, &mut out)?,
    })
}

pub(super) fn square(source: &Source, set: &'static str, rows: usize, columns: usize, visit: Visitor) -> Result<()> {
    let rows = source.scaled(rows);
    let set = source.csr(set, rows, rows)?;
    product(source, rows, &set, &format!("d1m_{columns}"), columns, visit)
}
