//! Entries grouped by the output row that they add to: the pattern of every result that sums rows by id.
use crate::call::erased;
use crate::error::{KernelError, Operand, expect};
use crate::rows::permute;
use crate::split::{equal, ranges};
use crate::unsigned::unsigned;
use crate::view::{first_fault, first_outside, range_inside, short_debug};
use crate::{Index, Number, RowSparseMut, Value};
use core::ops::Range;

/// The distinct ids in ascending order and, for each, its terms in the order in which they are added.
///
/// It depends on patterns only, so it serves as long as the pattern stays, whatever the values are. Segment `s` adds
/// the terms `segments[s]..segments[s + 1]`; term `t` is `values[entries[t]] * operand row rows[t]`, or `values[t]`
/// times it if the plan is [in order](Self::in_order).
///
/// Made by [`dot::transpose_plan`](crate::dot::transpose_plan) and its row_sparse form, or by
/// [`rows::coalesce_plan`](crate::rows::coalesce_plan), in [buffers](PlanBuffers) and with [scratch](plan_scratch) of
/// the caller.
#[derive(Clone, Copy)]
pub struct SegmentPlan<'a, I> {
    pub(crate) ids: &'a [I],
    pub(crate) segments: &'a [I],
    pub(crate) rows: &'a [I],
    pub(crate) entries: &'a [I],
    /// Length that the values of a product must have: the number of entries of the csr. In order, that of all terms.
    pub(crate) values: usize,
    /// Terms of the plan that this is a part of.
    pub(crate) all_terms: usize,
    /// Rows of the operand that `rows` points into.
    pub(crate) operand_rows: usize,
    /// Rows of the result.
    pub(crate) output_rows: usize,
    /// The row of the result that this plan counts as row 0.
    pub(crate) first_row: usize,
}
unsigned! {
    [] SegmentPlan [] [] { values, all_terms, operand_rows, output_rows, first_row; ids, segments, rows, entries }
}
erased! {
    'a SegmentPlan<I: Index> as AnySegmentPlan {
        values: usize, all_terms: usize, operand_rows: usize, output_rows: usize, first_row: usize
    } [ids segments rows entries] [] [] []
}

short_debug! {
    SegmentPlan<I> {
        stored_rows: |plan| plan.ids.len(), terms: |plan| plan.rows.len(), output_rows: |plan| plan.output_rows
    }
}

/// Where a plan is written: slices of the caller, that the plan then borrows.
///
/// For `n` entries: `ids` of n (or of the number of distinct ids, where that is known), `segments` one longer, `rows`
/// and `entries` of n.
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

erased! { 'a PlanBuffers<I: Index> as AnyPlanBuffers {} [] [] [ids segments rows entries] [] }

short_debug! {
    PlanBuffers<I> {
        ids: |buffers| buffers.ids.len(), segments: |buffers| buffers.segments.len(),
        terms: |buffers| buffers.rows.len()
    }
}

impl<I> PlanBuffers<'_, I> {
    /// The same buffers, for a shorter time.
    pub const fn reborrow(&mut self) -> PlanBuffers<'_, I> {
        PlanBuffers { ids: self.ids, segments: self.segments, rows: self.rows, entries: self.entries }
    }
}

/// Elements of sort scratch ([`Index::Key`]) for a plan of `entries` entries.
///
/// Making a plan also takes 16 KiB of stack for counts; 8 KiB on processors of 32 bits.
///
/// ```
/// assert_eq!(lacuna::segments::plan_scratch(100), 200);
/// ```
#[must_use]
pub const fn plan_scratch(entries: usize) -> usize {
    entries.saturating_mul(2)
}

