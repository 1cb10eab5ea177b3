//! Functions of the elements at one place: a thread has those of one access of 16 bytes.
use super::gpu::{load, store};
use super::group::thread;
use core::array;
use lacuna::Value;
use lacuna::map::Function;

/// The function of the numbers at a place, if there is one.
#[inline(always)]
fn one<const WIDTH: usize, const INPUTS: usize, V: Value>(
    values: &[[V; WIDTH]; INPUTS],
    i: usize,
    function: &impl Function<V, INPUTS>,
) -> V {
    if i < WIDTH { function.of(array::from_fn(|n| values[n][i])) } else { V::ZERO }
}

#[inline(always)]
unsafe fn access<const WIDTH: usize, const INPUTS: usize, V: Value>(
    inputs: [*const V; INPUTS],
    output: *mut V,
    length: usize,
    function: impl Function<V, INPUTS>,
) {
    let mut at = thread() * WIDTH;
    if at + WIDTH <= length {
        let values: [[V; WIDTH]; INPUTS] = array::from_fn(|n| load(inputs[n].add(at)));
        // One by one: a loop over a long function is not unrolled, and an array that it indexes lies in memory.
        let found = [
            one(&values, 0, &function),
            one(&values, 1, &function),
            one(&values, 2, &function),
            one(&values, 3, &function),
        ];
        store(output.add(at), array::from_fn::<_, WIDTH, _>(|i| found[i]));
        return;
    }
    while at < length {
        *output.add(at) = function.of(array::from_fn(|n| *inputs[n].add(at)));
        at += 1;
    }
}

/// `output = function.of(inputs)`, all of `length` elements, which begin where an access of 16 bytes may.
#[inline(always)]
pub(crate) unsafe fn elements<const INPUTS: usize, V: Value>(
    inputs: [*const V; INPUTS],
    output: *mut V,
    length: usize,
    function: impl Function<V, INPUTS>,
) {
    if size_of::<V>() == 4 {
        access::<4, INPUTS, V>(inputs, output, length, function);
    } else {
        access::<2, INPUTS, V>(inputs, output, length, function);
    }
}

/// The functions of a family of the list: what they do for the elements of a thread.
macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident ($($operand:ident: $kind:ident),*) { function: $function:expr,
        inputs: [$($input:ident),*], $out:ident };)*) => {$(
        pub(crate) unsafe fn $name<V: Value>(entry::$name { $($operand,)* length }: entry::$name<V>) {
            elements([$($input),*], $out, length, $function);
        }
    )*};
}
pub(crate) use functions;
