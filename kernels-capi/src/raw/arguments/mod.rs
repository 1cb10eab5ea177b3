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
mod stream;

pub(super) use block_ends::DeclaredBlockEnds;
pub(super) use broadcast::DeclaredBroadcast;
pub(super) use csr::DeclaredCsr;
pub(super) use dense::DeclaredDense;
pub(crate) use hyper::{Plain, common};
pub(super) use list::OneValue;
pub(super) use list::Scalar;
pub(crate) use list::{List, ListMut, Place, Sizes};
pub(super) use plan::{DeclaredBuffers, DeclaredPlan};
pub(super) use row_sparse::DeclaredRowSparse;
pub(super) use rows_mut::DeclaredRows;
pub(crate) use scratch::LIST_SCRATCH;
pub(super) use scratch::{DeclaredRowSparseList, RowSparseList, ScratchBytes, integers};
pub(super) use sell_plan::DeclaredSellPlan;

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
