//! Losses. A row of logits belongs to as many threads as its sum has lanes: each computes, stores and adds the terms of
//! its own lane.
use super::array::lower_bound;
use super::check::Check;
use super::elements::{elements, functions};
use super::entry::{self, Matrix, MatrixMut};
use super::gpu::{block_idx_y, grid_dim_y, lane_id, sync_warp, warp_shuffle_xor};
use super::group::{place, thread};
use super::reduce::{Blocks, SUM, sum_of_terms, sum_with};
use core::array;
use lacuna::checks::{Sampled, Targets, adjusted, is_ignored, is_refused, larger, loss_of_row};
use lacuna::loss::{
    Function, LogSoftmax, LogSoftmaxBackward, RegressionGradient, RowFunction, Softmax, SoftmaxBackward,
};
use lacuna::order::{BLOCK, LANES, add_accurate};
use lacuna::{Index, Value};

macro_rules! all {
    ({} optim $rules:tt map $map:tt binary $binary:tt loss { $($functions:tt)* }) => { functions! { $($functions)* } };
}
for_each_member! { all }

/// Columns that a warp fills at a time.
const PIECE: usize = 1024;

/// A warp a row.
pub(crate) unsafe fn csr_regression_gradient<V: Value, I: Index>(
    entry::csr_regression_gradient { result, label, scale, out }: entry::csr_regression_gradient<V, I>,
) {
    let row = place(5, 1).row;
    if row >= result.rows {
        return;
    }
    let (from, to, function) =
        (result.data.add(row * result.stride), out.data.add(row * out.stride), RegressionGradient { scale });
    let [start, end] = label.bounds(row);
    let mut first = block_idx_y() * PIECE;
    while first < result.columns {
        let last = result.columns.min(first + PIECE);
        let mut column = first + lane_id() as usize;
        while column < last {
            *to.add(column) = function.of([*from.add(column), V::ZERO]);
            column += 32;
        }
        sync_warp();
        let mut entry = lower_bound(label.indices, start, end, first) + lane_id() as usize;
        while entry < end {
            let column = (*label.indices.add(entry)).to_usize();
            if column >= last {
                break;
            }
            if column >= first {
                *to.add(column) = function.of([*from.add(column), *label.values.add(entry)]);
            }
            entry += 32;
        }
        first += grid_dim_y() * PIECE;
    }
}

/// The row of this thread, its lane, and the columns of it: none, if there is no such row.
#[inline(always)]
fn own(rows: usize, columns: usize) -> (usize, usize, usize) {
    let row = thread() / LANES;
    if row < rows { (row, thread() % LANES, columns) } else { (0, thread() % LANES, 0) }
}

/// The largest number of a row, in each of its threads. The whole warp calls it.
#[inline(always)]
unsafe fn largest<V: Value>(row: *const V, lane: usize, length: usize) -> V {
    let (mut largest, mut at) = (-V::INFINITY, lane);
    while at < length {
        largest = larger(*row.add(at), largest);
        at += LANES;
    }
    largest = larger(warp_shuffle_xor(largest, 1), largest);
    larger(warp_shuffle_xor(largest, 2), largest)
}

#[inline(always)]
unsafe fn function<F: RowFunction<V, N>, V: Value, const N: usize>(inputs: [Matrix<V>; N], out: MatrixMut<V>) {
    let (row, lane, length) = own(out.rows, inputs[0].columns);
    let (from, to) =
        (array::from_fn::<_, N, _>(|n| inputs[n].data.add(row * inputs[n].stride)), out.data.add(row * out.stride));
    let largest = if F::OF_LARGEST { largest(from[0], lane, length) } else { V::ZERO };
    let mut at = lane;
    while at < length {
        *to.add(at) = F::term(array::from_fn(|n| *from[n].add(at)), largest);
        at += LANES;
    }
    let total = F::total(sum_of_terms(to, length));
    at = lane;
    while at < length {
        *to.add(at) = F::of(array::from_fn(|n| *from[n].add(at)), *to.add(at), largest, total);
        at += LANES;
    }
}

macro_rules! functions_of_rows {
    ($($name:ident $Function:ident ($($operand:ident),*);)*) => {$(
        pub(crate) unsafe fn $name<V: Value>(entry::$name { $($operand,)* out }: entry::$name<V>) {
            function::<$Function, V, _>([$($operand),*], out);
        }
    )*};
}
functions_of_rows! {
    softmax Softmax (logits);
    softmax_backward SoftmaxBackward (gradient, result);
    log_softmax LogSoftmax (logits);
    log_softmax_backward LogSoftmaxBackward (gradient, result);
}

