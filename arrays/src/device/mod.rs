//! Where arrays live: on the host, or on a GPU ([`Device`]).
//!
//! An array that is [moved](crate::array::Array::as_in_context) to a GPU has its numbers there. Casts, copies and other
//! storage types are made where the array is; a copy to the host brings it back.
//!
//! ```
//! use lacuna::infer::Stype;
//! use lacuna_arrays::array::Array;
//! use lacuna_arrays::device::Device;
//!
//! // The same program in both contexts.
//! let context = Device::gpu(0).unwrap_or_default();
//! let a = Array::csr(Some([2, 3]), vec![0, 1, 2], vec![2, 0], vec![1.0_f32, 2.0])?.as_in_context(&context)?;
//! let dense = a.tostype(Stype::Dense)?.as_in_context(&Device::cpu())?;
//! assert_eq!(dense.data::<f32>(), Some(&[0.0, 0.0, 1.0, 2.0, 0.0, 0.0][..]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - The feature `cuda` brings GPUs; libcuda is looked for when one is asked for. Without either, [`Device::gpu`] says
//!   so in one line.
//! - A call begins its work and returns. What only the device finds out is reported by [`Device::finish`] and by each
//!   copy to the host.
//! - Arrays there are of `float32`, `float64` or `int64`.
//!
//! | MXNet | here |
//! |---|---|
//! | `mx.cpu()`, `mx.gpu(i)` | [`Device::cpu`], [`Device::gpu`] |
//! | `a.as_in_context(ctx)`, `a.context` | [`Array::as_in_context`], [`Array::context`] |
//! | `a.copyto(b)` with `b` on a GPU | [`Array::copyto`] |
//! | `mx.nd.waitall()` | [`Device::finish`] |
mod accelerator;
mod error;
#[cfg(feature = "cuda")]
#[doc(hidden)]
pub mod gpu;

use accelerator::Accelerator;
#[doc(hidden)]
pub use accelerator::Resident;
pub use error::DeviceError;

use crate::array::{Array, ArrayError, Dtype};
use lacuna::infer::Stype;
use lacuna::optim::GlobalNorm;
use std::fmt::{self, Debug, Display, Formatter};
use std::ops::Range;
use std::str::FromStr;
use std::sync::Arc;

/// Where arrays live. By default it is the host.
#[derive(Clone, Default)]
pub struct Device(Option<Arc<dyn Accelerator>>);

impl Device {
    /// The host.
    #[must_use]
    pub const fn cpu() -> Self {
        Self(None)
    }

    /// The GPU of this number. All that ask for it while it is in use get the same, with its one stream.
    ///
    /// # Errors
    /// [`DeviceError::Unusable`] with the reason, in one line: no driver, no such device, or a program without the
    /// feature `cuda`.
    pub fn gpu(ordinal: usize) -> Result<Self, DeviceError> {
        #[cfg(feature = "cuda")]
        return Ok(Self(Some(gpu::open(ordinal)?)));
        #[cfg(not(feature = "cuda"))]
        Err(DeviceError::Unusable {
            device: format!("gpu({ordinal})"),
            reason: "this program was built without the feature `cuda`".to_owned(),
        })
    }

    /// How many GPUs there are: none without a driver, or in a program without the feature `cuda`.
    #[must_use]
    pub fn gpus() -> usize {
        #[cfg(feature = "cuda")]
        return lacuna_cuda::driver::Cuda::device_count().unwrap_or(0);
        #[cfg(not(feature = "cuda"))]
        0
    }

    /// A device that the program has opened itself, on a stream of its own for example, with the name that it is to
    /// have. Its driver is [`Cuda`](lacuna_cuda::driver::Cuda); with the feature `ptx-vm` it is `AnyDriver`.
    #[cfg(feature = "cuda")]
    #[must_use]
    pub fn of_gpu(gpu: lacuna_cuda::Gpu<gpu::Driver>, name: &str) -> Self {
        Self(Some(Arc::new(gpu::Accelerated::new(gpu, name))))
    }

    /// The interpreter of PTX, on as many threads: what a GPU would compute, with its checks for races and accesses out
    /// of bounds, and far slower than the host.
    ///
    /// # Errors
    /// [`DeviceError::Unusable`].
    #[cfg(feature = "ptx-vm")]
    pub fn ptx_vm(threads: usize) -> Result<Self, DeviceError> {
        let name = "ptx-vm";
        let unusable =
            |error: lacuna_cuda::Error| DeviceError::Unusable { device: name.to_owned(), reason: error.to_string() };
        let vm = gpu::Driver::Vm(lacuna_cuda::driver::PtxVm::new(threads));
        Ok(Self::of_gpu(gpu::Gpu::new(vm).map_err(unusable)?, name))
    }

