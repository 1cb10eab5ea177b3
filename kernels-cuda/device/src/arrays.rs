//! Functions of two arrays of any storage.
use super::array::{Ids, lower_bound};
use super::check::Check;
use super::entry::{self, Broadcast, Csr, CsrMut, Groups, MatrixMut, Pattern, State};
use super::gpu::{block_idx_y, grid_dim_y, lane_id, sync_warp};
use super::group::{place, thread};
use core::slice;
use lacuna::binary::{Add, Binary, Divide, Greater, Maximum, Minimum, Multiply, NotEqual, Second, Subtract, Swapped};
use lacuna::checks::{count_row, merge_rows};
use lacuna::order::add;
use lacuna::{Index, Value};

impl<V: Value, I: Index> Broadcast<V, I> {
    /// The place of a row, if it is stored.
    #[inline(always)]
    unsafe fn place(self, row: usize) -> Option<usize> {
        let Self { ids, stored, capacity, rows, .. } = self;
        Ids::new(Pattern { ids, stored, capacity, rows }).find(row)
    }

    /// An element of the row at this place; zero if it is not stored.
    #[inline(always)]
    unsafe fn at(self, place: Option<usize>, column: usize) -> V {
        place.map_or(V::ZERO, |place| *self.data.add(place * self.row_step + column * self.column_step))
    }
}

impl<V: Value, I: Index> Csr<V, I> {
    /// Where the entries of a row begin and end.
    #[inline(always)]
    pub(crate) unsafe fn bounds(self, row: usize) -> [usize; 2] {
        bounds(self.indptr, self.capacity, row)
    }

    #[inline(always)]
    unsafe fn row<'a>(self, row: usize) -> (&'a [I], &'a [V]) {
        let [start, end] = self.bounds(row);
        (
            slice::from_raw_parts(self.indices.add(start), end - start),
            slice::from_raw_parts(self.values.add(start), end - start),
        )
    }
}

#[inline(always)]
unsafe fn bounds<I: Index>(indptr: *const I, capacity: usize, row: usize) -> [usize; 2] {
    let start = (*indptr.add(row)).to_usize().min(capacity);
    [start, (*indptr.add(row + 1)).to_usize().min(capacity).max(start)]
}

/// A thread a row.
pub(crate) unsafe fn csr_pair_nnz<V: Value, I: Index>(
    entry::csr_pair_nnz { a, b, union, counts }: entry::csr_pair_nnz<V, I>,
) {
    let row = thread();
    if row < a.rows {
        *counts.add(row) = I::from_usize(count_row(union != 0, a.row(row).0, b.row(row).0));
    }
}

/// A thread a row.
#[inline(always)]
unsafe fn csr_pair<F: Binary, V: Value, I: Index>(
    a: Csr<V, I>,
    b: Csr<V, I>,
    out: CsrMut<V, I>,
    before: *mut u64,
    check: *mut u64,
) {
    let row = thread();
    // Of a refused one pass, these are not pointers, but counts.
    if row >= a.rows || Check::new(before).refused().is_some() {
        return;
    }
    let [start, end] = bounds(out.indptr, out.capacity, row);
    let indices = slice::from_raw_parts_mut(out.indices.add(start), end - start);
    let values = slice::from_raw_parts_mut(out.values.add(start), end - start);
    if merge_rows::<F, V, I>(a.row(row), b.row(row), indices, values) != end - start {
        Check::new(check).refuse(row);
    }
}

macro_rules! csr_pairs {
    ($($name:ident $function:ty;)*) => {$(
        pub(crate) unsafe fn $name<V: Value, I: Index>(entry::$name { a, b, out, before, check }: entry::$name<V, I>) {
            csr_pair::<$function, V, I>(a, b, out, before, check);
        }
    )*};
}
csr_pairs! {
    csr_add Add; csr_subtract Subtract; csr_multiply Multiply; csr_maximum Maximum; csr_minimum Minimum;
    csr_greater Greater; csr_not_equal NotEqual;
}

/// One thread counts again in the row that was refused.
pub(crate) unsafe fn csr_pair_refusal<V: Value, I: Index>(
    entry::csr_pair_refusal { a, b, union, indptr, check }: entry::csr_pair_refusal<V, I>,
) {
    let Some(row) = Check::new(check).refused() else { return };
    let stored = count_row(union != 0, a.row(row).0, b.row(row).0);
    let found = (*indptr.add(row + 1)).to_usize().wrapping_sub((*indptr.add(row)).to_usize());
    Check::new(check).explain(stored as i64, found as i64);
}

pub(crate) unsafe fn rows_intersection_flags<I: Index>(
    entry::rows_intersection_flags { left, right, flags }: entry::rows_intersection_flags<I>,
) {
    let (k, capacity) = (thread(), left.capacity);
    if k < capacity {
        let row = Ids::new(left).row(k);
        *flags.add(k) = I::from_usize(usize::from(row < left.rows && Ids::new(right).find(row).is_some()));
    }
}