#[inline(always)]
unsafe fn function_of_columns<F: RowFunction<V, N>, V: Value, const N: usize>(
    inputs: [Matrix<V>; N],
    [classes, elements]: [usize; 2],
    out: MatrixMut<V>,
    lane_bits: u32,
) {
    let mut place = place(lane_bits, 1);
    if place.row >= elements {
        return;
    }
    let first = place.row * classes;
    while place.column < inputs[0].columns {
        let from = array::from_fn::<_, N, _>(|n| inputs[n].data.add(first * inputs[n].stride + place.column));
        let to = out.data.add(first * out.stride + place.column);
        let numbers = |row: usize| array::from_fn::<_, N, _>(|n| *from[n].add(row * inputs[n].stride));
        let (mut largest, mut row) = (V::ZERO, 0);
        if F::OF_LARGEST {
            largest = -V::INFINITY;
            while row < classes {
                largest = larger(numbers(row)[0], largest);
                row += 1;
            }
        }
        let mut blocks = Blocks::<V>::start(SUM);
        row = 0;
        while row < classes {
            let end = classes.min(row + BLOCK);
            let mut sum = (0.0, 0.0);
            while row < end {
                let term = F::term(numbers(row), largest);
                *to.add(row * out.stride) = term;
                sum = add_accurate::<V>(sum.0, sum.1, term.widen());
                row += 1;
            }
            blocks.add(sum.0, end);
        }
        let total = F::total(V::narrow(blocks.finish(classes)));
        row = 0;
        while row < classes {
            let to = to.add(row * out.stride);
            *to = F::of(numbers(row), *to, largest, total);
            row += 1;
        }
        place.column += place.step;
    }
}

pub(crate) unsafe fn softmax_columns<V: Value>(
    entry::softmax_columns { logits, classes, elements, out, groups }: entry::softmax_columns<V>,
) {
    function_of_columns::<Softmax, V, _>([logits], [classes, elements], out, groups.lane_bits);
}

pub(crate) unsafe fn check_labels<I: Index>(
    entry::check_labels { labels, length, classes, ignore, check }: entry::check_labels<I>,
) {
    let at = thread();
    if at < length && is_refused(*labels.add(at), classes, ignore) {
        Check::new(check).refuse(at);
    }
}

/// True if a label was refused by an earlier launch, which is then explained.
#[inline(always)]
unsafe fn refused<I: Index>(check: *mut u64, labels: *const I) -> bool {
    let Some(at) = Check::new(check).refused() else { return false };
    if thread() == 0 {
        Check::new(check).explain(0, (*labels.add(at)).to_i64());
    }
    true
}

pub(crate) unsafe fn softmax_cross_entropy<V: Value, I: Index>(
    entry::softmax_cross_entropy { logits, labels, ignore, out, check }: entry::softmax_cross_entropy<V, I>,
) {
    if refused(check, labels) {
        return;
    }
    let (row, lane, length) = own(logits.rows, logits.columns);
    let from = logits.data.add(row * logits.stride);
    let largest = largest(from, lane, length);
    let sum = V::narrow(sum_with::<V>(SUM, length, |at| (*from.add(at) - largest).exp().widen()));
    if thread() / LANES < logits.rows && lane == 0 {
        let label = *labels.add(row);
        *out.add(row) =
            if is_ignored(label, ignore) { V::ZERO } else { loss_of_row(*from.add(label.to_usize()), largest, sum) };
    }
}

/// The gradient of a row, from its terms, whose sum makes probabilities of them, or from the probabilities.
#[inline(always)]
unsafe fn label_gradient<V: Value, I: Index>(
    [from, to]: [*const V; 2],
    [lane, length]: [usize; 2],
    sum: Option<V>,
    label: Option<I>,
    targets: Targets<V>,
    scale: V,
) {
    let to = to.cast_mut();
    let mut at = lane;
    while at < length {
        *to.add(at) = match (label, sum) {
            (None, _) => V::ZERO,
            (Some(label), sum) => {
                let probability = match sum {
                    Some(sum) => *from.add(at) / sum,
                    None => *from.add(at),
                };
                let off =
                    if at == label.to_usize() { targets.of_label(probability) } else { targets.of_other(probability) };
                off * scale
            }
        };
        at += LANES;
    }
}

