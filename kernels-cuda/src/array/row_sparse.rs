//! Dense rows, of which only some are stored.
use super::fits;
use crate::buffer::Buffer;
use crate::driver::Driver;
use crate::{Error, Gpu};
use lacuna::checks::dimension_fits;
use lacuna::{FormatError, Index, Number, RowSparse};
use std::sync::Arc;

/// Which rows of an array are stored. Their number is known on the device; arrays that share a pattern share its
/// memory.
#[derive(Debug)]
pub struct Pattern<D: Driver, I> {
    pub(crate) rows: usize,
    pub(crate) ids: Arc<Buffer<D, I>>,
    /// One element.
    pub(crate) stored: Arc<Buffer<D, I>>,
    /// True if all of the capacity is stored, as the host knows.
    pub(crate) full: bool,
}

impl<D: Driver, I> Clone for Pattern<D, I> {
    fn clone(&self) -> Self {
        Self { rows: self.rows, ids: Arc::clone(&self.ids), stored: Arc::clone(&self.stored), full: self.full }
    }
}

impl<D: Driver, I: Index> Pattern<D, I> {
    /// A copy of ids of the host.
    ///
    /// # Errors
    /// [`FormatError::Dimension`] if rows do not fit the index type, [`Error::Driver`].
    pub fn upload(gpu: &Gpu<D>, rows: usize, ids: &[I]) -> Result<Self, Error> {
        dimension_fits::<I>(rows)?;
        let driver = gpu.driver();
        let stored = Arc::new(Buffer::from_slice(driver, &[I::from_usize(ids.len())])?);
        Ok(Self { rows, ids: Arc::new(Buffer::from_slice(driver, ids)?), stored, full: true })
    }

    /// Ids that are on the device, all of them stored.
    ///
    /// # Errors
    /// [`FormatError::Dimension`] if rows do not fit the index type, [`Error::Driver`].
    pub fn from_buffer(gpu: &Gpu<D>, rows: usize, ids: Buffer<D, I>) -> Result<Self, Error> {
        dimension_fits::<I>(rows)?;
        let stored = Arc::new(Buffer::of_one(gpu.driver(), I::from_usize(ids.len()))?);
        Ok(Self { rows, ids: Arc::new(ids), stored, full: true })
    }

    /// As many other ids, which are on the device and need not ascend there: rows to [coalesce](crate::rows::coalesce).
    ///
    /// # Errors
    /// [`FormatError::Dimension`] if rows do not fit the index type,
    /// [`KernelError::Capacity`](lacuna::KernelError::Capacity) for another number of ids.
    pub fn with_ids(&self, rows: usize, ids: Buffer<D, I>) -> Result<Self, Error> {
        dimension_fits::<I>(rows)?;
        fits(self.capacity(), ids.len())?;
        Ok(Self { rows, ids: Arc::new(ids), stored: Arc::clone(&self.stored), full: self.full })
    }

    /// Copies the ids to the host, and waits for it.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn download(&self, gpu: &Gpu<D>) -> Result<Vec<I>, Error> {
        Ok(self.ids.to_vec(gpu.driver(), self.count(gpu)?)?)
    }

    /// How many rows are stored. Waits for it.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn count(&self, gpu: &Gpu<D>) -> Result<usize, Error> {
        let mut stored = [I::default()];
        self.stored.read(gpu.driver(), 0, &mut stored)?;
        Ok(stored[0].to_usize())
    }

    /// The ids of the stored rows, and of those for which there is room.
    pub fn ids(&self) -> &Buffer<D, I> {
        &self.ids
    }

    /// Number of rows, stored or not.
    pub const fn rows(&self) -> usize {
        self.rows
    }
    /// The most rows that can be stored.
    pub fn capacity(&self) -> usize {
        self.ids.len()
    }

    /// True if every row is stored, as the host knows.
    pub(crate) fn is_complete(&self) -> bool {
        self.full && self.capacity() == self.rows
    }

    pub(crate) fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.ids, &other.ids)
    }
}

/// A row_sparse array on a device: the row of the `k`th id begins at element `k * row_length` of its data.
#[derive(Debug)]
pub struct DeviceRowSparse<D: Driver, V, I> {
    pub(crate) pattern: Pattern<D, I>,
    pub(crate) row_length: usize,
    pub(crate) data: Buffer<D, V>,
}

