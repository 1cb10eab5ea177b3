//! Batches from text, in the order of the file, parsed by one or by several threads.

use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    path::Path,
    sync::Arc,
};

use super::{
    block::Blocks,
    csr_batch::CsrBatch,
    error::LibsvmError,
    line::{Fault, Rows, Rules},
    options::{IndexBase, LibsvmOptions},
    piece::Piece,
    scalar::{LibsvmIndex, LibsvmValue},
    scan::scan_source,
    threads,
    unused::{Unused, UnusedCounts},
};

/// Reads LibSVM text batch by batch.
///
/// Memory is bounded by two blocks for each thread, what is parsed of one of them, and the batch; never by the file.
///
/// ```
/// use lacuna_libsvm::{CsrBatch, LibsvmOptions, LibsvmReader};
///
/// let text: &[u8] = b"1 0:0.5 3:-2\n-1 # an empty row\n1 2:1e-3\n";
/// let options = LibsvmOptions { batch_rows: 2, features: Some(4), ..LibsvmOptions::default() };
/// let mut reader = LibsvmReader::<_, f32, i32>::from_stream("example", text, &options)?;
/// let mut batch = CsrBatch::new();
///
/// assert!(reader.read_batch(&mut batch)?);
/// assert_eq!(batch.labels, [1.0, -1.0]);
/// assert_eq!(batch.indptr, [0, 2, 2]);
/// assert_eq!(batch.indices, [0, 3]);
/// assert_eq!(batch.values, [0.5, -2.0]);
///
/// assert!(reader.read_batch(&mut batch)?);
/// assert_eq!(batch.rows(), 1);
/// assert!(!reader.read_batch(&mut batch)?);
/// # Ok::<(), lacuna_libsvm::LibsvmError>(())
/// ```
#[derive(Debug)]
pub struct LibsvmReader<R, V = f32, I = i32> {
    pub(super) file: Arc<str>,
    pub(super) blocks: Blocks<R>,
    pub(super) rules: Rules,
    batch_rows: usize,
    /// The number of features if it is known, else what was met so far.
    pub(super) features: usize,
    pub(super) features_known: bool,
    pub(super) threads: usize,
    /// What several threads made of the current block, and how many of them were delivered.
    pub(super) pieces: Vec<Piece<V, I>>,
    pub(super) delivered: usize,
    /// Where one thread parses to.
    pub(super) rows: Rows<V, I>,
    pub(super) at_start: bool,
    /// Whether all lines so far are blank or comments, and what base these have told.
    pub(super) in_head: bool,
    pub(super) stated_base: Option<IndexBase>,
    pub(super) lines: u64,
    unused: Option<Arc<Unused>>,
    any_row: bool,
    failed: Option<LibsvmError>,
}

impl<V: LibsvmValue, I: LibsvmIndex> LibsvmReader<File, V, I> {
    /// Opens a file; it is read twice if the options leave the features or the base open. An error in its text is
    /// returned by the batch that meets it; what comes before that decides the base. A pipe cannot be opened so: use
    /// [`from_stream`](LibsvmReader::from_stream).
    pub fn open(path: impl AsRef<Path>, options: &LibsvmOptions) -> Result<Self, LibsvmError> {
        let name = path.as_ref().to_string_lossy();
        let file = File::open(&path).map_err(|error| io_error(&name.as_ref().into(), error))?;
        Self::from_seekable(&name, file, options)
    }
}

impl<R: Read + Seek + Send, V: LibsvmValue, I: LibsvmIndex> LibsvmReader<R, V, I> {
    /// Reads from the source's position on, like [`open`](LibsvmReader::open); `name` is for errors.
    pub fn from_seekable(name: &str, mut source: R, options: &LibsvmOptions) -> Result<Self, LibsvmError> {
        let io = |error| io_error(&name.into(), error);
        let start = source.stream_position().map_err(io)?;
        let mut options = options.clone();
        if options.base == IndexBase::Auto || options.features.is_none() {
            let (scan, result) = scan_source(name, &mut source, &options)?;
            if let Err(error @ LibsvmError::Io { .. }) = result {
                return Err(error);
            }
            source.seek(SeekFrom::Start(start)).map_err(io)?;
            options.base = scan.resolve(options.base);
            if result.is_ok() {
                let features = || scan.features(options.base);
                options.features = Some(options.features.unwrap_or_else(features));
            }
        }
        Self::new(name, source, Some(start), &options)
    }

    /// Goes back to the first row. The batches are those of the first pass.
    pub fn reset(&mut self) -> Result<(), LibsvmError> {
        match self.blocks.reset() {
            None => {
                return Err(LibsvmError::NotSeekable { file: self.file.clone() });
            }
            Some(Err(error)) => return Err(io_error(&self.file, error)),
            Some(Ok(())) => {}
        }
        self.pieces.iter_mut().for_each(Piece::clear);
        self.delivered = self.pieces.len();
        (self.at_start, self.lines, self.any_row, self.failed) = (true, 0, false, None);
        Ok(())
    }
}

impl<R: Read + Send, V: LibsvmValue, I: LibsvmIndex> LibsvmReader<R, V, I> {
    /// Reads a source once, from its position on; `name` is for errors. If the options leave the features open, batches
    /// have the number met so far.
    pub fn from_stream(name: &str, source: R, options: &LibsvmOptions) -> Result<Self, LibsvmError> {
        Self::new(name, source, None, options)
    }

