//! Dense rows that can be written, of which only some are stored.
use super::row_sparse::{check_indices, check_lengths, check_part, dimensions, product};
use super::{DenseMut, RowSparse, short_debug};
use crate::call::erased;
use crate::error::FormatError;
use crate::unsigned::unsigned;
use crate::{Index, Number};

/// A row_sparse array of a known pattern whose values can be written.
pub struct RowSparseMut<'a, V, I> {
    rows: usize,
    row_length: usize,
    trailing: Option<&'a [usize]>,
    first_row: usize,
    indices: &'a [I],
    data: &'a mut [V],
}
unsigned! { [V] RowSparseMut [V] [] { rows, row_length, trailing, first_row, data; indices } }
erased! {
    'a RowSparseMut<V: Number,
    I: Index> as AnyRowSparseMut {
        rows: usize, row_length: usize, trailing: Option<&'a [usize]>, first_row: usize
    } [indices] [] [] [data]
}

short_debug! {
    RowSparseMut<V,
    I> { rows: |array| array.rows, row_length: |array| array.row_length, stored_rows: |array| array.indices.len() }
}

impl<'a, V: Number, I: Index> RowSparseMut<'a, V, I> {
    /// The checked constructor for a matrix of `rows` x `row_length` whose stored rows are known and whose values may
    /// be anything.
    ///
    /// # Errors
    /// [`FormatError::RowSparseShape`], [`FormatError::RowSparseIndices`]; [`FormatError::Dimension`] if rows do not
    /// fit the index type.
    pub fn new(rows: usize, row_length: usize, indices: &'a [I], data: &'a mut [V]) -> Result<Self, FormatError> {
        check_lengths::<I>(rows, row_length, indices.len(), data.len())?;
        check_indices(indices, rows)?;
        Self::trusted(rows, row_length, indices, data)
    }

    /// The checked constructor for any rank: `shape[0]` rows, each of the shape `shape[1..]`.
    ///
    /// # Errors
    /// As [`new`](Self::new), and [`FormatError::RowSparseShape`] for a shape without dimensions.
    pub fn with_shape(shape: &'a [usize], indices: &'a [I], data: &'a mut [V]) -> Result<Self, FormatError> {
        let (rows, trailing) = dimensions(shape)?;
        Ok(Self { trailing: Some(trailing), ..Self::new(rows, product(trailing)?, indices, data)? })
    }

    /// The checked constructor for a part of an array: as [`RowSparse::part`].
    ///
    /// # Errors
    /// As there.
    pub fn part(
        first_row: usize,
        rows: usize,
        row_length: usize,
        indices: &'a [I],
        data: &'a mut [V],
    ) -> Result<Self, FormatError> {
        let end = check_part(first_row, rows, indices)?;
        Ok(Self { rows, first_row, ..Self::trusted(end, row_length, indices, data)? })
    }

    /// The unchecked constructor: it checks lengths only, in O(1).
    ///
    /// # Errors
    /// [`FormatError::RowSparseShape`] and [`FormatError::Dimension`].
    pub fn trusted(rows: usize, row_length: usize, indices: &'a [I], data: &'a mut [V]) -> Result<Self, FormatError> {
        check_lengths::<I>(rows, row_length, indices.len(), data.len())?;
        Ok(Self { rows, row_length, trailing: None, first_row: 0, indices, data })
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
        self.pattern().rank()
    }
    /// The length of dimension `axis`; 1 beyond the rank.
    #[must_use]
    pub fn dimension(&self, axis: usize) -> usize {
        self.pattern().dimension(axis)
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
    /// The ids of the stored rows.
    #[must_use]
    pub const fn indices(&self) -> &'a [I] {
        self.indices
    }
    /// The stored values.
    pub const fn data_mut(&mut self) -> &mut [V] {
        self.data
    }
    /// The stored values, for as long as they were borrowed.
    #[must_use]
    pub const fn into_data(self) -> &'a mut [V] {
        self.data
    }
    /// The same array, to be read.
    #[must_use]
    pub const fn as_row_sparse(&self) -> RowSparse<'_, V, I> {
        RowSparse {
            rows: self.rows,
            row_length: self.row_length,
            trailing: self.trailing,
            first_row: self.first_row,
            indices: self.indices,
            data: self.data,
        }
    }
    /// The stored ids without values: to look rows up while the values are being written.
    pub(crate) const fn pattern(&self) -> RowSparse<'a, V, I> {
        RowSparse {
            rows: self.rows,
            row_length: self.row_length,
            trailing: self.trailing,
            first_row: self.first_row,
            indices: self.indices,
            data: &[],
        }
    }
    /// The stored rows, as a matrix of just them.
    pub(crate) fn into_stored(self) -> DenseMut<'a, V> {
        DenseMut::of_stored(self.indices.len(), self.row_length, self.data)
    }
    /// The same array, for a shorter time.
    pub const fn reborrow(&mut self) -> RowSparseMut<'_, V, I> {
        RowSparseMut {
            rows: self.rows,
            row_length: self.row_length,
            trailing: self.trailing,
            first_row: self.first_row,
            indices: self.indices,
            data: self.data,
        }
    }

    /// The values of stored row `k`, to be written; empty if there is no such row.
    #[inline(always)]
    pub fn stored_row_mut(&mut self, k: usize) -> &mut [V] {
        let start = k.wrapping_mul(self.row_length);
        self.data.get_mut(start..start.wrapping_add(self.row_length)).unwrap_or_default()
    }

    /// The rows before `row`, and the others: two views that can be written at the same time. `row` is cut to the
    /// number of rows.
    #[must_use]
    pub fn split_rows_at(self, row: usize) -> (Self, Self) {
        let row = row.min(self.rows);
        let k = self.indices.partition_point(|stored| stored.to_usize() < row + self.first_row);
        let (indices, indices_rest) = self.indices.split_at(k);
        let (data, data_rest) = self.data.split_at_mut((k * self.row_length).min(self.data.len()));
        (
            Self { rows: row, indices, data, ..self },
            Self {
                rows: self.rows - row,
                first_row: self.first_row + row,
                indices: indices_rest,
                data: data_rest,
                ..self
            },
        )
    }
}
