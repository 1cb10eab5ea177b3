//! Products of two dense matrices of any layout: both are packed into panels, and tiles of the result are summed in
//! registers.
use super::panels::Layout;
use crate::simd::{Simd, Work};
use crate::{DenseMut, Value, order};

/// Rows and columns of the blocks of the operands that are packed at a time: the first stays in the second cache beside
/// a panel of the other, the second in the last one. Whole tiles at every level.
pub(super) const BLOCK_ROWS: usize = 96;
pub(super) const BLOCK_COLUMNS: usize = 960;
/// Multiples of the rows and columns of a tile at every level.
pub(super) const PADDED_ROWS: usize = 24;
pub(super) const PADDED_COLUMNS: usize = 32;
/// Bytes of a line of the cache, where panels start, and values that may be left out for that.
pub(super) const LINE: usize = 64;

/// A product of matrices of any layout.
pub(super) struct Product<'a, V> {
    pub(super) a: Layout<'a, V>,
    pub(super) b: Layout<'a, V>,
    pub(super) terms: usize,
    pub(super) scratch: &'a mut [V],
    pub(super) out: DenseMut<'a, V>,
}

impl<V: Value> Work for Product<'_, V> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) {
        // Rows, registers and columns of a tile. Its sums take half of the 32 registers that there are with AVX-512 and
        // NEON, or three quarters of 16: enough to be under way at a time.
        if const { is::<L, V>(64, 4) } {
            Tiles::<V, 8, 2, 32>(self).run(simd);
        } else if const { is::<L, V>(64, 8) } {
            Tiles::<V, 8, 2, 16>(self).run(simd);
        } else if const { is::<L, V>(32, 4) } {
            Tiles::<V, 6, 2, 16>(self).run(simd);
        } else if const { is::<L, V>(32, 8) } {
            Tiles::<V, 6, 2, 8>(self).run(simd);
        } else if const { is::<L, V>(16, 4) } {
            Tiles::<V, 8, 2, 8>(self).run(simd);
        } else {
            Tiles::<V, 8, 2, 4>(self).run(simd);
        }
    }
}

const fn is<L: Simd, V>(register: usize, value: usize) -> bool {
    L::REGISTER == register && size_of::<V>() == value
}

/// A product by tiles of `ROWS` rows and `COLUMNS` columns, which are those of `REGISTERS` registers.
struct Tiles<'a, V, const ROWS: usize, const REGISTERS: usize, const COLUMNS: usize>(Product<'a, V>);

impl<V: Value, const ROWS: usize, const REGISTERS: usize, const COLUMNS: usize> Work
    for Tiles<'_, V, ROWS, REGISTERS, COLUMNS>
{
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) {
        let Product { a, b, terms, scratch, mut out } = self.0;
        let (rows, columns) = (out.rows(), out.columns());
        // A matrix without columns may have any number of rows.
        if rows == 0 || columns == 0 {
            return;
        }
        if terms == 0 {
            (0..rows).for_each(|row| out.row_mut(row).fill(V::ZERO));
            return;
        }
        let skipped = scratch.as_ptr().align_offset(LINE).min(LINE);
        let scratch = scratch.get_mut(skipped..).unwrap_or_default();
        for first_column in (0..columns).step_by(BLOCK_COLUMNS) {
            let block_columns = BLOCK_COLUMNS.min(columns - first_column);
            for block in order::blocks(terms) {
                let length = block_columns.div_ceil(COLUMNS) * block.len();
                let (right, scratch) =
                    scratch.as_chunks_mut::<COLUMNS>().0.split_at_mut_checked(length).unwrap_or_default();
                b.pack(first_column..first_column + block_columns, block.clone(), right);
                for first_row in (0..rows).step_by(BLOCK_ROWS) {
                    let block_rows = BLOCK_ROWS.min(rows - first_row);
                    let length = block_rows.div_ceil(ROWS) * block.len();
                    let left =
                        scratch.as_flattened_mut().as_chunks_mut::<ROWS>().0.get_mut(..length).unwrap_or_default();
                    a.pack(first_row..first_row + block_rows, block.clone(), left);
                    for (j, right) in right.chunks_exact(block.len()).enumerate() {
                        for (i, left) in left.chunks_exact(block.len()).enumerate() {
                            let mut sums = [[V::ZERO; COLUMNS]; ROWS];
                            V::fused_tile::<L, ROWS, REGISTERS, COLUMNS>(simd, left, right, &mut sums);
                            write(
                                &sums,
                                &mut out,
                                first_row + i * ROWS,
                                first_column + j * COLUMNS,
                                (block.start, terms),
                            );
                        }
                    }
                }
            }
        }
    }
}

/// Writes the sums of a block of terms, as far as the tile is inside. Of more than one block, they are added to those
/// before.
#[inline(always)]
fn write<V: Value, const ROWS: usize, const COLUMNS: usize>(
    sums: &[[V; COLUMNS]; ROWS],
    out: &mut DenseMut<V>,
    first_row: usize,
    first_column: usize,
    (first_term, terms): (usize, usize),
) {
    for (i, sums) in sums.iter().enumerate() {
        let row = out.row_mut(first_row + i);
        let columns = row.len().min(first_column + COLUMNS);
        let Some(to) = row.get_mut(first_column..columns) else { return };
        for (to, &sum) in to.iter_mut().zip(sums) {
            *to = match (terms > order::BLOCK, first_term) {
                (false, _) => sum,
                (true, 0) => order::add(V::ZERO, sum),
                (true, _) => order::add(*to, sum),
            };
        }
    }
}
