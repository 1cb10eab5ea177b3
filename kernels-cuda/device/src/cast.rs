//! Casts between dense, csr and row_sparse.
use super::array::{Ids, lower_bound};
use super::check::Check;
use super::entry::{self, Csr, CsrMut, Groups, Matrix, MatrixMut};
use super::gpu::{
    block_dim_x, block_idx_x, block_idx_y, grid_dim_y, lane_id, load, store, sync_warp, thread_idx_x, warp_shuffle_xor,
    warp_vote_ballot,
};
use super::group::{place, with_width};
use lacuna::cast::{CastTo, is_stored};
use lacuna::{Index, Number, Storage, Value};

/// Those of a thread in a cast.
const NUMBERS: usize = 4;

pub(crate) unsafe fn cast<A: CastTo<B>, B: Number>(entry::cast { input, out, length }: entry::cast<A, B>) {
    // Neighbouring threads have neighbouring numbers, whatever their sizes.
    let threads = block_dim_x();
    let mut place = block_idx_x() * threads * NUMBERS + thread_idx_x();
    let end = (place + threads * NUMBERS).min(length);
    while place < end {
        *out.add(place) = (*input.add(place)).cast();
        place += threads;
    }
}

/// The lanes below this one.
#[inline(always)]
fn lanes_below() -> u32 {
    (1 << lane_id()) - 1
}

#[inline(always)]
unsafe fn count_stored<const WIDTH: usize, V: Value>(
    row: *const V,
    columns: usize,
    mut column: usize,
    step: usize,
) -> u32 {
    let mut count = 0;
    while column < columns {
        let values = load::<V, WIDTH>(row.add(column));
        for i in 0..WIDTH {
            count += u32::from(is_stored(values[i]));
        }
        column += step;
    }
    count
}

pub(crate) unsafe fn dense_row_nnz<V: Value, I: Index>(
    entry::dense_row_nnz { dense, counts, groups }: entry::dense_row_nnz<V, I>,
) {
    let Matrix { data, rows, stride, columns } = dense;
    let Groups { lane_bits, wide } = groups;
    let mut count = 0;
    let row = place(lane_bits, 1).row;
    if row < rows {
        count = with_width!(wide, V, WIDTH => {
            let place = place(lane_bits, WIDTH);
            count_stored::<WIDTH, V>(data.add(row * stride), columns, place.column, place.step)
        });
    }
    let mut distance = 1;
    while distance < 1 << lane_bits {
        count += warp_shuffle_xor(count, distance);
        distance *= 2;
    }
    if row < rows && place(lane_bits, 1).column == 0 {
        *counts.add(row) = I::from_usize(count as usize);
    }
}

/// A warp a row: 1 where an element is stored. Reads no further than the first such.
pub(crate) unsafe fn dense_row_flags<V: Value, I: Index>(
    entry::dense_row_flags { dense, flags }: entry::dense_row_flags<V, I>,
) {
    let Matrix { data, rows, stride, columns } = dense;
    let row = place(5, 1).row;
    if row >= rows {
        return;
    }
    let (mut column, mut found) = (lane_id() as usize, 0);
    let mut first = 0;
    while first < columns && found == 0 {
        found = warp_vote_ballot(column < columns && is_stored(*data.add(row * stride + column)));
        column += 32;
        first += 32;
    }
    if lane_id() == 0 {
        *flags.add(row) = I::from_usize(usize::from(found != 0));
    }
}

/// Chunks of a row that a warp loads before it counts in the first.
const CHUNKS: usize = 4;

/// A warp a row. Gives the number of elements that are stored, of which those below `end` are written.
#[inline(always)]
unsafe fn compact<V: Value, I: Index>(
    row: *const V,
    columns: usize,
    start: usize,
    end: usize,
    indices: *mut I,
    values: *mut V,
) -> usize {
    let (mut first, mut next) = (lane_id() as usize, start);
    while first - (lane_id() as usize) < columns {
        let mut chunk = [V::ZERO; CHUNKS];
        for i in 0..CHUNKS {
            let column = first + i * 32;
            if column < columns {
                chunk[i] = *row.add(column);
            }
        }
        for i in 0..CHUNKS {
            let value = chunk[i];
            let lanes = warp_vote_ballot(is_stored(value));
            let to = next + (lanes & lanes_below()).count_ones() as usize;
            if is_stored(value) && to < end {
                *indices.add(to) = I::from_usize(first + i * 32);
                *values.add(to) = value;
            }
            next += lanes.count_ones() as usize;
        }
        first += CHUNKS * 32;
    }
    next - start
}

pub(crate) unsafe fn dense_to_csr<V: Value, I: Index>(
    entry::dense_to_csr { dense, out, check }: entry::dense_to_csr<V, I>,
) {
    let Matrix { data, rows, stride, columns } = dense;
    let CsrMut { indptr, indices, values, capacity } = out;
    let row = place(5, 1).row;
    if row >= rows {
        return;
    }
    let start = (*indptr.add(row)).to_usize().min(capacity);
    let end = (*indptr.add(row + 1)).to_usize().min(capacity).max(start);
    let stored = compact(data.add(row * stride), columns, start, end, indices, values);
    if lane_id() == 0 && stored != end - start {
        Check::new(check).refuse(row);
    }
}

/// One warp counts again in the row that was refused.
pub(crate) unsafe fn dense_to_csr_refusal<V: Value, I: Index>(
    entry::dense_to_csr_refusal { dense, indptr, check }: entry::dense_to_csr_refusal<V, I>,
) {
    let Some(row) = Check::new(check).refused() else { return };
    let stored = compact(
        dense.data.add(row * dense.stride),
        dense.columns,
        0,
        0,
        core::ptr::null_mut::<I>(),
        core::ptr::null_mut::<V>(),
    );
    if thread_idx_x() == 0 {
        let (start, end) = ((*indptr.add(row)).to_usize(), (*indptr.add(row + 1)).to_usize());
        Check::new(check).explain(stored as i64, end.wrapping_sub(start) as i64);
    }
}

