//! A csr, read or written.
use crate::raw::memory::{Array, ArrayMut, Memory};
use crate::raw::{Argument, Declared, Refused, Report, Typed, type_of};
use crate::status::OperandCode;
use crate::types::{Csr, CsrMut};
use core::marker::PhantomData;
use lacuna::{Index, Number};

/// A csr, or the csr of a [`CsrMut`].
pub(crate) struct DeclaredCsr<V, I, Indices, Values> {
    rows: usize,
    columns: usize,
    trusted: bool,
    indptr: Array<I>,
    indices: Indices,
    values: Values,
    value: PhantomData<V>,
}

impl<V: Number, I: Index> Argument for Typed<Csr, V, I> {
    type Declared = DeclaredCsr<V, I, Array<I>, Array<V>>;
    #[inline(always)]
    fn declare(self, memory: &mut Memory<'_>) -> Result<Self::Declared, Refused> {
        memory.of_values::<V>(self.of.value_type)?;
        memory.of_indices::<I>(self.of.index_type)?;
        let Csr { rows, columns, nnz, .. } = self.of;
        Ok(DeclaredCsr {
            rows,
            columns,
            trusted: memory.choice(self.of.trusted, 1)? == 1,
            indptr: memory.read(self.of.indptr.cast(), rows.saturating_add(1), OperandCode::Indptr)?,
            indices: memory.read(self.of.indices.cast(), nnz, OperandCode::Indices)?,
            values: memory.read(self.of.values.cast(), nnz, OperandCode::Values)?,
            value: PhantomData,
        })
    }
}

impl<V: Number, I: Index> Declared for DeclaredCsr<V, I, Array<I>, Array<V>> {
    type View<'a> = lacuna::Csr<'a, V, I>;
    #[inline(always)]
    unsafe fn view<'a>(self, report: &mut Report) -> Result<Self::View<'a>, Refused> {
        // SAFETY: the contract.
        let (indptr, indices, values) = unsafe { (self.indptr.slice(), self.indices.slice(), self.values.slice()) };
        if !self.trusted {
            report.told(lacuna::Csr::new(self.rows, self.columns, indptr, indices, values))?;
        }
        // The unchecked constructor in both cases, so that the view need not pass through memory.
        report.told(lacuna::Csr::trusted(self.rows, self.columns, indptr, indices, values))
    }
}

impl<V: Number, I: Index> Argument for Typed<CsrMut, V, I> {
    type Declared = DeclaredCsr<V, I, ArrayMut<I>, ArrayMut<V>>;
    #[inline(always)]
    fn declare(self, memory: &mut Memory<'_>) -> Result<Self::Declared, Refused> {
        memory.of_values::<V>(self.of.value_type)?;
        memory.of_indices::<I>(self.of.index_type)?;
        let CsrMut { rows, columns, nnz, .. } = self.of;
        Ok(DeclaredCsr {
            rows,
            columns,
            trusted: memory.choice(self.of.trusted, 1)? == 1,
            indptr: memory.read(self.of.indptr.cast(), rows.saturating_add(1), OperandCode::Indptr)?,
            indices: memory.write(self.of.indices.cast(), nnz, OperandCode::Indices)?,
            values: memory.write(self.of.values.cast(), nnz, OperandCode::Values)?,
            value: PhantomData,
        })
    }
}

impl<V: Number, I: Index> Declared for DeclaredCsr<V, I, ArrayMut<I>, ArrayMut<V>> {
    type View<'a> = lacuna::CsrMut<'a, V, I>;
    #[inline(always)]
    unsafe fn view<'a>(self, report: &mut Report) -> Result<Self::View<'a>, Refused> {
        // SAFETY: the contract.
        let (indptr, indices, values) = unsafe { (self.indptr.slice(), self.indices.slice(), self.values.slice()) };
        if !self.trusted {
            report.told(lacuna::CsrMut::new(self.rows, self.columns, indptr, &mut *indices, &mut *values))?;
        }
        report.told(lacuna::CsrMut::trusted(self.rows, self.columns, indptr, indices, values))
    }
}

impl<V: Number, I: Index> From<lacuna::Csr<'_, V, I>> for Csr {
    fn from(csr: lacuna::Csr<'_, V, I>) -> Self {
        Self {
            value_type: type_of::<V>() as u32,
            index_type: type_of::<I>() as u32,
            rows: csr.rows(),
            columns: csr.columns(),
            nnz: csr.nnz(),
            indptr: csr.indptr().as_ptr().cast(),
            indices: csr.indices().as_ptr().cast(),
            values: csr.values().as_ptr().cast(),
            trusted: 1,
        }
    }
}

impl<V: Number, I: Index> From<lacuna::CsrMut<'_, V, I>> for CsrMut {
    fn from(mut csr: lacuna::CsrMut<'_, V, I>) -> Self {
        Self {
            value_type: type_of::<V>() as u32,
            index_type: type_of::<I>() as u32,
            rows: csr.rows(),
            columns: csr.columns(),
            nnz: csr.nnz(),
            indptr: csr.indptr().as_ptr().cast(),
            indices: csr.indices_mut().as_mut_ptr().cast(),
            values: csr.values_mut().as_mut_ptr().cast(),
            trusted: 1,
        }
    }
}
