//! A stable sort on the device: least significant digit first.
use crate::buffer::Buffer;
use crate::driver::{Driver, DriverError};
use crate::entries;
use crate::scan::running_totals;
use lacuna::Index;

const DIGIT_BITS: u32 = 8;
const DIGITS: usize = 1 << DIGIT_BITS;
/// Keys of a block.
const TILE: usize = 4096;
/// Warps of a block, each of which has counts of its own in shared memory.
const WARPS: usize = 8;

/// Keys, and the entries that go with them.
pub(crate) type Pairs<D, I> = (Buffer<D, I>, Buffer<D, I>);

/// Sorts pairs by key. No key is above `largest`: its bits alone are looked at.
pub(crate) fn sort_by_key<D: Driver, I: Index>(
    driver: &D,
    (mut keys, mut entries): Pairs<D, I>,
    largest: usize,
) -> Result<Pairs<D, I>, DriverError> {
    let length = keys.len();
    let (tiles, shared) = (length.div_ceil(TILE), WARPS * DIGITS * size_of::<I>());
    if tiles == 0 {
        return Ok((keys, entries));
    }
    let (mut sorted_keys, mut sorted_entries) = (Buffer::new(driver, length)?, Buffer::new(driver, length)?);
    let mut totals = Buffer::<D, I>::new(driver, tiles * DIGITS)?;
    for shift in (0..usize::BITS - largest.leading_zeros()).step_by(DIGIT_BITS as usize) {
        entries::sort_count { keys: &keys, length, shift, totals: &mut totals }
            .on(driver)
            .run_blocks([tiles, 1], shared)?;
        running_totals(driver, &mut totals, None)?;
        entries::sort_scatter {
            keys: &keys,
            entries: &entries,
            length,
            shift,
            totals: &totals,
            sorted_keys: &mut sorted_keys,
            sorted_entries: &mut sorted_entries,
        }
        .on(driver)
        .run_blocks([tiles, 1], shared)?;
        (keys, sorted_keys) = (sorted_keys, keys);
        (entries, sorted_entries) = (sorted_entries, entries);
    }
    Ok((keys, entries))
}
