//! Kernels on stored rows on several threads. Operands that do not fit are given to the door as they are, so that it refuses them.
use super::dot::{equal_terms, same_pattern};
use super::split::{Cuts, by_rows, partitioned};
use lacuna::rows::{self, SegmentPlan};
use lacuna::{Index, KernelError, RowSparse, RowSparseMut, Value};
use std::ops::Range;

/// The doors of this family, as the methods of a backend.
macro_rules! rows_doors {
    ($($before:tt)*) => {
        optim_doors! {
            $($before)*
            /// The rows that `out` stores.
            rows::retain(data: RowSparse<'_, V, I>, out: RowSparseMut<'_, V, I>) -> ();
            /// The sums of the rows of equal id.
            rows::coalesce(plan: &SegmentPlan<'_, I>, input: RowSparse<'_, V, I>, out: RowSparseMut<'_, V, I>) -> ();
            /// The sum of the inputs.
            rows::add_n(inputs: &[RowSparse<'_, V, I>], cursors: &mut [usize], out: RowSparseMut<'_, V, I>) -> ();
        }
    };
}

/// Inputs of an `add_n` that is cut: each part keeps its views of them on the stack.
const MOST_INPUTS: usize = 16;

/// Parts of equal stored rows.
pub(super) fn equal_stored<'a, V: Value, I: Index>(
    out: &RowSparseMut<'a, V, I>,
    threads: usize,
) -> Cuts<impl Fn(usize) -> usize + Sync + use<'a, V, I>> {
    // A view of the pattern alone, which does not borrow the values.
    let pattern = RowSparse::<'a, V, I>::trusted(out.rows(), 0, out.indices(), &[]);
    partitioned(pattern.into_iter().flat_map(move |pattern| pattern.partition(threads)))
}

pub(super) fn retain<V: Value, I: Index>(threads: usize, data: RowSparse<V, I>, out: RowSparseMut<V, I>) -> Result<(), KernelError> {
    if data.rows() != out.rows() {
        return rows::retain(data, out);
    }
    let run = |(data, out): (RowSparse<V, I>, RowSparseMut<V, I>)| rows::retain(data, out);
    by_rows(&equal_stored(&out, threads), (data, out), &run)
}

pub(super) fn coalesce<V: Value, I: Index>(
    threads: usize,
    plan: &SegmentPlan<I>,
    input: RowSparse<V, I>,
    out: RowSparseMut<V, I>,
) -> Result<(), KernelError> {
    if !same_pattern(plan, &out) {
        return rows::coalesce(plan, input, out);
    }
    let run = |(plan, out): (SegmentPlan<I>, RowSparseMut<V, I>)| rows::coalesce(&plan, input, out);
    by_rows(&equal_terms(plan, threads), (*plan, out), &run)
}

pub(super) fn add_n<V: Value, I: Index>(
    threads: usize,
    inputs: &[RowSparse<V, I>],
    cursors: &mut [usize],
    out: RowSparseMut<V, I>,
) -> Result<(), KernelError> {
    let fits = inputs.iter().all(|input| input.rows() == out.rows()) && cursors.len() >= inputs.len();
    let (true, Some(&first), ..=MOST_INPUTS) = (fits, inputs.first(), inputs.len()) else {
        return rows::add_n(inputs, cursors, out);
    };
    let run = |(range, out): (Range<usize>, RowSparseMut<V, I>)| {
        let mut parts = [first; MOST_INPUTS];
        for (part, input) in parts.iter_mut().zip(inputs) {
            *part = input.row_range(range.clone())?;
        }
        rows::add_n(&parts[..inputs.len()], &mut [0; MOST_INPUTS], out)
    };
    by_rows(&equal_stored(&out, threads), (0..out.rows(), out), &run)
}
