//! Backends by name.
use super::{AnyDriver, Backend, Capi, Cpu, OnDevice, Scalar, driver};
use crate::fixture::Dtype;
use crate::ops::AnyOperation;
use lacuna::dispatch::Level;
use lacuna::list::KERNELS;

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
    /// The operators of the runtime, by [graphs](super::graphs): whole cases instead of calls of kernels.
    Graphs,
}

impl Runner {
    /// The names of all backends.
    pub const NAMES: [&str; 6] = ["scalar", "cpu", "capi", "ptx-vm", "cuda", "runtime"];

    /// A backend by its name.
    ///
    /// # Errors
    /// Why it cannot run.
    pub fn new(name: &str) -> Result<Self, String> {
        match name {
            "scalar" => Ok(Self::Scalar),
            "cpu" => Ok(Self::Cpu(None)),
            "ptx-vm" => on_device("ptx-vm").map_err(|error| error.to_string()),
            "cuda" => on_device("cuda").map_err(|error| error.to_string()),
            "capi" => Ok(Self::Capi(Capi::new())),
            "runtime" => Ok(Self::Graphs),
            _ => Err(format!("unknown backend {name:?}; there are: {}", Self::NAMES.join(", "))),
        }
    }

    /// The index types that it runs.
    pub const fn indices(&self) -> &'static [&'static str] {
        match self {
            Self::Scalar | Self::Cpu(_) | Self::Capi(_) => &["i32", "i64", "u32"],
            Self::Device(_) => &["i32", "i64"],
            Self::Graphs => &["i64"],
        }
    }

    /// Whether it has the kernels of an operation on such values: functions of numbers of 16 bits are none of a
    /// device's.
    pub fn has(&self, operation: AnyOperation, dtype: Dtype) -> bool {
        let is_function =
            || KERNELS.iter().any(|kernel| Some(kernel.name) == operation.kernel() && kernel.family == "map");
        match self {
            Self::Scalar | Self::Cpu(_) => true,
            Self::Device(_) => !(operation.is_here() || dtype.is_narrow() && is_function()),
            Self::Capi(_) | Self::Graphs => !operation.is_here(),
        }
    }

    /// What reports call it.
    pub fn describe(&self) -> String {
        match self {
            Self::Scalar => Scalar.name(),
            Self::Cpu(_) => Cpu { threads: 1 }.name(),
            Self::Capi(capi) => capi.describe(),
            Self::Device(device) => device.describe(),
            Self::Graphs => "runtime".to_owned(),
        }
    }
}

fn on_device(name: &'static str) -> Result<Runner, lacuna_cuda::Error> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    Ok(Runner::Device(Box::new(OnDevice::new(name, driver(name, threads)?)?)))
}
