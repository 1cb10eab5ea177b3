//! LibSVM text and its like.
use crate::failure::{Failure, Status, answer};
use crate::raw;
use crate::rows::{Rows, Type};
use crate::threads::{MOST_THREADS, on_threads};
use lacuna_models::train::SavedBase;
use lacuna_runtime::libsvm::{
    CsrBatch, IndexBase, LibsvmIndex, LibsvmOptions, LibsvmReader, LibsvmValue, Scan, TextForm, Unused, scan,
    scan_fields, scan_labels, write,
};
use serde::Deserialize;
use std::ffi::c_char;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::ptr;
use std::sync::Arc;

/// How text is read.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct TextOptions {
    /// The number of the first feature; of a model, that of its settings.
    pub base: Option<SavedBase>,
    /// Number of features; else what the text has.
    features: Option<usize>,
    /// Sort entries that do not ascend.
    sort_rows: bool,
    sum_duplicates: bool,
    /// Read `label:weight`, or read it as the label.
    row_weights: bool,
    ignore_weights: bool,
    /// Rows begin with their first feature.
    pub unlabelled: bool,
    /// Refuse what is not used.
    strict: bool,
    /// What labels are: each becomes its place.
    labels: Option<Vec<f64>>,
    /// The label of class 1, all others are 0.
    positive: Option<f64>,
    /// Hash names of features to so many bits.
    hash_bits: Option<u32>,
    /// LIBFFM's text, of so many fields.
    fields: Option<usize>,
    /// Threads that read.
    threads: usize,
    /// Types of what is read into memory: `f32`, `i32` by default.
    wide_values: bool,
    wide_indices: bool,
}

impl TextOptions {
    pub fn reading(&self) -> Result<LibsvmOptions, Failure> {
        if let Some(bits) = self.hash_bits.filter(|bits| !(1..=30).contains(bits)) {
            return Err(Failure::Settings(format!("hash_bits is {bits}, not 1 to 30")));
        }
        let form = match (self.hash_bits, self.fields) {
            (Some(_), Some(_)) => return Err(Failure::Settings("hash_bits and fields: one of both".to_owned())),
            (Some(bits), None) => TextForm::Names { bits },
            (None, Some(fields)) => TextForm::Fields { fields },
            (None, None) => TextForm::Plain,
        };
        Ok(LibsvmOptions {
            base: self.base.unwrap_or_default().into(),
            features: self.features,
            sort_rows: self.sort_rows,
            sum_duplicates: self.sum_duplicates,
            row_weights: self.row_weights,
            ignore_weights: self.ignore_weights,
            unlabelled: self.unlabelled,
            strict: self.strict,
            labels: self.labels.as_deref().map(Arc::from),
            positive: self.positive,
            form,
            threads: self.threads.clamp(1, MOST_THREADS),
            ..LibsvmOptions::default()
        })
    }

    /// Works on a pool of so many threads, or on this one.
    pub fn on_threads<T: Send>(&self, work: impl FnOnce(usize) -> T + Send) -> Result<T, Failure> {
        let threads = self.threads.clamp(1, MOST_THREADS);
        if threads == 1 { Ok(work(1)) } else { on_threads(threads, || work(threads)) }
    }
}

/// A path and options of the caller.
///
/// # Safety
/// Those of [`raw`].
pub(crate) unsafe fn open<'a>(path: *const c_char, options: *const c_char) -> Result<(&'a Path, TextOptions), Failure> {
    // SAFETY: as the caller's.
    unsafe {
        let path = Path::new(raw::text(path, "path")?);
        if options.is_null() {
            return Ok((path, TextOptions::default()));
        }
        Ok((path, serde_json::from_str(raw::text(options, "options")?)?))
    }
}

/// Rows of a file, and how many of them had something that was left out.
pub struct Text {
    rows: Owned,
    query_ids: u64,
}

/// Rows in memory.
enum Owned {
    F32I32(CsrBatch<f32, i32>),
    F32I64(CsrBatch<f32, i64>),
    F64I32(CsrBatch<f64, i32>),
    F64I64(CsrBatch<f64, i64>),
}

/// Rows of a text.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TextView {
    /// The matrix.
    pub matrix: Rows,
    /// A label for each row, of the type of the values.
    pub labels: *const std::ffi::c_void,
    /// A weight for each row, or null.
    pub weights: *const std::ffi::c_void,
    /// Rows with a query id, which is left out.
    pub query_ids: u64,
}

