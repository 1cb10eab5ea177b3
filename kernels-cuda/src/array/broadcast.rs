//! What is brought to the shape of a result.
use super::{DeviceDense, DeviceRowSparse};
use crate::Buffer;
use crate::driver::Driver;
use lacuna::checks::{expect, range_inside};
use lacuna::error::Operand;
use lacuna::{Index, KernelError, Value};

/// A [`Broadcast`](lacuna::Broadcast) on a device.
#[derive(Debug)]
pub enum DeviceBroadcast<'a, D: Driver, V, I> {
    /// R x C.
    Dense(&'a DeviceDense<D, V>),
    /// R x C of a larger matrix, from this row and column on.
    Part(&'a DeviceDense<D, V>, [usize; 2]),
    /// R x C, where a row that is not stored is zero.
    RowSparse(&'a DeviceRowSparse<D, V, I>),
    /// C values, the same for each row.
    Row(&'a Buffer<D, V>),
    /// R values, the same for each column.
    Column(&'a Buffer<D, V>),
    /// One value for all.
    Scalar(&'a Buffer<D, V>),
}

impl<D: Driver, V: Value, I: Index> DeviceBroadcast<'_, D, V, I> {
    /// Refuses one that does not belong to a result of `rows` x `columns`.
    pub(crate) fn check(&self, operand: Operand, rows: usize, columns: usize) -> Result<(), KernelError> {
        match self {
            Self::Dense(dense) => {
                expect(operand, 0, rows, dense.rows)?;
                expect(operand, 1, columns, dense.columns)
            }
            Self::Part(dense, [row, column]) => {
                range_inside(&(*row..row.saturating_add(rows)), 0, dense.rows)?;
                range_inside(&(*column..column.saturating_add(columns)), 1, dense.columns)
            }
            Self::RowSparse(stored) => {
                expect(operand, 0, rows, stored.rows())?;
                expect(operand, 1, columns, stored.row_length)
            }
            Self::Row(values) => expect(operand, 1, columns, values.len()),
            Self::Column(values) => expect(operand, 0, rows, values.len()),
            Self::Scalar(value) => expect(operand, 2, 1, value.len()),
        }
    }
}

impl<'a, D: Driver, V, I> From<&'a DeviceDense<D, V>> for DeviceBroadcast<'a, D, V, I> {
    fn from(dense: &'a DeviceDense<D, V>) -> Self {
        Self::Dense(dense)
    }
}

impl<'a, D: Driver, V, I> From<&'a DeviceRowSparse<D, V, I>> for DeviceBroadcast<'a, D, V, I> {
    fn from(stored: &'a DeviceRowSparse<D, V, I>) -> Self {
        Self::RowSparse(stored)
    }
}
