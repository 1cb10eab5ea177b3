//! The sums of a plan's segments: the one step of all transposed products and of coalesce.
use super::SegmentPlan;
use crate::dot::tile::{self, with_tile_width};
use crate::{Index, Value, processor};

/// The operand whose rows are added, and where the sums go.
pub(crate) struct Source<'a, V> {
    pub(crate) data: &'a [V],
    pub(crate) columns: usize,
    pub(crate) stride: usize,
}

/// Writes the sum of each segment `s` to `out[place(s)..]`; `factor(entry)` multiplies the rows.
#[inline(always)]
pub(crate) fn segment_sums<const REGISTER: usize, V: Value, I: Index>(
    plan: &SegmentPlan<I>,
    factor: impl Fn(I) -> Option<V>,
    source: Source<V>,
    out: &mut [V],
    place: impl Fn(usize) -> usize,
) {
    if source.columns == 0 {
        return;
    }
    let stream = plan.stored_rows() * source.columns * size_of::<V>() >= processor::STREAM_BYTES;
    with_tile_width!(REGISTER, V, source.columns, WIDTH => tiles::<WIDTH, V, I>(plan, factor, source, stream, out, place));
    if stream {
        processor::stream_fence();
    }
}

#[inline(always)]
fn tiles<const WIDTH: usize, V: Value, I: Index>(
    plan: &SegmentPlan<I>,
    factor: impl Fn(I) -> Option<V>,
    source: Source<V>,
    stream: bool,
    out: &mut [V],
    place: impl Fn(usize) -> usize,
) {
    for segment in 0..plan.stored_rows() {
        let (rows, entries) = plan.segment(segment);
        for start in tile::starts(source.columns, WIDTH) {
            let sums: [V; WIDTH] = tile::sum(source.data, rows.len(), |term| {
                let row = rows.get(term)?.to_usize();
                Some((factor(*entries.get(term)?)?, row.wrapping_mul(source.stride).wrapping_add(start)))
            });
            if let Some(out) = out.get_mut(place(segment).wrapping_add(start)..).and_then(|rest| rest.first_chunk_mut::<WIDTH>()) {
                if stream { processor::stream(out, &sums) } else { *out = sums }
            }
        }
    }
}
