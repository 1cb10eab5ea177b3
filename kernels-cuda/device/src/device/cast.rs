//! Casts between dense, csr and row_sparse.
use super::array::{Ids, lower_bound};
use super::check::Check;
use super::gpu::{block_idx_y, grid_dim_y, lane_id, load, store, sync_warp, thread_idx_x, warp_shuffle_xor, warp_vote_ballot};
use super::group::{place, thread, with_width};
use lacuna::cast::is_stored;
use lacuna::{Index, Value};

/// The lanes below this one.
#[inline(always)]
fn lanes_below() -> u32 {
    (1 << lane_id()) - 1
}

#[inline(always)]
unsafe fn count_stored<const WIDTH: usize, V: Value>(row: *const V, columns: usize, mut column: usize, step: usize) -> u32 {
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

unsafe fn row_nnz<V: Value, I: Index>(
    dense: *const V,
    rows: usize,
    stride: usize,
    columns: usize,
    counts: *mut I,
    lane_bits: u32,
    wide: u32,
) {
    let mut count = 0;
    let row = place(lane_bits, 1).row;
    if row < rows {
        count = with_width!(wide, V, WIDTH => {
            let place = place(lane_bits, WIDTH);
            count_stored::<WIDTH, V>(dense.add(row * stride), columns, place.column, place.step)
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
unsafe fn row_flags<V: Value, I: Index>(dense: *const V, rows: usize, stride: usize, columns: usize, flags: *mut I) {
    let row = place(5, 1).row;
    if row >= rows {
        return;
    }
    let (mut column, mut found) = (lane_id() as usize, 0);
    let mut first = 0;
    while first < columns && found == 0 {
        found = warp_vote_ballot(column < columns && is_stored(*dense.add(row * stride + column)));
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
unsafe fn compact<V: Value, I: Index>(row: *const V, columns: usize, start: usize, end: usize, indices: *mut I, values: *mut V) -> usize {
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

unsafe fn fill_rows<V: Value, I: Index>(
    dense: *const V,
    rows: usize,
    stride: usize,
    columns: usize,
    indptr: *const I,
    indices: *mut I,
    values: *mut V,
    capacity: usize,
    check: *mut u64,
) {
    let row = place(5, 1).row;
    if row >= rows {
        return;
    }
    let start = (*indptr.add(row)).to_usize().min(capacity);
    let end = (*indptr.add(row + 1)).to_usize().min(capacity).max(start);
    let stored = compact(dense.add(row * stride), columns, start, end, indices, values);
    if lane_id() == 0 && stored != end - start {
        Check::new(check).refuse(row);
    }
}

/// One warp counts again in the row that was refused.
unsafe fn refused_row<V: Value, I: Index>(dense: *const V, stride: usize, columns: usize, indptr: *const I, check: *mut u64) {
    let Some(row) = Check::new(check).refused() else { return };
    let stored = compact(dense.add(row * stride), columns, 0, 0, core::ptr::null_mut::<I>(), core::ptr::null_mut::<V>());
    if thread_idx_x() == 0 {
        let (start, end) = ((*indptr.add(row)).to_usize(), (*indptr.add(row + 1)).to_usize());
        Check::new(check).explain(stored as i64, end.wrapping_sub(start) as i64);
    }
}

unsafe fn fill_up<V: Value, I: Index>(
    dense: *const V,
    rows: usize,
    stride: usize,
    columns: usize,
    indptr: *const I,
    indices: *mut I,
    values: *mut V,
    capacity: usize,
    check: *mut u64,
) {
    let row = place(5, 1).row;
    if row >= rows {
        return;
    }
    if row == 0 && lane_id() == 0 {
        let total = (*indptr.add(rows)).to_usize();
        if total > capacity {
            Check::new(check).refuse(total);
        }
    }
    let start = (*indptr.add(row)).to_usize();
    compact(dense.add(row * stride), columns, start, capacity, indices, values);
}

/// Columns that a warp fills at a time.
const PIECE: usize = 1024;

#[inline(always)]
unsafe fn zero<const WIDTH: usize, V: Value>(row: *mut V, start: usize, end: usize) {
    let mut column = start + lane_id() as usize * WIDTH;
    while column < end {
        store(row.add(column), [V::ZERO; WIDTH]);
        column += 32 * WIDTH;
    }
}

/// A warp a row; blocks along y share its pieces.
unsafe fn scatter<V: Value, I: Index>(
    indptr: *const I,
    indices: *const I,
    values: *const V,
    capacity: usize,
    rows: usize,
    columns: usize,
    out: *mut V,
    stride: usize,
    wide: u32,
) {
    let row = place(5, 1).row;
    if row >= rows {
        return;
    }
    let to = out.add(row * stride);
    let start = (*indptr.add(row)).to_usize().min(capacity);
    let end = (*indptr.add(row + 1)).to_usize().min(capacity).max(start);
    let mut first = block_idx_y() * PIECE;
    while first < columns {
        let last = columns.min(first + PIECE);
        with_width!(wide, V, WIDTH => zero::<WIDTH, V>(to, first, last));
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
unsafe fn copy<const WIDTH: usize, V: Value>(from: Option<*const V>, to: *mut V, columns: usize, mut column: usize, step: usize) {
    while column < columns {
        let values = match from {
            Some(from) => load::<V, WIDTH>(from.add(column)),
            None => [V::ZERO; WIDTH],
        };
        store(to.add(column), values);
        column += step;
    }
}

/// Copies the columns of this thread, or zeroes them.
#[inline(always)]
pub(super) unsafe fn copy_row<V: Value>(from: Option<*const V>, to: *mut V, columns: usize, lane_bits: u32, wide: u32) {
    with_width!(wide, V, WIDTH => {
        let place = place(lane_bits, WIDTH);
        copy::<WIDTH, V>(from, to, columns, place.column, place.step);
    });
}

unsafe fn gather_rows<V: Value, I: Index>(
    dense: *const V,
    rows: usize,
    stride: usize,
    columns: usize,
    ids: *const I,
    stored: *const I,
    capacity: usize,
    out: *mut V,
    lane_bits: u32,
    wide: u32,
) {
    let k = place(lane_bits, 1).row;
    let row = Ids::new(ids, stored, capacity, rows).row(k);
    if row < rows {
        copy_row(Some(dense.add(row * stride)), out.add(k * columns), columns, lane_bits, wide);
    }
}

unsafe fn spread_rows<V: Value, I: Index>(
    ids: *const I,
    stored: *const I,
    capacity: usize,
    data: *const V,
    rows: usize,
    columns: usize,
    out: *mut V,
    stride: usize,
    lane_bits: u32,
    wide: u32,
) {
    let row = place(lane_bits, 1).row;
    if row < rows {
        let from = Ids::new(ids, stored, capacity, rows).find(row).map(|k| data.add(k * columns));
        copy_row(from, out.add(row * stride), columns, lane_bits, wide);
    }
}

unsafe fn absent_rows<V: Value, I: Index>(
    ids: *const I,
    stored: *const I,
    capacity: usize,
    rows: usize,
    columns: usize,
    out: *mut V,
    stride: usize,
    lane_bits: u32,
    wide: u32,
) {
    let row = place(lane_bits, 1).row;
    if row < rows && Ids::new(ids, stored, capacity, rows).find(row).is_none() {
        copy_row(None, out.add(row * stride), columns, lane_bits, wide);
    }
}

/// The places where running totals of flags grow.
unsafe fn places<I: Index>(totals: *const I, length: usize, values: *const I, ids: *mut I, capacity: usize, stored: *mut I) {
    let at = thread();
    if at >= length {
        return;
    }
    let total = (*totals.add(at)).to_usize();
    let before = if at == 0 { 0 } else { (*totals.add(at - 1)).to_usize() };
    if total != before && before < capacity {
        *ids.add(before) = if values.is_null() { I::from_usize(at) } else { *values.add(at) };
    }
    if at == length - 1 {
        *stored = I::from_usize(total.min(capacity));
    }
}

entries! {
    /// The number of stored elements of each row.
    fn dense_row_nnz[V, I](dense: *const V, rows: usize, stride: usize, columns: usize, counts: *mut I, lane_bits: u32, wide: u32) = row_nnz;
    /// 1 for rows with a stored element.
    fn dense_row_flags[V, I](dense: *const V, rows: usize, stride: usize, columns: usize, flags: *mut I) = row_flags;
    /// Columns and values of a csr of the right pointers.
    fn dense_to_csr[V, I](dense: *const V, rows: usize, stride: usize, columns: usize, indptr: *const I, indices: *mut I, values: *mut V, capacity: usize,
        check: *mut u64) = fill_rows;
    /// What `dense_to_csr` says of a row that it refused.
    fn dense_to_csr_refusal[V, I](dense: *const V, stride: usize, columns: usize, indptr: *const I, check: *mut u64) = refused_row;
    /// Columns and values, as many as there is room for.
    fn dense_to_csr_one_pass[V, I](dense: *const V, rows: usize, stride: usize, columns: usize, indptr: *const I, indices: *mut I, values: *mut V, capacity: usize,
        check: *mut u64) = fill_up;
    /// Entries at their places, else zero.
    fn csr_to_dense[V, I](indptr: *const I, indices: *const I, values: *const V, capacity: usize, rows: usize, columns: usize, out: *mut V, stride: usize,
        wide: u32) = scatter;
    /// The rows of the ids.
    fn dense_to_row_sparse[V, I](dense: *const V, rows: usize, stride: usize, columns: usize, ids: *const I, stored: *const I, capacity: usize, out: *mut V,
        lane_bits: u32, wide: u32) = gather_rows;
    /// Stored rows at their places, else zero.
    fn row_sparse_to_dense[V, I](ids: *const I, stored: *const I, capacity: usize, data: *const V, rows: usize, columns: usize, out: *mut V, stride: usize,
        lane_bits: u32, wide: u32) = spread_rows;
    /// Zeroes the rows that are not stored.
    fn zero_absent_rows[V, I](ids: *const I, stored: *const I, capacity: usize, rows: usize, columns: usize, out: *mut V, stride: usize, lane_bits: u32,
        wide: u32) = absent_rows;
}

entries! {
    /// From running totals of flags the places, or the values at the places, that are flagged; as many as there is room for.
    fn compact_ids[I](totals: *const I, length: usize, values: *const I, ids: *mut I, capacity: usize, stored: *mut I) = places;
}
