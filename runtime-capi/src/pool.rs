//! Functions of `lacuna.h` on several threads.
use crate::failure::{Failure, Status, answer};
use crate::raw;
use crate::threads::MOST_THREADS;
use lacuna_capi::{Function, MOST_WORDS};
use std::collections::HashMap;
use std::ffi::{c_char, c_void};
use std::sync::OnceLock;

/// [Work](lacuna_capi::call_on) from which on threads share it: for less, waking them can take longer than it saves.
const LEAST_WORK: usize = 1 << 20;

/// Threads that share calls.
pub struct Threads {
    count: usize,
    of: Of,
}

enum Of {
    /// Beside the thread that calls.
    Own(Option<rayon::ThreadPool>),
    Caller(Both, State),
}

/// Calls `run(one)` and `run(other)`, at the same time or one after the other, and returns when both have returned.
pub type Both = Option<
    unsafe extern "C" fn(
        state: *mut c_void,
        run: unsafe extern "C" fn(work: *mut c_void),
        one: *mut c_void,
        other: *mut c_void,
    ),
>;

/// What the function of the caller gets.
struct State(*mut c_void);

// SAFETY: only the caller's function looks at it, which any thread may call.
unsafe impl Send for State {}
// SAFETY: the same.
unsafe impl Sync for State {}

type Work<'w> = &'w mut (dyn FnMut() + Send);

/// # Safety
/// `work` points to a [`Work`], which nobody else uses.
unsafe extern "C" fn run(work: *mut c_void) {
    // SAFETY: the caller's promise.
    unsafe { (*work.cast::<Work<'_>>())() };
}

impl lacuna::call::Threads for Threads {
    fn count(&self) -> usize {
        self.count
    }

    fn both(&self, mut one: Work<'_>, mut other: Work<'_>) {
        match &self.of {
            Of::Own(Some(pool)) => pool.in_place_scope(|scope| {
                scope.spawn(|_| one());
                other();
            }),
            Of::Own(None) | Of::Caller(None, _) => {
                one();
                other();
            }
            Of::Caller(Some(both), state) => {
                // SAFETY: the function is the caller's, with what it wants; both are there until it returns.
                unsafe { both(state.0, run, (&raw mut one).cast(), (&raw mut other).cast()) };
            }
        }
    }
}

impl Threads {
    /// The thread that calls, and so many less one beside it.
    pub(crate) fn new(count: usize) -> Result<Self, Failure> {
        let pool = match counted(count)? {
            1 => None,
            count => {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(count - 1);
                let pool = pool.thread_name(|thread| format!("lacuna {}", thread + 1)).build();
                Some(pool.map_err(|error| Failure::Argument(format!("{count} threads: {error}")))?)
            }
        };
        Ok(Self { count, of: Of::Own(pool) })
    }
}

fn counted(count: usize) -> Result<usize, Failure> {
    if (1..=MOST_THREADS).contains(&count) {
        return Ok(count);
    }
    Err(Failure::Argument(format!("count is {count}, not from 1 to {MOST_THREADS}")))
}

/// Makes threads for `lacuna_threads_call`: the one that calls, and `count - 1` more, which sleep between calls. They are
/// not there in a process that is forked.
///
/// # Safety
/// `out` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_threads_new(count: usize, out: *mut *mut Threads) -> Status {
    // SAFETY: as the caller's.
    answer(|| unsafe { raw::give(Threads::new(count)?, out, "out") })
}

/// The same with threads of a program's own: a call is cut into about `count` parts by `both`, which is called from
/// threads that it runs parts on, too.
///
/// # Safety
/// `both` is such a function, for any thread, with `state`, until the handle is freed; `out` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_threads_of(
    count: usize,
    both: Both,
    state: *mut c_void,
    out: *mut *mut Threads,
) -> Status {
    answer(|| {
        let count = counted(count)?;
        if both.is_none() {
            return Err(Failure::Argument("both is null".to_owned()));
        }
        // SAFETY: as the caller's.
        unsafe { raw::give(Threads { count, of: Of::Caller(both, State(state)) }, out, "out") }
    })
}

/// Frees threads. The handle may be null.
///
/// # Safety
/// It comes from `lacuna_threads_new` or `lacuna_threads_of`, and is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_threads_free(threads: *mut Threads) {
    // SAFETY: as the caller's.
    unsafe { raw::free(threads) };
}

/// Calls a function of `lacuna.h` by its name, such as `lacuna_dot_csr_dense`, with the same bits. `words` are its
/// arguments but the last, the error: pointers, and sizes as pointers. Large calls of kernels that can be cut ("splits" in
/// docs/kernels.md) share the threads: products of 1,048,576 entries times columns, for example, or vectors of as many
/// elements. Everything else runs on the thread that calls. Several threads may use the same handle at once. A call that
/// finds out while it works that it cannot go on, as its description says, may have written more than on one thread.
///
/// Gives a `lacuna_status`; `error` is null or a `lacuna_error`. No such function, or another number of words, is
/// `LACUNA_STATUS_INVALID_CHOICE`, and a null pointer here `LACUNA_STATUS_NULL_POINTER`; then `lacuna_runtime_message()`
/// says which, and `error` is not written.
///
/// # Safety
/// As the function's; `words` has `count` words, and the name ends with a zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_threads_call(
    threads: *const Threads,
    function: *const c_char,
    words: *const *const c_void,
    count: usize,
    error: *mut c_void,
) -> i32 {
    let mut status = lacuna_capi::Status::Other;
    let answered = answer(|| {
        status = lacuna_capi::Status::NullPointer;
        // SAFETY: as the caller's.
        let (threads, name) = unsafe { (raw::one(threads, "threads")?, raw::text(function, "function")?) };
        // SAFETY: as the caller's.
        let given = unsafe { raw::array(words, count, "words") }?;
        status = lacuna_capi::Status::InvalidChoice;
        let function = named(name).ok_or_else(|| Failure::Argument(format!("no function of lacuna.h is {name}")))?;
        let expected = function.parameters.len();
        let mut own = [0; MOST_WORDS];
        let own = own.get_mut(..count).filter(|_| count == expected);
        let own = own.ok_or_else(|| Failure::Argument(format!("{name} takes {expected} words, not {count}")))?;
        own.iter_mut().zip(given).for_each(|(own, word)| *own = word.expose_provenance());
        // SAFETY: as the caller's.
        status = unsafe { lacuna_capi::call_on(function, threads, LEAST_WORK, own, error.cast()) };
        Ok(())
    });
    if answered == Status::Defect {
        status = lacuna_capi::Status::Other;
    }
    status as i32
}

/// A function by its name.
fn named(name: &str) -> Option<&'static Function> {
    static PLACES: OnceLock<HashMap<&str, usize>> = OnceLock::new();
    let places = PLACES.get_or_init(|| lacuna_capi::functions().map(|function| function.name).zip(0..).collect());
    lacuna_capi::functions().nth(*places.get(name)?)
}
