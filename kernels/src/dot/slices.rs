//! The slices that a SELL plan is made of, one after the other.
use crate::Index;

/// Rows of a slice: those of a register of 64 bytes in f32.
pub(super) const SLICE: usize = 16;

/// Numbers that describe a slice: its kind, the terms of each of its rows, and its first row.
pub(super) const HEADER: usize = 3;

/// Added to the kind of a slice whose rows follow each other.
pub(super) const CONSECUTIVE: usize = 4;

/// Added to the kind for each slice of a run but the first.
pub(super) const MORE: usize = 8;

/// What a slice is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// One row.
    Row = 0,
    /// [`SLICE`] rows with an index for each entry: term by term, row by row.
    Gathered = 1,
    /// [`SLICE`] rows, each with the columns of the one before it plus one: an index for each term. Slices that go on
    /// like this, row by row, are a run, and have these indices together.
    Band = 2,
}

/// One slice of a plan, or a run of them.
pub(super) struct Slice<'a, V, I> {
    pub(super) kind: Kind,
    /// The rows of the result: one, or [`SLICE`] of them for each slice.
    pub(super) rows: &'a [I],
    pub(super) indices: &'a [I],
    pub(super) values: &'a [V],
    /// The terms of each row.
    pub(super) length: usize,
    /// The first row, if the others follow it one by one.
    pub(super) consecutive: Option<usize>,
}

impl<'a, V, I> Slice<'a, V, I> {
    /// The rows and the values of each slice of a run.
    #[inline(always)]
    pub(super) fn slices(&self) -> impl Iterator<Item = (&'a [I; SLICE], &'a [V])> {
        let (length, mut values) = (self.length.wrapping_mul(SLICE), self.values);
        self.rows.as_chunks().0.iter().map_while(move |rows| {
            let (of_slice, rest) = values.split_at_checked(length)?;
            values = rest;
            Some((rows, of_slice))
        })
    }
}

/// What is left of a plan's slices.
pub(super) struct Slices<'a, V, I> {
    pub(super) headers: &'a [[I; HEADER]],
    pub(super) rows: &'a [I],
    pub(super) indices: &'a [I],
    pub(super) values: &'a [V],
}

impl<'a, V, I: Index> Iterator for Slices<'a, V, I> {
    type Item = Slice<'a, V, I>;

    /// The next slice; none where the plan is broken.
    #[inline(always)]
    fn next(&mut self) -> Option<Slice<'a, V, I>> {
        let (&[kind, length, first], headers) = self.headers.split_first()?;
        let (kind, length) = (kind.to_usize(), length.to_usize());
        let consecutive = (kind & CONSECUTIVE != 0).then(|| first.to_usize());
        let (kind, rows, indices) = match kind % CONSECUTIVE {
            0 => (Kind::Row, 1, 1),
            1 => (Kind::Gathered, SLICE, SLICE),
            2 => (Kind::Band, (kind / MORE + 1).checked_mul(SLICE)?, 1),
            _ => return None,
        };
        let (rows_of, rest_of_rows) = self.rows.split_at_checked(rows)?;
        let (indices, rest_of_indices) = self.indices.split_at_checked(length.checked_mul(indices)?)?;
        let (values, rest_of_values) = self.values.split_at_checked(length.checked_mul(rows)?)?;
        *self = Self { headers, rows: rest_of_rows, indices: rest_of_indices, values: rest_of_values };
        Some(Slice { kind, rows: rows_of, indices, values, length, consecutive })
    }
}
