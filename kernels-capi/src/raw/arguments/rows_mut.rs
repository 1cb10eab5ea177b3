//! A weight or a state: dense or row_sparse rows that are updated.
use super::dense::extent;
use super::product;
use crate::raw::memory::Memory;
use crate::raw::{Refused, Report, Struct, Viewed};
use crate::status::OperandCode;
use crate::types::{DenseMut, RowSparseMut, RowsMut, Storage};
use lacuna::{Index, Number};

const DENSE: u32 = Storage::Dense as u32;

impl Struct for RowsMut {
    fn declare(&self, memory: &mut Memory<'_>) -> Result<(), Refused> {
        memory.of_values(self.value_type)?;
        let Self { rows, row_length, stride, stored_rows, .. } = *self;
        if memory.choice(self.storage, Storage::RowSparse as u32)? == DENSE {
            return memory.write_values(self.data, extent(rows, row_length, stride), OperandCode::Data);
        }
        memory.of_indices(self.index_type)?;
        memory.choice(self.trusted, 1)?;
        memory.read_indices(self.indices, stored_rows, OperandCode::Indices)?;
        memory.write_values(self.data, product(stored_rows, row_length), OperandCode::Data)
    }
}

impl<V: Number, I: Index> Viewed<V, I> for RowsMut {
    type View<'a> = lacuna::RowsMut<'a, V, I>;
    unsafe fn view<'a>(&self, report: &mut Report) -> Result<Self::View<'a>, Refused> {
        let Self {
            value_type,
            index_type,
            storage,
            trusted,
            rows,
            row_length,
            stride,
            stored_rows,
            first_row,
            indices,
            data,
        } = *self;
        if storage == DENSE {
            let dense = DenseMut { value_type, rows, columns: row_length, stride, data };
            // SAFETY: passed on.
            return Ok(unsafe { Viewed::<V, I>::view(&dense, report) }?.into());
        }
        let stored =
            RowSparseMut { value_type, index_type, trusted, rows, row_length, stored_rows, first_row, indices, data };
        // SAFETY: passed on.
        Ok(unsafe { Viewed::<V, I>::view(&stored, report) }?.into())
    }
}
