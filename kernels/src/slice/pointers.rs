//! Pointers from the lengths of rows.
use crate::Index;
use crate::error::{KernelError, Operand, capacity};

/// Writes the pointers of rows of these lengths, and gives the last one. That it fits the index type is known before.
#[inline(always)]
pub(super) fn write<I: Index>(
    rows: usize,
    lengths: impl Iterator<Item = usize>,
    indptr: &mut [I],
) -> Result<usize, KernelError> {
    capacity(Operand::Indptr, rows.saturating_add(1), indptr.len())?;
    let Some((first, ends)) = indptr.split_first_mut() else { return Ok(0) };
    *first = I::from_usize(0);
    let mut total = 0_usize;
    for (end, length) in ends.iter_mut().zip(lengths) {
        total = total.saturating_add(length);
        *end = I::from_usize(total);
    }
    Ok(total)
}