    /// True for the host.
    #[must_use]
    pub const fn is_cpu(&self) -> bool {
        self.0.is_none()
    }

    /// Waits for everything that was begun there.
    ///
    /// # Errors
    /// The first refusal since the last time, and [`ArrayError::Device`].
    pub fn finish(&self) -> Result<(), ArrayError> {
        self.0.as_ref().map_or(Ok(()), |accelerator| accelerator.finish())
    }

    /// An array of zeros there, as [`Array::zeros`].
    #[doc(hidden)]
    pub fn zeros(&self, stype: Stype, shape: &[usize], dtype: Dtype) -> Result<Array, ArrayError> {
        match (&self.0, stype) {
            (Some(accelerator), Stype::Dense) => accelerator.zeros(self, shape, dtype),
            _ => self.upload(&Array::zeros(stype, shape, dtype)?),
        }
    }

    /// A dense array of ones.
    #[doc(hidden)]
    pub fn ones(&self, shape: &[usize], dtype: Dtype) -> Result<Array, ArrayError> {
        self.there()?.ones(self, shape, dtype)
    }

    /// A copy of an array of the host.
    pub(crate) fn upload(&self, array: &Array) -> Result<Array, ArrayError> {
        self.0.as_ref().map_or_else(|| Ok(array.clone()), |accelerator| accelerator.upload(self, array))
    }

    pub(crate) fn download(&self, array: &Array) -> Result<Array, ArrayError> {
        self.there()?.download(array)
    }

    pub(crate) fn tostype(&self, array: &Array, stype: Stype) -> Result<Array, ArrayError> {
        self.there()?.tostype(self, array, stype)
    }

    pub(crate) fn astype(&self, array: &Array, dtype: Dtype) -> Result<Array, ArrayError> {
        self.there()?.astype(self, array, dtype)
    }

    /// Some of the rows of a dense array there.
    #[doc(hidden)]
    pub fn rows(&self, array: &Array, rows: Range<usize>) -> Result<Array, ArrayError> {
        self.there()?.rows(self, array, rows)
    }

    /// The norm of dense gradients there: one number for each comes back.
    #[doc(hidden)]
    pub fn global_norm(&self, gradients: &[&Array]) -> Result<GlobalNorm, ArrayError> {
        self.there()?.global_norm(gradients)
    }

    /// What a device of `lacuna_cuda` is, for operators on it.
    #[cfg(feature = "cuda")]
    #[doc(hidden)]
    pub fn accelerated(&self) -> Option<&gpu::Accelerated> {
        self.0.as_ref()?.as_any().downcast_ref()
    }

    /// What only a device does.
    fn there(&self) -> Result<&dyn Accelerator, ArrayError> {
        self.0.as_deref().ok_or_else(|| ArrayError::Device { reason: "asked of the host".to_owned() })
    }
}

impl PartialEq for Device {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(left), Some(right)) => Arc::ptr_eq(left, right),
            _ => false,
        }
    }
}

impl Eq for Device {}

/// As MXNet prints it: `cpu(0)`, `gpu(1)`.
impl Display for Device {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.as_ref().map_or("cpu(0)", |accelerator| accelerator.name()))
    }
}

impl Debug for Device {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

/// `cpu`, `gpu` or `gpu:I`; with the feature `ptx-vm`, `ptx-vm` on one thread.
///
/// ```
/// use lacuna_arrays::device::Device;
/// assert!("cpu".parse::<Device>()?.is_cpu());
/// assert_eq!("tpu".parse::<Device>().unwrap_err().to_string(), "no context `tpu`: cpu, gpu or gpu:I, with I the number of a GPU");
/// # Ok::<(), lacuna_arrays::device::DeviceError>(())
/// ```
impl FromStr for Device {
    type Err = DeviceError;

    fn from_str(name: &str) -> Result<Self, DeviceError> {
        let unknown = || DeviceError::Unknown { name: name.to_owned() };
        match name {
            "cpu" => Ok(Self::cpu()),
            "gpu" => Self::gpu(0),
            #[cfg(feature = "ptx-vm")]
            "ptx-vm" => Self::ptx_vm(1),
            _ => Self::gpu(name.strip_prefix("gpu:").and_then(|ordinal| ordinal.parse().ok()).ok_or_else(unknown)?),
        }
    }
}
