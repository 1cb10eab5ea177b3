//! Dense rows, of which only some are stored.
use super::{dimension_fits, first_fault, range_inside, short_debug};
use crate::call::erased;
use crate::error::{FormatError, IndexFault, KernelError, Operand};
use crate::split::{equal, ranges};
use crate::unsigned::unsigned;
use crate::{Index, Number};
use core::ops::Range;

/// A borrowed row_sparse array of any rank from 1: the stored rows are `data[k * row_length ..]` of the ids
/// `indices[k]`, strictly ascending.
///
/// Rows that are not stored count as zero; a stored row may be all zero.
///
/// ```
/// use lacuna::RowSparse;
/// let r = RowSparse::new(5, 2, &[1, 4], &[1.0_f32, 2.0, 3.0, 4.0])?;
/// assert_eq!((r.stored_rows(), r.stored_row(1), r.find(4), r.find(2)), (2, &[3.0, 4.0][..], Some(1), None));
/// # Ok::<(), lacuna::FormatError>(())
/// ```
#[doc(alias("RowSparseNDArray", "row_sparse_array", "torch.sparse_coo_tensor"))]
#[derive(Clone, Copy)]
pub struct RowSparse<'a, V, I> {
    pub(super) rows: usize,
    pub(super) row_length: usize,
    /// Dimensions after the first, where they are not just `[row_length]`.
    pub(super) trailing: Option<&'a [usize]>,
    /// The id that counts as row 0: not 0 in a view of a row range.
    pub(super) first_row: usize,
    pub(super) indices: &'a [I],
    pub(super) data: &'a [V],
}
unsigned! { [V] RowSparse [V] [] { rows, row_length, trailing, first_row, data; indices } }
erased! {
    'a RowSparse<V: Number,
    I: Index> as AnyRowSparse {
        rows: usize, row_length: usize, trailing: Option<&'a [usize]>, first_row: usize
    } [indices] [data] [] []
}

short_debug! {
    RowSparse<V,
    I> { rows: |array| array.rows, row_length: |array| array.row_length, stored_rows: |array| array.indices.len() }
}

/// Equal shapes, equal ids and equal values, wherever rows count from.
impl<V: Number, I: Index> PartialEq for RowSparse<'_, V, I> {
    fn eq(&self, other: &Self) -> bool {
        let ids = |array: &Self| {
            (0..array.stored_rows()).map({
                let array = *array;
                move |k| array.row_of(k)
            })
        };
        let same_shape = (self.rows, self.dimensions()) == (other.rows, other.dimensions());
        same_shape && ids(self).eq(ids(other)) && self.data == other.data
    }
}

/// Elements of a row of these dimensions.
pub(super) fn product(trailing: &[usize]) -> Result<usize, FormatError> {
    trailing.iter().try_fold(1_usize, |product, &n| {
        product.checked_mul(n).ok_or(FormatError::Dimension { max: usize::MAX / product.max(1), found: n })
    })
}

/// Number of rows and the other dimensions of a shape.
pub(super) fn dimensions(shape: &[usize]) -> Result<(usize, &[usize]), FormatError> {
    let none = FormatError::RowSparseShape { array: Operand::Input, expected: 1, found: 0 };
    shape.split_first().map(|(&rows, trailing)| (rows, trailing)).ok_or(none)
}

/// Refuses ids outside of `first_row..first_row + rows`, which are then all the rows from 0 on; gives how many those
/// are.
pub(super) fn check_part<I: Index>(first_row: usize, rows: usize, indices: &[I]) -> Result<usize, FormatError> {
    let end = first_row.checked_add(rows).ok_or(FormatError::Dimension { max: usize::MAX - first_row, found: rows })?;
    dimension_fits::<I>(end)?;
    check_indices(indices, end)?;
    match indices.first() {
        Some(&first) if first.to_usize() < first_row => {
            let expected = i64::try_from(first_row).unwrap_or(i64::MAX);
            Err(FormatError::RowSparseIndices {
                entry: 0,
                fault: IndexFault::BeforeFirst,
                expected,
                found: first.to_i64(),
            })
        }
        _ => Ok(end),
    }
}

pub(super) fn check_lengths<I: Index>(
    rows: usize,
    row_length: usize,
    indices: usize,
    data: usize,
) -> Result<(), FormatError> {
    dimension_fits::<I>(rows)?;
    let expected = indices
        .checked_mul(row_length)
        .ok_or(FormatError::Dimension { max: usize::MAX / indices.max(1), found: row_length })?;
    if expected == data {
        Ok(())
    } else {
        Err(FormatError::RowSparseShape { array: Operand::Data, expected, found: data })
    }
}

pub(super) fn check_indices<I: Index>(indices: &[I], rows: usize) -> Result<(), FormatError> {
    match first_fault(indices, rows) {
        None => Ok(()),
        Some((entry, fault, expected, found)) => Err(FormatError::RowSparseIndices { entry, fault, expected, found }),
    }
}

