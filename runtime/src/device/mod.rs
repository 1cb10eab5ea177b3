//! Where arrays live: on the host, or on a GPU ([`Device`]).
//!
//! An array that is [moved](Array::as_in_context) to a GPU has its numbers there, and an operator whose operands are
//! there computes there: with the bits of the host, for the kernels are the same formulas. A [`Tape`](crate::autograd::Tape), a
//! [`Trainer`](crate::optimizer::Trainer) and the models of `lacuna-models` work on the arrays that they are given,
//! wherever these are. What is computed from arrays of a GPU stays there until it is copied to the host.
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
//! | `a.as_in_context(ctx)`, `a.context` | [`Array::as_in_context`], [`Array::context`] |
//! | `a.copyto(b)` with `b` on a GPU | [`Array::copyto`] |
//! | `net.initialize(ctx=mx.gpu(0))` | [`Network::set_context`](crate::layer::Network::set_context) |
//! | `Module(context=mx.gpu(0))` | `set_context` of a `Module` and the models of `lacuna-models` |
//! | `simple_bind(mx.gpu(0), ...)` | [`Executor::set_context`](crate::symbol::Executor::set_context) |
//! | `mx.nd.waitall()` | [`Device::finish`] |
//! | operators without a GPU form compute on the CPU, or fail, by operator | an error that names the operator |
#[cfg(feature = "cuda")]
mod gpu;

pub use lacuna_arrays::device::{Device, DeviceError};

use crate::operator::backend::{Backend, Done};
use crate::optimizer::Optimizer;
use lacuna_arrays::array::{Array, ArrayError};

/// Has work done, of the operator of this name, with a device as its backend.
pub(crate) fn call(
    device: &Device,
    operator: &'static str,
    training: bool,
    work: &mut dyn FnMut(&dyn Backend) -> Done,
) -> Done {
    #[cfg(feature = "cuda")]
    if let Some(accelerated) = device.accelerated() {
        return work(&gpu::On { own: &accelerated.own(), here: device, operator, training });
    }
    let _ = (operator, training, work);
    Err(no_kernels(device).into())
}

/// One update of a dense weight on a device, the `step`th.
pub(crate) fn update(
    device: &Device,
    optimizer: &Optimizer,
    step: u64,
    gradient: &Array,
    weight: &mut Array,
    states: &mut [Array],
) -> Result<(), ArrayError> {
    #[cfg(feature = "cuda")]
    if let Some(accelerated) = device.accelerated() {
        return gpu::update(&accelerated.own(), optimizer, step, gradient, weight, states);
    }
    let _ = (optimizer, step, gradient, weight, states);
    Err(no_kernels(device))
}

/// Without the feature `cuda` there are none, though `lacuna-arrays` may have it.
fn no_kernels(device: &Device) -> ArrayError {
    ArrayError::Device { reason: format!("lacuna-runtime was built without the feature `cuda`, for work on {device}") }
}
