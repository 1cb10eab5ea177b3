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
    perform_in_parts(&mut Piece::new(call, &K::perform), threads, How::CALL)
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
    join(&mut Piece::new(work, &|work, _| run(work)), threads.count(), threads, How::RUN)
}

/// What can be cut, without its type: how it is joined is compiled once, and not for each kernel. After `run` or
/// `cut_at` nothing is left.
pub(super) trait Cut: Send {
    fn rows(&self) -> usize;
    fn cut(&self, part: usize, parts: usize) -> usize;
    /// Calls `both` with the rows before `row`, and with the others.
    fn cut_at(&mut self, row: usize, both: &mut dyn FnMut(&mut dyn Cut, &mut dyn Cut));
    fn run(&mut self, how: How) -> Result<(), KernelError>;
}

/// The checks of a kernel that can be cut.
pub(super) trait Checked: Cut {
    fn check_length(&self) -> usize;
    fn check_range(&self, places: Range<usize>) -> Result<(), KernelError>;
    fn run_on(&mut self, threads: &dyn Threads, how: How) -> bool;
}

/// Anything that can be cut, until it is taken, and what is to be done with its parts.
pub(super) struct Piece<'r, S, F> {
    work: Option<S>,
    run: &'r F,
}

impl<'r, S, F: Fn(S, How) -> Result<(), KernelError>> Piece<'r, S, F> {
    pub(super) const fn new(work: S, run: &'r F) -> Self {
        Self { work: Some(work), run }
    }
}

impl<S: Split + Send, F: Fn(S, How) -> Result<(), KernelError> + Sync> Cut for Piece<'_, S, F> {
    fn rows(&self) -> usize {
        match &self.work {
            Some(work) => work.rows(),
            None => 0,
        }
    }
    fn cut(&self, part: usize, parts: usize) -> usize {
        match &self.work {
            Some(work) => work.cut(part, parts),
            None => 0,
        }
    }
    fn cut_at(&mut self, row: usize, both: &mut dyn FnMut(&mut dyn Cut, &mut dyn Cut)) {
        if let Some(work) = self.work.take() {
            let (top, rest) = work.split_rows_at(row);
            both(&mut Piece::new(top, self.run), &mut Piece::new(rest, self.run));
        }
    }
    fn run(&mut self, how: How) -> Result<(), KernelError> {
        match self.work.take() {
            Some(work) => (self.run)(work, how),
            None => Ok(()),
        }
    }
}

impl<K: Kernel + Split + Send, F: Fn(K, How) -> Result<(), KernelError> + Sync> Checked for Piece<'_, K, F> {
    fn check_length(&self) -> usize {
        match &self.work {
            Some(work) => work.check_length(),
            None => 0,
        }
    }
    fn check_range(&self, places: Range<usize>) -> Result<(), KernelError> {
        match &self.work {
            Some(work) => work.check_range(places),
            None => Ok(()),
        }
    }
    fn run_on(&mut self, threads: &dyn Threads, how: How) -> bool {
        self.work.as_mut().is_some_and(|work| work.run_on(threads, how))
    }
}

/// Checks the whole, then runs parts of about equal work.
pub(super) fn perform_in_parts(
    call: &mut (dyn Checked + Sync),
    threads: &dyn Threads,
    how: How,
) -> Result<(), KernelError> {
    let count = threads.count();
    if count <= 1 {
        return call.run(how);
    }
    if !how.checked {
        let (checked, places) = (&*call, call.check_length());
        each_range(0..places, threads, &|places| checked.check_range(places))?;
    }
    let how = How { checked: true, ..how };
    if call.run_on(threads, how) { Ok(()) } else { join(call, count, threads, how) }
}

/// Calls `run` with parts of places, on threads of the caller if there are enough.
pub(crate) fn each_range<E: Send>(
    places: Range<usize>,
    threads: &dyn Threads,
    run: &(dyn Fn(Range<usize>) -> Result<(), E> + Sync),
) -> Result<(), E> {
    let parts = threads.count().min(places.len() / FEWEST_PLACES);
    halve(places, parts, threads, run)
}

/// Halves the places until each thread has a part.
fn halve<E: Send>(
    places: Range<usize>,
    parts: usize,
    threads: &dyn Threads,
    run: &(dyn Fn(Range<usize>) -> Result<(), E> + Sync),
) -> Result<(), E> {
    if parts <= 1 {
        return run(places);
    }
    let half = parts / 2;
    let middle = places.start + (places.len() as u128 * half as u128 / parts as u128) as usize;
    let (mut of_top, mut of_rest) = (Ok(()), Ok(()));
    threads.both(&mut || of_top = halve(places.start..middle, half, threads, run), &mut || {
        of_rest = halve(middle..places.end, parts - half, threads, run);
    });
    of_top.and(of_rest)
}

/// Halves the work until each thread has a part.
fn join(work: &mut dyn Cut, parts: usize, threads: &dyn Threads, how: How) -> Result<(), KernelError> {
    if parts <= 1 || work.rows() <= 1 {
        return work.run(how);
    }
    let half = parts / 2;
    let row = work.cut(half, parts);
    if row == 0 {
        return join(work, parts - half, threads, how);
    }
    if row >= work.rows() {
        return join(work, half, threads, how);
    }
    let mut result = Ok(());
    work.cut_at(row, &mut |top, rest| {
        let (mut of_top, mut of_rest) = (Ok(()), Ok(()));
        threads.both(&mut || of_top = join(top, half, threads, how), &mut || {
            of_rest = join(rest, parts - half, threads, how)
        });
        result = of_top.and(of_rest.map_err(|error| below(row, error)));
    });
    result
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
