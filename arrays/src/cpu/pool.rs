//! Pools of threads, and what hinders one.
use super::Cpu;
use rayon::{ThreadBuilder, ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::io;
use thiserror::Error;

/// Why there is no pool.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PoolError {
    /// More threads than a pool may have.
    #[error("{asked} threads: at most {most} are supported")]
    TooMany {
        /// Those asked for.
        asked: usize,
        /// Those that a pool may have.
        most: usize,
    },
    /// The system does not give a thread.
    #[error("thread {thread} of {asked} cannot be made")]
    Thread {
        /// Counted from 1.
        thread: usize,
        /// Those asked for.
        asked: usize,
        /// What the system says.
        source: io::Error,
    },
    /// Anything else that rayon objects to.
    #[error(transparent)]
    Pool(#[from] ThreadPoolBuildError),
}

/// A pool whose threads `spawn` starts, one after the other.
pub(super) fn build(
    threads: usize,
    mut spawn: impl FnMut(ThreadBuilder) -> io::Result<()>,
) -> Result<ThreadPool, PoolError> {
    let (asked, most) = (threads.max(1), Cpu::MOST_THREADS);
    if asked > most {
        return Err(PoolError::TooMany { asked, most });
    }
    let mut failed = None;
    let pool = ThreadPoolBuilder::new().num_threads(asked).spawn_handler(|thread| {
        let number = thread.index() + 1;
        spawn(thread).map_err(|error| {
            let kind = error.kind();
            failed = Some((number, error));
            kind.into()
        })
    });
    let pool = pool.build();
    match failed {
        Some((thread, source)) => Err(PoolError::Thread { thread, asked, source }),
        None => Ok(pool?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_many_threads_are_refused_before_one_is_made() {
        for asked in [Cpu::MOST_THREADS + 1, usize::MAX] {
            let error = build(asked, |_| panic!("a thread was made")).unwrap_err();
            assert_eq!(error.to_string(), format!("{asked} threads: at most 1024 are supported"));
        }
        assert_eq!(Cpu::pool(3).unwrap().current_num_threads(), 3);
    }

    #[test]
    fn a_thread_that_cannot_be_made_is_named() {
        let error = build(5, |thread| match thread.index() {
            2 => Err(io::Error::other("no more threads")),
            _ => std::thread::Builder::new().spawn(|| thread.run()).map(drop),
        });
        let error = anyhow::Error::from(error.unwrap_err());
        assert_eq!(format!("{error:#}"), "thread 3 of 5 cannot be made: no more threads");
    }
}
