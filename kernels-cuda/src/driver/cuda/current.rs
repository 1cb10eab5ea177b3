//! The context that the caller's thread has.
use cudarc::driver::sys;
use std::ptr;

/// The context of a thread, which becomes its context again when this is dropped: other users of the driver in the
/// thread, such as the CUDA runtime, rely on theirs.
#[derive(Default)]
pub(super) struct Current(Option<sys::CUcontext>);

// SAFETY: the driver takes its handles from any thread.
unsafe impl Send for Current {}
// SAFETY: as above.
unsafe impl Sync for Current {}

impl Current {
    /// That of this thread, or that it has none.
    pub(super) fn keep() -> Self {
        let mut context = ptr::null_mut();
        // SAFETY: writes a handle.
        let kept = unsafe { sys::cuCtxGetCurrent(&mut context) }.result();
        Self(kept.is_ok().then_some(context))
    }
}

impl Drop for Current {
    fn drop(&mut self) {
        if let Some(context) = self.0 {
            // A context that was destroyed meanwhile is refused, and nobody can use it.
            // SAFETY: the driver gave this handle.
            let _ = unsafe { sys::cuCtxSetCurrent(context) };
        }
    }
}
