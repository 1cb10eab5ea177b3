//! Entries grouped by the output row that they add to: what transposed products, coalesce and the gradients of
//! embeddings stand on.
mod count;
mod group;
mod plan;
mod sort;
mod sum;

pub(crate) use group::group;
pub use plan::{AnyPlanBuffers, AnySegmentPlan, PlanBuffers, PlanShape, SegmentPlan, plan_scratch};
pub(crate) use sum::{Place, SegmentSums, Source};
