//! A classifier and its optimizer's states as a safetensors file.
//!
//! | tensor | shape |
//! |---|---|
//! | `weight`; for AdaGrad `weight_history`, for FTRL `weight_z` and `weight_n` | features x 1 |
//! | `bias`, and the same of it | 1 |
//!
//! The metadata has one key, `lacuna_train_classify`, with a JSON object: the [`ClassifySettings`] and the [`ClassifyProgress`].
use super::super::scalar::TrainValue;
use super::super::tensors::{TensorFile, bytes, write};
use super::super::weights::MOST_EPOCHS;
use super::classifier::{Classifier, ClassifyProgress};
use super::settings::ClassifySettings;
use anyhow::{Result, bail, ensure};
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
    /// Writes the classifier into a file, atomically: after a kill the file is the one before, or this one. [`SavedClassifier::read`] reads it.
    ///
    /// # Errors
    /// If the settings have another number of features or another optimizer, a number is not finite, or the file cannot be written.
    pub fn save(&self, path: &Path, settings: &ClassifySettings, progress: &ClassifyProgress) -> Result<()> {
        let (own, other) = ((self.optimizer().name(), self.features()), (settings.optimizer.name(), settings.features));
        ensure!(own == other, "the classifier has {} and {} features, the settings have {} and {}", own.0, own.1, other.0, other.1);
        let mut parts = Vec::new();
        let names: Vec<_> = settings.optimizer.arrays().iter().map(|&name| (name, bias(name))).collect();
        for (place, (weight_name, bias_name)) in names.iter().enumerate() {
            let (values, bias) = self.array(place);
            let finite = values.iter().chain([&bias]).all(|value| value.to_f64().is_finite());
            ensure!(finite, "{weight_name} has an element that is not finite: a smaller --learning-rate may help");
            parts.push((*weight_name, vec![values.len(), 1], bytes(values.into_iter())));
            parts.push((bias_name, vec![1], bytes([bias].into_iter())));
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
/// Classifier::<f32>::new(&settings)?.save(&path, &settings, &ClassifyProgress::default())?;
/// let saved = SavedClassifier::read(&path)?;
/// assert_eq!((&saved.settings, saved.progress.passes), (&settings, 0));
/// assert_eq!(saved.classifier::<f32>()?.weight(), (vec![0.0; 3], 0.0));
/// # Ok::<(), anyhow::Error>(())
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
    pub fn read(path: &Path) -> Result<Self> {
        let (file, Header { progress, settings }) = TensorFile::read(path, KEY, "weights of `lacuna train classify`")?;
        let ClassifyProgress { passes, pass, doubled } = &progress;
        ensure!(*passes <= MOST_EPOCHS, "{}: {passes} passes are more than any run has", file.name);
        let sound = doubled.rows <= pass.rows && pass.sum.is_finite() && doubled.sum.is_finite();
        ensure!(sound, "{}: {} rows with a loss of {}, {} before them", file.name, pass.rows, pass.sum, doubled.rows);
        Ok(Self { file, progress, settings })
    }

    /// The classifier, if its numbers are there, of the value type and of the shapes in the settings.
    ///
    /// # Errors
    /// If they are not, or a number or a setting is not usable.
    pub fn classifier<V: TrainValue>(&self) -> Result<Classifier<V>> {
        let tensors = self.file.tensors()?;
        let matrix = [self.settings.features, 1];
        let read = |name: &&str| {
            let values = tensors.get(name, &matrix)?;
            let &[bias] = &*tensors.get(&bias(name), &[1])? else { bail!("{}: the bias is not one number", self.file.name) };
            Ok((values, bias))
        };
        let arrays = self.settings.optimizer.arrays().iter().map(read).collect::<Result<Vec<_>>>()?;
        Classifier::of(&self.settings, &arrays)
    }
}
