//! What a call says, as a `Result`.
use lacuna_runtime_capi::{Status, lacuna_runtime_message};
use std::ffi::CStr;

pub type Told<T> = Result<T, (Status, String)>;

/// The value if the call has done its work, or else why not.
pub fn told<T>(status: Status, value: T) -> Told<T> {
    if status == Status::Ok {
        return Ok(value);
    }
    Err((status, unsafe { CStr::from_ptr(lacuna_runtime_message()) }.to_str().unwrap().to_owned()))
}
