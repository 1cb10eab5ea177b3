//! The lacuna kernels on NVIDIA GPUs, with the bits of the CPU.
//!
//! The PTX of all entries is part of this crate, a module for each family of kernels, which the driver compiles when
//! the first of the family is launched. No CUDA toolkit is needed, only a driver of CUDA 11.2 or newer, and libcuda is
//! looked for at run time. Where it is missing or too old, [`Gpu::open`] says so.
//!
//! ```no_run
//! use lacuna::{Csr, Dense, DenseMut};
//! use lacuna_cuda::{DeviceCsr, DeviceDense, Gpu, dot};
//!
//! let gpu = Gpu::open(0)?;
//! let a = DeviceCsr::upload(&gpu, Csr::new(2, 3, &[0, 2, 2], &[0, 2], &[10.0, 2.0_f32])?)?;
//! let b = DeviceDense::upload(&gpu, Dense::new(3, 2, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?)?;
//! let mut c = DeviceDense::zeros(&gpu, 2, 2)?;
//! dot::csr_dense(&gpu, &a, &b, &mut c)?;
//! let mut out = [0.0; 4];
//! c.download(&gpu, DenseMut::new(2, 2, &mut out)?)?;
//! assert_eq!(out, [20.0, 32.0, 0.0, 0.0]);
//! # Ok::<(), lacuna_cuda::Error>(())
//! ```
//!
//! The functions mirror those of [`lacuna`]: the same names, checks and errors, on arrays of the device. Values are
//! `f32` and `f64`; functions of any [`Storage`](lacuna::Storage) take `half::f16` and `half::bf16` too, compute in
//! `f32` and round once, when a result is written, and [`cast::cast`] takes any number. They begin their work and
//! return; see [`Gpu`]. Each is generic over the [`Driver`](driver::Driver), so that an interpreter of PTX runs exactly
//! what a GPU runs.
#![deny(missing_docs)]
// The list of kernels is gone through row by row.
#![recursion_limit = "1024"]

#[macro_use]
mod signatures;
mod array;
pub mod binary;
mod buffer;
pub mod call;
pub mod cast;
mod check;
pub mod dot;
pub mod driver;
mod elements;
pub mod embedding;
mod entries;
mod error;
mod gpu;
pub mod graph;
mod launch;
pub mod loss;
pub mod map;
pub mod optim;
mod pinned;
mod ptx;
pub mod random;
pub mod reduce;
pub mod rows;
mod scan;
mod segments;
pub mod slice;
mod sort;

pub use array::{
    DeviceBroadcast, DeviceCsr, DeviceDense, DevicePlan, DeviceRowSparse, DeviceRows, DeviceRowsMut, HostCsr,
    HostRowSparse, Pattern,
};
pub use buffer::Buffer;
pub use error::Error;
pub use gpu::Gpu;
pub use pinned::Pinned;
pub use ptx::{MODULES, PtxModule};
