//! An operand that is brought to the shape of a result.
use super::{Dense, Finder, RowSparse};
use crate::error::{KernelError, Operand, expect};
use crate::{Index, Value};

/// What a function of two numbers takes beside a csr, or beside another of its kind: a matrix of the result's shape, R
/// x C, or values for one of its axes.
///
/// The axis is the one that the name says, whatever the lengths are: a row is the same for all rows also where there is
/// but one, or as many as columns.
///
/// ```
/// use lacuna::{Broadcast, RowSparseMut, binary};
/// let (row, column) = (Broadcast::<f32, i32>::Row(&[1.0, 2.0]), Broadcast::Column(&[10.0, 20.0]));
/// let mut sums = [0.0; 4];
/// binary::rows_add(row, column, RowSparseMut::new(2, 2, &[0, 1], &mut sums)?.into())?;
/// assert_eq!(sums, [11.0, 12.0, 21.0, 22.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Broadcast<'a, V, I> {
    /// R x C.
    Dense(Dense<'a, V>),
    /// R x C, where a row that is not stored is zero.
    RowSparse(RowSparse<'a, V, I>),
    /// C values, the same for each row.
    Row(&'a [V]),
    /// R values, the same for each column.
    Column(&'a [V]),
    /// One value for all.
    Scalar(V),
}

impl<'a, V, I> From<Dense<'a, V>> for Broadcast<'a, V, I> {
    fn from(dense: Dense<'a, V>) -> Self {
        Self::Dense(dense)
    }
}

impl<'a, V, I> From<RowSparse<'a, V, I>> for Broadcast<'a, V, I> {
    fn from(row_sparse: RowSparse<'a, V, I>) -> Self {
        Self::RowSparse(row_sparse)
    }
}

impl<'a, V: Value, I: Index> Broadcast<'a, V, I> {
    /// Refuses one that does not belong to a result of `rows` x `columns`.
    pub(crate) fn check(&self, operand: Operand, rows: usize, columns: usize) -> Result<(), KernelError> {
        match self {
            Self::Dense(dense) => {
                expect(operand, 0, rows, dense.rows())?;
                expect(operand, 1, columns, dense.columns())
            }
            Self::RowSparse(stored) => {
                expect(operand, 0, rows, stored.rows())?;
                expect(operand, 1, columns, stored.row_length())
            }
            Self::Row(values) => expect(operand, 1, columns, values.len()),
            Self::Column(values) => expect(operand, 0, rows, values.len()),
            Self::Scalar(_) => Ok(()),
        }
    }

    /// The same for the rows before `row`, and for the others.
    #[must_use]
    pub fn split_rows_at(self, row: usize) -> (Self, Self) {
        match self {
            Self::Dense(dense) => {
                let (top, rest) = dense.split_rows_at(row);
                (Self::Dense(top), Self::Dense(rest))
            }
            Self::RowSparse(stored) => {
                let (top, rest) = stored.split_rows_at(row);
                (Self::RowSparse(top), Self::RowSparse(rest))
            }
            Self::Column(values) => {
                let (top, rest) = values.split_at(row.min(values.len()));
                (Self::Column(top), Self::Column(rest))
            }
            Self::Row(_) | Self::Scalar(_) => (self, self),
        }
    }

    /// Its rows, fastest in ascending order.
    #[inline(always)]
    pub(crate) fn by_rows(self) -> BroadcastRows<'a, V, I> {
        let finder = if let Self::RowSparse(stored) = self { Some(Finder::new(stored)) } else { None };
        BroadcastRows { operand: self, finder }
    }
}

/// One row of a broadcast operand.
#[derive(Clone, Copy)]
pub(crate) enum RowOf<'a, V> {
    /// A value for each column.
    Each(&'a [V]),
    /// The same for all columns.
    Same(V),
}

impl<V: Value> RowOf<'_, V> {
    /// The value at a column; zero at one that there is not.
    #[inline(always)]
    pub(crate) fn at(self, column: usize) -> V {
        match self {
            Self::Each(values) => values.get(column).copied().unwrap_or_default(),
            Self::Same(value) => value,
        }
    }
}

/// The rows of a broadcast operand.
pub(crate) struct BroadcastRows<'a, V, I> {
    operand: Broadcast<'a, V, I>,
    finder: Option<Finder<'a, V, I>>,
}

impl<'a, V: Value, I: Index> BroadcastRows<'a, V, I> {
    #[inline(always)]
    pub(crate) fn row(&self, row: usize) -> RowOf<'a, V> {
        match (self.operand, &self.finder) {
            (Broadcast::Dense(dense), _) => RowOf::Each(dense.row(row)),
            (Broadcast::RowSparse(stored), Some(finder)) => match finder.find(row) {
                Some(place) => RowOf::Each(stored.stored_row(place)),
                None => RowOf::Same(V::ZERO),
            },
            (Broadcast::RowSparse(_), None) => RowOf::Same(V::ZERO),
            (Broadcast::Row(values), _) => RowOf::Each(values),
            (Broadcast::Column(values), _) => RowOf::Same(values.get(row).copied().unwrap_or_default()),
            (Broadcast::Scalar(value), _) => RowOf::Same(value),
        }
    }
}
