//! A table that is open.
use super::batches::JournalBatches;
use super::bit_set::BitSet;
use super::error::Action;
use super::header::{self, Header, State};
use super::journal::Journal;
use super::layout::Layout;
use super::lock::LockedFile;
use super::map::Map;
use super::position::{read_at, write_at};
use super::recovery::{recover, roll_back};
use super::reserve::{Reserve, allocate};
use super::{Array, Recovered, TableError, TableValue};
use crate::atomic_file::{folder, remove_stale, temporary};
use lacuna::Dense;
use std::fs::{File, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

/// What a table is consistent after.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Durability {
    /// A kill of the process at any instant. The system writes to the disk when it likes; after a loss of power the
    /// table may be torn without notice.
    #[default]
    Process,
    /// A loss of power as well, on a disk that keeps what it said it has written and writes a sector of 512 bytes as a
    /// whole. The journal is on the disk before a row is changed: each call that touches rows which are new in the
    /// epoch waits for the disk once, and a commit waits for all rows that were changed.
    Disk,
}

/// Which places on the disk a new table takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Allocation {
    /// Those of rows that were changed, so that a table can be larger than the disk. On Linux a full disk is an error
    /// of the call that would change a row; elsewhere, and on file systems that cannot reserve places, it ends the
    /// process by a signal, and the table is rolled back when it is opened again.
    #[default]
    Sparse,
    /// All: a disk that is too small is an error at once. On Linux; elsewhere an error.
    Full,
}

/// How a table is opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// May differ from one opening to the next.
    pub durability: Durability,
    /// Of a new table.
    pub allocation: Allocation,
}

/// Arrays of rows in a mapped file, consistent by epochs: see the [module](crate::table).
///
/// ```
/// use lacuna::{RowSparse, optim};
/// use lacuna_arrays::table::{Options, Table};
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("words.table");
/// // 4 GB, of which a page for each row that is touched lies on the disk.
/// let mut table = Table::<f32>::create(&path, 1_000_000, &[("weight", 500), ("history", 500)], &Options::default())?;
/// let gradient = RowSparse::new(1_000_000, 500, &[7, 123_456], &[1.0; 1000])?;
/// table.update(&optim::AdaGrad::new(0.5, 1e-7), gradient)?;
/// assert_eq!(table.commit()?, 1);
///
/// // What is not committed is put back, also after a kill.
/// table.update(&optim::AdaGrad::new(0.5, 1e-7), gradient)?;
/// drop(table);
/// let (table, recovered) = Table::<f32>::open(&path, &Options::default())?;
/// assert_eq!((table.epoch(), recovered.map(|recovered| recovered.rows)), (1, Some(2)));
/// assert_eq!(table.array("weight")?.row(7)[0], -0.5);
/// # Ok::<(), anyhow::Error>(())
/// ```
#[derive(Debug)]
pub struct Table<V> {
    pub(super) path: PathBuf,
    pub(super) layout: Layout,
    pub(super) map: Map,
    pub(super) journal: Journal,
    pub(super) state: State,
    /// Rows that are in the journal.
    pub(super) touched: BitSet,
    pub(super) reserve: Reserve,
    pub(super) durability: Durability,
    /// True after an error that leaves the state of the files unknown.
    pub(super) failed: bool,
    /// Rows that are on their way into the journal, kept for its memory.
    pub(super) batch: Vec<usize>,
    /// Values of rows outside the map, likewise.
    pub(super) values: Vec<V>,
    value: PhantomData<V>,
}

/// What an error of the system becomes.
pub(super) fn io_error(path: &Path, action: Action) -> impl FnOnce(io::Error) -> TableError {
    move |source| TableError::Io { path: path.to_owned(), action, source }
}

impl<V: TableValue> Table<V> {
    /// Makes a table of zeros, of arrays with these names and row lengths, and opens it. It is there completely or not
    /// at all.
    ///
    /// # Errors
    /// [`TableError::Exists`] for a file or a journal of this name, [`TableError::Name`], [`TableError::Size`],
    /// [`TableError::Io`], [`TableError::BigEndian`].
    pub fn create(path: &Path, rows: usize, arrays: &[(&str, usize)], options: &Options) -> Result<Self, TableError> {
        little_endian()?;
        let layout = Layout::new(V::TYPE, rows, arrays.iter().copied())?;
        let name =
            path.file_name().ok_or_else(|| io_error(path, Action::Created)(io::ErrorKind::InvalidInput.into()))?;
        // The journal stands beside the file itself, whatever links lead there.
        let path = folder(path).canonicalize().map_err(io_error(path, Action::Created))?.join(name);
        let journal = Journal::path_of(&path);
        for path in [&path, &journal] {
            if path.symlink_metadata().is_ok() {
                return Err(TableError::Exists { path: path.clone() });
            }
        }
        remove_stale(&path);
        let file = temporary(&path).map_err(io_error(&path, Action::Created))?;
        file.as_file().set_len(layout.bytes).map_err(io_error(&path, Action::Created))?;
        if options.allocation == Allocation::Full {
            allocate(file.as_file(), 0, layout.bytes).map_err(io_error(&path, Action::Reserved))?;
        }
        let id = RandomState::new().hash_one((&path, std::process::id()));
        write_at(file.as_file(), 0, &header::encode(&layout, id)).map_err(io_error(&path, Action::Created))?;
        file.as_file().sync_all().map_err(io_error(&path, Action::Created))?;
        let file = file.persist_noclobber(&path).map_err(|error| match error.error.kind() {
            io::ErrorKind::AlreadyExists => TableError::Exists { path: path.clone() },
            _ => io_error(&path, Action::Created)(error.error),
        })?;
        Ok(Self::from_file(LockedFile::new(file, &path)?, path, options)?.0)
    }

