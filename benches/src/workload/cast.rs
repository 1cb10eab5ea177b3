//! Casts: W5.
use super::{Visitor, Workload};
use crate::source::Source;
use anyhow::{Result, ensure};
use lacuna::{Csr, CsrMut, Dense, DenseMut, RowSparse, RowSparseMut, cast};
use lacuna_benches_operands::buffer::Buffer;
use lacuna_runtime::Cpu;

/// Rows and columns of the dense matrices.
const SIDE: usize = 4096;
const TALL: usize = 1_000_000;
const ROW_LENGTH: usize = 64;

/// The arrays of a csr, with room for every element of the matrix.
struct CsrArrays {
    backend: Cpu,
    indptr: Buffer<i32>,
    indices: Buffer<i32>,
    values: Buffer<f32>,
}

impl CsrArrays {
    fn new(source: &Source) -> Result<Self> {
        Ok(Self {
            backend: source.backend,
            indptr: source.zeros(SIDE + 1)?,
            indices: source.zeros(SIDE * SIDE)?,
            values: source.zeros(SIDE * SIDE)?,
        })
    }

    fn one_pass(&mut self, dense: Dense<f32>) -> Result<usize> {
        Ok(self.backend.dense_to_csr_one_pass(dense, &mut self.indptr, &mut self.indices, &mut self.values)?)
    }

    fn two_pass(&mut self, dense: Dense<f32>) -> Result<usize> {
        self.indptr[0] = 0;
        self.backend.dense_row_nnz(dense, &mut self.indptr[1..])?;
        let nnz = cast::accumulate_indptr(&mut self.indptr)?;
        self.backend.dense_to_csr(
            dense,
            CsrMut::new(SIDE, SIDE, &self.indptr, &mut self.indices[..nnz], &mut self.values[..nnz])?,
        )?;
        Ok(nnz)
    }

    fn view(&self, nnz: usize) -> Result<Csr<'_, f32, i32>> {
        Ok(Csr::new(SIDE, SIDE, &self.indptr, &self.indices[..nnz], &self.values[..nnz])?)
    }
}

fn compare(csr: Csr<f32, i32>, dense: Dense<f32>) -> Result<()> {
    for row in 0..SIDE {
        let (indices, values) = csr.row(row);
        let stored = indices.iter().map(|&index| index as usize).zip(values.iter().copied());
        let expected = dense.row(row).iter().copied().enumerate().filter(|&(_, value)| value != 0.0);
        ensure!(stored.eq(expected), "row {row} differs");
    }
    Ok(())
}

struct DenseToCsr<'a> {
    dense: Dense<'a, f32>,
    arrays: CsrArrays,
    convert: fn(&mut CsrArrays, Dense<f32>) -> Result<usize>,
}

impl Workload for DenseToCsr<'_> {
    fn run(&mut self) -> Result<()> {
        (self.convert)(&mut self.arrays, self.dense).map(drop)
    }

    fn check(&mut self) -> Result<()> {
        let nnz = (self.convert)(&mut self.arrays, self.dense)?;
        compare(self.arrays.view(nnz)?, self.dense)
    }
}

fn open_dense_to_csr(
    source: &Source,
    name: &str,
    visit: Visitor,
    convert: fn(&mut CsrArrays, Dense<f32>) -> Result<usize>,
) -> Result<()> {
    let dense = source.dense(name, SIDE, SIDE)?;
    visit(&mut DenseToCsr { dense: Dense::new(SIDE, SIDE, &dense)?, arrays: CsrArrays::new(source)?, convert })
}

pub(super) fn dense_to_csr(source: &Source, name: &str, visit: Visitor) -> Result<()> {
    open_dense_to_csr(source, name, visit, CsrArrays::one_pass)
}

pub(super) fn dense_to_csr_two_pass(source: &Source, name: &str, visit: Visitor) -> Result<()> {
    open_dense_to_csr(source, name, visit, CsrArrays::two_pass)
}

struct CsrToDense<'a> {
    backend: Cpu,
    csr: Csr<'a, f32, i32>,
    out: DenseMut<'a, f32>,
}

impl Workload for CsrToDense<'_> {
    fn run(&mut self) -> Result<()> {
        Ok(self.backend.csr_to_dense(self.csr, self.out.reborrow())?)
    }

    fn check(&mut self) -> Result<()> {
        self.out.data_mut().fill(f32::NAN);
        self.run()?;
        compare(self.csr, self.out.as_dense())
    }
}

