//! Calls on several threads.
use crate::failure::Failure;
use crate::pool::Threads;
use lacuna::call::in_parts;
use lacuna::{Kernel, KernelError, Split};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::{mem, process};

/// More threads than any machine has.
pub(crate) const MOST_THREADS: usize = 1024;

/// Numbers of a table from which on threads share the work: below, waking them takes longer than it.
const SHARED: usize = 1 << 18;

/// Works on a pool of its own: one that outlives the call would be broken in a process that is forked.
pub(crate) fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> Result<T, Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    Ok(pool.map_err(|error| Failure::Argument(format!("{threads} threads: {error}")))?.install(work))
}

/// The threads of this process that share kernels, by their number, and its id: a process that was forked has none of them.
static SHARING: Mutex<(u32, BTreeMap<usize, Arc<Threads>>)> = Mutex::new((0, BTreeMap::new()));

/// Threads that stay for later calls. They run nothing that waits for anything else.
fn sharing(count: usize) -> Result<Arc<Threads>, Failure> {
    // Who has it may be a thread that only the process has from which this one was forked.
    let Ok(mut sharing) = SHARING.try_lock() else { return Threads::new(count).map(Arc::new) };
    let (owner, made) = &mut *sharing;
    if *owner != process::id() {
        // To end threads that are not there could wait for them.
        mem::forget(mem::take(made));
        *owner = process::id();
    }
    if let Some(threads) = made.get(&count) {
        return Ok(threads.clone());
    }
    let threads = Arc::new(Threads::new(count)?);
    made.insert(count, threads.clone());
    Ok(threads)
}

/// A call that reads and writes so many numbers.
pub(crate) fn perform<K>(call: K, numbers: usize, threads: usize) -> Result<(), Failure>
where
    K: Kernel<Output = ()> + Split + Send + Sync,
{
    if threads > MOST_THREADS {
        return Err(Failure::Argument(format!("threads is {threads}, of at most {MOST_THREADS}")));
    }
    let done: Result<(), KernelError> =
        if threads > 1 && numbers >= SHARED { in_parts(call, &*sharing(threads)?) } else { call.call() };
    done.map_err(Failure::data)
}
