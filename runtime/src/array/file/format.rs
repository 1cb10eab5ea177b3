//! Which file is read how.
use super::{Fault, FileError, params, tensors};
use crate::array::{Array, Dtype, Storage, Values};
use crate::atomic_file::write_atomically;
use crate::libsvm::{Batch, IndexBase, LibsvmOptions, LibsvmReader, write};
use lacuna::infer::Stype;
use std::path::Path;

/// A kind of file that holds arrays. The [module](super) tells what each can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The peer's own.
    Params,
    /// Hugging Face's.
    Safetensors,
    /// LibSVM text, features counted from 0.
    Libsvm,
}

impl Format {
    /// What a file is, by its first bytes, or where they do not tell by its extension: `.libsvm`, `.svm`, `.txt` and `.data` are LibSVM text.
    ///
    /// ```
    /// use lacuna_runtime::array::file::Format;
    /// use std::path::Path;
    /// assert_eq!(Format::of(Path::new("a"), &[0x12, 1, 0, 0, 0, 0, 0, 0]), Some(Format::Params));
    /// assert_eq!(Format::of(Path::new("a.libsvm"), b"1 0:2\n"), Some(Format::Libsvm));
    /// ```
    #[must_use]
    pub fn of(path: &Path, start: &[u8]) -> Option<Self> {
        if start.starts_with(&[0x12, 1, 0, 0, 0, 0, 0, 0]) {
            return Some(Self::Params);
        }
        if start.get(6..9) == Some(&[0, 0, b'{']) {
            return Some(Self::Safetensors);
        }
        match path.extension().and_then(|extension| extension.to_str())?.to_ascii_lowercase().as_str() {
            "params" => Some(Self::Params),
            "safetensors" => Some(Self::Safetensors),
            "libsvm" | "svm" | "txt" | "data" => Some(Self::Libsvm),
            _ => None,
        }
    }
}

/// The arrays of a file of any [`Format`], with their names: empty ones in a list without names.
///
/// Cost: the file's bytes and the arrays are in memory at the same time.
///
/// # Errors
/// What is wrong, and where.
pub fn load(path: impl AsRef<Path>) -> Result<Vec<(String, Array)>, FileError> {
    let path = path.as_ref();
    let named = |fault| FileError { path: path.to_owned(), fault };
    let bytes = std::fs::read(path).map_err(|error| named(error.into()))?;
    let format = Format::of(path, &bytes).ok_or_else(|| named(Fault::Unknown))?;
    load_bytes(format, &bytes).map_err(named)
}

/// The arrays of a file's bytes.
///
/// # Errors
/// What is wrong, and where.
pub fn load_bytes(format: Format, bytes: &[u8]) -> Result<Vec<(String, Array)>, Fault> {
    match format {
        Format::Params => params::read(bytes),
        Format::Safetensors => tensors::read(bytes),
        Format::Libsvm => read_libsvm(bytes),
    }
}

/// Writes a file of arrays with their names, completely or not at all. In a `.params` file names that are all empty make a list without names.
///
/// # Errors
/// [`Fault::NoPlace`] for an array that the format cannot hold, [`Fault::Name`], and what hindered the writing; then a file that was there is as before.
pub fn save(path: impl AsRef<Path>, format: Format, arrays: &[(String, Array)]) -> Result<(), FileError> {
    let path = path.as_ref();
    let named = |fault| FileError { path: path.to_owned(), fault };
    let bytes = save_bytes(format, arrays).map_err(named)?;
    write_atomically(path, &bytes).map_err(|error| named(Fault::Write(error)))
}

/// The bytes that [`save`] writes.
///
/// # Errors
/// As there.
pub fn save_bytes(format: Format, arrays: &[(String, Array)]) -> Result<Vec<u8>, Fault> {
    match format {
        Format::Params => params::write(arrays),
        Format::Safetensors => tensors::write(arrays),
        Format::Libsvm => write_libsvm(arrays),
    }
}

fn read_libsvm(bytes: &[u8]) -> Result<Vec<(String, Array)>, Fault> {
    let options = LibsvmOptions { threads: 1, ..LibsvmOptions::default() };
    let mut batch = Batch::<f32, i64>::new();
    LibsvmReader::from_stream("text", bytes, &options)?.read_rest(&mut batch)?;
    let named = |source| Fault::Array { name: "data".to_owned(), source };
    let [data, label] = arrays_of(batch).map_err(named)?;
    Ok(vec![("data".to_owned(), data), ("label".to_owned(), label)])
}

/// The csr of a batch, and its labels.
fn arrays_of(batch: Batch<f32, i64>) -> Result<[Array; 2], crate::array::ArrayError> {
    let rows = batch.rows();
    let data = Array::csr(Some([rows, batch.features]), batch.indptr, batch.indices, batch.values)?;
    Ok([data, Array::dense(&[rows], batch.labels)?])
}

/// Rows with their labels, or with 0 where there are none.
fn write_libsvm(arrays: &[(String, Array)]) -> Result<Vec<u8>, Fault> {
    let find = |name: &str| arrays.iter().find(|(found, _)| found == name);
    let (name, data) = match arrays {
        [data] => data,
        _ => find("data").ok_or(Fault::Missing { name: "data" })?,
    };
    let no_place = |name: &str, array: &Array| Fault::NoPlace {
        name: name.to_owned(),
        stype: array.stype(),
        dtype: array.dtype(),
        dimensions: array.shape().len(),
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
    if let (Values::F32(values), Ok(Values::F32(labels))) = (data.values(), Values::F64(labels.clone()).cast(Dtype::F32)) {
        write(&mut text, &labels, indptr, indices, values, IndexBase::Zero)?;
    } else {
        write(&mut text, &labels, indptr, indices, &wide(name, data)?, IndexBase::Zero)?;
    }
    Ok(text)
}
