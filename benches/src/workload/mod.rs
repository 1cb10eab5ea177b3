//! The workloads of the peer benchmark, run by this project's kernels.
//!
//! Names, inputs and what counts as one run are the kit's: products and optimizers of W1 to W7 in f32, csr with i32 indices, row_sparse with i64 ids. Outputs and
//! scratch are allocated once and reused, as memory belongs to the caller here.
mod cast;
mod check;
mod optim;
mod parse;
mod product;
mod rows;
mod train;
mod transposed;

use crate::source::Source;
use anyhow::Result;
use cast::{csr_to_dense, dense_to_csr, dense_to_csr_two_pass, dense_to_row_sparse, row_sparse_to_dense};
use product::Batched;

/// A workload with its operands in memory.
pub trait Workload {
    /// What is timed. Every call does the same work.
    fn run(&mut self) -> Result<()>;
    /// Runs, and compares a sample of the result with plain loops in f64.
    fn check(&mut self) -> Result<()>;
}

/// Receives an opened workload.
pub type Visitor<'v> = &'v mut dyn FnMut(&mut dyn Workload) -> Result<()>;

/// One line of the results.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The kit's name.
    pub name: &'static str,
    /// `lacuna`, or `lacuna_` and the form of the kernel where there are several.
    pub peer: &'static str,
    /// Remarks for the results.
    pub notes: &'static str,
    /// Batches in one run.
    pub batches: usize,
    /// Loads the operands and shows the workload to the visitor.
    pub open: fn(&Source, Visitor) -> Result<()>,
}

const MILLION: usize = 1_000_000;
const W1: Batched = Batched { set: "w1", rows: 10, columns: MILLION };
const W2: Batched = Batched { set: "w2", rows: 64, columns: 20_216_830 };
const W3: Batched = Batched { set: "w3", rows: 128, columns: MILLION };

const FORWARD: &str = "i32; per batch; output reused";
const BACKWARD: &str = "i32; plan (sort of columns) and values; row-sparse with ascending ids; per batch; output and scratch reused";
const WHOLE: &str = "i32; output reused";
const TWO_PASS: &str = "i32; count and fill; output reused";
const ROWS: &str = "i64 ids; output reused";
const IN_PLACE: &str = "i64 ids; in place";

const fn entry(name: &'static str, batches: usize, notes: &'static str, open: fn(&Source, Visitor) -> Result<()>) -> Entry {
    Entry { name, peer: "lacuna", notes, batches, open }
}

const fn two_pass(name: &'static str, open: fn(&Source, Visitor) -> Result<()>) -> Entry {
    Entry { name, peer: "lacuna_two_pass", notes: TWO_PASS, batches: 1, open }
}