pub(super) fn csr_to_dense(source: &Source, name: &str, visit: Visitor) -> Result<()> {
    let mut arrays = CsrArrays::new(source)?;
    let nnz = arrays.one_pass(Dense::new(SIDE, SIDE, &source.dense(name, SIDE, SIDE)?)?)?;
    let mut out = source.zeros(SIDE * SIDE)?;
    visit(&mut CsrToDense {
        backend: source.backend,
        csr: arrays.view(nnz)?,
        out: DenseMut::new(SIDE, SIDE, &mut out)?,
    })
}

struct DenseToRowSparse<'a> {
    backend: Cpu,
    dense: Dense<'a, f32>,
    /// What the result's ids must be.
    expected: Buffer<i64>,
    ids: Buffer<i64>,
    data: Buffer<f32>,
}

impl Workload for DenseToRowSparse<'_> {
    fn run(&mut self) -> Result<()> {
        let stored = self.backend.dense_row_ids(self.dense, 0, &mut self.ids)?;
        let data = &mut self.data[..stored * ROW_LENGTH];
        Ok(self.backend.dense_to_row_sparse(
            self.dense,
            RowSparseMut::trusted(self.dense.rows(), ROW_LENGTH, &self.ids[..stored], data)?,
        )?)
    }

    fn check(&mut self) -> Result<()> {
        self.data.fill(f32::NAN);
        self.run()?;
        let stored = self.expected.len();
        ensure!(self.ids[..stored] == *self.expected, "row ids differ");
        let rows = self.data.chunks_exact(ROW_LENGTH).zip(&*self.expected);
        ensure!(rows.into_iter().all(|(row, &id)| row == self.dense.row(id as usize)), "rows differ");
        Ok(())
    }
}

pub(super) fn dense_to_row_sparse(source: &Source, visit: Visitor) -> Result<()> {
    let rows = source.scaled(TALL);
    let dense = source.dense("w5_rsp_dense", rows, ROW_LENGTH)?;
    let expected = source.ids("w5_rsp_idx")?;
    // Room for every row that could be stored is needed for ids only, once they are counted.
    let (ids, data) = (source.zeros(rows)?, source.zeros(expected.len() * ROW_LENGTH)?);
    visit(&mut DenseToRowSparse {
        backend: source.backend,
        dense: Dense::new(rows, ROW_LENGTH, &dense)?,
        expected,
        ids,
        data,
    })
}

struct RowSparseToDense<'a> {
    backend: Cpu,
    input: RowSparse<'a, f32, i64>,
    out: DenseMut<'a, f32>,
}

impl Workload for RowSparseToDense<'_> {
    fn run(&mut self) -> Result<()> {
        Ok(self.backend.row_sparse_to_dense(self.input, self.out.reborrow())?)
    }

    fn check(&mut self) -> Result<()> {
        self.out.data_mut().fill(f32::NAN);
        self.run()?;
        let out = self.out.as_dense();
        for row in 0..self.input.rows() {
            let same = match self.input.find(row) {
                Some(k) => out.row(row) == self.input.stored_row(k),
                None => out.row(row).iter().all(|value| value.to_bits() == 0),
            };
            ensure!(same, "row {row} differs");
        }
        Ok(())
    }
}

pub(super) fn row_sparse_to_dense(source: &Source, visit: Visitor) -> Result<()> {
    let ids = source.ids("w5_rsp_idx")?;
    let mut data = source.zeros(ids.len() * ROW_LENGTH)?;
    let rows = source.scaled(TALL);
    let dense = source.dense("w5_rsp_dense", rows, ROW_LENGTH)?;
    for (row, &id) in data.chunks_exact_mut(ROW_LENGTH).zip(&*ids) {
        row.copy_from_slice(&dense[id as usize * ROW_LENGTH..][..ROW_LENGTH]);
    }
    drop(dense);
    let mut out = source.zeros(rows * ROW_LENGTH)?;
    visit(&mut RowSparseToDense {
        backend: source.backend,
        input: RowSparse::new(rows, ROW_LENGTH, &ids, &data)?,
        out: DenseMut::new(rows, ROW_LENGTH, &mut out)?,
    })
}
