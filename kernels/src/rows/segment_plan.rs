//! Entries grouped by the output row that they add to: the pattern of every result that sums rows by id.
use crate::Index;
use crate::error::{KernelError, Operand, capacity, expect};
use crate::index::SortKey;
use crate::sort::sort_by_index;
use crate::view::first_fault;
use core::ops::Range;

/// The distinct ids in ascending order and, for each, its terms in the order in which they are added.
///
/// It depends on patterns only, so it serves as long as the pattern stays, whatever the values are. Segment `s` adds the terms
/// `segments[s]..segments[s + 1]`; term `t` is `values[entries[t]] * operand row rows[t]`.
///
/// Made by [`dot::transpose_plan`](crate::dot::transpose_plan) and its row_sparse form, or by [`coalesce_plan`](super::coalesce_plan).
#[derive(Clone, Copy, Debug)]
pub struct SegmentPlan<'a, I> {
    pub(crate) ids: &'a [I],
    pub(crate) segments: &'a [I],
    pub(crate) rows: &'a [I],
    pub(crate) entries: &'a [I],
    /// Length that the values of a product must have: the number of entries of the csr.
    pub(crate) values: usize,
    /// Rows of the operand that `rows` points into.
    pub(crate) operand_rows: usize,
    /// Rows of the result.
    pub(crate) output_rows: usize,
    /// The row of the result that this plan counts as row 0.
    pub(crate) first_row: usize,
}

/// Where a plan is written: slices of the caller, that the plan then borrows.
///
/// For `n` entries: `ids` of n (or of the number of distinct ids, where that is known), `segments` one longer, `rows` and `entries` of n.
#[derive(Debug)]
pub struct PlanBuffers<'a, I> {
    /// Receives the distinct ids.
    pub ids: &'a mut [I],
    /// Receives the bounds of the segments.
    pub segments: &'a mut [I],
    /// Receives the operand's row of each term.
    pub rows: &'a mut [I],
    /// Receives the entry of each term.
    pub entries: &'a mut [I],
}

/// Elements of sort scratch ([`Index::Key`]) for a plan of `entries` entries.
///
/// The sort also takes 16 KiB of stack for its counts; 8 KiB on processors of 32 bits.
///
/// ```
/// assert_eq!(lacuna::rows::plan_scratch(100), 200);
/// ```
pub const fn plan_scratch(entries: usize) -> usize {
    entries.saturating_mul(2)
}

impl<'a, I: Index> SegmentPlan<'a, I> {
    /// A plan that was made before, or elsewhere. Checks every rule, in O(terms).
    ///
    /// # Errors
    /// [`KernelError::Shape`] for lengths that do not fit, [`KernelError::Ids`] for ids that do not ascend or are not below `output_rows`, and [`KernelError::Pattern`] for the first bound
    /// of a segment, or place of a term, that is outside.
    ///
    /// ```
    /// use lacuna::rows::{PlanShape, SegmentPlan};
    /// let shape = PlanShape { values: 3, operand_rows: 2, output_rows: 9 };
    /// let plan = SegmentPlan::new(&[4, 7], &[0, 2, 3], &[0, 1, 1], &[0, 2, 1], shape)?;
    /// assert_eq!((plan.stored_rows(), plan.terms(), plan.shape()), (2, 3, shape));
    /// assert!(SegmentPlan::new(&[7, 4], &[0, 2, 3], &[0, 1, 1], &[0, 2, 1], shape).is_err());
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    pub fn new(ids: &'a [I], segments: &'a [I], rows: &'a [I], entries: &'a [I], shape: PlanShape) -> Result<Self, KernelError> {
        let plan = Self::trusted(ids, segments, rows, entries, shape)?;
        let PlanShape { values, operand_rows, output_rows } = shape;
        if let Some((entry, fault, expected, found)) = first_fault(ids, output_rows) {
            return Err(KernelError::Ids { entry, fault, expected, found });
        }
        let wrong = |row, expected, found: I| Err(KernelError::Pattern { row, expected, found: found.to_usize() });
        let mut before = 0;
        for (s, &bound) in segments.iter().enumerate() {
            let outside = bound.to_usize() < before || bound.to_usize() > rows.len();
            if outside || (s == 0 && bound.to_usize() != 0) || (s == ids.len() && bound.to_usize() != rows.len()) {
                return wrong(s, if s == ids.len() { rows.len() } else { before }, bound);
            }
            before = bound.to_usize();
        }
        for (places, length) in [(rows, operand_rows), (entries, values)] {
            if let Some(term) = places.iter().position(|place| place.to_usize() >= length) {
                return wrong(term, length.saturating_sub(1), places[term]);
            }
        }
        Ok(plan)
    }

