//! Why a call was refused.
use lacuna_models::model::ModelError;
use lacuna_models::train::{ModelFileError, TrainError};
use lacuna_runtime::array::ArrayError;
use lacuna_runtime::libsvm::{LibsvmError, LibsvmWriteError};
use lacuna_runtime::optimizer::CreateError;
use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use thiserror::Error;

/// What a call gives.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It has done its work.
    Ok = 0,
    /// A pointer is null or not aligned, a text is not UTF-8, or a number is none of its choices.
    Argument = 1,
    /// Settings are malformed, or a number in them is out of range.
    Settings = 2,
    /// Rows, labels or weights break the rules of their format, or do not fit the model.
    Data = 3,
    /// A file cannot be read or written, or holds something else.
    File = 4,
    /// A defect of the library. The handle must not be used any more, except to be freed.
    Defect = 5,
    /// A GPU cannot be used, has no room, or has failed.
    Device = 6,
}

#[derive(Debug, Error)]
pub(crate) enum Failure {
    #[error("{0}")]
    Argument(String),
    #[error("{0}")]
    Settings(String),
    #[error("{0}")]
    Data(String),
    #[error("{0}")]
    File(String),
    #[error("{0}")]
    Device(String),
}

impl Failure {
    const fn status(&self) -> Status {
        match self {
            Self::Argument(_) => Status::Argument,
            Self::Settings(_) => Status::Settings,
            Self::Data(_) => Status::Data,
            Self::File(_) => Status::File,
            Self::Device(_) => Status::Device,
        }
    }

    /// The same, with what it is about in front.
    pub fn about(mut self, what: &str) -> Self {
        let (Self::Argument(text) | Self::Settings(text) | Self::Data(text) | Self::File(text) | Self::Device(text)) =
            &mut self;
        text.insert_str(0, &format!("{what}: "));
        self
    }

    pub fn settings(error: impl ToString) -> Self {
        Self::Settings(error.to_string())
    }

    pub fn data(error: impl ToString) -> Self {
        Self::Data(error.to_string())
    }
}

macro_rules! from {
    ($($error:ty => $variant:ident;)*) => {$(
        impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Self::$variant(error.to_string())
            }
        }
    )*};
}
from! {
    ArrayError => Data;
    ModelError => Data;
    CreateError => Settings;
    ModelFileError => File;
    LibsvmWriteError => File;
    serde_json::Error => Settings;
}

impl From<LibsvmError> for Failure {
    fn from(error: LibsvmError) -> Self {
        match error {
            LibsvmError::Io { ref source, .. } => Self::File(format!("{error}: {source}")),
            _ => Self::Data(error.to_string()),
        }
    }
}

impl From<TrainError> for Failure {
    fn from(error: TrainError) -> Self {
        match error {
            TrainError::Libsvm(error) => error.into(),
            TrainError::File(error) => error.into(),
            error => Self::Data(error.to_string()),
        }
    }
}

thread_local! {
    static MESSAGE: RefCell<CString> = RefCell::default();
}

fn tell(message: &str) {
    let text = CString::new(message.replace('\0', " ")).unwrap_or_default();
    MESSAGE.with(|own| *own.borrow_mut() = text);
}

/// The status of what a call does, whose failure becomes the message of this thread.
pub(crate) fn answer(work: impl FnOnce() -> Result<(), Failure>) -> Status {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(())) => Status::Ok,
        Ok(Err(failure)) => {
            tell(&failure.to_string());
            failure.status()
        }
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
            tell(&format!("a defect of the library: {text}"));
            Status::Defect
        }
    }
}

/// Why the last call of this thread that was refused was refused, in one sentence with its numbers. The text stays until
/// the next one that is refused.
#[unsafe(no_mangle)]
pub extern "C" fn lacuna_runtime_message() -> *const c_char {
    MESSAGE.with(|own| own.borrow().as_ptr())
}
