//! Kernels on the stored rows of row_sparse arrays.
mod add_n;
mod coalesce;
mod retain;

pub use add_n::{AddN, SumRows, add_n, add_n_ids};
pub use coalesce::{Coalesce, coalesce, coalesce_plan};
pub use retain::{Retain, retain, retain_ids};
