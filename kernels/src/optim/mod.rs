//! Optimizers on row_sparse gradients.
//!
//! Weight and state are dense or row_sparse ([`RowsMut`](crate::RowsMut)) and are updated in place. A row_sparse one may store any subset of its rows: a
//! row that is not stored counts as zero, and a call that would have to write one is refused before anything is written.
pub(crate) mod sgd;
pub(crate) mod sgd_momentum;
mod touched_rows;

pub use sgd::{Sgd, sgd};
pub use sgd_momentum::{SgdMomentum, sgd_momentum};

/// The doors without dispatch, as [`crate::scalar`] has them.
pub(crate) mod scalar {
    pub use super::sgd::scalar_sgd as sgd;
    pub use super::sgd_momentum::scalar_sgd_momentum as sgd_momentum;
}

/// Which rows an update touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Update {
    /// Only the rows that the gradient stores, also for weight decay and momentum.
    Lazy,
    /// All rows; one that the gradient does not store has a gradient of zero.
    Standard,
}

/// `value` limited to `-bound..=bound`; NaN stays.
#[inline(always)]
fn clip<V: crate::Value>(value: V, bound: V) -> V {
    // Two selections, no branch: so that loops over it become vector loops.
    let from_below = if value < -bound { -bound } else { value };
    if value > bound { bound } else { from_below }
}
