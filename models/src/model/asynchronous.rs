//! Ranks that do not wait for each other's gradients: each serves the rows that it has while it computes, and applies
//! what it is sent at once.
use lacuna::infer::Stype;
use lacuna_runtime::array::{Array, Dtype, Values, rows_of};
use lacuna_runtime::exchange::{Exchange, ExchangeError, Reader, Writer};
use lacuna_runtime::kvstore::{KvError, KvStore, places_of, range_of, row_sparse, rows_in};
use lacuna_runtime::optimizer::Optimizer;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Ids that are asked for.
const PULL: u64 = 1;
/// Their rows.
const ROWS: u64 = 2;
/// Gradients.
const PUSH: u64 = 3;
/// A push was applied.
const APPLIED: u64 = 4;
/// The sender asks for nothing more.
const DONE: u64 = 5;

/// Pushes that another rank may not have applied yet.
const IN_FLIGHT: usize = 4;
/// How long an answer may take: a thread that does nothing else gives it.
const PATIENCE: Duration = Duration::from_secs(60);
/// How often the thread that serves looks whether it is to end.
const LOOK: Duration = Duration::from_millis(50);

/// A parameter, of which each rank has some rows.
#[derive(Clone, Debug)]
pub(super) struct Served {
    pub name: String,
    pub shape: Vec<usize>,
    pub dtype: Dtype,
}

impl Served {
    fn range(&self, rank: usize, ranks: usize) -> Result<Range<usize>, KvError> {
        Ok(range_of(rows_of(&self.shape)?.0, rank, ranks))
    }

    fn row_length(&self) -> Result<usize, KvError> {
        Ok(rows_of(&self.shape)?.1)
    }
}

/// What a thread of a rank does for the others, and how the rank asks them.
#[derive(Debug)]
pub(super) struct Server {
    exchange: Arc<dyn Exchange>,
    store: Arc<Mutex<KvStore>>,
    served: Arc<[Served]>,
    answers: Receiver<Result<(usize, Vec<u8>), ExchangeError>>,
    /// Pushes to each rank that it has not applied.
    open: Vec<usize>,
    ending: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

fn locked(store: &Mutex<KvStore>) -> MutexGuard<'_, KvStore> {
    store.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The rows of these ids, as bytes.
fn rows_of_ids(store: &KvStore, served: &Served, ids: Vec<i64>) -> Result<Vec<u8>, KvError> {
    let value = store.get(&*served.name).ok_or_else(|| KvError::UnknownKey { key: served.name.clone() })?;
    let mut bytes = Vec::new();
    value.retained(&store.cpu(), ids)?.values().write(&mut bytes);
    Ok(bytes)
}

/// What serves.
struct Service {
    exchange: Arc<dyn Exchange>,
    store: Arc<Mutex<KvStore>>,
    served: Arc<[Served]>,
    optimizer: Optimizer,
    answers: Sender<Result<(usize, Vec<u8>), ExchangeError>>,
    ending: Arc<AtomicBool>,
}

impl Service {
    fn run(self) {
        let (own, size) = (self.exchange.rank(), self.exchange.size());
        let (mut done, mut heard) = (vec![false; size], Instant::now());
        loop {
            match self.exchange.posted(LOOK) {
                Ok(Some((from, message))) => {
                    heard = Instant::now();
                    match self.handle(from, message) {
                        Ok(ended) => done.iter_mut().skip(from).take(1).for_each(|done| *done |= ended),
                        Err(KvError::Exchange(error)) => {
                            let _ = self.answers.send(Err(error));
                            return;
                        }
                        Err(error) => {
                            let cause = error.to_string();
                            self.exchange.fail(&cause);
                            let _ = self.answers.send(Err(ExchangeError::Failed { rank: own, cause }));
                            return;
                        }
                    }
                }
                Ok(None) => {}
                Err(error) => {
                    let _ = self.answers.send(Err(error));
                    return;
                }
            }
            let all_done = done.iter().enumerate().all(|(rank, done)| *done || rank == own);
            if self.ending.load(Ordering::Acquire) && (all_done || heard.elapsed() > PATIENCE) {
                return;
            }
        }
    }

