//! LibSVM text: rows, and a label for each; or labels of several classes in a file of their own.
use super::error::no_place;
use super::options::{Content, LoadOptions, Member, NotRead};
use super::{Fault, FileError};
use crate::array::{Array, ArrayError, Dtype, Storage, Values};
use crate::libsvm::{CsrBatch, IndexBase, LibsvmOptions, LibsvmReader, Unused, UnusedCounts, write as write_text};
use lacuna::infer::Stype;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// True if the first row is a number and, behind it, `index:value`.
pub(super) fn is_text(bytes: &[u8]) -> bool {
    const LONGEST_ROW: usize = 1 << 16;
    let bytes = bytes.get(..LONGEST_ROW).unwrap_or(bytes);
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut rows = bytes.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let Some(row) = rows.find(|row| !row.is_empty() && !row.starts_with(b"#")) else { return false };
    let number = |text: &[u8]| str::from_utf8(text).is_ok_and(|text| text.parse::<f64>().is_ok());
    let mut words = row.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let pair = |word: &[u8]| match word.iter().position(|&byte| byte == b':') {
        Some(colon) => {
            let (index, value) = word.split_at(colon);
            (index == b"qid" || index.iter().all(u8::is_ascii_digit)) && !index.is_empty() && number(&value[1..])
        }
        None => false,
    };
    words.next().is_some_and(|label| number(label) || pair(label)) && words.next().is_some_and(pair)
}

fn read_batch(
    source: impl Read + Send,
    features: Option<usize>,
    options: &LoadOptions<'_>,
) -> Result<CsrBatch<f32, i64>, Fault> {
    let (sum_duplicates, unused) = (options.sum_duplicates, Arc::new(Unused::default()));
    let read = LibsvmOptions { threads: 1, features, sum_duplicates, ..LibsvmOptions::default() };
    let read = LibsvmOptions { unused: Some(unused.clone()), ..read };
    let mut batch = CsrBatch::new();
    LibsvmReader::from_stream("text", source, &read)?.read_rest(&mut batch)?;
    let counts = unused.take();
    if counts != UnusedCounts::default() {
        options.tell(NotRead::OfRows(counts));
    }
    Ok(batch)
}

pub(super) fn read(bytes: &[u8], options: &LoadOptions<'_>) -> Result<Vec<Member>, Fault> {
    let batch = read_batch(bytes, None, options)?;
    let named = |error| Fault::Array { name: "data".to_owned(), error };
    let [data, label] = arrays_of(batch).map_err(named)?;
    let members = [("data", data), ("label", label)].into_iter().enumerate().map(|(number, (name, array))| {
        let content = if options.wants(number, name) { Content::Array(array) } else { Content::Unwanted };
        Member { name: name.to_owned(), content }
    });
    Ok(members.collect())
}

/// The csr of a batch, and its labels.
fn arrays_of(batch: CsrBatch<f32, i64>) -> Result<[Array; 2], ArrayError> {
    let rows = batch.rows();
    let data = Array::csr(Some([rows, batch.features]), batch.indptr, batch.indices, batch.values)?;
    Ok([data, Array::dense(&[rows], batch.labels)?])
}

/// LibSVM text whose labels stand in a second file, as MXNet's `LibSVMIter(data_libsvm=, label_libsvm=)` reads them:
/// two csr, of which row `r` of the second is the labels of row `r` of the first. The number in front of each row is
/// not used. Features and labels are counted from 0; how many there are is given, or else what the files hold.
///
/// Rows of the second file behind the last one of the first are left out.
///
/// # Errors
/// What is wrong, and where: [`Fault::Libsvm`], also for an index that is not below the number given, and
/// [`Fault::Count`] if the second file has fewer rows.
///
/// ```
/// use lacuna_arrays::array::file::load_labelled;
/// let folder = std::env::temp_dir();
/// let [data, label] = ["data", "label"].map(|name| folder.join(format!("lacuna-example-{}.{name}", std::process::id())));
/// std::fs::write(&data, "0 0:1.5 2:2\n0 1:3\n")?;
/// std::fs::write(&label, "0 4:1\n0 0:0.5 1:0.5\n")?;
/// let [x, y] = load_labelled(&data, &label, Some(3), Some(5))?;
/// assert_eq!((x.shape(), x.indices()), (&[2, 3][..], Some(&[0, 2, 1][..])));
/// assert_eq!((y.shape(), y.data()), (&[2, 5][..], Some(&[1.0_f32, 0.5, 0.5][..])));
/// # std::fs::remove_file(data)?;
/// # std::fs::remove_file(label)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn load_labelled(
    data: impl AsRef<Path>,
    label: impl AsRef<Path>,
    features: Option<usize>,
    labels: Option<usize>,
) -> Result<[Array; 2], FileError> {
    let (data, label) = (data.as_ref(), label.as_ref());
    let named = |path: &Path, fault| FileError { path: path.to_owned(), fault };
    let read = |path: &Path, count| {
        let csr = || {
            let [csr, _] = arrays_of(read_batch(File::open(path)?, count, &LoadOptions::default())?)
                .map_err(|error| Fault::Array { name: String::new(), error })?;
            Ok(csr)
        };
        csr().map_err(|fault| named(path, fault))
    };
    let (x, y) = (read(data, features)?, read(label, labels)?);
    let [expected, found] = [&x, &y].map(|csr| csr.shape().first().copied().unwrap_or(0));
    if found < expected {
        return Err(named(
            label,
            Fault::Count { what: "rows of labels", expected: expected as u64, found: found as u64 },
        ));
    }
    let y = y.slice_rows(None, i64::try_from(expected).ok());
    Ok([x, y.map_err(|error| named(label, Fault::Array { name: String::new(), error }))?])
}

/// Rows with their labels, or with 0 where there are none.
pub(super) fn write(arrays: &[(String, Array)]) -> Result<Vec<u8>, Fault> {
    let find = |name: &str| arrays.iter().find(|(found, _)| found == name);
    let (name, data) = match arrays {
        [data] => data,
        _ => find("data").ok_or(Fault::Missing { name: "data" })?,
    };
    let Storage::Csr { indptr, indices, .. } = &data.storage else { return Err(no_place(name, data)) };
    let rows = indptr.len().saturating_sub(1);
    // Every number of 32 bits is one of 64.
    let wide = |name: &str, array: &Array| match array.values().cast(Dtype::F64) {
        Ok(Values::F64(values)) if array.dtype() != Dtype::I64 => Ok(values),
        _ => Err(no_place(name, array)),
    };
    let labels = match arrays.len() {
        1 => vec![0.0; rows],
        _ => {
            let (name, label) = find("label").ok_or(Fault::Missing { name: "label" })?;
            if label.stype() != Stype::Dense {
                return Err(no_place(name, label));
            }
            wide(name, label)?
        }
    };
    let mut text = Vec::new();
    if let (Values::F32(values), Ok(Values::F32(labels))) =
        (data.values(), Values::F64(labels.clone()).cast(Dtype::F32))
    {
        write_text(&mut text, &labels, indptr, indices, values, IndexBase::Zero)?;
    } else {
        write_text(&mut text, &labels, indptr, indices, &wide(name, data)?, IndexBase::Zero)?;
    }
    Ok(text)
}
