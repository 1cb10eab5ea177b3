//! What tests of the kernels share: one source of random numbers, one owner of each kind of operand, memory that tells
//! what was written beside it, and one list of ways to break each format.
//!
//! An owner has indices of any type. With those of `usize` it is what tests compute with and make smaller; with those
//! of a kernel it is lent as a view.
#![allow(clippy::unwrap_used)]
mod arrays;
pub mod broken;
mod cases;
mod guarded;
mod indices;
pub mod operands;
mod profile;
mod random;
mod real;

pub use arrays::{Broadcast, Csr, Dense, RowSparse, Strided, smaller};
pub use cases::{cases, check, check_seeds, check_seeds_until, ends, seed};
pub use guarded::Guarded;
pub use indices::{cut, fitting};
pub use profile::Profile;
pub use random::Random;
pub use real::Real;
