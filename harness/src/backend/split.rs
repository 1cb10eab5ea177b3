//! Cutting operands and results by rows, and running the parts by [`rayon::join`], which allocates nothing.
use lacuna::rows::SegmentPlan;
use lacuna::{Csr, CsrMut, Dense, DenseMut, Index, KernelError, RowSparse, RowSparseMut, RowsMut, Value};
use std::ops::Range;

/// Something that can be cut by rows into two parts that different threads may work on.
pub(super) trait SplitRows: Sized + Send {
    /// The rows before `row`, and the others.
    fn split_rows(self, row: usize) -> Result<(Self, Self), KernelError>;
}

macro_rules! split_views {
    ($([$($generic:ident: $bound:ident),*] $type:ty, $rows:ident;)*) => {$(
        impl<$($generic: $bound),*> SplitRows for $type {
            fn split_rows(self, row: usize) -> Result<(Self, Self), KernelError> {
                Ok((self.row_range(0..row)?, self.row_range(row..self.$rows())?))
            }
        }
    )*};
}
split_views! {
    [V: Value, I: Index] Csr<'_, V, I>, rows;
    [V: Value, I: Index] RowSparse<'_, V, I>, rows;
    [V: Value] Dense<'_, V>, rows;
    [I: Index] SegmentPlan<'_, I>, output_rows;
}

macro_rules! split_outputs {
    ($([$($generic:ident: $bound:ident),*] $type:ty;)*) => {$(
        impl<$($generic: $bound),*> SplitRows for $type {
            fn split_rows(self, row: usize) -> Result<(Self, Self), KernelError> {
                Ok(self.split_rows_at(row))
            }
        }
    )*};
}
split_outputs! {
    [V: Value, I: Index] CsrMut<'_, V, I>;
    [V: Value, I: Index] RowSparseMut<'_, V, I>;
    [V: Value, I: Index] RowsMut<'_, V, I>;
    [V: Value] DenseMut<'_, V>;
}

/// One element for each row.
impl<T: Send> SplitRows for &mut [T] {
    fn split_rows(self, row: usize) -> Result<(Self, Self), KernelError> {
        Ok(self.split_at_mut(row.min(self.len())))
    }
}

/// The numbers of the rows.
impl SplitRows for Range<usize> {
    fn split_rows(self, row: usize) -> Result<(Self, Self), KernelError> {
        let middle = (self.start + row).min(self.end);
        Ok((self.start..middle, middle..self.end))
    }
}

impl<A: SplitRows, B: SplitRows> SplitRows for (A, B) {
    fn split_rows(self, row: usize) -> Result<(Self, Self), KernelError> {
        let ((a, a_rest), (b, b_rest)) = (self.0.split_rows(row)?, self.1.split_rows(row)?);
        Ok(((a, b), (a_rest, b_rest)))
    }
}

impl<A: SplitRows, B: SplitRows, C: SplitRows> SplitRows for (A, B, C) {
    fn split_rows(self, row: usize) -> Result<(Self, Self), KernelError> {
        let ((a, a_rest), (rest, rest_rest)) = (self.0.split_rows(row)?, (self.1, self.2).split_rows(row)?);
        Ok(((a, rest.0, rest.1), (a_rest, rest_rest.0, rest_rest.1)))
    }
}

/// Where the rows are cut: the number of parts, and the first row of each.
pub(super) struct Cuts<F> {
    parts: usize,
    first_row: F,
}

/// Parts of equal rows.
pub(super) fn equal_rows(rows: usize, parts: usize) -> Cuts<impl Fn(usize) -> usize + Sync> {
    let parts = parts.min(rows);
    Cuts { parts, first_row: move |part| (rows as u128 * part as u128 / parts as u128) as usize }
}

/// The parts that a `partition` of `lacuna` gives.
pub(super) fn partitioned<R: Iterator<Item = Range<usize>> + Clone + Sync>(ranges: R) -> Cuts<impl Fn(usize) -> usize + Sync> {
    Cuts { parts: ranges.clone().count(), first_row: move |part| ranges.clone().nth(part).map_or(0, |range| range.start) }
}

/// Cuts `work`, calls `run` on each part, and gives the error of the first part that has one.
pub(super) fn by_rows<W, F, R>(cuts: &Cuts<F>, work: W, run: &R) -> Result<(), KernelError>
where
    W: SplitRows,
    F: Fn(usize) -> usize + Sync,
    R: Fn(W) -> Result<(), KernelError> + Sync,
{
    run_parts(cuts, 0..cuts.parts, work, run)
}

fn run_parts<W, F, R>(cuts: &Cuts<F>, parts: Range<usize>, work: W, run: &R) -> Result<(), KernelError>
where
    W: SplitRows,
    F: Fn(usize) -> usize + Sync,
    R: Fn(W) -> Result<(), KernelError> + Sync,
{
    if parts.len() <= 1 {
        return run(work);
    }
    let middle = parts.start + parts.len() / 2;
    let row = (cuts.first_row)(middle).saturating_sub((cuts.first_row)(parts.start));
    let (top, rest) = work.split_rows(row)?;
    let (top, rest) = rayon::join(|| run_parts(cuts, parts.start..middle, top, run), || run_parts(cuts, middle..parts.end, rest, run));
    top.and(rest)
}
