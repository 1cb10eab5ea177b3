//! What is missing, and what the driver says, as [`DriverError`].
use crate::driver::DriverError;
use cudarc::driver::{result, sys};
use std::ffi::CStr;

/// The functions of libcuda that are called here, by cudarc or directly. cudarc looks each up when it is called first,
/// and panics if it is not there.
const FUNCTIONS: [&str; 39] = [
    "cuCtxGetCurrent",
    "cuCtxSetCurrent",
    "cuCtxSynchronize",
    "cuDeviceGet",
    "cuDeviceGetAttribute",
    "cuDeviceGetCount",
    "cuDeviceGetDefaultMemPool",
    "cuDeviceGetName",
    "cuDevicePrimaryCtxRelease_v2",
    "cuDevicePrimaryCtxRetain",
    "cuDriverGetVersion",
    "cuEventCreate",
    "cuEventDestroy_v2",
    "cuEventRecord",
    "cuEventSynchronize",
    "cuFuncSetAttribute",
    "cuGetErrorName",
    "cuGetErrorString",
    "cuInit",
    "cuLaunchKernel",
    "cuMemAllocAsync",
    "cuMemAlloc_v2",
    "cuMemFreeAsync",
    "cuMemFreeHost",
    "cuMemFree_v2",
    "cuMemGetInfo_v2",
    "cuMemHostAlloc",
    "cuMemPoolSetAttribute",
    "cuMemcpyDtoDAsync_v2",
    "cuMemcpyDtoHAsync_v2",
    "cuMemcpyHtoDAsync_v2",
    "cuMemsetD8Async",
    "cuModuleGetFunction",
    "cuModuleLoadDataEx",
    "cuModuleUnload",
    "cuStreamCreate",
    "cuStreamDestroy_v2",
    "cuStreamSynchronize",
    "cuStreamWaitEvent",
];

/// Whether everything is there to ask for device `ordinal`.
pub(super) fn require_driver(ordinal: usize) -> Result<(), DriverError> {
    // SAFETY: loads libcuda, whose initialisation has no conditions.
    if !unsafe { sys::is_culib_present() } {
        return Err(DriverError::NoDriver);
    }
    // SAFETY: as above.
    let library = unsafe { sys::culib() };
    for function in FUNCTIONS {
        // SAFETY: the address is asked for and not used, so the type does not matter.
        if unsafe { library.get::<unsafe extern "C" fn()>(function.as_bytes()) }.is_err() {
            return Err(DriverError::NoDevice { ordinal, reason: format!("libcuda is too old: it has no {function}") });
        }
    }
    Ok(())
}

/// The driver's text, name and number of an error.
pub(super) fn reason(error: result::DriverError) -> String {
    let text =
        |text: Result<&CStr, _>| text.map_or("unknown".into(), |text: &CStr| text.to_string_lossy().into_owned());
    format!("{} ({}, error {})", text(error.error_string()), text(error.error_name()), error.0 as u32)
}

/// An error in something that was begun, or in a transfer.
pub(super) fn transfer(error: result::DriverError) -> DriverError {
    DriverError::Transfer { reason: reason(error) }
}

/// An error in an allocation of `bytes` bytes.
pub(super) fn allocation(error: result::DriverError, bytes: usize) -> DriverError {
    if error.0 == sys::CUresult::CUDA_ERROR_OUT_OF_MEMORY {
        DriverError::OutOfMemory { bytes }
    } else {
        transfer(error)
    }
}
