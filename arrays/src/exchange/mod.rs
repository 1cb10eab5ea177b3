//! Messages between the ranks of a run: the processes that train one model together. [`Exchange`]
//!
//! | implementation | ranks |
//! |---|---|
//! | [`Local`] | one: this process |
//! | [`Threads`] | threads of this process, for tests and for a program that has its own threads |
//! | `Mpi`, with the feature `mpi` | the processes of `mpirun -n N` |
//!
//! A key-value store of `lacuna-runtime` with an exchange keeps a part of each large parameter, and moves the rows that
//! a step touches.
//!
//! # The order of additions
//!
//! A step over a batch is cut into `slices`, and the gradient of each slice is computed by itself. The sums are combined
//! in pairs, in a binary [tree] that depends on the number of slices alone. So the bits of a model are the same for
//! any number of ranks, one among them.
mod agree;
mod error;
mod local;
mod machine;
mod message;
#[cfg(feature = "mpi")]
mod mpi;
mod open;
mod threads;
pub mod tree;

pub use agree::agree;
pub use error::ExchangeError;
pub use local::Local;
pub use machine::rank_on_machine;
#[doc(hidden)]
pub use message::{Reader, Writer};
#[cfg(feature = "mpi")]
pub use mpi::Mpi;
pub use open::{NAMES, open};
pub use threads::Threads;

use std::fmt::Debug;
use std::time::Duration;

/// A way to send bytes between ranks.
///
/// All ranks make the same calls of what is built on it, in the same order. Messages from one rank to another arrive in
/// the order in which they were sent.
pub trait Exchange: Debug + Send + Sync {
    /// The number of this rank, from 0 on.
    fn rank(&self) -> usize;

    /// How many ranks there are.
    fn size(&self) -> usize;

    /// Sends a message to another rank, and does not wait until it is there.
    ///
    /// # Errors
    /// [`ExchangeError`] if a rank has failed.
    fn send(&self, to: usize, message: Vec<u8>) -> Result<(), ExchangeError>;

    /// Waits for the next message of another rank.
    ///
    /// # Errors
    /// [`ExchangeError::Failed`] if a rank tells why it ends, [`ExchangeError::Silent`] if nothing comes within the time
    /// limit.
    fn receive(&self, from: usize) -> Result<Vec<u8>, ExchangeError>;

    /// Sends a message that another rank takes whenever it looks for [posts](Self::posted): beside the messages that
    /// [`receive`](Self::receive) waits for, which it neither overtakes nor waits for. For ranks that do not all make
    /// the same calls.
    ///
    /// # Errors
    /// As [`send`](Self::send); [`ExchangeError::Start`] of an exchange that has no posts.
    fn post(&self, to: usize, _message: Vec<u8>) -> Result<(), ExchangeError> {
        Err(ExchangeError::Start { cause: format!("no posts to rank {to}: this exchange has none") })
    }

    /// The next post, and the rank that has sent it; nothing if none comes within the limit. Posts of one rank come in
    /// the order in which they were sent.
    ///
    /// # Errors
    /// As [`receive`](Self::receive); [`ExchangeError::Gone`] for a rank that has ended.
    fn posted(&self, _limit: Duration) -> Result<Option<(usize, Vec<u8>)>, ExchangeError> {
        Err(ExchangeError::Start { cause: "this exchange has no posts".to_owned() })
    }

    /// Tells all other ranks that this one cannot go on, and why. They fail with that in their next call.
    fn fail(&self, cause: &str);

    /// Bytes that were sent to other ranks and received from them, and the time that was spent waiting.
    fn traffic(&self) -> Traffic;

    /// Sends `messages[rank]` to each rank, and gives what each has sent to this one.
    ///
    /// # Errors
    /// Those of [`send`](Self::send) and [`receive`](Self::receive).
    fn all_to_all(&self, mut messages: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, ExchangeError> {
        let (rank, size) = (self.rank(), self.size());
        messages.resize(size, Vec::new());
        let mut own = Vec::new();
        for (to, message) in messages.into_iter().enumerate() {
            if to == rank {
                own = message;
            } else {
                self.send(to, message)?;
            }
        }
        let received = |from| if from == rank { Ok(std::mem::take(&mut own)) } else { self.receive(from) };
        (0..size).map(received).collect()
    }

    /// Gives the message of each rank to all.
    ///
    /// # Errors
    /// As [`all_to_all`](Self::all_to_all).
    fn all_gather(&self, message: Vec<u8>) -> Result<Vec<Vec<u8>>, ExchangeError> {
        self.all_to_all(vec![message; self.size()])
    }

    /// Waits until all ranks are here.
    ///
    /// # Errors
    /// As [`all_to_all`](Self::all_to_all).
    fn barrier(&self) -> Result<(), ExchangeError> {
        self.all_gather(Vec::new()).map(drop)
    }
}

/// What a rank has moved.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Traffic {
    /// Messages to other ranks.
    pub messages: u64,
    /// Bytes of them.
    pub sent: u64,
    /// Bytes from other ranks.
    pub received: u64,
    /// Seconds of waiting for them.
    pub waited: f64,
}