impl<'a, I: Index> SegmentPlan<'a, I> {
    /// A plan that was made before, or elsewhere. Checks every rule, in O(terms). Without `entries` it is [in
    /// order](Self::in_order); `values` is then the number of terms.
    ///
    /// # Errors
    /// [`KernelError::Shape`] for lengths that do not fit, [`KernelError::Ids`] for ids that do not ascend or are not
    /// below `output_rows`, and [`KernelError::Pattern`] for the first bound of a segment, or place of a term, that is
    /// outside.
    ///
    /// ```
    /// use lacuna::segments::{PlanShape, SegmentPlan};
    /// let shape = PlanShape { values: 3, operand_rows: 2, output_rows: 9 };
    /// let plan = SegmentPlan::new(&[4, 7], &[0, 2, 3], &[0, 1, 1], &[0, 2, 1], shape)?;
    /// assert_eq!((plan.stored_rows(), plan.terms(), plan.shape()), (2, 3, shape));
    /// assert!(SegmentPlan::new(&[7, 4], &[0, 2, 3], &[0, 1, 1], &[0, 2, 1], shape).is_err());
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    pub fn new(
        ids: &'a [I],
        segments: &'a [I],
        rows: &'a [I],
        entries: &'a [I],
        shape: PlanShape,
    ) -> Result<Self, KernelError> {
        let plan = Self::trusted(ids, segments, rows, entries, shape)?;
        let PlanShape { values, operand_rows, output_rows } = shape;
        if plan.is_in_order() {
            expect(Operand::Values, 2, rows.len(), values)?;
        }
        if let Some((entry, fault, expected, found)) = first_fault(ids, output_rows) {
            return Err(KernelError::Ids { entry, fault, expected, found });
        }
        let wrong = |operand, row, expected, found| Err(KernelError::Pattern { operand, row, expected, found });
        let mut before = 0;
        for (s, &bound) in segments.iter().enumerate() {
            let place = bound.to_usize();
            // The first is 0, the last the number of terms, and those between lie between their neighbours.
            let most = if s == 0 { 0 } else { rows.len() };
            let least = if s == ids.len() { rows.len() } else { before };
            if place < least || place > most {
                return wrong(Operand::Segments, s, if place < least { least } else { most }, place);
            }
            before = place;
        }
        for (operand, places, length) in [(Operand::Rows, rows, operand_rows), (Operand::Entries, entries, values)] {
            if let Some((term, found)) = first_outside(places, length) {
                return wrong(operand, term, length.saturating_sub(1), found);
            }
        }
        Ok(plan)
    }

    /// The unchecked constructor: it checks lengths only, in O(1). See [`view`](crate::view) for what happens when the
    /// trust is broken. The pointers of `segments` may count from any first one, as they do in a
    /// [part](Self::segment_range) of a plan. In order, they are the places of the terms' values.
    ///
    /// # Errors
    /// [`KernelError::Shape`] for lengths that do not fit.
    ///
    /// ```
    /// use lacuna::segments::{PlanShape, SegmentPlan};
    /// let shape = PlanShape { values: 3, operand_rows: 2, output_rows: 9 };
    /// let plan = SegmentPlan::new(&[4, 7], &[0, 2, 3], &[0, 1, 1], &[0, 2, 1], shape)?;
    /// let part = plan.segment_range(1..2)?;
    /// let again = SegmentPlan::trusted(part.ids(), part.segments(), part.term_rows(), part.entries(), shape)?;
    /// assert_eq!((again.ids(), again.terms()), (&[7][..], 1));
    /// # Ok::<(), lacuna::KernelError>(())
    /// ```
    pub fn trusted(
        ids: &'a [I],
        segments: &'a [I],
        rows: &'a [I],
        entries: &'a [I],
        shape: PlanShape,
    ) -> Result<Self, KernelError> {
        let PlanShape { values, operand_rows, output_rows } = shape;
        expect(Operand::Segments, 2, ids.len().saturating_add(1), segments.len())?;
        let last = segments.last().map_or(0, |last| last.to_usize());
        let all_terms = if entries.is_empty() && !rows.is_empty() {
            values
        } else {
            expect(Operand::Entries, 2, rows.len(), entries.len())?;
            last
        };
        Ok(Self { ids, segments, rows, entries, values, all_terms, operand_rows, output_rows, first_row: 0 })
    }

