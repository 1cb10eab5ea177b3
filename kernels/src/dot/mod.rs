//! Products of a csr matrix, or of its transpose, with a dense or row_sparse matrix.
//!
//! The transposed products but those by scattering need a [`SegmentPlan`](crate::segments::SegmentPlan), made once for a pattern by
//! [`transpose_plan`] or [`transpose_plan_row_sparse`]: time and scratch in proportion to the stored entries, whatever the number of
//! columns. [`ProductForm`] chooses among the forms of a product.
mod block_ends;
mod column;
mod csr_dense;
mod csr_row_sparse;
mod csr_t_dense;
mod csr_t_dense_scatter;
mod csr_t_dense_to_dense;
mod csr_t_row_sparse;
mod csr_t_row_sparse_scatter;
mod form;
mod output_rows;
mod scatter;
mod slice_rows;
mod sliced_column;
mod sliced_plan;
mod slices;
mod transpose;
mod transpose_plan;

pub use block_ends::{BlockEnds, BlockShape, block_ends, block_ends_capacity, block_ends_row_sparse, block_ends_scratch};
pub use csr_dense::{CsrDense, csr_dense};
pub use csr_row_sparse::{CsrRowSparse, csr_row_sparse};
pub use csr_t_dense::{CsrTDense, csr_t_dense};
pub use csr_t_dense_scatter::{CsrTDenseScatter, csr_t_dense_scatter};
pub use csr_t_dense_to_dense::{CsrTDenseToDense, csr_t_dense_to_dense};
pub use csr_t_row_sparse::{CsrTRowSparse, csr_t_row_sparse};
pub use csr_t_row_sparse_scatter::{CsrTRowSparseScatter, csr_t_row_sparse_scatter};
pub use form::{ProductForm, Products};
pub use output_rows::OutputRows;
pub use sliced_column::{SlicedColumn, sliced_column};
pub use sliced_plan::{SlicedPlan, SlicedShape, sliced_plan, sliced_plan_length, sliced_plan_transposed};
pub use transpose::{TransposeBuffers, Transposed, transpose};
pub use transpose_plan::{transpose_plan, transpose_plan_row_sparse};
