//! Functions of the elements at one place: a thread has those of one access of 16 bytes.
use super::gpu::{load, store};
use super::group::{thread, with_width};
use core::array;
use lacuna::Value;

#[inline(always)]
unsafe fn access<const WIDTH: usize, const INPUTS: usize, V: Value>(
    inputs: [*const V; INPUTS],
    output: *mut V,
    length: usize,
    of: impl Fn([V; INPUTS]) -> V,
) {
    let mut at = thread() * WIDTH;
    if at + WIDTH <= length {
        let values: [[V; WIDTH]; INPUTS] = array::from_fn(|n| load(inputs[n].add(at)));
        store(output.add(at), array::from_fn::<_, WIDTH, _>(|i| of(array::from_fn(|n| values[n][i]))));
        return;
    }
    while at < length {
        *output.add(at) = of(array::from_fn(|n| *inputs[n].add(at)));
        at += 1;
    }
}

/// `output = of(inputs)`, all of `length` elements, which begin where an access of 16 bytes may.
#[inline(always)]
pub(crate) unsafe fn elements<const INPUTS: usize, V: Value>(
    inputs: [*const V; INPUTS],
    output: *mut V,
    length: usize,
    of: impl Fn([V; INPUTS]) -> V,
) {
    with_width!(1, V, WIDTH => access::<WIDTH, INPUTS, V>(inputs, output, length, of));
}
