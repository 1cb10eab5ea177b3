//! The entries of the lacuna kernels on NVIDIA GPUs.
//!
//! Built for `nvptx64-nvidia-cuda` by `cargo xtask ptx`; empty on any other target. An entry decides which outputs a
//! thread, a group of threads or a warp owns, loads and stores, and calls the step in [`lacuna`]: no formula is written
//! here.
//!
//! # Safety
//! Every entry has this contract, which the launcher keeps: a pointer to `T` is valid for the elements that its
//! signature says (`indptr` for rows + 1, `indices` and `values` for `capacity`, a matrix for its rows and stride),
//! aligned for `T`, and not aliased by an output. A pointer that may be null says so. What the memory holds is not
//! trusted: an index outside its operand reads nothing and adds nothing.
#![no_std]
#![cfg(target_arch = "nvptx64")]
#![feature(abi_ptx, asm_experimental_arch, f16, link_llvm_intrinsics, stdarch_nvptx)]
#![allow(internal_features)]
// The whole crate works on raw memory under one contract, stated above.
#![allow(unsafe_op_in_unsafe_fn, clippy::missing_safety_doc)]
// Iterators over small arrays leave them in memory; ranges leave them in registers.
#![allow(clippy::needless_range_loop)]
// The list of kernels is gone through row by row.
#![recursion_limit = "512"]

#[macro_use]
#[path = "../../src/signatures.rs"]
mod signatures;
mod array;
mod arrays;
mod binary;
mod cast;
mod check;
mod elements;
mod elements_of_products;
mod embedding;
mod entry;
mod gpu;
mod graph;
mod group;
mod loss;
mod map;
mod optim;
mod products;
mod random;
mod reduce;
mod rows;
mod segments;
mod slice;
mod terms;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    // SAFETY: ends the launch with an error. No panic is left in the PTX, which `cargo xtask ptx` checks.
    unsafe { core::arch::nvptx::trap() }
}
