//! Sums, means, norms and extremes. A row belongs to as many threads as it has lanes, a block of a slice of values to a
//! warp, a column to one thread.
use super::array::Ids;
use super::entry::{self, Matrix};
use super::gpu::{lane_id, load, shuffle_lanes, store, warp_shuffle_xor, warp_vote_ballot};
use super::group::{place, thread, with_width};
use super::terms::{Segments, block_number};
use core::array;
use core::marker::PhantomData;
use lacuna::checks::gradient_of_extreme;
use lacuna::order::{BLOCK, LANES, WIDE_LANES};
use lacuna::reduce::{self, Reduction, Term};
use lacuna::{Index, Storage, Value};

macro_rules! by_number {
    ($($Reduction:ident $number:literal $rows:ident $columns:ident $csr_rows:ident $csr_columns:ident;)*) => {
        /// The term of a value, of the reduction of this number. What the terms of `V` are kept in fits `f64`, as it
        /// is.
        #[inline(always)]
        fn term<V: Value>(reduction: u32, value: V) -> f64 {
            match reduction {
                $($number => <reduce::$Reduction as Reduction>::Term::of(value).widen(),)*
                _ => value.widen(),
            }
        }

        /// What a running sum begins with.
        #[inline(always)]
        fn start<V: Value>(reduction: u32) -> f64 {
            match reduction {
                $($number => <reduce::$Reduction as Reduction>::Term::start::<V>().widen(),)*
                _ => 0.0,
            }
        }

        /// The next value of a running sum, and what rounding added.
        #[inline(always)]
        fn add<V: Value>(reduction: u32, sum: f64, lost: f64, term: f64) -> (f64, f64) {
            match reduction {
                $($number => {
                    let (sum, lost) = <reduce::$Reduction as Reduction>::Term::add::<V>(
                        Value::narrow(sum), Value::narrow(lost), Value::narrow(term)
                    );
                    (sum.widen(), lost.widen())
                })*
                _ => (sum, lost),
            }
        }

        /// The sum of running sums that lie side by side.
        #[inline(always)]
        fn combine<const N: usize>(reduction: u32, sums: [f64; N]) -> f64 {
            match reduction {
                $($number => <reduce::$Reduction as Reduction>::Term::combine(sums),)*
                _ => sums[0],
            }
        }

        /// The result from a sum of `stored` of `count` values.
        #[inline(always)]
        fn finish<V: Value>(reduction: u32, sum: f64, stored: usize, count: usize) -> V {
            let sum = V::narrow(sum);
            match reduction {
                $($number => {
                    type T = <reduce::$Reduction as Reduction>::Term;
                    reduce::$Reduction::finish(
                        if T::ZEROS_COUNT && stored < count { T::with_zeros(sum) } else { sum }, count
                    )
                })*
                _ => sum,
            }
        }
    };
}
for_each_reduction! { by_number }

/// The number of plain sums.
pub(crate) const SUM: u32 = 0;

/// The number of sums of squares.
pub(crate) const SQUARE_SUM: u32 = 4;

/// The number of [`reduce::Max`].
const MAX: u32 = 5;

/// An accurate running sum of terms of `V`, or an extreme of them.
struct Running<V> {
    reduction: u32,
    sum: f64,
    lost: f64,
    of: PhantomData<V>,
}

impl<V: Value> Running<V> {
    #[inline(always)]
    fn start(reduction: u32) -> Self {
        Self { reduction, sum: start::<V>(reduction), lost: 0.0, of: PhantomData }
    }

    #[inline(always)]
    fn add(&mut self, term: f64) {
        (self.sum, self.lost) = add::<V>(self.reduction, self.sum, self.lost, term);
    }
}

/// The sum of the sums of blocks, of which a block too is added by itself. How many there are follows from where the
/// terms end, so that no register counts them.
pub(crate) struct Blocks<V> {
    sum: Running<V>,
    total: Running<V>,
}

impl<V: Value> Blocks<V> {
    const TERMS: usize = BLOCK * BLOCK;

    #[inline(always)]
    pub(crate) fn start(reduction: u32) -> Self {
        Self { sum: Running::start(reduction), total: Running::start(reduction) }
    }

    /// Adds the sum of the block that ends with the term `end`.
    #[inline(always)]
    pub(crate) fn add(&mut self, sum: f64, end: usize) {
        self.sum.add(sum);
        if end % Self::TERMS == 0 {
            self.total.add(self.sum.sum);
            self.sum = Running::start(self.sum.reduction);
        }
    }