/// A row_sparse array that was copied to the host.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HostRowSparse<V, I> {
    /// Number of rows, stored or not.
    pub rows: usize,
    /// Elements of one row.
    pub row_length: usize,
    /// The ids of the stored rows.
    pub indices: Vec<I>,
    /// The stored values.
    pub data: Vec<V>,
}

impl<V: Number, I: Index> HostRowSparse<V, I> {
    /// The array as a checked view.
    ///
    /// # Errors
    /// [`FormatError`] for the first rule that it breaks.
    pub fn view(&self) -> Result<RowSparse<'_, V, I>, FormatError> {
        RowSparse::new(self.rows, self.row_length, &self.indices, &self.data)
    }
}

impl<D: Driver, V: Number, I: Index> DeviceRowSparse<D, V, I> {
    /// Stored rows of a pattern, of unspecified values, to be written by a kernel.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn new(gpu: &Gpu<D>, pattern: &Pattern<D, I>, row_length: usize) -> Result<Self, Error> {
        let data = Buffer::new(gpu.driver(), pattern.capacity().saturating_mul(row_length))?;
        Ok(Self { pattern: pattern.clone(), row_length, data })
    }

    /// Stored rows of a pattern, all zero.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn zeros(gpu: &Gpu<D>, pattern: &Pattern<D, I>, row_length: usize) -> Result<Self, Error> {
        let data = Buffer::filled(gpu.driver(), pattern.capacity().saturating_mul(row_length), 0)?;
        Ok(Self { pattern: pattern.clone(), row_length, data })
    }

    /// Stored rows of a pattern, with a copy of values of the host.
    ///
    /// # Errors
    /// [`KernelError::Capacity`](lacuna::KernelError::Capacity) if there are not as many values as the pattern has room
    /// for, [`Error::Driver`].
    pub fn with_pattern(gpu: &Gpu<D>, pattern: &Pattern<D, I>, row_length: usize, data: &[V]) -> Result<Self, Error> {
        fits(pattern.capacity().saturating_mul(row_length), data.len())?;
        Ok(Self { pattern: pattern.clone(), row_length, data: Buffer::from_slice(gpu.driver(), data)? })
    }

    /// Stored rows of a pattern, with values that are on the device.
    ///
    /// # Errors
    /// As [`with_pattern`](Self::with_pattern).
    pub fn from_buffer(pattern: &Pattern<D, I>, row_length: usize, data: Buffer<D, V>) -> Result<Self, Error> {
        fits(pattern.capacity().saturating_mul(row_length), data.len())?;
        Ok(Self { pattern: pattern.clone(), row_length, data })
    }

    /// The values of the stored rows, and of those for which there is room, without the pattern.
    pub fn into_buffer(self) -> Buffer<D, V> {
        self.data
    }

    /// A copy of an array of the host.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn upload(gpu: &Gpu<D>, array: RowSparse<'_, V, I>) -> Result<Self, Error> {
        // In a view of a row range, rows count from its start.
        let ids: Vec<I> = (0..array.stored_rows()).map(|k| I::from_usize(array.row_of(k))).collect();
        let pattern = Pattern::upload(gpu, array.rows(), &ids)?;
        Ok(Self { pattern, row_length: array.row_length(), data: Buffer::from_slice(gpu.driver(), array.data())? })
    }

    /// Copies the array to the host, and waits for it.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn download(&self, gpu: &Gpu<D>) -> Result<HostRowSparse<V, I>, Error> {
        let indices = self.pattern.download(gpu)?;
        let data = self.data.to_vec(gpu.driver(), indices.len() * self.row_length)?;
        Ok(HostRowSparse { rows: self.rows(), row_length: self.row_length, indices, data })
    }

    /// Number of rows, stored or not.
    pub const fn rows(&self) -> usize {
        self.pattern.rows
    }
    /// Elements of one row.
    pub const fn row_length(&self) -> usize {
        self.row_length
    }
    /// The values of the stored rows, and of those for which there is room.
    pub const fn data(&self) -> &Buffer<D, V> {
        &self.data
    }
    /// The values, to be written by transfers.
    pub const fn data_mut(&mut self) -> &mut Buffer<D, V> {
        &mut self.data
    }
    /// Which rows are stored.
    pub const fn pattern(&self) -> &Pattern<D, I> {
        &self.pattern
    }
}