fn read<V: LibsvmValue, I: LibsvmIndex>(path: &Path, options: &TextOptions) -> Result<(CsrBatch<V, I>, u64), Failure> {
    let unused = Arc::new(Unused::default());
    let reading = LibsvmOptions { unused: Some(unused.clone()), batch_rows: usize::MAX, ..options.reading()? };
    let batch = options.on_threads(|_| {
        let mut reader = LibsvmReader::<File, V, I>::open(path, &reading)?;
        let mut batch = CsrBatch::new();
        reader.read_rest(&mut batch)?;
        Ok::<_, Failure>(batch)
    })??;
    Ok((batch, unused.take().query_ids))
}

fn view<V, I>(batch: &CsrBatch<V, I>, value_type: Type, index_type: Type, query_ids: u64) -> TextView {
    let CsrBatch { labels, weights, indptr, indices, values, features } = batch;
    let matrix = Rows {
        value_type: value_type as u32,
        index_type: index_type as u32,
        rows: labels.len(),
        columns: *features,
        nnz: values.len(),
        indptr: indptr.as_ptr().cast(),
        indices: indices.as_ptr().cast(),
        values: values.as_ptr().cast(),
    };
    let weights = if weights.is_empty() { ptr::null() } else { weights.as_ptr().cast() };
    TextView { matrix, labels: labels.as_ptr().cast(), weights, query_ids }
}

/// Reads all rows of a text file into memory. `options` are a JSON object, or null. `*out` is a handle for
/// `lacuna_text_free`.
///
/// # Safety
/// `path` and `options` end with a zero; `out` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_text_read(path: *const c_char, options: *const c_char, out: *mut *mut Text) -> Status {
    answer(|| {
        // SAFETY: as the caller's.
        let (path, options) = unsafe { open(path, options) }?;
        let (rows, query_ids) = match (options.wide_values, options.wide_indices) {
            (false, false) => read(path, &options).map(|(rows, ids)| (Owned::F32I32(rows), ids)),
            (false, true) => read(path, &options).map(|(rows, ids)| (Owned::F32I64(rows), ids)),
            (true, false) => read(path, &options).map(|(rows, ids)| (Owned::F64I32(rows), ids)),
            (true, true) => read(path, &options).map(|(rows, ids)| (Owned::F64I64(rows), ids)),
        }?;
        // SAFETY: as the caller's.
        unsafe { raw::give(Text { rows, query_ids }, out, "out") }
    })
}

/// Where the rows of a text are, until it is freed.
///
/// # Safety
/// `text` is a handle; `out` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_text_view(text: *const Text, out: *mut TextView) -> Status {
    answer(|| {
        // SAFETY: as the caller's.
        let (text, out) = unsafe { (raw::one(text, "text")?, raw::one_mut(out, "out")?) };
        *out = match &text.rows {
            Owned::F32I32(rows) => view(rows, Type::F32, Type::I32, text.query_ids),
            Owned::F32I64(rows) => view(rows, Type::F32, Type::I64, text.query_ids),
            Owned::F64I32(rows) => view(rows, Type::F64, Type::I32, text.query_ids),
            Owned::F64I64(rows) => view(rows, Type::F64, Type::I64, text.query_ids),
        };
        Ok(())
    })
}

/// Frees a text. Null is no text.
///
/// # Safety
/// Neither the handle nor what a view of it names is used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_text_free(text: *mut Text) {
    // SAFETY: as the caller's.
    unsafe { raw::free(text) }
}

/// Writes rows as LibSVM text, with features from `base` on, 0 or 1. `labels` are of the type of the values.
///
/// # Safety
/// The pointers of `rows` name as much as its numbers say; there is a label for each row.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_text_write(
    path: *const c_char,
    rows: *const Rows,
    labels: *const std::ffi::c_void,
    base: u32,
) -> Status {
    answer(|| {
        // SAFETY: as the caller's.
        let (path, rows) = unsafe { (Path::new(raw::text(path, "path")?), raw::one(rows, "rows")?) };
        let base = match base {
            0 => SavedBase::Zero,
            1 => SavedBase::One,
            _ => return Err(Failure::Argument(format!("base is {base}: neither 0 nor 1"))),
        };
        let is = |kind: u32, one: Type| kind == one as u32;
        // SAFETY: as the caller's.
        unsafe {
            match (rows.value_type, rows.index_type) {
                (v, i) if is(v, Type::F32) && is(i, Type::I32) => written::<f32, i32>(path, rows, labels.cast(), base),
                (v, i) if is(v, Type::F32) && is(i, Type::I64) => written::<f32, i64>(path, rows, labels.cast(), base),
                (v, i) if is(v, Type::F64) && is(i, Type::I32) => written::<f64, i32>(path, rows, labels.cast(), base),
                (v, i) if is(v, Type::F64) && is(i, Type::I64) => written::<f64, i64>(path, rows, labels.cast(), base),
                (v, i) => Err(Failure::Argument(format!("value_type {v} or index_type {i} is none of its choices"))),
            }
        }
    })
}