pub(crate) unsafe fn softmax_cross_entropy_gradient<V: Value, I: Index>(
    entry::softmax_cross_entropy_gradient {
        logits, labels, ignore, scale, out, check
    }: entry::softmax_cross_entropy_gradient<V, I>,
) {
    if refused(check, labels) {
        return;
    }
    let (row, lane, length) = own(logits.rows, logits.columns);
    let (from, to) = (logits.data.add(row * logits.stride), out.data.add(row * out.stride));
    let largest = largest(from, lane, length);
    let mut at = lane;
    while at < length {
        *to.add(at) = (*from.add(at) - largest).exp();
        at += LANES;
    }
    let sum = sum_of_terms(to, length);
    if length > 0 {
        let label = *labels.add(row);
        let label = if is_ignored(label, ignore) { None } else { Some(label) };
        label_gradient([to.cast_const(); 2], [lane, length], Some(sum), label, Targets::new(V::ZERO, length), scale);
    }
}

pub(crate) unsafe fn softmax_output_gradient<V: Value, I: Index>(
    entry::softmax_output_gradient {
        probabilities, labels, ignore, smooth_alpha, scale, out, check
    }: entry::softmax_output_gradient<V, I>,
) {
    if refused(check, labels) {
        return;
    }
    let (row, lane, length) = own(probabilities.rows, probabilities.columns);
    if length > 0 {
        let (from, to) = (probabilities.data.add(row * probabilities.stride), out.data.add(row * out.stride));
        let label = *labels.add(row);
        let label = if is_ignored(label, ignore) { None } else { Some(label) };
        label_gradient([from, to.cast_const()], [lane, length], None, label, Targets::new(smooth_alpha, length), scale);
    }
}

pub(crate) unsafe fn softmax_output_gradient_columns<V: Value, I: Index>(
    entry::softmax_output_gradient_columns {
        probabilities,
        labels,
        classes,
        elements,
        ignore,
        smooth_alpha,
        scale,
        out,
        groups,
        check,
    }: entry::softmax_output_gradient_columns<V, I>,
) {
    if refused(check, labels) {
        return;
    }
    let mut place = place(groups.lane_bits, 1);
    if place.row >= elements {
        return;
    }
    let (first, targets) = (place.row * classes, Targets::new(smooth_alpha, classes));
    while place.column < probabilities.columns {
        let label = *labels.add(place.row * probabilities.columns + place.column);
        let (is_ignored, mut class) = (is_ignored(label, ignore), 0);
        while class < classes {
            let row = first + class;
            let probability = *probabilities.data.add(row * probabilities.stride + place.column);
            let off =
                if class == label.to_usize() { targets.of_label(probability) } else { targets.of_other(probability) };
            *out.data.add(row * out.stride + place.column) = if is_ignored { V::ZERO } else { off * scale };
            class += 1;
        }
        place.column += place.step;
    }
}

pub(crate) unsafe fn sampled_softmax<V: Value, I: Index>(
    entry::sampled_softmax {
        true_logits,
        noise_logits,
        true_counts,
        noise_counts,
        labels,
        noise,
        weights,
        losses,
        true_gradient,
        out,
    }: entry::sampled_softmax<V, I>,
) {
    let inside = thread() / LANES < noise_logits.rows;
    let (row, lane, length) = own(noise_logits.rows, noise_logits.columns);
    let (from, to) = (noise_logits.data.add(row * noise_logits.stride), out.data.add(row * out.stride));
    // There may be no row at all.
    let (truth, weight) =
        if inside { (*true_logits.add(row) - *true_counts.add(row), *weights.add(row)) } else { (V::ZERO, V::ZERO) };
    let mut at = lane;
    while at < length {
        *to.add(at) = adjusted(*from.add(at), *noise_counts.add(at), *noise.add(at) == *labels.add(row));
        at += LANES;
    }
    let largest = larger(truth, largest(to, lane, length));
    at = lane;
    while at < length {
        *to.add(at) = (*to.add(at) - largest).exp();
        at += LANES;
    }
    let found = Sampled::new(truth, largest, sum_of_terms(to, length));
    at = lane;
    while at < length {
        *to.add(at) = if weight == V::ZERO { V::ZERO } else { found.of_noise(*to.add(at), weight) };
        at += LANES;
    }
    if inside && lane == 0 {
        *losses.add(row) = if weight == V::ZERO { V::ZERO } else { found.loss(weight) };
        *true_gradient.add(row) = if weight == V::ZERO { V::ZERO } else { found.gradient(weight) };
    }
}
