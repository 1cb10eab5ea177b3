//! Threads of one process.
use super::{Exchange, ExchangeError, Traffic};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// One of the ranks that are threads of this process.
///
/// A thread gives no sign of life by itself: one that is waited for and sends nothing within the limit hangs. Where
/// ranks wait for each other, the one at the end of the chain is named.
///
/// ```
/// use lacuna_arrays::exchange::{Exchange, Threads};
/// use std::time::Duration;
/// let ranks = Threads::new(3, Duration::from_secs(10));
/// std::thread::scope(|scope| {
///     for rank in ranks {
///         scope.spawn(move || {
///             let numbers = rank.all_gather(vec![10 * rank.rank() as u8]);
///             assert_eq!(numbers, Ok(vec![vec![0], vec![10], vec![20]]));
///         });
///     }
/// });
/// ```
#[derive(Debug)]
pub struct Threads {
    rank: usize,
    shared: Arc<Shared>,
    limit: Duration,
    traffic: Mutex<Traffic>,
    /// It has told the others that it does not go on.
    has_failed: AtomicBool,
}

#[derive(Debug)]
struct Shared {
    /// Of each rank.
    inboxes: Vec<Inbox>,
    /// What the first rank that failed has failed with. One for all: a rank that is told it ends, and others that see
    /// that must see why.
    failed: OnceLock<ExchangeError>,
}

#[derive(Debug, Default)]
struct Inbox {
    received: Mutex<Received>,
    arrived: Condvar,
}

/// What a rank was sent.
#[derive(Debug, Default)]
struct Received {
    from: Vec<From>,
    posts: VecDeque<(usize, Vec<u8>)>,
    /// Whom it waits for.
    waits_for: Option<usize>,
    /// Nobody looks here any more.
    is_gone: bool,
}

#[derive(Debug, Default)]
struct From {
    messages: VecDeque<Vec<u8>>,
    /// It sends no more.
    ended: bool,
}

impl Inbox {
    fn lock(&self) -> MutexGuard<'_, Received> {
        self.received.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until a look finds something; nothing if that does not come within the limit.
    fn wait<T>(
        &self,
        limit: Duration,
        waits_for: Option<usize>,
        mut look: impl FnMut(&mut Received) -> Option<T>,
    ) -> Option<T> {
        let started = Instant::now();
        let mut received = self.lock();
        if waits_for.is_some() {
            received.waits_for = waits_for;
        }
        let found = loop {
            if let Some(found) = look(&mut received) {
                break Some(found);
            }
            let Some(rest) = limit.checked_sub(started.elapsed()).filter(|rest| !rest.is_zero()) else { break None };
            received = self.arrived.wait_timeout(received, rest).unwrap_or_else(PoisonError::into_inner).0;
        };
        // Of one that gives up, others that do so at the same moment must see whom it has waited for.
        if found.is_some() && waits_for.is_some() {
            received.waits_for = None;
        }
        found
    }
}

impl Threads {
    /// So many ranks, in order, one for each thread. `limit` is how long a rank that others wait for may send nothing.
    #[must_use]
    pub fn new(ranks: usize, limit: Duration) -> Vec<Self> {
        let inbox = |_| {
            let from = (0..ranks).map(|_| From::default()).collect();
            Inbox { received: Mutex::new(Received { from, ..Received::default() }), arrived: Condvar::new() }
        };
        let shared = Arc::new(Shared { inboxes: (0..ranks).map(inbox).collect(), failed: OnceLock::new() });
        let rank = |rank| {
            let (shared, traffic, has_failed) = (Arc::clone(&shared), Mutex::default(), AtomicBool::new(false));
            Self { rank, shared, limit, traffic, has_failed }
        };
        (0..ranks).map(rank).collect()
    }

