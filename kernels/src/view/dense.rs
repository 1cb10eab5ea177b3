//! A row-major matrix with a row stride.
use super::{extent, range_inside};
use crate::Value;
use crate::error::{FormatError, KernelError};
use core::ops::Range;

/// A borrowed dense matrix: row `r` is `data[r * stride .. r * stride + columns]`.
///
/// ```
/// use lacuna::Dense;
/// let d = Dense::with_stride(2, 2, 3, &[1.0_f32, 2.0, -1.0, 3.0, 4.0])?;
/// assert_eq!(d.row(1), [3.0, 4.0]);
/// # Ok::<(), lacuna::FormatError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Dense<'a, V> {
    rows: usize,
    columns: usize,
    stride: usize,
    data: &'a [V],
}

/// A borrowed dense matrix that can be written.
#[derive(Debug)]
pub struct DenseMut<'a, V> {
    rows: usize,
    columns: usize,
    stride: usize,
    data: &'a mut [V],
}

/// The elements that the matrix takes, if there are as many.
fn check(rows: usize, columns: usize, stride: usize, found: usize) -> Result<usize, FormatError> {
    if stride < columns && rows > 1 {
        return Err(FormatError::DenseShape { expected: columns, found: stride });
    }
    let expected = extent(rows, columns, stride)?;
    if found < expected { Err(FormatError::DenseShape { expected, found }) } else { Ok(expected) }
}

/// A matrix of one row, or without columns, has no use for its stride: any is allowed, and kernels see a plain one.
const fn used_stride(rows: usize, columns: usize, stride: usize) -> usize {
    if rows > 1 && columns > 0 { stride } else { columns }
}

impl<'a, V: Value> Dense<'a, V> {
    /// A matrix whose rows follow each other without a gap.
    ///
    /// # Errors
    /// [`FormatError::DenseShape`] if `data` is shorter than `rows * columns`.
    pub fn new(rows: usize, columns: usize, data: &'a [V]) -> Result<Self, FormatError> {
        Self::with_stride(rows, columns, columns, data)
    }

    /// A matrix whose rows start `stride` elements apart.
    ///
    /// # Errors
    /// [`FormatError::DenseShape`] if `stride < columns` or `data` is too short.
    pub fn with_stride(rows: usize, columns: usize, stride: usize, data: &'a [V]) -> Result<Self, FormatError> {
        let extent = check(rows, columns, stride, data.len())?;
        Ok(Self { rows, columns, stride: used_stride(rows, columns, stride), data: &data[..extent] })
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
    /// The underlying elements from the first to the last, gaps included.
    pub const fn data(&self) -> &'a [V] {
        self.data
    }
    /// Bytes of the elements, without gaps.
    pub const fn nbytes(&self) -> usize {
        self.rows * self.columns * size_of::<V>()
    }

    /// Row `row`; empty if there is no such row.
    #[inline(always)]
    pub fn row(&self, row: usize) -> &'a [V] {
        let start = row.wrapping_mul(self.stride);
        self.data.get(start..start.wrapping_add(self.columns)).unwrap_or(&[])
    }

    /// The rows of `range` as a view of their own.
    ///
    /// # Errors
    /// [`KernelError::Shape`] if the range is not inside.
    pub fn row_range(&self, range: Range<usize>) -> Result<Self, KernelError> {
        range_inside(&range, self.rows)?;
        let rows = range.len();
        let start = range.start.saturating_mul(self.stride);
        let extent = extent(rows, self.columns, self.stride).unwrap_or(0);
        Ok(Self { rows, data: self.data.get(start..start.saturating_add(extent)).unwrap_or(&[]), ..*self })
    }
}

impl<'a, V: Value> DenseMut<'a, V> {
    /// A matrix whose rows follow each other without a gap.
    ///
    /// # Errors
    /// [`FormatError::DenseShape`] if `data` is shorter than `rows * columns`.
    pub fn new(rows: usize, columns: usize, data: &'a mut [V]) -> Result<Self, FormatError> {
        Self::with_stride(rows, columns, columns, data)
    }

    /// A matrix whose rows start `stride` elements apart. Elements between rows are never written.
    ///
    /// # Errors
    /// [`FormatError::DenseShape`] if `stride < columns` or `data` is too short.
    pub fn with_stride(rows: usize, columns: usize, stride: usize, data: &'a mut [V]) -> Result<Self, FormatError> {
        let extent = check(rows, columns, stride, data.len())?;
        Ok(Self { rows, columns, stride: used_stride(rows, columns, stride), data: &mut data[..extent] })
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
    /// True if rows follow each other without a gap.
    pub const fn is_contiguous(&self) -> bool {
        self.stride == self.columns
    }
    /// The underlying elements, gaps included, for as long as they were borrowed.
    pub const fn into_data(self) -> &'a mut [V] {
        self.data
    }
    /// The underlying elements, gaps included.
    pub const fn data_mut(&mut self) -> &mut [V] {
        self.data
    }
    /// Bytes of the elements, without gaps.
    pub const fn nbytes(&self) -> usize {
        self.rows * self.columns * size_of::<V>()
    }
    /// The same matrix, to be read.
    pub const fn as_dense(&self) -> Dense<'_, V> {
        Dense { rows: self.rows, columns: self.columns, stride: self.stride, data: self.data }
    }
    /// The same matrix, for a shorter time.
    pub const fn reborrow(&mut self) -> DenseMut<'_, V> {
        DenseMut { rows: self.rows, columns: self.columns, stride: self.stride, data: self.data }
    }

    /// Row `row`; empty if there is no such row.
    #[inline(always)]
    pub fn row_mut(&mut self, row: usize) -> &mut [V] {
        let start = row.wrapping_mul(self.stride);
        self.data.get_mut(start..start.wrapping_add(self.columns)).unwrap_or_default()
    }

    /// The rows before `row`, and the others: two views that can be written at the same time. `row` is cut to the number of rows.
    ///
    /// ```
    /// use lacuna::DenseMut;
    /// let mut data = [0.0_f64; 6];
    /// let (mut top, mut rest) = DenseMut::new(3, 2, &mut data)?.split_rows_at(1);
    /// top.row_mut(0)[0] = 1.0;
    /// rest.row_mut(1)[1] = 2.0;
    /// assert_eq!(data, [1.0, 0.0, 0.0, 0.0, 0.0, 2.0]);
    /// # Ok::<(), lacuna::FormatError>(())
    /// ```
    pub fn split_rows_at(self, row: usize) -> (Self, Self) {
        let row = row.min(self.rows);
        // The last row may end before its stride does.
        let mid = row.saturating_mul(self.stride).min(self.data.len());
        let (top, rest) = self.data.split_at_mut(mid);
        (Self { rows: row, data: top, ..self }, Self { rows: self.rows - row, data: rest, ..self })
    }
}
