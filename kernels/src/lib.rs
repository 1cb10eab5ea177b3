//! Allocation-free sparse kernels for machine learning: CSR and row_sparse, the same bits on every processor.
//!
//! Every kernel takes borrowed views ([`Csr`], [`RowSparse`], [`Dense`]) and writes into memory that the caller owns. It never allocates, never
//! starts a thread, never falls back to a dense array, and answers bad input with a small error that carries the numbers, having written nothing.
//! One operation on one input gives the same bits at every SIMD level, on any number of threads and on every processor; [`order`] states the law
//! that makes it so.
//!
//! ```
//! use lacuna::{Csr, Dense, DenseMut, dot};
//!
//! // [[10, 0, 2],      [[1, 2],
//! //  [0, 0, 0]]   x    [3, 4],
//! //                    [5, 6]]
//! let a = Csr::new(2, 3, &[0, 2, 2], &[0, 2], &[10.0, 2.0_f32])?;
//! let b = Dense::new(3, 2, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
//! let mut out = [0.0; 4];
//! dot::csr_dense(a, b, DenseMut::new(2, 2, &mut out)?)?;
//! assert_eq!(out, [20.0, 32.0, 0.0, 0.0]);
//!
//! // A column index outside the matrix is refused, with the numbers.
//! let refused = Csr::new(2, 3, &[0, 2, 2], &[0, 3], &[10.0, 2.0_f32]);
//! assert_eq!(refused.unwrap_err().to_string(), "csr indices: row 0, entry 1: index 3 is not less than the number of columns, 3");
//! # Ok::<(), lacuna::Error>(())
//! ```
//!
//! # Where things are
//!
//! | module | kernels |
//! |---|---|
//! | [`dot`] | products of a csr, or its transpose, with a dense or row_sparse matrix |
//! | [`cast`] | dense to csr and row_sparse, and back |
//! | [`rows`] | retain, coalesce and add of row_sparse arrays |
//! | [`optim`] | SGD and SGD with momentum on row_sparse gradients, lazy and standard |
//! | [`scalar`] | the same doors without CPU dispatch |
//! | [`dispatch`] | which SIMD level runs, and how to force one |
//! | [`list`] | the table of all kernels |
//!
//! # Threads
//!
//! Threads belong to the caller. Each kernel can be called on a part of its output: take row ranges of the views (`row_range`, `split_rows_at`),
//! or a range of a [`SegmentPlan`](rows::SegmentPlan), and run the parts wherever you like. `partition` cuts ranges of equal work. The bits do not depend on the cut.
#![no_std]
#![deny(missing_docs, unsafe_code)]
#![warn(clippy::undocumented_unsafe_blocks)]

#[cfg(test)]
extern crate std;

pub mod cast;
pub mod dispatch;
pub mod dot;
pub mod error;
pub mod index;
pub mod list;
pub mod optim;
pub mod order;
mod processor;
pub mod rows;
pub mod scalar;
mod sort;
pub mod value;
pub mod view;

pub use error::{Error, ErrorKind, FormatError, KernelError};
pub use index::Index;
pub use value::Value;
pub use view::{Csr, CsrMut, Dense, DenseMut, RowSparse, RowSparseMut, RowsMut};
