//! The kernels without CPU dispatch: compiled for what the target guarantees, whatever the processor has.
//!
//! Same names, arguments and bits as the doors in [`dot`](crate::dot), [`cast`](crate::cast), [`rows`](crate::rows) and [`optim`](crate::optim). Structure calls that have
//! no dispatch stand there only.

/// Products.
pub mod dot {
    pub use crate::dot::csr_dense::scalar_csr_dense as csr_dense;
    pub use crate::dot::csr_row_sparse::scalar_csr_row_sparse as csr_row_sparse;
    pub use crate::dot::csr_t_dense::scalar_csr_t_dense as csr_t_dense;
    pub use crate::dot::csr_t_dense_to_dense::scalar_csr_t_dense_to_dense as csr_t_dense_to_dense;
    pub use crate::dot::csr_t_row_sparse::scalar_csr_t_row_sparse as csr_t_row_sparse;
}

/// Casts.
pub mod cast {
    pub use crate::cast::csr_to_dense::scalar_csr_to_dense as csr_to_dense;
    pub use crate::cast::dense_to_csr::scalar_dense_row_nnz as dense_row_nnz;
    pub use crate::cast::dense_to_csr::scalar_dense_to_csr as dense_to_csr;
    pub use crate::cast::dense_to_csr::scalar_dense_to_csr_one_pass as dense_to_csr_one_pass;
    pub use crate::cast::dense_to_row_sparse::scalar_dense_row_ids as dense_row_ids;
    pub use crate::cast::dense_to_row_sparse::scalar_dense_to_row_sparse as dense_to_row_sparse;
    pub use crate::cast::row_sparse_to_dense::scalar_row_sparse_to_dense as row_sparse_to_dense;
}

/// Rows of row_sparse arrays.
pub mod rows {
    pub use crate::rows::add_n::scalar_add_n as add_n;
    pub use crate::rows::coalesce::scalar_coalesce as coalesce;
    pub use crate::rows::retain::scalar_retain as retain;
}

/// Optimizers.
pub mod optim {
    pub use crate::optim::sgd::scalar_sgd as sgd;
    pub use crate::optim::sgd_momentum::scalar_sgd_momentum as sgd_momentum;
}
