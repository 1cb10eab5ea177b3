//! Every kernel on random cases (`LACUNA_CASES` of each value type, 10,000 if not set; `LACUNA_SEED` for others than the usual ones): against the order law and
//! the `f64` reference, at every SIMD level, in parts, on threads and for every index type, by bits.
#![allow(clippy::unwrap_used)]
mod algebra;
mod arrays;
mod canvas;
mod cast;
mod coverage;
mod dot;
mod large;
mod law;
mod optim;
mod random;
mod rows;
mod values;
mod verdict;
