//! Functions of two numbers, for any [`Arithmetic`].
use super::{Arithmetic, Triplets};
use lacuna_exact::FunctionOfTwo;
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// `x y`
pub fn multiply<A: Arithmetic>(x: A, y: A) -> A {
    x * y
}

/// `x + y`
pub fn add<A: Arithmetic>(x: A, y: A) -> A {
    x + y
}

/// `x / y`
pub fn divide<A: Arithmetic>(x: A, y: A) -> A {
    x / y
}

/// `x - y`
pub fn subtract<A: Arithmetic>(x: A, y: A) -> A {
    x - y
}

/// Rows and columns that either matrix stores, or that both do, in order.
pub fn pattern_of_pair(a: &Triplets, b: &Triplets, union: bool) -> Vec<(usize, usize)> {
    let [of_a, of_b] = [a, b].map(|csr| csr.entries.iter().map(|entry| (entry.0, entry.1)).collect::<BTreeSet<_>>());
    if union { of_a.union(&of_b).copied().collect() } else { of_a.intersection(&of_b).copied().collect() }
}

/// The greater one, or the second; NaN where one of them is.
pub fn maximum<A: Arithmetic>(x: A, y: A) -> A {
    if x > y || x.partial_cmp(&x).is_none() { x } else { y }
}

/// The lesser one, or the second; NaN where one of them is.
pub fn minimum<A: Arithmetic>(x: A, y: A) -> A {
    if x < y || x.partial_cmp(&x).is_none() { x } else { y }
}

fn one_if<A: Arithmetic>(condition: bool) -> A {
    A::exact(if condition { 1.0 } else { 0.0 })
}

/// `x == y`
pub fn equal<A: Arithmetic>(x: A, y: A) -> A {
    one_if(x == y)
}

/// `x != y`
pub fn not_equal<A: Arithmetic>(x: A, y: A) -> A {
    one_if(x != y)
}

/// `x > y`
pub fn greater<A: Arithmetic>(x: A, y: A) -> A {
    one_if(x > y)
}

/// `x >= y`
pub fn greater_equal<A: Arithmetic>(x: A, y: A) -> A {
    one_if(x >= y)
}

/// `x^y`
pub fn power<A: Arithmetic>(x: A, y: A) -> A {
    x.of_two(y, FunctionOfTwo::Power)
}

/// `sqrt(x^2 + y^2)`
pub fn hypot<A: Arithmetic>(x: A, y: A) -> A {
    x.of_two(y, FunctionOfTwo::Hypot)
}

/// `x mod y`, with the sign of `y`; 0 of 0.
pub fn modulo<A: Arithmetic>(x: A, y: A) -> A {
    let zero = A::exact(0.0);
    let is_zero = |number: A| number.partial_cmp(&zero) == Some(Ordering::Equal);
    let rest = x.of_two(y, FunctionOfTwo::Remainder);
    if is_zero(y) {
        zero
    } else if (x < zero) == (y < zero) {
        rest
    } else {
        rest + if is_zero(rest) { zero } else { y }
    }
}
