//! A weight or a state: dense or row_sparse rows that are updated.
use super::choice;
use super::dense::DeclaredDense;
use super::row_sparse::DeclaredRowSparse;
use crate::raw::memory::{ArrayMut, Memory};
use crate::raw::{Argument, Declared};
use crate::status::{MemoryFault, Refusal};
use crate::types::{DenseMut, RowSparseMut, RowsMut, Storage};
use lacuna::{Index, Value};

/// A weight or a state.
pub(crate) enum DeclaredRows<V, I> {
    Dense(DeclaredDense<ArrayMut<V>>),
    RowSparse(DeclaredRowSparse<I, ArrayMut<V>>),
}

impl<V: Value, I: Index> Argument for RowsMut<V, I> {
    type Declared = DeclaredRows<V, I>;
    #[inline(always)]
    fn declare(self, memory: &mut Memory) -> Result<Self::Declared, MemoryFault> {
        let Self { rows, row_length, stride, stored_rows, first_row, indices, data, trusted, .. } = self;
        if choice(self.storage, Storage::RowSparse as u32)? == Storage::Dense as u32 {
            return Ok(DeclaredRows::Dense(DenseMut { rows, columns: row_length, stride, data }.declare(memory)?));
        }
        let row_sparse = RowSparseMut { rows, row_length, stored_rows, first_row, indices, data, trusted };
        Ok(DeclaredRows::RowSparse(row_sparse.declare(memory)?))
    }
}

impl<V: Value, I: Index> Declared for DeclaredRows<V, I> {
    type View<'a> = lacuna::RowsMut<'a, V, I>;
    #[inline(always)]
    unsafe fn view<'a>(self) -> Result<Self::View<'a>, Refusal> {
        Ok(match self {
            // SAFETY: passed on.
            Self::Dense(dense) => unsafe { dense.view() }?.into(),
            // SAFETY: passed on.
            Self::RowSparse(row_sparse) => unsafe { row_sparse.view() }?.into(),
        })
    }
}
