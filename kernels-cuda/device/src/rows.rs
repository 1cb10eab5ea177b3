//! Kernels on the stored rows of row_sparse arrays.
use super::array::{Ids, lower_bound, upper_bound};
use super::cast::copy_row;
use super::check::Check;
use super::entry::{self, Input, Inputs, Pattern};
use super::gpu::{block_idx_y, load, store};
use super::group::{place, thread, with_width};
use lacuna::order::add;
use lacuna::{Index, Storage, Value};

pub(crate) unsafe fn retain<V: Storage, I: Index>(entry::retain { data, kept, out, groups }: entry::retain<V, I>) {
    let k = place(groups.lane_bits, 1).row;
    let row = Ids::new(kept).row(k);
    if row < data.rows {
        let from = Ids::new(data.pattern()).find(row).map(|place| data.data.add(place * data.columns));
        copy_row(from, out.add(k * data.columns), data.columns, groups);
    }
}

/// Refuses the first place that is not below `below`.
pub(crate) unsafe fn check_places<I: Index>(
    entry::check_places { places, length, below, check }: entry::check_places<I>,
) {
    let at = thread();
    if at < length && (*places.add(at)).to_usize() >= below {
        Check::new(check).refuse(at);
    }
}

pub(crate) unsafe fn permute<V: Storage, I: Index>(
    entry::permute { entries, values, out, length, value_count, check }: entry::permute<V, I>,
) {
    let at = thread();
    if let Some(place) = Check::new(check).refused() {
        if at == 0 {
            Check::new(check).explain(value_count.saturating_sub(1) as i64, (*entries.add(place)).to_usize() as i64);
        }
        return;
    }
    if at < length {
        *out.add(at) = *values.add((*entries.add(at)).to_usize());
    }
}

/// Refuses the first id that is out of range, or not above the one before it.
pub(crate) unsafe fn check_ids<I: Index>(entry::check_ids { ids, check }: entry::check_ids<I>) {
    let (Pattern { ids, stored, capacity, rows }, at) = (ids, thread());
    if at >= (*stored).to_usize().min(capacity) {
        return;
    }
    let id = *ids.add(at);
    if id.to_usize() >= rows || (at > 0 && *ids.add(at - 1) >= id) {
        Check::new(check).refuse(at);
    }
}

/// None is retained where nothing is stored.
pub(crate) unsafe fn retain_count<I: Index>(
    entry::retain_count { ids, data_stored, retained_count, check }: entry::retain_count<I>,
) {
    let Pattern { ids, stored, rows, .. } = ids;
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

impl Inputs {
    #[inline(always)]
    unsafe fn word(self, input: usize, word: usize) -> usize {
        *self.table.add(WORDS * input + word) as usize
    }

    #[inline(always)]
    unsafe fn ids<I: Index>(self, input: usize) -> (*const I, Ids<I>) {
        let ids = self.word(input, 0) as *const I;
        let stored = self.word(input, 1) as *const I;
        (ids, Ids::new(Pattern { ids, stored, capacity: self.word(input, 3), rows: self.rows }))
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

pub(crate) unsafe fn input_rows(entry::input_rows { table, first, count, a, b, c, d, e, f, g, h }: entry::input_rows) {
    let mut to = table.add(first * WORDS);
    for (row, Input { ids, stored, data, capacity }) in [a, b, c, d, e, f, g, h].into_iter().enumerate() {
        if row < count {
            *to = ids;
            *to.add(1) = stored;
            *to.add(2) = data;
            *to.add(3) = capacity as u64;
            to = to.add(WORDS);
        }
    }
}

/// Moves each id to its place among all.
pub(crate) unsafe fn merge_ids<I: Index>(entry::merge_ids { inputs, first, merged }: entry::merge_ids<I>) {
    let (own, at) = (first + block_idx_y(), thread());
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

pub(crate) unsafe fn check_union<I: Index>(entry::check_union { inputs, union, check }: entry::check_union<I>) {
    let (k, ids) = (thread(), Ids::new(union));
    if k <= ids.count() {
        let before = if k == 0 { None } else { Some(ids.row(k - 1)) };
        if inputs.next_row::<I>(before) != ids.row(k) {
            Check::new(check).refuse(k);
        }
    }
}

#[inline(always)]
unsafe fn add_inputs<const WIDTH: usize, V: Value, I: Index>(
    inputs: Inputs,
    row: usize,
    to: *mut V,
    columns: usize,
    lane_bits: u32,
) {
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

pub(crate) unsafe fn add_n<V: Value, I: Index>(
    entry::add_n { inputs, columns, union, out, groups, check }: entry::add_n<V, I>,
) {
    let ids = Ids::new(union);
    if let Some(k) = Check::new(check).refused() {
        if thread() == 0 && block_idx_y() == 0 {
            let before = if k == 0 { None } else { Some(ids.row(k - 1)) };
            Check::new(check).explain(inputs.next_row::<I>(before) as i64, ids.row(k) as i64);
        }
        return;
    }
    let k = place(groups.lane_bits, 1).row;
    let row = ids.row(k);
    if row < inputs.rows {
        with_width!(
            groups.wide, V, WIDTH => add_inputs::<WIDTH, V,
            I>(inputs, row, out.add(k * columns), columns, groups.lane_bits)
        );
    }
}
