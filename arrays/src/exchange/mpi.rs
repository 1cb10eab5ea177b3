//! Processes that `mpirun` has started.
mod engine;

use super::{Exchange, ExchangeError, Traffic};
use engine::{Engine, Request};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long a message is looked for before its thread sleeps.
const SPIN: Duration = Duration::from_micros(20);
/// How long MPI may take to start.
const STARTING: Duration = Duration::from_secs(60);
/// How long [`Exchange::fail`] waits until the cause is on its way.
const TELLING: Duration = Duration::from_secs(1);

/// This process among those of `mpirun -n N`.
///
/// A thread of its own makes all calls of MPI, none of which waits: what this process sends moves on while it computes.
/// The thread also gives a sign of life to the next rank, and listens for that of the rank before. A rank that computes
/// for long is not silent, one that is stopped or killed is: whoever notices tells all others.
///
/// A rank that is dropped waits for all others, as `MPI_Finalize` does. After a failure it waits two seconds at most,
/// and where a rank is missing, the process ends without `MPI_Finalize`. A process has to drop it before it ends.
///
/// # Failures
/// With Open MPI 4.1, where `limit` is that of [`start`](Self::start):
///
/// | a rank | `mpirun` | `mpirun --enable-recovery` |
/// |---|---|---|
/// | calls [`fail`](Exchange::fail), or is dropped too early | every rank gets the error at once | the same; `mpirun` returns 0 |
/// | is stopped, or its machine is not reached | every rank gets the error after the limit; `mpirun` ends the stopped one | the same; `mpirun` waits for the stopped one |
/// | is killed, or ends without a word | `mpirun` ends the others within two seconds, and says which rank it was | every rank gets the error after the limit; `mpirun` returns 0 |
#[derive(Debug)]
pub struct Mpi {
    rank: usize,
    size: usize,
    limit: Duration,
    requests: Sender<Request>,
    shared: Arc<Shared>,
    done: Mutex<Receiver<()>>,
    traffic: Mutex<Traffic>,
}

/// What the threads of a process share.
#[derive(Debug, Default)]
struct Shared {
    inbox: Mutex<Inbox>,
    arrived: Condvar,
    /// Threads that wait for a message.
    waiting: AtomicUsize,
    /// Grows as long as the engine runs.
    turns: AtomicU64,
}

#[derive(Debug, Default)]
struct Inbox {
    from: Vec<From>,
    posts: VecDeque<(usize, Vec<u8>)>,
    /// Every later call fails with it.
    failed: Option<ExchangeError>,
}

/// What a rank has sent.
#[derive(Debug, Default)]
struct From {
    messages: VecDeque<Vec<u8>>,
    /// It sends no more.
    ended: bool,
}

impl Shared {
    fn inbox(&self) -> MutexGuard<'_, Inbox> {
        self.inbox.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The first failure is reported.
    fn fail(&self, error: ExchangeError) {
        self.inbox().failed.get_or_insert(error);
        self.arrived.notify_all();
    }
}

impl Mpi {
    /// Joins the other processes. `limit` is how long a rank may give no sign of life.
    ///
    /// # Errors
    /// [`ExchangeError::Start`] if MPI has been started in this process before, or does not start.
    pub fn start(limit: Duration) -> Result<Self, ExchangeError> {
        let start = |cause: String| ExchangeError::Start { cause };
        let (requests, accepted) = channel();
        let (ready, started) = channel();
        let (finished, done) = channel();
        let shared = Arc::new(Shared::default());
        let seen = Arc::clone(&shared);
        let engine = thread::Builder::new().name("mpi".to_owned());
        // It is not joined: after a failure it never ends.
        let run = move || {
            Engine::run(limit, seen, accepted, &ready, finished);
        };
        engine.spawn(run).map_err(|error| start(format!("no thread for MPI: {error}")))?;
        let (rank, size) = match started.recv_timeout(STARTING) {
            Ok(started) => started.map_err(start)?,
            Err(_) => return Err(start(format!("MPI has not started within {} s", STARTING.as_secs()))),
        };
        let (done, traffic) = (Mutex::new(done), Mutex::default());
        Ok(Self { rank, size, limit, requests, shared, done, traffic })
    }

