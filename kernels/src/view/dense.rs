//! A row-major matrix with a row stride.
use super::{extent, range_inside, short_debug};
use crate::Number;
use crate::call::erased;
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
#[derive(Clone, Copy)]
pub struct Dense<'a, V> {
    rows: usize,
    columns: usize,
    stride: usize,
    data: &'a [V],
}

/// A borrowed dense matrix that can be written.
pub struct DenseMut<'a, V> {
    rows: usize,
    columns: usize,
    stride: usize,
    data: &'a mut [V],
}

erased! { 'a Dense<V: Number> as AnyDense { rows: usize, columns: usize, stride: usize } [] [data] [] [] }
erased! { 'a DenseMut<V: Number> as AnyDenseMut { rows: usize, columns: usize, stride: usize } [] [] [] [data] }

/// The elements that the matrix takes, if there are as many.
fn check(rows: usize, columns: usize, stride: usize, found: usize) -> Result<usize, FormatError> {
    if stride < columns && rows > 1 {
        return Err(FormatError::Stride { columns, stride });
    }
    let expected = extent(rows, columns, stride)?;
    if found < expected { Err(FormatError::DenseShape { expected, found }) } else { Ok(expected) }
}

/// A matrix of one row, or without columns, has no use for its stride: any is allowed, and kernels see a plain one.
const fn used_stride(rows: usize, columns: usize, stride: usize) -> usize {
    if rows > 1 && columns > 0 { stride } else { columns }
}

short_debug! { Dense<V> { rows: |dense| dense.rows, columns: |dense| dense.columns, stride: |dense| dense.stride } }
short_debug! { DenseMut<V> { rows: |dense| dense.rows, columns: |dense| dense.columns, stride: |dense| dense.stride } }

/// A matrix of no rows.
impl<V> Default for DenseMut<'_, V> {
    fn default() -> Self {
        Self { rows: 0, columns: 0, stride: 0, data: &mut [] }
    }
}

/// Equal shapes and equal rows, whatever stands between them.
impl<V: Number> PartialEq for Dense<'_, V> {
    fn eq(&self, other: &Self) -> bool {
        let empty = self.columns == 0;
        (self.rows, self.columns) == (other.rows, other.columns) && (empty || self.iter().eq(other.iter()))
    }
}

impl<'a, V: Number> Dense<'a, V> {
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
    /// [`FormatError::Stride`] if `stride < columns`, [`FormatError::DenseShape`] if `data` is too short.
    pub fn with_stride(rows: usize, columns: usize, stride: usize, data: &'a [V]) -> Result<Self, FormatError> {
        let extent = check(rows, columns, stride, data.len())?;
        Ok(Self { rows, columns, stride: used_stride(rows, columns, stride), data: &data[..extent] })
    }

    /// An array that was checked when it was made.
    #[cfg(feature = "alloc")]
    pub(crate) fn of_owned([rows, columns]: [usize; 2], data: &'a [V]) -> Self {
        Self { rows, columns, stride: used_stride(rows, columns, columns), data }
    }

    /// Number of rows.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.rows
    }
    /// Number of columns.
    #[must_use]
    pub const fn columns(&self) -> usize {
        self.columns
    }
    /// Distance of row starts, in elements.
    #[must_use]
    pub const fn stride(&self) -> usize {
        self.stride
    }
    /// The underlying elements from the first to the last, gaps included.
    #[must_use]
    pub const fn data(&self) -> &'a [V] {
        self.data
    }
    /// Bytes of the elements, without gaps.
    #[must_use]
    pub const fn nbytes(&self) -> usize {
        self.rows * self.columns * size_of::<V>()
    }

    /// Row `row`; empty if there is no such row.
    #[inline(always)]
    #[must_use]
    pub fn row(&self, row: usize) -> &'a [V] {
        let start = row.wrapping_mul(self.stride);
        self.data.get(start..start.wrapping_add(self.columns)).unwrap_or(&[])
    }

    /// The rows, in order.
    pub fn iter(&self) -> impl Iterator<Item = &'a [V]> + use<'a, V> {
        let dense = *self;
        (0..dense.rows).map(move |row| dense.row(row))
    }

    /// The rows of `range` as a view of their own.
    ///
    /// # Errors
    /// [`KernelError::Range`] if the range is not inside.
    pub fn row_range(&self, range: Range<usize>) -> Result<Self, KernelError> {
        range_inside(&range, 0, self.rows)?;
        Ok(self.part(range))
    }

    /// The rows before `row`, and the others. `row` is cut to the number of rows.
    #[must_use]
    pub fn split_rows_at(self, row: usize) -> (Self, Self) {
        let row = row.min(self.rows);
        (self.part(0..row), self.part(row..self.rows))
    }

    /// The rows of a range that is inside.
    fn part(&self, range: Range<usize>) -> Self {
        let rows = range.len();
        let start = range.start.saturating_mul(self.stride);
        let extent = extent(rows, self.columns, self.stride).unwrap_or(0);
        Self { rows, data: self.data.get(start..start.saturating_add(extent)).unwrap_or(&[]), ..*self }
    }
}

impl<'a, V: Number> DenseMut<'a, V> {
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
    /// [`FormatError::Stride`] if `stride < columns`, [`FormatError::DenseShape`] if `data` is too short.
    pub fn with_stride(rows: usize, columns: usize, stride: usize, data: &'a mut [V]) -> Result<Self, FormatError> {
        let extent = check(rows, columns, stride, data.len())?;
        Ok(Self { rows, columns, stride: used_stride(rows, columns, stride), data: &mut data[..extent] })
    }

    /// The stored rows of a row_sparse array.
    pub(super) const fn of_stored(rows: usize, columns: usize, data: &'a mut [V]) -> Self {
        Self { rows, columns, stride: columns, data }
    }

    /// Number of rows.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.rows
    }
    /// Number of columns.
    #[must_use]
    pub const fn columns(&self) -> usize {
        self.columns
    }
    /// Distance of row starts, in elements.
    #[must_use]
    pub const fn stride(&self) -> usize {
        self.stride
    }
    /// True if rows follow each other without a gap.
    #[must_use]
    pub const fn is_contiguous(&self) -> bool {
        self.stride == self.columns
    }
    /// The underlying elements, gaps included, for as long as they were borrowed.
    #[must_use]
    pub const fn into_data(self) -> &'a mut [V] {
        self.data
    }
    /// The underlying elements, gaps included.
    pub const fn data_mut(&mut self) -> &mut [V] {
        self.data
    }
    /// Bytes of the elements, without gaps.
    #[must_use]
    pub const fn nbytes(&self) -> usize {
        self.rows * self.columns * size_of::<V>()
    }
    /// The same matrix, to be read.
    #[must_use]
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

    /// The rows before `row`, and the others: two views that can be written at the same time. `row` is cut to the
    /// number of rows.
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
    #[must_use]
    pub fn split_rows_at(self, row: usize) -> (Self, Self) {
        let row = row.min(self.rows);
        // The last row may end before its stride does.
        let mid = row.saturating_mul(self.stride).min(self.data.len());
        let (top, rest) = self.data.split_at_mut(mid);
        (Self { rows: row, data: top, ..self }, Self { rows: self.rows - row, data: rest, ..self })
    }
}
