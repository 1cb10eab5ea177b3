//! Batches of LibSVM files.
use super::batch::slots;
use super::libsvm_rows::{LibsvmRows, append};
use super::part::{FilePart, cut, expect_uncompressed, files, io_error};
use super::segment::Segment;
use super::{Batch, Batches, DataError, LibsvmBatchesOptions};
use crate::array::{Array, ArrayError, Element, Storage, reserve};
use crate::libsvm::{CsrBatch as Rows, IndexBase, LibsvmError, LibsvmOptions, LibsvmValue, Scan};
use std::fs::File;
use std::mem;
use std::path::PathBuf;

/// Batches of LibSVM files: LibSVMIter. Data is csr; labels are dense, or csr of their own files.
///
/// ```
/// use lacuna_arrays::data::{Batch, Batches, LibsvmBatches, LibsvmBatchesOptions};
/// use lacuna_arrays::libsvm::LibsvmOptions;
/// let path = std::env::temp_dir().join(format!("lacuna-batches-{}.libsvm", std::process::id()));
/// std::fs::write(&path, "1 0:1\n2 1:2\n3 2:3\n4 0:4 2:5\n")?;
/// let read = LibsvmOptions { batch_rows: 3, features: Some(3), ..LibsvmOptions::default() };
/// let mut batches = LibsvmBatches::<f32>::open(&[path.clone()], &LibsvmBatchesOptions { read, ..LibsvmBatchesOptions::default() })?;
/// let (mut batch, mut labels) = (Batch::default(), Vec::new());
/// for _epoch in 0..2 {
///     while batches.next_batch(&mut batch)? {
///         labels.push((batch.label[0].data::<f32>().unwrap_or_default().to_vec(), batch.pad));
///     }
///     batches.reset()?;
/// }
/// // The second epoch begins behind the rows that the first one was filled with.
/// assert_eq!(labels, [(vec![1.0, 2.0, 3.0], 0), (vec![4.0, 1.0, 2.0], 2), (vec![3.0, 4.0, 1.0], 1)]);
/// # std::fs::remove_file(path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LibsvmBatches<V> {
    data: LibsvmRows<V, i64>,
    labels: Option<Labels<V>>,
    batch_size: usize,
    features: usize,
    base: IndexBase,
    /// Part, and number of parts.
    part: (usize, usize),
    round_batch: bool,
    rows: Rows<V, i64>,
    chunk: Rows<V, i64>,
    /// Rows since the first one.
    position: u64,
    state: State,
}

#[derive(Debug)]
enum State {
    /// There may be more batches.
    Inside,
    /// The epoch has no more.
    Ended {
        /// The next epoch goes on at the position, behind the rows that were used for filling.
        goes_on: bool,
    },
    Failed(DataError),
}

/// The labels of their own files.
#[derive(Debug)]
struct Labels<V> {
    rows: LibsvmRows<V, i64>,
    size: usize,
    /// Rows before the part.
    skipped: u64,
    batch: Rows<V, i64>,
    chunk: Rows<V, i64>,
}

impl<V: Element + LibsvmValue> LibsvmBatches<V> {
    /// Opens files, which are read one after the other. Of a folder all files are read, by name.
    ///
    /// # Errors
    /// [`DataError::Io`]; [`DataError::Part`]; [`DataError::CompressedParts`]; those of the options; what is wrong with a text that must be read before
    /// the first batch. The batch that meets any other error returns it.
    pub fn open(paths: &[PathBuf], options: &LibsvmBatchesOptions) -> Result<Self, DataError> {
        let LibsvmBatchesOptions { read, label, part, parts, round_batch } = options;
        if read.batch_rows == 0 {
            return Err(DataError::ZeroBatchSize);
        }
        if read.row_weights {
            return Err(DataError::RowWeights);
        }
        let all = files(paths)?;
        if *parts > 1 {
            expect_uncompressed(&all, *parts)?;
        }
        let mut read = read.clone();
        if read.base == IndexBase::Auto || read.features.is_none() {
            let scan = scan(&all, &read)?;
            read.base = scan.resolve(read.base);
            read.features = Some(read.features.unwrap_or_else(|| scan.features(read.base)));
        }
        let (own, before) = cut(&all, *part, *parts)?;
        let labels = match label {
            None => None,
            Some(label) => {
                let skipped = scan(&before, &read)?.rows;
                let options = LibsvmOptions { features: Some(label.size), ..read.clone() };
                let rows = LibsvmRows::new(files(&label.paths)?, options);
                let mut labels = Labels { rows, size: label.size, skipped, batch: Rows::new(), chunk: Rows::new() };
                labels.rewind()?;
                Some(labels)
            }
        };
        Ok(Self {
            batch_size: read.batch_rows,
            features: read.features.unwrap_or_default(),
            base: read.base,
            data: LibsvmRows::new(own, read),
            labels,
            part: (*part, *parts),
            round_batch: *round_batch,
            rows: Rows::new(),
            chunk: Rows::new(),
            position: 0,
            state: State::Inside,
        })
    }

    /// The number of features: given, or found out.
    #[must_use]
    pub fn features(&self) -> usize {
        self.features
    }

    /// What the files number their first feature with: given, or found out.
    #[must_use]
    pub const fn base(&self) -> IndexBase {
        self.base
    }

    fn rewind(&mut self) -> Result<(), DataError> {
        self.data.rewind()?;
        self.position = 0;
        self.labels.as_mut().map_or(Ok(()), Labels::rewind)
    }

