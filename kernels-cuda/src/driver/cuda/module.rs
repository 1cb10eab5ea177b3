//! The modules of PTX inside the driver, each loaded when it is asked for, and their entries.
use super::reason::reason;
use crate::PtxModule;
use crate::driver::{DriverError, Entry};
use cudarc::driver::{CudaContext, result, sys};
use std::collections::HashMap;
use std::ffi::{CStr, CString, c_void};
use std::ptr;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

/// Bytes of what the driver may say about text that it refuses.
const LOG_BYTES: usize = 4096;

/// The modules of a device.
pub(super) type Texts = &'static [PtxModule];

/// Shows whether the driver can compile anything: the compiler is a library of its own.
const NOTHING: &str = ".version 7.0\n.target sm_80\n.address_size 64\n.visible .entry nothing()\n{\n\tret;\n}\n";

#[derive(Clone, Copy)]
pub(super) struct Function(pub(super) sys::CUfunction);

// SAFETY: the driver takes its handles from any thread.
unsafe impl Send for Function {}
// SAFETY: as above.
unsafe impl Sync for Function {}

/// The modules of a device.
pub(super) struct Modules {
    context: Arc<CudaContext>,
    /// Once they are loaded. The driver compiles a text for seconds, in which only those wait that need its entries: each
    /// has a lock of its own.
    modules: Vec<(PtxModule, Mutex<Option<Module>>)>,
    /// Entries that were looked up.
    functions: RwLock<HashMap<String, Function>>,
}

impl Modules {
    /// Whether the driver compiles PTX.
    pub(super) fn require_compiler(context: &Arc<CudaContext>) -> Result<(), DriverError> {
        Module::load(context, NOTHING).map(drop)
    }

    /// Whether these are the modules of such texts.
    pub(super) fn are_of(&self, texts: Texts) -> bool {
        self.modules.iter().map(|(module, _)| module).eq(texts)
    }

    pub(super) fn new(context: &Arc<CudaContext>, texts: Texts) -> Self {
        let modules = texts.iter().map(|&text| (text, Mutex::default())).collect();
        Self { context: context.clone(), modules, functions: RwLock::default() }
    }

    pub(super) fn function(&self, entry: Entry<'_>) -> Result<Function, DriverError> {
        if let Some(&function) = self.functions.read().unwrap_or_else(PoisonError::into_inner).get(entry.name) {
            return Ok(function);
        }
        let unknown = || DriverError::UnknownEntry { entry: entry.name.to_owned() };
        let (text, module) = self.modules.iter().find(|(text, _)| text.name() == entry.module).ok_or_else(unknown)?;
        let mut module = module.lock().unwrap_or_else(PoisonError::into_inner);
        let loaded = match &*module {
            Some(loaded) => loaded,
            None => module.insert(Module::load(&self.context, &text.text())?),
        };
        let function = loaded.function(entry.name)?;
        self.functions.write().unwrap_or_else(PoisonError::into_inner).insert(entry.name.to_owned(), function);
        Ok(function)
    }
}

struct Module {
    handle: sys::CUmodule,
    context: Arc<CudaContext>,
}

// SAFETY: the driver takes its handles from any thread.
unsafe impl Send for Module {}

impl Module {
    /// Has the driver compile the text. cudarc's function for it does not ask for the compiler's messages.
    fn load(context: &Arc<CudaContext>, ptx: &str) -> Result<Self, DriverError> {
        let refused = |reason: String| DriverError::Ptx { reason };
        let text = CString::new(ptx).map_err(|error| refused(error.to_string()))?;
        context.bind_to_thread().map_err(|error| refused(reason(error)))?;
        let mut log = vec![0_u8; LOG_BYTES];
        let mut options =
            [sys::CUjit_option::CU_JIT_ERROR_LOG_BUFFER, sys::CUjit_option::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES];
        // The second value is itself a number, and not the address of one.
        let mut values = [log.as_mut_ptr().cast::<c_void>(), ptr::without_provenance_mut(LOG_BYTES)];
        let mut handle = ptr::null_mut();
        // SAFETY: the text ends with a zero, the log has the size that is given, and both outlive the call; a context
        // is bound.
        let loaded = unsafe {
            sys::cuModuleLoadDataEx(&mut handle, text.as_ptr().cast(), 2, options.as_mut_ptr(), values.as_mut_ptr())
        };
        loaded.result().map_err(|error| {
            let log = CStr::from_bytes_until_nul(&log).unwrap_or_default().to_string_lossy();
            let missing = match error.0 {
                sys::CUresult::CUDA_ERROR_JIT_COMPILER_NOT_FOUND => "libnvidia-ptxjitcompiler is not installed: ",
                _ => "",
            };
            refused(format!("{missing}{}\n{}", reason(error), log.trim()).trim().to_owned())
        })?;
        Ok(Self { handle, context: context.clone() })
    }

    fn function(&self, entry: &str) -> Result<Function, DriverError> {
        let unknown = || DriverError::UnknownEntry { entry: entry.to_owned() };
        let failed = |error| DriverError::Launch { entry: entry.to_owned(), reason: reason(error) };
        self.context.bind_to_thread().map_err(failed)?;
        let name = CString::new(entry).map_err(|_| unknown())?;
        // SAFETY: the module is unloaded in `drop` only.
        let handle = unsafe { result::module::get_function(self.handle, name) };
        let handle = handle
            .map_err(|error| if error.0 == sys::CUresult::CUDA_ERROR_NOT_FOUND { unknown() } else { failed(error) })?;
        Ok(Function(handle))
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        super::memory::bind(&self.context);
        // SAFETY: loaded in `load`, and nothing of it runs: each stream waited for its work when it was dropped.
        self.context.record_err(unsafe { result::module::unload(self.handle) });
    }
}