    /// Does what a post asks for; true if its sender asks for nothing more.
    fn handle(&self, from: usize, message: Vec<u8>) -> Result<bool, KvError> {
        let (own, size) = (self.exchange.rank(), self.exchange.size());
        let mut reader = Reader::new(from, &message);
        match reader.number()? {
            PULL => {
                let mut answer = Writer::default();
                answer.number(ROWS);
                for served in &*self.served {
                    let ids = reader.ids(served.range(own, size)?)?;
                    answer.bytes(&rows_of_ids(&locked(&self.store), served, ids)?);
                }
                reader.end()?;
                self.exchange.post(from, answer.finish())?;
            }
            PUSH => {
                let [rate, rescale] = [reader.number()?, reader.number()?].map(f64::from_bits);
                for served in &*self.served {
                    let ids = reader.ids(served.range(own, size)?)?;
                    let data = reader.values(served.dtype, ids.len().saturating_mul(served.row_length()?))?;
                    let gradient = row_sparse(&served.shape, ids, data)?;
                    apply(&mut locked(&self.store), served, gradient, self.optimizer.times(rate, 1.0, rescale))?;
                }
                reader.end()?;
                let mut answer = Writer::default();
                answer.number(APPLIED);
                self.exchange.post(from, answer.finish())?;
            }
            ROWS | APPLIED => drop(self.answers.send(Ok((from, message)))),
            DONE => return Ok(true),
            _ => return Err(ExchangeError::Message { rank: from, what: "a post", found: message.len() }.into()),
        }
        Ok(false)
    }
}

/// One update by the rows that a rank has touched.
fn apply(store: &mut KvStore, served: &Served, gradient: Array, optimizer: Optimizer) -> Result<(), KvError> {
    if gradient.indices().is_none_or(<[i64]>::is_empty) {
        return Ok(());
    }
    store.set_hyper(optimizer);
    store.apply(&served.name, Some(gradient))
}

impl Server {
    /// Begins to serve.
    pub fn start(
        exchange: Arc<dyn Exchange>,
        store: Arc<Mutex<KvStore>>,
        served: Vec<Served>,
        optimizer: Optimizer,
    ) -> Result<Self, KvError> {
        let (answers_of, answers) = channel();
        let (served, ending): (Arc<[Served]>, _) = (served.into(), Arc::new(AtomicBool::new(false)));
        let service = Service {
            exchange: Arc::clone(&exchange),
            store: Arc::clone(&store),
            served: Arc::clone(&served),
            optimizer,
            answers: answers_of,
            ending: Arc::clone(&ending),
        };
        // Whoever asks before all serve is answered when they do.
        let thread = thread::Builder::new().name("rows".to_owned()).spawn(move || service.run());
        let thread =
            thread.map_err(|error| ExchangeError::Start { cause: format!("no thread that serves: {error}") })?;
        let open = vec![0; exchange.size()];
        Ok(Self { exchange, store, served, answers, open, ending, thread: Some(thread) })
    }

    fn others(&self) -> impl Iterator<Item = usize> + use<> {
        let own = self.exchange.rank();
        (0..self.exchange.size()).filter(move |&rank| rank != own)
    }

    /// The next answer of any rank. `rank` is one that owes one.
    fn answer(&self, rank: usize) -> Result<(usize, Vec<u8>), KvError> {
        match self.answers.recv_timeout(PATIENCE) {
            Ok(answer) => Ok(answer?),
            Err(RecvTimeoutError::Disconnected) => Err(ExchangeError::Gone { rank: self.exchange.rank() }.into()),
            Err(RecvTimeoutError::Timeout) => {
                let error = ExchangeError::Silent { rank, seconds: PATIENCE.as_secs() };
                self.exchange.fail(&error.to_string());
                Err(error.into())
            }
        }
    }

