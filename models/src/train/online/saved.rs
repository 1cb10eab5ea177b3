//! A classifier and its optimizer's states as a safetensors file.
//!
//! | tensor | shape |
//! |---|---|
//! | `weight`; for AdaGrad `weight_history`, for FTRL `weight_z` and `weight_n` | features x outputs; of a field-aware machine features x fields x factors |
//! | `bias`, and its states; a field-aware machine has none | outputs |
//! | `weight_seen`: inside a pass with an l1 norm that FTRL has not, the row that a weight was last made up at | features x outputs |
//! | the same with `best_` in front, of the best epoch, if that is kept | |
//!
//! The metadata has one key, `lacuna_train_classify`, with a JSON object: the [`ClassifySettings`], the
//! [`ClassifyProgress`], the rows of `weight_seen` and the best epoch.
use super::super::error::{ModelFileError, TrainError};
use super::super::scalar::TrainValue;
use super::super::tensors::{TensorFile, bytes, write};
use super::classifier::Classifier;
use super::progress::ClassifyProgress;
use super::settings::ClassifySettings;
use crate::fit::BestEpoch;
use crate::metric::LogLoss;
use serde::{Deserialize, Serialize};
use std::path::Path;

const KEY: &str = "lacuna_train_classify";

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    progress: ClassifyProgress,
    settings: ClassifySettings,
    /// Rows since all weights were made up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    best: Option<BestEpoch>,
}

const BEST: &str = "best_";

const SEEN: &str = "weight_seen";

/// The name of an array of the bias, whose weight's is this.
fn bias(name: &str) -> String {
    name.replacen("weight", "bias", 1)
}

impl<V: TrainValue> Classifier<V> {
    /// Writes the classifier into a file, atomically: after a kill the file is the one before, or this one.
    /// [`SavedClassifier::read`] reads it. With [ranks](Self::set_ranks) the first one writes it, of all rows.
    ///
    /// # Errors
    /// If a number is not finite, or the file cannot be written; if another rank does not go on.
    pub fn save(&self, path: &Path, progress: &ClassifyProgress) -> Result<(), TrainError> {
        match &self.ranked {
            Some(ranked) => self.save_on_ranks(ranked, path, progress),
            None => Ok(self.save_here(path, progress)?),
        }
    }

    pub(super) fn save_here(&self, path: &Path, progress: &ClassifyProgress) -> Result<(), ModelFileError> {
        let settings = self.settings();
        let (names, shape) = (settings.optimizer.arrays(), settings.shape());
        // Between two passes nothing is left to be made up.
        let seen = self.seen().filter(|_| progress.pass.rows > 0);
        let arrays = names.iter().enumerate().map(|(place, &name)| {
            let is_settled = place == 0 && seen.is_none();
            (name.to_owned(), if is_settled { self.weight() } else { self.array(place) })
        });
        let best = self.best_arrays();
        let best_arrays = best.into_iter().flat_map(|(_, arrays)| {
            names.iter().zip(arrays).map(|(name, array)| (format!("{BEST}{name}"), array.clone()))
        });
        let mut parts = Vec::new();
        for (name, (values, biases)) in arrays.chain(best_arrays) {
            if !values.iter().chain(&biases).all(|value| value.to_f64().is_finite()) {
                return Err(ModelFileError::Diverged { name });
            }
            let bias = bias(&name);
            parts.push((name.into(), shape.clone(), bytes(values.into_iter())));
            if !biases.is_empty() {
                parts.push((bias.into(), vec![biases.len()], bytes(biases.into_iter())));
            }
        }
        let clock = seen.map(|(clock, seen)| {
            parts.push((SEEN.into(), shape, bytes(seen.into_iter())));
            clock
        });
        let best = best.map(|(best, _)| *best);
        write::<V>(path, KEY, &Header { progress: *progress, settings: settings.clone(), clock, best }, &parts)
    }
}

/// A file that has been read; what it holds is checked by [`classifier`](Self::classifier).
///
/// ```
/// use lacuna_models::train::{Classifier, ClassifyProgress, ClassifySettings, OnlineOptimizer, SavedClassifier};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("weights.safetensors");
/// let settings = ClassifySettings::new(OnlineOptimizer::Ftrl, 3);
/// Classifier::<f32>::new(&settings)?.save(&path, &ClassifyProgress::default())?;
/// let saved = SavedClassifier::read(&path)?;
/// assert_eq!((&saved.settings, saved.progress.passes), (&settings, 0));
/// assert_eq!(saved.classifier::<f32>(&saved.settings)?.weight(), (vec![0.0; 3], vec![0.0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SavedClassifier {
    file: TensorFile,
    /// How far it is trained.
    pub progress: ClassifyProgress,
    /// Settings of the run that wrote it.
    pub settings: ClassifySettings,
    clock: Option<u32>,
    best: Option<BestEpoch>,
}

impl SavedClassifier {
    /// Reads a file that [`Classifier::save`] has written.
    ///
    /// # Errors
    /// If there is none, or it holds something else.
    pub fn read(path: &Path) -> Result<Self, ModelFileError> {
        let (file, Header { progress, settings, clock, best }) =
            TensorFile::read(path, KEY, "weights of `lacuna train classify`")?;
        let ClassifyProgress { passes, pass: LogLoss { rows, sum: loss, weight }, doubled } = progress;
        file.expect_epochs(passes, "passes")?;
        if doubled.rows > rows || ![loss, weight, doubled.sum, doubled.weight].iter().all(|sum| sum.is_finite()) {
            return Err(ModelFileError::Rows { file: file.name, rows, loss, doubled: doubled.rows });
        }
        Ok(Self { file, progress, settings, clock, best })
    }

    /// The classifier with these settings of its training, if its numbers are there, of the value type and of the
    /// shapes in the settings of the file.
    ///
    /// # Errors
    /// If they are not, or a number or a setting is not usable.
    pub fn classifier<V: TrainValue>(&self, settings: &ClassifySettings) -> Result<Classifier<V>, TrainError> {
        let saved = &self.settings;
        let shape = |settings: &ClassifySettings| (settings.optimizer, settings.shape());
        if shape(settings) != shape(saved) {
            return Err(TrainError::Loaded { optimizer: saved.optimizer.name(), features: saved.features });
        }
        let tensors = self.file.tensors()?;
        let (matrix, biases) = (saved.shape(), saved.biases());
        let read = |before: &str| {
            let names = saved.optimizer.arrays().iter().map(|name| format!("{before}{name}"));
            let bias = |name: &str| match biases {
                0 => Ok(Vec::new()),
                biases => tensors.get(&bias(name), &[biases]),
            };
            let arrays = names.map(|name| Ok((tensors.get(&name, &matrix)?, bias(&name)?)));
            arrays.collect::<Result<Vec<_>, ModelFileError>>()
        };
        let seen = match self.clock {
            Some(clock) => Some((clock, tensors.get(SEEN, &matrix)?)),
            None => None,
        };
        let mut classifier = Classifier::of(settings, &read("")?, seen)?;
        classifier.set_best(match self.best {
            Some(best) => Some((best, read(BEST)?)),
            None => None,
        });
        Ok(classifier)
    }
}
