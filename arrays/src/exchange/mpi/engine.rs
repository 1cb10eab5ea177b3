//! The thread that makes all calls of MPI.
//!
//! It alone calls MPI, so that `MPI_THREAD_FUNNELED` suffices, which every MPI has. No call waits: sends and receives
//! are immediate and tested, messages are probed for. A buffer that MPI works on lies in a slot that a scope borrows,
//! and is free again when the scope ends, which is when none of its requests is open. There is a scope for sends, and
//! in it one for receives. The inner one ends whenever what was begun is there, for which it needs no send of this
//! rank: two ranks do not wait for each other.
use super::Shared;
use crate::exchange::{ExchangeError, Reader, Writer};
use mpi::point_to_point::{Message, Status};
use mpi::request::{LocalScope, Request as Open, scope};
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, Destination, Equivalence, MatchedReceiveVec, Source};
use mpi::{Tag, Threading};
use std::collections::VecDeque;
use std::slice;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// The last, or only, piece of a message.
const DATA: Tag = 1;
/// More of the message follows.
const PIECE: Tag = 2;
/// The sender sends no more messages. With an error if that is why.
const END: Tag = 3;
/// Nothing: a sign of life. Or an error.
const URGENT: Tag = 4;
/// As `DATA`, of a post.
const POST: Tag = 5;

/// Bytes of a piece: its memory stays in a cache. MPI counts in 32 bits.
const PIECE_BYTES: usize = 1 << 20;
/// A message that is no longer arrives at once, in any transport: to receive it does not wait.
const SMALL: usize = 1024;
/// Messages of one scope.
const SLOTS: usize = 16;
/// How long a failed rank waits for the others to end, too.
const GRACE: Duration = Duration::from_secs(2);
/// How long the last words of a rank may take.
const FAREWELL: Duration = Duration::from_millis(100);
/// How long the thread looks for messages before it sleeps, while another thread waits for one.
const SPIN: Duration = Duration::from_micros(500);

/// What another thread asks for.
#[derive(Debug)]
pub(super) enum Request {
    Send {
        to: usize,
        message: Vec<u8>,
        is_post: bool,
    },
    /// Look for messages without sleeping.
    Wake,
    /// Tell the others; and the asker when all is sent.
    Fail(ExchangeError, Sender<()>),
    /// This rank sends no more.
    End,
}

pub(super) struct Engine<'w> {
    world: &'w SimpleCommunicator,
    rank: usize,
    size: usize,
    limit: Duration,
    shared: Arc<Shared>,
    requests: Receiver<Request>,
    done: Sender<()>,
    /// The last turn.
    now: Instant,
    /// When there was something to do.
    active: Instant,
    /// When to give the next sign of life.
    beat: Instant,
    /// How long the rank before has given none.
    silence: Duration,
    /// Pieces of messages that are not complete, of each rank.
    begun: Vec<Vec<u8>>,
    /// Others that send no more.
    ended: usize,
    /// One of them is missing, and will not end.
    missing: bool,
    failed: bool,
    /// Since when this rank sends no more.
    ending: Option<Instant>,
}

/// Sends that are open.
struct Outgoing<'a, 's> {
    scope: &'s LocalScope<'a>,
    free: slice::IterMut<'a, Vec<u8>>,
    open: VecDeque<Open<'a, [u8], &'s LocalScope<'a>>>,
    told: Vec<Sender<()>>,
}

