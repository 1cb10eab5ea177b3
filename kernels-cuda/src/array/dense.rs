//! A row-major matrix with a row stride.
use super::fits;
use crate::buffer::Buffer;
use crate::driver::Driver;
use crate::{Error, Gpu};
use lacuna::checks::expect;
use lacuna::error::Operand;
use lacuna::{Dense, DenseMut, FormatError, Number};

/// A dense matrix on a device: row `r` begins at element `r * stride`.
#[derive(Debug)]
pub struct DeviceDense<D: Driver, V> {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) stride: usize,
    pub(crate) data: Buffer<D, V>,
}

impl<D: Driver, V: Number> DeviceDense<D, V> {
    /// A matrix of unspecified elements, to be written by a kernel.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn new(gpu: &Gpu<D>, rows: usize, columns: usize) -> Result<Self, Error> {
        let data = Buffer::new(gpu.driver(), rows.saturating_mul(columns))?;
        Ok(Self { rows, columns, stride: columns, data })
    }

    /// A matrix of zeros.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn zeros(gpu: &Gpu<D>, rows: usize, columns: usize) -> Result<Self, Error> {
        let data = Buffer::filled(gpu.driver(), rows.saturating_mul(columns), 0)?;
        Ok(Self { rows, columns, stride: columns, data })
    }

    /// A matrix of elements that are on the device, row by row.
    ///
    /// # Errors
    /// [`KernelError::Capacity`](lacuna::KernelError::Capacity) unless there are as many as it has.
    pub fn from_buffer(rows: usize, columns: usize, data: Buffer<D, V>) -> Result<Self, Error> {
        fits(rows.saturating_mul(columns), data.len())?;
        Ok(Self { rows, columns, stride: columns, data })
    }

    /// How many elements such a matrix has, gaps between rows included.
    pub const fn elements(rows: usize, columns: usize, stride: usize) -> usize {
        if rows == 0 || columns == 0 { 0 } else { (rows - 1).saturating_mul(stride).saturating_add(columns) }
    }

    /// The same of rows that begin `stride` elements after each other, which is of no meaning for less than two.
    ///
    /// # Errors
    /// [`FormatError::Stride`] for a stride below the columns,
    /// [`KernelError::Capacity`](lacuna::KernelError::Capacity) unless there are [as many](Self::elements) as it has.
    pub fn with_stride(rows: usize, columns: usize, stride: usize, data: Buffer<D, V>) -> Result<Self, Error> {
        let stride = if rows < 2 { columns } else { stride };
        if stride < columns {
            return Err(FormatError::Stride { stride, columns }.into());
        }
        fits(Self::elements(rows, columns, stride), data.len())?;
        Ok(Self { rows, columns, stride, data })
    }

    /// The elements, gaps between rows included, without the matrix.
    pub fn into_buffer(self) -> Buffer<D, V> {
        self.data
    }

    /// A copy of a matrix of the host, with its stride.
    ///
    /// # Errors
    /// [`Error::Driver`].
    pub fn upload(gpu: &Gpu<D>, dense: Dense<'_, V>) -> Result<Self, Error> {
        let data = Buffer::from_slice(gpu.driver(), dense.data())?;
        Ok(Self { rows: dense.rows(), columns: dense.columns(), stride: dense.stride(), data })
    }

    /// Copies the matrix to the host, and waits for it. Gaps between rows stay what they are there.
    ///
    /// # Errors
    /// [`KernelError::Shape`](lacuna::KernelError::Shape) for another shape, [`Error::Driver`].
    pub fn download(&self, gpu: &Gpu<D>, mut to: DenseMut<'_, V>) -> Result<(), Error> {
        expect(Operand::Output, 0, self.rows, to.rows())?;
        expect(Operand::Output, 1, self.columns, to.columns())?;
        if self.stride == to.stride() && to.is_contiguous() {
            return Ok(self.data.read(gpu.driver(), 0, to.data_mut())?);
        }
        let elements = self.data.to_vec(gpu.driver(), self.data.len())?;
        for row in 0..self.rows {
            let start = row * self.stride;
            to.row_mut(row).copy_from_slice(&elements[start..start + self.columns]);
        }
        Ok(())
    }

    /// The elements, gaps between rows included.
    pub const fn data(&self) -> &Buffer<D, V> {
        &self.data
    }
    /// The elements, to be written by transfers.
    pub const fn data_mut(&mut self) -> &mut Buffer<D, V> {
        &mut self.data
    }
    /// Number of rows.
    pub const fn rows(&self) -> usize {
        self.rows
    }
    /// Number of columns.
    pub const fn columns(&self) -> usize {
        self.columns
    }
    /// Distance of row starts, in elements.
    pub const fn stride(&self) -> usize {
        self.stride
    }
}