impl<V, I> RowSparse<'_, V, I> {
    /// Those after the first.
    const fn dimensions(&self) -> &[usize] {
        match self.trailing {
            Some(dimensions) => dimensions,
            None => core::slice::from_ref(&self.row_length),
        }
    }
}

impl<'a, V: Number, I: Index> RowSparse<'a, V, I> {
    /// The checked constructor for a matrix of `rows` x `row_length`: it checks every rule of the format, in O(stored
    /// rows).
    ///
    /// # Errors
    /// [`FormatError::RowSparseShape`], [`FormatError::RowSparseIndices`]; [`FormatError::Dimension`] if rows do not
    /// fit the index type.
    pub fn new(rows: usize, row_length: usize, indices: &'a [I], data: &'a [V]) -> Result<Self, FormatError> {
        check_lengths::<I>(rows, row_length, indices.len(), data.len())?;
        check_indices(indices, rows)?;
        Self::trusted(rows, row_length, indices, data)
    }

    /// The checked constructor for any rank: `shape[0]` rows, each of the shape `shape[1..]`.
    ///
    /// # Errors
    /// As [`new`](Self::new), and [`FormatError::RowSparseShape`] for a shape without dimensions.
    ///
    /// ```
    /// use lacuna::RowSparse;
    /// let r = RowSparse::with_shape(&[4, 2, 3], &[2], &[0.5_f64; 6])?;
    /// assert_eq!((r.rank(), r.row_length(), r.dimension(2)), (3, 6, 3));
    /// # Ok::<(), lacuna::FormatError>(())
    /// ```
    pub fn with_shape(shape: &'a [usize], indices: &'a [I], data: &'a [V]) -> Result<Self, FormatError> {
        let (rows, trailing) = dimensions(shape)?;
        Ok(Self { trailing: Some(trailing), ..Self::new(rows, product(trailing)?, indices, data)? })
    }

    /// The checked constructor for a part of an array: `rows` rows from `first_row` on, whose ids keep their values, as
    /// in a view of a [row range](Self::row_range).
    ///
    /// # Errors
    /// As [`new`](Self::new), and [`FormatError::RowSparseIndices`] for an id before the first row.
    ///
    /// ```
    /// use lacuna::RowSparse;
    /// let part = RowSparse::part(4, 3, 1, &[4, 6], &[1.0_f32, 2.0])?;
    /// assert_eq!((part.first_row(), part.rows(), part.row_of(1)), (4, 3, 2));
    /// assert!(RowSparse::part(4, 3, 1, &[3], &[1.0_f32]).is_err());
    /// # Ok::<(), lacuna::FormatError>(())
    /// ```
    pub fn part(
        first_row: usize,
        rows: usize,
        row_length: usize,
        indices: &'a [I],
        data: &'a [V],
    ) -> Result<Self, FormatError> {
        let end = check_part(first_row, rows, indices)?;
        Ok(Self { rows, first_row, ..Self::trusted(end, row_length, indices, data)? })
    }

    /// The unchecked constructor: it checks lengths only, in O(1). See the [module](crate::view) for what happens when
    /// the trust is broken.
    ///
    /// # Errors
    /// [`FormatError::RowSparseShape`] and [`FormatError::Dimension`].
    pub fn trusted(rows: usize, row_length: usize, indices: &'a [I], data: &'a [V]) -> Result<Self, FormatError> {
        check_lengths::<I>(rows, row_length, indices.len(), data.len())?;
        Ok(Self { rows, row_length, trailing: None, first_row: 0, indices, data })
    }

    /// Arrays that were checked when they were made.
    #[cfg(feature = "alloc")]
    pub(crate) const fn of_owned([rows, row_length]: [usize; 2], indices: &'a [I], data: &'a [V]) -> Self {
        Self { rows, row_length, trailing: None, first_row: 0, indices, data }
    }