    /// Opens a table, and puts back what an epoch that was not committed has changed.
    ///
    /// # Errors
    /// [`TableError::Locked`]; [`TableError::NotATable`], [`TableError::Version`], [`TableError::Type`],
    /// [`TableError::Truncated`]; [`TableError::Damaged`] if file or journal do not hold what was written, in which
    /// case nothing is changed; [`TableError::Io`], [`TableError::BigEndian`].
    pub fn open(path: &Path, options: &Options) -> Result<(Self, Option<Recovered>), TableError> {
        little_endian()?;
        let found = path.canonicalize().map_err(io_error(path, Action::Opened))?;
        let file = OpenOptions::new().read(true).write(true).open(&found).map_err(io_error(path, Action::Opened))?;
        Self::from_file(LockedFile::new(file, &found)?, found, options)
    }

    fn from_file(file: LockedFile, path: PathBuf, options: &Options) -> Result<(Self, Option<Recovered>), TableError> {
        let length = file.metadata().map_err(io_error(&path, Action::Read))?.len();
        let mut bytes = vec![0; length.min(header::BYTES) as usize];
        read_at(&file, 0, &mut bytes).map_err(io_error(&path, Action::Read))?;
        let header = Header::decode(&bytes, &path)?;
        let truncated = |expected| TableError::Truncated { path: path.clone(), expected, found: length };
        if header.layout.bytes > length {
            return Err(truncated(header.layout.bytes));
        }
        if header.layout.kind != V::TYPE {
            return Err(TableError::Type { path, expected: V::TYPE, found: header.layout.kind });
        }
        let reserve = Reserve::new(&file, header.layout.bytes).map_err(io_error(&path, Action::Read))?;
        let mut map =
            Map::new(file, header::BYTES, header.layout.mapped_bytes()).map_err(io_error(&path, Action::Mapped))?;
        let journal = Journal::path_of(&path);
        let journal = Journal::open(journal.clone(), header.id, header.state.epoch)
            .map_err(io_error(&journal, Action::Opened))?;
        if options.durability == Durability::Disk && cfg!(unix) {
            // The names, too, have to reach the disk.
            File::open(folder(&path)).and_then(|folder| folder.sync_all()).map_err(io_error(&path, Action::Flushed))?;
        }
        let recovered = recover(&header, &journal, &mut map)?;
        let Header { layout, state, .. } = header;
        let touched = BitSet::new(layout.rows);
        let mut table = Self {
            path,
            layout,
            map,
            journal,
            state,
            touched,
            reserve,
            durability: options.durability,
            failed: false,
            batch: Vec::new(),
            values: Vec::new(),
            value: PhantomData,
        };
        // Under another durability, the last epoch may not have reached the disk.
        if recovered.is_some() || options.durability == Durability::Disk {
            table.begin(state.epoch)?;
        } else {
            table.journal.restart(state.epoch);
        }
        Ok((table, recovered))
    }

    /// Ends an epoch and gives its number: what was changed up to here is what a kill from now on leaves.
    ///
    /// # Errors
    /// [`TableError::Io`]; then it is not known which epoch the files are in, the next call is refused as
    /// [`TableError::Failed`], and opening the table again returns it.
    pub fn commit(&mut self) -> Result<u64, TableError> {
        self.usable()?;
        self.begin(self.state.epoch + 1)?;
        Ok(self.state.epoch)
    }