    /// Reads the rows of the next batch; how many of them fill it.
    fn read(&mut self) -> Result<usize, DataError> {
        self.data.read(self.batch_size, &mut self.rows)?;
        let own = self.rows.rows();
        if let Some(labels) = &mut self.labels {
            labels.batch.clear();
            labels.read(own, self.position)?;
        }
        self.position += own as u64;
        if self.position == 0 {
            let (part, parts) = self.part;
            let file = self.data.first().to_string_lossy().as_ref().into();
            return Err(if parts > 1 {
                DataError::EmptyPart { part, parts }
            } else {
                LibsvmError::Empty { file }.into()
            });
        }
        if own == self.batch_size {
            return Ok(0);
        }
        // Every row, unless the epoch began behind the first one: then as many as the epoch before has found.
        let whole = self.position;
        self.state = State::Ended { goes_on: false };
        if own == 0 || !self.round_batch {
            return Ok(0);
        }
        // For a batch that no memory could hold, an error before the first row of it is read again.
        reserve(&mut self.rows.labels, self.batch_size - own)?;
        while self.rows.rows() < self.batch_size {
            self.rewind()?;
            self.data.read(self.batch_size - self.rows.rows(), &mut self.chunk)?;
            let found = self.chunk.rows();
            if found == 0 {
                // The file has been emptied meanwhile.
                return Err(DataError::NoRows);
            }
            if let Some(labels) = &mut self.labels {
                labels.read(found, 0)?;
            }
            append(&mut self.rows, &self.chunk);
            self.position += found as u64;
        }
        self.state = State::Ended { goes_on: self.position < whole };
        Ok(self.batch_size - own)
    }

    fn try_next(&mut self, batch: &mut Batch) -> Result<bool, DataError> {
        let pad = self.read()?;
        let rows = self.rows.rows();
        if rows == 0 {
            return Ok(false);
        }
        if let [data] = slots(&mut batch.data, 1) {
            move_csr([rows, self.features], &mut self.rows, data)?;
        }
        if let [label] = slots(&mut batch.label, 1) {
            match &mut self.labels {
                Some(labels) => move_csr([rows, labels.size], &mut labels.batch, label)?,
                None => {
                    let memory = label.take_memory().values(rows)?;
                    let data = V::wrap(mem::replace(&mut self.rows.labels, memory));
                    *label = Array::from_storage(vec![rows], Storage::Dense { data })?;
                }
            }
        }
        batch.pad = pad;
        Ok(true)
    }
}

impl<V: LibsvmValue> Labels<V> {
    fn rewind(&mut self) -> Result<(), DataError> {
        self.rows.rewind()?;
        let mut left = self.skipped;
        while left > 0 {
            let most = usize::try_from(left).unwrap_or(usize::MAX).min(4096);
            self.rows.read(most, &mut self.chunk)?;
            if self.chunk.rows() == 0 {
                return Err(DataError::LabelsEnd { rows: self.skipped - left });
            }
            left -= self.chunk.rows() as u64;
        }
        Ok(())
    }

    /// Adds the labels of the next rows.
    fn read(&mut self, rows: usize, position: u64) -> Result<(), DataError> {
        let before = self.batch.rows();
        if before == 0 {
            self.rows.read(rows, &mut self.batch)?;
        } else {
            self.rows.read(rows, &mut self.chunk)?;
            append(&mut self.batch, &self.chunk);
        }
        let found = self.batch.rows() - before;
        if found < rows { Err(DataError::LabelsEnd { rows: self.skipped + position + found as u64 }) } else { Ok(()) }
    }
}

/// Moves the rows into an array, and that array's memory to the rows.
fn move_csr<V: Element>(shape: [usize; 2], rows: &mut Rows<V, i64>, array: &mut Array) -> Result<(), ArrayError> {
    let mut memory = array.take_memory();
    let (indptr, indices) = memory.places(0, 0)?;
    let data = V::wrap(mem::replace(&mut rows.values, memory.values(0)?));
    let (indptr, indices) = (mem::replace(&mut rows.indptr, indptr), mem::replace(&mut rows.indices, indices));
    *array = Array::from_storage(shape.to_vec(), Storage::Csr { indptr, indices, data })?;
    Ok(())
}

/// What is in the files together.
fn scan(parts: &[FilePart], options: &LibsvmOptions) -> Result<Scan, DataError> {
    let mut total = Scan::default();
    for FilePart { path, range } in parts {
        let segment = File::open(path).and_then(|file| Segment::new(file, range.clone()));
        let segment = segment.map_err(|error| io_error(path, error))?;
        let scan = match crate::libsvm::scan_stream(&path.to_string_lossy(), segment, options) {
            Err(LibsvmError::Empty { .. }) => continue,
            scan => scan?,
        };
        total.rows += scan.rows;
        total.entries += scan.entries;
        total.min_index = [total.min_index, scan.min_index].into_iter().flatten().min();
        total.max_index = total.max_index.max(scan.max_index);
        total.stated_base = total.stated_base.or(scan.stated_base);
    }
    Ok(total)
}

impl<V: Element + LibsvmValue> Batches for LibsvmBatches<V> {
    fn batch_size(&self) -> usize {
        self.batch_size
    }

    fn next_batch(&mut self, batch: &mut Batch) -> Result<bool, DataError> {
        match &self.state {
            State::Inside => {}
            State::Ended { .. } => return Ok(false),
            State::Failed(error) => return Err(error.clone()),
        }
        let result = self.try_next(batch);
        if let Err(error) = &result {
            self.state = State::Failed(error.clone());
        }
        result
    }

    fn reset(&mut self) -> Result<(), DataError> {
        match mem::replace(&mut self.state, State::Inside) {
            State::Ended { goes_on: true } => Ok(()),
            _ => self.rewind(),
        }
    }

    fn restart(&mut self) -> Result<(), DataError> {
        self.state = State::Inside;
        self.rewind()
    }
}
