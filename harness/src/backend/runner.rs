//! Backends by name.
use super::{AnyDriver, Backend, Capi, Cpu, OnDevice, PtxVm, Scalar};
use lacuna::dispatch::Level;
use lacuna_cuda::driver::Cuda;

/// One way to run cases.
#[derive(Debug)]
pub enum Runner {
    /// Without dispatch.
    Scalar,
    /// Dispatched, at this level or the best one.
    Cpu(Option<Level>),
    /// Through the symbols of the shared C library.
    Capi(Capi),
    /// The PTX in the interpreter, or on a GPU.
    Device(Box<OnDevice<AnyDriver>>),
}

impl Runner {
    /// The names of all backends.
    pub const NAMES: [&str; 5] = ["scalar", "cpu", "capi", "ptx-vm", "cuda"];

    /// A backend by its name.
    ///
    /// # Errors
    /// Why it cannot run.
    pub fn new(name: &str) -> Result<Self, String> {
        match name {
            "scalar" => Ok(Self::Scalar),
            "cpu" => Ok(Self::Cpu(None)),
            "ptx-vm" => ptx_vm().map_err(|error| error.to_string()),
            "cuda" => cuda().map_err(|error| error.to_string()),
            "capi" => Ok(Self::Capi(Capi::new())),
            _ => Err(format!("unknown backend {name:?}; there are: {}", Self::NAMES.join(", "))),
        }
    }

    /// The index types that it runs.
    pub const fn indices(&self) -> &'static [&'static str] {
        match self {
            Self::Scalar | Self::Cpu(_) | Self::Capi(_) => &["i32", "i64", "u32"],
            Self::Device(_) => &["i32", "i64"],
        }
    }

    /// What reports call it.
    pub fn describe(&self) -> String {
        match self {
            Self::Scalar => Scalar.name(),
            Self::Cpu(_) => Cpu { threads: 1 }.name(),
            Self::Capi(capi) => capi.describe(),
            Self::Device(device) => device.describe(),
        }
    }
}

fn ptx_vm() -> Result<Runner, lacuna_cuda::Error> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    Ok(Runner::Device(Box::new(OnDevice::new("ptx-vm", AnyDriver::Vm(PtxVm::new(threads)))?)))
}

fn cuda() -> Result<Runner, lacuna_cuda::Error> {
    Ok(Runner::Device(Box::new(OnDevice::new("cuda", AnyDriver::Cuda(Cuda::new(0)?))?)))
}