    fn count(&self, add: impl FnOnce(&mut Traffic)) {
        add(&mut self.traffic.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn own(&self) -> Option<&Inbox> {
        self.shared.inboxes.get(self.rank)
    }

    /// What a call that finds nothing fails with, if a rank has failed, or else is gone.
    fn failed_or(&self, gone: Option<ExchangeError>) -> Option<ExchangeError> {
        self.shared.failed.get().cloned().or(gone)
    }

    /// All ranks fail with this error, and this one does not go on; if one has failed before, with its error, which is
    /// given.
    fn failure(&self, error: ExchangeError) -> ExchangeError {
        let error = self.shared.failed.get_or_init(|| error).clone();
        self.has_failed.store(true, Ordering::Release);
        for inbox in &self.shared.inboxes {
            // Whoever has looked before waits by now.
            drop(inbox.lock());
            inbox.arrived.notify_all();
        }
        error
    }

    /// Puts something into the inbox of another rank.
    fn put(&self, to: usize, bytes: u64, put: impl FnOnce(&mut Received)) -> Result<(), ExchangeError> {
        if self.has_failed.load(Ordering::Acquire) {
            return Err(self.failed_or(None).unwrap_or(ExchangeError::Gone { rank: self.rank }));
        }
        let there = self.shared.inboxes.get(to).filter(|_| to != self.rank).is_some_and(|inbox| {
            let mut received = inbox.lock();
            if !received.is_gone {
                put(&mut received);
                inbox.arrived.notify_all();
            }
            !received.is_gone
        });
        if !there {
            return Err(self.failure(ExchangeError::Gone { rank: to }));
        }
        self.count(|traffic| {
            traffic.messages += 1;
            traffic.sent += bytes;
        });
        Ok(())
    }

    /// Who hangs: whom this rank waits for, or whom that one waits for, and so on.
    fn last_of_chain(&self, mut rank: usize) -> usize {
        for _ in 0..self.size() {
            match self.shared.inboxes.get(rank).and_then(|inbox| inbox.lock().waits_for) {
                Some(next) if next != self.rank => rank = next,
                _ => break,
            }
        }
        rank
    }
}

impl Exchange for Threads {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.shared.inboxes.len()
    }

    fn send(&self, to: usize, message: Vec<u8>) -> Result<(), ExchangeError> {
        let rank = self.rank;
        self.put(to, message.len() as u64, |received| {
            if let Some(from) = received.from.get_mut(rank) {
                from.messages.push_back(message);
            }
        })
    }

    fn receive(&self, from: usize) -> Result<Vec<u8>, ExchangeError> {
        let Some(own) = self.own().filter(|_| from != self.rank && from < self.size()) else {
            return Err(ExchangeError::Gone { rank: from });
        };
        let started = Instant::now();
        let found = own.wait(self.limit, Some(from), |received| {
            let sent = received.from.get_mut(from)?;
            // What was sent before a rank has failed is there.
            if let Some(message) = sent.messages.pop_front() {
                return Some(Ok(message));
            }
            let gone = sent.ended.then_some(ExchangeError::Gone { rank: from });
            self.failed_or(gone).map(Err)
        });
        match found {
            Some(Ok(message)) => {
                self.count(|traffic| {
                    traffic.received += message.len() as u64;
                    traffic.waited += started.elapsed().as_secs_f64();
                });
                Ok(message)
            }
            Some(Err(error)) => Err(self.failure(error)),
            None => {
                let (rank, seconds) = (self.last_of_chain(from), self.limit.as_secs());
                Err(self.failure(ExchangeError::Silent { rank, seconds }))
            }
        }
    }

    fn post(&self, to: usize, message: Vec<u8>) -> Result<(), ExchangeError> {
        let rank = self.rank;
        self.put(to, message.len() as u64, |received| received.posts.push_back((rank, message)))
    }

    fn posted(&self, limit: Duration) -> Result<Option<(usize, Vec<u8>)>, ExchangeError> {
        let Some(own) = self.own() else { return Ok(None) };
        let found = own.wait(limit, None, |received| {
            if let Some(post) = received.posts.pop_front() {
                return Some(Ok(post));
            }
            let gone = received.from.iter().position(|from| from.ended).map(|rank| ExchangeError::Gone { rank });
            self.failed_or(gone).map(Err)
        });
        let post = found.transpose()?;
        if let Some((_, message)) = &post {
            self.count(|traffic| traffic.received += message.len() as u64);
        }
        Ok(post)
    }

    fn fail(&self, cause: &str) {
        self.failure(ExchangeError::Failed { rank: self.rank, cause: cause.to_owned() });
    }

    fn traffic(&self) -> Traffic {
        *self.traffic.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        for (rank, inbox) in self.shared.inboxes.iter().enumerate() {
            let mut received = inbox.lock();
            if rank == self.rank {
                received.is_gone = true;
            } else if let Some(from) = received.from.get_mut(self.rank) {
                from.ended = true;
            }
            drop(received);
            inbox.arrived.notify_all();
        }
    }
}
