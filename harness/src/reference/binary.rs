//! Functions of two numbers, for any [`Arithmetic`].
use super::Arithmetic;

/// `x y`
pub fn multiply<A: Arithmetic>(x: A, y: A) -> A {
    x * y
}

/// `x - y`
pub fn subtract<A: Arithmetic>(x: A, y: A) -> A {
    x - y
}