#[inline(always)]
unsafe fn rows_pair<F: Binary, V: Value, I: Index>(
    left: Broadcast<V, I>,
    right: Broadcast<V, I>,
    out: State<V, I>,
    [rows, columns]: [usize; 2],
    groups: Groups,
) {
    let at = place(groups.lane_bits, 1);
    let row = Ids::new(Pattern { ids: out.ids, stored: out.stored, capacity: out.capacity, rows }).row(at.row);
    if row >= rows {
        return;
    }
    let (of_left, of_right) = (left.place(row), right.place(row));
    let mut column = at.column;
    while column < columns {
        *out.data.add(at.row * out.stride + column) = F::of(left.at(of_left, column), right.at(of_right, column));
        column += at.step;
    }
}

macro_rules! rows_pairs {
    ($($name:ident $function:ty;)*) => {$(
        pub(crate) unsafe fn $name<V: Value, I: Index>(
            entry::$name { left, right, out, rows, columns, groups }: entry::$name<V, I>,
        ) {
            rows_pair::<$function, V, I>(left, right, out, [rows, columns], groups);
        }
    )*};
}
rows_pairs! {
    rows_add Add; rows_subtract Subtract; rows_multiply Multiply; rows_divide Divide;
    rows_maximum Maximum; rows_minimum Minimum; rows_greater Greater; rows_not_equal NotEqual;
}

/// Columns that a warp fills at a time.
const PIECE: usize = 1024;

/// A warp a row; blocks along y share its pieces.
#[inline(always)]
unsafe fn csr_broadcast<F: Binary, V: Value, I: Index>(
    a: Csr<V, I>,
    b: Broadcast<V, I>,
    columns: usize,
    out: MatrixMut<V>,
) {
    let row = place(5, 1).row;
    if row >= a.rows {
        return;
    }
    let (to, of_b) = (out.data.add(row * out.stride), b.place(row));
    let [start, end] = a.bounds(row);
    let mut first = block_idx_y() * PIECE;
    while first < columns {
        let last = columns.min(first + PIECE);
        let mut column = first + lane_id() as usize;
        while column < last {
            *to.add(column) = F::of(V::ZERO, b.at(of_b, column));
            column += 32;
        }
        sync_warp();
        let mut entry = lower_bound(a.indices, start, end, first) + lane_id() as usize;
        while entry < end {
            let column = (*a.indices.add(entry)).to_usize();
            if column >= last {
                break;
            }
            if column >= first {
                *to.add(column) = F::of(*a.values.add(entry), b.at(of_b, column));
            }
            entry += 32;
        }
        first += grid_dim_y() * PIECE;
    }
}

/// A warp a row.
#[inline(always)]
unsafe fn entries<F: Binary, V: Value, I: Index>(a: Csr<V, I>, b: Broadcast<V, I>, columns: usize, out: *mut V) {
    let row = place(5, 1).row;
    if row >= a.rows {
        return;
    }
    let ([start, end], of_b) = (a.bounds(row), b.place(row));
    let mut entry = start + lane_id() as usize;
    while entry < end {
        let column = (*a.indices.add(entry)).to_usize();
        let y = if column < columns { b.at(of_b, column) } else { V::ZERO };
        *out.add(entry) = F::of(*a.values.add(entry), y);
        entry += 32;
    }
}

macro_rules! with_csr {
    ($($driver:ident $name:ident $function:ty;)*) => {$(
        pub(crate) unsafe fn $name<V: Value, I: Index>(entry::$name { a, b, columns, out }: entry::$name<V, I>) {
            $driver::<$function, V, I>(a, b, columns, out);
        }
    )*};
}
with_csr! {
    csr_broadcast csr_broadcast_add Add;
    csr_broadcast csr_broadcast_subtract Subtract;
    csr_broadcast broadcast_subtract_csr Swapped<Subtract>;
    entries entries_multiply Multiply;
    entries entries_divide Divide;
    entries entries_gather Second;
}

/// A warp a row.
pub(crate) unsafe fn accumulate_csr<V: Value, I: Index>(
    entry::accumulate_csr { input, columns, sum }: entry::accumulate_csr<V, I>,
) {
    let row = place(5, 1).row;
    if row >= input.rows {
        return;
    }
    let [start, end] = input.bounds(row);
    let mut entry = start + lane_id() as usize;
    while entry < end {
        let column = (*input.indices.add(entry)).to_usize();
        if column < columns {
            let to = sum.data.add(row * sum.stride + column);
            *to = add(*to, *input.values.add(entry));
        }
        entry += 32;
    }
}

pub(crate) unsafe fn accumulate_rows<V: Value, I: Index>(
    entry::accumulate_rows { input, columns, sum, groups }: entry::accumulate_rows<V, I>,
) {
    let at = place(groups.lane_bits, 1);
    if at.row >= sum.rows {
        return;
    }
    let Some(stored) = input.place(at.row) else { return };
    let mut column = at.column;
    while column < columns {
        let to = sum.data.add(at.row * sum.stride + column);
        *to = add(*to, input.at(Some(stored), column));
        column += at.step;
    }
}
