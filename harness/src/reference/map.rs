//! Functions of one number, for any [`Arithmetic`].
use super::Arithmetic;

/// `|x|`
pub fn abs<A: Arithmetic>(x: A) -> A {
    x.magnitude()
}

/// `x^2`
pub fn square<A: Arithmetic>(x: A) -> A {
    x * x
}
