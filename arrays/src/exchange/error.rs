//! Why ranks do not go on.
use thiserror::Error;

/// Why a message does not come.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ExchangeError {
    /// A rank has told why it ends.
    #[error("rank {rank} has failed: {cause}")]
    Failed { rank: usize, cause: String },
    /// A rank has ended without a word.
    #[error("rank {rank} has ended")]
    Gone { rank: usize },
    /// Nothing came within the time limit.
    #[error("rank {rank} has sent nothing for {seconds} s: it hangs, was killed, or its machine is not reached")]
    Silent { rank: usize, seconds: u64 },
    /// A message is not what this rank expects: the ranks do not make the same calls.
    #[error("rank {rank} has sent {found} bytes where {what} is expected: the ranks do not run the same program")]
    Message { rank: usize, what: &'static str, found: usize },
    /// The ranks were not started alike.
    #[error("rank {rank} has {what} {found}, but rank 0 has {expected}")]
    Different { rank: usize, what: String, expected: String, found: String },
    /// There is no such engine in this program, or it does not start.
    #[error("{cause}")]
    Start { cause: String },
}
