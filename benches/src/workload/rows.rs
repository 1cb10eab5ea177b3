//! Row_sparse arrays: W6.
use super::{Visitor, Workload, check};
use crate::source::Source;
use anyhow::{Result, ensure};
use lacuna::{RowSparse, RowSparseMut, rows};
use lacuna_benches_operands::buffer::Buffer;
use lacuna_runtime::Cpu;

const ROWS: usize = 1_000_000;
const ROW_LENGTH: usize = 64;

struct Add<'a> {
    backend: Cpu,
    inputs: [RowSparse<'a, f32, i64>; 2],
    ids: Buffer<i64>,
    data: Buffer<f32>,
}

impl Add<'_> {
    fn sum(&mut self) -> Result<usize> {
        let mut cursors = [0; 2];
        let rows = self.inputs[0].rows();
        let stored = self.backend.add_n_ids(&self.inputs, &mut cursors, &mut self.ids)?;
        let out = RowSparseMut::trusted(rows, ROW_LENGTH, &self.ids[..stored], &mut self.data[..stored * ROW_LENGTH])?;
        self.backend.add_n(&self.inputs, &mut cursors, out)?;
        Ok(stored)
    }
}

impl Workload for Add<'_> {
    fn run(&mut self) -> Result<()> {
        self.sum().map(drop)
    }

    fn check(&mut self) -> Result<()> {
        self.data.fill(f32::NAN);
        let stored = self.sum()?;
        let rows = self.inputs[0].rows();
        let sum = RowSparse::new(rows, ROW_LENGTH, &self.ids[..stored], &self.data[..stored * ROW_LENGTH])?;
        for row in 0..rows {
            let inputs = self.inputs.map(|input| input.find(row).map(|k| input.stored_row(k)));
            let Some(k) = sum.find(row) else {
                ensure!(inputs == [None, None], "row {row} is not stored");
                continue;
            };
            ensure!(inputs != [None, None], "row {row} is stored");
            for column in check::sample(ROW_LENGTH, 4) {
                let terms = inputs.iter().flatten().map(|input| f64::from(input[column]));
                check::sum(|| format!("row {row}, column {column}"), sum.stored_row(k)[column], terms)?;
            }
        }
        Ok(())
    }
}

pub(super) fn add(source: &Source, visit: Visitor) -> Result<()> {
    let rows = source.scaled(ROWS);
    let (left_ids, right_ids) = (source.ids("w6ra_idx")?, source.ids("w6rb_idx")?);
    let left = source.dense("w6ra_val", left_ids.len(), ROW_LENGTH)?;
    let right = source.dense("w6rb_val", right_ids.len(), ROW_LENGTH)?;
    let most = left_ids.len() + right_ids.len();
    visit(&mut Add {
        backend: source.backend,
        inputs: [
            RowSparse::new(rows, ROW_LENGTH, &left_ids, &left)?,
            RowSparse::new(rows, ROW_LENGTH, &right_ids, &right)?,
        ],
        ids: source.zeros(most)?,
        data: source.zeros(most * ROW_LENGTH)?,
    })
}

struct Retain<'a> {
    backend: Cpu,
    array: RowSparse<'a, f32, i64>,
    keep: Buffer<i64>,
    data: Buffer<f32>,
}

impl Workload for Retain<'_> {
    fn run(&mut self) -> Result<()> {
        let ids = rows::retain_ids(self.array, &self.keep)?;
        Ok(self
            .backend
            .retain(self.array, RowSparseMut::trusted(self.array.rows(), ROW_LENGTH, ids, &mut self.data)?)?)
    }

    fn check(&mut self) -> Result<()> {
        self.data.fill(f32::NAN);
        self.run()?;
        for (row, &id) in self.data.chunks_exact(ROW_LENGTH).zip(&*self.keep) {
            ensure!(self.array.find(id as usize).is_some_and(|k| self.array.stored_row(k) == row), "row {id} differs");
        }
        Ok(())
    }
}

pub(super) fn retain(source: &Source, visit: Visitor) -> Result<()> {
    let rows = source.scaled(ROWS);
    let (ids, keep) = (source.ids("w6ra_idx")?, source.ids("w6_keep")?);
    let values = source.dense("w6ra_val", ids.len(), ROW_LENGTH)?;
    let data = source.zeros(keep.len() * ROW_LENGTH)?;
    visit(&mut Retain { backend: source.backend, array: RowSparse::new(rows, ROW_LENGTH, &ids, &values)?, keep, data })
}
