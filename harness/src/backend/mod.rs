//! Ways to run the kernels: one [`Backend`] for each.
//!
//! All backends give the same bits; `lacuna verify` compares them.
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

use lacuna::call::{Answer, Call};
use lacuna::dispatch::Level;
use lacuna::error::Operand;
use lacuna::{Error, KernelError};

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
}

/// The error of a kernel. Another one has no place among them: it says so as one that no kernel gives.
fn of_kernel(error: Error) -> KernelError {
    match error {
        Error::Kernel(error) => error,
        _ => KernelError::Capacity { operand: Operand::Scratch, needed: 0, found: 0 },
    }
}
