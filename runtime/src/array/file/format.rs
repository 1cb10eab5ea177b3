//! Which file is read how.
use super::{Fault, FileError, libsvm, mtx, npy, npz, params, tensors};
use crate::array::Array;
use crate::atomic_file::write_atomically;
use crate::compression::decompress;
use crate::device::Device;
use std::borrow::Cow;
use std::path::Path;

/// A kind of file that holds arrays. The [module](super) lists what each can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// MXNet's own format.
    Params,
    /// Hugging Face's.
    Safetensors,
    /// LibSVM text, features counted from 0.
    Libsvm,
    /// NumPy's, of one array.
    Npy,
    /// SciPy's of a sparse matrix, NumPy's of several arrays.
    Npz,
    /// Matrix Market text.
    MatrixMarket,
}

impl Format {
    /// What a person calls it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Params => ".params",
            Self::Safetensors => "safetensors",
            Self::Libsvm => "LibSVM",
            Self::Npy => ".npy",
            Self::Npz => ".npz",
            Self::MatrixMarket => "Matrix Market",
        }
    }

    /// What a file is, by its first bytes, or where these do not decide, by its extension: `.libsvm`, `.svm`, `.txt`
    /// and `.data` are LibSVM text, which has no first bytes of its own.
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
        if start.starts_with(npy::MAGIC) {
            return Some(Self::Npy);
        }
        if start.starts_with(b"PK\x03\x04") || start.starts_with(b"PK\x05\x06") {
            return Some(Self::Npz);
        }
        let text = mtx::text(start);
        if text.get(..mtx::BANNER.len()).is_some_and(|start| start.eq_ignore_ascii_case(mtx::BANNER)) {
            return Some(Self::MatrixMarket);
        }
        match path.extension().and_then(|extension| extension.to_str())?.to_ascii_lowercase().as_str() {
            "params" => Some(Self::Params),
            "safetensors" => Some(Self::Safetensors),
            "libsvm" | "svm" | "txt" | "data" => Some(Self::Libsvm),
            "npy" => Some(Self::Npy),
            "npz" => Some(Self::Npz),
            "mtx" => Some(Self::MatrixMarket),
            _ => None,
        }
    }
}

/// The arrays of a file of any [`Format`], with their names: empty ones in a list without names. A file may be gzip.
///
/// Cost: the file's bytes and the arrays are in memory at the same time.
///
/// # Errors
/// What is wrong, and where.
pub fn load(path: impl AsRef<Path>) -> Result<Vec<(String, Array)>, FileError> {
    let path = path.as_ref();
    let named = |fault| FileError { path: path.to_owned(), fault };
    let bytes = std::fs::read(path).map_err(|error| named(error.into()))?;
    let bytes = decompress(&bytes).map_err(|error| named(error.into()))?;
    // Of `rows.libsvm.gz`, the inner extension counts.
    let inner = if matches!(bytes, Cow::Owned(_)) { path.with_extension("") } else { path.to_owned() };
    let format = Format::of(&inner, &bytes).ok_or_else(|| named(Fault::Unknown))?;
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
        Format::Libsvm => libsvm::read(bytes),
        Format::Npy => npy::read(bytes),
        Format::Npz => npz::read(bytes),
        Format::MatrixMarket => mtx::read(bytes),
    }
}

/// Writes a file of arrays with their names, completely or not at all. In a `.params` file names that are all empty
/// make a list without names; where a format has no place for the name of its one array, it is left out.
///
/// # Errors
/// [`Fault::NoPlace`] for an array that the format cannot hold, [`Fault::Name`], and what hindered the writing; then a
/// file that was there is as before.
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
    if arrays.iter().any(|(_, array)| !array.is_on_host()) {
        let here = |(name, array): &(String, Array)| match array.as_in_context(&Device::cpu()) {
            Ok(copy) => Ok((name.clone(), copy)),
            Err(source) => Err(Fault::Array { name: name.clone(), source }),
        };
        return save_bytes(format, &arrays.iter().map(here).collect::<Result<Vec<_>, _>>()?);
    }
    match format {
        Format::Params => params::write(arrays),
        Format::Safetensors => tensors::write(arrays),
        Format::Libsvm => libsvm::write(arrays),
        Format::Npy => npy::write(arrays),
        Format::Npz => npz::write(arrays),
        Format::MatrixMarket => mtx::write(arrays),
    }
}
