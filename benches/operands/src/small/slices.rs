//! Functions of slices of values: all of the families `map` and `binary`, and those of `loss`.
use super::operands::{values, zeros};
use super::{Call, Form};
use anyhow::Result;

/// Whole vectors of every level, and a tail.
const LENGTH: usize = 1003;

macro_rules! benches {
    (
        {} $(
            $(#[$doc:meta])* $family:ident::$name:ident $generics:tt $operands:tt -> $output:ty, $cut:ident,
            $call:ident $parameters:tt $fields:tt, $peer:literal, $structure:tt;
        )*
    ) => {
        $(benches! { @$family $generics $name $operands })*
    };
    // In files of their own.
    (@dot $($rest:tt)*) => {};
    (@reduce $($rest:tt)*) => {};
    // In a file of its own, except for functions of numbers.
    (@loss [V] $name:ident ($first:ident: Dense, $($rest:tt)*)) => {};
    (@$family:ident [$value:ident] $name:ident ($($operand:ident: $kind:ident),*)) => {
        pub(super) fn $name(form: Form) -> Result<Call> {
            $(let $operand = benches!(@operand $kind);)*
            Ok(call!(form, $family::$name($($operand),*)))
        }
    };
    (@operand Values) => { values(LENGTH)? };
    (@operand Scalar) => { 0.75 };
    (@operand Size) => { LENGTH };
    (@operand Stream) => { lacuna::random::Stream::new(42, 0) };
    (@operand ValuesMut) => { zeros(LENGTH)? };
    (@$family:ident [$value:ident I] $($rest:tt)*) => {};
}
lacuna::for_each_kernel!(benches);
