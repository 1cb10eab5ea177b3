//! Which file is read how.
use super::options::{Content, LoadOptions, Member};
use super::{Fault, FileError, libsvm, mtx, npy, npz, params, tensors};
use crate::array::Array;
use crate::atomic_file::write_atomically;
use crate::compression::decompress;
use crate::device::Device;
use std::borrow::Cow;
use std::collections::HashSet;
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

    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Params, Self::Safetensors, Self::Libsvm, Self::Npy, Self::Npz, Self::MatrixMarket];

    /// The extension of its files, by which an option names it.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Params => "params",
            Self::Safetensors => "safetensors",
            Self::Libsvm => "libsvm",
            Self::Npy => "npy",
            Self::Npz => "npz",
            Self::MatrixMarket => "mtx",
        }
    }

    /// What a file is, by its first bytes, or where these do not decide, by its extension: `.libsvm`, `.svm`, `.txt`
    /// and `.data` are LibSVM text. With another extension or none, its first row tells that: a number, then
    /// `index:value`.
    ///
    /// ```
    /// use lacuna_arrays::array::file::Format;
    /// use std::path::Path;
    /// assert_eq!(Format::of(Path::new("a"), &[0x12, 1, 0, 0, 0, 0, 0, 0]), Some(Format::Params));
    /// assert_eq!(Format::of(Path::new("a.libsvm"), b"1\n"), Some(Format::Libsvm));
    /// assert_eq!(Format::of(Path::new("a9a"), b"# rows\n-1 3:1 11:1\n"), Some(Format::Libsvm));
    /// assert_eq!(Format::of(Path::new("notes"), b"1 apple: 2 francs\n"), None);
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
        if mtx::has_banner(mtx::text(start)) {
            return Some(Self::MatrixMarket);
        }
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        match extension.to_ascii_lowercase().as_str() {
            "svm" | "txt" | "data" => Some(Self::Libsvm),
            extension => Self::ALL
                .into_iter()
                .find(|format| format.extension() == extension)
                .or_else(|| libsvm::is_text(start).then_some(Self::Libsvm)),
        }
    }

    /// The format of a file that may be gzip, and its bytes without that: `told`, or what it [is](Self::of). Of
    /// `rows.libsvm.gz` the inner extension counts.
    ///
    /// # Errors
    /// [`Fault::Unknown`], [`Fault::Io`] for other compression and a broken gzip.
    pub fn of_compressed<'b>(path: &Path, bytes: &'b [u8], told: Option<Self>) -> Result<(Self, Cow<'b, [u8]>), Fault> {
        let bytes = decompress(bytes)?;
        let inner = if matches!(bytes, Cow::Owned(_)) { path.with_extension("") } else { path.to_owned() };
        let format = told.or_else(|| Self::of(&inner, &bytes)).ok_or(Fault::Unknown)?;
        Ok((format, bytes))
    }
}

/// The arrays of a file of any [`Format`], with their names: empty ones in a list without names. What is in the file
/// beside them, such as text, is left out: [`load_members`] tells of it. A file may be gzip.
///
/// Cost: the file's bytes and the arrays are in memory at the same time.
///
/// # Errors
/// What is wrong, and where; also if there is something in the file, but no array.
pub fn load(path: impl AsRef<Path>) -> Result<Vec<(String, Array)>, FileError> {
    let path = path.as_ref();
    let members = load_members(path, &LoadOptions::default())?;
    arrays_of(members).map_err(|fault| FileError { path: path.to_owned(), fault })
}

/// As [`load`], of a file that must have nothing but arrays.
///
/// # Errors
/// As there, and the type of something else.
pub fn load_all(path: impl AsRef<Path>) -> Result<Vec<(String, Array)>, FileError> {
    let path = path.as_ref();
    let members = load_members(path, &LoadOptions::default())?;
    let arrays = members.into_iter().map(|Member { name, content }| match content {
        Content::Array(array) => Ok((name, array)),
        Content::Unread(fault) => Err(Fault::Member { name, fault: Box::new(fault) }),
        Content::Unwanted => Err(Fault::Missing { name: "array" }),
    });
    arrays.collect::<Result<_, _>>().map_err(|fault| FileError { path: path.to_owned(), fault })
}

/// The arrays of a file's bytes.
///
/// # Errors
/// As [`load`].
pub fn load_bytes(format: Format, bytes: &[u8]) -> Result<Vec<(String, Array)>, Fault> {
    arrays_of(load_members_of_bytes(format, bytes, &LoadOptions::default())?)
}

/// All that is in a file of any [`Format`], in its order: arrays, and what is none.
///
/// # Errors
/// What is wrong, and where. Something of a type that no array has is no error, but a [`Content::Unread`].
pub fn load_members(path: impl AsRef<Path>, options: &LoadOptions<'_>) -> Result<Vec<Member>, FileError> {
    let path = path.as_ref();
    let named = |fault| FileError { path: path.to_owned(), fault };
    let bytes = std::fs::read(path).map_err(|error| named(error.into()))?;
    let (format, bytes) = Format::of_compressed(path, &bytes, None).map_err(named)?;
    load_members_of_bytes(format, &bytes, options).map_err(named)
}

/// All that is in a file's bytes.
///
/// # Errors
/// As [`load_members`].
pub fn load_members_of_bytes(format: Format, bytes: &[u8], options: &LoadOptions<'_>) -> Result<Vec<Member>, Fault> {
    let members = match format {
        Format::Params => params::read(bytes, options),
        Format::Safetensors => tensors::read(bytes, options),
        Format::Libsvm => libsvm::read(bytes, options),
        Format::Npy => npy::read(bytes, options),
        Format::Npz => npz::read(bytes, options),
        Format::MatrixMarket => mtx::read(bytes, options),
    }?;
    let mut names = HashSet::new();
    match members.iter().find(|member| !member.name.is_empty() && !names.insert(&member.name)) {
        Some(Member { name, .. }) => Err(Fault::NameTwice { name: name.clone() }),
        None => Ok(members),
    }
}

fn arrays_of(members: Vec<Member>) -> Result<Vec<(String, Array)>, Fault> {
    let (mut arrays, mut unread) = (Vec::new(), None);
    for Member { name, content } in members {
        match content {
            Content::Array(array) => arrays.push((name, array)),
            Content::Unread(fault) => unread = unread.or(Some((name, fault))),
            Content::Unwanted => {}
        }
    }
    match unread {
        Some((name, fault)) if arrays.is_empty() && name.is_empty() => Err(fault),
        Some((name, fault)) if arrays.is_empty() => Err(Fault::Member { name, fault: Box::new(fault) }),
        _ => Ok(arrays),
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
    write_atomically(path, &bytes).map_err(|error| named(Fault::Write(error.into())))
}

/// The bytes that [`save`] writes.
///
/// # Errors
/// As there.
pub fn save_bytes(format: Format, arrays: &[(String, Array)]) -> Result<Vec<u8>, Fault> {
    if arrays.iter().any(|(_, array)| !array.is_on_host()) {
        let here = |(name, array): &(String, Array)| match array.as_in_context(&Device::cpu()) {
            Ok(copy) => Ok((name.clone(), copy)),
            Err(error) => Err(Fault::Array { name: name.clone(), error }),
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
