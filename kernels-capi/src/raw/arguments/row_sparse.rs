//! A row_sparse array, read or written.
use super::{product, rows_with_first};
use crate::raw::memory::{Array, ArrayMut, Memory};
use crate::raw::{Argument, Declared, Refused, Report, Typed, type_of};
use crate::status::OperandCode;
use crate::types::{RowSparse, RowSparseMut};
use lacuna::error::Operand;
use lacuna::{FormatError, Index, Number, Split};

/// A row_sparse array, read or written.
pub(crate) struct DeclaredRowSparse<I, Data> {
    pub(super) rows: usize,
    pub(super) row_length: usize,
    pub(super) first_row: usize,
    pub(super) trusted: bool,
    pub(super) indices: Array<I>,
    pub(super) data: Data,
}

/// Checks ids, in one place for arrays of any values.
#[inline(never)]
fn check_ids<I: Index>(first_row: usize, rows: usize, indices: &[I]) -> Result<(), FormatError> {
    lacuna::RowSparse::<f32, I>::part(first_row, rows, 0, indices, &[]).map(|_| ())
}

/// The rows from `first_row` on, of which there is none before: ids that the range would leave out are refused.
#[inline(never)]
fn rows_from<R: Stored>(all: R, first_row: usize) -> Result<R, FormatError> {
    let found = all.stored();
    let part = all.split_rows_at(first_row).1;
    let expected = part.stored();
    if expected == found { Ok(part) } else { Err(FormatError::RowSparseShape { array: Operand::Indices, expected, found }) }
}

/// Row_sparse arrays that are read and those that are written.
trait Stored: Split {
    fn stored(&self) -> usize;
}

impl<V: Number, I: Index> Stored for lacuna::RowSparse<'_, V, I> {
    fn stored(&self) -> usize {
        self.stored_rows()
    }
}

impl<V: Number, I: Index> Stored for lacuna::RowSparseMut<'_, V, I> {
    fn stored(&self) -> usize {
        self.stored_rows()
    }
}

impl<V: Number, I: Index> Argument for Typed<RowSparse, V, I> {
    type Declared = DeclaredRowSparse<I, Array<V>>;
    #[inline(always)]
    fn declare(self, memory: &mut Memory<'_>) -> Result<Self::Declared, Refused> {
        memory.of_values::<V>(self.of.value_type)?;
        memory.of_indices::<I>(self.of.index_type)?;
        let RowSparse { rows, row_length, stored_rows, first_row, .. } = self.of;
        Ok(DeclaredRowSparse {
            rows,
            row_length,
            first_row,
            trusted: memory.choice(self.of.trusted, 1)? == 1,
            indices: memory.read(self.of.indices.cast(), stored_rows, OperandCode::Indices)?,
            data: memory.read(self.of.data.cast(), product(stored_rows, row_length), OperandCode::Data)?,
        })
    }
}

impl<V: Number, I: Index> Declared for DeclaredRowSparse<I, Array<V>> {
    type View<'a> = lacuna::RowSparse<'a, V, I>;
    #[inline(never)]
    unsafe fn view<'a>(self, report: &mut Report) -> Result<Self::View<'a>, Refused> {
        let Self { rows, row_length, first_row, .. } = self;
        // SAFETY: the contract.
        let (indices, data) = unsafe { (self.indices.slice(), self.data.slice()) };
        let all_rows = rows_with_first(first_row, rows, report)?;
        if !self.trusted {
            report.told(check_ids(first_row, rows, indices))?;
        }
        // The unchecked constructor in both cases, so that the view need not pass through memory.
        let all = report.told(lacuna::RowSparse::trusted(all_rows, row_length, indices, data))?;
        if first_row == 0 { Ok(all) } else { report.told(rows_from(all, first_row)) }
    }
}

impl<V: Number, I: Index> Argument for Typed<RowSparseMut, V, I> {
    type Declared = DeclaredRowSparse<I, ArrayMut<V>>;
    #[inline(always)]
    fn declare(self, memory: &mut Memory<'_>) -> Result<Self::Declared, Refused> {
        memory.of_values::<V>(self.of.value_type)?;
        memory.of_indices::<I>(self.of.index_type)?;
        let RowSparseMut { rows, row_length, stored_rows, first_row, .. } = self.of;
        Ok(DeclaredRowSparse {
            rows,
            row_length,
            first_row,
            trusted: memory.choice(self.of.trusted, 1)? == 1,
            indices: memory.read(self.of.indices.cast(), stored_rows, OperandCode::Indices)?,
            data: memory.write(self.of.data.cast(), product(stored_rows, row_length), OperandCode::Data)?,
        })
    }
}

impl<V: Number, I: Index> Declared for DeclaredRowSparse<I, ArrayMut<V>> {
    type View<'a> = lacuna::RowSparseMut<'a, V, I>;
    #[inline(never)]
    unsafe fn view<'a>(self, report: &mut Report) -> Result<Self::View<'a>, Refused> {
        let Self { rows, row_length, first_row, .. } = self;
        // SAFETY: the contract.
        let (indices, data) = unsafe { (self.indices.slice(), self.data.slice()) };
        let all_rows = rows_with_first(first_row, rows, report)?;
        if !self.trusted {
            report.told(check_ids(first_row, rows, indices))?;
        }
        let all = report.told(lacuna::RowSparseMut::trusted(all_rows, row_length, indices, data))?;
        if first_row == 0 { Ok(all) } else { report.told(rows_from(all, first_row)) }
    }
}

impl<V: Number, I: Index> From<lacuna::RowSparse<'_, V, I>> for RowSparse {
    fn from(row_sparse: lacuna::RowSparse<'_, V, I>) -> Self {
        Self {
            value_type: type_of::<V>() as u32,
            index_type: type_of::<I>() as u32,
            rows: row_sparse.rows(),
            row_length: row_sparse.row_length(),
            stored_rows: row_sparse.stored_rows(),
            first_row: row_sparse.first_row(),
            indices: row_sparse.indices().as_ptr().cast(),
            data: row_sparse.data().as_ptr().cast(),
            trusted: 1,
        }
    }
}

impl<V: Number, I: Index> From<lacuna::RowSparseMut<'_, V, I>> for RowSparseMut {
    fn from(mut row_sparse: lacuna::RowSparseMut<'_, V, I>) -> Self {
        Self {
            value_type: type_of::<V>() as u32,
            index_type: type_of::<I>() as u32,
            rows: row_sparse.rows(),
            row_length: row_sparse.row_length(),
            stored_rows: row_sparse.stored_rows(),
            first_row: row_sparse.first_row(),
            indices: row_sparse.indices().as_ptr().cast(),
            data: row_sparse.data_mut().as_mut_ptr().cast(),
            trusted: 1,
        }
    }
}
