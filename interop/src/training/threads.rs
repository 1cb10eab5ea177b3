//! Large operations on several threads.
use lacuna::{Kernel, KernelError, Split};
use rayon::prelude::*;

/// Products, or values that are written, from which on an operation is shared: below, handing it out takes longer than
/// the work.
const SHARED: usize = 1 << 16;

/// Runs a kernel that has so much work. The bits of its result do not depend on the number of threads.
pub(super) fn run<K: Kernel<Output = ()> + Split + Send>(kernel: K, work: usize) -> Result<(), KernelError> {
    kernel.check()?;
    share(kernel, work, K::run)
}

/// The same of anything that has parts. What `call` would refuse is refused before.
pub(super) fn share<S: Split + Send>(
    whole: S,
    work: usize,
    call: impl Fn(S) -> Result<(), KernelError> + Sync + Send,
) -> Result<(), KernelError> {
    let threads = if work < SHARED { 1 } else { rayon::current_num_threads() };
    if threads == 1 {
        return call(whole);
    }
    whole.split(threads).collect::<Vec<_>>().into_par_iter().try_for_each(call)
}
