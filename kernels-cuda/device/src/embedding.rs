//! Rows of a weight by their ids, and reductions over bags of them.
use super::array::{Ids, upper_bound};
use super::cast::copy_row;
use super::check::Check;
use super::entry::{self, Csr, Matrix, MatrixMut};
use super::gpu::{Stored, block_idx_y, load, store};
use super::group::{place, thread, with_width};
use super::terms::Segments;
use lacuna::embedding::{Mean, Reduction, Sum, add_if, replaces};
use lacuna::order::{BLOCK, add, add_product};
use lacuna::{Index, Number, Storage, Value};

/// True if an id was refused by an earlier launch, which is then explained.
#[inline(always)]
unsafe fn refused<I: Index>(check: *mut u64, ids: *const I) -> bool {
    let Some(place) = Check::new(check).refused() else { return false };
    if thread() == 0 && block_idx_y() == 0 {
        Check::new(check).explain(0, (*ids.add(place)).to_i64());
    }
    true
}

pub(crate) unsafe fn lookup<V: Storage, I: Index>(
    entry::lookup { ids, length, weight, out, groups, check }: entry::lookup<V, I>,
) {
    let k = place(groups.lane_bits, 1).row;
    if !refused(check, ids) && k < length {
        let row = (*ids.add(k)).to_usize();
        copy_row(Some(weight.data.add(row * weight.stride)), out.data.add(k * out.stride), weight.columns, groups);
    }
}

pub(crate) unsafe fn lookup_row_sparse<V: Value, I: Index>(
    entry::lookup_row_sparse { ids, length, weight, out, groups, check }: entry::lookup_row_sparse<V, I>,
) {
    let k = place(groups.lane_bits, 1).row;
    if !refused(check, ids) && k < length {
        let stored = Ids::new(weight.pattern()).find((*ids.add(k)).to_usize());
        copy_row(
            stored.map(|k| weight.data.add(k * weight.columns)),
            out.data.add(k * out.stride),
            weight.columns,
            groups,
        );
    }
}

/// The id of an entry, unless it is padding.
#[inline(always)]
unsafe fn id_of<V: Number, I: Index>(bags: Csr<V, I>, entry: usize, padding: usize, rows: usize) -> Option<usize> {
    let id = (*bags.indices.add(entry)).to_usize();
    (id != padding && id < rows).then_some(id)
}

#[inline(always)]
unsafe fn reduce<const WIDTH: usize, M: Reduction, V: Stored, I: Index>(
    bags: Csr<V, I>,
    padding: usize,
    weight: Matrix<V>,
    out: MatrixMut<V>,
    lane_bits: u32,
) {
    let mut place = place(lane_bits, WIDTH);
    if place.row >= bags.rows {
        return;
    }
    let (start, end) = Segments::of_csr(bags).terms(place.row);
    while place.column < weight.columns {
        let (mut total, mut count, mut first) = ([V::Arithmetic::ZERO; WIDTH], 0, start);
        while first < end {
            let last = end.min(first + BLOCK);
            let mut sums = [V::Arithmetic::ZERO; WIDTH];
            while first < last {
                if let Some(id) = id_of(bags, first, padding, weight.rows) {
                    let (value, row) =
                        (*bags.values.add(first), load::<V, WIDTH>(weight.data.add(id * weight.stride + place.column)));
                    for w in 0..WIDTH {
                        sums[w] = add_product(sums[w], value.widen(), row[w].widen());
                    }
                    count += 1;
                }
                first += 1;
            }
            for w in 0..WIDTH {
                total[w] = add(total[w], sums[w]);
            }
        }
        store(out.data.add(place.row * out.stride + place.column), total.map(|sum| V::narrow(M::finish(sum, count))));
        place.column += place.step;
    }
}

pub(crate) unsafe fn bag_sum<V: Stored, I: Index>(
    entry::bag_sum { bags, padding, weight, out, groups, check }: entry::bag_sum<V, I>,
) {
    if !refused(check, bags.indices) {
        with_width!(groups.wide, V, WIDTH => reduce::<WIDTH, Sum, V, I>(bags, padding, weight, out, groups.lane_bits));
    }
}

pub(crate) unsafe fn bag_mean<V: Stored, I: Index>(
    entry::bag_mean { bags, padding, weight, out, groups, check }: entry::bag_mean<V, I>,
) {
    if !refused(check, bags.indices) {
        with_width!(groups.wide, V, WIDTH => reduce::<WIDTH, Mean, V, I>(bags, padding, weight, out, groups.lane_bits));
    }
}

