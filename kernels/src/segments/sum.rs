//! The sums of a plan's segments: the one step of all transposed products and of coalesce.
use super::SegmentPlan;
use crate::dispatch::Level;
use crate::simd::{Simd, Work};
use crate::tile::{self, with_tile_width};
use crate::{Index, Number, Storage, processor};

/// The operand whose rows are added.
pub(crate) struct Source<'a, V> {
    pub(crate) data: &'a [V],
    /// No more than the output has.
    pub(crate) columns: usize,
    pub(crate) stride: usize,
    /// What multiplies the row of each entry; without values, one.
    pub(crate) values: Option<&'a [V]>,
}

/// The terms of a segment. In order, they have the values at their own places, and else those of the entries.
struct SegmentTerms<'a, V, I, const IN_ORDER: bool> {
    rows: &'a [I],
    entries: &'a [I],
    values: Option<&'a [V]>,
    stride: usize,
}

impl<'a, V: Storage, I: Index, const IN_ORDER: bool> SegmentTerms<'a, V, I, IN_ORDER> {
    #[inline(always)]
    fn of(plan: &SegmentPlan<'a, I>, segment: usize, source: &Source<'a, V>) -> Self {
        let Source { values, stride, .. } = *source;
        if IN_ORDER || (const { !processor::many_loops::<V>() } && plan.is_in_order()) {
            let (rows, places) = plan.segment_in_order(segment);
            return Self { rows, entries: &[], values: values.map(|values| values.get(places).unwrap_or(&[])), stride };
        }
        let (rows, entries) = plan.segment(segment);
        Self { rows, entries, values, stride }
    }

    /// Where few loops are compiled, one serves for both.
    #[inline(always)]
    fn is_in_order(&self) -> bool {
        IN_ORDER || (!processor::many_loops::<V>() && self.entries.is_empty())
    }
}

impl<V: Storage, I: Index, const IN_ORDER: bool> tile::Terms<V::Arithmetic> for SegmentTerms<'_, V, I, IN_ORDER> {
    // In order, terms are as cheap as those of a csr.
    const BY_FOURS: bool = IN_ORDER;
    #[inline(always)]
    fn four(&self, four: usize) -> [(V::Arithmetic, usize); tile::FOUR] {
        let mut terms = [(V::Arithmetic::ZERO, tile::NOWHERE); tile::FOUR];
        let rows = self.rows.as_chunks::<{ tile::FOUR }>().0.get(four);
        let values = self.values.and_then(|values| values.as_chunks::<{ tile::FOUR }>().0.get(four));
        match (rows, values) {
            (Some(rows), Some(values)) if IN_ORDER => {
                for i in 0..tile::FOUR {
                    terms[i] = (values[i].load(), rows[i].to_usize().wrapping_mul(self.stride));
                }
            }
            _ => {
                for (i, term) in terms.iter_mut().enumerate() {
                    *term = self.term(four * tile::FOUR + i);
                }
            }
        }
        terms
    }
    #[inline(always)]
    fn count(&self) -> usize {
        if self.is_in_order() { self.rows.len() } else { self.rows.len().min(self.entries.len()) }
    }
    #[inline(always)]
    fn term(&self, k: usize) -> (V::Arithmetic, usize) {
        let value = match self.values {
            // A product with one is exact.
            None => Some(V::Arithmetic::ONE),
            Some(values) if self.is_in_order() => values.get(k).map(|value| value.load()),
            Some(values) => {
                self.entries.get(k).and_then(|entry| values.get(entry.to_usize())).map(|value| value.load())
            }
        };
        match (value, self.rows.get(k)) {
            (Some(value), Some(row)) => (value, row.to_usize().wrapping_mul(self.stride)),
            _ => (V::Arithmetic::ZERO, tile::NOWHERE),
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

impl<V: Storage, I: Index> Work for SegmentSums<'_, V, I> {
    type Output = ();
    const HIGHEST: Level = if processor::is_widened::<V>() { Level::Avx2 } else { Level::Avx512 };

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) {
        let Self { plan, mut source, place, out } = self;
        // Without rows, an operand may have any number of columns.
        source.columns = source.columns.min(out.len());
        if source.columns == 0 {
            return;
        }
        let large =
            plan.stored_rows().saturating_mul(source.columns).saturating_mul(size_of::<V>()) >= processor::STREAM_BYTES;
        // Ids ascend, unless a trust is broken: then a row may be written twice.
        let once = || matches!(place, Place::Consecutive) || plan.ids().windows(2).all(|pair| pair[0] < pair[1]);
        let stream = large && once();
        if const { processor::many_loops::<V>() } && plan.is_in_order() {
            with_tile_width!(
                L, V, source.columns, WIDTH => tiles::<WIDTH, true, L, V, I>(simd, &plan, &source, place, stream, out)
            );
        } else {
            with_tile_width!(
                L, V, source.columns, WIDTH => tiles::<WIDTH, false, L, V, I>(simd, &plan, &source, place, stream, out)
            );
        }
        if stream {
            processor::stream_fence();
        }
    }
}

#[inline(always)]
fn tiles<const WIDTH: usize, const IN_ORDER: bool, L: Simd, V: Storage, I: Index>(
    simd: L,
    plan: &SegmentPlan<I>,
    source: &Source<V>,
    place: Place,
    stream: bool,
    out: &mut [V],
) {
    let streamed = if stream { tile::end_of_lone_tiles(WIDTH, source.columns) } else { 0 };
    for segment in 0..plan.stored_rows() {
        let terms = SegmentTerms::<V, I, IN_ORDER>::of(plan, segment, source);
        let start = match place {
            Place::Consecutive => segment.wrapping_mul(source.columns),
            Place::Rows(stride) => plan.row_of(segment).wrapping_mul(stride),
        };
        let mut tile = Some(0);
        while let Some(first) = tile {
            let sums: [V::Arithmetic; WIDTH] = tile::sum(simd, source.data, first, &terms);
            if let Some(out) = out.get_mut(start.wrapping_add(first)..).and_then(|rest| rest.first_chunk_mut::<WIDTH>())
            {
                tile::write(simd, out, sums, first + WIDTH <= streamed);
            }
            tile = tile::next(first, WIDTH, source.columns);
        }
    }
}
