//! Products of a csr matrix, or of its transpose, with a dense or row_sparse matrix.
//!
//! The transposed products need a [`SegmentPlan`](crate::rows::SegmentPlan), made once for a pattern by [`transpose_plan`] or
//! [`transpose_plan_row_sparse`]: time and scratch in proportion to the stored entries, whatever the number of columns.
mod column;
pub(crate) mod csr_dense;
pub(crate) mod csr_row_sparse;
pub(crate) mod csr_t_dense;
pub(crate) mod csr_t_dense_to_dense;
pub(crate) mod csr_t_row_sparse;
pub(crate) mod tile;
mod transpose_plan;

pub use csr_dense::csr_dense;
pub use csr_row_sparse::csr_row_sparse;
pub use csr_t_dense::csr_t_dense;
pub use csr_t_dense_to_dense::csr_t_dense_to_dense;
pub use csr_t_row_sparse::csr_t_row_sparse;
pub use transpose_plan::{transpose_plan, transpose_plan_row_sparse};

/// The doors without dispatch, as [`crate::scalar`] has them.
pub(crate) mod scalar {
    pub use super::csr_dense::scalar_csr_dense as csr_dense;
    pub use super::csr_row_sparse::scalar_csr_row_sparse as csr_row_sparse;
    pub use super::csr_t_dense::scalar_csr_t_dense as csr_t_dense;
    pub use super::csr_t_dense_to_dense::scalar_csr_t_dense_to_dense as csr_t_dense_to_dense;
    pub use super::csr_t_row_sparse::scalar_csr_t_row_sparse as csr_t_row_sparse;
}
