//! What is brought to the shape of a result.
use super::dense::extent;
use super::product;
use crate::raw::memory::{Memory, slice};
use crate::raw::{Refused, Report, Struct, Viewed};
use crate::status::OperandCode;
use crate::types::{Broadcast, Dense, Form, RowSparse};
use lacuna::{Index, Number};

const DENSE: u32 = Form::Dense as u32;
const ROW_SPARSE: u32 = Form::RowSparse as u32;
const ROW: u32 = Form::Row as u32;
const COLUMN: u32 = Form::Column as u32;
const SCALAR: u32 = Form::Scalar as u32;

impl Struct for Broadcast {
    fn declare(&self, memory: &mut Memory<'_>) -> Result<(), Refused> {
        memory.of_values(self.value_type)?;
        let Self { rows, row_length, stride, stored_rows, .. } = *self;
        let form = memory.choice(self.form, SCALAR)?;
        if form == ROW_SPARSE {
            memory.of_indices(self.index_type)?;
            memory.choice(self.trusted, 1)?;
            memory.read_indices(self.indices, stored_rows, OperandCode::Indices)?;
        }
        let elements = match form {
            DENSE => extent(rows, row_length, stride),
            ROW_SPARSE => product(stored_rows, row_length),
            ROW => row_length,
            COLUMN => rows,
            _ => 1,
        };
        memory.read_values(self.data, elements, OperandCode::Data)
    }
}

impl<V: Number, I: Index> Viewed<V, I> for Broadcast {
    type View<'a> = lacuna::Broadcast<'a, V, I>;
    unsafe fn view<'a>(&self, report: &mut Report) -> Result<Self::View<'a>, Refused> {
        let Self {
            value_type,
            index_type,
            trusted,
            rows,
            row_length,
            stride,
            stored_rows,
            first_row,
            indices,
            data,
            ..
        } = *self;
        match self.form {
            DENSE => {
                let dense = Dense { value_type, rows, columns: row_length, stride, data };
                // SAFETY: passed on.
                Ok(unsafe { Viewed::<V, I>::view(&dense, report) }?.into())
            }
            ROW_SPARSE => {
                let stored = RowSparse {
                    value_type,
                    index_type,
                    trusted,
                    rows,
                    row_length,
                    stored_rows,
                    first_row,
                    indices,
                    data,
                };
                // SAFETY: passed on.
                Ok(unsafe { Viewed::<V, I>::view(&stored, report) }?.into())
            }
            // SAFETY: the contract, here and below.
            ROW => Ok(lacuna::Broadcast::Row(unsafe { slice(data, row_length) })),
            // SAFETY: as above.
            COLUMN => Ok(lacuna::Broadcast::Column(unsafe { slice(data, rows) })),
            // SAFETY: as above.
            _ => Ok(lacuna::Broadcast::Scalar(unsafe { *data.cast() })),
        }
    }
}
