//! Owned arrays of the storage types, how they are lent with indices of any type, and how they get smaller.
mod broadcast;
mod csr;
mod dense;
mod row_sparse;

pub use broadcast::Broadcast;
pub use csr::Csr;
pub use dense::{Dense, Strided};
pub use row_sparse::RowSparse;

use std::ops::Range;

/// The ranges of `0..length` that a failing case is tried with instead.
pub fn smaller(length: usize) -> Vec<Range<usize>> {
    let mut ranges = vec![0..length / 2, length / 2..length, 0..length.saturating_sub(1), length.min(1)..length];
    ranges.retain(|range| range.len() < length);
    ranges.dedup();
    ranges
}
