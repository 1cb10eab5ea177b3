//! Compressed sparse rows.
use super::fits;
use crate::buffer::Buffer;
use crate::driver::Driver;
use crate::{Error, Gpu};
use lacuna::checks::dimension_fits;
use lacuna::{Csr, FormatError, Index, Number};

/// A csr matrix on a device. Its arrays may be longer than the entries that it stores, whose number is the last
/// pointer.
#[derive(Debug)]
pub struct DeviceCsr<D: Driver, V, I> {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// No row stores more entries; without a break of trust.
    pub(crate) longest_row: usize,
    pub(crate) indptr: Buffer<D, I>,
    pub(crate) indices: Buffer<D, I>,
    pub(crate) values: Buffer<D, V>,
}

/// A csr matrix that was copied to the host.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HostCsr<V, I> {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
    /// The row pointers.
    pub indptr: Vec<I>,
    /// The columns of the stored entries.
    pub indices: Vec<I>,
    /// The stored values.
    pub values: Vec<V>,
}

impl<V: Number, I: Index> HostCsr<V, I> {
    /// The matrix as a checked view.
    ///
    /// # Errors
    /// [`FormatError`] for the first rule that it breaks.
    pub fn view(&self) -> Result<Csr<'_, V, I>, FormatError> {
        Csr::new(self.rows, self.columns, &self.indptr, &self.indices, &self.values)
    }
}

impl<D: Driver, V: Number, I: Index> DeviceCsr<D, V, I> {
    /// A matrix that stores nothing, with room for `capacity` entries.
    ///
    /// # Errors
    /// [`FormatError::Dimension`] if rows or columns do not fit the index type, [`Error::Driver`].
    pub fn with_capacity(gpu: &Gpu<D>, rows: usize, columns: usize, capacity: usize) -> Result<Self, Error> {
        dimension_fits::<I>(rows)?;
        dimension_fits::<I>(columns)?;
        let zeros = |length| Buffer::filled(gpu.driver(), length, 0);
        let values = Buffer::filled(gpu.driver(), capacity, 0)?;
        Ok(Self {
            rows,
            columns,
            longest_row: columns,
            indptr: zeros(rows.saturating_add(1))?,
            indices: zeros(capacity)?,
            values,
        })
    }

    /// A copy of a matrix of the host.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn upload(gpu: &Gpu<D>, csr: Csr<'_, V, I>) -> Result<Self, Error> {
        let driver = gpu.driver();
        let first = csr.indptr().first().map_or(0, |first| first.to_usize());
        let indptr = if first == 0 {
            Buffer::from_slice(driver, csr.indptr())?
        } else {
            // A view of a row range.
            let pointers: Vec<I> =
                csr.indptr().iter().map(|pointer| I::from_usize(pointer.to_usize().wrapping_sub(first))).collect();
            Buffer::from_slice(driver, &pointers)?
        };
        let (indices, values) = (Buffer::from_slice(driver, csr.indices())?, Buffer::from_slice(driver, csr.values())?);
        let longest_row = (0..csr.rows()).map(|row| csr.row(row).0.len()).max().unwrap_or(0);
        Ok(Self { rows: csr.rows(), columns: csr.columns(), longest_row, indptr, indices, values })
    }

    /// A matrix of arrays that are on the device. What kernels make of arrays that are not those of a csr is
    /// unspecified; they stay inside the arrays.
    ///
    /// # Errors
    /// [`FormatError::Dimension`] if rows or columns do not fit the index type,
    /// [`KernelError::Capacity`](lacuna::KernelError::Capacity) for arrays that are not as long as each other, or as the
    /// rows need.
    pub fn from_buffers(
        rows: usize,
        columns: usize,
        indptr: Buffer<D, I>,
        indices: Buffer<D, I>,
        values: Buffer<D, V>,
    ) -> Result<Self, Error> {
        dimension_fits::<I>(rows)?;
        dimension_fits::<I>(columns)?;
        fits(rows.saturating_add(1), indptr.len())?;
        fits(indices.len(), values.len())?;
        Ok(Self { rows, columns, longest_row: columns, indptr, indices, values })
    }

    /// Begins to copy the matrix inside the device.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn duplicate(&self, gpu: &Gpu<D>) -> Result<Self, Error> {
        let Self { rows, columns, longest_row, ref indptr, ref indices, ref values } = *self;
        let (indptr, indices, values) = (indptr.duplicate(gpu)?, indices.duplicate(gpu)?, values.duplicate(gpu)?);
        Ok(Self { rows, columns, longest_row, indptr, indices, values })
    }

    /// Copies the matrix to the host, and waits for it.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn download(&self, gpu: &Gpu<D>) -> Result<HostCsr<V, I>, Error> {
        let driver = gpu.driver();
        let indptr = self.indptr.to_vec(driver, self.indptr.len())?;
        let stored = indptr.last().map_or(0, |last| last.to_usize()).min(self.capacity());
        let (indices, values) = (self.indices.to_vec(driver, stored)?, self.values.to_vec(driver, stored)?);
        Ok(HostCsr { rows: self.rows, columns: self.columns, indptr, indices, values })
    }

    /// Number of rows.
    pub const fn rows(&self) -> usize {
        self.rows
    }
    /// Number of columns.
    pub const fn columns(&self) -> usize {
        self.columns
    }
    /// The stored values, for products by a plan of this matrix.
    pub const fn values(&self) -> &Buffer<D, V> {
        &self.values
    }
    /// The row pointers, to be written by transfers. What kernels make of pointers that are not those of a csr is
    /// unspecified; they stay inside the arrays.
    pub const fn indptr_mut(&mut self) -> &mut Buffer<D, I> {
        self.longest_row = self.columns;
        &mut self.indptr
    }
    /// The columns, to be written by transfers, as [`indptr_mut`](Self::indptr_mut).
    pub const fn indices_mut(&mut self) -> &mut Buffer<D, I> {
        &mut self.indices
    }
    /// The values, to be written by transfers.
    pub const fn values_mut(&mut self) -> &mut Buffer<D, V> {
        &mut self.values
    }
    /// The most entries that its arrays can hold.
    pub const fn capacity(&self) -> usize {
        self.indices.len()
    }
}
