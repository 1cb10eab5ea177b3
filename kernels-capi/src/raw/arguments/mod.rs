//! Each kind of argument: which arrays it names, and the view that they become.
mod block_ends;
mod broadcast;
mod csr;
mod dense;
mod hyper;
mod list;
mod plan;
mod row_sparse;
mod rows_mut;
mod scratch;
mod sell_plan;

pub(crate) use hyper::common;
pub(crate) use list::{List, ListMut, Of, Place, Scalar, Sizes};
pub(crate) use scratch::LIST_SCRATCH;
pub(super) use scratch::{RowSparseList, Scratch, integers};

use super::report::{Refused, Report};

/// Elements of an array of `count` groups; more than any memory has, where that does not fit.
#[inline(always)]
pub(super) fn product(count: usize, each: usize) -> usize {
    count.saturating_mul(each)
}

/// Rows from id 0 to the last.
#[inline(always)]
pub(super) fn rows_with_first(first_row: usize, rows: usize, report: &mut Report) -> Result<usize, Refused> {
    first_row.checked_add(rows).ok_or_else(|| report.too_long(rows))
}
