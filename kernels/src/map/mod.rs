//! Functions of one number, on slices of values: of a dense array, or the stored ones of a csr or row_sparse whose pattern the result keeps.
//!
//! A function is a [`Unary`]; one that does not [keep zero](Unary::KEEPS_ZERO) gives a dense result, so its input must be dense too.
mod abs;
mod square;
mod unary;

pub use abs::{Abs, abs};
pub use square::{Square, square};
pub use unary::{Map, Unary, map};
