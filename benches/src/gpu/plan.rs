//! Plans on the host, to compare those of the device with.
use super::compare::same_indices;
use super::measure::Bench;
use anyhow::Result;
use lacuna::Index;
use lacuna::rows::{PlanBuffers, SegmentPlan, plan_scratch};
use lacuna_cuda::DevicePlan;
use lacuna_cuda::driver::Driver;

/// Memory for a plan of so many entries.
pub(super) struct Room<I> {
    ids: Vec<I>,
    segments: Vec<I>,
    rows: Vec<I>,
    entries: Vec<I>,
}

impl<I: Index> Room<I> {
    pub(super) fn new(entries: usize) -> Self {
        let indices = |length| vec![I::default(); length];
        Self { ids: indices(entries), segments: indices(entries + 1), rows: indices(entries), entries: indices(entries) }
    }

    pub(super) fn buffers(&mut self) -> PlanBuffers<'_, I> {
        PlanBuffers { ids: &mut self.ids, segments: &mut self.segments, rows: &mut self.rows, entries: &mut self.entries }
    }
}

/// What the sort of a plan of the host needs.
pub(super) fn scratch<I: Index>(entries: usize) -> Vec<I::Key> {
    vec![I::Key::default(); plan_scratch(entries)]
}

/// Waits for a plan of the device and compares it with the host's.
pub(super) fn check<D: Driver, I: Index>(
    bench: &Bench<'_, D>,
    what: &str,
    found: &DevicePlan<D, I>,
    expected: &SegmentPlan<'_, I>,
) -> Result<()> {
    bench.gpu.finish()?;
    let mut room = Room::new(expected.shape().values);
    let found = found.download(bench.gpu, room.buffers())?;
    same_indices(&format!("{what}: ids"), found.ids(), expected.ids())?;
    same_indices(&format!("{what}: segments"), found.segments(), expected.segments())?;
    same_indices(&format!("{what}: rows"), found.rows(), expected.rows())?;
    same_indices(&format!("{what}: entries"), found.entries(), expected.entries())
}
