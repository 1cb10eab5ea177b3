//! The sums of a plan's segments: the one step of all transposed products and of coalesce.
use super::SegmentPlan;
use crate::simd::{Simd, Work};
use crate::tile::{self, with_tile_width};
use crate::{Index, Value, processor};

/// The operand whose rows are added.
pub(crate) struct Source<'a, V> {
    pub(crate) data: &'a [V],
    /// No more than the output has.
    pub(crate) columns: usize,
    pub(crate) stride: usize,
    /// What multiplies the row of each entry; without values, one.
    pub(crate) values: Option<&'a [V]>,
}

/// The terms of a segment.
struct SegmentTerms<'a, V, I> {
    rows: &'a [I],
    entries: &'a [I],
    source: &'a Source<'a, V>,
}

impl<V: Value, I: Index> tile::Terms<V> for SegmentTerms<'_, V, I> {
    const BY_FOURS: bool = false;
    #[inline(always)]
    fn count(&self) -> usize {
        self.rows.len().min(self.entries.len())
    }
    #[inline(always)]
    fn term(&self, k: usize) -> (V, usize) {
        let value = match self.source.values {
            // A product with one is exact.
            None => Some(V::ONE),
            Some(values) => self.entries.get(k).and_then(|entry| values.get(entry.to_usize())).copied(),
        };
        match (value, self.rows.get(k)) {
            (Some(value), Some(row)) => (value, row.to_usize().wrapping_mul(self.source.stride)),
            _ => (V::ZERO, tile::NOWHERE),
        }
    }
}

/// Where the sums go.
#[derive(Clone, Copy)]
pub(crate) enum Place {
    /// One after the other: a row_sparse output of the plan's ids.
    Consecutive,
    /// To the rows of their ids, this many elements apart: a dense output.
    Rows(usize),
}

/// Writes the sum of each segment to its place in `out`.
pub(crate) struct SegmentSums<'a, V, I> {
    pub(crate) plan: SegmentPlan<'a, I>,
    pub(crate) source: Source<'a, V>,
    pub(crate) place: Place,
    pub(crate) out: &'a mut [V],
}

impl<V: Value, I: Index> Work for SegmentSums<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) {
        let Self { plan, mut source, place, out } = self;
        // Without rows, an operand may have any number of columns.
        source.columns = source.columns.min(out.len());
        if source.columns == 0 {
            return;
        }
        let large = plan.stored_rows().saturating_mul(source.columns).saturating_mul(size_of::<V>()) >= processor::STREAM_BYTES;
        // Ids ascend, unless a trust is broken: then a row may be written twice.
        let once = || matches!(place, Place::Consecutive) || plan.ids().windows(2).all(|pair| pair[0] < pair[1]);
        let stream = large && once();
        with_tile_width!(L, V, source.columns, WIDTH => tiles::<WIDTH, L, V, I>(simd, &plan, &source, place, stream, out));
        if stream {
            processor::stream_fence();
        }
    }
}

#[inline(always)]
fn tiles<const WIDTH: usize, L: Simd, V: Value, I: Index>(
    simd: L,
    plan: &SegmentPlan<I>,
    source: &Source<V>,
    place: Place,
    stream: bool,
    out: &mut [V],
) {
    let streamed = if stream { tile::end_of_lone_tiles(WIDTH, source.columns) } else { 0 };
    for segment in 0..plan.stored_rows() {
        let (rows, entries) = plan.segment(segment);
        let terms = SegmentTerms { rows, entries, source };
        let start = match place {
            Place::Consecutive => segment.wrapping_mul(source.columns),
            Place::Rows(stride) => plan.row_of(segment).wrapping_mul(stride),
        };
        let mut tile = Some(0);
        while let Some(first) = tile {
            let sums: [V; WIDTH] = tile::sum(simd, source.data, first, &terms);
            if let Some(out) = out.get_mut(start.wrapping_add(first)..).and_then(|rest| rest.first_chunk_mut::<WIDTH>()) {
                tile::write(out, sums, first + WIDTH <= streamed);
            }
            tile = tile::next(first, WIDTH, source.columns);
        }
    }
}
