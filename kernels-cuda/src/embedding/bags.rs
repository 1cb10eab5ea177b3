//! Reductions over bags, and their plan.
use super::check_ids;
use crate::check::Check;
use crate::driver::Driver;
use crate::entries::groups::MatrixMut;
use crate::launch::Groups;
use crate::segments::{Keys, plan};
use crate::{Buffer, DeviceCsr, DeviceDense, DevicePlan, DeviceRowSparse, Error, Gpu, entries};
use lacuna::checks::expect;
use lacuna::error::Operand;
use lacuna::segments::PlanShape;
use lacuna::{Index, KernelError, Number, Storage, Value};

/// Groups the entries of the bags by id, by a sort on the device: [`lacuna::embedding::bag_plan`].
///
/// # Errors
/// [`Error::Driver`]. By [`Gpu::finish`]: [`KernelError::Ids`] for an id out of range; the plan is then empty.
pub fn bag_plan<D: Driver, V: Number, I: Index>(
    gpu: &Gpu<D>,
    bags: &DeviceCsr<D, V, I>,
    padding: usize,
) -> Result<DevicePlan<D, I>, Error> {
    let (driver, capacity, rows) = (gpu.driver(), bags.capacity(), bags.columns);
    let new = || Buffer::new(driver, capacity);
    let (mut keys, mut entries, mut sources) = (new()?, new()?, new()?);
    let mut check = gpu.begin(&[Check::Ids { rows }])?;
    entries::bag_keys {
        indptr: &bags.indptr,
        ids: &bags.indices,
        capacity,
        bags: bags.rows,
        rows,
        padding,
        keys: &mut keys,
        entries: &mut entries,
        sources: &mut sources,
        check: check.words(0),
    }
    .on(driver)
    .run(capacity)?;
    let shape = PlanShape { values: capacity, operand_rows: bags.rows, output_rows: rows };
    plan(gpu, Keys { keys, entries, sources: Some(sources) }, shape, capacity, Some((check, &bags.indices)))
}

fn check_bags<D: Driver, V: Number, I: Index>(
    bags: &DeviceCsr<D, V, I>,
    weight: &DeviceDense<D, V>,
    out: &DeviceDense<D, V>,
) -> Result<(), KernelError> {
    expect(Operand::Weight, 0, bags.columns, weight.rows)?;
    expect(Operand::Output, 0, bags.rows, out.rows)?;
    expect(Operand::Output, 1, weight.columns, out.columns)
}

macro_rules! reductions {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[doc = concat!(" [`lacuna::embedding::", stringify!($name), "`], of any [`Storage`].")]
        ///
        /// # Errors
        /// [`KernelError::Shape`], with nothing begun; [`Error::Driver`]. By [`Gpu::finish`]: [`KernelError::Ids`];
        /// then nothing is written.
        pub fn $name<D: Driver, V: Storage, I: Index>(
            gpu: &Gpu<D>,
            bags: &DeviceCsr<D, V, I>,
            padding: usize,
            weight: &DeviceDense<D, V>,
            out: &mut DeviceDense<D, V>,
        ) -> Result<(), Error> {
            check_bags(bags, weight, out)?;
            let mut check = check_ids(gpu, &bags.indices, weight.rows)?;
            let groups = Groups::new::<V>(out.columns, &[weight.stride, out.stride]);
            let check = check.words(0);
            let entry = entries::$name {
                bags: bags.into(), padding, weight: weight.into(), out: out.into(), groups: groups.into(), check
            };
            Ok(entry.on(gpu.driver()).run_groups(bags.rows.max(1), groups)?)
        }
    )*};
}
reductions! {
    /// The sum of each bag:
    bag_sum
    /// The mean of each bag:
    bag_mean
}

/// What each entry adds to the mean of its bag: [`lacuna::embedding::bag_shares`].
///
/// # Errors
/// [`KernelError::Shape`], with nothing begun; [`Error::Driver`].
pub fn bag_shares<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    bags: &DeviceCsr<D, V, I>,
    padding: usize,
    out: &mut Buffer<D, V>,
) -> Result<(), Error> {
    expect(Operand::Output, 2, bags.capacity(), out.len())?;
    Ok(entries::bag_shares { bags: bags.into(), padding, out }.on(gpu.driver()).run(bags.rows)?)
}

/// The largest element of each bag: [`lacuna::embedding::bag_max`].
///
/// # Errors
/// As [`bag_sum`].
pub fn bag_max<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    bags: &DeviceCsr<D, V, I>,
    padding: usize,
    weight: &DeviceDense<D, V>,
    entries: &mut Buffer<D, I>,
    out: &mut DeviceDense<D, V>,
) -> Result<(), Error> {
    check_bags(bags, weight, out)?;
    expect(Operand::Indices, 2, out.rows.saturating_mul(out.columns), entries.len())?;
    let mut check = check_ids(gpu, &bags.indices, weight.rows)?;
    let groups = Groups::new::<V>(out.columns, &[weight.stride, out.stride]);
    let check = check.words(0);
    let entry = entries::bag_max {
        bags: bags.into(),
        padding,
        weight: weight.into(),
        entries,
        out: out.into(),
        groups: groups.into(),
        check,
    };
    Ok(entry.on(gpu.driver()).run_groups(bags.rows.max(1), groups)?)
}

/// The gradient of the weight through [`bag_max`]: [`lacuna::embedding::bag_max_gradient`]. `out` was made with the
/// plan's [`pattern`](DevicePlan::pattern).
///
/// # Errors
/// [`KernelError::Shape`] and [`KernelError::Pattern`], with nothing begun; [`Error::Driver`].
pub fn bag_max_gradient<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    plan: &DevicePlan<D, I>,
    entries: &Buffer<D, I>,
    gradient: &DeviceDense<D, V>,
    out: &mut DeviceRowSparse<D, V, I>,
) -> Result<(), Error> {
    let (columns, rows) = (gradient.columns, out.pattern.capacity());
    expect(Operand::Gradient, 0, plan.operand_rows, gradient.rows)?;
    expect(Operand::Indices, 2, gradient.rows.saturating_mul(columns), entries.len())?;
    plan.check_output(columns, out)?;
    let groups = Groups::warp(columns, 32);
    let entry = entries::bag_max_gradient {
        segments: plan.into(),
        bags: &plan.rows,
        terms: &plan.entries,
        entries,
        gradient: gradient.into(),
        out: MatrixMut { rows, stride: columns, data: &mut out.data },
        groups: groups.into(),
    };
    Ok(entry.on(gpu.driver()).run_groups(rows, groups)?)
}
