//! A pass over the input for what a reader must know before its first batch.

use std::{fs::File, io::Read, path::Path, sync::Arc};

use super::{
    csr_batch::CsrBatch,
    error::LibsvmError,
    form::TextForm,
    options::{IndexBase, LibsvmOptions},
    reader::LibsvmReader,
};

/// What a file holds. Indices are as written in the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scan {
    /// Number of rows.
    pub rows: u64,
    /// Number of entries.
    pub entries: u64,
    /// The smallest index, if there is an entry.
    pub min_index: Option<u64>,
    /// The largest index, if there is an entry.
    pub max_index: Option<u64>,
    /// The base that a comment above the first row tells, in the words of scikit-learn.
    pub stated_base: Option<IndexBase>,
}

impl Scan {
    /// The base that [`IndexBase::Auto`] stands for in this file; other bases are their own answer.
    pub fn resolve(&self, base: IndexBase) -> IndexBase {
        match (base, self.stated_base, self.min_index) {
            (IndexBase::Auto, Some(stated), _) => stated,
            (IndexBase::Auto, None, None | Some(0)) => IndexBase::Zero,
            (IndexBase::Auto, None, Some(_)) => IndexBase::One,
            (base, ..) => base,
        }
    }

    /// The least number of features that has room for every index.
    pub fn features(&self, base: IndexBase) -> usize {
        let end = self.max_index.map_or(0, |max| max.saturating_add(1));
        let before = u64::from(self.resolve(base) == IndexBase::One);
        usize::try_from(end.saturating_sub(before)).unwrap_or(usize::MAX)
    }

    fn count(&mut self, batch: &CsrBatch<f64, i64>) {
        self.rows += batch.rows() as u64;
        self.entries += batch.values.len() as u64;
        let (least, largest) = (batch.indices.iter().min(), batch.indices.iter().max());
        let number = |index: Option<&i64>| index.and_then(|&index| u64::try_from(index).ok());
        self.min_index = [self.min_index, number(least)].into_iter().flatten().min();
        self.max_index = self.max_index.max(number(largest));
    }
}

/// Reads a file for its size, as `f64` and `i64`, and refuses a malformed one. Of the options all are used but the
/// number of features, the base, and the rows of a batch.
///
/// ```no_run
/// use lacuna_libsvm::{IndexBase, LibsvmOptions, scan};
///
/// let scan = scan("data/agaricus.train.libsvm", &LibsvmOptions::default())?;
/// println!("{} rows, {} features", scan.rows, scan.features(IndexBase::Auto));
/// # Ok::<(), lacuna_libsvm::LibsvmError>(())
/// ```
pub fn scan(path: impl AsRef<Path>, options: &LibsvmOptions) -> Result<Scan, LibsvmError> {
    let name = path.as_ref().to_string_lossy();
    let file =
        File::open(&path).map_err(|error| LibsvmError::Io { file: name.as_ref().into(), source: Arc::new(error) })?;
    scan_stream(&name, file, options)
}

/// Reads a source from its position on, like [`scan`]; `name` is for errors.
pub fn scan_stream<R: Read + Send>(name: &str, source: R, options: &LibsvmOptions) -> Result<Scan, LibsvmError> {
    let (scan, result) = scan_source(name, source, options)?;
    result.map(|()| scan)
}

/// The labels of a file, each once, in ascending order; `None` if there are more than `most`.
///
/// # Errors
/// If the file is malformed, or cannot be read.
pub fn scan_labels<R: Read + Send>(
    name: &str,
    source: R,
    options: &LibsvmOptions,
    most: usize,
) -> Result<Option<Vec<f64>>, LibsvmError> {
    let options =
        LibsvmOptions { batch_rows: 4096, features: None, base: IndexBase::Zero, unused: None, ..options.clone() };
    let mut reader = LibsvmReader::<R, f64, i64>::from_stream(name, source, &options)?;
    let (mut labels, mut batch) = (Vec::<f64>::new(), CsrBatch::new());
    while reader.read_batch(&mut batch)? {
        for &label in &batch.labels {
            // -0 and 0 are one label.
            if let Err(place) = labels.binary_search_by(|own| own.total_cmp(&(label + 0.0))) {
                labels.insert(place, label + 0.0);
            }
        }
        if labels.len() > most {
            return Ok(None);
        }
    }
    Ok(Some(labels))
}

/// What a file of LIBFFM's text holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FieldScan {
    /// Number of rows.
    pub rows: u64,
    /// Number of entries.
    pub entries: u64,
    /// The largest feature plus 1.
    pub features: usize,
    /// The largest field plus 1.
    pub fields: usize,
}

/// More fields than any file has.
const MOST_FIELDS: usize = 1 << 20;

/// Reads a file of LIBFFM's text for its size, and refuses a malformed one. The form of the options is not used.
///
/// # Errors
/// If the file is malformed, or cannot be read.
pub fn scan_fields<R: Read + Send>(name: &str, source: R, options: &LibsvmOptions) -> Result<FieldScan, LibsvmError> {
    let form = TextForm::Fields { fields: MOST_FIELDS };
    let base = IndexBase::Zero;
    let options = LibsvmOptions { batch_rows: 4096, features: None, base, form, unused: None, ..options.clone() };
    let mut reader = LibsvmReader::<R, f64, i64>::from_stream(name, source, &options)?;
    let (mut scan, mut batch) = (FieldScan::default(), CsrBatch::new());
    while reader.read_batch(&mut batch)? {
        scan.rows += batch.rows() as u64;
        scan.entries += batch.values.len() as u64;
        for index in batch.indices.iter().filter_map(|&index| usize::try_from(index).ok()) {
            scan.features = scan.features.max(index / MOST_FIELDS + 1);
            scan.fields = scan.fields.max(index % MOST_FIELDS + 1);
        }
    }
    Ok(scan)
}

/// The size of what comes before the first error, and that error.
pub(super) fn scan_source<R: Read + Send>(
    name: &str,
    source: R,
    options: &LibsvmOptions,
) -> Result<(Scan, Result<(), LibsvmError>), LibsvmError> {
    let options =
        LibsvmOptions { batch_rows: 4096, features: None, base: IndexBase::Zero, unused: None, ..options.clone() };
    let mut reader = LibsvmReader::<R, f64, i64>::from_stream(name, source, &options)?;
    let (mut scan, mut batch) = (Scan::default(), CsrBatch::new());
    loop {
        let result = reader.fill(options.batch_rows, &mut batch);
        scan.count(&batch);
        scan.stated_base = reader.stated_base;
        if result.is_err() || batch.rows() == 0 {
            return Ok((scan, result));
        }
    }
}
