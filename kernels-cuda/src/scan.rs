//! Running totals on the device.
use crate::buffer::Buffer;
use crate::driver::{Driver, DriverError};
use crate::gpu::Begun;
use crate::launch::Launch;
use lacuna::Index;

/// Elements of a block.
const TILE: usize = 2048;
/// Bytes of shared memory: one total for each warp.
const SHARED: usize = 64;

/// Each element becomes the total of those up to it. A total above the index type is not written, and is what the check then says.
pub(crate) fn running_totals<D: Driver, I: Index>(
    driver: &D,
    elements: &mut Buffer<D, I>,
    check: Option<&mut Begun<D>>,
) -> Result<(), DriverError> {
    let length = elements.len();
    let tiles = length.div_ceil(TILE);
    if tiles == 0 {
        return Ok(());
    }
    let mut totals = Buffer::<D, u64>::new(driver, tiles)?;
    let tile_totals = Launch::of_indices::<I>(driver, "scan_tiles").read(elements).size(length).write(&mut totals);
    tile_totals.run_blocks([tiles, 1], SHARED)?;
    Launch::plain(driver, "scan_totals").write(&mut totals).size(tiles).run_blocks([1, 1], SHARED)?;
    let launch = Launch::of_indices::<I>(driver, "scan_elements").write(elements).size(length).read(&totals);
    let launch = match check {
        Some(check) => {
            let (words, first) = check.words(0);
            launch.write_from(words, first)
        }
        None => launch.null(),
    };
    launch.run_blocks([tiles, 1], SHARED)
}
