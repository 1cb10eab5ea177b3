//! Tables that outgrow memory: weights and states in a file that is mapped, changed in place, and consistent by epochs.
//!
//! A [`Table`] is a file of some arrays of rows, the weight and its states, that kernels read and update where it lies:
//! [`array`](Table::array) is a view for lookups, and [`update`](Table::update) runs an optimizer on the rows that a
//! gradient stores. The file may be larger than memory, and, as rows that were never written take no place, larger than
//! the disk.
//!
//! What a kill leaves behind is never half of anything. Before a row is changed for the first time in an epoch, its old
//! bytes go to a journal beside the file (its name with `.journal`); [`commit`](Table::commit) ends the epoch.
//! [`open`](Table::open) puts back the rows of an epoch that was not committed, and returns what it did as
//! [`Recovered`]. What holds against a loss of power is chosen as [`Durability`]. The page on mapped tables in the
//! project's `docs/` has the format byte by byte, the protocol, and why it is safe.
//!
//! A file is little-endian; on a big-endian processor tables are refused, because rows are used where they lie. While a
//! table is open its file is locked, so that no other process that uses this module changes it. A process that ignores
//! the lock can change any value, and one that truncates the file ends this process by a signal (`SIGBUS`).
mod batches;
mod bit_set;
mod error;
mod header;
mod journal;
mod layout;
mod lock;
mod map;
mod position;
mod recovery;
mod reserve;
mod touched;
mod update;
mod value;
mod whole;

pub use error::{Action, Damage, TableError};
pub use layout::Array;
pub use recovery::Recovered;
pub use touched::Touched;
pub use value::{TableType, TableValue};
pub use whole::{Allocation, Durability, Options, Table};
