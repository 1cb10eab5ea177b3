//! Random numbers: a thread makes a block.
use super::entry;
use super::graph::refused;
use super::group::thread;
use lacuna::random::{
    BLOCK, Bernoulli, Count, Distinct, Distribution, Normal, Powers, Repeated, Stream, Uniform, block, class, element,
    expected,
};
use lacuna::{Index, Value};

/// Calls `put(place, value)` for the elements of this thread's block.
#[inline(always)]
unsafe fn each<V: Value, D: Distribution<V>>(
    distribution: D,
    stream: entry::Stream,
    length: usize,
    mut put: impl FnMut(usize, V),
) {
    let entry::Stream { seed, stream, first } = stream;
    let (number, before) = (thread() as u64, (first % BLOCK as u64) as usize);
    let values = block(distribution, Stream { seed, stream, first }, (first / BLOCK as u64).wrapping_add(number));
    for place in 0..BLOCK {
        // The first block may begin before the draw.
        let at = (thread() * BLOCK + place).wrapping_sub(before);
        if at < length {
            put(at, element(values, place));
        }
    }
}

#[inline(always)]
unsafe fn draw<V: Value, D: Distribution<V>>(distribution: D, stream: entry::Stream, output: *mut V, length: usize) {
    each(distribution, stream, length, |at, value| *output.add(at) = value);
}

pub(crate) unsafe fn uniform<V: Value>(entry::uniform { stream, low, high, output, length }: entry::uniform<V>) {
    draw(Uniform { low, high }, stream, output, length);
}

pub(crate) unsafe fn bernoulli<V: Value>(
    entry::bernoulli { stream, probability, value, output, length }: entry::bernoulli<V>,
) {
    draw(Bernoulli { probability, value }, stream, output, length);
}

pub(crate) unsafe fn normal<V: Value>(entry::normal { stream, mean, deviation, output, length }: entry::normal<V>) {
    draw(Normal { mean, deviation }, stream, output, length);
}

pub(crate) unsafe fn log_uniform<V: Value, I: Index>(
    entry::log_uniform { stream, classes, ids, output, length }: entry::log_uniform<V, I>,
) {
    each(Powers::new(classes), stream, length, |at, power| {
        let id = class(power, classes);
        *ids.add(at) = I::from_usize(id);
        *output.add(at) = V::narrow(expected(Repeated, id, classes, length));
    });
}

#[inline(always)]
unsafe fn expect<C: Count, V: Value, I: Index>(
    count: C,
    ids: *const I,
    [classes, tries, length]: [usize; 3],
    output: *mut V,
    checks: *mut u64,
) {
    let at = thread();
    if !refused(checks, 0, ids) && at < length {
        *output.add(at) = V::narrow(expected(count, (*ids.add(at)).to_usize(), classes, tries));
    }
}

pub(crate) unsafe fn expected_counts<V: Value, I: Index>(
    entry::expected_counts { ids, classes, tries, output, length, checks }: entry::expected_counts<V, I>,
) {
    expect(Repeated, ids, [classes, tries, length], output, checks);
}

pub(crate) unsafe fn expected_counts_unique<V: Value, I: Index>(
    entry::expected_counts_unique { ids, classes, tries, output, length, checks }: entry::expected_counts_unique<V, I>,
) {
    expect(Distinct, ids, [classes, tries, length], output, checks);
}
