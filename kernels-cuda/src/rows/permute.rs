//! Values in another order.
use crate::check::Check;
use crate::driver::Driver;
use crate::{Buffer, Error, Gpu, entries};
use lacuna::checks::expect;
use lacuna::error::Operand;
use lacuna::{Index, Storage};

/// The values at the places: [`lacuna::rows::permute`], of any [`Storage`].
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape) for lengths that differ, with nothing begun; [`Error::Driver`].
/// By [`Gpu::finish`]: [`KernelError::Pattern`](lacuna::KernelError::Pattern) for an entry outside of `values`; then
/// nothing is written.
pub fn permute<D: Driver, V: Storage, I: Index>(
    gpu: &Gpu<D>,
    entries: &Buffer<D, I>,
    values: &Buffer<D, V>,
    out: &mut Buffer<D, V>,
) -> Result<(), Error> {
    let (driver, length, value_count) = (gpu.driver(), entries.len(), values.len());
    expect(Operand::Output, 2, length, out.len())?;
    let mut check = gpu.begin(&[Check::Places])?;
    entries::check_places { places: entries, length, below: value_count, check: check.words(0) }
        .on(driver)
        .run(length)?;
    Ok(entries::permute { entries, values, out, length, value_count, check: check.words(0) }.on(driver).run(length)?)
}