    fn count(&self, add: impl FnOnce(&mut Traffic)) {
        add(&mut self.traffic.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn request(&self, request: Request) {
        // Without an engine, `wait` notices that it does not turn.
        let _ = self.requests.send(request);
    }

    /// All others learn it.
    fn tell(&self, error: &ExchangeError) {
        self.shared.fail(error.clone());
        let (told, all) = channel();
        self.request(Request::Fail(error.clone(), told));
        let _ = all.recv_timeout(TELLING);
    }

    fn send_as(&self, to: usize, message: Vec<u8>, is_post: bool) -> Result<(), ExchangeError> {
        let bytes = message.len() as u64;
        let inbox = self.shared.inbox();
        if let Some(error) = &inbox.failed {
            return Err(error.clone());
        }
        let there = to != self.rank && inbox.from.get(to).is_some_and(|from| !from.ended);
        drop(inbox);
        if !there {
            let error = ExchangeError::Gone { rank: to };
            self.tell(&error);
            return Err(error);
        }
        self.request(Request::Send { to, message, is_post });
        self.count(|traffic| {
            traffic.messages += 1;
            traffic.sent += bytes;
        });
        Ok(())
    }

    /// Looks until there is something, or the limit has passed. `from` is who is to blame where MPI does not return.
    fn wait<T>(
        &self,
        from: usize,
        limit: Option<Duration>,
        mut look: impl FnMut(&mut Inbox) -> Option<Result<T, ExchangeError>>,
    ) -> Result<Option<T>, ExchangeError> {
        let started = Instant::now();
        while started.elapsed() < SPIN {
            if let Some(found) = look(&mut self.shared.inbox()) {
                return found.map(Some);
            }
            thread::yield_now();
        }
        self.request(Request::Wake);
        let mut inbox = self.shared.inbox();
        loop {
            if let Some(found) = look(&mut inbox) {
                return found.map(Some);
            }
            let rest = limit.map(|limit| limit.saturating_sub(started.elapsed()));
            if rest.is_some_and(|rest| rest.is_zero()) {
                return Ok(None);
            }
            let turns = self.shared.turns.load(Ordering::Relaxed);
            let woken = self.shared.arrived.wait_timeout(inbox, rest.unwrap_or(self.limit).min(self.limit));
            let (again, time) = woken.unwrap_or_else(PoisonError::into_inner);
            inbox = again;
            // Something in MPI does not return.
            if rest.is_none() && time.timed_out() && self.shared.turns.load(Ordering::Relaxed) == turns {
                return Err(ExchangeError::Silent { rank: from, seconds: self.limit.as_secs() });
            }
        }
    }
}

impl Exchange for Mpi {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.size
    }

    fn send(&self, to: usize, message: Vec<u8>) -> Result<(), ExchangeError> {
        self.send_as(to, message, false)
    }

    fn receive(&self, from: usize) -> Result<Vec<u8>, ExchangeError> {
        if from == self.rank || from >= self.size {
            return Err(ExchangeError::Gone { rank: from });
        }
        let started = Instant::now();
        self.shared.waiting.fetch_add(1, Ordering::Relaxed);
        let found = self.wait(from, None, |inbox| {
            if let Some(error) = &inbox.failed {
                return Some(Err(error.clone()));
            }
            let sent = &mut inbox.from[from];
            let message = sent.messages.pop_front().map(Ok);
            message.or_else(|| sent.ended.then_some(Err(ExchangeError::Gone { rank: from })))
        });
        self.shared.waiting.fetch_sub(1, Ordering::Relaxed);
        match found {
            Ok(message) => {
                let message = message.unwrap_or_default();
                self.count(|traffic| {
                    traffic.received += message.len() as u64;
                    traffic.waited += started.elapsed().as_secs_f64();
                });
                Ok(message)
            }
            // What the engine has told, all know.
            Err(error) => {
                if self.shared.inbox().failed.is_none() {
                    self.tell(&error);
                }
                Err(error)
            }
        }
    }

    fn post(&self, to: usize, message: Vec<u8>) -> Result<(), ExchangeError> {
        self.send_as(to, message, true)
    }

    fn posted(&self, limit: Duration) -> Result<Option<(usize, Vec<u8>)>, ExchangeError> {
        let before = (self.rank + self.size - 1) % self.size;
        self.shared.waiting.fetch_add(1, Ordering::Relaxed);
        let found = self.wait(before, Some(limit), |inbox| {
            if let Some(error) = &inbox.failed {
                return Some(Err(error.clone()));
            }
            let post = inbox.posts.pop_front().map(Ok);
            let ended = inbox.from.iter().position(|from| from.ended);
            post.or_else(|| ended.map(|rank| Err(ExchangeError::Gone { rank })))
        });
        self.shared.waiting.fetch_sub(1, Ordering::Relaxed);
        if let Ok(Some((_, message))) = &found {
            self.count(|traffic| traffic.received += message.len() as u64);
        }
        found
    }

    fn fail(&self, cause: &str) {
        self.tell(&ExchangeError::Failed { rank: self.rank, cause: cause.to_owned() });
    }

    fn traffic(&self) -> Traffic {
        *self.traffic.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Mpi {
    fn drop(&mut self) {
        self.request(Request::End);
        let done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        let mut turns = None;
        // The engine's time is limited after a failure; here it is where MPI does not return.
        while let Err(RecvTimeoutError::Timeout) = done.recv_timeout(self.limit) {
            let now = self.shared.turns.load(Ordering::Relaxed);
            if turns == Some(now) {
                break;
            }
            turns = Some(now);
        }
    }
}
