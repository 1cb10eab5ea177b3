//! The rows of a result that a product by scattering writes.
use super::BlockEnds;
use crate::error::{KernelError, Operand, expect};
use crate::split::equal;
use crate::{DenseMut, Index, Value, processor};
use core::ops::Range;

/// Which rows of a result a product by scattering writes: all, or those of a part that [`Split`](crate::Split) has
/// made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutputRows {
    above: usize,
    below: usize,
}

/// The operands of a part: block ends, totals, output and its rows.
type Part<'a, V, I> = (BlockEnds<'a, I>, &'a mut [V], DenseMut<'a, V>, OutputRows);

impl OutputRows {
    /// All rows.
    pub const ALL: Self = Self { above: 0, below: 0 };

    /// The rows of the whole result that `out` has.
    #[inline(always)]
    pub(super) fn of<V: Value>(self, out: &DenseMut<V>) -> Range<usize> {
        self.above..self.above.saturating_add(out.rows())
    }

    pub(super) fn check(self, columns: usize, rows: usize) -> Result<(), KernelError> {
        expect(Operand::Output, 0, columns, rows.saturating_add(self.above).saturating_add(self.below))
    }

    /// The rows of a part that can be cut: each part goes through all entries, and finds its own, so that one with
    /// narrow rows would take as long as the whole.
    pub(super) fn cuttable<V: Value>(out: &DenseMut<V>) -> usize {
        if out.columns().saturating_mul(size_of::<V>()) < processor::LINE_BYTES {
            out.rows().min(1)
        } else {
            out.rows()
        }
    }

    /// The first row of a part of nearly as many terms as the others, by a sample of the entries.
    pub(super) fn cut<V: Value, I: Index>(self, indices: &[I], out: &DenseMut<V>, part: usize, parts: usize) -> usize {
        const SAMPLES: usize = 256;
        let rows = Self::cuttable(out);
        let step = indices.len() / SAMPLES + 1;
        let before = |row: usize| {
            let samples = indices.iter().step_by(step).map(|index| index.to_usize().wrapping_sub(self.above));
            samples.fold((0, 0), |(before, all), sample| {
                (before + usize::from(sample < row), all + usize::from(sample < rows))
            })
        };
        let (_, all) = before(0);
        if all < SAMPLES / 4 || part == 0 || part >= parts || rows < out.rows() {
            return equal(rows, part, parts);
        }
        let target = equal(all, part, parts);
        let (mut low, mut high) = (0, rows);
        while low < high {
            let middle = low + (high - low) / 2;
            (low, high) = if before(middle).0 < target { (middle + 1, high) } else { (low, middle) };
        }
        low
    }

    /// The operands of the rows before `row`, and those of the others. `row` is cut to the number of rows.
    pub(super) fn split<'a, V: Value, I: Index>(
        self,
        ends: BlockEnds<'a, I>,
        totals: &'a mut [V],
        out: DenseMut<'a, V>,
        row: usize,
    ) -> [Part<'a, V, I>; 2] {
        let Self { above, below } = self;
        let row = if row > 0 && Self::cuttable(&out) < out.rows() { out.rows() } else { row.min(out.rows()) };
        let (ends_top, ends_rest) = ends.split_columns_at(above.saturating_add(row));
        let (totals_top, totals_rest) = totals.split_at_mut(ends_top.totals(out.columns()).min(totals.len()));
        let (top, rest) = out.split_rows_at(row);
        let below_top = below.saturating_add(rest.rows());
        [
            (ends_top, totals_top, top, Self { above, below: below_top }),
            (ends_rest, totals_rest, rest, Self { above: above.saturating_add(row), below }),
        ]
    }
}
