//! Calls on several threads.
use crate::failure::Failure;
use lacuna::call::in_parts;
use lacuna::{Kernel, KernelError, Split};
use lacuna_runtime::Cpu;

/// More threads than any machine has.
pub(crate) const MOST_THREADS: usize = 1024;

/// Numbers of a table from which on threads share the work: below, starting them takes longer than it.
const SHARED: usize = 1 << 18;

/// Works on a pool of its own: one that outlives the call would be broken in a process that is forked.
pub(crate) fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> Result<T, Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    Ok(pool.map_err(|error| Failure::Argument(format!("{threads} threads: {error}")))?.install(work))
}

/// A call that reads and writes so many numbers.
pub(crate) fn perform<K>(call: K, numbers: usize, threads: usize) -> Result<(), Failure>
where
    K: Kernel<Output = ()> + Split + Send + Sync,
{
    if threads > MOST_THREADS {
        return Err(Failure::Argument(format!("threads is {threads}, of at most {MOST_THREADS}")));
    }
    let done: Result<(), KernelError> = if threads > 1 && numbers >= SHARED {
        on_threads(threads, || in_parts(call, &Cpu { threads }))?
    } else {
        call.call()
    };
    done.map_err(Failure::data)
}
