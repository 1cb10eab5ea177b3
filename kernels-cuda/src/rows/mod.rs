//! Kernels on the stored rows of row_sparse arrays, and on stored values: [`lacuna::rows`] on a device.
mod add_n;
mod coalesce;
mod permute;
mod retain;

pub use add_n::{add_n, add_n_ids};
pub use coalesce::{coalesce, coalesce_plan};
pub use permute::permute;
pub use retain::{retain, retain_ids};