    /// What the plan is for.
    #[must_use]
    pub const fn shape(&self) -> PlanShape {
        PlanShape { values: self.values, operand_rows: self.operand_rows, output_rows: self.output_rows }
    }
    /// The row that ids count from: 0, but in a part of a plan.
    #[must_use]
    pub const fn first_row(&self) -> usize {
        self.first_row
    }
    /// The bounds of the segments. In a part of a plan they count from the first.
    #[must_use]
    pub const fn segments(&self) -> &'a [I] {
        self.segments
    }
    /// The operand's row of each term.
    #[must_use]
    pub const fn term_rows(&self) -> &'a [I] {
        self.rows
    }
    /// The entry of each term; empty if the plan is [in order](Self::in_order).
    #[must_use]
    pub const fn entries(&self) -> &'a [I] {
        self.entries
    }
    /// The distinct ids, ascending: the `indices` of a row_sparse result. In a part of a plan they keep their values.
    #[must_use]
    pub const fn ids(&self) -> &'a [I] {
        self.ids
    }
    /// Number of distinct ids: the stored rows of a row_sparse result.
    #[must_use]
    pub const fn stored_rows(&self) -> usize {
        self.ids.len()
    }
    /// Number of terms.
    #[must_use]
    pub const fn terms(&self) -> usize {
        self.rows.len()
    }
    /// Rows of the result, stored or not.
    #[must_use]
    pub const fn output_rows(&self) -> usize {
        self.output_rows
    }

    /// True if the values of the terms follow each other as the terms do.
    #[must_use]
    pub const fn is_in_order(&self) -> bool {
        self.entries.is_empty() && !self.rows.is_empty()
    }

    /// The same plan for values that were [permuted](Self::permute) by its entries: it has no entries, and products
    /// read values one after the other instead of from anywhere.
    ///
    /// It pays where several products are made with the same values. Of a [part](Self::segment_range) it is that part
    /// of the whole plan in order: its values are those of the whole plan.
    ///
    /// ```
    /// use lacuna::{Csr, Dense, RowSparseMut, dot, segments};
    /// let a = Csr::new(2, 9, &[0, 2, 3], &[7, 8, 7], &[1.0_f32, 2.0, 3.0])?;
    /// let (mut ids, mut segments, mut rows_of, mut entries) = ([0; 3], [0; 4], [0; 3], [0; 3]);
    /// let buffers = segments::PlanBuffers { ids: &mut ids, segments: &mut segments, rows: &mut rows_of, entries: &mut entries };
    /// let plan = dot::transpose_plan(a, 0..9, buffers, &mut [0_u64; 6])?;
    /// let mut values = [0.0; 3];
    /// plan.permute(a.values(), &mut values)?;
    /// assert_eq!(values, [1.0, 3.0, 2.0]);
    ///
    /// let (b, mut data) = (Dense::new(2, 1, &[10.0, 100.0])?, [0.0; 2]);
    /// dot::csr_t_dense(&plan.in_order(), &values, b, RowSparseMut::new(9, 1, plan.ids(), &mut data)?)?;
    /// assert_eq!(data, [310.0, 20.0]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    #[must_use]
    pub const fn in_order(&self) -> Self {
        Self { entries: &[], values: self.all_terms, ..*self }
    }

    /// Writes the values of the terms, one after the other: what products by this plan [in order](Self::in_order) take.
    /// A part writes those of its own terms.
    ///
    /// # Errors
    /// [`KernelError::Shape`] for values that are not those that the plan was made for, for another number of terms,
    /// and of a plan that is in order already; [`KernelError::Pattern`] for an entry outside. Nothing is written then.
    pub fn permute<V: Value>(&self, values: &[V], out: &mut [V]) -> Result<(), KernelError> {
        expect(Operand::Values, 2, self.values, values.len())?;
        permute(self.entries, values, out)
    }

    /// The row of segment `s`'s sum, counted from the start of this plan's rows; `usize::MAX` if there is no such
    /// segment.
    #[inline(always)]
    pub(crate) fn row_of(&self, s: usize) -> usize {
        self.ids.get(s).map_or(usize::MAX, |id| id.to_usize().wrapping_sub(self.first_row))
    }

    /// The bounds of segment `s`, and the same counted from the first.
    #[inline(always)]
    fn bounds(&self, s: usize) -> Option<(Range<usize>, Range<usize>)> {
        let &[start, end] = self.segments.get(s..).and_then(|rest| rest.first_chunk::<2>())?;
        let (start, end, first) = (start.to_usize(), end.to_usize(), self.segments[0].to_usize());
        Some((start..end, start.wrapping_sub(first)..end.wrapping_sub(first)))
    }

    /// The operand's rows and the entries of segment `s`'s terms.
    #[inline(always)]
    pub(crate) fn segment(&self, s: usize) -> (&'a [I], &'a [I]) {
        let Some((_, terms)) = self.bounds(s) else { return (&[], &[]) };
        match (self.rows.get(terms.clone()), self.entries.get(terms)) {
            (Some(rows), Some(entries)) => (rows, entries),
            _ => (&[], &[]),
        }
    }

    /// The operand's rows and the places of the values of segment `s`'s terms, if the plan is in order.
    #[inline(always)]
    pub(crate) fn segment_in_order(&self, s: usize) -> (&'a [I], Range<usize>) {
        let Some((places, terms)) = self.bounds(s) else { return (&[], 0..0) };
        (self.rows.get(terms).unwrap_or(&[]), places)
    }

    /// The segments of `range` as a plan of their own, for a thread: its results are the stored rows of that range.
    ///
    /// # Errors
    /// [`KernelError::Range`] if the range is not inside.
    pub fn segment_range(&self, range: Range<usize>) -> Result<Self, KernelError> {
        range_inside(&range, 2, self.stored_rows())?;
        Ok(self.part(range))
    }

    /// The segments of a range that is inside.
    fn part(&self, range: Range<usize>) -> Self {
        let Some(first) = self.segments.first() else { return *self };
        let place = |bound: I| bound.to_usize().wrapping_sub(first.to_usize());
        let terms = place(self.segments[range.start])..place(self.segments[range.end]);
        Self {
            ids: &self.ids[range.clone()],
            segments: &self.segments[range.start..=range.end],
            rows: self.rows.get(terms.clone()).unwrap_or(&[]),
            entries: self.entries.get(terms).unwrap_or(&[]),
            ..*self
        }
    }

    /// The segments whose ids lie in `range`, as a plan of a result that has just these rows.
    ///
    /// # Errors
    /// [`KernelError::Range`] if the range is not inside.
    pub fn row_range(&self, range: Range<usize>) -> Result<Self, KernelError> {
        range_inside(&range, 0, self.output_rows)?;
        Ok(self.rows_of(range))
    }

    /// The segments of the rows before `row`, and of the others, each as a plan of a result that has just these rows.
    /// `row` is cut to the number of rows.
    #[must_use]
    pub fn split_rows_at(self, row: usize) -> (Self, Self) {
        let row = row.min(self.output_rows);
        (self.rows_of(0..row), self.rows_of(row..self.output_rows))
    }

    /// The segments of a range of rows that is inside.
    fn rows_of(&self, range: Range<usize>) -> Self {
        let place = |row: usize| self.ids.partition_point(|id| id.to_usize() < row.saturating_add(self.first_row));
        let start = place(range.start);
        let part = self.part(start..place(range.end).max(start));
        Self { output_rows: range.len(), first_row: self.first_row + range.start, ..part }
    }

    /// Cuts the segments into at most `parts` ranges of nearly equal terms.
    pub fn partition(&self, parts: usize) -> impl Iterator<Item = Range<usize>> + Clone + use<'a, I> {
        let (plan, parts) = (*self, parts.min(self.stored_rows()));
        ranges(parts, move |part| plan.first_segment_of(part, parts))
    }

    /// The first segment of part `part` of `parts` parts of nearly equal terms.
    fn first_segment_of(&self, part: usize, parts: usize) -> usize {
        // Cut by terms, fewer segments than parts could share one.
        if parts >= self.stored_rows() || part >= parts {
            return equal(self.stored_rows(), part, parts);
        }
        let first = self.segments.first().map_or(0, |first| first.to_usize());
        let target = first.saturating_add(equal(self.terms(), part, parts));
        self.segments.partition_point(|pointer| pointer.to_usize() < target).min(self.stored_rows())
    }

    /// The first row of part `part` of `parts` parts of nearly equal terms.
    pub(crate) fn first_row_of(&self, part: usize, parts: usize) -> usize {
        if part == 0 || part >= parts {
            return equal(self.output_rows, part, parts);
        }
        self.row_of(self.first_segment_of(part, parts)).min(self.output_rows)
    }

    /// Refuses an output whose stored rows are not the plan's.
    pub(crate) fn check_output<V: Number>(&self, columns: usize, out: &RowSparseMut<V, I>) -> Result<(), KernelError> {
        expect(Operand::Output, 0, self.output_rows, out.rows())?;
        expect(Operand::Output, 1, columns, out.row_length())?;
        // Equal ids are equal rows only if both count from the same one.
        if core::ptr::eq(self.ids, out.indices()) && self.first_row == out.first_row() {
            return Ok(());
        }
        expect(Operand::Output, 0, self.stored_rows(), out.stored_rows())?;
        let stored = out.pattern();
        match (0..self.stored_rows()).find(|&k| self.row_of(k) != stored.row_of(k)) {
            None => Ok(()),
            Some(row) => Err(KernelError::Pattern {
                operand: Operand::Output,
                row,
                expected: self.row_of(row),
                found: stored.row_of(row),
            }),
        }
    }

    /// Refuses values that are not those of the csr that the plan was made for, and an operand of another height.
    pub(crate) fn check_product(&self, values: usize, operand_rows: usize) -> Result<(), KernelError> {
        expect(Operand::Values, 2, self.values, values)?;
        expect(Operand::Right, 0, self.operand_rows, operand_rows)
    }
}

/// What a plan is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanShape {
    /// Entries of the csr, or rows, whose values the terms name. In order, all terms.
    pub values: usize,
    /// Rows of the operand.
    pub operand_rows: usize,
    /// Rows of the result, stored or not.
    pub output_rows: usize,
}
