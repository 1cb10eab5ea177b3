//! A row_sparse array, read or written.
use super::{choice, product, rows_with_first};
use crate::raw::memory::{Array, ArrayMut, Memory};
use crate::raw::{Argument, Declared};
use crate::status::{MemoryFault, OperandCode, Refusal};
use crate::types::{RowSparse, RowSparseMut};
use lacuna::error::Operand;
use lacuna::{FormatError, Index, Value};

/// A row_sparse array, read or written.
pub(crate) struct DeclaredRowSparse<I, Data> {
    pub(super) rows: usize,
    pub(super) row_length: usize,
    pub(super) first_row: usize,
    pub(super) trusted: bool,
    pub(super) indices: Array<I>,
    pub(super) data: Data,
}

/// A range of rows stores none outside of it: ids that the range would leave out are refused.
#[inline(always)]
fn all_kept(kept: usize, stored: usize) -> Result<(), FormatError> {
    if kept == stored { Ok(()) } else { Err(FormatError::RowSparseShape { array: Operand::Indices, expected: kept, found: stored }) }
}

impl<V: Value, I: Index> Argument for RowSparse<V, I> {
    type Declared = DeclaredRowSparse<I, Array<V>>;
    #[inline(always)]
    fn declare(self, memory: &mut Memory) -> Result<Self::Declared, MemoryFault> {
        let Self { rows, row_length, stored_rows, first_row, .. } = self;
        Ok(DeclaredRowSparse {
            rows,
            row_length,
            first_row,
            trusted: choice(self.trusted, 1)? == 1,
            indices: memory.read(self.indices, stored_rows, OperandCode::Indices)?,
            data: memory.read(self.data, product(stored_rows, row_length), OperandCode::Data)?,
        })
    }
}

impl<V: Value, I: Index> Declared for DeclaredRowSparse<I, Array<V>> {
    type View<'a> = lacuna::RowSparse<'a, V, I>;
    #[inline(always)]
    unsafe fn view<'a>(self) -> Result<Self::View<'a>, Refusal> {
        let Self { rows, row_length, first_row, .. } = self;
        // SAFETY: the contract.
        let (indices, data) = unsafe { (self.indices.slice(), self.data.slice()) };
        let all_rows = rows_with_first(first_row, rows)?;
        if !self.trusted {
            lacuna::RowSparse::new(all_rows, row_length, indices, data)?;
        }
        // One door for both, so that the view need not pass through memory.
        let all = lacuna::RowSparse::trusted(all_rows, row_length, indices, data)?;
        let part = if first_row == 0 { all } else { all.row_range(first_row..all_rows)? };
        all_kept(part.stored_rows(), indices.len())?;
        Ok(part)
    }
}

impl<V: Value, I: Index> Argument for RowSparseMut<V, I> {
    type Declared = DeclaredRowSparse<I, ArrayMut<V>>;
    #[inline(always)]
    fn declare(self, memory: &mut Memory) -> Result<Self::Declared, MemoryFault> {
        let Self { rows, row_length, stored_rows, first_row, .. } = self;
        Ok(DeclaredRowSparse {
            rows,
            row_length,
            first_row,
            trusted: choice(self.trusted, 1)? == 1,
            indices: memory.read(self.indices, stored_rows, OperandCode::Indices)?,
            data: memory.write(self.data, product(stored_rows, row_length), OperandCode::Data)?,
        })
    }
}

impl<V: Value, I: Index> Declared for DeclaredRowSparse<I, ArrayMut<V>> {
    type View<'a> = lacuna::RowSparseMut<'a, V, I>;
    #[inline(always)]
    unsafe fn view<'a>(self) -> Result<Self::View<'a>, Refusal> {
        let Self { rows, row_length, first_row, .. } = self;
        // SAFETY: the contract.
        let (indices, data) = unsafe { (self.indices.slice(), self.data.slice()) };
        let all_rows = rows_with_first(first_row, rows)?;
        if !self.trusted {
            lacuna::RowSparseMut::new(all_rows, row_length, indices, &mut *data)?;
        }
        let all = lacuna::RowSparseMut::trusted(all_rows, row_length, indices, data)?;
        let part = if first_row == 0 { all } else { all.split_rows_at(first_row).1 };
        all_kept(part.stored_rows(), indices.len())?;
        Ok(part)
    }
}

impl<V: Value, I: Index> From<lacuna::RowSparse<'_, V, I>> for RowSparse<V, I> {
    fn from(row_sparse: lacuna::RowSparse<'_, V, I>) -> Self {
        Self {
            rows: row_sparse.rows(),
            row_length: row_sparse.row_length(),
            stored_rows: row_sparse.stored_rows(),
            first_row: row_sparse.first_row(),
            indices: row_sparse.indices().as_ptr(),
            data: row_sparse.data().as_ptr(),
            trusted: 1,
        }
    }
}

impl<V: Value, I: Index> From<lacuna::RowSparseMut<'_, V, I>> for RowSparseMut<V, I> {
    fn from(mut row_sparse: lacuna::RowSparseMut<'_, V, I>) -> Self {
        Self {
            rows: row_sparse.rows(),
            row_length: row_sparse.row_length(),
            stored_rows: row_sparse.stored_rows(),
            first_row: row_sparse.first_row(),
            indices: row_sparse.indices().as_ptr(),
            data: row_sparse.data_mut().as_mut_ptr(),
            trusted: 1,
        }
    }
}
