//! Each kind of argument: which arrays it names, and the view that they become.
mod csr;
mod dense;
mod hyper;
mod list;
mod plan;
mod row_sparse;
mod rows_mut;
mod scratch;

pub(crate) use list::{List, ListMut, Place};
pub(crate) use scratch::{LIST_SCRATCH, RowSparseList, ScratchBytes, with_keys};

use crate::status::{MemoryFault, OperandCode, Refusal, Status};

/// Refuses a number that is above the highest of its choices.
#[inline(always)]
pub(super) fn choice(found: u32, highest: u32) -> Result<u32, MemoryFault> {
    if found <= highest {
        return Ok(found);
    }
    Err(MemoryFault { status: Status::InvalidChoice, operand: OperandCode::None, expected: highest as usize, found: found as usize })
}

/// Elements of an array of `count` groups; more than any memory has, where that does not fit.
#[inline(always)]
pub(super) fn product(count: usize, each: usize) -> usize {
    count.saturating_mul(each)
}

/// Rows from id 0 to the last.
#[inline(always)]
pub(super) fn rows_with_first(first_row: usize, rows: usize) -> Result<usize, Refusal> {
    let fault = MemoryFault { status: Status::LengthOverflow, operand: OperandCode::None, expected: usize::MAX, found: rows };
    first_row.checked_add(rows).ok_or(Refusal::Memory(fault))
}
