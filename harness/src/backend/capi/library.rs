//! The functions of the C ABI: those that this program is linked with, or those of a shared library, opened while the
//! program runs.
#![allow(unsafe_code)]
use super::{Answered, Verdict};
use lacuna::call::{AnyOperand, ElementType};
use lacuna::dispatch::Level;
use lacuna_capi::text::lacuna_version;
use lacuna_capi::{ErrorNumbers, Function};
use lacuna_capi_replay::{Answer, Recording};
use std::collections::HashMap;
use std::ffi::{CStr, c_char};
use std::path::Path;

/// The functions by name, and the file that they are from, if any.
pub(super) struct Library {
    functions: HashMap<&'static str, usize>,
    opened: Option<Opened>,
}

/// A shared library.
struct Opened {
    library: libloading::Library,
    name: String,
}

impl std::fmt::Debug for Library {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Library").field("name", &self.name()).field("functions", &self.functions.len()).finish()
    }
}

impl Library {
    /// The functions that this program is linked with.
    pub(super) fn linked() -> Self {
        Self {
            functions: lacuna_capi::functions()
                .map(|function| (function.name, function.address.expose_provenance()))
                .collect(),
            opened: None,
        }
    }

    pub(super) fn open(file: &Path) -> Result<Self, String> {
        // SAFETY: the library runs no code when it is loaded: it has no state and no constructors of its own.
        let library = unsafe { libloading::Library::new(file) }.map_err(|error| {
            // What the system says names the file, and is the source of the error.
            let said = std::error::Error::source(&error).map_or_else(|| error.to_string(), ToString::to_string);
            format!("no shared library: {said}")
        })?;
        let mut functions = HashMap::new();
        for function in lacuna_capi::functions() {
            // SAFETY: only the address is taken; what is behind it is said by the name.
            let symbol = unsafe { library.get::<*const ()>(function.name) };
            let symbol = symbol.map_err(|_| format!("{}: no function {}", file.display(), function.name))?;
            functions.insert(function.name, symbol.expose_provenance());
        }
        let name = file.file_name().unwrap_or(file.as_os_str()).to_string_lossy().into_owned();
        Ok(Self { functions, opened: Some(Opened { library, name }) })
    }

    pub(super) fn name(&self) -> &str {
        self.opened.as_ref().map_or("linked in", |opened| &opened.name)
    }

    pub(super) fn version(&self) -> String {
        let version = match &self.opened {
            None => lacuna_version(),
            Some(Opened { library, .. }) => {
                // SAFETY: the signature in the header.
                match unsafe { library.get::<unsafe extern "C" fn() -> *const c_char>("lacuna_version") } {
                    // SAFETY: it takes nothing.
                    Ok(version) => unsafe { version() },
                    Err(_) => return String::new(),
                }
            }
        };
        // SAFETY: a text that stays.
        unsafe { CStr::from_ptr(version) }.to_string_lossy().into_owned()
    }

    /// Makes the functions run at a level. A shared library has its own copy of the kernels, and its own level.
    pub(super) fn force_level(&self, level: Level) -> Result<(), String> {
        type Force = unsafe extern "C" fn(usize, *mut ErrorNumbers) -> i32;
        let Some(Opened { library, .. }) = &self.opened else {
            return lacuna::dispatch::force(Some(level)).map_err(|error| error.to_string());
        };
        // SAFETY: the signature in the header; without a place for numbers none are written.
        let status = unsafe {
            library.get::<Force>("lacuna_force_level").map(|force| force(level as usize, std::ptr::null_mut()))
        };
        match status {
            Ok(0) => Ok(()),
            Ok(_) => Err(format!("this processor does not have the level {level}")),
            Err(error) => Err(error.to_string()),
        }
    }

    pub(super) fn call(
        &self,
        recording: &mut Recording,
        path: (&str, &str),
        operands: &mut [AnyOperand<'_>],
        types: [ElementType; 2],
    ) -> Result<Verdict, String> {
        let address = |function: &Function| {
            self.functions
                .get(function.name)
                .map_or(std::ptr::null(), |&address| std::ptr::with_exposed_provenance(address))
        };
        // SAFETY: the functions of these names, of this crate or of a library that says to have this C ABI.
        let Answer { status, error, size, plan, ends, sliced, .. } =
            unsafe { recording.call_of(path, operands, types, address) }?;
        Ok((status, error, Answered { size, plan, ends, sliced }))
    }
}
