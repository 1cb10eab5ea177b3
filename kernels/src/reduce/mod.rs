//! Sums, means, norms and extremes: of all values of an array, of each row and of each column.
//!
//! A reduction is a [`Reduction`]: [`Sum`], [`Mean`], [`Norm1`], [`Norm2`], [`SquareSum`], [`Max`], [`Min`], or one of
//! your own. Five functions run any of them; each of these has functions of its name besides, such as [`sum_rows`].
//!
//! | of | dense | csr | row_sparse |
//! |---|---|---|---|
//! | all values | [`values()`] | [`values()`] of its values | [`values()`] of its data |
//! | each row | [`rows()`] | [`csr_rows()`] | [`rows()`] of the stored rows: the data of the result, whose ids are the same |
//! | each column | [`columns()`] | [`csr_columns()`] | [`columns()`] of the stored rows |
//!
//! Their arguments are [`Whole`], [`DenseRows`], [`CsrRows`], [`DenseColumns`] and [`CsrColumns`].
//!
//! Elements that are not stored have no term; an extreme takes them as zeros. A mean counts them: that of all values
//! takes the number of elements, and that of a row_sparse array's columns is its sum divided by the number of rows.
//!
//! Gradients: that of a sum is the gradient of each result, repeated for its terms by [`repeat_rows`] and
//! [`repeat_columns`], or in the pattern of a csr by [`entries_gather`](crate::binary::entries_gather()). That of a
//! mean is divided by the count before; that of a norm is `x * (g / y)` and that of a sum of squares `2 * x * g`,
//! products of rows or entries of `x` with a vector. That of an extreme is [`extreme_rows_backward`] or
//! [`extreme_columns_backward`]. [`nnz_rows`] and [`nnz_columns`] count entries.
mod argmax_rows;
mod blocks;
mod columns;
mod csr_columns;
pub(crate) mod extreme;
mod extreme_columns_backward;
mod extreme_rows_backward;
pub(crate) mod lanes;
mod max;
mod mean;
mod min;
mod nnz_columns;
mod nnz_rows;
mod norm1;
mod norm2;
mod reduction;
mod repeat_columns;
mod repeat_rows;
mod rows;
mod square_sum;
mod sum;
pub(crate) mod whole;

pub use argmax_rows::{ArgmaxRows, argmax_rows};
pub use columns::{DenseColumns, OutputColumns, columns};
pub use csr_columns::{CsrColumns, csr_columns, csr_columns_scratch};
pub use extreme::{Largest, Smallest};
pub use extreme_columns_backward::{ExtremeColumnsBackward, extreme_columns_backward};
pub use extreme_rows_backward::{ExtremeRowsBackward, extreme_rows_backward};
pub use max::{Max, max, max_columns, max_csr_columns, max_csr_rows, max_rows};
pub use mean::{Mean, mean, mean_columns, mean_csr_columns, mean_csr_rows, mean_rows};
pub use min::{Min, min, min_columns, min_csr_columns, min_csr_rows, min_rows};
pub use nnz_columns::{NnzColumns, nnz_columns};
pub use nnz_rows::{NnzRows, nnz_rows};
pub use norm1::{Norm1, norm1, norm1_columns, norm1_csr_columns, norm1_csr_rows, norm1_rows};
pub use norm2::{Norm2, norm2, norm2_columns, norm2_csr_columns, norm2_csr_rows, norm2_rows};
pub use reduction::{Itself, Magnitude, Reduction, Square, Term};
pub use repeat_columns::{RepeatColumns, repeat_columns};
pub use repeat_rows::{RepeatRows, repeat_rows};
pub use rows::{CsrRows, DenseRows, csr_rows, rows};
pub use square_sum::{
    SquareSum, square_sum, square_sum_columns, square_sum_csr_columns, square_sum_csr_rows, square_sum_rows,
};
pub use sum::{Sum, sum, sum_columns, sum_csr_columns, sum_csr_rows, sum_rows};
pub use whole::{Whole, values};
