//! Cutting operands and results by rows, for threads that the caller has.
//!
//! Everything that has rows can be cut into parts of about equal work: views, plans, tuples of them, and the arguments
//! of a [`Kernel`](crate::Kernel). The parts borrow disjoint memory, so each can go to a thread of its own, and the
//! bits of the result do not depend on the cut.
use crate::segments::SegmentPlan;
use crate::{Broadcast, Csr, CsrMut, Dense, DenseMut, Index, Number, RowSparse, RowSparseMut, RowsMut, Value};
use core::ops::Range;

/// Something that can be cut by rows.
///
/// ```
/// use lacuna::{Csr, DenseMut, Split};
/// let a = Csr::new(4, 9, &[0, 5, 6, 7, 8], &[0, 1, 2, 3, 4, 0, 0, 0], &[1.0_f32; 8])?;
/// let mut out = [0.0_f32; 4];
/// // A tuple is cut as its first member likes best: here by stored entries.
/// for (a, mut out) in (a, DenseMut::new(4, 1, &mut out)?).split(2) {
///     for row in 0..a.rows() {
///         out.row_mut(row)[0] = a.row(row).1.len() as f32;
///     }
/// }
/// assert_eq!(out, [5.0, 1.0, 1.0, 1.0]);
/// # Ok::<(), lacuna::FormatError>(())
/// ```
pub trait Split: Sized {
    /// Number of rows.
    fn rows(&self) -> usize;

    /// The first row of part `part`, if there were `parts` parts of about equal work: 0 for the first, and the number
    /// of rows behind the last.
    fn cut(&self, part: usize, parts: usize) -> usize {
        equal(self.rows(), part, parts)
    }

    /// The rows before `row`, and the others. `row` is cut to the number of rows.
    fn split_rows_at(self, row: usize) -> (Self, Self);

    /// At most `parts` parts of about equal work, none of them empty if there are rows at all.
    fn split(self, parts: usize) -> Parts<Self> {
        let left = parts.min(self.rows()).max(1);
        Parts { rest: Some(self), left }
    }
}

/// The parts of something, made by [`Split::split`].
#[derive(Clone, Debug)]
#[must_use = "parts are made as they are asked for"]
pub struct Parts<S> {
    rest: Option<S>,
    left: usize,
}

impl<S: Split> Iterator for Parts<S> {
    type Item = S;

    fn next(&mut self) -> Option<S> {
        let rest = self.rest.take()?;
        // The first row may be more work than a part should have: then there are fewer parts, searched by halves.
        let (mut parts, mut too_many) = (1, self.left.saturating_add(1));
        let mut next = self.left;
        while too_many - parts > 1 {
            if rest.cut(1, next) > 0 {
                parts = next;
            } else {
                too_many = next;
            }
            next = parts + (too_many - parts) / 2;
        }
        let row = if parts == 1 { rest.rows() } else { rest.cut(1, parts) };
        if row >= rest.rows() {
            return Some(rest);
        }
        self.left = parts - 1;
        let (part, others) = rest.split_rows_at(row);
        self.rest = Some(others);
        Some(part)
    }
}

/// The first row of a part, if all have the same number of rows.
pub(crate) fn equal(rows: usize, part: usize, parts: usize) -> usize {
    if part >= parts { rows } else { (rows as u128 * part as u128 / parts as u128) as usize }
}

/// The parts of a range that `cut` gives, without empty ones.
pub(crate) fn ranges(parts: usize, cut: impl Fn(usize) -> usize + Clone) -> impl Iterator<Item = Range<usize>> + Clone {
    (0..parts).map(move |part| cut(part)..cut(part + 1)).filter(|range| !range.is_empty())
}

macro_rules! split_views {
    ($([$($generic:ident: $bound:ident),*] $type:ty, $cut:expr;)*) => {$(
        impl<$($generic: $bound),*> Split for $type {
            fn rows(&self) -> usize {
                self.rows()
            }
            fn cut(&self, part: usize, parts: usize) -> usize {
                let cut: fn(&Self, usize, usize) -> usize = $cut;
                cut(self, part, parts)
            }
            fn split_rows_at(self, row: usize) -> (Self, Self) {
                self.split_rows_at(row)
            }
        }
    )*};
}
split_views! {
    [V: Number, I: Index] Csr<'_, V, I>, Self::first_row_of;
    [V: Number, I: Index] CsrMut<'_, V, I>, |csr, part, parts| csr.as_csr().first_row_of(part, parts);
    [V: Number, I: Index] RowSparse<'_, V, I>, Self::first_row_of;
    [V: Number, I: Index] RowSparseMut<'_, V, I>, |rows, part, parts| rows.pattern().first_row_of(part, parts);
    [V: Number] Dense<'_, V>, |dense, part, parts| equal(dense.rows(), part, parts);
    [V: Number] DenseMut<'_, V>, |dense, part, parts| equal(dense.rows(), part, parts);
    [V: Number, I: Index] RowsMut<'_, V, I>, |rows, part, parts| match rows {
        RowsMut::Dense(dense) => dense.cut(part, parts),
        RowsMut::RowSparse(stored) => stored.cut(part, parts),
    };
}

