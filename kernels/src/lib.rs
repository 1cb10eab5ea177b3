//! Allocation-free sparse kernels for machine learning: CSR and row_sparse, the same bits on every processor.
//!
//! Every kernel takes borrowed views ([`Csr`], [`RowSparse`], [`Dense`]) and writes into memory that the caller owns.
//! It never allocates, never starts a thread, never falls back to a dense array, and answers bad input with a small
//! error that carries the numbers, having written nothing (except for the three kinds of calls that [`error`] names).
//! One operation on one input gives the same bits at every SIMD level, on any number of threads and on every processor;
//! [`order`] states the law that makes it so.
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
//! | [`dot`] | products of a csr, or its transpose, with a dense or row_sparse matrix, and of two dense ones |
//! | [`cast`] | dense to csr and row_sparse, and back; numbers to other types |
//! | [`rows`] | retain, coalesce and add of row_sparse arrays; values in another order; which row of a table belongs to which id of 64 bits: [`rows::SlotMap`] |
//! | [`slice`](mod@slice) | rows by ids, ranges of columns, concatenation, selection, diagonals, the canonical form of a csr |
//! | [`embedding`] | rows of a weight by their ids, sums, means and maxima of bags of rows, and the gradients |
//! | [`optim`] | SGD, momentum, NAG, signSGD, Signum, AdaGrad (two), AdaDelta, RMSProp (two), Adam, AdamW, Adamax, Nadam, FTRL, FTML and LAMB's direction on row_sparse gradients, lazy and standard; or your own [`Rule`](optim::Rule) |
//! | [`map`] | functions of one value; or your own [`Unary`](map::Unary) |
//! | [`binary`] | functions of two values; or your own [`Binary`](binary::Binary) |
//! | [`reduce`] | sums, means, norms and extremes of arrays, rows and columns; or your own [`Reduction`](reduce::Reduction) |
//! | [`loss`] | cross entropies, softmax, hinges and regressions, with their gradients |
//! | [`graph`] | edges, subgraphs and samples of neighbours of a graph in a csr |
//! | [`random`] | uniform and normal numbers, masks, log-uniform classes, the same bits everywhere; or your own [`Distribution`](random::Distribution) |
//! | [`elementary`] | exp, log, sin and others of one number, correctly rounded in f32, powers and lengths of two, with the same bits everywhere |
//! | [`segments`] | plans: entries grouped by the output row that they add to |
//! | [`infer`] | storage-type inference: how the results of an operator are stored, and whether it has a path for its operands |
//! | [`scalar`] | the same functions without CPU dispatch |
//! | [`dispatch`] | which SIMD level runs, and how to force one |
//! | `owned`, with the feature `alloc` | owned matrices and plans, and results in one call |
//! | [`list`] | the table of all kernels |
//!
//! # Threads
//!
//! Threads belong to the caller. Operands, plans and the arguments of each kernel can be cut: [`split`](Split::split)
//! gives parts of about equal work that borrow disjoint memory, to be run wherever you like. The bits do not depend on
//! the cut. With rayon:
//!
//! ```
//! use lacuna::{Dense, Csr, DenseMut, Kernel, KernelError, Split, dot};
//! use rayon::iter::{ParallelBridge, ParallelIterator};
//!
//! fn product(a: Csr<'_, f32, i32>, b: Dense<'_, f32>, out: DenseMut<'_, f32>) -> Result<(), KernelError> {
//!     let product = dot::CsrDense { a, b, out };
//!     product.check()?;
//!     product.split(rayon::current_num_threads()).par_bridge().try_for_each(Kernel::run)
//! }
//! # let mut out = [0.0; 2];
//! # product(Csr::new(2, 2, &[0, 1, 2], &[0, 1], &[1.0, 2.0])?, Dense::new(2, 1, &[3.0, 4.0])?, DenseMut::new(2, 1, &mut out)?)?;
//! # assert_eq!(out, [3.0, 8.0]);
//! # Ok::<(), lacuna::Error>(())
//! ```
//!
//! And with nothing but `std`, an optimizer on four threads:
//!
//! ```
//! use lacuna::{DenseMut, Kernel, RowSparse, Split, optim};
//!
//! let gradient = RowSparse::new(8, 1, &[1, 2, 6, 7], &[1.0_f32; 4])?;
//! let (mut weight, mut momentum) = ([1.0; 8], [0.0; 8]);
//! let states = [DenseMut::new(8, 1, &mut weight)?.into(), DenseMut::new(8, 1, &mut momentum)?.into()];
//! let step = optim::Step { rule: optim::SgdMomentum::new(0.5, 0.9), gradient, states };
//! step.check()?;
//! std::thread::scope(|scope| {
//!     for part in step.split(4) {
//!         scope.spawn(|| part.run());
//!     }
//! });
//! assert_eq!(weight, [1.0, 0.5, 0.5, 1.0, 1.0, 1.0, 0.5, 0.5]);
//! # Ok::<(), lacuna::Error>(())
//! ```
//!
//! # Numbers of 16 bits
//!
//! With the feature `half`, views hold `half::f16` and `half::bf16` too: half the memory, and half the traffic. Kernels
//! that take any [`Storage`] widen what they read to `f32`, compute as they do with it, in the same order, and round
//! once where they write: a result is that of the `f32` kernel on the widened operands, rounded to nearest, ties to
//! even. Conversions give the same numbers by instructions, where a processor has them, and by this crate's own code.
//! Those kernels are [`dot::csr_dense`](dot::csr_dense()), [`dot::csr_t_dense`](dot::csr_t_dense()),
//! [`dot::csr_t_dense_to_dense`](dot::csr_t_dense_to_dense()), [`embedding::bag_sum`](embedding::bag_sum()),
//! [`embedding::bag_mean`](embedding::bag_mean()), [`rows::coalesce`](rows::coalesce()), with the plans that they need;
//! [`optim::update_mixed`] and [`optim::update_rows_mixed`] for any rule, with states in `f32`; and
//! [`cast::cast`](cast::cast()). They are compiled for their caller, also with `instances`. Kernels that only move
//! numbers take any [`Number`], integers too: those with more than f32 and f64 in [`list::Row::values`].
#![cfg_attr(feature = "half", doc = "```")]
#![cfg_attr(not(feature = "half"), doc = "```ignore")]
//! use half::f16;
//! use lacuna::{Csr, Dense, DenseMut, cast, dot};
//! let (mut weight, mut sums) = ([f16::ZERO; 4], [f16::ZERO; 2]);
//! cast::cast(&[1.0_f32, 2.0, 3.0, 4.0], &mut weight)?;
//! let a = Csr::new(1, 2, &[0, 2], &[0, 1], &[f16::ONE; 2])?;
//! dot::csr_dense(a, Dense::new(2, 2, &weight)?, DenseMut::new(1, 2, &mut sums)?)?;
//! assert_eq!(sums.map(f16::to_f32), [4.0, 6.0]);
//! # Ok::<(), lacuna::Error>(())
//! ```
//!
//! # Numbers of 8 bits
//!
//! [`quantized`] has rows of 8-bit integers with a scale and an offset each: their lookups and bags, and [`optim::update_quantized`], which trains them.
//!
//! # Compile time
//!
//! A generic kernel is compiled where it is called: for each type and SIMD level that a program uses, in each crate that uses it. The feature `instances` compiles all of them once,
//! in this crate, for all dependants to link; `instances-dot` and its siblings do so for a family. Turn it on where several crates or many kernels are used; the bits are the same.
//!
//! Where there is but one level (any processor but x86-64), a kernel without `instances` becomes a part of its caller: sizes that are constant there make it small, as a firmware wants it;
//! a program that calls one kernel in many places is smaller with `instances`.
#![no_std]
#![deny(missing_docs, unsafe_code)]
#![warn(clippy::undocumented_unsafe_blocks, clippy::must_use_candidate)]
// Built for GPUs, a square root is the instruction.
#![cfg_attr(target_arch = "nvptx64", feature(core_intrinsics), allow(internal_features))]

