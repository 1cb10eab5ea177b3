//! Kernels on the stored rows of row_sparse arrays.
use super::array::{Ids, lower_bound, upper_bound};
use super::cast::copy_row;
use super::check::Check;
use super::gpu::{block_idx_y, load, store};
use super::group::{place, thread, with_width};
use lacuna::order::add;
use lacuna::{Index, Value};

unsafe fn retain_rows<V: Value, I: Index>(
    ids: *const I,
    stored: *const I,
    capacity: usize,
    rows: usize,
    data: *const V,
    columns: usize,
    out_ids: *const I,
    out_stored: *const I,
    out_capacity: usize,
    out: *mut V,
    lane_bits: u32,
    wide: u32,
) {
    let k = place(lane_bits, 1).row;
    let row = Ids::new(out_ids, out_stored, out_capacity, rows).row(k);
    if row < rows {
        let from = Ids::new(ids, stored, capacity, rows).find(row).map(|place| data.add(place * columns));
        copy_row(from, out.add(k * columns), columns, lane_bits, wide);
    }
}

/// Refuses the first id that is out of range, or not above the one before it.
unsafe fn ascending<I: Index>(ids: *const I, stored: *const I, capacity: usize, rows: usize, check: *mut u64) {
    let at = thread();
    if at >= (*stored).to_usize().min(capacity) {
        return;
    }
    let id = *ids.add(at);
    if id.to_usize() >= rows || (at > 0 && *ids.add(at - 1) >= id) {
        Check::new(check).refuse(at);
    }
}

/// By one thread: how many ids are retained, none where nothing is stored; or what is wrong with the ids.
unsafe fn retained<I: Index>(ids: *const I, stored: *const I, rows: usize, data_stored: *const I, retained_count: *mut I, check: *mut u64) {
    let mut retained = if (*data_stored).to_usize() == 0 { 0 } else { (*stored).to_usize() };
    if let Some(at) = Check::new(check).refused() {
        let found = (*ids.add(at)).to_i64();
        let expected = if found < 0 {
            0
        } else if (*ids.add(at)).to_usize() >= rows {
            rows as i64
        } else {
            (*ids.add(at - 1)).to_i64()
        };
        Check::new(check).explain(expected, found);
        retained = 0;
    }
    *retained_count = I::from_usize(retained);
}

/// The inputs of a sum: four words each, the addresses of ids, of their number and of data, and the capacity.
#[derive(Clone, Copy)]
struct Inputs {
    words: *const u64,
    count: usize,
    rows: usize,
}

impl Inputs {
    #[inline(always)]
    unsafe fn word(self, input: usize, word: usize) -> usize {
        *self.words.add(WORDS * input + word) as usize
    }

    #[inline(always)]
    unsafe fn ids<I: Index>(self, input: usize) -> (*const I, Ids<I>) {
        let ids = self.word(input, 0) as *const I;
        (ids, Ids::new(ids, self.word(input, 1) as *const I, self.word(input, 3), self.rows))
    }

    #[inline(always)]
    unsafe fn data<V>(self, input: usize) -> *const V {
        self.word(input, 2) as *const V
    }

    /// The least row of all inputs after `row`, or from the start.
    #[inline(always)]
    unsafe fn next_row<I: Index>(self, row: Option<usize>) -> usize {
        let mut least = usize::MAX;
        for input in 0..self.count {
            let (pointer, ids) = self.ids::<I>(input);
            let place = row.map_or(0, |row| upper_bound(pointer, 0, ids.count(), row));
            least = least.min(ids.row(place));
        }
        least
    }
}

/// Words of a row of the table.
const WORDS: usize = 4;

/// By one thread: writes a row of the table from its arguments, so that the host need not wait for a transfer.
#[unsafe(no_mangle)]
unsafe extern "ptx-kernel" fn input_row(words: *mut u64, row: usize, ids: u64, stored: u64, data: u64, capacity: u64) {
    let to = words.add(row * WORDS);
    *to = ids;
    *to.add(1) = stored;
    *to.add(2) = data;
    *to.add(3) = capacity;
}

