//! A weight or a state: dense or row_sparse rows that are updated.
use super::dense::{DeclaredDense, extent};
use super::product;
use super::row_sparse::DeclaredRowSparse;
use crate::raw::memory::{Array, ArrayMut, Memory};
use crate::raw::{Argument, Declared, Refused, Report, Typed};
use crate::status::OperandCode;
use crate::types::{RowsMut, Storage};
use lacuna::{Index, Number};

/// A weight or a state. Both kinds have the same fields: as an enum it would pass through memory.
pub(crate) struct DeclaredRows<V, I> {
    dense: bool,
    rows: usize,
    row_length: usize,
    stride: usize,
    first_row: usize,
    trusted: bool,
    /// None of dense rows.
    indices: Array<I>,
    data: ArrayMut<V>,
}

impl<V: Number, I: Index> Argument for Typed<RowsMut, V, I> {
    type Declared = DeclaredRows<V, I>;
    #[inline(never)]
    fn declare(self, memory: &mut Memory<'_>) -> Result<Self::Declared, Refused> {
        memory.of_values::<V>(self.of.value_type)?;
        let RowsMut { rows, row_length, stride, first_row, .. } = self.of;
        let dense = memory.choice(self.of.storage, Storage::RowSparse as u32)? == Storage::Dense as u32;
        if !dense {
            memory.of_indices::<I>(self.of.index_type)?;
        }
        let (ids, elements) =
            if dense { (0, extent(rows, row_length, stride)) } else { (self.of.stored_rows, product(self.of.stored_rows, row_length)) };
        Ok(DeclaredRows {
            dense,
            rows,
            row_length,
            stride,
            first_row,
            trusted: dense || memory.choice(self.of.trusted, 1)? == 1,
            indices: memory.read(self.of.indices.cast(), ids, OperandCode::Indices)?,
            data: memory.write(self.of.data.cast(), elements, OperandCode::Data)?,
        })
    }
}

impl<V: Number, I: Index> Declared for DeclaredRows<V, I> {
    type View<'a> = lacuna::RowsMut<'a, V, I>;
    #[inline(never)]
    unsafe fn view<'a>(self, report: &mut Report) -> Result<Self::View<'a>, Refused> {
        let Self { rows, row_length, stride, first_row, trusted, indices, data, .. } = self;
        if self.dense {
            // SAFETY: passed on.
            return Ok(unsafe { DeclaredDense { rows, columns: row_length, stride, data }.view(report) }?.into());
        }
        // SAFETY: passed on.
        Ok(unsafe { DeclaredRowSparse { rows, row_length, first_row, trusted, indices, data }.view(report) }?.into())
    }
}
