//! Functions of two numbers, on slices of values: of two dense arrays, or the stored ones of two sparse arrays of one pattern.
//!
//! A function is a [`Binary`]. Its [`PATTERN`](Binary::PATTERN) says what two sparse arrays of different patterns would give.
mod multiply;
mod pairs;
mod subtract;

pub use multiply::{Multiply, multiply};
pub use pairs::{Binary, Pairs, Pattern, pairs};
pub use subtract::{Subtract, subtract};
