//! Arrays, operators, optimizers and models on a device, the interpreter of PTX or a GPU: the bits of the host, and no
//! transfer that nobody asked for.
#![allow(clippy::unwrap_used)]

mod arrays;
mod language_model;
mod models;
mod modules;
mod operators;
mod ranks;
mod recurrent;
mod refusals;
#[path = "../model/some.rs"]
#[allow(dead_code)]
mod small;
mod some;
mod steps;
mod stored;

use lacuna_cuda::Gpu;
use lacuna_cuda::driver::{AnyDriver, Cuda, PtxVm, TransferCounts};
use lacuna_runtime::device::Device;
use std::sync::{Arc, OnceLock};

/// One for all tests, which then read its modules once.
fn device() -> &'static Device {
    static DEVICE: OnceLock<Device> = OnceLock::new();
    DEVICE.get_or_init(another_device)
}

/// The interpreter, or a GPU with `LACUNA_DEVICE=cuda`. Errors tell the name, so both have the same.
fn another_device() -> Device {
    match std::env::var("LACUNA_DEVICE").as_deref() {
        Ok("cuda") => Device::of_gpu(Gpu::new(AnyDriver::Cuda(Cuda::new(0).unwrap())).unwrap(), "ptx-vm"),
        _ => Device::ptx_vm(1).unwrap(),
    }
}

/// An interpreter of its own, and what it has copied.
fn counted() -> (Device, Arc<TransferCounts>) {
    let vm = PtxVm::new(1);
    let counts = vm.transfers();
    (Device::of_gpu(Gpu::new(AnyDriver::Vm(vm)).unwrap(), "counted"), counts)
}
