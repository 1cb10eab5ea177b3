//! A network as a safetensors file: its parameters by their names. The metadata has one key, `lacuna_train_mlp`, with a
//! JSON object: the [`MlpSettings`] and the [`MlpProgress`].
use super::super::error::{ModelFileError, TrainError};
use super::super::tensors::{TensorFile, bytes, write};
use super::model::{Mlp, MlpTotals};
use super::ranked::FIRST;
use super::settings::MlpSettings;
use crate::fit::Progress;
use lacuna_runtime::array::Array;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
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

impl From<&Progress<MlpTotals>> for MlpProgress {
    fn from(&Progress { epochs, steps, rows, totals }: &Progress<MlpTotals>) -> Self {
        Self { epochs, batches: steps, rows, loss: totals.loss }
    }
}

impl From<MlpProgress> for Progress<MlpTotals> {
    fn from(MlpProgress { epochs, batches, rows, loss }: MlpProgress) -> Self {
        Self { epochs, steps: batches, rows, totals: MlpTotals { loss, rows, ..MlpTotals::default() } }
    }
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    progress: MlpProgress,
    /// Of all epochs, for an optimizer other than SGD.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    steps: Option<u64>,
    settings: MlpSettings,
}

impl Mlp {
    /// Writes the network into a file, atomically: after a kill the file is the one before, or this one.
    /// [`SavedMlp::read`] reads it.
    ///
    /// # Errors
    /// If a number is not finite, or the file cannot be written; if another rank does not go on.
    pub fn save(&self, path: &Path, progress: &MlpProgress) -> Result<(), TrainError> {
        match &self.ranked {
            Some(ranked) => ranked.write_whole(|first| self.write(path, progress, first)),
            None => self.write(path, progress, &[]),
        }
    }

    /// Writes the file, with arrays of the first weight that are not on the tape.
    fn write(&self, path: &Path, progress: &MlpProgress, first: &[Array]) -> Result<(), TrainError> {
        let (settings, names) = (self.settings(), self.trainer.optimizer().states());
        let mut parts = Vec::new();
        let mut part = |name: Cow<'static, str>, array: &Array| {
            let array = array.here()?;
            let values = array.data::<f32>().unwrap_or_default();
            if !values.iter().all(|value| value.is_finite()) {
                return Err(TrainError::from(ModelFileError::Diverged { name: name.into_owned() }));
            }
            parts.push((name, array.shape().to_vec(), bytes(values.iter().copied())));
            Ok(())
        };
        if let Some((array, states)) = first.split_first() {
            part(FIRST.into(), array)?;
            names.iter().zip(states).try_for_each(|(state, array)| part(format!("{state}/{FIRST}").into(), array))?;
        }
        for ((name, array), states) in self.parameters().zip(self.trainer.states()) {
            part(name.to_owned().into(), array)?;
            names.iter().zip(states).try_for_each(|(state, array)| part(format!("{state}/{name}").into(), array))?;
        }
        let steps = settings.optimizer.is_some().then_some(self.trainer.steps());
        Ok(write::<f32>(path, KEY, &Header { progress: *progress, steps, settings: settings.clone() }, &parts)?)
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
    steps: u64,
}

impl SavedMlp {
    /// Reads a file that [`Mlp::save`] has written.
    ///
    /// # Errors
    /// If there is none, or it holds something else.
    pub fn read(path: &Path) -> Result<Self, ModelFileError> {
        let (file, Header { progress, steps, settings }) =
            TensorFile::read(path, KEY, "a network of `lacuna train mlp`")?;
        let MlpProgress { epochs, loss, .. } = progress;
        file.expect_epochs(epochs, "epochs")?;
        if !loss.is_finite() {
            return Err(ModelFileError::Loss { file: file.name, loss });
        }
        Ok(Self { file, progress, settings, steps: steps.unwrap_or_default() })
    }

    /// The network, if its numbers are there, of the shapes in the settings.
    ///
    /// # Errors
    /// If they are not, or a number is not finite.
    pub fn network(&self, threads: usize) -> Result<Mlp, TrainError> {
        self.network_with(&self.settings, threads)
    }

    /// The same with other settings of the training.
    ///
    /// # Errors
    /// As [`network`](Self::network), and if the numbers do not have the shapes in these settings.
    pub fn network_with(&self, settings: &MlpSettings, threads: usize) -> Result<Mlp, TrainError> {
        let mut network = Mlp::new(settings, threads)?;
        let tensors = self.file.tensors()?;
        let names = network.trainer.optimizer().states();
        let read = |name: &str, like: &Array| {
            Ok::<_, TrainError>(Array::dense(like.shape(), tensors.get::<f32>(name, like.shape())?)?)
        };
        let (mut values, mut states) = (Vec::new(), Vec::new());
        for ((name, array), own) in network.parameters().zip(network.trainer.states()) {
            values.push((name.to_owned(), read(name, array)?));
            states.push(
                names
                    .iter()
                    .zip(own)
                    .map(|(state, own)| read(&format!("{state}/{name}"), own))
                    .collect::<Result<_, _>>()?,
            );
        }
        network.trainer.restore(self.steps, states)?;
        values.into_iter().try_for_each(|(name, value)| network.set(&name, value))?;
        Ok(network)
    }
}