impl Engine<'_> {
    pub fn run(
        limit: Duration,
        shared: Arc<Shared>,
        requests: Receiver<Request>,
        ready: &Sender<Result<(usize, usize), String>>,
        done: Sender<()>,
    ) {
        let Some((universe, threading)) = mpi::initialize_with_threading(Threading::Funneled) else {
            let _ = ready.send(Err("MPI has been started in this process before".to_owned()));
            return;
        };
        if threading < Threading::Funneled {
            let _ = ready.send(Err("this MPI does not work in programs with threads".to_owned()));
            return;
        }
        let world = universe.world();
        let (rank, size) = (world.rank().cast_unsigned() as usize, world.size().cast_unsigned() as usize);
        shared.inbox().from.resize_with(size, Default::default);
        let now = Instant::now();
        let mut engine = Engine {
            world: &world,
            rank,
            size,
            limit,
            shared,
            requests,
            done,
            now,
            active: now,
            beat: now,
            silence: Duration::ZERO,
            begun: vec![Vec::new(); size],
            ended: 0,
            missing: false,
            failed: false,
            ending: None,
        };
        let _ = ready.send(Ok((rank, size)));
        let (mut out, mut back) = (vec![Vec::new(); SLOTS], vec![Vec::new(); SLOTS]);
        while engine.send(&mut out, &mut back) {
            out.fill(Vec::new());
        }
        let done = engine.done.clone();
        drop(universe);
        let _ = done.send(());
    }

    /// Until no send is open. False: all ranks have ended.
    fn send(&mut self, slots: &mut [Vec<u8>], back: &mut [Vec<u8>]) -> bool {
        scope(|scope| {
            let (free, open) = (slots.iter_mut(), VecDeque::new());
            let mut outgoing = Outgoing { scope, free, open, told: Vec::new() };
            loop {
                let found = self.world.any_process().immediate_matched_probe();
                let received = found.is_some();
                if let Some(first) = found {
                    self.receive(first, back, &mut outgoing);
                }
                self.turn(&mut outgoing);
                if outgoing.open.is_empty() {
                    if self.ending.is_some() && self.ended + 1 == self.size {
                        return false;
                    }
                    if outgoing.free.len() < SLOTS {
                        return true;
                    }
                }
                if !received {
                    self.rest(&mut outgoing);
                }
            }
        })
    }

    /// Receives a message, and those that come meanwhile.
    fn receive(&mut self, first: (Message, Status), slots: &mut [Vec<u8>], outgoing: &mut Outgoing<'_, '_>) {
        // In the order of arrival; what is not here lies in the next slot.
        let mut order: Vec<(usize, Tag, Option<Vec<u8>>)> = Vec::new();
        scope(|scope| {
            let (mut free, mut open) = (slots.iter_mut(), VecDeque::new());
            let mut next = Some(first);
            loop {
                if let Some((message, status)) = next.take() {
                    self.active = self.now;
                    let source = status.source_rank().cast_unsigned() as usize;
                    let bytes = status.count(u8::equivalent_datatype()).cast_unsigned() as usize;
                    if self.is_before(source) {
                        self.silence = Duration::ZERO;
                    }
                    if bytes <= SMALL {
                        let (mut small, status) = (message, status).matched_receive_vec();
                        let waits = order.iter().any(|&(before, ..)| before == source) && status.tag() != URGENT;
                        if waits {
                            order.push((source, status.tag(), Some(small)));
                        } else {
                            self.arrive(source, status.tag(), &mut small);
                        }
                    } else if let Some(slot) = free.next() {
                        if slot.capacity() < bytes {
                            *slot = vec![0; bytes];
                        }
                        slot.resize(bytes, 0);
                        order.push((source, status.tag(), None));
                        open.push_back(message.immediate_matched_receive_into(scope, &mut slot[..]));
                    }
                }
                complete(&mut open);
                if open.is_empty() {
                    return;
                }
                self.turn(outgoing);
                let any = self.world.any_process();
                next = if free.len() > 0 {
                    any.immediate_matched_probe()
                } else {
                    any.immediate_matched_probe_with_tag(URGENT)
                };
                if next.is_none() {
                    thread::yield_now();
                }
            }
        });
        let mut filled = slots.iter_mut();
        for (source, tag, mut small) in order {
            if let Some(message) = small.as_mut().or_else(|| filled.next()) {
                self.arrive(source, tag, message);
            }
        }
    }

    /// Takes the message, or leaves its memory.
    fn arrive(&mut self, source: usize, tag: Tag, message: &mut Vec<u8>) {
        match tag {
            PIECE => self.begun[source].extend_from_slice(message),
            DATA | POST => {
                let mut begun = std::mem::take(&mut self.begun[source]);
                let message = if begun.is_empty() {
                    std::mem::take(message)
                } else {
                    begun.extend_from_slice(message);
                    begun
                };
                let mut inbox = self.shared.inbox();
                match tag {
                    POST => inbox.posts.push_back((source, message)),
                    _ => inbox.from[source].messages.push_back(message),
                }
                drop(inbox);
                self.shared.arrived.notify_all();
            }
            END => {
                // Else it would seem to be the cause where its word is faster than that of the rank that is.
                if !message.is_empty() {
                    self.fail(read(source, message));
                }
                self.ended += 1;
                self.shared.inbox().from[source].ended = true;
                self.shared.arrived.notify_all();
            }
            _ if message.is_empty() => {}
            _ => self.fail(read(source, message)),
        }
    }

    fn fail(&mut self, error: ExchangeError) {
        self.failed = true;
        self.missing |= matches!(error, ExchangeError::Silent { .. });
        self.shared.fail(error);
    }

    fn is_before(&self, source: usize) -> bool {
        (source + 1) % self.size == self.rank
    }

    /// Takes what other threads ask for, and looks at the clock.
    fn turn(&mut self, outgoing: &mut Outgoing<'_, '_>) {
        self.shared.turns.fetch_add(1, Ordering::Relaxed);
        while outgoing.free.len() > 0 {
            let Ok(request) = self.requests.try_recv() else { break };
            self.accept(request, outgoing);
        }
        complete(&mut outgoing.open);
        if outgoing.open.is_empty() {
            for told in outgoing.told.drain(..) {
                let _ = told.send(());
            }
        }
        let before = std::mem::replace(&mut self.now, Instant::now());
        if self.size > 1 {
            self.watch(self.now - before, outgoing);
        }
        let Some(since) = self.ending.filter(|_| self.failed) else { return };
        let told = self.missing && self.ended + 2 >= self.size;
        if self.now - since > if told { FAREWELL } else { GRACE } {
            // What is open stays open, and its memory where it is, until the process ends.
            let _ = self.done.send(());
            loop {
                thread::park();
            }
        }
    }

    fn watch(&mut self, passed: Duration, outgoing: &mut Outgoing<'_, '_>) {
        let interval = (self.limit / 8).min(Duration::from_secs(1));
        if self.now >= self.beat {
            self.beat = self.now + interval;
            outgoing.send(self.world, (self.rank + 1) % self.size, &[], URGENT);
        }
        // While this process is stopped, it hears nothing either.
        self.silence += passed.min(interval);
        if self.silence > self.limit && !self.failed {
            let before = (self.rank + self.size - 1) % self.size;
            let error = ExchangeError::Silent { rank: before, seconds: self.limit.as_secs() };
            self.tell(&error, outgoing);
            self.fail(error);
        }
    }

    fn tell(&self, error: &ExchangeError, outgoing: &mut Outgoing<'_, '_>) {
        // At most a few times in a run.
        self.tell_all(Box::leak(write(error).into_boxed_slice()), URGENT, outgoing);
    }

    fn tell_all(&self, text: &'static [u8], tag: Tag, outgoing: &mut Outgoing<'_, '_>) {
        for to in (0..self.size).filter(|&to| to != self.rank) {
            outgoing.send(self.world, to, text, tag);
        }
    }

    fn accept(&mut self, request: Request, outgoing: &mut Outgoing<'_, '_>) {
        self.active = Instant::now();
        match request {
            Request::Send { to, message, is_post } => {
                let Some(slot) = outgoing.free.next() else { return };
                *slot = message;
                let mut rest: &[u8] = slot;
                while let Some((piece, more)) = rest.split_at_checked(PIECE_BYTES).filter(|(_, more)| !more.is_empty())
                {
                    outgoing.send(self.world, to, piece, PIECE);
                    rest = more;
                }
                outgoing.send(self.world, to, rest, if is_post { POST } else { DATA });
            }
            Request::Wake => {}
            Request::Fail(error, told) => {
                self.tell(&error, outgoing);
                self.fail(error);
                outgoing.told.push(told);
            }
            Request::End => {
                self.ending = Some(self.active);
                let why = self.shared.inbox().failed.as_ref().map(write);
                self.tell_all(Box::leak(why.unwrap_or_default().into_boxed_slice()), END, outgoing);
            }
        }
    }

    /// Sleeps, unless something may come at any moment. A request wakes it.
    fn rest(&mut self, outgoing: &mut Outgoing<'_, '_>) {
        let waiting = self.shared.waiting.load(Ordering::Relaxed) > 0 || !outgoing.open.is_empty();
        if waiting && self.now - self.active < SPIN {
            thread::yield_now();
            return;
        }
        let pause = Duration::from_micros(if waiting { 50 } else { 500 });
        if outgoing.free.len() == 0 {
            thread::sleep(pause);
        } else if let Ok(request) = self.requests.recv_timeout(pause) {
            self.accept(request, outgoing);
        }
    }
}

