//! The kernels through the functions of the C ABI.
mod library;
mod structure;

use lacuna::dispatch::Level;
use lacuna::error::Operand;
use lacuna::{Index, KernelError, Value};
use lacuna_capi::types::{BlockEnds, Plan, SlicedPlan};
use lacuna_capi::{ErrorNumbers, Status};
use lacuna_capi_replay::{Call, Encode, Recording};
use library::Library;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Runs the kernels through the C ABI, whose calls it can record.
#[derive(Debug)]
pub struct Capi {
    library: Library,
    recording: Mutex<Recording>,
    fault: Mutex<Option<String>>,
}

/// What a call answers with beside its arrays.
pub(super) struct Answered {
    size: Option<usize>,
    plan: Option<Plan<i64>>,
    ends: Option<BlockEnds<i64>>,
    sliced: Option<SlicedPlan<i64>>,
}

/// What a kernel gives, from what the library has answered.
pub(super) trait Given {
    fn given(answered: Answered) -> Self;
}

impl Given for () {
    fn given(_: Answered) {}
}

impl Given for usize {
    /// 0 if the library gave none, which its own status excludes.
    fn given(answered: Answered) -> Self {
        answered.size.unwrap_or_default()
    }
}

/// Calls the function of a kernel.
macro_rules! call {
    ($self:ident [$value:ident I] $family:ident $name:ident ($($kind:ident $operand:ident),*)) => {
        $self.call::<V, I, _>(concat!(stringify!($family), "_", stringify!($name)), ($(capi::argument!($kind $operand),)*))
    };
    ($self:ident [$value:ident] $family:ident $name:ident ($($kind:ident $operand:ident),*)) => {
        $self.call_named(&format!(concat!("lacuna_", stringify!($family), "_", stringify!($name), "_{}"), V::NAME), ($(capi::argument!($kind $operand),)*))
    };
}

/// An operand as it is recorded.
macro_rules! argument {
    (RowSparseList $operand:ident) => {
        lacuna_capi_replay::List($operand)
    };
    (Scalar $operand:ident) => {
        lacuna_capi_replay::OneValue($operand)
    };
    ($kind:ident $operand:ident) => {
        $operand
    };
}
pub(super) use {argument, call};

impl Default for Capi {
    fn default() -> Self {
        Self::new()
    }
}

impl Capi {
    /// The functions that this program is linked with.
    pub fn new() -> Self {
        Self::of(Library::linked())
    }

    /// The library in a file.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub fn open(file: &Path) -> Result<Self, String> {
        Library::open(file).map(Self::of)
    }

    fn of(library: Library) -> Self {
        Self { library, recording: Mutex::default(), fault: Mutex::default() }
    }

    /// What reports call it.
    pub fn describe(&self) -> String {
        format!("capi ({}, {})", self.library.name(), self.library.version())
    }

    /// Makes the library's kernels run at a level.
    ///
    /// # Errors
    /// If the processor does not have it.
    pub fn force_level(&self, level: Level) -> Result<(), String> {
        self.library.force_level(level)
    }

    /// Begins the record of a case.
    pub fn begin(&self, title: &str) {
        self.recording.lock().unwrap_or_else(PoisonError::into_inner).begin(title);
    }

    /// The record of the case, and the hash of its answers.
    pub fn recorded(&self) -> (Vec<u8>, u64) {
        let recording = self.recording.lock().unwrap_or_else(PoisonError::into_inner);
        let (case, hash) = recording.case();
        (case.to_vec(), hash)
    }

    /// Why the last call had no result, if that was not the kernel's refusal.
    pub(super) fn last_fault(&self) -> Option<String> {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Calls the function of this name for a value and an index type.
    pub(super) fn call<'a, V: Value, I: Index, T: Given>(&self, function: &str, arguments: impl Encode<'a>) -> Result<T, KernelError> {
        self.call_named(&format!("lacuna_{function}_{}_{}", V::NAME, I::NAME), arguments)
    }

    /// Calls the function of this name.
    pub(super) fn call_named<'a, T: Given>(&self, name: &str, arguments: impl Encode<'a>) -> Result<T, KernelError> {
        let made = Call::new(name).with(arguments);
        let mut recording = self.recording.lock().unwrap_or_else(PoisonError::into_inner);
        let verdict = self.library.call(&mut recording, made).map_err(|fault| format!("{name}: {fault}"));
        drop(recording);
        let (status, error, answered) = verdict.map_err(|fault| self.failed(fault))?;
        match error.kernel_error() {
            _ if status == Status::Ok as i32 => Ok(T::given(answered)),
            Some(refusal) => Err(refusal),
            None => Err(self.failed(format!("{name}: status {status}: {error}"))),
        }
    }

    /// What went wrong has no place among the errors of kernels: it waits in [`last_fault`](Self::last_fault).
    fn failed(&self, fault: String) -> KernelError {
        *self.fault.lock().unwrap_or_else(PoisonError::into_inner) = Some(fault);
        KernelError::Capacity { operand: Operand::Scratch, needed: 0, found: 0 }
    }
}

/// What a call gave: status, numbers of the error, sizes.
type Verdict = (i32, ErrorNumbers, Answered);