    /// The rows of these ids of each parameter, as they are now.
    pub fn pull(&mut self, ids: &[Vec<i64>]) -> Result<Vec<Array>, KvError> {
        let (own, size) = (self.exchange.rank(), self.exchange.size());
        let of_rank = |served: &Served, ids: &[i64], rank: usize| -> Result<Range<usize>, KvError> {
            Ok(places_of(ids, &served.range(rank, size)?))
        };
        let mut owing = Vec::new();
        for to in self.others() {
            let (mut question, mut asked) = (Writer::default(), 0);
            question.number(PULL);
            for (served, ids) in self.served.iter().zip(ids) {
                let places = of_rank(served, ids, to)?;
                asked += places.len();
                question.ids(ids.get(places).unwrap_or_default(), served.range(to, size)?.start);
            }
            if asked > 0 {
                self.exchange.post(to, question.finish())?;
                owing.push(to);
            }
        }
        let mut found: Vec<Vec<u8>> = Vec::new();
        for (served, ids) in self.served.iter().zip(ids) {
            let row_bytes = served.row_length()? * served.dtype.size();
            let (mut bytes, places) = (vec![0; ids.len() * row_bytes], of_rank(served, ids, own)?);
            let rows = rows_of_ids(&locked(&self.store), served, ids.get(places.clone()).unwrap_or_default().to_vec())?;
            put(&mut bytes, places.start * row_bytes, &rows);
            found.push(bytes);
        }
        while let Some(&last) = owing.last() {
            let (from, message) = self.answer(last)?;
            let mut reader = Reader::new(from, &message);
            if reader.number()? == APPLIED {
                self.open.iter_mut().skip(from).take(1).for_each(|open| *open = open.saturating_sub(1));
                continue;
            }
            for ((served, ids), bytes) in self.served.iter().zip(ids).zip(&mut found) {
                let (places, row_bytes) = (of_rank(served, ids, from)?, served.row_length()? * served.dtype.size());
                let rows = reader.bytes()?;
                if rows.len() != places.len() * row_bytes {
                    return Err(ExchangeError::Message { rank: from, what: "rows", found: message.len() }.into());
                }
                put(bytes, places.start * row_bytes, rows);
            }
            reader.end()?;
            owing.retain(|&rank| rank != from);
        }
        let mut arrays = Vec::new();
        for ((served, ids), bytes) in self.served.iter().zip(ids).zip(found) {
            let rows = if ids.is_empty() {
                Array::zeros(Stype::RowSparse, &served.shape, served.dtype)?
            } else {
                row_sparse(&served.shape, ids.clone(), Values::read(served.dtype, &bytes))?
            };
            locked(&self.store).count_pulled(&rows);
            arrays.push(rows);
        }
        Ok(arrays)
    }

    /// Sends the gradients of each parameter to the ranks that have its rows, and waits for none of them unless it is
    /// some pushes behind. `rate` and `rescale` are what the optimizer's learning rate and the gradients are multiplied
    /// by.
    pub fn push(&mut self, gradients: &[Array], optimizer: &Optimizer, rate: f64, rescale: f64) -> Result<(), KvError> {
        let (own, size) = (self.exchange.rank(), self.exchange.size());
        for to in self.others() {
            let (mut push, mut rows) = (Writer::default(), 0);
            push.number(PUSH);
            push.number(rate.to_bits());
            push.number(rescale.to_bits());
            for (served, gradient) in self.served.iter().zip(gradients) {
                let (ids, range) = (gradient.indices().unwrap_or_default(), served.range(to, size)?);
                let (places, row_length) = (places_of(ids, &range), served.row_length()?);
                rows += places.len();
                push.ids(ids.get(places.clone()).unwrap_or_default(), range.start);
                push.values(gradient.values(), places.start * row_length..places.end * row_length);
            }
            if rows > 0 {
                self.exchange.post(to, push.finish())?;
                self.open.iter_mut().skip(to).take(1).for_each(|open| *open += 1);
            }
        }
        for (served, gradient) in self.served.iter().zip(gradients) {
            let part = rows_in(gradient, &served.range(own, size)?)?;
            let mut store = locked(&self.store);
            store.count_pushed(gradient);
            apply(&mut store, served, part, optimizer.times(rate, 1.0, rescale))?;
        }
        self.wait_for_pushes(IN_FLIGHT)
    }

    /// Waits until no rank has more than so many pushes of this one to apply.
    fn wait_for_pushes(&mut self, most: usize) -> Result<(), KvError> {
        while let Some(rank) = self.open.iter().position(|&open| open > most) {
            let (from, message) = self.answer(rank)?;
            match Reader::new(from, &message).number()? {
                APPLIED => self.open.iter_mut().skip(from).take(1).for_each(|open| *open = open.saturating_sub(1)),
                _ => return Err(ExchangeError::Message { rank: from, what: "an answer", found: message.len() }.into()),
            }
        }
        Ok(())
    }

    /// Waits until all ranks have called it, and all pushes before are applied.
    pub fn quiesce(&mut self) -> Result<(), KvError> {
        self.wait_for_pushes(0)?;
        Ok(self.exchange.barrier()?)
    }
}

impl Drop for Server {
    /// Serves until no rank asks any more, or one has failed.
    fn drop(&mut self) {
        let _ = self.wait_for_pushes(0);
        let mut done = Writer::default();
        done.number(DONE);
        let done = done.finish();
        for to in self.others() {
            // One that has ended needs no word.
            let _ = self.exchange.post(to, done.clone());
        }
        self.ending.store(true, Ordering::Release);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Copies bytes to a place.
fn put(to: &mut [u8], begin: usize, from: &[u8]) {
    if let Some(to) = to.get_mut(begin..begin + from.len()) {
        to.copy_from_slice(from);
    }
}
