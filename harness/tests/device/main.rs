//! The launcher on the interpreter of PTX: the refusals of the CPU, broken trust, sizes at which the work is cut differently, and how much a training step waits.
#![allow(clippy::unwrap_used)]

mod casts;
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

use lacuna::{Index, Value};
use lacuna_cuda::Gpu;
use lacuna_harness::backend::{OnDevice, PtxVm};

fn device() -> OnDevice<PtxVm> {
    OnDevice::new("ptx-vm", PtxVm::new(2)).unwrap()
}

fn gpu() -> Gpu<PtxVm> {
    Gpu::new(PtxVm::new(2)).unwrap()
}

/// A source of numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    /// Values whose sums depend on the order of their terms.
    fn values<V: Real>(&mut self, count: usize) -> Vec<V> {
        (0..count).map(|_| V::of(self.below(1 << 20) as f64 / 7.0 - 7e4)).collect()
    }
}

trait Real: Value {
    fn of(number: f64) -> Self;
    fn bits(self) -> u64;
}

impl Real for f32 {
    fn of(number: f64) -> Self {
        number as f32
    }
    fn bits(self) -> u64 {
        self.to_bits().into()
    }
}

impl Real for f64 {
    fn of(number: f64) -> Self {
        number
    }
    fn bits(self) -> u64 {
        self.to_bits()
    }
}

fn assert_same_bits<V: Real>(what: &str, found: &[V], expected: &[V]) {
    assert_eq!(found.len(), expected.len(), "{what}");
    if let Some(at) = found.iter().zip(expected).position(|(found, expected)| found.bits() != expected.bits()) {
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
