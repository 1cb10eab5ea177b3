//! Owned memory for plans.
use lacuna::Index;
use lacuna::segments::{PlanBuffers, plan_scratch};

/// What a plan is made in: its arrays and the scratch of its sort, for any number of entries up to a limit.
///
/// A plan borrows it; when that is gone, the next one can be made in the same memory.
///
/// ```
/// use lacuna::{Csr, Dense, RowSparseMut, dot};
/// use lacuna_arrays::PlanMemory;
///
/// let a = Csr::new(2, 4, &[0, 2, 3], &[1, 3, 3], &[1.0, 2.0, 3.0])?;
/// let mut memory = PlanMemory::new(a.nnz());
/// let (buffers, scratch) = memory.buffers();
/// let plan = dot::transpose_plan(a, 0..4, buffers, scratch)?;
/// assert_eq!(plan.ids(), [1, 3]);
///
/// let b = Dense::new(2, 1, &[10.0, 100.0])?;
/// let mut data = vec![0.0; plan.stored_rows()];
/// dot::csr_t_dense(&plan, a.values(), b, RowSparseMut::new(4, 1, plan.ids(), &mut data)?)?;
/// assert_eq!(data, [10.0, 320.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct PlanMemory<I: Index> {
    ids: Vec<I>,
    segments: Vec<I>,
    rows: Vec<I>,
    entries: Vec<I>,
    scratch: Vec<I::Key>,
}

impl<I: Index> PlanMemory<I> {
    /// For a plan of at most so many entries.
    #[must_use]
    pub fn new(entries: usize) -> Self {
        Self::filled(entries, I::default())
    }

    /// The same, with a number everywhere in the arrays that shows a test what was not written.
    #[must_use]
    pub fn filled(entries: usize, number: I) -> Self {
        let array = |length| vec![number; length];
        Self {
            ids: array(entries),
            segments: array(entries.saturating_add(1)),
            rows: array(entries),
            entries: array(entries),
            scratch: vec![I::Key::default(); plan_scratch(entries)],
        }
    }

    /// For one plan at a time.
    pub fn buffers(&mut self) -> (PlanBuffers<'_, I>, &mut [I::Key]) {
        let Self { ids, segments, rows, entries, scratch } = self;
        (PlanBuffers { ids, segments, rows, entries }, scratch)
    }
}
