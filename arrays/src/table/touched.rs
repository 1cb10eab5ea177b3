//! Rows that may be changed, because what they were is in the journal.
use super::error::Action;
use super::header::BYTES as HEADER_BYTES;
use super::layout::Layout;
use super::whole::{Durability, io_error};
use super::{Table, TableError, TableValue};
use lacuna::Index;

/// Bytes that are appended to the journal at once, about.
const BATCH_BYTES: usize = 1 << 20;

/// Rows of a table that can be changed, and no others: see [`Table::touch`].
#[derive(Debug)]
pub struct Touched<'t, V, I> {
    values: &'t mut [V],
    layout: &'t Layout,
    ids: &'t [I],
}

impl<V: TableValue, I: Index> Touched<'_, V, I> {
    /// The row of id `entry`, counted from 0, in array `array`; empty if there is no such id or array.
    pub fn row_mut(&mut self, array: usize, entry: usize) -> &mut [V] {
        let (Some(array), Some(id)) = (self.layout.arrays.get(array), self.ids.get(entry)) else {
            return Default::default();
        };
        let start = self.layout.values(array).start + id.to_usize() * array.row_length;
        self.values.get_mut(start..start + array.row_length).unwrap_or_default()
    }
}

impl<V: TableValue> Table<V> {
    /// Writes rows into the journal, if they are not there in this epoch, and gives access to them, and to no others.
    /// Ids may come in any order, and repeatedly.
    ///
    /// With [`Durability::Disk`] this waits for the disk, if there are new rows among them: a call for all rows of
    /// several steps waits once.
    ///
    /// # Errors
    /// [`TableError::Row`] for an id that is no row, [`TableError::Io`], for example on a full disk,
    /// [`TableError::Failed`].
    ///
    /// ```
    /// # use lacuna_arrays::table::{Options, Table, TableError};
    /// # let folder = tempfile::tempdir()?;
    /// let mut table = Table::<f32>::create(&folder.path().join("t"), 10, &[("weight", 2), ("count", 1)], &Options::default())?;
    /// let mut rows = table.touch(&[8, 3])?;
    /// rows.row_mut(0, 1).fill(0.5);
    /// rows.row_mut(1, 1)[0] += 1.0;
    /// assert_eq!((table.array("weight")?.row(3), table.array("count")?.row(3)), (&[0.5; 2][..], &[1.0][..]));
    /// # Ok::<(), anyhow::Error>(())
    /// ```
    pub fn touch<'t, I: Index>(&'t mut self, ids: &'t [I]) -> Result<Touched<'t, V, I>, TableError> {
        self.keep(ids.iter().map(|id| id.to_usize()))?;
        let values = bytemuck::try_cast_slice_mut(self.map.bytes_mut()).unwrap_or_default();
        Ok(Touched { values, layout: &self.layout, ids })
    }

    /// Sees to it that rows can be changed: their places are on the disk, and what they were in the journal.
    pub(super) fn keep(&mut self, rows: impl Iterator<Item = usize>) -> Result<(), TableError> {
        self.usable()?;
        let mut batch = std::mem::take(&mut self.batch);
        batch.clear();
        let kept = self.keep_in_batches(rows, &mut batch);
        if kept.is_err() {
            batch.iter().for_each(|&row| self.touched.remove(row));
        }
        self.batch = batch;
        kept?;
        if self.journal.end() == self.state.journal {
            return Ok(());
        }
        self.failed = true;
        if self.durability == Durability::Disk {
            self.journal.flush().map_err(io_error(&self.journal.path, Action::Flushed))?;
        }
        // From here on, a journal without these rows is damaged.
        let state = self.state.next(self.state.epoch, self.journal.end());
        state.write(self.map.file(), self.journal.id).map_err(io_error(&self.path, Action::Written))?;
        (self.state, self.failed) = (state, false);
        Ok(())
    }

    /// Leaves in `batch` what is not in the journal after an error.
    fn keep_in_batches(&mut self, rows: impl Iterator<Item = usize>, batch: &mut Vec<usize>) -> Result<(), TableError> {
        let most = (BATCH_BYTES / self.layout.row_bytes).max(1);
        for (entry, row) in rows.enumerate() {
            if row >= self.layout.rows {
                return Err(TableError::Row { path: self.path.clone(), entry, row, rows: self.layout.rows });
            }
            if self.touched.insert(row) {
                batch.push(row);
                if batch.len() == most {
                    self.append(batch)?;
                }
            }
        }
        self.append(batch)
    }

    /// Appends a batch to the journal, and empties it.
    fn append(&mut self, batch: &mut Vec<usize>) -> Result<(), TableError> {
        let Self { layout, map, journal, reserve, .. } = self;
        if batch.is_empty() {
            return Ok(());
        }
        for place in batch.iter().flat_map(|&row| layout.row(row)) {
            let place = HEADER_BYTES + place.start as u64..HEADER_BYTES + place.end as u64;
            reserve.ask(map.file(), place).map_err(io_error(&self.path, Action::Reserved))?;
        }
        let old = |row, bytes: &mut Vec<u8>| {
            layout.row(row).for_each(|place| bytes.extend_from_slice(map.bytes().get(place).unwrap_or_default()));
        };
        journal.append(batch, old).map_err(io_error(&journal.path, Action::Written))?;
        batch.clear();
        Ok(())
    }
}
