//! A dense matrix, read or written.
use super::product;
use crate::raw::memory::{Memory, slice, slice_mut};
use crate::raw::{Refused, Report, Struct, Viewed};
use crate::status::OperandCode;
use crate::types::{Dense, DenseMut};
use lacuna::Number;

/// Elements from the start of the first row to the end of the last.
#[inline(always)]
pub(super) fn extent(rows: usize, columns: usize, stride: usize) -> usize {
    if rows == 0 || columns == 0 { 0 } else { product(rows - 1, stride).saturating_add(columns) }
}

impl Struct for Dense {
    fn declare(&self, memory: &mut Memory<'_>) -> Result<(), Refused> {
        memory.of_values(self.value_type)?;
        memory.read_values(self.data, extent(self.rows, self.columns, self.stride), OperandCode::Data)
    }
}

impl<V: Number, I> Viewed<V, I> for Dense {
    type View<'a> = lacuna::Dense<'a, V>;
    #[inline(always)]
    unsafe fn view<'a>(&self, report: &mut Report) -> Result<Self::View<'a>, Refused> {
        let Self { rows, columns, stride, .. } = *self;
        // SAFETY: the contract.
        report.told(lacuna::Dense::with_stride(rows, columns, stride, unsafe {
            slice(self.data, extent(rows, columns, stride))
        }))
    }
}

impl Struct for DenseMut {
    fn declare(&self, memory: &mut Memory<'_>) -> Result<(), Refused> {
        memory.of_values(self.value_type)?;
        memory.write_values(self.data, extent(self.rows, self.columns, self.stride), OperandCode::Data)
    }
}

impl<V: Number, I> Viewed<V, I> for DenseMut {
    type View<'a> = lacuna::DenseMut<'a, V>;
    #[inline(always)]
    unsafe fn view<'a>(&self, report: &mut Report) -> Result<Self::View<'a>, Refused> {
        let Self { rows, columns, stride, .. } = *self;
        // SAFETY: the contract.
        report.told(lacuna::DenseMut::with_stride(rows, columns, stride, unsafe {
            slice_mut(self.data, extent(rows, columns, stride))
        }))
    }
}