    /// The sum of `length` terms.
    #[inline(always)]
    pub(crate) fn finish(mut self, length: usize) -> f64 {
        // No blocks are no term: even one of zero might change a sum.
        if length % Self::TERMS != 0 {
            self.total.add(self.sum.sum);
        }
        self.total.sum
    }
}

/// The running sum of every `step`th term from `start` to `end`.
#[inline(always)]
unsafe fn lane<V: Value>(reduction: u32, values: *const V, start: usize, end: usize, step: usize) -> f64 {
    let (mut running, mut at) = (Running::<V>::start(reduction), start);
    while at < end {
        running.add(term(reduction, *values.add(at)));
        at += step;
    }
    running.sum
}

/// A warp a block: its sum.
pub(crate) unsafe fn reduce_blocks<V: Value>(
    entry::reduce_blocks { values, length, sums, reduction }: entry::reduce_blocks<V>,
) {
    let block = thread() / WIDE_LANES;
    let first = block * BLOCK;
    let mut sum = lane(reduction, values, first + lane_id() as usize, length.min(first + BLOCK), WIDE_LANES);
    let mut distance = WIDE_LANES as u32 / 2;
    while distance > 0 {
        sum = combine(reduction, [sum, warp_shuffle_xor(sum, distance)]);
        distance /= 2;
    }
    if first < length && lane_id() == 0 {
        *sums.add(block) = sum;
    }
}

/// The sum of so many numbers, of which each is `step` behind the one before.
#[inline(always)]
unsafe fn sum_of_sums<V: Value>(reduction: u32, sums: *const f64, count: usize, step: usize) -> f64 {
    let (mut sum, mut at) = (Running::<V>::start(reduction), 0);
    while at < count {
        sum.add(*sums.add(at * step));
        at += 1;
    }
    sum.sum
}

/// A thread a block of a column: its sum.
pub(crate) unsafe fn reduce_column_blocks<V: Value>(
    entry::reduce_column_blocks { a, sums, reduction }: entry::reduce_column_blocks<V>,
) {
    // Without columns nothing is launched.
    let (block, column) = (thread() / a.columns.max(1), thread() % a.columns.max(1));
    let first = block * BLOCK;
    if first < a.rows {
        *sums.add(thread()) = column_sum(reduction, a, column, first, a.rows.min(first + BLOCK));
    }
}

/// A thread a block of sums of blocks of a column: their sum.
pub(crate) unsafe fn reduce_block_sums(
    entry::reduce_block_sums { sums, blocks, columns, out, wide, reduction }: entry::reduce_block_sums,
) {
    let (number, column) = (thread() / columns.max(1), thread() % columns.max(1));
    let first = number * BLOCK;
    if first < blocks {
        let (sums, count) = (sums.add(first * columns + column), BLOCK.min(blocks - first));
        *out.add(thread()) = if wide == 0 {
            sum_of_sums::<f32>(reduction, sums, count, columns)
        } else {
            sum_of_sums::<f64>(reduction, sums, count, columns)
        };
    }
}

/// A thread a column: the result from the sums of its blocks, or of blocks of them.
pub(crate) unsafe fn reduce_totals<V: Value>(
    entry::reduce_totals { sums, blocks, columns, out, stored, count, reduction }: entry::reduce_totals<V>,
) {
    let column = thread();
    if column < columns {
        let sum = sum_of_sums::<V>(reduction, sums.add(column), blocks, columns);
        *out.add(column) = finish(reduction, sum, stored, count);
    }
}

/// The sum of terms, of a row's columns below `length`, in each of the [`LANES`] threads that it belongs to. The whole
/// warp calls it.
#[inline(always)]
pub(crate) unsafe fn sum_with<V: Value>(reduction: u32, length: usize, term: impl Fn(usize) -> f64) -> f64 {
    let (mut blocks, mut first) = (Blocks::<V>::start(reduction), 0);
    while warp_vote_ballot(first < length) != 0 {
        // Of 32 bits, for fewer registers.
        let count = length.saturating_sub(first).min(BLOCK) as u32;
        let (mut partial, mut at) = (Running::<V>::start(reduction), (thread() % LANES) as u32);
        while at < count {
            partial.add(term(first + at as usize));
            at += LANES as u32;
        }
        let block = combine::<LANES>(reduction, shuffle_lanes(partial.sum));
        if count > 0 {
            blocks.add(block, first + count as usize);
        }
        first += BLOCK;
    }
    blocks.finish(length)
}

