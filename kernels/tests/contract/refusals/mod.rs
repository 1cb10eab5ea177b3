//! Every refusal of every kernel and structure call: the exact error, from both functions, with nothing written.
#[cfg(feature = "instances")]
mod casts;
mod derived;
#[cfg(feature = "instances")]
mod graph;
#[cfg(feature = "instances")]
mod optim;
#[cfg(feature = "instances")]
mod pairs;
#[cfg(feature = "instances")]
mod parts;
#[cfg(feature = "instances")]
mod plans;
#[cfg(feature = "instances")]
mod products;
#[cfg(feature = "instances")]
mod random;
#[cfg(feature = "instances")]
mod rows;
#[cfg(feature = "instances")]
mod slice;
#[cfg(feature = "instances")]
mod sparse_products;

use lacuna::KernelError;
use lacuna::error::Operand;
use std::ops::Range;

/// What outputs hold before, and must hold after a refusal.
const BEFORE: f32 = -7.25;

fn shape(operand: Operand, axis: u8, expected: usize, found: usize) -> KernelError {
    KernelError::Shape { operand, axis, expected, found }
}

fn range(axis: u8, range: Range<usize>, length: usize) -> KernelError {
    KernelError::Range { axis, start: range.start, end: range.end, length }
}

fn index(needed: usize, max: usize) -> KernelError {
    KernelError::Index { needed, max }
}

fn capacity(operand: Operand, needed: usize, found: usize) -> KernelError {
    KernelError::Capacity { operand, needed, found }
}

fn pattern(row: usize, expected: usize, found: usize) -> KernelError {
    KernelError::Pattern { operand: Operand::Output, row, expected, found }
}

/// Calls `function` with an output and expects `error`.
fn refused<const N: usize>(error: KernelError, function: impl FnOnce(&mut [f32; N]) -> Result<(), KernelError>) {
    let mut out = [BEFORE; N];
    assert_eq!(function(&mut out), Err(error));
    assert_eq!(out, [BEFORE; N], "written before the refusal: {error}");
}