    /// Puts back all rows that were changed since the last commit.
    ///
    /// # Errors
    /// As [`commit`](Self::commit).
    ///
    /// ```
    /// # use lacuna_arrays::table::{Options, Table, TableError};
    /// # let folder = tempfile::tempdir()?;
    /// let mut table = Table::<f64>::create(&folder.path().join("t"), 10, &[("weight", 2)], &Options::default())?;
    /// table.touch(&[3_i32])?.row_mut(0, 0).fill(1.0);
    /// assert_eq!(table.roll_back()?.rows, 1);
    /// assert_eq!(table.array("weight")?.row(3), [0.0; 2]);
    /// # Ok::<(), anyhow::Error>(())
    /// ```
    pub fn roll_back(&mut self) -> Result<Recovered, TableError> {
        self.usable()?;
        self.failed = true;
        let epoch = self.state.epoch;
        let rows = match self.journal.end() {
            0 => 0,
            end => match JournalBatches::new(&self.journal, &self.layout)? {
                Some(batches) => roll_back(&batches, end, &mut self.map, &self.layout)?,
                None => return Err(TableError::Failed { path: self.path.clone() }),
            },
        };
        self.begin(epoch)?;
        Ok(Recovered { epoch, rows })
    }

    /// Makes the rows as they are those of an epoch.
    fn begin(&mut self, epoch: u64) -> Result<(), TableError> {
        self.failed = true;
        let disk = self.durability == Durability::Disk;
        let flushed = || io_error(&self.path, Action::Flushed);
        if disk {
            self.map.flush().map_err(flushed())?;
        }
        let state = self.state.next(epoch, 0);
        state.write(self.map.file(), self.journal.id).map_err(io_error(&self.path, Action::Written))?;
        if disk {
            self.map.file().sync_data().map_err(flushed())?;
        }
        self.state = state;
        // Now, and not before, the old rows are of no use.
        self.journal.restart(epoch);
        self.touched.clear();
        self.failed = false;
        Ok(())
    }

    /// Refuses everything after a failure.
    pub(super) fn usable(&self) -> Result<(), TableError> {
        if self.failed { Err(TableError::Failed { path: self.path.clone() }) } else { Ok(()) }
    }

    /// An array, to be read: with what was not committed yet.
    ///
    /// # Errors
    /// [`TableError::NoArray`].
    pub fn array(&self, name: &str) -> Result<Dense<'_, V>, TableError> {
        let missing = || TableError::NoArray { path: self.path.clone(), name: name.to_owned() };
        let array = self.layout.arrays.iter().find(|array| array.name == name).ok_or_else(missing)?;
        let values = bytemuck::try_cast_slice::<u8, V>(self.map.bytes()).unwrap_or_default();
        Ok(Dense::new(self.layout.rows, array.row_length, values.get(self.layout.values(array)).unwrap_or_default())?)
    }

    /// Refuses a table that does not have so many rows and just these arrays, in this order.
    ///
    /// # Errors
    /// [`TableError::Rows`], [`TableError::ArrayCount`], [`TableError::NoArray`], [`TableError::RowLength`].
    pub fn expect(&self, rows: usize, arrays: &[(&str, usize)]) -> Result<(), TableError> {
        let path = || self.path.clone();
        if self.layout.rows != rows {
            return Err(TableError::Rows { path: path(), expected: rows as u64, found: self.layout.rows as u64 });
        }
        if self.layout.arrays.len() != arrays.len() {
            return Err(TableError::ArrayCount {
                path: path(),
                expected: arrays.len(),
                found: self.layout.arrays.len(),
            });
        }
        for (&(name, expected), Array { name: found_name, row_length: found, .. }) in
            arrays.iter().zip(&self.layout.arrays)
        {
            if name != found_name {
                return Err(TableError::NoArray { path: path(), name: name.to_owned() });
            }
            if expected != *found {
                return Err(TableError::RowLength {
                    path: path(),
                    name: name.to_owned(),
                    expected: expected as u64,
                    found: *found as u64,
                });
            }
        }
        Ok(())
    }

    /// Where the file is, without links.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
    /// The epoch that was committed last: 0 for a new table.
    #[must_use]
    pub const fn epoch(&self) -> u64 {
        self.state.epoch
    }
    /// Rows of each array.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.layout.rows
    }
    /// What each row has.
    #[must_use]
    pub fn arrays(&self) -> &[Array] {
        &self.layout.arrays
    }
    /// Length of the file, of which only what was written takes place on the disk.
    #[must_use]
    pub const fn file_bytes(&self) -> u64 {
        self.layout.bytes
    }
    /// Length of the journal: what a commit frees.
    #[must_use]
    pub const fn journal_bytes(&self) -> u64 {
        self.journal.end()
    }
    /// Rows that may have changed since the last commit.
    #[must_use]
    pub const fn touched_rows(&self) -> u64 {
        self.touched.count()
    }
}

/// Rows are used where they lie in the file, which is little-endian.
fn little_endian() -> Result<(), TableError> {
    if cfg!(target_endian = "little") { Ok(()) } else { Err(TableError::BigEndian) }
}