/// As [`sum_with`], of terms in memory, rounded to their type.
#[inline(always)]
pub(crate) unsafe fn sum_of_terms<V: Value>(terms: *const V, length: usize) -> V {
    V::narrow(sum_with::<V>(SUM, length, |at| (*terms.add(at)).widen()))
}

/// As [`sum_with`], of a row.
#[inline(always)]
unsafe fn row_sum<V: Value>(reduction: u32, row: *const V, length: usize) -> f64 {
    sum_with::<V>(reduction, length, |at| term(reduction, *row.add(at)))
}

pub(crate) unsafe fn reduce_rows<V: Value>(entry::reduce_rows { a, out, reduction }: entry::reduce_rows<V>) {
    let Matrix { data, rows, stride, columns } = a;
    let row = thread() / LANES;
    let inside = row < rows;
    let sum = row_sum(reduction, data.add(if inside { row * stride } else { 0 }), if inside { columns } else { 0 });
    if inside && thread() % LANES == 0 {
        *out.add(row) = finish(reduction, sum, columns, columns);
    }
}

pub(crate) unsafe fn reduce_csr_rows<V: Value, I: Index>(
    entry::reduce_csr_rows { a, columns, out, reduction }: entry::reduce_csr_rows<V, I>,
) {
    let (segments, row) = (Segments::of_csr(a), thread() / LANES);
    let (start, end) = if row < segments.count { segments.terms(row) } else { (0, 0) };
    let sum = row_sum(reduction, a.values.add(start), end - start);
    if row < segments.count && thread() % LANES == 0 {
        *out.add(row) = finish(reduction, sum, end - start, columns);
    }
}

/// The sum of a column's elements in some rows.
#[inline(always)]
unsafe fn column_sum<V: Value>(reduction: u32, a: Matrix<V>, column: usize, first: usize, end: usize) -> f64 {
    let (mut sum, mut row) = (Running::<V>::start(reduction), first);
    while row < end {
        sum.add(term(reduction, *a.data.add(row * a.stride + column)));
        row += 1;
    }
    sum.sum
}

/// A thread a column of at most a block.
pub(crate) unsafe fn reduce_columns<V: Value>(entry::reduce_columns { a, out, reduction }: entry::reduce_columns<V>) {
    let column = thread();
    if column < a.columns {
        *out.add(column) = finish(reduction, column_sum(reduction, a, column, 0, a.rows), a.rows, a.rows);
    }
}

/// The sum of some entries of a column.
#[inline(always)]
unsafe fn entries_sum<V: Value, I: Index>(
    reduction: u32,
    entries: *const I,
    (values, value_count): (*const V, usize),
    first: usize,
    end: usize,
) -> f64 {
    let (mut sum, mut at) = (Running::<V>::start(reduction), first);
    while at < end {
        let entry = (*entries.add(at)).to_usize();
        if entry < value_count {
            sum.add(term(reduction, *values.add(entry)));
        }
        at += 1;
    }
    sum.sum
}

/// A thread a block of a column of several.
pub(crate) unsafe fn reduce_csr_column_blocks<V: Value, I: Index>(
    entry::reduce_csr_column_blocks {
        segments, entries, values, value_count, sums, reduction
    }: entry::reduce_csr_column_blocks<V, I>,
) {
    if let Some((_, _, end, first)) = Segments::new(segments).block(thread()) {
        *sums.add(thread()) = entries_sum(reduction, entries, (values, value_count), first, end.min(first + BLOCK));
    }
}

/// A thread a column.
pub(crate) unsafe fn reduce_csr_columns<V: Value, I: Index>(
    entry::reduce_csr_columns {
        segments, stored, entries, values, value_count, sums, columns, rows, out, reduction
    }: entry::reduce_csr_columns<
        V,
        I,
    >,
) {
    let column = thread();
    if column >= columns {
        return;
    }
    let segments = Segments::new(segments);
    let (start, end) =
        Ids::new(stored).find(column).filter(|&k| k < segments.count).map_or((0, 0), |k| segments.terms(k));
    let sum = if end - start <= BLOCK || sums.is_null() {
        entries_sum(reduction, entries, (values, value_count), start, end)
    } else {
        let (mut blocks, mut first) = (Blocks::<V>::start(reduction), start);
        while first < end {
            let number = block_number(start, first);
            first = end.min(first + BLOCK);
            blocks.add(*sums.add(number), first - start);
        }
        blocks.finish(end - start)
    };
    *out.add(column) = finish(reduction, sum, end - start, rows);
}

