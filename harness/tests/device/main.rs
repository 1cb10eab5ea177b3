//! The launcher on the interpreter of PTX: the refusals of the CPU, broken trust, sizes at which the work is cut
//! differently, and how much a training step waits.
#![allow(clippy::unwrap_used)]

mod bags;
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
mod spare;
mod streams;
mod tables;
mod trust;

use lacuna::Index;
use lacuna_cuda::Gpu;
use lacuna_harness::backend::{AnyDriver, OnDevice, driver};
use lacuna_testing::Real;

/// The interpreter, whose blocks run beside each other, or a GPU with `LACUNA_DEVICE=cuda`.
fn any_driver() -> AnyDriver {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    driver(&std::env::var("LACUNA_DEVICE").unwrap_or_default(), threads).unwrap()
}

fn device() -> OnDevice<AnyDriver> {
    OnDevice::new("device", any_driver()).unwrap()
}

fn gpu() -> Gpu<AnyDriver> {
    Gpu::new(any_driver()).unwrap()
}

fn assert_same_bits<V: Real>(what: &str, found: &[V], expected: &[V]) {
    assert_eq!(found.len(), expected.len(), "{what}");
    if let Some(at) =
        found.iter().zip(expected).position(|(found, expected)| found.widen().to_bits() != expected.widen().to_bits())
    {
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
