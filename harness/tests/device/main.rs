//! The launcher on the interpreter of PTX: the refusals of the CPU, broken trust, sizes of several blocks, and how much a training step waits.
#![allow(clippy::unwrap_used)]

mod large;
mod refusals;
mod streams;
mod trust;

use lacuna_harness::backend::{OnDevice, PtxVm};

fn device() -> OnDevice<PtxVm> {
    OnDevice::new("ptx-vm", PtxVm::new(2).unwrap()).unwrap()
}

/// A source of numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}
