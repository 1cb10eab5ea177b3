//! Why a device cannot be used.
use thiserror::Error;

/// Why a device cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DeviceError {
    /// It is not there, or its driver is not.
    #[error("{device} cannot be used: {reason}")]
    Unusable { device: String, reason: String },
    /// No device is called so.
    #[error("no context `{name}`: cpu, gpu or gpu:I, with I the number of a GPU")]
    Unknown { name: String },
}
