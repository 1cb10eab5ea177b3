//! What a call gives beside what it writes.
use crate::Index;
use crate::dot::{BlockEnds, BlockShape, SellPlan, SellShape};
use crate::segments::{PlanBuffers, PlanShape, SegmentPlan};

/// What a call gives beside what it writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Answer {
    /// Nothing.
    None,
    /// A number of elements.
    Size(usize),
    /// A plan lies in the buffers.
    Plan {
        /// Its stored rows.
        stored_rows: usize,
        /// Its terms.
        terms: usize,
        /// What it is for.
        shape: PlanShape,
    },
    /// Block ends lie in the arrays.
    BlockEnds {
        /// Columns that have some.
        columns: usize,
        /// Entries that end a block.
        entries: usize,
        /// The matrix that they are of.
        shape: BlockShape,
    },
    /// A SELL plan lies in the memory.
    SellPlan {
        /// Elements that it takes.
        length: usize,
        /// The matrix that it is of.
        shape: SellShape,
    },
}

impl Answer {
    /// The number; 0 if it is none.
    #[must_use]
    pub const fn size(self) -> usize {
        if let Self::Size(size) = self { size } else { 0 }
    }

    /// The plan in the buffers that the call had. `None` if the answer is none of such buffers.
    #[must_use]
    pub fn plan<I: Index>(self, buffers: PlanBuffers<'_, I>) -> Option<SegmentPlan<'_, I>> {
        let Self::Plan { stored_rows, terms, shape } = self else { return None };
        let PlanBuffers { ids, segments, rows, entries } = buffers;
        let segments = segments.get(..=stored_rows)?;
        SegmentPlan::trusted(ids.get(..stored_rows)?, segments, rows.get(..terms)?, entries.get(..terms)?, shape).ok()
    }

    /// The block ends in the arrays that the call had. `None` if the answer is none of such arrays.
    #[must_use]
    pub fn block_ends<'e, I: Index>(self, in_columns: &'e [I], in_entries: &'e [I]) -> Option<BlockEnds<'e, I>> {
        let Self::BlockEnds { columns, entries, shape } = self else { return None };
        Some(BlockEnds::trusted(in_columns.get(..columns)?, in_entries.get(..entries)?, shape))
    }

    /// The SELL plan in the memory that the call had. `None` if the answer is none of such memory.
    #[must_use]
    pub fn sell_plan<I: Index>(self, memory: &[I]) -> Option<SellPlan<'_, I>> {
        let Self::SellPlan { length, shape } = self else { return None };
        SellPlan::trusted(memory.get(..length)?, shape).ok()
    }
}

impl From<()> for Answer {
    fn from((): ()) -> Self {
        Self::None
    }
}

impl From<usize> for Answer {
    fn from(size: usize) -> Self {
        Self::Size(size)
    }
}

impl<I: Index> From<SegmentPlan<'_, I>> for Answer {
    fn from(plan: SegmentPlan<'_, I>) -> Self {
        Self::Plan { stored_rows: plan.stored_rows(), terms: plan.terms(), shape: plan.shape() }
    }
}

impl<I: Index> From<BlockEnds<'_, I>> for Answer {
    fn from(ends: BlockEnds<'_, I>) -> Self {
        Self::BlockEnds { columns: ends.columns().len(), entries: ends.entries().len(), shape: ends.shape() }
    }
}

impl<I: Index> From<SellPlan<'_, I>> for Answer {
    fn from(plan: SellPlan<'_, I>) -> Self {
        Self::SellPlan { length: plan.memory().len(), shape: plan.shape() }
    }
}
