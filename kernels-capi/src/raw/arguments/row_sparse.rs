//! A row_sparse array, read or written.
use super::{product, rows_with_first};
use crate::raw::memory::{Memory, slice, slice_mut};
use crate::raw::{Refused, Report, Struct, Viewed, type_of};
use crate::status::OperandCode;
use crate::types::{RowSparse, RowSparseMut};
use lacuna::error::Operand;
use lacuna::{FormatError, Index, Number, Split};

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
    if expected == found {
        Ok(part)
    } else {
        Err(FormatError::RowSparseShape { array: Operand::Indices, expected, found })
    }
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

impl Struct for RowSparse {
    fn declare(&self, memory: &mut Memory<'_>) -> Result<(), Refused> {
        memory.of_values(self.value_type)?;
        memory.of_indices(self.index_type)?;
        memory.choice(self.trusted, 1)?;
        memory.read_indices(self.indices, self.stored_rows, OperandCode::Indices)?;
        memory.read_values(self.data, product(self.stored_rows, self.row_length), OperandCode::Data)
    }
}

impl<V: Number, I: Index> Viewed<V, I> for RowSparse {
    type View<'a> = lacuna::RowSparse<'a, V, I>;
    unsafe fn view<'a>(&self, report: &mut Report) -> Result<Self::View<'a>, Refused> {
        let Self { rows, row_length, stored_rows, first_row, .. } = *self;
        // SAFETY: the contract.
        let (indices, data) =
            unsafe { (slice(self.indices, stored_rows), slice(self.data, product(stored_rows, row_length))) };
        let all_rows = rows_with_first(first_row, rows, report)?;
        if self.trusted == 0 {
            report.told(check_ids::<I>(first_row, rows, indices))?;
        }
        // The unchecked constructor in both cases, so that the view need not pass through memory.
        let all = report.told(lacuna::RowSparse::trusted(all_rows, row_length, indices, data))?;
        if first_row == 0 { Ok(all) } else { report.told(rows_from(all, first_row)) }
    }
}

impl Struct for RowSparseMut {
    fn declare(&self, memory: &mut Memory<'_>) -> Result<(), Refused> {
        memory.of_values(self.value_type)?;
        memory.of_indices(self.index_type)?;
        memory.choice(self.trusted, 1)?;
        memory.read_indices(self.indices, self.stored_rows, OperandCode::Indices)?;
        memory.write_values(self.data, product(self.stored_rows, self.row_length), OperandCode::Data)
    }
}

impl<V: Number, I: Index> Viewed<V, I> for RowSparseMut {
    type View<'a> = lacuna::RowSparseMut<'a, V, I>;
    unsafe fn view<'a>(&self, report: &mut Report) -> Result<Self::View<'a>, Refused> {
        let Self { rows, row_length, stored_rows, first_row, .. } = *self;
        // SAFETY: the contract.
        let (indices, data) =
            unsafe { (slice(self.indices, stored_rows), slice_mut(self.data, product(stored_rows, row_length))) };
        let all_rows = rows_with_first(first_row, rows, report)?;
        if self.trusted == 0 {
            report.told(check_ids::<I>(first_row, rows, indices))?;
        }
        // The unchecked constructor in both cases, so that the view need not pass through memory.
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
