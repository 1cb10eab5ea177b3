//! A csr, read or written.
use crate::raw::memory::{Array, ArrayMut, Memory};
use crate::raw::{Argument, Declared, Refused, Report};
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

impl<V: Number, I: Index> Argument for Csr<V, I> {
    type Declared = DeclaredCsr<V, I, Array<I>, Array<V>>;
    #[inline(always)]
    fn declare(self, memory: &mut Memory<'_>) -> Result<Self::Declared, Refused> {
        let Self { rows, columns, nnz, .. } = self;
        Ok(DeclaredCsr {
            rows,
            columns,
            trusted: memory.choice(self.trusted, 1)? == 1,
            indptr: memory.read(self.indptr, rows.saturating_add(1), OperandCode::Indptr)?,
            indices: memory.read(self.indices, nnz, OperandCode::Indices)?,
            values: memory.read(self.values, nnz, OperandCode::Values)?,
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
        // The trusting door for both, so that the view need not pass through memory.
        report.told(lacuna::Csr::trusted(self.rows, self.columns, indptr, indices, values))
    }
}

impl<V: Number, I: Index> Argument for CsrMut<V, I> {
    type Declared = DeclaredCsr<V, I, ArrayMut<I>, ArrayMut<V>>;
    #[inline(always)]
    fn declare(self, memory: &mut Memory<'_>) -> Result<Self::Declared, Refused> {
        let Self { rows, columns, nnz, .. } = self;
        Ok(DeclaredCsr {
            rows,
            columns,
            trusted: memory.choice(self.trusted, 1)? == 1,
            indptr: memory.read(self.indptr, rows.saturating_add(1), OperandCode::Indptr)?,
            indices: memory.write(self.indices, nnz, OperandCode::Indices)?,
            values: memory.write(self.values, nnz, OperandCode::Values)?,
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

impl<V: Number, I: Index> From<lacuna::Csr<'_, V, I>> for Csr<V, I> {
    fn from(csr: lacuna::Csr<'_, V, I>) -> Self {
        Self {
            rows: csr.rows(),
            columns: csr.columns(),
            nnz: csr.nnz(),
            indptr: csr.indptr().as_ptr(),
            indices: csr.indices().as_ptr(),
            values: csr.values().as_ptr(),
            trusted: 1,
        }
    }
}

impl<V: Number, I: Index> From<lacuna::CsrMut<'_, V, I>> for CsrMut<V, I> {
    fn from(mut csr: lacuna::CsrMut<'_, V, I>) -> Self {
        Self {
            rows: csr.rows(),
            columns: csr.columns(),
            nnz: csr.nnz(),
            indptr: csr.indptr().as_ptr(),
            indices: csr.indices_mut().as_mut_ptr(),
            values: csr.values_mut().as_mut_ptr(),
            trusted: 1,
        }
    }
}
