//! What is missing, and what the driver says, as [`DriverError`].
use crate::driver::DriverError;
use cudarc::driver::{result, sys};
use std::ffi::CStr;

/// The functions of libcuda that are called here, by cudarc or directly. cudarc looks each up when it is called first,
/// and panics if it is not there.
const FUNCTIONS: [&str; 40] = [
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
    "cuMemsetD32Async",
    "cuMemsetD8Async",
    "cuModuleGetFunction",
    "cuModuleLoadDataEx",
    "cuModuleUnload",
    "cuStreamCreate",
    "cuStreamDestroy_v2",
    "cuStreamSynchronize",
    "cuStreamWaitEvent",
];

/// The CUDA version of the oldest driver that has all of [`FUNCTIONS`]: memory in the order of streams came last. It is
/// newer than the PTX, which is of CUDA 11.0.
const OLDEST: (i32, i32) = (11, 2);

/// The CUDA version of the driver, such as 12.8.
pub(super) fn version() -> Result<(i32, i32), result::DriverError> {
    let mut version = 0;
    // SAFETY: writes one integer.
    unsafe { sys::cuDriverGetVersion(&mut version) }.result()?;
    // 12080 stands for 12.8.
    Ok((version / 1000, version % 1000 / 10))
}

/// Whether everything is there to ask for device `ordinal`.
pub(super) fn require_driver(ordinal: usize) -> Result<(), DriverError> {
    // SAFETY: loads libcuda, whose initialisation has no conditions.
    if !unsafe { sys::is_culib_present() } {
        return Err(DriverError::NoDriver);
    }
    let missing = |reason| Err(DriverError::NoDevice { ordinal, reason });
    // SAFETY: as above.
    let library = unsafe { sys::culib() };
    // SAFETY: the address is asked for and not used, so the type does not matter.
    let has = |function: &str| unsafe { library.get::<unsafe extern "C" fn()>(function.as_bytes()) }.is_ok();
    // The version says more than a function, but an old driver has functions for neither.
    if ["cuDriverGetVersion", "cuGetErrorName", "cuGetErrorString"].into_iter().all(has) {
        match version() {
            Err(error) => return missing(reason(error)),
            Ok((major, minor)) if (major, minor) < OLDEST => {
                let (oldest, oldest_minor) = OLDEST;
                return missing(format!(
                    "the driver is of CUDA {major}.{minor}, and {oldest}.{oldest_minor} is needed"
                ));
            }
            Ok(_) => (),
        }
    }
    match FUNCTIONS.into_iter().find(|function| !has(function)) {
        Some(function) => missing(format!("libcuda is too old: it has no {function}")),
        None => Ok(()),
    }
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
