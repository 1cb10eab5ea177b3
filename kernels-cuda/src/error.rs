//! Why a call has no result.
use crate::call::CallError;
use crate::driver::DriverError;
use lacuna::{FormatError, KernelError};

/// Why a call has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Arrays that came back from the device break the rules of their format.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The kernel refuses its operands.
    #[error(transparent)]
    Kernel(#[from] KernelError),
    /// A call without types has other operands than its operator.
    #[error(transparent)]
    Call(#[from] CallError),
    /// The device, or its driver, cannot.
    #[error(transparent)]
    Driver(#[from] DriverError),
}
