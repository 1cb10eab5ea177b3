//! A csr, read or written.
use crate::raw::memory::{Memory, slice, slice_mut};
use crate::raw::{Refused, Report, Struct, Viewed, type_of};
use crate::status::OperandCode;
use crate::types::{Csr, CsrMut};
use lacuna::{Index, Number};

impl Struct for Csr {
    fn declare(&self, memory: &mut Memory<'_>) -> Result<(), Refused> {
        memory.of_values(self.value_type)?;
        memory.of_indices(self.index_type)?;
        memory.choice(self.trusted, 1)?;
        memory.read_indices(self.indptr, self.rows.saturating_add(1), OperandCode::Indptr)?;
        memory.read_indices(self.indices, self.nnz, OperandCode::Indices)?;
        memory.read_values(self.values, self.nnz, OperandCode::Values)
    }
}

impl<V: Number, I: Index> Viewed<V, I> for Csr {
    type View<'a> = lacuna::Csr<'a, V, I>;
    #[inline(always)]
    unsafe fn view<'a>(&self, report: &mut Report) -> Result<Self::View<'a>, Refused> {
        let Self { rows, columns, .. } = *self;
        // SAFETY: the contract.
        let (indptr, indices, values) = unsafe { self.slices() };
        // What was checked is not compared again by the kernel.
        if self.trusted == 0 {
            return report.told(lacuna::Csr::new(rows, columns, indptr, indices, values));
        }
        report.told(lacuna::Csr::trusted(rows, columns, indptr, indices, values))
    }
}

impl Csr {
    /// Its arrays.
    ///
    /// # Safety
    /// As [`Viewed::view`].
    #[inline(always)]
    unsafe fn slices<'a, V, I>(&self) -> (&'a [I], &'a [I], &'a [V]) {
        // SAFETY: the caller's promise.
        unsafe {
            let indptr = slice(self.indptr, self.rows.saturating_add(1));
            (indptr, slice(self.indices, self.nnz), slice(self.values, self.nnz))
        }
    }

    /// [`Viewed::view`], checked on threads.
    ///
    /// # Safety
    /// As there.
    #[cfg(feature = "threads")]
    pub(crate) unsafe fn view_on<'a, V: Number, I: Index>(
        &self,
        threads: lacuna::call::Pool<'_>,
        report: &mut Report,
    ) -> Result<lacuna::Csr<'a, V, I>, Refused> {
        if self.trusted != 0 {
            // SAFETY: the caller's promise.
            return unsafe { self.view(report) };
        }
        // SAFETY: the caller's promise.
        let (indptr, indices, values) = unsafe { self.slices() };
        report.told(lacuna::Csr::new_on(threads, [self.rows, self.columns], indptr, indices, values))
    }
}

impl Struct for CsrMut {
    fn declare(&self, memory: &mut Memory<'_>) -> Result<(), Refused> {
        memory.of_values(self.value_type)?;
        memory.of_indices(self.index_type)?;
        memory.choice(self.trusted, 1)?;
        memory.read_indices(self.indptr, self.rows.saturating_add(1), OperandCode::Indptr)?;
        memory.write_indices(self.indices, self.nnz, OperandCode::Indices)?;
        memory.write_values(self.values, self.nnz, OperandCode::Values)
    }
}

impl<V: Number, I: Index> Viewed<V, I> for CsrMut {
    type View<'a> = lacuna::CsrMut<'a, V, I>;
    #[inline(always)]
    unsafe fn view<'a>(&self, report: &mut Report) -> Result<Self::View<'a>, Refused> {
        let Self { rows, columns, nnz, .. } = *self;
        // SAFETY: the contract.
        let (indptr, indices) = unsafe { (slice(self.indptr, rows.saturating_add(1)), slice_mut(self.indices, nnz)) };
        // SAFETY: the contract.
        let values = unsafe { slice_mut(self.values, nnz) };
        if self.trusted == 0 {
            report.told(lacuna::CsrMut::<V, I>::new(rows, columns, indptr, &mut *indices, &mut *values))?;
        }
        report.told(lacuna::CsrMut::trusted(rows, columns, indptr, indices, values))
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