impl<'a, 's> Outgoing<'a, 's> {
    fn send(&mut self, world: &SimpleCommunicator, to: usize, bytes: &'a [u8], tag: Tag) {
        let Ok(to) = i32::try_from(to) else { return };
        self.open.push_back(world.process_at_rank(to).immediate_send_with_tag(self.scope, bytes, tag));
    }
}

/// Removes what is complete, from the oldest on.
fn complete<'a>(open: &mut VecDeque<Open<'a, [u8], &LocalScope<'a>>>) {
    while let Some(oldest) = open.pop_front() {
        if let Err(oldest) = oldest.test() {
            open.push_front(oldest);
            return;
        }
    }
}

/// An error in a message that is small.
fn write(error: &ExchangeError) -> Vec<u8> {
    let mut writer = Writer::default();
    match error {
        ExchangeError::Silent { rank, seconds } => {
            writer.number(1);
            writer.number(*rank as u64);
            writer.number(*seconds);
        }
        ExchangeError::Gone { rank } => {
            writer.number(2);
            writer.number(*rank as u64);
        }
        ExchangeError::Failed { rank, cause } => {
            writer.number(3);
            writer.number(*rank as u64);
            writer.bytes(&cause.as_bytes()[..cause.floor_char_boundary(SMALL - 32)]);
        }
        _ => writer.number(0),
    }
    writer.finish()
}

fn read(source: usize, message: &[u8]) -> ExchangeError {
    let mut reader = Reader::new(source, message);
    let mut error = || {
        let (kind, rank) = (reader.number()?, reader.count("a rank")?);
        Ok(match kind {
            1 => ExchangeError::Silent { rank, seconds: reader.number()? },
            2 => ExchangeError::Gone { rank },
            _ => ExchangeError::Failed { rank, cause: String::from_utf8_lossy(reader.bytes()?).into_owned() },
        })
    };
    error().unwrap_or_else(|error| error)
}
