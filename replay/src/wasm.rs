//! What a WebAssembly host calls: the host has the file with the cases, and gives memory.
use crate::{Fault, address, replay};
use core::slice;

/// Replays a case of `length` bytes, with the arguments of its calls in `memory_length` bytes of `memory`. Gives the
/// number of calls, and writes the hash; a negative number if that was not possible: -1 for bytes that are no case, -2
/// for an unknown function, -3 if more memory is needed, of so many bytes as `hash` then says.
///
/// # Safety
/// `case`, `memory` and `hash` point to that much memory, apart from each other, and are aligned to 8, 16 and 8 bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn replay_case(
    case: *const u8,
    length: usize,
    memory: *mut u128,
    memory_length: usize,
    hash: *mut u64,
) -> i32 {
    // SAFETY: the caller's promise.
    let (case, memory) = unsafe {
        (slice::from_raw_parts(case, length), slice::from_raw_parts_mut(memory, memory_length / size_of::<u128>()))
    };
    // SAFETY: the functions that this module is linked with.
    let (found, answer) = match unsafe { replay(case, memory, address) } {
        Ok(replayed) => (replayed.hash, i32::try_from(replayed.calls).unwrap_or(i32::MAX)),
        Err(Fault::Record) => (0, -1),
        Err(Fault::Function) => (0, -2),
        Err(Fault::Arena { needed, .. }) => (needed as u64, -3),
    };
    // SAFETY: the caller's promise.
    unsafe { hash.write(found) };
    answer
}
