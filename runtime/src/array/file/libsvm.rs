//! LibSVM text: rows, and a label for each; or labels of several classes in a file of their own.
use super::error::no_place;
use super::options::{Content, LoadOptions, Member};
use super::{Fault, FileError};
use crate::array::{Array, ArrayError, Dtype, Storage, Values};
use crate::libsvm::{CsrBatch, IndexBase, LibsvmOptions, LibsvmReader, write as write_text};
use lacuna::infer::Stype;
use std::fs::File;
use std::io::Read;
use std::path::Path;

fn read_batch(source: impl Read + Send, features: Option<usize>) -> Result<CsrBatch<f32, i64>, Fault> {
    let options = LibsvmOptions { threads: 1, features, ..LibsvmOptions::default() };
    let mut batch = CsrBatch::new();
    LibsvmReader::from_stream("text", source, &options)?.read_rest(&mut batch)?;
    Ok(batch)
}

pub(super) fn read(bytes: &[u8], options: &LoadOptions<'_>) -> Result<Vec<Member>, Fault> {
    let batch = read_batch(bytes, None)?;
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
/// use lacuna_runtime::array::file::load_labelled;
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
            let [csr, _] = arrays_of(read_batch(File::open(path)?, count)?)
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
