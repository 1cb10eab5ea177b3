//! Groups entries by index: how every plan is made.
use super::count::{Buckets, Term, Terms};
use super::plan::{PlanBuffers, PlanShape, SegmentPlan, plan_scratch};
use super::sort::sort_by_index;
use crate::Index;
use crate::error::{KernelError, Operand, capacity};
use crate::index::SortKey;
use core::ops::Range;

/// The entries of `indices` whose index lies in `range`, by their sources.
struct OfSources<'i, I, S> {
    indices: &'i [I],
    range: Range<usize>,
    /// True if every index lies there.
    whole: bool,
    sources: S,
}

impl<I: Index, S: Iterator<Item = (usize, Range<usize>)> + Clone> Terms for OfSources<'_, I, S> {
    #[inline(always)]
    fn each(&self, mut term: impl FnMut(Term)) {
        let Self { indices, range, whole, sources } = self;
        sources.clone().for_each(|(row, entries)| {
            // A range that is not inside, which only a broken trust can give, has no entries.
            for (entry, index) in entries.clone().zip(indices.get(entries).unwrap_or(&[])) {
                let index = index.to_usize();
                if *whole || range.contains(&index) {
                    term((index.wrapping_sub(range.start), row, entry));
                }
            }
        });
    }
}

/// Groups the entries of `indices` by index. `sources` gives, in order of addition, the operand's rows and the places
/// of their entries; only indices inside `range` count.
///
/// Callers are functions of the index type alone, which all value types share.
#[inline(always)]
pub(crate) fn group<'a, I: Index>(
    indices: &[I],
    range: Range<usize>,
    sources: impl Iterator<Item = (usize, Range<usize>)> + Clone,
    shape: PlanShape,
    buffers: PlanBuffers<'a, I>,
    scratch: &mut [I::Key],
) -> Result<SegmentPlan<'a, I>, KernelError> {
    let whole = range == (0..shape.output_rows);
    let all = OfSources { indices, range: range.clone(), whole, sources };
    let mut terms = 0_usize;
    if whole {
        all.sources
            .clone()
            .for_each(|(_, entries)| terms = terms.saturating_add(indices.get(entries).map_or(0, <[I]>::len)));
    } else {
        all.each(|_| terms = terms.saturating_add(1));
    }
    capacity(Operand::Scratch, plan_scratch(terms), scratch.len())?;
    if buffers.rows.len().min(buffers.entries.len()) < terms {
        capacity(Operand::Rows, terms, buffers.rows.len())?;
        capacity(Operand::Entries, terms, buffers.entries.len())?;
    }
    let PlanShape { values, operand_rows, output_rows } = shape;
    let plan = |PlanBuffers { ids, segments, rows, entries }: PlanBuffers<'a, I>, distinct: usize| {
        let (ids, segments, rows, entries) =
            (&ids[..distinct], &segments[..=distinct], &rows[..terms], &entries[..terms]);
        SegmentPlan { ids, segments, rows, entries, values, all_terms: terms, operand_rows, output_rows, first_row: 0 }
    };
    if let Some(buckets) = Buckets::of::<I::Key>(terms, range.len(), indices.len(), operand_rows) {
        let mut buffers = buffers;
        let distinct = buckets.group(&all, terms, range.start, &mut buffers, scratch)?;
        return Ok(plan(buffers, distinct));
    }
    let PlanBuffers { ids, segments, rows, entries: entry_numbers } = buffers;
    let (keys, rest) = scratch.split_at_mut(terms);
    let (spare, _) = rest.split_at_mut(terms);

    // The operand's row and the entry travel with the index through the sort, in its position, if that has bits enough
    // for both: (row, entry) ascends with the position. Otherwise they are looked up afterwards.
    let entry_bits = usize::BITS - indices.len().leading_zeros();
    let row_bits = usize::BITS - shape.operand_rows.leading_zeros();
    let travel = entry_bits + row_bits <= I::Key::POSITION_BITS.min(usize::BITS - 1);
    let mut slots = keys.iter_mut().enumerate();
    all.each(|(index, row, entry)| {
        if let Some((position, key)) = slots.next() {
            *key = I::Key::pack(index, if travel { row << entry_bits | entry } else { position });
        }
    });
    let (sorted, free) = sort_by_index(keys, spare, range.len().saturating_sub(1));
    if !travel {
        let mut slots = free.iter_mut();
        all.each(|(_, row, entry)| {
            if let Some(slot) = slots.next() {
                *slot = I::Key::pack(row, entry);
            }
        });
    }
    let source = |key: I::Key| {
        let position = key.position();
        if travel {
            return (position >> entry_bits, position & ((1 << entry_bits) - 1));
        }
        let source = free.get(position).copied().unwrap_or_default();
        (source.index(), source.position())
    };

    let distinct = usize::from(terms > 0) + sorted.windows(2).filter(|pair| pair[0].index() != pair[1].index()).count();
    capacity(Operand::Ids, distinct, ids.len())?;
    capacity(Operand::Segments, distinct + 1, segments.len())?;
    let (ids, segments) = (&mut ids[..distinct], &mut segments[..=distinct]);
    let (rows, entry_numbers) = (&mut rows[..terms], &mut entry_numbers[..terms]);
    segments[0] = I::from_usize(0);
    // Whether a term starts a segment is hard to predict, so every term writes its segment's start.
    let (mut segment, mut start, mut before) = (0, 0, None);
    for (term, ((key, row), entry)) in sorted.iter().zip(rows.iter_mut()).zip(entry_numbers.iter_mut()).enumerate() {
        let (source_row, source_entry) = source(*key);
        (*row, *entry) = (I::from_usize(source_row), I::from_usize(source_entry));
        let index = key.index();
        let first = usize::from(before != Some(index));
        start = if first == 1 { term } else { start };
        segment += first;
        if let (Some(id), Some(bound)) =
            (ids.get_mut(segment.wrapping_sub(1)), segments.get_mut(segment.wrapping_sub(1)))
        {
            (*id, *bound) = (I::from_usize(index + range.start), I::from_usize(start));
        }
        before = Some(index);
    }
    segments[distinct] = I::from_usize(terms);
    Ok(plan(PlanBuffers { ids, segments, rows, entries: entry_numbers }, distinct))
}
