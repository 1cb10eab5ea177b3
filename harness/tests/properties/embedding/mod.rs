//! Rows by their ids, and bags of them. A file per kernel.
pub mod bag_max;
pub mod bag_max_gradient;
pub mod bag_mean;
pub mod bag_shares;
pub mod bag_sum;
pub mod bags;
mod gradients;
pub mod lookup;
pub mod lookup_row_sparse;