#[cfg(test)]
extern crate std;

#[cfg(feature = "alloc")]
extern crate alloc;

mod arrays;
pub mod binary;
pub mod call;
pub mod cast;
#[doc(hidden)]
pub mod checks;
pub mod dispatch;
pub mod dot;
pub mod elementary;
mod elements;
pub mod embedding;
pub mod error;
pub mod graph;
#[cfg(feature = "half")]
mod half;
pub mod index;
pub mod infer;
mod instances;
mod kernel;
pub mod list;
pub mod loss;
pub mod map;
pub mod optim;
pub mod order;
#[cfg(feature = "alloc")]
pub mod owned;
mod prefetch;
mod processor;
pub mod quantized;
pub mod random;
pub mod reduce;
mod rounding;
pub mod rows;
pub mod scalar;
pub mod segments;
mod simd;
pub mod slice;
mod split;
mod storage;
mod tile;
mod unsigned;
pub mod value;
pub mod view;

pub use error::{Error, ErrorKind, FormatError, KernelError};
pub use index::Index;
pub use kernel::Kernel;
pub use prefetch::prefetch;
pub use split::{Parts, Split};
pub use storage::{Number, Storage};
pub use value::Value;
pub use view::{Broadcast, Csr, CsrMut, Dense, DenseMut, RowSparse, RowSparseMut, RowsMut};
