//! Ways to run the kernels: one [`Backend`] for each.
//!
//! All backends give the same bits; `lacuna verify` compares them.

/// `$body` with two arrays of numbers by their types, or [`CallError::NotBuilt`].
macro_rules! with_types {
    ($input:ident, $out:ident, |$from:ident, $to:ident| $body:expr) => {
        with_types!(@from $input $out $from $to [F32 F64 F16 Bf16 I64] [F32 F64 F16 Bf16 I64 I32 I8 U8] $body)
    };
    (@from $input:ident $out:ident $from:ident $to:ident [$($type:ident)*] $types:tt $body:expr) => {
        match $input {
            $(lacuna::call::Array::$type($from) => with_types!(@to $out $to $types $body),)*
            _ => Err(lacuna::error::CallError::NotBuilt.into()),
        }
    };
    (@to $out:ident $to:ident [$($type:ident)*] $body:expr) => {
        match $out {
            $(lacuna::call::ArrayMut::$type($to) => $body,)*
            _ => Err(lacuna::error::CallError::NotBuilt.into()),
        }
    };
}

mod capi;
mod cpu;
mod device;
pub mod graphs;
mod methods;
mod runner;

pub use capi::Capi;
pub use cpu::CpuAt;
pub use device::{AnyDriver, OnDevice, PtxVm, driver};
pub use lacuna_runtime::Cpu;
pub use runner::Runner;

use lacuna::call::{Answer, Array, ArrayMut, Call};
use lacuna::cast::Cast;
use lacuna::dispatch::Level;
use lacuna::error::{CallError, Operand};
use lacuna::{Error, Kernel, KernelError, Split};

/// A way to run every kernel and every structure call. `dyn Backend` has a method for each, with the operands, the
/// result and the errors of its function.
pub trait Backend: Sync {
    /// How reports call it.
    fn name(&self) -> String;

    /// Why the last call had no result, if that was not the kernel's refusal.
    fn take_fault(&self) -> Option<String> {
        None
    }

    /// Runs a call.
    ///
    /// # Errors
    /// Those of the kernel, and [`Error::Call`] if the operands are not those of the operator. What else goes wrong
    /// waits in [`take_fault`](Self::take_fault).
    fn run(&self, call: &mut Call<'_, '_>) -> Result<Answer, Error>;

    /// [`lacuna::cast::cast`], which is no call of the list.
    ///
    /// # Errors
    /// Those of the kernel, and [`CallError::NotBuilt`] from a backend that has no cast of these types.
    fn cast(&self, _input: Array<'_>, _out: ArrayMut<'_>) -> Result<(), Error> {
        Err(CallError::NotBuilt.into())
    }

    /// How this process runs what is no call at all; nothing where another program or machine would have to.
    fn here(&self) -> Option<Here> {
        None
    }
}

/// A way to run a kernel in this process.
#[derive(Clone, Copy, Debug)]
pub enum Here {
    /// Without CPU dispatch.
    Scalar,
    /// On threads.
    Cpu(Cpu),
}

impl Here {
    /// Runs a kernel whose rows can be cut.
    ///
    /// # Errors
    /// Those of the kernel.
    pub fn run<K: Kernel<Output = ()> + Split + Send + Sync>(self, kernel: K) -> Result<(), KernelError> {
        match self {
            Self::Scalar => kernel.call_scalar(),
            Self::Cpu(cpu) => cpu.run(kernel),
        }
    }

    fn cast(self, input: Array<'_>, out: ArrayMut<'_>) -> Result<(), Error> {
        with_types!(input, out, |input, out| Ok(self.run(Cast { input, out })?))
    }
}

/// The kernels without CPU dispatch, on the caller's thread: what all others are compared with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scalar;

impl Backend for Scalar {
    fn name(&self) -> String {
        "scalar".to_owned()
    }
    fn run(&self, call: &mut Call<'_, '_>) -> Result<Answer, Error> {
        match Level::Baseline.try_into() {
            Ok(level) => call.run_at(level),
            Err(_) => call.run(),
        }
    }
    fn cast(&self, input: Array<'_>, out: ArrayMut<'_>) -> Result<(), Error> {
        Here::Scalar.cast(input, out)
    }
    fn here(&self) -> Option<Here> {
        Some(Here::Scalar)
    }
}

/// The error of a kernel. Another one has no place among them: it says so as one that no kernel gives.
fn of_kernel(error: Error) -> KernelError {
    match error {
        Error::Kernel(error) => error,
        _ => KernelError::Capacity { operand: Operand::Scratch, needed: 0, found: 0 },
    }
}
