//! Arrays in the memory of a device, of the three storage types.
mod broadcast;
mod csr;
mod dense;
mod plan;
mod row_sparse;
mod rows;

pub use broadcast::DeviceBroadcast;
pub use csr::{DeviceCsr, HostCsr};
pub use dense::DeviceDense;
pub use plan::DevicePlan;
pub use row_sparse::{DeviceRowSparse, HostRowSparse, Pattern};
pub use rows::{DeviceRows, DeviceRowsMut};

use lacuna::KernelError;
use lacuna::error::Operand;

/// Refuses elements that are not as many as an array needs.
pub(crate) const fn fits(needed: usize, found: usize) -> Result<(), KernelError> {
    if needed == found { Ok(()) } else { Err(KernelError::Capacity { operand: Operand::Data, needed, found }) }
}
