//! A kernel in parts, for the threads of the caller.
use super::Threads;
use crate::error::Operand;
use crate::kernel::{How, Kernel};
use crate::{KernelError, Split};
use core::ops::Range;

/// Places that a thread checks sooner than another one begins.
const FEWEST_PLACES: usize = 1 << 12;

/// Checks the whole of any kernel that can be cut, one of your own too, and runs its parts on threads of the caller.
///
/// # Errors
/// Those of the kernel; of the parts, that of the first that has one.
pub fn in_parts<K>(call: K, threads: &dyn Threads) -> Result<(), KernelError>
where
    K: Kernel<Output = ()> + Split + Send + Sync,
{
    perform_in_parts(call, threads, How::CALL)
}

/// Runs parts of about equal work on threads of the caller: of anything that can be cut by rows.
///
/// # Errors
/// That of the first part that has one.
pub fn each_part<S: Split + Send>(
    work: S,
    threads: &dyn Threads,
    run: &(impl Fn(S) -> Result<(), KernelError> + Sync),
) -> Result<(), KernelError> {
    join(work, threads.count(), threads, run)
}

/// Checks the whole, then runs parts of about equal work.
pub(super) fn perform_in_parts<K>(call: K, threads: &dyn Threads, how: How) -> Result<(), KernelError>
where
    K: Kernel<Output = ()> + Split + Send + Sync,
{
    let count = threads.count();
    if count <= 1 {
        return call.perform(how);
    }
    if !how.checked {
        let places = call.check_length();
        check(0..places, count.min(places / FEWEST_PLACES), threads, &|places| call.check_range(places))?;
    }
    join(call, count, threads, &|part: K| part.perform(How { checked: true, ..how }))
}

/// Halves the places until each thread has a part. Compiled once, and not for each kernel.
fn check(
    places: Range<usize>,
    parts: usize,
    threads: &dyn Threads,
    run: &(dyn Fn(Range<usize>) -> Result<(), KernelError> + Sync),
) -> Result<(), KernelError> {
    if parts <= 1 {
        return run(places);
    }
    let half = parts / 2;
    let middle = places.start + (places.len() as u128 * half as u128 / parts as u128) as usize;
    let (mut of_top, mut of_rest) = (Ok(()), Ok(()));
    threads.both(&mut || of_top = check(places.start..middle, half, threads, run), &mut || {
        of_rest = check(middle..places.end, parts - half, threads, run);
    });
    of_top.and(of_rest)
}

/// Halves the work until each thread has a part.
fn join<S: Split + Send>(
    work: S,
    parts: usize,
    threads: &dyn Threads,
    run: &(impl Fn(S) -> Result<(), KernelError> + Sync),
) -> Result<(), KernelError> {
    if parts <= 1 || work.rows() <= 1 {
        return run(work);
    }
    let half = parts / 2;
    let row = work.cut(half, parts);
    if row == 0 {
        return join(work, parts - half, threads, run);
    }
    if row >= work.rows() {
        return join(work, half, threads, run);
    }
    let (top, rest) = work.split_rows_at(row);
    let (mut top, mut rest) = (Some(top), Some(rest));
    let (mut of_top, mut of_rest) = (Ok(()), Ok(()));
    threads.both(&mut || of_top = top.take().map_or(Ok(()), |top| join(top, half, threads, run)), &mut || {
        of_rest = rest.take().map_or(Ok(()), |rest| join(rest, parts - half, threads, run))
    });
    of_top.and(of_rest.map_err(|error| below(row, error)))
}

/// What a part finds out while it works, with the row counted from the start of the whole.
fn below(rows: usize, error: KernelError) -> KernelError {
    match error {
        KernelError::Pattern { operand: Operand::Output, row, expected, found } => {
            KernelError::Pattern { operand: Operand::Output, row: row + rows, expected, found }
        }
        other => other,
    }
}