/// Blocks along y: the inputs. Moves each id to its place among all.
unsafe fn merge<I: Index>(words: *const u64, inputs: usize, rows: usize, merged: *mut I) {
    let inputs = Inputs { words, count: inputs, rows };
    let (own, at) = (block_idx_y(), thread());
    let (pointer, ids) = inputs.ids::<I>(own);
    if at >= ids.count() {
        return;
    }
    let row = ids.row(at);
    let mut place = at;
    for other in 0..inputs.count {
        let (pointer, ids) = inputs.ids::<I>(other);
        if other < own {
            place += upper_bound(pointer, 0, ids.count(), row);
        } else if other > own {
            place += lower_bound(pointer, 0, ids.count(), row);
        }
    }
    *merged.add(place) = *pointer.add(at);
}

/// Refuses ids that are not the union.
unsafe fn union<I: Index>(
    words: *const u64,
    inputs: usize,
    rows: usize,
    ids: *const I,
    stored: *const I,
    capacity: usize,
    check: *mut u64,
) {
    let inputs = Inputs { words, count: inputs, rows };
    let (k, ids) = (thread(), Ids::new(ids, stored, capacity, rows));
    if k <= ids.count() {
        let before = if k == 0 { None } else { Some(ids.row(k - 1)) };
        if inputs.next_row::<I>(before) != ids.row(k) {
            Check::new(check).refuse(k);
        }
    }
}

#[inline(always)]
unsafe fn add_inputs<const WIDTH: usize, V: Value, I: Index>(inputs: Inputs, row: usize, to: *mut V, columns: usize, lane_bits: u32) {
    let mut place = place(lane_bits, WIDTH);
    while place.column < columns {
        let mut sums = [V::ZERO; WIDTH];
        for input in 0..inputs.count {
            if let Some(k) = inputs.ids::<I>(input).1.find(row) {
                let terms = load::<V, WIDTH>(inputs.data::<V>(input).add(k * columns + place.column));
                for w in 0..WIDTH {
                    sums[w] = add(sums[w], terms[w]);
                }
            }
        }
        store(to.add(place.column), sums);
        place.column += place.step;
    }
}

unsafe fn sum<V: Value, I: Index>(
    words: *const u64,
    inputs: usize,
    rows: usize,
    columns: usize,
    ids: *const I,
    stored: *const I,
    capacity: usize,
    out: *mut V,
    lane_bits: u32,
    wide: u32,
    check: *mut u64,
) {
    let inputs = Inputs { words, count: inputs, rows };
    let ids = Ids::new(ids, stored, capacity, rows);
    if let Some(k) = Check::new(check).refused() {
        if thread() == 0 && block_idx_y() == 0 {
            let before = if k == 0 { None } else { Some(ids.row(k - 1)) };
            Check::new(check).explain(inputs.next_row::<I>(before) as i64, ids.row(k) as i64);
        }
        return;
    }
    let k = place(lane_bits, 1).row;
    let row = ids.row(k);
    if row < rows {
        with_width!(wide, V, WIDTH => add_inputs::<WIDTH, V, I>(inputs, row, out.add(k * columns), columns, lane_bits));
    }
}

entries! {
    /// The rows asked for, zero where they are not stored.
    fn retain[V, I](ids: *const I, stored: *const I, capacity: usize, rows: usize, data: *const V, columns: usize, out_ids: *const I, out_stored: *const I,
        out_capacity: usize, out: *mut V, lane_bits: u32, wide: u32) = retain_rows;
    /// The sum of the inputs, if the ids are their union.
    fn add_n[V, I](words: *const u64, inputs: usize, rows: usize, columns: usize, ids: *const I, stored: *const I, capacity: usize, out: *mut V, lane_bits: u32,
        wide: u32, check: *mut u64) = sum;
}

entries! {
    /// Refuses ids that do not ascend, or are out of range.
    fn check_ids[I](ids: *const I, stored: *const I, capacity: usize, rows: usize, check: *mut u64) = ascending;
    /// The number of ids that a retain stores.
    fn retain_count[I](ids: *const I, stored: *const I, rows: usize, data_stored: *const I, retained_count: *mut I, check: *mut u64) = retained;
    /// All ids of the inputs, ascending.
    fn merge_ids[I](words: *const u64, inputs: usize, rows: usize, merged: *mut I) = merge;
    /// Refuses ids that are not the union of the inputs'.
    fn check_union[I](words: *const u64, inputs: usize, rows: usize, ids: *const I, stored: *const I, capacity: usize, check: *mut u64) = union;
}