    /// The trusting door: checks lengths only, in O(1). See [`view`](crate::view) for what happens when the trust is broken. The pointers of `segments` may count from any first
    /// one, as they do in a [part](Self::segment_range) of a plan.
    ///
    /// # Errors
    /// [`KernelError::Shape`] for lengths that do not fit.
    ///
    /// ```
    /// use lacuna::rows::{PlanShape, SegmentPlan};
    /// let shape = PlanShape { values: 3, operand_rows: 2, output_rows: 9 };
    /// let plan = SegmentPlan::new(&[4, 7], &[0, 2, 3], &[0, 1, 1], &[0, 2, 1], shape)?;
    /// let part = plan.segment_range(1..2)?;
    /// let again = SegmentPlan::trusted(part.ids(), part.segments(), part.rows(), part.entries(), shape)?;
    /// assert_eq!((again.ids(), again.terms()), (&[7][..], 1));
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    pub fn trusted(ids: &'a [I], segments: &'a [I], rows: &'a [I], entries: &'a [I], shape: PlanShape) -> Result<Self, KernelError> {
        let PlanShape { values, operand_rows, output_rows } = shape;
        expect(Operand::Plan, 0, ids.len().saturating_add(1), segments.len())?;
        expect(Operand::Plan, 0, rows.len(), entries.len())?;
        Ok(Self { ids, segments, rows, entries, values, operand_rows, output_rows, first_row: 0 })
    }

    /// What the plan is for.
    pub const fn shape(&self) -> PlanShape {
        PlanShape { values: self.values, operand_rows: self.operand_rows, output_rows: self.output_rows }
    }
    /// The row that ids count from: 0, but in a part of a plan.
    pub const fn first_row(&self) -> usize {
        self.first_row
    }
    /// The bounds of the segments. In a part of a plan they count from the first.
    pub const fn segments(&self) -> &'a [I] {
        self.segments
    }
    /// The operand's row of each term.
    pub const fn rows(&self) -> &'a [I] {
        self.rows
    }
    /// The entry of each term.
    pub const fn entries(&self) -> &'a [I] {
        self.entries
    }
    /// The distinct ids, ascending: the `indices` of a row_sparse result. In a part of a plan they keep their values.
    pub const fn ids(&self) -> &'a [I] {
        self.ids
    }
    /// Number of distinct ids: the stored rows of a row_sparse result.
    pub const fn stored_rows(&self) -> usize {
        self.ids.len()
    }
    /// Number of terms.
    pub const fn terms(&self) -> usize {
        self.rows.len()
    }
    /// Rows of the result, stored or not.
    pub const fn output_rows(&self) -> usize {
        self.output_rows
    }

    /// The row of segment `s`'s sum, counted from the start of this plan's rows; `usize::MAX` if there is no such segment.
    #[inline(always)]
    pub(crate) fn row_of(&self, s: usize) -> usize {
        self.ids.get(s).map_or(usize::MAX, |id| id.to_usize().wrapping_sub(self.first_row))
    }

    /// The operand's rows and the entries of segment `s`'s terms.
    #[inline(always)]
    pub(crate) fn segment(&self, s: usize) -> (&'a [I], &'a [I]) {
        let Some(&[start, end]) = self.segments.get(s..).and_then(|rest| rest.first_chunk::<2>()) else { return (&[], &[]) };
        let first = self.segments[0].to_usize();
        let terms = start.to_usize().wrapping_sub(first)..end.to_usize().wrapping_sub(first);
        match (self.rows.get(terms.clone()), self.entries.get(terms)) {
            (Some(rows), Some(entries)) => (rows, entries),
            _ => (&[], &[]),
        }
    }

    /// The segments of `range` as a plan of their own, for a thread: its results are the stored rows of that range.
    ///
    /// # Errors
    /// [`KernelError::Shape`] if the range is not inside.
    pub fn segment_range(&self, range: Range<usize>) -> Result<Self, KernelError> {
        crate::view::range_inside(&range, self.stored_rows())?;
        let Some(first) = self.segments.first() else { return Ok(*self) };
        let place = |bound: I| bound.to_usize().wrapping_sub(first.to_usize());
        let terms = place(self.segments[range.start])..place(self.segments[range.end]);
        Ok(Self {
            ids: &self.ids[range.clone()],
            segments: &self.segments[range.start..=range.end],
            rows: self.rows.get(terms.clone()).unwrap_or(&[]),
            entries: self.entries.get(terms).unwrap_or(&[]),
            ..*self
        })
    }

    /// The segments whose ids lie in `range`, as a plan of a result that has just these rows.
    ///
    /// # Errors
    /// [`KernelError::Shape`] if the range is not inside.
    pub fn row_range(&self, range: Range<usize>) -> Result<Self, KernelError> {
        crate::view::range_inside(&range, self.output_rows)?;
        let place = |row: usize| self.ids.partition_point(|id| id.to_usize() < row.saturating_add(self.first_row));
        let start = place(range.start);
        let part = self.segment_range(start..place(range.end).max(start))?;
        Ok(Self { output_rows: range.len(), first_row: self.first_row + range.start, ..part })
    }

    /// Cuts the segments into at most `parts` ranges of nearly equal terms.
    pub fn partition(&self, parts: usize) -> impl Iterator<Item = Range<usize>> + Clone + use<'a, I> {
        let (segments, count) = (self.segments, self.stored_rows());
        let first = segments.first().map_or(0, |p| p.to_usize());
        let terms = self.terms();
        let boundary = move |part: usize| {
            if part == parts {
                return count;
            }
            let target = first.saturating_add((terms as u128 * part as u128 / parts as u128) as usize);
            segments.partition_point(|pointer| pointer.to_usize() < target).min(count)
        };
        (0..parts).map(move |part| boundary(part)..boundary(part + 1)).filter(|range| !range.is_empty())
    }
}

