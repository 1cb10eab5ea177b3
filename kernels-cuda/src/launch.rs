//! How an entry is launched: its name, its arguments and its grid.
use crate::buffer::Buffer;
use crate::driver::{Argument, Driver, DriverError, Entry, Grid};
use lacuna::order::LANES;
use lacuna::{Number, Value};

/// Threads of a block.
const THREADS: usize = 256;
/// Blocks along y, at most.
pub(crate) const MOST_BLOCKS_Y: usize = 65_535;

/// An entry with its arguments, in order. [`entries`](crate::entries) makes it.
#[must_use = "nothing is launched before `run`"]
pub(crate) struct Launch<'a, D: Driver> {
    driver: &'a D,
    module: &'static str,
    entry: String,
    arguments: Vec<Argument<'a, D::Memory>>,
    others: Vec<&'a D::Memory>,
}

impl<'a, D: Driver> Launch<'a, D> {
    /// An entry of a family for these types, without arguments.
    // Not a part of each entry, as `push`: there are a thousand.
    #[inline(never)]
    pub(crate) fn new(driver: &'a D, family: &'static str, name: &'static str, types: &[&'static str]) -> Self {
        let is_half = types.iter().any(|name| ["f16", "bf16"].contains(name));
        let entry = [&[name], types].concat().join("_");
        let module = if is_half { "half" } else { family };
        Self { driver, module, entry, arguments: Vec::with_capacity(32), others: Vec::new() }
    }

    /// The next argument.
    #[inline(never)]
    pub(crate) fn push(&mut self, argument: Argument<'a, D::Memory>) {
        self.arguments.push(argument);
    }

    /// Runs on `blocks` along x and y, with `shared` bytes of shared memory in each.
    pub(crate) fn run_blocks(self, blocks: [usize; 2], shared: usize) -> Result<(), DriverError> {
        let (Ok(x), Ok(y), Ok(shared)) = (i32::try_from(blocks[0]), i32::try_from(blocks[1]), u32::try_from(shared))
        else {
            let reason = format!("a grid of {} x {} blocks is too large", blocks[0], blocks[1]);
            return Err(DriverError::Launch { entry: self.entry, reason });
        };
        if x == 0 || y == 0 {
            return Ok(());
        }
        self.run_grid(Grid { blocks: [x.unsigned_abs(), y.unsigned_abs()], threads: THREADS as u32, shared })
    }

    fn run_grid(mut self, grid: Grid) -> Result<(), DriverError> {
        // SAFETY: the arguments are those of the entry's signature, and the functions of this crate give buffers of the
        // lengths that it asks for.
        unsafe {
            self.driver.launch(
                Entry { module: self.module, name: &self.entry },
                grid,
                &mut self.arguments,
                &self.others,
            )
        }
    }

    /// Memory that the entry reads, though its address is not among the arguments.
    pub(crate) fn also<T>(mut self, buffer: &'a Buffer<D, T>) -> Self {
        self.others.push(&buffer.memory);
        self
    }

    /// Runs on at least `threads` threads.
    pub(crate) fn run(self, threads: usize) -> Result<(), DriverError> {
        self.run_blocks([threads.div_ceil(THREADS), 1], 0)
    }

    /// Runs on as many threads as `length` values have accesses of 16 bytes.
    pub(crate) fn run_wide<V: Value>(self, length: usize) -> Result<(), DriverError> {
        self.run(length.div_ceil(16 / size_of::<V>()))
    }

    /// Runs on one thread.
    pub(crate) fn run_one(self) -> Result<(), DriverError> {
        self.run_grid(Grid { blocks: [1, 1], threads: 1, shared: 0 })
    }

    /// Runs on at least `threads` threads for each of `rows` blocks along y.
    pub(crate) fn run_table(self, threads: usize, rows: usize) -> Result<(), DriverError> {
        self.run_blocks([threads.div_ceil(THREADS), rows], 0)
    }

    /// Runs with a group of threads for each of `rows` rows.
    pub(crate) fn run_groups(self, rows: usize, groups: Groups) -> Result<(), DriverError> {
        let threads = rows.saturating_mul(1 << groups.lane_bits);
        self.run_blocks([threads.div_ceil(THREADS), groups.blocks_y], 0)
    }
}

/// How the columns of a row are spread over threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Groups {
    /// A row belongs to `1 << lane_bits` threads.
    pub(crate) lane_bits: u32,
    /// True for accesses of 16 bytes.
    pub(crate) wide: bool,
    blocks_y: usize,
}

impl Groups {
    /// For rows of `columns` columns that start at multiples of `strides` elements.
    pub(crate) fn new<V: Number>(columns: usize, strides: &[usize]) -> Self {
        let width = 16 / size_of::<V>();
        let wide = columns.is_multiple_of(width) && strides.iter().all(|stride| stride.is_multiple_of(width));
        Self { wide, ..Self::single(if wide { columns / width } else { columns }) }
    }

    /// Accesses of one element.
    pub(crate) fn single(columns: usize) -> Self {
        let lane_bits = columns.next_power_of_two().ilog2().min(THREADS.ilog2());
        Self { lane_bits, wide: false, blocks_y: columns.div_ceil(1 << lane_bits).clamp(1, MOST_BLOCKS_Y) }
    }

    /// So many elements at once, by accesses of 16 bytes if rows of `columns` columns, which start at multiples of
    /// `stride` elements, are whole pieces.
    pub(crate) fn pieces(columns: usize, stride: usize, piece: usize) -> Self {
        let wide = columns.is_multiple_of(piece) && stride.is_multiple_of(piece);
        Self { wide, ..Self::single(columns.div_ceil(piece)) }
    }

    /// At most a warp for a row, and no other blocks: for entries that put together what a row's threads have found.
    pub(crate) fn in_warp<V: Number>(columns: usize, strides: &[usize]) -> Self {
        let groups = Self::new::<V>(columns, strides);
        Self { lane_bits: groups.lane_bits.min(5), blocks_y: 1, ..groups }
    }

    /// One column: as many threads as the order law has lanes.
    pub(crate) fn lanes() -> Self {
        Self { lane_bits: LANES.ilog2(), wide: false, blocks_y: 1 }
    }

    /// The same for a row of any length, whose sums are added by these threads before they go through its columns as
    /// [`new`](Self::new) says.
    pub(crate) fn lanes_of_row<V: Number>(columns: usize, strides: &[usize]) -> Self {
        Self { wide: Self::new::<V>(columns, strides).wide, ..Self::lanes() }
    }

    /// A warp for a row, and accesses of one element; other blocks for each `piece` columns.
    pub(crate) fn warp(columns: usize, piece: usize) -> Self {
        Self { lane_bits: 5, wide: false, blocks_y: columns.div_ceil(piece).clamp(1, MOST_BLOCKS_Y) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_cover_the_columns() {
        for columns in 0..3000_usize {
            for groups in [Groups::new::<f32>(columns, &[columns]), Groups::new::<f64>(columns, &[columns + 1])] {
                let accesses = if groups.wide { columns.div_ceil(4) } else { columns };
                assert!(
                    groups.lane_bits <= 8 && (groups.blocks_y << groups.lane_bits) >= accesses,
                    "{columns}: {groups:?}"
                );
            }
        }
        assert!(
            Groups::new::<f32>(8, &[8, 12]).wide
                && !Groups::new::<f32>(8, &[8, 10]).wide
                && !Groups::new::<f32>(6, &[8]).wide
        );
        assert!(Groups::new::<f64>(6, &[6]).wide);
    }
}
