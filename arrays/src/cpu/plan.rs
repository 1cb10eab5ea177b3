//! Plans on several threads: each makes that of some columns, and the parts are moved together.
use super::Cpu;
use lacuna::segments::{PlanBuffers, PlanShape, SegmentPlan, plan_scratch};
use lacuna::{Csr, Index, KernelError, RowSparse, Value, dot};
use std::ops::Range;

/// Fewer terms are grouped by one thread: every other one reads all columns of the csr, too, which costs as much as to
/// count them near the cache.
const FEWEST: usize = if cfg!(test) { 1 << 10 } else { 1 << 20 };

/// Columns that are looked at to cut a range in two.
const SAMPLES: usize = 256;

impl Cpu {
    /// Groups the entries of `a` by column: the plan of [`dot::transpose_plan`].
    ///
    /// # Errors
    /// Those of [`dot::transpose_plan`].
    pub fn transpose_plan<'p, V: Value, I: Index>(
        &self,
        a: Csr<'_, V, I>,
        columns: Range<usize>,
        buffers: PlanBuffers<'p, I>,
        scratch: &mut [I::Key],
    ) -> Result<SegmentPlan<'p, I>, KernelError> {
        let count = |columns: &Range<usize>| inside(a.indices(), columns);
        let shape = PlanShape { values: a.nnz(), operand_rows: a.rows(), output_rows: a.columns() };
        let make = |columns, buffers: PlanBuffers<'_, I>, scratch: &mut [I::Key]| {
            made(dot::transpose_plan(a, columns, buffers, scratch))
        };
        Columns { indices: a.indices(), shape, count: &count, make: &make }
            .plan(self.threads, columns.clone(), buffers, scratch)
            .or_else(|(buffers, scratch)| dot::transpose_plan(a, columns, buffers, scratch))
    }

    /// Groups by column the entries of `a` whose row `b` stores: the plan of [`dot::transpose_plan_row_sparse`].
    ///
    /// # Errors
    /// Those of [`dot::transpose_plan_row_sparse`].
    pub fn transpose_plan_row_sparse<'p, V: Value, I: Index>(
        &self,
        a: Csr<'_, V, I>,
        b: RowSparse<'_, V, I>,
        columns: Range<usize>,
        buffers: PlanBuffers<'p, I>,
        scratch: &mut [I::Key],
    ) -> Result<SegmentPlan<'p, I>, KernelError> {
        let stored =
            || b.indices().iter().map(|id| id.to_usize().wrapping_sub(b.first_row())).filter(|&row| row < a.rows());
        let count = |columns: &Range<usize>| stored().map(|row| inside(a.row(row).0, columns)).sum();
        let shape = PlanShape { values: a.nnz(), operand_rows: b.stored_rows(), output_rows: a.columns() };
        let make = |columns, buffers: PlanBuffers<'_, I>, scratch: &mut [I::Key]| {
            made(dot::transpose_plan_row_sparse(a, b, columns, buffers, scratch))
        };
        Columns { indices: a.indices(), shape, count: &count, make: &make }
            .plan(self.threads, columns.clone(), buffers, scratch)
            .or_else(|(buffers, scratch)| dot::transpose_plan_row_sparse(a, b, columns, buffers, scratch))
    }
}

/// Columns inside a range.
fn inside<I: Index>(indices: &[I], columns: &Range<usize>) -> usize {
    indices.iter().filter(|index| columns.contains(&index.to_usize())).count()
}

/// Stored rows and terms of a plan.
type Made = Option<(usize, usize)>;

fn made<I: Index>(plan: Result<SegmentPlan<'_, I>, KernelError>) -> Made {
    plan.ok().map(|plan| (plan.stored_rows(), plan.terms()))
}

/// What a plan is made of.
struct Columns<'a, I: Index, Count, Make> {
    indices: &'a [I],
    shape: PlanShape,
    /// The terms of some columns.
    count: &'a Count,
    /// Makes the plan of some columns.
    make: &'a Make,
}

