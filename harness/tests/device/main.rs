//! The launcher on the interpreter of PTX: the refusals of the CPU, broken trust, sizes at which the work is cut differently, and how much a training step waits.
#![allow(clippy::unwrap_used)]

mod casts;
mod derived;
mod families;
mod large;
mod lengths;
mod offsets;
mod parts;
mod refusals;
mod several_refusals;
mod sixteen_bits;
mod slices;
mod sorts;
mod streams;
mod trust;

use lacuna::Index;
use lacuna_cuda::Gpu;
use lacuna_harness::backend::{OnDevice, PtxVm};
use lacuna_testing::Real;

fn device() -> OnDevice<PtxVm> {
    OnDevice::new("ptx-vm", PtxVm::new(2)).unwrap()
}

fn gpu() -> Gpu<PtxVm> {
    Gpu::new(PtxVm::new(2)).unwrap()
}

fn assert_same_bits<V: Real>(what: &str, found: &[V], expected: &[V]) {
    assert_eq!(found.len(), expected.len(), "{what}");
    if let Some(at) = found.iter().zip(expected).position(|(found, expected)| found.widen().to_bits() != expected.widen().to_bits()) {
        panic!("{what} with {} numbers: {} instead of {} at {at}", V::NAME, found[at], expected[at]);
    }
}

/// Calls a function with both index types for both value types.
macro_rules! for_each_type {
    ($function:ident($($argument:expr),*)) => {
        $function::<f32, i32>($($argument),*);
        $function::<f32, i64>($($argument),*);
        $function::<f64, i32>($($argument),*);
        $function::<f64, i64>($($argument),*);
    };
}
use for_each_type;

fn indices<I: Index>(numbers: impl IntoIterator<Item = usize>) -> Vec<I> {
    numbers.into_iter().map(I::from_usize).collect()
}
