//! Running totals on the device.
use crate::buffer::Buffer;
use crate::driver::{Driver, DriverError};
use crate::entries;
use crate::gpu::Begun;
use lacuna::Index;

/// Elements of a block.
const TILE: usize = 2048;
/// Bytes of shared memory: one total for each warp.
const SHARED: usize = 64;

/// Each element becomes the total of those up to it; unless that of all is above the largest: that is what the check
/// then says. Without a check it is not.
pub(crate) fn running_totals<D: Driver, I: Index>(
    driver: &D,
    elements: &mut Buffer<D, I>,
    mut check: Option<(&mut Begun<D>, usize)>,
) -> Result<(), DriverError> {
    let length = elements.len();
    let tiles = length.div_ceil(TILE);
    if tiles == 0 {
        return Ok(());
    }
    let mut totals = Buffer::<D, u64>::new(driver, tiles)?;
    entries::scan_tiles { elements, length, totals: &mut totals }.on(driver).run_blocks([tiles, 1], SHARED)?;
    let largest = check.as_ref().map_or(usize::MAX, |(_, largest)| *largest);
    let words = check.as_mut().map(|(check, _)| check.words(0));
    entries::scan_totals { totals: &mut totals, count: tiles, largest, check: words }
        .on(driver)
        .run_blocks([1, 1], SHARED)?;
    let check = check.as_mut().map(|(check, _)| check.words(0));
    entries::scan_elements { elements, length, totals: &totals, check }.on(driver).run_blocks([tiles, 1], SHARED)
}
