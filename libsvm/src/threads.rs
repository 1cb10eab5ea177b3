//! The rayon pool of the caller, with the feature `threads`; else one thread.

/// More parts of a block than those of so many threads would be small ones.
#[cfg(feature = "threads")]
const MOST: usize = 1024;

/// The threads that read: as many as asked for, those of the pool for 0.
#[cfg(feature = "threads")]
pub(super) fn count(asked: usize) -> usize {
    if asked == 0 { rayon::current_num_threads() } else { asked.min(MOST) }
}

/// Does the work on each thread.
#[cfg(feature = "threads")]
pub(super) fn on_each(threads: usize, work: impl Fn() + Sync) {
    rayon::scope(|scope| (0..threads).for_each(|_| scope.spawn(|_| work())));
}

/// One, whatever is asked for.
#[cfg(not(feature = "threads"))]
pub(super) const fn count(_asked: usize) -> usize {
    1
}

/// Does the work once.
#[cfg(not(feature = "threads"))]
pub(super) fn on_each(_threads: usize, work: impl Fn() + Sync) {
    work();
}
