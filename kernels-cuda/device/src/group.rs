//! Which elements of a matrix a thread owns: a row belongs to a group of `1 << lane_bits` threads, whose neighbours
//! take neighbouring columns.
use super::gpu::{block_dim_x, block_idx_x, block_idx_y, grid_dim_y, thread_idx_x};

/// A thread's place: its row, its first column, and the distance to its next one.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) row: usize,
    pub(crate) column: usize,
    pub(crate) step: usize,
}

/// The place for accesses of `width` columns. Blocks along y share the columns.
#[inline(always)]
pub(crate) fn place(lane_bits: u32, width: usize) -> Place {
    let thread = block_idx_x() * block_dim_x() + thread_idx_x();
    let lane = thread & ((1 << lane_bits) - 1);
    Place {
        row: thread >> lane_bits,
        column: ((block_idx_y() << lane_bits) + lane) * width,
        step: (grid_dim_y() << lane_bits) * width,
    }
}

/// The number of this thread in the grid.
#[inline(always)]
pub(crate) fn thread() -> usize {
    block_idx_x() * block_dim_x() + thread_idx_x()
}

/// Calls the body with the columns of one access.
macro_rules! with_width {
    ($wide:expr, $V:ty, $WIDTH:ident => $body:expr) => {
        if $wide == 0 {
            const $WIDTH: usize = 1;
            $body
        } else if size_of::<$V>() == 2 {
            const $WIDTH: usize = 8;
            $body
        } else if size_of::<$V>() == 4 {
            const $WIDTH: usize = 4;
            $body
        } else {
            const $WIDTH: usize = 2;
            $body
        }
    };
}
pub(crate) use with_width;