impl<I: Index> Split for SegmentPlan<'_, I> {
    fn rows(&self) -> usize {
        self.output_rows()
    }
    fn cut(&self, part: usize, parts: usize) -> usize {
        self.first_row_of(part, parts)
    }
    fn split_rows_at(self, row: usize) -> (Self, Self) {
        self.split_rows_at(row)
    }
}

/// What is the same for all rows has as many as asked for.
impl<V: Value, I: Index> Split for Broadcast<'_, V, I> {
    fn rows(&self) -> usize {
        match self {
            Self::Dense(dense) => dense.rows(),
            Self::RowSparse(stored) => stored.rows(),
            Self::Column(values) => values.len(),
            Self::Row(_) | Self::Scalar(_) => usize::MAX,
        }
    }
    fn split_rows_at(self, row: usize) -> (Self, Self) {
        self.split_rows_at(row)
    }
}

/// One element for each row.
impl<T> Split for &[T] {
    fn rows(&self) -> usize {
        self.len()
    }
    fn split_rows_at(self, row: usize) -> (Self, Self) {
        self.split_at(row.min(self.len()))
    }
}

/// One element for each row.
impl<T> Split for &mut [T] {
    fn rows(&self) -> usize {
        self.len()
    }
    fn split_rows_at(self, row: usize) -> (Self, Self) {
        self.split_at_mut(row.min(self.len()))
    }
}

/// The numbers of rows.
impl Split for Range<usize> {
    fn rows(&self) -> usize {
        self.len()
    }
    fn split_rows_at(self, row: usize) -> (Self, Self) {
        let middle = self.start.saturating_add(row).min(self.end);
        (self.start..middle, middle..self.end)
    }
}

/// Cut as the first one likes best.
impl<A: Split, B: Split> Split for (A, B) {
    fn rows(&self) -> usize {
        self.0.rows()
    }
    fn cut(&self, part: usize, parts: usize) -> usize {
        self.0.cut(part, parts)
    }
    fn split_rows_at(self, row: usize) -> (Self, Self) {
        let ((a, a_rest), (b, b_rest)) = (self.0.split_rows_at(row), self.1.split_rows_at(row));
        ((a, b), (a_rest, b_rest))
    }
}

/// Cut as the first one likes best.
impl<A: Split, B: Split, C: Split> Split for (A, B, C) {
    fn rows(&self) -> usize {
        self.0.rows()
    }
    fn cut(&self, part: usize, parts: usize) -> usize {
        self.0.cut(part, parts)
    }
    fn split_rows_at(self, row: usize) -> (Self, Self) {
        let ((a, a_rest), ((b, c), (b_rest, c_rest))) =
            (self.0.split_rows_at(row), (self.1, self.2).split_rows_at(row));
        ((a, b, c), (a_rest, b_rest, c_rest))
    }
}

/// Cut as the first one likes best.
impl<V: Number, I: Index, const N: usize> Split for [RowsMut<'_, V, I>; N] {
    fn rows(&self) -> usize {
        self.first().map_or(0, RowsMut::rows)
    }
    fn cut(&self, part: usize, parts: usize) -> usize {
        self.first().map_or(0, |first| first.cut(part, parts))
    }
    fn split_rows_at(self, row: usize) -> (Self, Self) {
        let (mut top, mut rest) = (self, [(); N].map(|()| RowsMut::default()));
        for (top, rest) in top.iter_mut().zip(&mut rest) {
            (*top, *rest) = core::mem::take(top).split_rows_at(row);
        }
        (top, rest)
    }
}

/// Cut as the first one likes best.
impl<T, const N: usize> Split for [&[T]; N] {
    fn rows(&self) -> usize {
        self.first().map_or(0, |first| first.len())
    }
    fn split_rows_at(self, row: usize) -> (Self, Self) {
        let (mut top, mut rest) = (self, self);
        for (top, rest) in top.iter_mut().zip(&mut rest) {
            (*top, *rest) = top.split_at(row.min(top.len()));
        }
        (top, rest)
    }
}

/// The methods of [`Split`] for a struct: the fields in parentheses are cut, as the first of them likes best, the
/// others serve all parts.
macro_rules! split_fields {
    (($first:ident $(, $cut:ident)*) $(, $shared:ident)*) => {
        fn rows(&self) -> usize {
            $crate::Split::rows(&self.$first)
        }
        fn cut(&self, part: usize, parts: usize) -> usize {
            $crate::Split::cut(&self.$first, part, parts)
        }
        $crate::split::split_fields! { @split ($first $(, $cut)*) $(, $shared)* }
    };
    (@split ($($cut:ident),*) $(, $shared:ident)*) => {
        fn split_rows_at(self, row: usize) -> (Self, Self) {
            $(let $cut = $crate::Split::split_rows_at(self.$cut, row);)*
            $(let $shared = self.$shared;)*
            (Self { $($cut: $cut.0,)* $($shared,)* }, Self { $($cut: $cut.1,)* $($shared,)* })
        }
    };
}
pub(crate) use split_fields;
