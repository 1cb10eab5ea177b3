//! Arrays in the memory of a device, of the three storage types.
mod broadcast;
mod csr;
mod dense;
mod plan;
mod row_sparse;

pub use broadcast::DeviceBroadcast;
pub use csr::{DeviceCsr, HostCsr};
pub use dense::DeviceDense;
pub use plan::DevicePlan;
pub use row_sparse::{DeviceRowSparse, DeviceRowsMut, HostRowSparse, Pattern};
