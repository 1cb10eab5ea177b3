//! Everything that can be wrong with a table.
use super::TableType;
use lacuna::{FormatError, KernelError};
use std::fmt::{self, Display, Formatter};
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why a call on a table was refused, or failed. Unless an error says otherwise, the rows are then as before.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// The system could not do something with a file: for the journal on a full disk, the step is undone, and the table
    /// can be used further.
    #[error("{}: cannot be {action}", path.display())]
    Io { path: PathBuf, action: Action, source: io::Error },
    /// The table is open already, in this process or another.
    #[error("{}: is open already, here or in another process", path.display())]
    Locked { path: PathBuf },
    /// There is a file of this name, which is not overwritten.
    #[error("{}: is there already", path.display())]
    Exists { path: PathBuf },
    /// The file does not begin as a table does.
    #[error("{}: is no table", path.display())]
    NotATable { path: PathBuf },
    /// A format that this version does not know.
    #[error("{}: has version {found} of the format, version {expected} is known", path.display())]
    Version { path: PathBuf, expected: u32, found: u32 },
    /// The file is shorter than its header says.
    #[error("{}: has {found} bytes of {expected}", path.display())]
    Truncated { path: PathBuf, expected: u64, found: u64 },
    /// What stands at a place of the file was not written there.
    #[error("{}: damaged at byte {offset}: {damage}", path.display())]
    Damaged { path: PathBuf, offset: u64, damage: Damage },
    /// The table has numbers of another type.
    #[error("{}: a table of {found}, not of {expected}", path.display())]
    Type { path: PathBuf, expected: TableType, found: TableType },
    /// The table has another number of rows.
    #[error("{}: has {found} rows, not {expected}", path.display())]
    Rows { path: PathBuf, expected: u64, found: u64 },
    /// The table has another number of arrays.
    #[error("{}: has {found} arrays, not {expected}", path.display())]
    ArrayCount { path: PathBuf, expected: usize, found: usize },
    /// The table has no array of this name, or not at this place.
    #[error("{}: has no array `{name}`, or not at this place", path.display())]
    NoArray { path: PathBuf, name: String },
    /// An array has rows of another length.
    #[error("{}: rows of `{name}` have {found} values, not {expected}", path.display())]
    RowLength { path: PathBuf, name: String, expected: u64, found: u64 },
    /// No table can have this name of an array: 1 to 40 bytes, not 0, different from the others.
    #[error("`{name}` cannot be the name of array {array}: 1 to 40 bytes, not 0, different from the others")]
    Name { array: usize, name: String },
    /// No table can have this size: at least one row, 1 to 30 arrays, rows of at least one value, and as many bytes as
    /// this machine can address.
    #[error("{rows} rows of {values} values in {arrays} arrays are no table, or more than this machine can address")]
    Size { rows: usize, values: usize, arrays: usize },
    /// A row that the table does not have.
    #[error("{}: entry {entry} names row {row} of {rows}", path.display())]
    Row { path: PathBuf, entry: usize, row: usize, rows: usize },
    /// An earlier failure has left the state of the files unknown: open the table again, which goes back to the last
    /// epoch that was committed.
    #[error("{}: must be opened again after an earlier failure", path.display())]
    Failed { path: PathBuf },
    /// Rows are used where they lie, little-endian.
    #[error("tables need a little-endian processor")]
    BigEndian,
    /// From a kernel.
    #[error(transparent)]
    Kernel(#[from] KernelError),
    /// From a view.
    #[error(transparent)]
    Format(#[from] FormatError),
}

/// What a file could not be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Action {
    Created,
    Opened,
    Locked,
    Mapped,
    Read,
    Written,
    Flushed,
    Reserved,
}

impl Display for Action {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Created => "created",
            Self::Opened => "opened",
            Self::Locked => "locked",
            Self::Mapped => "mapped",
            Self::Read => "read",
            Self::Written => "written",
            Self::Flushed => "written to the disk",
            Self::Reserved => "given its place on the disk",
        })
    }
}

/// How a file is damaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Damage {
    /// Bytes have changed.
    #[error("the checksum should be {expected:08x}, is {found:08x}")]
    Checksum { expected: u32, found: u32 },
    /// A header of a right checksum that no table has.
    #[error("the arrays do not lie where they should")]
    Arrays,
    /// Neither of the two states is whole, or they do not follow each other.
    #[error("no state of the table is certain")]
    State,
    /// The journal belongs to another table.
    #[error("the journal of table {found:016x}, not of {expected:016x}")]
    OtherTable { expected: u64, found: u64 },
    /// The journal belongs to another epoch.
    #[error("the journal goes back to epoch {found}, the table to {expected}")]
    OtherEpoch { expected: u64, found: u64 },
    /// The journal ends before the rows that were changed.
    #[error("the journal should have {expected} bytes, has {found}")]
    ShortJournal { expected: u64, found: u64 },
    /// The journal names a row that the table does not have.
    #[error("row {row} of {rows}")]
    Row { row: u64, rows: u64 },
}
