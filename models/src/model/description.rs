//! What the file of a model says about itself, beside its numbers.
use super::generation::first_file;
use crate::train::{ModelFileError, SavedBase, read_metadata};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// What the file of a model says about itself, so that a program that gets the file alone can use it. It is the
/// metadata `lacuna_model` of the safetensors file, as JSON.
///
/// ```
/// use lacuna_models::model::{Description, FactorizationMachine, FactorizationMachineOptions};
/// use lacuna_models::train::SavedBase;
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("model.safetensors");
/// let mut machine = FactorizationMachine::new(&FactorizationMachineOptions::new(1000, 4), 42)?;
/// let description = Description { kind: "fm".to_owned(), index_base: Some(SavedBase::One) };
/// machine.describe(description.clone());
/// machine.save(&path)?;
/// assert_eq!(Description::read(&path)?, Some(description));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// Which model: the name that its program knows.
    pub kind: String,
    /// The number that LibSVM text of its training gave to its first feature.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index_base: Option<SavedBase>,
}

const KEY: &str = "lacuna_model";

impl Description {
    /// That of a file, or of a folder of generations; `None` if it has none.
    ///
    /// # Errors
    /// If the file cannot be read, or is not understood.
    pub fn read(path: impl AsRef<Path>) -> Result<Option<Self>, ModelFileError> {
        let own = path.as_ref();
        let file = own.display().to_string();
        let path = &*first_file(own)
            .map_err(|error| ModelFileError::Read { file, source: std::io::Error::other(error.to_string()) })?;
        let metadata = read_metadata(path)?;
        let found = metadata.get(KEY).map(|text| serde_json::from_str(text));
        found.transpose().map_err(|source| ModelFileError::Metadata {
            file: path.display().to_string(),
            key: KEY,
            source,
        })
    }

    /// The bytes of a safetensors file that has no metadata yet, with this in them.
    pub(super) fn put_into(&self, file: &[u8]) -> Option<Vec<u8>> {
        let (length, rest) = file.split_first_chunk::<8>()?;
        let (header, tensors) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
        let own = serde_json::to_string(self).and_then(|text| serde_json::to_string(&text)).ok()?;
        let entries = std::str::from_utf8(header).ok()?.trim_end().strip_prefix('{')?;
        let comma = if entries.starts_with('}') { "" } else { "," };
        let header = format!("{{\"__metadata__\":{{\"{KEY}\":{own}}}{comma}{entries}");
        // Tensors begin at a multiple of 8, as the format wants it.
        let header = format!("{header:<width$}", width = header.len().next_multiple_of(8));
        Some([&(header.len() as u64).to_le_bytes(), header.as_bytes(), tensors].concat())
    }
}
