//! Calls of the C ABI as bytes, so that a processor without files, threads or an allocator can make the same calls, and
//! check by a hash whether it got the same bits.
//!
//! A record names a function and holds all of its arguments; [`call`] copies these into an arena, makes the structs
//! that the processor's own C ABI wants, and calls. What it writes but scratch is hashed by [`Hash`](struct@Hash):
//! floats by their bits, every NaN as one; sizes as 64 bits. So the hash depends on neither the width of a pointer nor
//! the payload of a NaN.
//!
//! With the feature `encode`, [`Recording`] makes records of calls of [`lacuna`], and brings the results back into
//! their operands.
#![recursion_limit = "1024"] // for_each_kernel! is gone through row by row
#![no_std]
#![deny(missing_docs)]
#![warn(clippy::undocumented_unsafe_blocks)]

#[cfg(feature = "encode")]
extern crate alloc;

#[cfg(target_endian = "big")]
compile_error!("records hold the memory of little-endian processors");

mod arena;
mod call;
#[cfg(feature = "encode")]
mod encode;
mod hash;
mod reader;
mod session;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use arena::{ARENA_ALIGNMENT, Fault};
pub use call::{Answer, call};
#[cfg(feature = "encode")]
pub use encode::Recording;
pub use hash::Hash;
pub use reader::Element;
pub use session::{Replayed, address, replay};
