//! What is brought to the shape of a result.
use super::dense::{DeclaredDense, extent};
use super::product;
use super::row_sparse::DeclaredRowSparse;
use crate::raw::memory::{Array, Memory};
use crate::raw::{Argument, Declared, Refused, Report, Typed};
use crate::status::OperandCode;
use crate::types::{Broadcast, Form};
use lacuna::{Index, Number};

/// A broadcast operand. All forms have the same fields: as an enum it would pass through memory.
pub(crate) struct DeclaredBroadcast<V, I> {
    form: u32,
    rows: usize,
    row_length: usize,
    stride: usize,
    first_row: usize,
    trusted: bool,
    /// None but of row_sparse ones.
    indices: Array<I>,
    data: Array<V>,
}

const DENSE: u32 = Form::Dense as u32;
const ROW_SPARSE: u32 = Form::RowSparse as u32;
const ROW: u32 = Form::Row as u32;
const COLUMN: u32 = Form::Column as u32;
const SCALAR: u32 = Form::Scalar as u32;

impl<V: Number, I: Index> Argument for Typed<Broadcast, V, I> {
    type Declared = DeclaredBroadcast<V, I>;
    #[inline(never)]
    fn declare(self, memory: &mut Memory<'_>) -> Result<Self::Declared, Refused> {
        memory.of_values::<V>(self.of.value_type)?;
        let Broadcast { rows, row_length, stride, stored_rows, first_row, .. } = self.of;
        let form = memory.choice(self.of.form, SCALAR)?;
        if form == ROW_SPARSE {
            memory.of_indices::<I>(self.of.index_type)?;
        }
        let (ids, elements) = match form {
            DENSE => (0, extent(rows, row_length, stride)),
            ROW_SPARSE => (stored_rows, product(stored_rows, row_length)),
            ROW => (0, row_length),
            COLUMN => (0, rows),
            _ => (0, 1),
        };
        Ok(DeclaredBroadcast {
            form,
            rows,
            row_length,
            stride,
            first_row,
            trusted: form != ROW_SPARSE || memory.choice(self.of.trusted, 1)? == 1,
            indices: memory.read(self.of.indices.cast(), ids, OperandCode::Indices)?,
            data: memory.read(self.of.data.cast(), elements, OperandCode::Data)?,
        })
    }
}

impl<V: Number, I: Index> Declared for DeclaredBroadcast<V, I> {
    type View<'a> = lacuna::Broadcast<'a, V, I>;
    #[inline(never)]
    unsafe fn view<'a>(self, report: &mut Report) -> Result<Self::View<'a>, Refused> {
        let Self { form, rows, row_length, stride, first_row, trusted, indices, data } = self;
        match form {
            // SAFETY: passed on.
            DENSE => Ok(unsafe { DeclaredDense { rows, columns: row_length, stride, data }.view(report) }?.into()),
            ROW_SPARSE => {
                // SAFETY: passed on.
                Ok(unsafe { DeclaredRowSparse { rows, row_length, first_row, trusted, indices, data }.view(report) }?.into())
            }
            // SAFETY: the contract, here and below.
            ROW => Ok(lacuna::Broadcast::Row(unsafe { data.slice() })),
            // SAFETY: as above.
            COLUMN => Ok(lacuna::Broadcast::Column(unsafe { data.slice() })),
            // SAFETY: as above.
            _ => Ok(lacuna::Broadcast::Scalar(unsafe { data.slice() }.first().copied().unwrap_or_default())),
        }
    }
}