/// All workloads.
pub const ALL: &[Entry] = &[
    entry("w1_fwd_m128", 100, FORWARD, |s, v| product::batched(s, W1, "d1m_128", 128, v)),
    entry("w1_bwd_m128", 100, BACKWARD, |s, v| transposed::batched(s, W1, "w1_g", 128, v)),
    entry("w2_fwd_m1", 50, FORWARD, |s, v| product::batched(s, W2, "w2_dense_1", 1, v)),
    entry("w2_bwd_m1", 50, BACKWARD, |s, v| transposed::batched(s, W2, "w2_g_1", 1, v)),
    entry("w2_fwd_m8", 50, FORWARD, |s, v| product::batched(s, W2, "w2_dense_8", 8, v)),
    entry("w2_bwd_m8", 50, BACKWARD, |s, v| transposed::batched(s, W2, "w2_g_8", 8, v)),
    entry("w2_fwd_m32", 50, FORWARD, |s, v| product::batched(s, W2, "w2_dense_32", 32, v)),
    entry("w2_bwd_m32", 50, BACKWARD, |s, v| transposed::batched(s, W2, "w2_g_32", 32, v)),
    entry("w3_fwd_m1", 20, FORWARD, |s, v| product::batched(s, W3, "w3_dense_1", 1, v)),
    entry("w3_bwd_m1", 20, BACKWARD, |s, v| transposed::batched(s, W3, "w3_g_1", 1, v)),
    entry("w3_fwd_m1000", 20, FORWARD, |s, v| product::batched(s, W3, "w3_dense_1000", 1000, v)),
    entry("w3_bwd_m1000", 20, BACKWARD, |s, v| transposed::batched(s, W3, "w3_g_1000", 1000, v)),
    entry("w4u_m1", 1, WHOLE, |s, v| product::square(s, "w4u", MILLION, 1, v)),
    entry("w4u_m8", 1, WHOLE, |s, v| product::square(s, "w4u", MILLION, 8, v)),
    entry("w4u_m32", 1, WHOLE, |s, v| product::square(s, "w4u", MILLION, 32, v)),
    entry("w4u_m128", 1, WHOLE, |s, v| product::square(s, "w4u", MILLION, 128, v)),
    entry("w4p_m1", 1, WHOLE, |s, v| product::square(s, "w4p", MILLION, 1, v)),
    entry("w4p_m8", 1, WHOLE, |s, v| product::square(s, "w4p", MILLION, 8, v)),
    entry("w4p_m32", 1, WHOLE, |s, v| product::square(s, "w4p", MILLION, 32, v)),
    entry("w4p_m128", 1, WHOLE, |s, v| product::square(s, "w4p", MILLION, 128, v)),
    entry("w4l_m1", 1, WHOLE, |s, v| product::square(s, "w4l", MILLION, 1, v)),
    entry("w4l_m8", 1, WHOLE, |s, v| product::square(s, "w4l", MILLION, 8, v)),
    entry("w4l_m32", 1, WHOLE, |s, v| product::square(s, "w4l", MILLION, 32, v)),
    entry("w4l_m128", 1, WHOLE, |s, v| product::square(s, "w4l", MILLION, 128, v)),
    entry("w4su_m1", 1, WHOLE, |s, v| product::square(s, "w4su", 40_000, 1, v)),
    entry("w4su_m8", 1, WHOLE, |s, v| product::square(s, "w4su", 40_000, 8, v)),
    entry("w4su_m32", 1, WHOLE, |s, v| product::square(s, "w4su", 40_000, 32, v)),
    entry("w4su_m128", 1, WHOLE, |s, v| product::square(s, "w4su", 40_000, 128, v)),
    entry("w5_d2csr_1", 1, "i32; one pass; output reused", |s, v| dense_to_csr(s, "w5_dense_1", v)),
    two_pass("w5_d2csr_1", |s, v| dense_to_csr_two_pass(s, "w5_dense_1", v)),
    entry("w5_csr2d_1", 1, WHOLE, |s, v| csr_to_dense(s, "w5_dense_1", v)),
    entry("w5_d2csr_10", 1, "i32; one pass; output reused", |s, v| dense_to_csr(s, "w5_dense_10", v)),
    two_pass("w5_d2csr_10", |s, v| dense_to_csr_two_pass(s, "w5_dense_10", v)),
    entry("w5_csr2d_10", 1, WHOLE, |s, v| csr_to_dense(s, "w5_dense_10", v)),
    entry("w5_d2rsp", 1, ROWS, dense_to_row_sparse),
    entry("w5_rsp2d", 1, ROWS, row_sparse_to_dense),
    entry("w6_rsp_add", 1, ROWS, rows::add),
    entry("w6_retain", 1, ROWS, rows::retain),
    entry("w7_sgd_10000", 1, IN_PLACE, |s, v| optim::sgd(s, "10000", v)),
    entry("w7_mom_10000", 1, IN_PLACE, |s, v| optim::sgd_momentum(s, "10000", v)),
    entry("w7_sgd_100000", 1, IN_PLACE, |s, v| optim::sgd(s, "100000", v)),
    entry("w7_mom_100000", 1, IN_PLACE, |s, v| optim::sgd_momentum(s, "100000", v)),
    entry("w8_lr", 1, "i32; 10 epochs of 1000 batches; SGD with momentum 0.9", train::linear_regression),
    entry("w9_parse", 1, "i32; whole file in batches of 1000 rows; 1000000 features", parse::whole),
];
