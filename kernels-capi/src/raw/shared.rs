//! Calls on threads that a program has.
use super::drive::Sharing;
use super::{Types, drive, invoke};
use crate::describe::Function;
use crate::status::{ErrorNumbers, MemoryFault, OperandCode, Status};
use lacuna::call::Threads;

/// Calls a function with pointers and sizes as words, one for each of its parameters but the last. A kernel that can be
/// cut runs in parts on `threads` if it has `least_work` or more; everything else runs on the thread that calls. Status,
/// numbers and bits do not depend on that.
///
/// Work is counted in elements of a product: entries of a csr, or ids, times the columns of the widest matrix that is
/// read; otherwise elements of the largest array. A transposed product without a plan has none for less than 128 columns,
/// as each part of it goes through all entries.
///
/// Another number of words is [`Status::InvalidChoice`], with both numbers.
///
/// # Safety
/// The words are what the function wants, and `error` is null or the place of the numbers.
pub unsafe fn call_on(
    function: &Function,
    threads: &dyn Threads,
    least_work: usize,
    words: &[usize],
    error: *mut ErrorNumbers,
) -> Status {
    let (expected, found) = (function.parameters.len(), words.len());
    // With the place of the numbers.
    let mut pointers = [core::ptr::null(); super::MOST_WORDS];
    let Some(own) = pointers.get_mut(..found).filter(|_| found == expected) else {
        let fault = MemoryFault { status: Status::InvalidChoice, operand: OperandCode::None, expected, found };
        // SAFETY: the caller's promise.
        return unsafe {
            super::run(error, Types::NONE, |call| Err(call.memory.report().refuse(fault.into())), |_| Ok(()))
        };
    };
    own.iter_mut().zip(words).for_each(|(pointer, &word)| *pointer = core::ptr::with_exposed_provenance(word));
    if let Some(driven) = function.operator {
        // SAFETY: the caller's promise.
        return unsafe { drive(driven, own, error, Some(Sharing { threads, least_work })) };
    }
    let mut all = [0; super::MOST_WORDS];
    all[..found].copy_from_slice(words);
    all[found] = error.expose_provenance();
    // SAFETY: the caller's promise.
    let number = unsafe { invoke(function.address, &all[..=found]) };
    number.and_then(Status::from_number).unwrap_or(Status::Other)
}
