//! Memory that programs can reach, with a shadow of who touched what.

mod address;
mod cell;
mod device;
mod local;
mod pages;
mod segment;
mod shared;

pub(crate) use address::{
    BUFFER_FIRST, MODULE_FIRST, SLOT_SHIFT, WINDOW_LOCAL, WINDOW_PARAMETER, WINDOW_SHARED, window,
};
pub(crate) use device::State;
pub use device::{Buffer, Memory};
pub(crate) use local::{LocalFault, LocalMemory};
pub(crate) use segment::{Segment, Variable};
pub(crate) use shared::{LARGEST as SHARED_LARGEST, SharedLayout, SharedMemory};
