//! Functions of two numbers: [`lacuna::binary`] on a device.
mod accumulate;
mod csr_broadcast;
mod csr_pairs;
mod row_pairs;
mod values;

pub use accumulate::*;
pub use csr_broadcast::*;
pub use csr_pairs::*;
pub use row_pairs::*;
pub use values::*;