impl<I: Index, Count, Make> Columns<'_, I, Count, Make>
where
    Count: Fn(&Range<usize>) -> usize + Sync,
    Make: Fn(Range<usize>, PlanBuffers<'_, I>, &mut [I::Key]) -> Made + Sync,
{
    /// The plan, or the buffers again: then one thread is to make it, or to say what is wrong.
    #[allow(clippy::type_complexity)]
    fn plan<'p, 's>(
        &self,
        threads: usize,
        columns: Range<usize>,
        buffers: PlanBuffers<'p, I>,
        scratch: &'s mut [I::Key],
    ) -> Result<SegmentPlan<'p, I>, (PlanBuffers<'p, I>, &'s mut [I::Key])> {
        let all = self.shape.output_rows;
        if threads <= 1 || self.indices.len() < FEWEST || columns.start > columns.end || columns.end > all {
            return Err((buffers, scratch));
        }
        let terms = (self.count)(&columns);
        let room = buffers
            .ids
            .len()
            .min(buffers.segments.len().saturating_sub(1))
            .min(buffers.rows.len())
            .min(buffers.entries.len());
        if room < terms || scratch.len() < plan_scratch(terms) {
            return Err((buffers, scratch));
        }
        let PlanBuffers { ids, segments, rows, entries } = buffers;
        let lent = PlanBuffers { ids: &mut *ids, segments: &mut *segments, rows: &mut *rows, entries: &mut *entries };
        match self.parts(threads, columns, terms, lent, &mut *scratch) {
            Some(stored) => {
                let plan = SegmentPlan::trusted(
                    &ids[..stored],
                    &segments[..=stored],
                    &rows[..terms],
                    &entries[..terms],
                    self.shape,
                );
                // The lengths fit.
                plan.map_err(|_| {
                    (PlanBuffers { ids: &mut [], segments: &mut [], rows: &mut [], entries: &mut [] }, scratch)
                })
            }
            None => Err((PlanBuffers { ids, segments, rows, entries }, scratch)),
        }
    }

    /// Groups the terms of some columns, which are so many, and gives the stored rows. The buffers have room for each
    /// of them; the bounds may lack room for one more.
    fn parts(
        &self,
        threads: usize,
        columns: Range<usize>,
        terms: usize,
        buffers: PlanBuffers<'_, I>,
        scratch: &mut [I::Key],
    ) -> Option<usize> {
        let half = threads / 2;
        let cut = if half == 0 || terms < FEWEST { None } else { self.cut(&columns, half, threads) };
        let at =
            cut.map(|column| (column, (self.count)(&(columns.start..column)))).filter(|&(_, at)| at > 0 && at < terms);
        let Some((column, at)) = at else {
            return (self.make)(columns, buffers, scratch).filter(|made| made.1 == terms).map(|made| made.0);
        };
        let PlanBuffers { ids, segments, rows, entries } = buffers;
        let (left_ids, right_ids) = ids.split_at_mut(at);
        let (left_segments, right_segments) = segments.split_at_mut(at);
        let (left_rows, right_rows) = rows.split_at_mut(at);
        let (left_entries, right_entries) = entries.split_at_mut(at);
        let (left_scratch, right_scratch) = scratch.split_at_mut(plan_scratch(at));
        let left = PlanBuffers { ids: left_ids, segments: left_segments, rows: left_rows, entries: left_entries };
        let right = PlanBuffers { ids: right_ids, segments: right_segments, rows: right_rows, entries: right_entries };
        let (left, right) = rayon::join(
            || self.parts(half, columns.start..column, at, left, left_scratch),
            || self.parts(threads - half, column..columns.end, terms - at, right, right_scratch),
        );
        let (left, right) = (left?, right?);
        ids.copy_within(at..at + right, left);
        // The first bound of the right is the last of the left.
        for bound in 0..=right {
            segments[left + bound] = I::from_usize(segments[at + bound].to_usize() + at);
        }
        Some(left + right)
    }

    /// The column before which `half` of `threads` threads find their terms, as a sample says.
    fn cut(&self, columns: &Range<usize>, half: usize, threads: usize) -> Option<usize> {
        let mut samples = [0; SAMPLES];
        let mut count = 0;
        let step = (self.indices.len() / SAMPLES).max(1);
        for column in self
            .indices
            .iter()
            .step_by(step)
            .map(|index| index.to_usize())
            .filter(|column| columns.contains(column))
            .take(SAMPLES)
        {
            samples[count] = column;
            count += 1;
        }
        samples[..count].sort_unstable();
        let column = samples.get(count * half / threads).copied().filter(|_| count > 0)?;
        Some(column.max(columns.start + 1)).filter(|&column| column < columns.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PlanMemory;
    use lacuna::segments::PlanBuffers;
    use quickcheck::{Arbitrary, Gen, QuickCheck};

    /// The arrays of a plan, or its error.
    type Found = Result<[Vec<i32>; 4], KernelError>;

    fn found(
        entries: usize,
        plan: impl for<'p> FnOnce(PlanBuffers<'p, i32>, &mut [u64]) -> Result<SegmentPlan<'p, i32>, KernelError>,
    ) -> Found {
        let mut memory = PlanMemory::filled(entries, 99);
        let (buffers, scratch) = memory.buffers();
        plan(buffers, scratch)
            .map(|plan| [plan.ids(), plan.segments(), plan.term_rows(), plan.entries()].map(<[i32]>::to_vec))
    }

    /// Rows of ascending columns, more of them at the start where `skewed`.
    fn csr(g: &mut Gen, rows: usize, columns: usize, skewed: bool) -> (Vec<i32>, Vec<i32>) {
        let (mut indptr, mut indices) = (vec![0], Vec::new());
        for _ in 0..rows {
            let mut row: Vec<i32> = (0..8)
                .map(|_| {
                    let column = u64::arbitrary(g) as usize % columns;
                    if skewed && bool::arbitrary(g) { (column % 3) as i32 } else { column as i32 }
                })
                .collect();
            row.sort_unstable();
            row.dedup();
            indices.extend(row);
            indptr.push(indices.len() as i32);
        }
        (indptr, indices)
    }

    #[test]
    fn threads_make_the_plan_of_one() {
        fn property(seed: u64) {
            let g = &mut Gen::from_size_and_seed(100, seed);
            let rows = if bool::arbitrary(g) { 40 } else { FEWEST / 3 };
            let columns = *g.choose(&[7, 1000, 100_000, 20_000_000]).unwrap();
            let skewed = bool::arbitrary(g);
            let (indptr, indices) = csr(g, rows, columns, skewed);
            let values = vec![1.0_f32; indices.len()];
            let a = Csr::new(rows, columns, &indptr, &indices, &values).unwrap();
            let ids: Vec<i32> = (0..rows as i32).filter(|row| row % 5 > 0).collect();
            let b = RowSparse::new(rows, 1, &ids, &values[..ids.len()]).unwrap();
            let part = columns / 7..columns - columns / 5;
            for range in [0..columns, part, columns + 1..columns + 2] {
                // Room for all, for one less than all, and for none.
                for room in [a.nnz(), a.nnz().saturating_sub(1), 0] {
                    let expected =
                        found(room, |buffers, scratch| dot::transpose_plan(a, range.clone(), buffers, scratch));
                    let of_stored = found(room, |buffers, scratch| {
                        dot::transpose_plan_row_sparse(a, b, range.clone(), buffers, scratch)
                    });
                    for threads in [1, 2, 3, 7] {
                        let cpu = Cpu { threads };
                        assert!(
                            found(room, |buffers, scratch| cpu.transpose_plan(a, range.clone(), buffers, scratch))
                                == expected,
                            "{range:?} x{threads}"
                        );
                        let plan = found(room, |buffers, scratch| {
                            cpu.transpose_plan_row_sparse(a, b, range.clone(), buffers, scratch)
                        });
                        assert!(plan == of_stored, "{range:?} x{threads}, stored rows");
                    }
                }
            }
        }
        QuickCheck::new().rng(Gen::from_size_and_seed(100, 0)).tests(12).quickcheck(property as fn(u64));
    }
}
