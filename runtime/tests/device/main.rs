//! Arrays, operators, optimizers and models on a device, which is the interpreter of PTX: the bits of the host, and no transfer that nobody asked for.
#![allow(clippy::unwrap_used)]

mod arrays;
mod counted;
mod language_model;
mod models;
mod modules;
mod operators;
mod recurrent;
mod refusals;
#[path = "../model/some.rs"]
#[allow(dead_code)]
mod small;
mod some;
mod steps;
mod stored;

use lacuna_runtime::device::Device;
use std::sync::OnceLock;

/// One for all tests, which then read its modules once.
fn device() -> &'static Device {
    static DEVICE: OnceLock<Device> = OnceLock::new();
    DEVICE.get_or_init(|| Device::ptx_vm(1).unwrap())
}
