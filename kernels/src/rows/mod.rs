//! Kernels on the stored rows of row_sparse arrays, and the plan that groups entries by row.
pub(crate) mod add_n;
pub(crate) mod coalesce;
mod finder;
pub(crate) mod retain;
mod segment_plan;
pub(crate) mod segment_sum;

pub use add_n::{add_n, add_n_ids};
pub use coalesce::{coalesce, coalesce_plan};
pub(crate) use finder::Finder;
pub use retain::{retain, retain_ids};
pub(crate) use segment_plan::group;
pub use segment_plan::{PlanBuffers, PlanShape, SegmentPlan, plan_scratch};

/// The doors without dispatch, as [`crate::scalar`] has them.
pub(crate) mod scalar {
    pub use super::add_n::scalar_add_n as add_n;
    pub use super::coalesce::scalar_coalesce as coalesce;
    pub use super::retain::scalar_retain as retain;
}
