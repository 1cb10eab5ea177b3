//! Running totals of an array of counts: totals of tiles, their running totals, and then those of all elements.
use crate::check::Check;
use crate::entry;
use crate::gpu::{Shared, block_idx_x, lane_id, sync_threads, thread_idx_x, warp_shuffle_up};
use lacuna::Index;

/// Threads of a block.
const THREADS: usize = 256;
/// Elements of a thread.
const ELEMENTS: usize = 8;
const TILE: usize = THREADS * ELEMENTS;
const WARPS: usize = THREADS / 32;

/// The total up to this thread and that of the whole block, which calls it. Shared memory: 8 bytes a warp.
#[inline(always)]
unsafe fn block_totals(value: u64) -> (u64, u64) {
    let mut total = value;
    let mut distance = 1;
    while distance < 32 {
        let below = warp_shuffle_up(total, distance);
        if lane_id() >= distance {
            total = total.saturating_add(below);
        }
        distance *= 2;
    }
    let (warps, warp) = (Shared::<u64>::at(0), thread_idx_x() / 32);
    if lane_id() == 31 {
        warps.set(warp, total);
    }
    sync_threads();
    let (mut before, mut all) = (0_u64, 0_u64);
    for other in 0..WARPS {
        let total = warps.get(other);
        if other < warp {
            before = before.saturating_add(total);
        }
        all = all.saturating_add(total);
    }
    sync_threads();
    (total.saturating_add(before), all)
}

#[inline(always)]
unsafe fn element<I: Index>(array: *const I, length: usize, at: usize) -> u64 {
    if at < length { (*array.add(at)).to_usize() as u64 } else { 0 }
}

pub(crate) unsafe fn scan_tiles<I: Index>(entry::scan_tiles { elements, length, totals }: entry::scan_tiles<I>) {
    let first = block_idx_x() * TILE + thread_idx_x();
    let mut total = 0_u64;
    for i in 0..ELEMENTS {
        total = total.saturating_add(element(elements, length, first + i * THREADS));
    }
    let (_, all) = block_totals(total);
    if thread_idx_x() == 0 {
        *totals.add(block_idx_x()) = all;
    }
}

/// Makes each total that of the tiles before.
pub(crate) unsafe fn scan_totals(entry::scan_totals { totals, count, largest, check }: entry::scan_totals) {
    let mut before = 0_u64;
    let mut first = 0;
    while first < count {
        let at = first + thread_idx_x();
        let value = if at < count { *totals.add(at) } else { 0 };
        let (to_here, all) = block_totals(value);
        if at < count {
            *totals.add(at) = before.saturating_add(to_here).saturating_sub(value);
        }
        before = before.saturating_add(all);
        first += THREADS;
    }
    if thread_idx_x() == 0 && before > largest as u64 && !check.is_null() {
        Check::new(check).refuse(before as usize);
    }
}

pub(crate) unsafe fn scan_elements<I: Index>(
    entry::scan_elements { elements, length, totals, check }: entry::scan_elements<I>,
) {
    if Check::new(check).refused().is_some() {
        return;
    }
    let first = block_idx_x() * TILE + thread_idx_x() * ELEMENTS;
    let mut own = [0_u64; ELEMENTS];
    let mut total = 0_u64;
    for i in 0..ELEMENTS {
        own[i] = element(elements, length, first + i);
        total = total.saturating_add(own[i]);
    }
    let (to_here, _) = block_totals(total);
    let mut running = (*totals.add(block_idx_x())).saturating_add(to_here.saturating_sub(total));
    for i in 0..ELEMENTS {
        running = running.saturating_add(own[i]);
        if first + i < length {
            *elements.add(first + i) = I::from_usize(running as usize);
        }
    }
}
