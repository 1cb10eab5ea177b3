//! The kernels without CPU dispatch: compiled for what the target guarantees, whatever the processor has.
//!
//! Same names, arguments and bits as the doors in [`dot`](crate::dot), [`cast`](crate::cast), [`rows`](crate::rows) and [`optim`](crate::optim). Structure calls that have
//! no dispatch stand there only.

/// Products.
pub mod dot {
    pub use crate::dot::scalar::*;
}

/// Casts.
pub mod cast {
    pub use crate::cast::scalar::*;
}

/// Rows of row_sparse arrays.
pub mod rows {
    pub use crate::rows::scalar::*;
}

/// Optimizers.
pub mod optim {
    pub use crate::optim::scalar::*;
}
