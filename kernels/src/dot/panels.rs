//! Panels: rows of the left operand of a product, or columns of the right one, side by side for each term, so that a
//! tile reads both from one end to the other.
use crate::{Dense, Value};
use core::ops::Range;

/// An operand, as lines (rows of the left one, columns of the right one) of terms.
#[derive(Clone, Copy)]
pub(super) struct Layout<'a, V> {
    pub(super) matrix: Dense<'a, V>,
    /// The rows of the matrix are terms, its columns lines; else the other way round.
    pub(super) terms_are_rows: bool,
}

/// Terms that are transposed at a time.
const SQUARE: usize = 8;

impl<V: Value> Layout<'_, V> {
    /// Writes the panels of `WIDTH` lines each, one after the other; the last one has zeros for lines that are not
    /// there.
    #[inline(always)]
    pub(super) fn pack<const WIDTH: usize>(&self, lines: Range<usize>, terms: Range<usize>, panels: &mut [[V; WIDTH]]) {
        if self.terms_are_rows {
            self.pack_rows_of_terms(lines, terms, panels);
        } else {
            self.pack_columns_of_terms(lines, terms, panels);
        }
    }

    /// A row holds all lines of a term: pieces of it go to the panels.
    #[inline(always)]
    fn pack_rows_of_terms<const WIDTH: usize>(
        &self,
        lines: Range<usize>,
        terms: Range<usize>,
        panels: &mut [[V; WIDTH]],
    ) {
        let length = terms.len();
        for (place, term) in terms.enumerate() {
            let row = self.matrix.row(term).get(lines.clone()).unwrap_or_default();
            let (pieces, rest) = row.as_chunks::<WIDTH>();
            let mut to = panels.iter_mut().skip(place).step_by(length);
            for piece in pieces {
                if let Some(to) = to.next() {
                    *to = *piece;
                }
            }
            if let Some(to) = to.next() {
                *to = [V::ZERO; WIDTH];
                for (to, &value) in to.iter_mut().zip(rest) {
                    *to = value;
                }
            }
        }
    }

    /// A row is a line: `WIDTH` rows side by side are a panel.
    #[inline(always)]
    fn pack_columns_of_terms<const WIDTH: usize>(
        &self,
        lines: Range<usize>,
        terms: Range<usize>,
        panels: &mut [[V; WIDTH]],
    ) {
        for (panel, first) in panels.chunks_exact_mut(terms.len()).zip(lines.clone().step_by(WIDTH)) {
            let rows: [&[V]; WIDTH] = core::array::from_fn(|i| {
                let row = if first + i < lines.end { self.matrix.row(first + i) } else { &[] };
                row.get(terms.clone()).unwrap_or_default()
            });
            let (squares, rest) = panel.as_chunks_mut::<SQUARE>();
            for (place, square) in squares.iter_mut().enumerate() {
                for (i, row) in rows.iter().enumerate() {
                    let from = row.as_chunks::<SQUARE>().0.get(place).copied().unwrap_or([V::ZERO; SQUARE]);
                    for (to, value) in square.iter_mut().zip(from) {
                        to[i] = value;
                    }
                }
            }
            let done = squares.len() * SQUARE;
            for (place, to) in rest.iter_mut().enumerate() {
                for (to, row) in to.iter_mut().zip(&rows) {
                    *to = row.get(done + place).copied().unwrap_or(V::ZERO);
                }
            }
        }
    }
}
