//! The files of [`inputs`](super::inputs) in memory.
use super::inputs::ROW_LENGTH;
use anyhow::{Context, Result};
use lacuna::{Csr, FormatError, RowSparse};
use lacuna_benches_operands::buffer::{Buffer, Pages};
use lacuna_benches_operands::npy::{self, Element};
use std::path::PathBuf;

/// A square csr.
pub(super) struct Matrix {
    indptr: Buffer<i32>,
    indices: Buffer<i32>,
    values: Buffer<f32>,
}

impl Matrix {
    pub(super) fn view(&self) -> Result<Csr<'_, f32, i32>, FormatError> {
        let rows = self.indptr.len().saturating_sub(1);
        Csr::new(rows, rows, &self.indptr, &self.indices, &self.values)
    }
}

/// Rows of a matrix, of which only some are stored.
pub(super) struct StoredRows {
    rows: usize,
    row_length: usize,
    ids: Buffer<i64>,
    data: Buffer<f32>,
}

impl StoredRows {
    pub(super) fn view(&self) -> Result<RowSparse<'_, f32, i64>, FormatError> {
        RowSparse::new(self.rows, self.row_length, &self.ids, &self.data)
    }

    /// Ids may be in any order, and repeated.
    pub(super) fn any_order(&self) -> Result<RowSparse<'_, f32, i64>, FormatError> {
        RowSparse::trusted(self.rows, self.row_length, &self.ids, &self.data)
    }
}

/// The folder of the files.
pub(super) struct Folder(pub(super) PathBuf);

impl Folder {
    fn read<T: Element>(&self, name: &str, limit: Option<usize>) -> Result<Buffer<T>> {
        npy::read(&self.0.join(name).with_extension("npy"), limit, Pages::Huge)
    }

    pub(super) fn csr(&self, name: &str) -> Result<Matrix> {
        Ok(Matrix {
            indptr: self.read(&format!("{name}_indptr"), None)?,
            indices: self.read(&format!("{name}_indices"), None)?,
            values: self.read(&format!("{name}_values"), None)?,
        })
    }

    /// The first elements of the dense operand.
    pub(super) fn dense(&self, rows: usize, columns: usize) -> Result<Buffer<f32>> {
        self.read("dense", Some(rows * columns))
    }

    pub(super) fn ids(&self, name: &str) -> Result<Buffer<i64>> {
        self.read(name, None)
    }

    /// Rows of the weights.
    pub(super) fn rows(&self) -> Result<usize> {
        self.read::<i32>("uniform_indptr", None)?.len().checked_sub(1).context("uniform_indptr is empty")
    }

    /// Stored rows of the weights' shape, with values of the gradient.
    pub(super) fn stored_rows(&self, ids: &str) -> Result<StoredRows> {
        let ids = self.ids(ids)?;
        let data = self.read("gradient", Some(ids.len() * ROW_LENGTH))?;
        Ok(StoredRows { rows: self.rows()?, row_length: ROW_LENGTH, ids, data })
    }
}
