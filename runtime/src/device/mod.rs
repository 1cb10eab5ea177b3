//! Where arrays live: on the host, or on a GPU ([`Device`]).
//!
//! An array that is [moved](crate::array::Array::as_in_context) to a GPU has its numbers there, and an operator whose
//! operands are there computes there: with the bits of the host, for the kernels are the same formulas. Nothing else
//! has to be said: a [`Tape`](crate::autograd::Tape), a [`Trainer`](crate::optimizer::Trainer) and the
//! models of `lacuna-models` work on the arrays that they are given, wherever these are. What is computed from arrays of
//! a GPU stays there until it is copied to the host.
//!
//! ```
//! use lacuna::infer::Stype;
//! use lacuna::optim::Sgd;
//! use lacuna_runtime::array::Array;
//! use lacuna_runtime::autograd::{GradientRequest, Tape};
//! use lacuna_runtime::device::Device;
//! use lacuna_runtime::optimizer::{Optimizer, Trainer};
//!
//! // The same program in both contexts.
//! let context = Device::gpu(0).unwrap_or_default();
//! let mut tape = Tape::new();
//! let x = tape.constant(Array::csr(Some([2, 4]), vec![0, 1, 3], vec![3, 0, 3], vec![1.0_f32, 2.0, 3.0])?.as_in_context(&context)?);
//! let weight = Array::dense(&[4, 1], vec![1.0_f32; 4])?.as_in_context(&context)?;
//! let weight = tape.parameter(weight, GradientRequest::Write, Stype::RowSparse)?;
//! let mut trainer = Trainer::new(Optimizer::Sgd(Sgd::new(0.5)));
//! trainer.add(&tape, weight)?;
//! let y = tape.dot(x, weight)?;
//! tape.backward(y)?;
//! trainer.step(&mut tape, 1)?;
//! let weight = tape.value(weight)?.as_in_context(&Device::cpu())?;
//! assert_eq!(weight.data::<f32>(), Some(&[0.0, 1.0, 1.0, -1.0][..]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - The feature `cuda` brings GPUs; libcuda is looked for when one is asked for. Without either, [`Device::gpu`] says
//!   so in one line.
//! - Operands of one call are in one context; [`OperatorError::Contexts`](crate::operator::OperatorError::Contexts)
//!   names the one that is not. An operator without kernels for a device, or with operands stored in a way that they do
//!   not take, is [`OperatorError::NoKernel`](crate::operator::OperatorError::NoKernel): nothing goes to the host and
//!   back silently.
//! - A call begins its work and returns. What only the device finds out, such as an id that is no row, is reported by
//!   [`Device::finish`] and by each copy to the host. A loop that does neither calls `finish` now and then: until then
//!   the device remembers what is to be reported.
//! - Arrays there are of `float32`, `float64` or `int64`. Labels and ids are `int64`.
//!
//! | MXNet | here |
//! |---|---|
//! | `mx.cpu()`, `mx.gpu(i)` | [`Device::cpu`], [`Device::gpu`] |
//! | `a.as_in_context(ctx)`, `a.context` | [`Array::as_in_context`](crate::array::Array::as_in_context), [`Array::context`](crate::array::Array::context) |
//! | `a.copyto(b)` with `b` on a GPU | [`Array::copyto`](crate::array::Array::copyto) |
//! | `net.initialize(ctx=mx.gpu(0))` | [`Network::set_context`](crate::layer::Network::set_context) |
//! | `Module(context=mx.gpu(0))` | `set_context` of a `Module` and the models of `lacuna-models` |
//! | `simple_bind(mx.gpu(0), ...)` | [`Executor::set_context`](crate::symbol::Executor::set_context) |
//! | `mx.nd.waitall()` | [`Device::finish`] |
//! | operators without a GPU form compute on the CPU, or fail, by operator | an error that names the operator |
mod accelerator;
mod error;
#[cfg(feature = "cuda")]
mod gpu;

pub(crate) use accelerator::{Accelerator, Resident};
pub use error::DeviceError;

use crate::array::{Array, ArrayError, Dtype};
use crate::operator::backend::{Backend, Done};
use crate::optimizer::Optimizer;
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
        return gpu::open(ordinal).map(|accelerator| Self(Some(accelerator)));
        #[cfg(not(feature = "cuda"))]
        Err(DeviceError::Unusable {
            device: format!("gpu({ordinal})"),
            reason: "this program was built without the feature `cuda` of lacuna-runtime".to_owned(),
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

    /// A device behind any driver, with the name that it is to have.
    #[cfg(feature = "cuda")]
    #[must_use]
    pub fn with_driver<D>(gpu: lacuna_cuda::Gpu<D>, name: &str) -> Self
    where
        D: lacuna_cuda::driver::Driver + Debug + Send + 'static,
        D::Memory: Send + Sync,
    {
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
        let gpu = lacuna_cuda::Gpu::new(lacuna_cuda::driver::AnyDriver::Vm(lacuna_cuda::driver::PtxVm::new(threads)));
        let unusable =
            |error: lacuna_cuda::Error| DeviceError::Unusable { device: name.to_owned(), reason: error.to_string() };
        Ok(Self::with_driver(gpu.map_err(unusable)?, name))
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
    pub(crate) fn ones(&self, shape: &[usize], dtype: Dtype) -> Result<Array, ArrayError> {
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

    /// Has work done, of the operator of this name, with the device as its backend.
    pub(crate) fn call(
        &self,
        operator: &'static str,
        training: bool,
        work: &mut dyn FnMut(&dyn Backend) -> Done,
    ) -> Done {
        self.there()?.call(self, operator, training, work)
    }

    /// One update of a dense weight, the `step`th.
    pub(crate) fn update(
        &self,
        optimizer: &Optimizer,
        step: u64,
        gradient: &Array,
        weight: &mut Array,
        states: &mut [Array],
    ) -> Result<(), ArrayError> {
        self.there()?.update(optimizer, step, gradient, weight, states)
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
/// use lacuna_runtime::device::Device;
/// assert!("cpu".parse::<Device>()?.is_cpu());
/// assert_eq!("tpu".parse::<Device>().unwrap_err().to_string(), "no context `tpu`: cpu, gpu or gpu:I, with I the number of a GPU");
/// # Ok::<(), lacuna_runtime::device::DeviceError>(())
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
