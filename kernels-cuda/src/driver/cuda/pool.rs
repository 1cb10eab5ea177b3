//! What becomes of memory that was freed.
use super::current::Current;
use super::{Cuda, DriverError};

impl Cuda {
    /// Lets the driver keep up to `bytes` of freed memory for the next allocations. It keeps all (`u64::MAX`) unless
    /// this says otherwise.
    ///
    /// With 0 every wait gives freed memory back to the system, and what is allocated next must be mapped again: a
    /// training loop that waits once in a step pays for that. The pool is the device's own, so this also holds for
    /// other users of it in the process.
    ///
    /// # Errors
    /// [`DriverError::Transfer`].
    pub fn keep_memory(&self, bytes: u64) -> Result<(), DriverError> {
        let _current = Current::keep();
        self.device.keep_memory(bytes)
    }
}
