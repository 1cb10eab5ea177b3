//! One pass of a stable sort of (key, entry) pairs by a digit of the key: counts for each digit and tile, and, once
//! these have become running totals, the move.
use crate::entry;
use crate::gpu::{Shared, block_idx_x, grid_dim_x, lane_id, sync_threads, sync_warp, thread_idx_x, warp_vote_ballot};
use lacuna::Index;

const DIGIT_BITS: u32 = 8;
const DIGITS: usize = 1 << DIGIT_BITS;
/// Threads of a block: one a digit.
const THREADS: usize = DIGITS;
const WARPS: usize = THREADS / 32;
/// Keys of a warp.
const WARP_KEYS: usize = 512;
const TILE: usize = WARPS * WARP_KEYS;

#[inline(always)]
fn digit<I: Index>(key: I, shift: u32) -> usize {
    key.to_usize() >> shift & (DIGITS - 1)
}

/// The end of a warp's keys, the same in all its lanes: of few keys, most warps have none.
#[inline(always)]
fn end_of_keys(first: usize, length: usize) -> usize {
    length.min(first + WARP_KEYS)
}

/// The lanes that have this lane's digit, none for a lane without a key. The whole warp calls it.
#[inline(always)]
unsafe fn same_digit(digit: usize, has_key: bool) -> u32 {
    let mut lanes = warp_vote_ballot(has_key);
    for bit in 0..DIGIT_BITS {
        let set = digit >> bit & 1 == 1;
        let with = warp_vote_ballot(set);
        lanes &= if set { with } else { !with };
    }
    if has_key { lanes } else { 0 }
}

/// Counts the warp's keys of each digit in shared memory, of which it has [`DIGITS`] elements of its own.
#[inline(always)]
unsafe fn count_keys<I: Index>(
    keys: *const I,
    length: usize,
    shift: u32,
    first: usize,
    counts: Shared<I>,
    base: usize,
) {
    let (mut round, end) = (first, end_of_keys(first, length));
    while round < end {
        let at = round + lane_id() as usize;
        let has_key = at < end;
        let digit = if has_key { digit(*keys.add(at), shift) } else { 0 };
        let same = same_digit(digit, has_key);
        if has_key && same.trailing_zeros() == lane_id() {
            let count = counts.get(base + digit).to_usize();
            counts.set(base + digit, I::from_usize(count + same.count_ones() as usize));
        }
        sync_warp();
        round += 32;
    }
}

/// Makes the counts of the block's warps, in shared memory.
#[inline(always)]
unsafe fn count_tile<I: Index>(keys: *const I, length: usize, shift: u32) -> (Shared<I>, usize, usize) {
    let counts = Shared::<I>::at(0);
    for warp in 0..WARPS {
        counts.set(warp * DIGITS + thread_idx_x(), I::from_usize(0));
    }
    sync_threads();
    let warp = thread_idx_x() / 32;
    let first = block_idx_x() * TILE + warp * WARP_KEYS;
    count_keys(keys, length, shift, first, counts, warp * DIGITS);
    sync_threads();
    (counts, first, warp * DIGITS)
}

pub(crate) unsafe fn sort_count<I: Index>(entry::sort_count { keys, length, shift, totals }: entry::sort_count<I>) {
    let (counts, _, _) = count_tile(keys, length, shift);
    let mut total = 0;
    for warp in 0..WARPS {
        total += counts.get(warp * DIGITS + thread_idx_x()).to_usize();
    }
    *totals.add(thread_idx_x() * grid_dim_x() + block_idx_x()) = I::from_usize(total);
}

pub(crate) unsafe fn sort_scatter<I: Index>(
    entry::sort_scatter { keys, entries, length, shift, totals, sorted_keys, sorted_entries }: entry::sort_scatter<I>,
) {
    let (counts, first, base) = count_tile(keys, length, shift);
    // The counts of the warps become the places of their first keys.
    let number = thread_idx_x() * grid_dim_x() + block_idx_x();
    let mut place = if number == 0 { 0 } else { (*totals.add(number - 1)).to_usize() };
    for warp in 0..WARPS {
        let at = warp * DIGITS + thread_idx_x();
        let count = counts.get(at).to_usize();
        counts.set(at, I::from_usize(place));
        place += count;
    }
    sync_threads();
    let (mut round, end) = (first, end_of_keys(first, length));
    while round < end {
        let at = round + lane_id() as usize;
        let has_key = at < end;
        let key = if has_key { *keys.add(at) } else { I::from_usize(0) };
        let digit = digit(key, shift);
        let same = same_digit(digit, has_key);
        let mut place = usize::MAX;
        if has_key {
            place = counts.get(base + digit).to_usize();
        }
        sync_warp();
        if has_key {
            if same.trailing_zeros() == lane_id() {
                counts.set(base + digit, I::from_usize(place + same.count_ones() as usize));
            }
            let to = place + (same & ((1 << lane_id()) - 1)).count_ones() as usize;
            *sorted_keys.add(to) = key;
            *sorted_entries.add(to) = *entries.add(at);
        }
        sync_warp();
        round += 32;
    }
}