    /// Number of rows, stored or not.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.rows
    }
    /// Elements of one row.
    #[must_use]
    pub const fn row_length(&self) -> usize {
        self.row_length
    }
    /// Number of dimensions.
    #[must_use]
    pub const fn rank(&self) -> usize {
        1 + self.dimensions().len()
    }
    /// The length of dimension `axis`; 1 beyond the rank.
    #[must_use]
    pub fn dimension(&self, axis: usize) -> usize {
        axis.checked_sub(1).map_or(self.rows, |axis| self.dimensions().get(axis).copied().unwrap_or(1))
    }
    /// The id that counts as row 0: not 0 in a part of an array.
    #[must_use]
    pub const fn first_row(&self) -> usize {
        self.first_row
    }
    /// Number of stored rows.
    #[must_use]
    pub const fn stored_rows(&self) -> usize {
        self.indices.len()
    }
    /// The ids of the stored rows. In a view of a row range they keep their values; [`row_of`](Self::row_of) counts
    /// from the range's start.
    #[must_use]
    pub const fn indices(&self) -> &'a [I] {
        self.indices
    }
    /// The stored values, `stored_rows` x `row_length`.
    #[must_use]
    pub const fn data(&self) -> &'a [V] {
        self.data
    }
    /// Bytes of the two arrays.
    #[must_use]
    pub const fn nbytes(&self) -> usize {
        size_of_val(self.data) + size_of_val(self.indices)
    }

    /// The row of stored row `k`, counted from the start of this view.
    #[inline(always)]
    #[must_use]
    pub fn row_of(&self, k: usize) -> usize {
        self.indices.get(k).map_or(usize::MAX, |id| id.to_usize().wrapping_sub(self.first_row))
    }

    /// The values of stored row `k`; empty if there is no such row.
    #[inline(always)]
    #[must_use]
    pub fn stored_row(&self, k: usize) -> &'a [V] {
        let start = k.wrapping_mul(self.row_length);
        self.data.get(start..start.wrapping_add(self.row_length)).unwrap_or(&[])
    }

    /// The place of the first stored row that is not before `row`.
    #[inline(always)]
    pub(crate) fn place_of(&self, row: usize) -> usize {
        self.indices.partition_point(|stored| stored.to_usize().wrapping_sub(self.first_row) < row)
    }

    /// The stored rows in order: each with its number, counted from the start of this view, and its values.
    ///
    /// ```
    /// use lacuna::RowSparse;
    /// let r = RowSparse::new(5, 2, &[1, 4], &[1.0_f32, 2.0, 3.0, 4.0])?;
    /// assert!(r.iter().eq([(1, &[1.0, 2.0][..]), (4, &[3.0, 4.0])]));
    /// # Ok::<(), lacuna::FormatError>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (usize, &'a [V])> + use<'a, V, I> {
        let array = *self;
        (0..array.stored_rows()).map(move |k| (array.row_of(k), array.stored_row(k)))
    }

    /// The place of `row` among the stored rows, by binary search.
    #[must_use]
    pub fn find(&self, row: usize) -> Option<usize> {
        let id = row.wrapping_add(self.first_row);
        let k = self.indices.partition_point(|stored| stored.to_usize() < id);
        self.indices.get(k).filter(|stored| stored.to_usize() == id).map(|_| k)
    }

    /// The rows of `range` as a view of their own, without copying.
    ///
    /// # Errors
    /// [`KernelError::Range`] if the range is not inside.
    pub fn row_range(&self, range: Range<usize>) -> Result<Self, KernelError> {
        range_inside(&range, 0, self.rows)?;
        Ok(self.rows_of(range))
    }

    /// The rows before `row`, and the others. `row` is cut to the number of rows.
    #[must_use]
    pub fn split_rows_at(self, row: usize) -> (Self, Self) {
        let row = row.min(self.rows);
        (self.rows_of(0..row), self.rows_of(row..self.rows))
    }

    /// The rows of a range that is inside.
    fn rows_of(&self, range: Range<usize>) -> Self {
        let place = |row: usize| self.indices.partition_point(|stored| stored.to_usize() < row + self.first_row);
        let (start, end) = (place(range.start), place(range.end));
        Self {
            rows: range.len(),
            first_row: self.first_row + range.start,
            indices: self.indices.get(start..end).unwrap_or(&[]),
            data: self.data.get(start * self.row_length..end * self.row_length).unwrap_or(&[]),
            ..*self
        }
    }

    /// The first row of part `part` of `parts` parts of nearly equal stored rows (of equal rows, if nothing is stored).
    pub(crate) fn first_row_of(&self, part: usize, parts: usize) -> usize {
        if part == 0 || part >= parts || self.indices.is_empty() {
            return equal(self.rows, part, parts);
        }
        self.row_of(equal(self.stored_rows(), part, parts)).min(self.rows)
    }

    /// Cuts the rows into at most `parts` ranges that hold nearly equal numbers of stored rows.
    ///
    /// ```
    /// use lacuna::RowSparse;
    /// let r = RowSparse::new(100, 1, &[0, 1, 2, 90], &[1.0_f32; 4])?;
    /// assert!(r.partition(2).eq([0..2, 2..100]));
    /// # Ok::<(), lacuna::FormatError>(())
    /// ```
    pub fn partition(&self, parts: usize) -> impl Iterator<Item = Range<usize>> + Clone + use<'a, V, I> {
        let most = if self.indices.is_empty() { self.rows } else { self.stored_rows() };
        let (view, parts) = (*self, parts.min(most));
        ranges(parts, move |part| view.first_row_of(part, parts))
    }
}