pub(crate) unsafe fn dense_to_csr_one_pass<V: Value, I: Index>(
    entry::dense_to_csr_one_pass { dense, out, check }: entry::dense_to_csr_one_pass<V, I>,
) {
    let Matrix { data, rows, stride, columns } = dense;
    let CsrMut { indptr, indices, values, capacity } = out;
    let row = place(5, 1).row;
    if row >= rows {
        return;
    }
    // Then they are not pointers, but counts.
    if Check::new(check).refused().is_some() {
        return;
    }
    let start = (*indptr.add(row)).to_usize();
    compact(data.add(row * stride), columns, start, capacity, indices, values);
}

/// Columns that a warp fills at a time.
const PIECE: usize = 1024;

/// True where what is only moved goes in pairs, as an `f32` each: of arrays of eight numbers, LLVM makes bytes or local
/// memory.
#[inline(always)]
fn by_pairs<V>(wide: u32) -> bool {
    wide != 0 && size_of::<V>() == 2
}

#[inline(always)]
unsafe fn zero_columns<const WIDTH: usize, V: Number>(row: *mut V, start: usize, end: usize) {
    let mut column = start + lane_id() as usize * WIDTH;
    while column < end {
        store(row.add(column), [V::ZERO; WIDTH]);
        column += 32 * WIDTH;
    }
}

/// Zeroes some columns by a warp.
#[inline(always)]
unsafe fn zero<V: Number>(row: *mut V, start: usize, end: usize, wide: u32) {
    if by_pairs::<V>(wide) {
        zero_columns::<4, f32>(row.cast(), start / 2, end / 2);
    } else {
        with_width!(wide, V, WIDTH => zero_columns::<WIDTH, V>(row, start, end));
    }
}

/// A warp a row; blocks along y share its pieces.
pub(crate) unsafe fn csr_to_dense<V: Storage, I: Index>(
    entry::csr_to_dense { csr, columns, out, wide }: entry::csr_to_dense<V, I>,
) {
    let Csr { indptr, indices, values, capacity, rows } = csr;
    let row = place(5, 1).row;
    if row >= rows {
        return;
    }
    let to = out.data.add(row * out.stride);
    let start = (*indptr.add(row)).to_usize().min(capacity);
    let end = (*indptr.add(row + 1)).to_usize().min(capacity).max(start);
    let mut first = block_idx_y() * PIECE;
    while first < columns {
        let last = columns.min(first + PIECE);
        zero(to, first, last, wide);
        sync_warp();
        let mut entry = lower_bound(indices, start, end, first) + lane_id() as usize;
        while entry < end {
            let column = (*indices.add(entry)).to_usize();
            if column >= last {
                break;
            }
            if column >= first {
                *to.add(column) = *values.add(entry);
            }
            entry += 32;
        }
        first += grid_dim_y() * PIECE;
    }
}

#[inline(always)]
unsafe fn copy<const WIDTH: usize, V: Number>(
    from: Option<*const V>,
    to: *mut V,
    columns: usize,
    mut column: usize,
    step: usize,
) {
    while column < columns {
        let values = match from {
            Some(from) => load::<V, WIDTH>(from.add(column)),
            None => [V::ZERO; WIDTH],
        };
        store(to.add(column), values);
        column += step;
    }
}

#[inline(always)]
unsafe fn copy_columns<V: Number>(from: Option<*const V>, to: *mut V, columns: usize, groups: Groups) {
    with_width!(groups.wide, V, WIDTH => {
        let place = place(groups.lane_bits, WIDTH);
        copy::<WIDTH, V>(from, to, columns, place.column, place.step);
    });
}

/// Copies the columns of this thread, or zeroes them.
#[inline(always)]
pub(super) unsafe fn copy_row<V: Number>(from: Option<*const V>, to: *mut V, columns: usize, groups: Groups) {
    if by_pairs::<V>(groups.wide) {
        copy_columns::<f32>(from.map(<*const V>::cast), to.cast(), columns / 2, groups);
    } else {
        copy_columns(from, to, columns, groups);
    }
}

pub(crate) unsafe fn dense_to_row_sparse<V: Value, I: Index>(
    entry::dense_to_row_sparse { dense, stored, out, groups }: entry::dense_to_row_sparse<V, I>,
) {
    let Matrix { data, rows, stride, columns } = dense;
    let k = place(groups.lane_bits, 1).row;
    let row = Ids::new(stored).row(k);
    if row < rows {
        copy_row(Some(data.add(row * stride)), out.add(k * columns), columns, groups);
    }
}

pub(crate) unsafe fn row_sparse_to_dense<V: Value, I: Index>(
    entry::row_sparse_to_dense { input, out, groups }: entry::row_sparse_to_dense<V, I>,
) {
    let MatrixMut { data, rows, stride } = out;
    let row = place(groups.lane_bits, 1).row;
    if row < rows {
        let from = Ids::new(input.pattern()).find(row).map(|k| input.data.add(k * input.columns));
        copy_row(from, data.add(row * stride), input.columns, groups);
    }
}

pub(crate) unsafe fn zero_absent_rows<V: Storage, I: Index>(
    entry::zero_absent_rows { stored, columns, out, groups }: entry::zero_absent_rows<V, I>,
) {
    let MatrixMut { data, rows, stride } = out;
    let row = place(groups.lane_bits, 1).row;
    if row < rows && Ids::new(stored).find(row).is_none() {
        copy_row(None, data.add(row * stride), columns, groups);
    }
}
