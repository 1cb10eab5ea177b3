//! A classifier and its optimizer's states as a safetensors file.
//!
//! | tensor | shape |
//! |---|---|
//! | `weight`; for AdaGrad `weight_history`, for FTRL `weight_z` and `weight_n` | features x 1 |
//! | `bias`, and the same of it | 1 |
//!
//! The metadata has one key, `lacuna_train_classify`, with a JSON object: the [`ClassifySettings`] and the
//! [`ClassifyProgress`].
use super::super::error::{ModelFileError, TrainError};
use super::super::scalar::TrainValue;
use super::super::tensors::{TensorFile, bytes, write};
use super::classifier::{Classifier, ClassifyProgress};
use super::settings::ClassifySettings;
use crate::metric::LogLoss;
use serde::{Deserialize, Serialize};
use std::path::Path;

const KEY: &str = "lacuna_train_classify";

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    progress: ClassifyProgress,
    settings: ClassifySettings,
}

/// The name of an array of the bias, whose weight's is this.
fn bias(name: &str) -> String {
    name.replacen("weight", "bias", 1)
}

impl<V: TrainValue> Classifier<V> {
    /// Writes the classifier into a file, atomically: after a kill the file is the one before, or this one.
    /// [`SavedClassifier::read`] reads it.
    ///
    /// # Errors
    /// If a number is not finite, or the file cannot be written.
    pub fn save(&self, path: &Path, progress: &ClassifyProgress) -> Result<(), ModelFileError> {
        let settings = self.settings();
        let mut parts = Vec::new();
        for (place, &name) in settings.optimizer.arrays().iter().enumerate() {
            let (values, own_bias) = self.array(place);
            if !values.iter().chain([&own_bias]).all(|value| value.to_f64().is_finite()) {
                return Err(ModelFileError::Diverged { name: name.to_owned() });
            }
            parts.push((name.into(), vec![values.len(), 1], bytes(values.into_iter())));
            parts.push((bias(name).into(), vec![1], bytes([own_bias].into_iter())));
        }
        write::<V>(path, KEY, &Header { progress: *progress, settings: settings.clone() }, &parts)
    }
}

/// A file that has been read; what it holds is checked by [`classifier`](Self::classifier).
///
/// ```
/// use lacuna_runtime::train::{Classifier, ClassifyProgress, ClassifySettings, OnlineOptimizer, SavedClassifier};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("weights.safetensors");
/// let settings = ClassifySettings::new(OnlineOptimizer::Ftrl, 3);
/// Classifier::<f32>::new(&settings)?.save(&path, &ClassifyProgress::default())?;
/// let saved = SavedClassifier::read(&path)?;
/// assert_eq!((&saved.settings, saved.progress.passes), (&settings, 0));
/// assert_eq!(saved.classifier::<f32>(&saved.settings)?.weight(), (vec![0.0; 3], 0.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SavedClassifier {
    file: TensorFile,
    /// How far it is trained.
    pub progress: ClassifyProgress,
    /// Settings of the run that wrote it.
    pub settings: ClassifySettings,
}

impl SavedClassifier {
    /// Reads a file that [`Classifier::save`] has written.
    ///
    /// # Errors
    /// If there is none, or it holds something else.
    pub fn read(path: &Path) -> Result<Self, ModelFileError> {
        let (file, Header { progress, settings }) = TensorFile::read(path, KEY, "weights of `lacuna train classify`")?;
        let ClassifyProgress { passes, pass: LogLoss { rows, sum: loss, weight }, doubled } = progress;
        file.expect_epochs(passes, "passes")?;
        if doubled.rows > rows || ![loss, weight, doubled.sum, doubled.weight].iter().all(|sum| sum.is_finite()) {
            return Err(ModelFileError::Rows { file: file.name, rows, loss, doubled: doubled.rows });
        }
        Ok(Self { file, progress, settings })
    }

    /// The classifier with these settings of its training, if its numbers are there, of the value type and of the
    /// shapes in the settings of the file.
    ///
    /// # Errors
    /// If they are not, or a number or a setting is not usable.
    pub fn classifier<V: TrainValue>(&self, settings: &ClassifySettings) -> Result<Classifier<V>, TrainError> {
        let saved = &self.settings;
        if (settings.optimizer, settings.features) != (saved.optimizer, saved.features) {
            return Err(TrainError::Loaded { optimizer: saved.optimizer.name(), features: saved.features });
        }
        let tensors = self.file.tensors()?;
        let matrix = [self.settings.features, 1];
        let read = |name: &&str| Ok((tensors.get(name, &matrix)?, tensors.number(&bias(name))?));
        let arrays = self.settings.optimizer.arrays().iter().map(read).collect::<Result<Vec<_>, ModelFileError>>()?;
        Classifier::of(settings, &arrays)
    }
}
