//! Numbers and a header as a safetensors file. The metadata has one key, so that the bytes of the file do not depend on
//! the order of a hash table.
use super::error::ModelFileError;
use super::scalar::TrainValue;
use lacuna_runtime::atomic_file::write_atomically;
use safetensors::SafeTensorError;
use safetensors::tensor::{SafeTensors, TensorView, serialize};
use serde::{Serialize, de::DeserializeOwned};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// More epochs than any run has, so that they can be counted on from there.
pub const MOST_EPOCHS: u64 = 1 << 32;

/// As of the format.
const MOST_HEADER_BYTES: u64 = 100_000_000;

/// A tensor to be written: its name, its shape, its bytes.
pub(super) type Part<'n> = (Cow<'n, str>, Vec<usize>, Vec<u8>);

/// The bytes of values, as they are in a file.
pub(super) fn bytes<V: TrainValue>(values: impl ExactSizeIterator<Item = V>) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(values.len() * size_of::<V>());
    values.for_each(|value| value.write_bits(&mut bytes));
    bytes
}

/// Writes the file, atomically.
pub(super) fn write<V: TrainValue>(
    path: &Path,
    key: &str,
    header: &impl Serialize,
    parts: &[Part<'_>],
) -> Result<(), ModelFileError> {
    let tensors = parts
        .iter()
        .map(|(name, shape, bytes)| Ok((name, TensorView::new(V::FILE_DTYPE, shape.clone(), bytes)?)))
        .collect::<Result<Vec<_>, SafeTensorError>>()?;
    let header = serde_json::to_string(header)?;
    let bytes = serialize(tensors, Some(HashMap::from([(key.to_owned(), header)])))?;
    Ok(write_atomically(path, &bytes)?)
}

/// The metadata of a safetensors file; none, if it has none. The tensors are not read.
///
/// # Errors
/// If the file cannot be read, or is of another format.
pub fn read_metadata(path: &Path) -> Result<BTreeMap<String, String>, ModelFileError> {
    let name = || path.display().to_string();
    let read = |source| ModelFileError::Read { file: name(), source };
    let mut file = File::open(path).map_err(read)?;
    let mut start = [0; 8];
    file.read_exact(&mut start).map_err(read)?;
    let length = u64::from_le_bytes(start);
    let format = |source| ModelFileError::Format { file: name(), source };
    if length > MOST_HEADER_BYTES {
        return Err(format(SafeTensorError::HeaderTooLarge));
    }
    let mut header = Vec::new();
    file.take(length).read_to_end(&mut header).map_err(read)?;
    #[derive(serde::Deserialize)]
    struct Header {
        #[serde(default, rename = "__metadata__")]
        metadata: BTreeMap<String, String>,
    }
    let header: Header = serde_json::from_slice(&header)
        .map_err(|source| format(SafeTensorError::InvalidHeaderDeserialization(source)))?;
    Ok(header.metadata)
}

/// A file that has been read.
#[derive(Debug)]
pub(super) struct TensorFile {
    pub(super) name: String,
    bytes: Vec<u8>,
}

impl TensorFile {
    /// Reads a file that [`write`] has written with this key; `what` is what it holds.
    pub(super) fn read<H: DeserializeOwned>(
        path: &Path,
        key: &'static str,
        what: &'static str,
    ) -> Result<(Self, H), ModelFileError> {
        let name = path.display().to_string();
        let file = || name.clone();
        let bytes = std::fs::read(path).map_err(|source| ModelFileError::Read { file: file(), source })?;
        let (_, metadata) =
            SafeTensors::read_metadata(&bytes).map_err(|source| ModelFileError::Format { file: file(), source })?;
        let header = metadata.metadata().as_ref().and_then(|metadata| metadata.get(key));
        let header = header.ok_or_else(|| ModelFileError::Kind { file: file(), what })?;
        let header =
            serde_json::from_str(header).map_err(|source| ModelFileError::Metadata { file: file(), key, source })?;
        Ok((Self { name, bytes }, header))
    }

    /// Refuses more epochs than can be counted on.
    pub(super) fn expect_epochs(&self, found: u64, unit: &'static str) -> Result<(), ModelFileError> {
        if found <= MOST_EPOCHS { Ok(()) } else { Err(ModelFileError::Epochs { file: self.name.clone(), found, unit }) }
    }

    /// The tensors, to take the numbers from.
    pub(super) fn tensors(&self) -> Result<Tensors<'_>, ModelFileError> {
        let format = |source| ModelFileError::Format { file: self.name.clone(), source };
        Ok(Tensors { name: &self.name, tensors: SafeTensors::deserialize(&self.bytes).map_err(format)? })
    }
}

/// The tensors of a file.
pub(super) struct Tensors<'a> {
    name: &'a str,
    tensors: SafeTensors<'a>,
}

impl Tensors<'_> {
    /// The finite numbers of a tensor, if it is there, of this type and shape.
    pub(super) fn get<V: TrainValue>(&self, tensor: &str, shape: &[usize]) -> Result<Vec<V>, ModelFileError> {
        let (file, tensor) = (|| self.name.to_owned(), tensor.to_owned());
        let view = match self.tensors.tensor(&tensor) {
            Ok(view) => view,
            Err(source) => return Err(ModelFileError::Missing { file: file(), tensor, source }),
        };
        if view.dtype() != V::FILE_DTYPE {
            return Err(ModelFileError::Dtype { file: file(), tensor, expected: V::FILE_DTYPE, found: view.dtype() });
        }
        if view.shape() != shape {
            return Err(ModelFileError::Shape {
                file: file(),
                tensor,
                expected: shape.to_vec(),
                found: view.shape().to_vec(),
            });
        }
        V::read_finite(view.data()).ok_or_else(|| ModelFileError::NotFinite { file: file(), tensor })
    }

    /// The only number of a tensor.
    pub(super) fn number<V: TrainValue>(&self, tensor: &str) -> Result<V, ModelFileError> {
        Ok(self.get(tensor, &[1])?.first().copied().unwrap_or_default())
    }
}
