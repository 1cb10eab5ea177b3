//! A dense matrix, read or written.
use super::product;
use crate::raw::memory::{Array, ArrayMut, Memory};
use crate::raw::{Argument, Declared, Refused, Report, Typed};
use crate::status::OperandCode;
use crate::types::{Dense, DenseMut};
use lacuna::Number;

/// Elements from the start of the first row to the end of the last.
#[inline(always)]
pub(super) fn extent(rows: usize, columns: usize, stride: usize) -> usize {
    if rows == 0 || columns == 0 { 0 } else { product(rows - 1, stride).saturating_add(columns) }
}

/// A dense matrix, read or written.
pub(crate) struct DeclaredDense<Data> {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) stride: usize,
    pub(super) data: Data,
}

impl<V: Number> Argument for Typed<Dense, V, ()> {
    type Declared = DeclaredDense<Array<V>>;
    #[inline(always)]
    fn declare(self, memory: &mut Memory<'_>) -> Result<Self::Declared, Refused> {
        memory.of_values::<V>(self.of.value_type)?;
        let Dense { rows, columns, stride, .. } = self.of;
        Ok(DeclaredDense {
            rows,
            columns,
            stride,
            data: memory.read(self.of.data.cast(), extent(rows, columns, stride), OperandCode::Data)?,
        })
    }
}

impl<V: Number> Declared for DeclaredDense<Array<V>> {
    type View<'a> = lacuna::Dense<'a, V>;
    #[inline(always)]
    unsafe fn view<'a>(self, report: &mut Report) -> Result<Self::View<'a>, Refused> {
        // SAFETY: the contract.
        report.told(lacuna::Dense::with_stride(self.rows, self.columns, self.stride, unsafe { self.data.slice() }))
    }
}

impl<V: Number> Argument for Typed<DenseMut, V, ()> {
    type Declared = DeclaredDense<ArrayMut<V>>;
    #[inline(always)]
    fn declare(self, memory: &mut Memory<'_>) -> Result<Self::Declared, Refused> {
        memory.of_values::<V>(self.of.value_type)?;
        let DenseMut { rows, columns, stride, .. } = self.of;
        Ok(DeclaredDense {
            rows,
            columns,
            stride,
            data: memory.write(self.of.data.cast(), extent(rows, columns, stride), OperandCode::Data)?,
        })
    }
}

impl<V: Number> Declared for DeclaredDense<ArrayMut<V>> {
    type View<'a> = lacuna::DenseMut<'a, V>;
    #[inline(always)]
    unsafe fn view<'a>(self, report: &mut Report) -> Result<Self::View<'a>, Refused> {
        // SAFETY: the contract.
        report.told(lacuna::DenseMut::with_stride(self.rows, self.columns, self.stride, unsafe { self.data.slice() }))
    }
}
