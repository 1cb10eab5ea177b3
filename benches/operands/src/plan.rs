//! Memory for plans.
use crate::buffer::{Buffer, Pages};
use anyhow::Result;
use bytemuck::Pod;
use lacuna::Index;
use lacuna::segments::{PlanBuffers, plan_scratch};

/// What a plan is made in, of any number of entries up to a limit.
#[derive(Debug)]
pub struct PlanMemory<I: Index> {
    ids: Buffer<I>,
    segments: Buffer<I>,
    rows: Buffer<I>,
    entries: Buffer<I>,
    scratch: Buffer<I::Key>,
}

impl<I: Index + Pod> PlanMemory<I>
where
    I::Key: Pod,
{
    /// For so many entries.
    pub fn new(entries: usize, pages: Pages) -> Result<Self> {
        let zeros = |length| Buffer::zeros(length, pages);
        let scratch = Buffer::zeros(plan_scratch(entries), pages)?;
        Ok(Self {
            ids: zeros(entries)?,
            segments: zeros(entries + 1)?,
            rows: zeros(entries)?,
            entries: zeros(entries)?,
            scratch,
        })
    }

    /// For one plan at a time.
    pub fn lend(&mut self) -> (PlanBuffers<'_, I>, &mut [I::Key]) {
        let Self { ids, segments, rows, entries, scratch } = self;
        (PlanBuffers { ids, segments, rows, entries }, scratch)
    }
}
