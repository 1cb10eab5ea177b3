//! Functions of two arrays: a file for each driver, whose cases are those of all its members.
mod accumulate;
mod csr_pairs;
mod operand;
mod row_pairs;
mod with_csr;

use lacuna_harness::reference::{self, Arithmetic};
use std::fmt::Debug;

/// A function of two numbers.
pub trait Function: Clone + Debug + 'static {
    /// True if two sparse arrays give the union of their patterns.
    const UNION: bool = true;

    fn formula<A: Arithmetic>(x: A, y: A) -> A;
}

macro_rules! functions {
    ($($name:ident $union:literal |$x:ident, $y:ident| $formula:expr;)*) => {$(
        #[derive(Clone, Debug)]
        pub struct $name;

        impl Function for $name {
            const UNION: bool = $union;
            fn formula<A: Arithmetic>($x: A, $y: A) -> A {
                $formula
            }
        }
    )*};
}
functions! {
    Sum true |x, y| reference::add(x, y);
    Difference true |x, y| reference::subtract(x, y);
    Reversed true |x, y| reference::subtract(y, x);
    Product false |x, y| reference::multiply(x, y);
    Quotient true |x, y| reference::divide(x, y);
    Greatest true |x, y| reference::maximum(x, y);
    Least true |x, y| reference::minimum(x, y);
    Exceeds true |x, y| reference::greater(x, y);
    Differs true |x, y| reference::not_equal(x, y);
    Gathered true |_x, y| y;
}