/// What a plan is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanShape {
    /// Entries of the csr, or rows, whose values the terms name.
    pub values: usize,
    /// Rows of the operand.
    pub operand_rows: usize,
    /// Rows of the result, stored or not.
    pub output_rows: usize,
}

/// Groups the entries of `indices` by index. `sources` gives, in order of addition, the operand's rows and the places of their entries; only
/// indices inside `range` count.
pub(crate) fn group<'a, I: Index>(
    indices: &[I],
    range: Range<usize>,
    sources: impl Iterator<Item = (usize, Range<usize>)> + Clone,
    shape: PlanShape,
    buffers: PlanBuffers<'a, I>,
    scratch: &mut [I::Key],
) -> Result<SegmentPlan<'a, I>, KernelError> {
    let whole = range == (0..shape.output_rows);
    // A range that is not inside, which only a broken trust can give, has no entries.
    let of_row = |entries: Range<usize>| entries.clone().zip(indices.get(entries).unwrap_or(&[]));
    let inside = |index: &I| range.contains(&index.to_usize());
    let terms: usize =
        sources
            .clone()
            .map(|(_, entries)| {
                if whole { indices.get(entries).map_or(0, <[I]>::len) } else { of_row(entries).filter(|(_, index)| inside(index)).count() }
            })
            .fold(0, usize::saturating_add);
    capacity(Operand::Scratch, plan_scratch(terms), scratch.len())?;
    let PlanBuffers { ids, segments, rows, entries: entry_numbers } = buffers;
    capacity(Operand::Plan, terms, rows.len().min(entry_numbers.len()))?;
    let (keys, rest) = scratch.split_at_mut(terms);
    let (spare, _) = rest.split_at_mut(terms);

    // The operand's row and the entry travel with the index through the sort, in its position, if that has bits enough for both: (row, entry) ascends
    // with the position. Otherwise they are looked up afterwards.
    let entry_bits = usize::BITS - indices.len().leading_zeros();
    let row_bits = usize::BITS - shape.operand_rows.leading_zeros();
    let travel = entry_bits + row_bits <= I::Key::POSITION_BITS.min(usize::BITS - 1);
    let mut slots = keys.iter_mut().enumerate();
    for (row, entries) in sources.clone() {
        for (entry, index) in of_row(entries).filter(|(_, index)| whole || inside(index)) {
            if let Some((position, key)) = slots.next() {
                *key = I::Key::pack(index.to_usize().wrapping_sub(range.start), if travel { row << entry_bits | entry } else { position });
            }
        }
    }
    let (sorted, free) = sort_by_index(keys, spare, range.len().saturating_sub(1));
    if !travel {
        let mut slots = free.iter_mut();
        for (row, entries) in sources {
            for (entry, _) in of_row(entries).filter(|(_, index)| whole || inside(index)) {
                if let Some(slot) = slots.next() {
                    *slot = I::Key::pack(row, entry);
                }
            }
        }
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
    capacity(Operand::Plan, distinct + 1, segments.len())?;
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
        if let (Some(id), Some(bound)) = (ids.get_mut(segment.wrapping_sub(1)), segments.get_mut(segment.wrapping_sub(1))) {
            (*id, *bound) = (I::from_usize(index + range.start), I::from_usize(start));
        }
        before = Some(index);
    }
    segments[distinct] = I::from_usize(terms);
    let PlanShape { values, operand_rows, output_rows } = shape;
    Ok(SegmentPlan { ids, segments, rows, entries: entry_numbers, values, operand_rows, output_rows, first_row: 0 })
}