    fn new(name: &str, source: R, start: Option<u64>, options: &LibsvmOptions) -> Result<Self, LibsvmError> {
        let file: Arc<str> = name.into();
        if options.batch_rows == 0 {
            return Err(LibsvmError::ZeroBatchRows);
        }
        let base = match options.base {
            IndexBase::Zero => 0,
            IndexBase::One => 1,
            IndexBase::Auto => return Err(LibsvmError::AutoBaseOfStream { file }),
        };
        let threads = threads::count(options.threads);
        let block = options.block_bytes.saturating_mul(threads);
        Ok(Self {
            file,
            blocks: Blocks::new(source, start, block, options.max_line_bytes),
            rules: Rules {
                base,
                features: options.features.map(|features| features as u64),
                largest: I::MAX.min(usize::MAX as u64 - 1),
                sort: options.sort_rows,
                sum: options.sum_duplicates,
                two_classes: options.two_classes,
                positive: options.positive,
                labels: options.labels.clone(),
                row_weights: options.row_weights,
                ignore_weights: options.ignore_weights,
                unlabelled: options.unlabelled,
                strict: options.strict,
                form: options.form.clone(),
            },
            batch_rows: options.batch_rows,
            features: options.features.unwrap_or(0),
            features_known: options.features.is_some(),
            threads,
            pieces: Vec::new(),
            delivered: 0,
            rows: Rows::default(),
            at_start: true,
            in_head: true,
            stated_base: None,
            lines: 0,
            unused: options.unused.clone(),
            any_row: false,
            failed: None,
        })
    }

    /// The number of features: given, scanned, or met so far.
    pub fn features(&self) -> usize {
        self.features
    }

    /// The base that a comment above the first row tells, in the words of scikit-learn, as far as has been read.
    pub fn stated_base(&self) -> Option<IndexBase> {
        self.stated_base
    }

    /// The file's number of the first feature, 0 or 1.
    pub fn base(&self) -> u64 {
        self.rules.base
    }

    /// Replaces the batch by the next one; `false`, and a batch without rows, at the end of the input.
    ///
    /// The first thing wrong in the order of the file is the error, for any number of threads and size of block: all
    /// batches before the one that it falls into have been delivered, none of the rows of that one. Every call repeats
    /// the error until a reset.
    pub fn read_batch(&mut self, batch: &mut CsrBatch<V, I>) -> Result<bool, LibsvmError> {
        self.read_rows(self.batch_rows, batch)
    }

    /// Replaces the batch by all rows that are left; `false` if there are none.
    pub fn read_rest(&mut self, batch: &mut CsrBatch<V, I>) -> Result<bool, LibsvmError> {
        self.read_rows(usize::MAX, batch)
    }

    /// Replaces the batch by up to so many rows, whatever the batch size of the options; `false` if there are none.
    pub fn read_rows(&mut self, most: usize, batch: &mut CsrBatch<V, I>) -> Result<bool, LibsvmError> {
        let result = self.fill(most, batch);
        if result.is_err() {
            batch.clear();
        }
        result.map(|()| batch.rows() > 0)
    }

    /// Like [`read_batch`](Self::read_batch), but the rows before an error are in the batch.
    pub(super) fn fill(&mut self, most: usize, batch: &mut CsrBatch<V, I>) -> Result<(), LibsvmError> {
        batch.clear();
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        let result = if cfg!(feature = "threads") && self.threads > 1 {
            self.fill_from_pieces(most, batch)
        } else {
            self.fill_directly(most, batch)
        };
        batch.features = self.features;
        self.any_row |= batch.rows() > 0;
        let result = match result {
            Ok(()) if !self.any_row => Err(LibsvmError::Empty { file: self.file.clone() }),
            result => result,
        };
        self.failed = result.as_ref().err().cloned();
        result
    }

    pub(super) fn count_unused(&self, counts: UnusedCounts) {
        if let Some(unused) = self.unused.as_ref().filter(|_| counts != UnusedCounts::default()) {
            unused.add(counts);
        }
    }

    pub(super) fn row_error(&self, fault: Fault) -> LibsvmError {
        let Fault { line, column, reason } = fault;
        LibsvmError::Row { file: self.file.clone(), line: self.lines + line + 1, column, reason }
    }
}

pub(super) fn io_error(file: &Arc<str>, error: io::Error) -> LibsvmError {
    LibsvmError::Io { file: file.clone(), source: Arc::new(error) }
}

/// Reads a whole file as one batch; the batch size of the options is not used.
///
/// ```no_run
/// use lacuna_libsvm::{CsrBatch, IndexBase, LibsvmOptions, read_all};
///
/// let options = LibsvmOptions { base: IndexBase::One, ..LibsvmOptions::default() };
/// let data: CsrBatch<f64, i64> = read_all("data/agaricus.train.libsvm", &options)?;
/// # Ok::<(), lacuna_libsvm::LibsvmError>(())
/// ```
pub fn read_all<V: LibsvmValue, I: LibsvmIndex>(
    path: impl AsRef<Path>,
    options: &LibsvmOptions,
) -> Result<CsrBatch<V, I>, LibsvmError> {
    let name = path.as_ref().to_string_lossy();
    let mut batch = CsrBatch::new();
    if options.base == IndexBase::Auto {
        LibsvmReader::open(&path, options)?.read_rest(&mut batch)?;
    } else {
        // The features are known at the end of the only pass.
        let file = File::open(&path).map_err(|error| io_error(&name.as_ref().into(), error))?;
        LibsvmReader::from_stream(&name, file, options)?.read_rest(&mut batch)?;
    }
    Ok(batch)
}
