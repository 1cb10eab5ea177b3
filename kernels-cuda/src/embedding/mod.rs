//! Rows of a weight by their ids, and reductions over bags of them: [`lacuna::embedding`] on a device.
mod bags;
mod lookup;

pub use bags::{bag_max, bag_max_gradient, bag_mean, bag_plan, bag_shares, bag_sum};
pub use lookup::{lookup, lookup_row_sparse};

use crate::check::Check;
use crate::driver::Driver;
use crate::gpu::Begun;
use crate::{Buffer, Error, Gpu, entries};
use lacuna::Index;

/// Begins a check of ids that must be below `rows`.
fn check_ids<'g, D: Driver, I: Index>(gpu: &'g Gpu<D>, ids: &Buffer<D, I>, rows: usize) -> Result<Begun<'g, D>, Error> {
    let mut check = gpu.begin(&[Check::Ids { rows }])?;
    let length = ids.len();
    entries::check_places { places: ids, length, below: rows, check: check.words(0) }.on(gpu.driver()).run(length)?;
    Ok(check)
}