/// # Safety
/// Those of [`raw`].
unsafe fn written<V: LibsvmValue, I: LibsvmIndex>(
    path: &Path,
    rows: &Rows,
    labels: *const V,
    base: SavedBase,
) -> Result<(), Failure> {
    let &Rows { rows: count, nnz, indptr, indices, values, .. } = rows;
    let places = count.checked_add(1).ok_or_else(|| Failure::Argument(format!("{count} rows")))?;
    // SAFETY: as the caller's.
    let (labels, indptr, indices, values) = unsafe {
        (
            raw::array(labels, count, "labels")?,
            raw::array::<I>(indptr.cast(), places, "indptr")?,
            raw::array::<I>(indices.cast(), nnz, "indices")?,
            raw::array::<V>(values.cast(), nnz, "values")?,
        )
    };
    let failed = |error: std::io::Error| Failure::File(format!("{}: {error}", path.display()));
    let mut file = BufWriter::new(lacuna_runtime::atomic_file::AtomicFile::create(path).map_err(to_file)?);
    write(&mut file, labels, indptr, indices, values, base.into())?;
    file.flush().map_err(failed)?;
    let file = file.into_inner().map_err(|error| failed(error.into_error()))?;
    file.finish().map_err(to_file)
}

/// What a text file holds.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextScan {
    /// Number of rows.
    pub rows: u64,
    /// Number of entries.
    pub entries: u64,
    /// Features that have room for every index.
    pub features: usize,
    /// Of LIBFFM's text, the largest field plus 1, else 0.
    pub fields: usize,
    /// The number of the first feature: that of the options, or what the text has.
    pub base: u32,
}

fn opened(path: &Path) -> Result<(String, File), Failure> {
    let name = path.display().to_string();
    let file = File::open(path).map_err(|error| Failure::File(format!("{name}: {error}")))?;
    Ok((name, file))
}

fn scanned(path: &Path, options: &TextOptions) -> Result<TextScan, Failure> {
    let reading = options.reading()?;
    if options.fields.is_some() {
        let (name, file) = opened(path)?;
        let found = scan_fields(&name, file, &reading)?;
        let (rows, entries, features, fields) = (found.rows, found.entries, found.features, found.fields);
        return Ok(TextScan { rows, entries, features, fields, base: 0 });
    }
    let found: Scan = scan(path, &reading)?;
    let (rows, entries, features) = (found.rows, found.entries, found.features(reading.base));
    let base = u32::from(found.resolve(reading.base) == IndexBase::One);
    Ok(TextScan { rows, entries, features, fields: 0, base })
}

/// Reads a text file for its size. With a number of fields in the options it is LIBFFM's text, whatever that number is.
///
/// # Safety
/// As `lacuna_text_read`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_text_scan(path: *const c_char, options: *const c_char, out: *mut TextScan) -> Status {
    answer(|| {
        // SAFETY: as the caller's.
        let ((path, options), out) = unsafe { (open(path, options)?, raw::one_mut(out, "out")?) };
        *out = options.on_threads(|_| scanned(path, &options))??;
        Ok(())
    })
}

/// The labels of a text file, each once, in ascending order: at most `capacity`, and in `found` how many there are. A
/// file with more than 10,000 is refused.
///
/// # Safety
/// As `lacuna_text_read`; `out` has room for `capacity` numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_text_labels(
    path: *const c_char,
    options: *const c_char,
    out: *mut f64,
    capacity: usize,
    found: *mut usize,
) -> Status {
    answer(|| {
        // SAFETY: as the caller's.
        let ((path, options), out, found) =
            unsafe { (open(path, options)?, raw::array_mut(out, capacity, "out")?, raw::one_mut(found, "found")?) };
        let (name, file) = opened(path)?;
        let reading = options.reading()?;
        let labels = options.on_threads(|_| scan_labels(&name, file, &reading, MOST_LABELS))??;
        let many = || Failure::Data(format!("{name}: more than {MOST_LABELS} different labels"));
        let labels = labels.ok_or_else(many)?;
        *found = labels.len();
        out.iter_mut().zip(&labels).for_each(|(to, &from)| *to = from);
        Ok(())
    })
}

/// Labels of several classes.
const MOST_LABELS: usize = 10_000;

fn to_file(error: impl std::fmt::Display) -> Failure {
    Failure::File(format!("{error:#}"))
}
