//! Rows of a weight by their ids, one by one or reduced in bags, and the gradients.
//!
//! A bag is a row of a [`Csr`](crate::Csr): its columns are ids, in any order and repeated, and its values multiply
//! their rows. [`Csr::trusted`](crate::Csr::trusted) makes such a view of offsets and ids; each kernel here checks
//! every id before it writes anything. An id that is the `padding` stands for nothing; a padding that is no id, such as
//! `usize::MAX`, for none.
//!
//! | result | kernel |
//! |---|---|
//! | the row of each id | [`lookup`], [`lookup_row_sparse`] |
//! | its row_sparse gradient | [`rows::coalesce`](crate::rows::coalesce) of [`RowSparse::trusted`](crate::RowSparse::trusted) with the ids and the rows of the gradient |
//! | its dense gradient | [`dot::csr_t_dense_scatter`](crate::dot::csr_t_dense_scatter), or [`dot::csr_t_dense_to_dense`](crate::dot::csr_t_dense_to_dense) with a [`bag_plan`], of bags of one id |
//! | the sum or mean of each bag | [`bag_sum`], [`bag_mean`] |
//! | its gradient | [`dot::csr_t_dense`](crate::dot::csr_t_dense) or [`dot::csr_t_dense_to_dense`](crate::dot::csr_t_dense_to_dense) with a [`bag_plan`] and the values of the bags, for means their [`bag_shares`] |
//! | the largest element of each bag | [`bag_max`] |
//! | its gradient | [`bag_max_gradient`] with a [`bag_plan`] |
mod bag;
mod bag_max;
mod bag_max_gradient;
mod bag_mean;
mod bag_plan;
mod bag_shares;
mod bag_sum;
mod lookup;
mod lookup_row_sparse;

pub use bag::{Bag, Reduction};
pub use bag_max::{BagMax, bag_max, replaces};
pub use bag_max_gradient::{BagMaxGradient, add_if, bag_max_gradient};
pub use bag_mean::{Mean, bag_mean};
pub use bag_plan::bag_plan;
pub use bag_shares::{BagShares, bag_shares};
pub use bag_sum::{Sum, bag_sum};
pub use lookup::{Lookup, lookup};
pub use lookup_row_sparse::{LookupRowSparse, lookup_row_sparse};