pub(crate) unsafe fn repeat_rows<V: Value>(entry::repeat_rows { values, columns, out, groups }: entry::repeat_rows<V>) {
    let row = place(groups.lane_bits, 1).row;
    if row >= out.rows {
        return;
    }
    let (value, to) = (*values.add(row), out.data.add(row * out.stride));
    with_width!(groups.wide, V, WIDTH => {
        let mut place = place(groups.lane_bits, WIDTH);
        while place.column < columns {
            store(to.add(place.column), [value; WIDTH]);
            place.column += place.step;
        }
    });
}

pub(crate) unsafe fn repeat_columns<V: Value>(
    entry::repeat_columns { values, columns, out, groups }: entry::repeat_columns<V>,
) {
    let row = place(groups.lane_bits, 1).row;
    if row >= out.rows {
        return;
    }
    let to = out.data.add(row * out.stride);
    with_width!(groups.wide, V, WIDTH => {
        let mut place = place(groups.lane_bits, WIDTH);
        while place.column < columns {
            store(to.add(place.column), load::<V, WIDTH>(values.add(place.column)));
            place.column += place.step;
        }
    });
}

pub(crate) unsafe fn argmax_rows<V: Value, I: Index>(entry::argmax_rows { a, out }: entry::argmax_rows<V, I>) {
    let Matrix { data, rows, stride, columns } = a;
    let row = thread() / LANES;
    let inside = row < rows;
    let from = data.add(if inside { row * stride } else { 0 });
    let largest = V::narrow(row_sum(MAX, from, if inside { columns } else { 0 }));
    if inside && thread() % LANES == 0 {
        let mut column = 0;
        while column < columns && !(*from.add(column) == largest || (*from.add(column)).is_nan()) {
            column += 1;
        }
        *out.add(row) = I::from_usize(column);
    }
}

pub(crate) unsafe fn extreme_rows_backward<V: Value>(
    entry::extreme_rows_backward { gradient, a, result, out, groups }: entry::extreme_rows_backward<V>,
) {
    let row = place(groups.lane_bits, 1).row;
    if row >= out.rows {
        return;
    }
    let (gradient, result, from, to) =
        (*gradient.add(row), *result.add(row), a.data.add(row * a.stride), out.data.add(row * out.stride));
    with_width!(groups.wide, V, WIDTH => {
        let mut place = place(groups.lane_bits, WIDTH);
        while place.column < a.columns {
            let values = load::<V, WIDTH>(from.add(place.column));
            store(to.add(place.column), values.map(|value| gradient_of_extreme(gradient, value, result)));
            place.column += place.step;
        }
    });
}

pub(crate) unsafe fn extreme_columns_backward<V: Value>(
    entry::extreme_columns_backward { gradient, a, result, out, groups }: entry::extreme_columns_backward<V>,
) {
    let row = place(groups.lane_bits, 1).row;
    if row >= out.rows {
        return;
    }
    let (from, to) = (a.data.add(row * a.stride), out.data.add(row * out.stride));
    with_width!(groups.wide, V, WIDTH => {
        let mut place = place(groups.lane_bits, WIDTH);
        while place.column < a.columns {
            let values = load::<V, WIDTH>(from.add(place.column));
            let (gradients, results) = (
                load::<V, WIDTH>(gradient.add(place.column)), load::<V, WIDTH>(result.add(place.column))
            );
            store(
                to.add(place.column), array::from_fn::<V, WIDTH,
                _>(|k| gradient_of_extreme(gradients[k], values[k], results[k]))
            );
            place.column += place.step;
        }
    });
}

pub(crate) unsafe fn nnz_rows<V: Storage, I: Index>(entry::nnz_rows { a, out }: entry::nnz_rows<V, I>) {
    let row = thread();
    if row < a.rows {
        let (start, end) = Segments::of_csr(a).terms(row);
        *out.add(row) = I::from_usize(end - start);
    }
}

pub(crate) unsafe fn nnz_columns<I: Index>(
    entry::nnz_columns { segments, stored, columns, out }: entry::nnz_columns<I>,
) {
    let column = thread();
    if column < columns {
        let segments = Segments::new(segments);
        let found = Ids::new(stored).find(column).filter(|&k| k < segments.count);
        let (start, end) = match found {
            Some(k) => segments.terms(k),
            None => (0, 0),
        };
        *out.add(column) = I::from_usize(end - start);
    }
}
