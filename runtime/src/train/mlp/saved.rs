//! A network as a safetensors file: its parameters by their names. The metadata has one key, `lacuna_train_mlp`, with a JSON object: the [`MlpSettings`] and the [`MlpProgress`].
use super::super::tensors::{TensorFile, bytes, write};
use super::super::weights::MOST_EPOCHS;
use super::model::Mlp;
use super::settings::MlpSettings;
use crate::array::Array;
use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};
use std::path::Path;

const KEY: &str = "lacuna_train_mlp";

/// How far a network is trained.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MlpProgress {
    /// Whole epochs.
    pub epochs: u64,
    /// Batches of the next one.
    pub batches: u64,
    /// Rows of these.
    pub rows: u64,
    /// The sum of their losses.
    pub loss: f64,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    progress: MlpProgress,
    settings: MlpSettings,
}

impl Mlp {
    /// Writes the network into a file, atomically: after a kill the file is the one before, or this one. [`SavedMlp::read`] reads it.
    ///
    /// # Errors
    /// If a number is not finite, or the file cannot be written.
    pub fn save(&self, path: &Path, settings: &MlpSettings, progress: &MlpProgress) -> Result<()> {
        let mut parts = Vec::new();
        for (name, array) in self.parameters() {
            let array = array.here()?;
            let values = array.data::<f32>().unwrap_or_default();
            ensure!(
                values.iter().all(|value| value.is_finite()),
                "{name} has an element that is not finite: a smaller --learning-rate may help"
            );
            parts.push((name, array.shape().to_vec(), bytes(values.iter().copied())));
        }
        write::<f32>(path, KEY, &Header { progress: *progress, settings: settings.clone() }, &parts)
    }
}

/// A file that has been read; what it holds is checked by [`network`](Self::network).
#[derive(Debug)]
pub struct SavedMlp {
    file: TensorFile,
    /// How far it is trained.
    pub progress: MlpProgress,
    /// Settings of the run that wrote it.
    pub settings: MlpSettings,
}

impl SavedMlp {
    /// Reads a file that [`Mlp::save`] has written.
    ///
    /// # Errors
    /// If there is none, or it holds something else.
    pub fn read(path: &Path) -> Result<Self> {
        let (file, Header { progress, settings }) = TensorFile::read(path, KEY, "a network of `lacuna train mlp`")?;
        let MlpProgress { epochs, loss, .. } = progress;
        ensure!(epochs <= MOST_EPOCHS, "{}: {epochs} epochs are more than any run has", file.name);
        ensure!(loss.is_finite(), "{}: a loss of {loss}", file.name);
        Ok(Self { file, progress, settings })
    }

    /// The network, if its numbers are there, of the shapes in the settings.
    ///
    /// # Errors
    /// If they are not, or a number is not finite.
    pub fn network(&self, threads: usize) -> Result<Mlp> {
        self.network_with(&self.settings, threads)
    }

    /// The same with other settings of the training.
    ///
    /// # Errors
    /// As [`network`](Self::network), and if the numbers do not have the shapes in these settings.
    pub fn network_with(&self, settings: &MlpSettings, threads: usize) -> Result<Mlp> {
        let mut network = Mlp::new(settings, threads)?;
        let tensors = self.file.tensors()?;
        let names: Vec<(String, Vec<usize>)> =
            network.parameters().map(|(name, array)| (name.to_owned(), array.shape().to_vec())).collect();
        for (name, shape) in names {
            let values = tensors.get::<f32>(&name, &shape)?;
            network.set(&name, Array::dense(&shape, values)?)?;
        }
        Ok(network)
    }
}