/// A thread a bag.
pub(crate) unsafe fn bag_shares<V: Value, I: Index>(entry::bag_shares { bags, padding, out }: entry::bag_shares<V, I>) {
    let bag = thread();
    if bag >= bags.rows {
        return;
    }
    let (start, end) = Segments::of_csr(bags).terms(bag);
    let (mut entry, mut count) = (start, 0);
    while entry < end {
        count += usize::from((*bags.indices.add(entry)).to_usize() != padding);
        entry += 1;
    }
    let (count, mut entry) = (V::of_count(count), start);
    while entry < end {
        let is_padding = (*bags.indices.add(entry)).to_usize() == padding;
        *out.add(entry) = if is_padding { V::ZERO } else { *bags.values.add(entry) / count };
        entry += 1;
    }
}

#[inline(always)]
unsafe fn largest<const WIDTH: usize, V: Value, I: Index>(
    bags: Csr<V, I>,
    padding: usize,
    weight: Matrix<V>,
    entries: *mut I,
    out: MatrixMut<V>,
    lane_bits: u32,
) {
    let mut place = place(lane_bits, WIDTH);
    if place.row >= bags.rows {
        return;
    }
    let (start, end) = Segments::of_csr(bags).terms(place.row);
    while place.column < weight.columns {
        let (mut found, mut came, mut empty, mut entry) = ([V::ZERO; WIDTH], [I::LARGEST; WIDTH], true, start);
        while entry < end {
            if let Some(id) = id_of(bags, entry, padding, weight.rows) {
                let row = load::<V, WIDTH>(weight.data.add(id * weight.stride + place.column));
                for w in 0..WIDTH {
                    if empty || replaces(row[w], found[w]) {
                        (found[w], came[w]) = (row[w], I::from_usize(entry));
                    }
                }
                empty = false;
            }
            entry += 1;
        }
        store(out.data.add(place.row * out.stride + place.column), found);
        for w in 0..WIDTH {
            *entries.add(place.row * weight.columns + place.column + w) = came[w];
        }
        place.column += place.step;
    }
}

pub(crate) unsafe fn bag_max<V: Value, I: Index>(
    entry::bag_max { bags, padding, weight, entries, out, groups, check }: entry::bag_max<V, I>,
) {
    if !refused(check, bags.indices) {
        with_width!(
            groups.wide, V, WIDTH => largest::<WIDTH, V, I>(bags, padding, weight, entries, out, groups.lane_bits)
        );
    }
}

pub(crate) unsafe fn bag_max_gradient<V: Value, I: Index>(
    entry::bag_max_gradient { segments, bags, terms, entries, gradient, out, groups }: entry::bag_max_gradient<V, I>,
) {
    let segments = Segments::new(segments);
    let mut place = place(groups.lane_bits, 1);
    if place.row >= segments.count {
        return;
    }
    let (start, end) = segments.terms(place.row);
    while place.column < gradient.columns {
        let (mut total, mut first) = (V::ZERO, start);
        while first < end {
            let last = end.min(first + BLOCK);
            let mut sum = V::ZERO;
            while first < last {
                let bag = (*bags.add(first)).to_usize();
                if bag < gradient.rows {
                    let came = *entries.add(bag * gradient.columns + place.column) == *terms.add(first);
                    sum = add_if(sum, came, *gradient.data.add(bag * gradient.stride + place.column));
                }
                first += 1;
            }
            total = add(total, sum);
        }
        *out.data.add(place.row * out.stride + place.column) = total;
        place.column += place.step;
    }
}

/// The ids of the bags' entries as keys, and for each entry its bag; one out of range is refused, and padding gets no
/// key.
pub(crate) unsafe fn bag_keys<I: Index>(
    entry::bag_keys { indptr, ids, capacity, bags, rows, padding, keys, entries, sources, check }: entry::bag_keys<I>,
) {
    let entry = thread();
    if entry >= capacity {
        return;
    }
    let (mut key, mut source) = (rows, 0);
    let bag = upper_bound(indptr, 0, bags + 1, entry).wrapping_sub(1);
    let id = (*ids.add(entry)).to_usize();
    if id >= rows {
        Check::new(check).refuse(entry);
    } else if id != padding && bag < bags {
        (key, source) = (id, bag);
    }
    *keys.add(entry) = I::from_usize(key);
    *entries.add(entry) = I::from_usize(entry);
    *sources.add(entry) = I::from_usize(source);
}
