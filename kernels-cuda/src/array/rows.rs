//! Views of rows: those that are read, and those that are written.
use super::{DeviceDense, DeviceRowSparse, Pattern, fits};
use crate::Error;
use crate::buffer::Buffer;
use crate::driver::Driver;
use lacuna::{Index, Number};

/// Stored rows that are read: those of a row_sparse array, or of a dense one as one that stores every row.
#[derive(Debug)]
pub struct DeviceRows<'a, D: Driver, V, I> {
    pub(crate) pattern: &'a Pattern<D, I>,
    pub(crate) row_length: usize,
    pub(crate) data: &'a Buffer<D, V>,
}

impl<'a, D: Driver, V: Number, I: Index> DeviceRows<'a, D, V, I> {
    /// The rows of a pattern, with these values.
    ///
    /// # Errors
    /// [`KernelError::Capacity`](lacuna::KernelError::Capacity) unless there are as many values as the pattern has room
    /// for.
    pub fn new(pattern: &'a Pattern<D, I>, row_length: usize, data: &'a Buffer<D, V>) -> Result<Self, Error> {
        fits(pattern.capacity().saturating_mul(row_length), data.len())?;
        Ok(Self { pattern, row_length, data })
    }

    pub(crate) const fn rows(&self) -> usize {
        self.pattern.rows
    }
}

impl<'a, D: Driver, V, I> From<&'a DeviceRowSparse<D, V, I>> for DeviceRows<'a, D, V, I> {
    fn from(DeviceRowSparse { pattern, row_length, data }: &'a DeviceRowSparse<D, V, I>) -> Self {
        Self { pattern, row_length: *row_length, data }
    }
}

/// A weight or an optimizer's state.
#[derive(Debug)]
pub enum DeviceRowsMut<'a, D: Driver, V, I> {
    /// Every row is there.
    Dense(&'a mut DeviceDense<D, V>),
    /// A row that is not stored counts as zero, and cannot be written.
    RowSparse(&'a mut DeviceRowSparse<D, V, I>),
}

impl<D: Driver, V: Number, I: Index> DeviceRowsMut<'_, D, V, I> {
    /// Number of rows, stored or not.
    pub const fn rows(&self) -> usize {
        match self {
            Self::Dense(dense) => dense.rows,
            Self::RowSparse(stored) => stored.rows(),
        }
    }

    /// Elements of one row.
    pub const fn row_length(&self) -> usize {
        match self {
            Self::Dense(dense) => dense.columns,
            Self::RowSparse(stored) => stored.row_length,
        }
    }

    /// Distance of row starts, in elements.
    pub(crate) const fn stride(&self) -> usize {
        match self {
            Self::Dense(dense) => dense.stride,
            Self::RowSparse(stored) => stored.row_length,
        }
    }
}

impl<'a, D: Driver, V, I> From<&'a mut DeviceDense<D, V>> for DeviceRowsMut<'a, D, V, I> {
    fn from(dense: &'a mut DeviceDense<D, V>) -> Self {
        Self::Dense(dense)
    }
}

impl<'a, D: Driver, V, I> From<&'a mut DeviceRowSparse<D, V, I>> for DeviceRowsMut<'a, D, V, I> {
    fn from(stored: &'a mut DeviceRowSparse<D, V, I>) -> Self {
        Self::RowSparse(stored)
    }
}
