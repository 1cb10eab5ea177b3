//! What becomes of memory that was freed.
use super::reason::transfer;
use super::{Cuda, DriverError};
use cudarc::driver::sys;

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
        let (mut pool, mut bytes) = (std::ptr::null_mut(), bytes);
        let threshold = sys::CUmemPool_attribute::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD;
        self.device.context.bind_to_thread().map_err(transfer)?;
        // SAFETY: writes the handle of the pool.
        unsafe { sys::cuDeviceGetDefaultMemPool(&mut pool, self.device.context.cu_device()) }
            .result()
            .map_err(transfer)?;
        // SAFETY: this attribute is read from 64 bits.
        unsafe { sys::cuMemPoolSetAttribute(pool, threshold, (&raw mut bytes).cast()) }.result().map_err(transfer)
    }
}
