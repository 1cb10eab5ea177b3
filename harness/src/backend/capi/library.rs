//! A shared library with the C ABI, opened while the program runs.
#![allow(unsafe_code)]
use super::{Answered, Verdict};
use lacuna::dispatch::Level;
use lacuna_capi::{ErrorNumbers, Function};
use lacuna_capi_replay::{Answer, Call, Recording};
use std::collections::HashMap;
use std::ffi::{CStr, c_char};
use std::path::Path;

/// The library and its functions by name.
pub(super) struct Library {
    library: libloading::Library,
    functions: HashMap<&'static str, usize>,
    name: String,
}

impl std::fmt::Debug for Library {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Library").field("name", &self.name).field("functions", &self.functions.len()).finish()
    }
}

impl Library {
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
        Ok(Self { library, functions, name })
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn version(&self) -> String {
        // SAFETY: the signature in the header.
        let version = unsafe { self.library.get::<unsafe extern "C" fn() -> *const c_char>("lacuna_version") };
        version.map_or_else(
            |_| String::new(),
            // SAFETY: it takes nothing, and gives a text that stays.
            |version| unsafe { CStr::from_ptr(version()) }.to_string_lossy().into_owned(),
        )
    }

    /// Makes the library's kernels run at a level: its own, as it has its own copy of them.
    pub(super) fn force_level(&self, level: Level) -> Result<(), String> {
        type Force = unsafe extern "C" fn(usize, *mut ErrorNumbers) -> i32;
        // SAFETY: the signature in the header; without a place for numbers none are written.
        let status = unsafe { self.library.get::<Force>("lacuna_force_level").map(|force| force(level as usize, std::ptr::null_mut())) };
        match status {
            Ok(0) => Ok(()),
            Ok(_) => Err(format!("this processor does not have the level {level}")),
            Err(error) => Err(error.to_string()),
        }
    }

    pub(super) fn call(&self, recording: &mut Recording, made: Call<'_>) -> Result<Verdict, lacuna_capi_replay::Fault> {
        let address = |function: &Function| {
            self.functions.get(function.name).map_or(std::ptr::null(), |&address| std::ptr::with_exposed_provenance(address))
        };
        // SAFETY: the functions of these names in a library that says to have this C ABI.
        let Answer { status, error, size, plan, ends, sliced, .. } = unsafe { recording.call(made, address) }?;
        Ok((status, error, Answered { size, plan, ends, sliced }))
    }
}
