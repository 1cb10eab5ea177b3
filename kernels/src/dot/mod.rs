//! Products of csr matrices, or of their transposes, with dense, row_sparse and csr matrices, and of dense ones with
//! each other.
//!
//! The transposed products but those by scattering need a [`SegmentPlan`](crate::segments::SegmentPlan), made once for
//! a pattern by [`transpose_plan`] or [`transpose_plan_row_sparse`]: time and scratch in proportion to the stored
//! entries, whatever the number of columns. [`SpmmAlgorithm`] chooses among the forms of a product.
//!
//! | left | right | product | result: kernel |
//! |---|---|---|---|
//! | csr | dense | `A B` | dense: [`csr_dense()`], of one column also [`sell_column()`] |
//! | csr | dense | `A^T B` | row_sparse: [`csr_t_dense()`]; dense: [`csr_t_dense_to_dense()`], [`csr_t_dense_scatter()`], of one column [`csr_t_column()`] |
//! | csr | row_sparse | `A B` | dense: [`csr_row_sparse()`] |
//! | csr | row_sparse | `A^T B` | row_sparse: [`csr_t_row_sparse()`]; dense: [`csr_t_row_sparse_scatter()`] |
//! | csr | csr | `A B`, and either one transposed by [`transpose`] | csr: [`csr_csr()`]; dense: the same, then [`csr_to_dense`](crate::cast::csr_to_dense()) |
//! | dense | csr | `A B` | dense: [`dense_csr()`]; csr: the same with [`occurring_columns`] |
//! | dense | csr | `A B^T` | dense: [`dense_csr_t()`] |
//! | dense | row_sparse | `A B^T` | dense: [`dense_row_sparse_t()`] |
//! | dense | dense | `A B`, `A^T B`, `A B^T` | dense: [`dense_dense()`], [`dense_t_dense()`], [`dense_dense_t()`] |
//! | dense | dense | `A B^T` at the places of a csr | csr: [`sddmm()`] |
//!
//! Others are these in another guise. `A^T B^T` of two dense matrices is the transposed result of `B A`. A row_sparse
//! on the left is the dense matrix of its stored rows: its product is that of this matrix, and stores the same rows.
//! `A B^T` and `A^T B^T` of a csr and a dense matrix, and `A^T B` and `A^T B^T` of a dense one and a csr, are the
//! transposed results of the products in the table with left and right exchanged. A row_sparse on the right that is not
//! transposed, beside a dense or row_sparse matrix, becomes dense by
//! [`row_sparse_to_dense`](crate::cast::row_sparse_to_dense()) first. A result in another storage type is a cast of one
//! of these.
mod block_ends;
mod column;
mod csr_csr;
mod csr_csr_pattern;
mod csr_dense;
mod csr_row_sparse;
mod csr_t_column;
mod csr_t_dense;
mod csr_t_dense_scatter;
mod csr_t_dense_to_dense;
mod csr_t_row_sparse;
mod csr_t_row_sparse_scatter;
mod dense_column;
mod dense_csr;
mod dense_csr_t;
mod dense_dense;
mod dense_dense_t;
mod dense_row_sparse_t;
mod dense_t_dense;
mod dots;
mod form;
mod occurring_columns;
mod output_rows;
mod panels;
mod scatter;
mod sddmm;
mod sell_column;
mod sell_plan;
mod slice_rows;
mod slices;
mod tiles;
mod transpose;
mod transpose_plan;

pub use block_ends::{
    AnyBlockEnds, BlockEnds, BlockShape, block_ends, block_ends_capacity, block_ends_row_sparse, block_ends_scratch,
};
pub(crate) use block_ends::{GROUPS, group_mask, group_of};
pub use csr_csr::{CsrCsr, csr_csr};
pub use csr_csr_pattern::{csr_csr_indices, csr_csr_row_nnz, csr_csr_scratch};
pub use csr_dense::{CsrDense, csr_dense};
pub use csr_row_sparse::{CsrRowSparse, csr_row_sparse};
pub use csr_t_column::{CsrTColumn, csr_t_column};
pub use csr_t_dense::{CsrTDense, csr_t_dense};
pub use csr_t_dense_scatter::{CsrTDenseScatter, csr_t_dense_scatter};
pub use csr_t_dense_to_dense::{CsrTDenseToDense, csr_t_dense_to_dense};
pub use csr_t_row_sparse::{CsrTRowSparse, csr_t_row_sparse};
pub use csr_t_row_sparse_scatter::{CsrTRowSparseScatter, csr_t_row_sparse_scatter};
pub use dense_csr::{DenseCsr, dense_csr, dense_csr_scratch};
pub use dense_csr_t::{DenseCsrT, dense_csr_t};
pub use dense_dense::{DenseDense, Left, Neither, Right, Transposition, dense_dense, dense_dense_scratch};
pub use dense_dense_t::dense_dense_t;
pub use dense_row_sparse_t::{DenseRowSparseT, dense_row_sparse_t};
pub use dense_t_dense::dense_t_dense;
pub use form::{Products, SpmmAlgorithm};
pub use occurring_columns::occurring_columns;
pub use output_rows::OutputRows;
pub use sddmm::{Sddmm, sddmm};
pub use sell_column::{SellColumn, sell_column};
pub use sell_plan::{AnySellPlan, SellPlan, SellShape, sell_plan, sell_plan_length, sell_plan_transposed};
pub use transpose::{TransposeBuffers, Transposed, transpose};
pub use transpose_plan::{transpose_plan, transpose_plan_row_sparse};
