//! The programs that learn in batches, as functions: what they show and write, where they may be stopped, and what they
//! refuse.
#![allow(clippy::unwrap_used, reason = "tests")]
mod fm;
mod linear_classification;
mod lm;
mod mf;
mod program;
mod wide_deep;
