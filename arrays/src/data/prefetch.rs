//! Batches that are made on another thread.
use super::{Batch, Batches, DataError};
use std::mem;
use std::sync::mpsc::{Receiver, Sender, SyncSender, TryRecvError, channel, sync_channel};
use std::thread::{Builder, JoinHandle};

/// Any iterator, on a thread of its own that is some batches ahead. Its batches and errors are those of the iterator,
/// in the same order, also behind a reset in the middle of an epoch.
///
/// The thread ends when this is dropped, which waits for the batch that it is making. The batches that the caller gives
/// are made use of again, so nothing more than their arrays is allocated in the long run.
///
/// ```
/// use lacuna_arrays::array::Array;
/// use lacuna_arrays::data::{Batch, Batches, MemoryBatches, Prefetch};
/// let rows = Array::dense(&[6, 1], vec![0_i32, 1, 2, 3, 4, 5])?;
/// let mut batches = Prefetch::new(MemoryBatches::new(vec![rows], vec![], 3)?, 4)?;
/// let mut batch = Batch::default();
/// assert!(batches.next_batch(&mut batch)?);
/// batches.reset()?;
/// assert!(batches.next_batch(&mut batch)?);
/// assert_eq!(batch.data[0].data::<i32>(), Some(&[0, 1, 2][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Prefetch {
    batch_size: usize,
    /// None only while this is dropped.
    channels: Option<Channels>,
    thread: Option<JoinHandle<()>>,
    /// What the epoch has ended with.
    end: Option<Result<(), DataError>>,
}

#[derive(Debug)]
struct Channels {
    made: Receiver<Made>,
    commands: Sender<Command>,
    /// Batches that can be filled again.
    spare: SyncSender<Batch>,
}

/// What comes from the thread.
enum Made {
    Batch(Batch),
    End(Result<(), DataError>),
    /// Nothing more comes before a command to begin.
    Stopped,
    /// An epoch has begun.
    Begun(Result<(), DataError>),
}

enum Command {
    Stop,
    Reset,
    Restart,
}

/// The other end is gone: this is dropped.
struct Gone;

impl Prefetch {
    /// Makes up to `ahead` batches, at least one, before they are asked for.
    ///
    /// # Errors
    /// [`DataError::NoThread`] if the system gives no thread.
    pub fn new(batches: impl Batches + Send + 'static, ahead: usize) -> Result<Self, DataError> {
        let (send_made, made) = sync_channel(ahead.clamp(1, 1 << 10));
        let (commands, get_commands) = channel();
        let (spare, get_spare) = sync_channel(ahead.clamp(1, 1 << 10));
        let batch_size = batches.batch_size();
        let work = move || drop(Worker { batches, made: send_made, commands: get_commands, spare: get_spare }.run());
        let thread = Builder::new().name("lacuna prefetch".into()).spawn(work).map_err(|_| DataError::NoThread)?;
        Ok(Self { batch_size, channels: Some(Channels { made, commands, spare }), thread: Some(thread), end: None })
    }

    fn begin(&mut self, wanted: Command) -> Result<(), DataError> {
        let Channels { made, commands, .. } = self.channels.as_ref().ok_or(DataError::NoThread)?;
        let send = |command| commands.send(command).map_err(|_| DataError::NoThread);
        send(Command::Stop)?;
        let mut discarded = false;
        loop {
            match made.recv().map_err(|_| DataError::NoThread)? {
                Made::Stopped => break,
                Made::Batch(_) => discarded = true,
                Made::End(_) | Made::Begun(_) => {}
            }
        }
        // The iterator is further than the caller: it would take the reset for one at the end.
        send(if discarded { Command::Restart } else { wanted })?;
        match made.recv() {
            Ok(Made::Begun(result)) => {
                self.end = result.as_ref().err().map(|error| Err(error.clone()));
                result
            }
            _ => Err(DataError::NoThread),
        }
    }
}

impl Batches for Prefetch {
    fn batch_size(&self) -> usize {
        self.batch_size
    }

    fn next_batch(&mut self, batch: &mut Batch) -> Result<bool, DataError> {
        if let Some(end) = &self.end {
            return end.clone().map(|()| false);
        }
        let Channels { made, spare, .. } = self.channels.as_ref().ok_or(DataError::NoThread)?;
        match made.recv() {
            Ok(Made::Batch(next)) => {
                // Without room for it, it is not needed.
                let _ = spare.try_send(mem::replace(batch, next));
                Ok(true)
            }
            Ok(Made::End(end)) => self.end.insert(end).clone().map(|()| false),
            _ => self.end.insert(Err(DataError::NoThread)).clone().map(|()| false),
        }
    }

    fn reset(&mut self) -> Result<(), DataError> {
        self.begin(Command::Reset)
    }

    fn restart(&mut self) -> Result<(), DataError> {
        self.begin(Command::Restart)
    }
}

impl Drop for Prefetch {
    fn drop(&mut self) {
        // The thread's next word has no listener.
        self.channels = None;
        if let Some(thread) = self.thread.take() {
            // Its panic, if any, was returned as an error.
            let _ = thread.join();
        }
    }
}

/// What the thread has.
struct Worker<B> {
    batches: B,
    made: SyncSender<Made>,
    commands: Receiver<Command>,
    spare: Receiver<Batch>,
}

impl<B: Batches> Worker<B> {
    fn send(&self, made: Made) -> Result<(), Gone> {
        self.made.send(made).map_err(|_| Gone)
    }

    /// Epochs, one after the other.
    fn run(mut self) -> Result<(), Gone> {
        loop {
            if !self.epoch()? {
                // All that can be asked for is another epoch.
                self.commands.recv().map_err(|_| Gone)?;
            }
            self.send(Made::Stopped)?;
            let result = match self.commands.recv().map_err(|_| Gone)? {
                Command::Restart => self.batches.restart(),
                Command::Reset | Command::Stop => self.batches.reset(),
            };
            self.send(Made::Begun(result))?;
        }
    }

    /// Makes batches; `true` if it was stopped.
    fn epoch(&mut self) -> Result<bool, Gone> {
        loop {
            match self.commands.try_recv() {
                Ok(_) => return Ok(true),
                Err(TryRecvError::Disconnected) => return Err(Gone),
                Err(TryRecvError::Empty) => {}
            }
            let mut batch = self.spare.try_recv().unwrap_or_default();
            let end = match self.batches.next_batch(&mut batch) {
                Ok(true) => {
                    self.send(Made::Batch(batch))?;
                    continue;
                }
                Ok(false) => Ok(()),
                Err(error) => Err(error),
            };
            self.send(Made::End(end))?;
            return Ok(false);
        }
    }
}
