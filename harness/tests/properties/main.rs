//! Every kernel on random cases (`LACUNA_CASES` of each value type, 100 if not set; `LACUNA_SEED` for others than the
//! usual ones): against the order law and the `f64` reference, at every SIMD level, in parts, on threads and for every
//! index type, by bits.
#![allow(clippy::unwrap_used)]
mod algebra;
mod binary;
mod cases;
mod cast;
mod coverage;
mod dot;
mod draws;
mod embedding;
mod extremes;
mod gradients;
mod graph;
mod large;
mod law;
mod log_uniform;
mod loss;
mod optim;
mod patterns;
mod reduce;
mod referenced;
mod repeat;
mod rows;
mod slice;
mod values;
mod verdict;
