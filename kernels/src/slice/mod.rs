//! Parts of csr matrices and matrices put together of parts: rows by ids, ranges of columns, concatenation, selection
//! by a condition, diagonals, and the canonical form.
//!
//! | wanted | how |
//! |---|---|
//! | rows `a..b` | [`Csr::row_range`](crate::Csr::row_range): a view, nothing is copied |
//! | rows in steps, backwards, repeated, in any order | [`take`](take()), with the ids of [`Steps::ids`] or any others |
//! | columns `a..b` | [`columns`](columns()) |
//! | columns in any other order | [`dot::transpose`](crate::dot::transpose), [`take`](take()), and again transpose |
//! | one below the other, one beside the other | [`concat`](concat()) |
//! | a transposed matrix | [`dot::transpose`](crate::dot::transpose), and [`rows::permute`](crate::rows::permute()) for the values |
//! | a matrix without its explicit zeros | [`prune`](prune()); of a row_sparse the rows of zeros, [`prune_ids`] and [`rows::retain`](crate::rows::retain()) |
//! | sorted columns, each once; triplets as a csr | [`canonical_csr`], [`canonical_coo`], and [`rows::coalesce`](crate::rows::coalesce()) for the values |
//! | nothing stored | `rows + 1` pointers, all 0: no kernel |
//! | ones on a diagonal | pointers `0..=n`, columns `k..n + k`, values 1: no kernel |
//!
//! Whatever stores entries is made in two calls: one for the pointers, which also says how many entries there will be,
//! and one for columns and values. The results are canonical if the operands are: sorted columns, `rows + 1` pointers,
//! arrays of the exact length.
mod bounds;
mod canonical;
mod columns;
mod concat;
mod diagonal;
mod pointers;
mod prune;
mod select;
mod select_x_gradient;
mod select_y_gradient;
mod take;

pub use bounds::{Outside, Steps, resolve_ids};
pub use canonical::{Canonical, CanonicalBuffers, canonical_coo, canonical_csr};
pub use columns::{Columns, columns, columns_indptr};
pub use concat::{Concat, add_row_nnz, concat};
pub use diagonal::{Diagonal, diagonal};
pub use prune::{Prune, prune, prune_ids, prune_indptr};
pub use select::{Both, OnlyX, OnlyY, Select, Sides, select};
pub use select_x_gradient::select_x_gradient;
pub use select_y_gradient::select_y_gradient;
pub use take::{Take, take, take_indptr};

use crate::error::{KernelError, Operand};
use crate::{CsrMut, Index, Number};

/// Columns and values of a row.
type Entries<'a, V, I> = (&'a [I], &'a [V]);

/// Copies entries to a row of as many, with `shift` added to the columns (wrapping: it may be negative). A row of
/// another length, which only a call that was refused has, stays.
#[inline(always)]
fn copy_entries<V: Number, I: Index>(
    (to_indices, to_values): (&mut [I], &mut [V]),
    (indices, values): Entries<V, I>,
    shift: usize,
) {
    if to_indices.len() != indices.len() || to_values.len() != values.len() {
        return;
    }
    if shift == 0 {
        to_indices.copy_from_slice(indices);
    } else {
        for (to, index) in to_indices.iter_mut().zip(indices) {
            *to = I::from_usize(index.to_usize().wrapping_add(shift));
        }
    }
    to_values.copy_from_slice(values);
}

/// Refuses an output whose rows do not store as many entries as they are given.
#[inline(always)]
fn check_lengths<V: Number, I: Index>(out: &CsrMut<V, I>, given: impl Fn(usize) -> usize) -> Result<(), KernelError> {
    let stored = out.as_csr();
    for row in 0..stored.rows() {
        let (expected, found) = (given(row), stored.entries(row).len());
        if expected != found {
            return Err(KernelError::Pattern { operand: Operand::Output, row, expected, found });
        }
    }
    Ok(())
}
