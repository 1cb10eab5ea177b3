//! The kernels on a device: operands go there, are worked on, and the results come back.
mod kernels;
mod operand;
mod structure;
mod whole;

pub use lacuna_cuda::driver::{AnyDriver, PtxVm};

use super::Backend;
use half::{bf16, f16};
use lacuna::call::{Answer, Array, ArrayMut, Call, ElementType};
use lacuna::error::{CallError, Operand};
use lacuna::{Error as Refusal, KernelError};
use lacuna_cuda::driver::{Cuda, Driver, DriverError};
use lacuna_cuda::{Buffer, Error, Gpu};
use std::fs;
use std::path::Path;
use std::sync::{LazyLock, Mutex, PoisonError};

/// The driver of the backend `cuda`, or that of any other name: the interpreter of PTX on so many threads, with memory
/// of its own. A process reads the PTX once.
///
/// `LACUNA_PTX=FOLDER/MODULE.ptx` gives the interpreter another text of a module, so that `cargo xtask mutate` sees
/// what finds a fault. Only this crate, which is not published, reads it. The interpreter keeps every access inside its
/// own memory, and a report names a driver that runs something else than the committed PTX.
///
/// # Errors
/// [`DriverError::NoDriver`], [`DriverError::NoDevice`]; [`DriverError::Ptx`] if the file is no module.
pub fn driver(name: &str, threads: usize) -> Result<AnyDriver, DriverError> {
    static FIRST: LazyLock<Result<PtxVm, DriverError>> = LazyLock::new(|| match std::env::var_os("LACUNA_PTX") {
        None => Ok(PtxVm::new(1)),
        Some(file) => with_file(PtxVm::new(1), Path::new(&file)),
    });
    if name == "cuda" {
        return Ok(AnyDriver::Cuda(Cuda::new(0)?));
    }
    match &*FIRST {
        Ok(first) => Ok(AnyDriver::Vm(first.another(threads))),
        Err(error) => Err(error.clone()),
    }
}

fn with_file(vm: PtxVm, file: &Path) -> Result<PtxVm, DriverError> {
    let text = fs::read_to_string(file);
    let text = text.map_err(|error| DriverError::Ptx { reason: format!("{}: {error}", file.display()) })?;
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    vm.with_module(&name, text)
}

/// Runs the kernels of [`lacuna_cuda`] on the device behind a driver, for index types `i32` and `i64`.
///
/// Outputs are sent to the device as they are and come back also from a refused call, so that it shows if one was
/// written.
#[derive(Debug)]
pub struct OnDevice<D: Driver> {
    pub(super) name: &'static str,
    gpu: Mutex<Gpu<D>>,
    fault: Mutex<Option<String>>,
}

impl<D: Driver> OnDevice<D> {
    /// A backend that reports call `name`.
    ///
    /// # Errors
    /// If the device cannot be used.
    pub fn new(name: &'static str, driver: D) -> Result<Self, Error> {
        Ok(Self { name, gpu: Mutex::new(Gpu::new(driver)?), fault: Mutex::new(None) })
    }

    /// Its name and what the device calls itself.
    pub(super) fn describe(&self) -> String {
        let gpu = self.gpu.lock().unwrap_or_else(PoisonError::into_inner);
        format!("{} ({})", self.name, gpu.driver().name())
    }

    /// Runs on the device. Its own errors have no place among those of kernels: they wait in
    /// [`take_fault`](Backend::take_fault).
    pub(super) fn run<T>(&self, body: impl FnOnce(&Gpu<D>) -> Result<T, Error>) -> Result<T, KernelError> {
        let gpu = self.gpu.lock().unwrap_or_else(PoisonError::into_inner);
        body(&gpu).map_err(|error| self.refusal(error))
    }

    #[cold]
    #[inline(never)]
    fn refusal(&self, error: Error) -> KernelError {
        match error {
            Error::Kernel(refusal) => refusal,
            other => {
                *self.fault.lock().unwrap_or_else(PoisonError::into_inner) = Some(other.to_string());
                KernelError::Capacity { operand: Operand::Scratch, needed: 0, found: 0 }
            }
        }
    }
}

impl<D: Driver + Send> Backend for OnDevice<D>
where
    D::Memory: Send,
{
    fn name(&self) -> String {
        self.name.to_owned()
    }

    fn take_fault(&self) -> Option<String> {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn cast(&self, input: Array<'_>, out: ArrayMut<'_>) -> Result<(), Refusal> {
        with_types!(input, out, |input, out| Ok(self.run(|gpu| {
            let from = Buffer::upload_values(gpu, input)?;
            let mut to = Buffer::upload_values(gpu, &*out)?;
            let verdict = settle(gpu, lacuna_cuda::cast::cast(gpu, &from, &mut to))?;
            out.copy_from_slice(&to.download_values(gpu)?);
            verdict
        })?))
    }

    fn run(&self, call: &mut Call<'_, '_>) -> Result<Answer, Refusal> {
        match (call.value, call.index) {
            (ElementType::F32, ElementType::I32) => self.of_types::<f32, i32>(call),
            (ElementType::F32, ElementType::I64) => self.of_types::<f32, i64>(call),
            (ElementType::F64, ElementType::I32) => self.of_types::<f64, i32>(call),
            (ElementType::F64, ElementType::I64) => self.of_types::<f64, i64>(call),
            (ElementType::F16, ElementType::I32) => self.of_stored_types::<f16, i32>(call),
            (ElementType::F16, ElementType::I64) => self.of_stored_types::<f16, i64>(call),
            (ElementType::Bf16, ElementType::I32) => self.of_stored_types::<bf16, i32>(call),
            (ElementType::Bf16, ElementType::I64) => self.of_stored_types::<bf16, i64>(call),
            (value, index) => Err(CallError::Types { value, index }.into()),
        }
    }
}

/// Waits for what was begun. Outputs are to be fetched, also those of a refused call, unless the device failed.
#[inline(never)]
pub(super) fn settle<D: Driver>(gpu: &Gpu<D>, begun: Result<(), Error>) -> Result<Result<(), Error>, Error> {
    match begun.and_then(|()| gpu.finish()) {
        Err(Error::Driver(error)) => Err(error.into()),
        verdict => Ok(verdict),
    }
}
