//! A matrix whose rows a kernel updates in place, dense or row_sparse.
use super::{DenseMut, Finder, RowSparse, RowSparseMut};
use crate::{Index, Number};

/// A weight or an optimizer's state: dense, or row_sparse with any subset of its rows stored.
#[derive(Debug)]
pub enum RowsMut<'a, V, I> {
    /// Every row is there.
    Dense(DenseMut<'a, V>),
    /// A row that is not stored counts as zero, and cannot be written.
    RowSparse(RowSparseMut<'a, V, I>),
}

/// Rows that are not there: a matrix of no rows.
impl<V, I> Default for RowsMut<'_, V, I> {
    fn default() -> Self {
        Self::Dense(DenseMut::default())
    }
}

impl<'a, V: Number, I: Index> RowsMut<'a, V, I> {
    /// Number of rows, stored or not.
    #[must_use]
    pub const fn rows(&self) -> usize {
        match self {
            Self::Dense(dense) => dense.rows(),
            Self::RowSparse(row_sparse) => row_sparse.rows(),
        }
    }

    /// Elements of one row.
    #[must_use]
    pub const fn row_length(&self) -> usize {
        match self {
            Self::Dense(dense) => dense.columns(),
            Self::RowSparse(row_sparse) => row_sparse.row_length(),
        }
    }

    /// The stored ids; `None` if every row is there.
    pub(crate) const fn pattern(&self) -> Option<RowSparse<'a, V, I>> {
        match self {
            Self::Dense(_) => None,
            Self::RowSparse(row_sparse) => Some(row_sparse.pattern()),
        }
    }

    /// What finds the place of a row; `None` where that is the row itself.
    #[inline(always)]
    pub(crate) fn finder(&self) -> Option<Finder<'a, V, I>> {
        // A branch for each: by `filter`, numbers of rows would be compared that a dense array does not have, which
        // valgrind reports.
        match self {
            Self::RowSparse(stored) if stored.pattern().stored_rows() != stored.rows() => {
                Some(Finder::new(stored.pattern()))
            }
            _ => None,
        }
    }

    /// The values of the rows that are there, one after the other.
    pub(crate) fn into_stored(self) -> DenseMut<'a, V> {
        match self {
            Self::Dense(dense) => dense,
            Self::RowSparse(row_sparse) => row_sparse.into_stored(),
        }
    }

    /// The same rows, for a shorter time.
    pub const fn reborrow(&mut self) -> RowsMut<'_, V, I> {
        match self {
            Self::Dense(dense) => RowsMut::Dense(dense.reborrow()),
            Self::RowSparse(row_sparse) => RowsMut::RowSparse(row_sparse.reborrow()),
        }
    }

    /// The rows before `row`, and the others: two views that can be updated at the same time.
    #[must_use]
    pub fn split_rows_at(self, row: usize) -> (Self, Self) {
        match self {
            Self::Dense(dense) => {
                let (top, rest) = dense.split_rows_at(row);
                (Self::Dense(top), Self::Dense(rest))
            }
            Self::RowSparse(row_sparse) => {
                let (top, rest) = row_sparse.split_rows_at(row);
                (Self::RowSparse(top), Self::RowSparse(rest))
            }
        }
    }
}

impl<'a, V, I> From<DenseMut<'a, V>> for RowsMut<'a, V, I> {
    fn from(dense: DenseMut<'a, V>) -> Self {
        Self::Dense(dense)
    }
}

impl<'a, V, I> From<RowSparseMut<'a, V, I>> for RowsMut<'a, V, I> {
    fn from(row_sparse: RowSparseMut<'a, V, I>) -> Self {
        Self::RowSparse(row_sparse)
    }
}
