//! A model and its optimizer's state as a safetensors file.
//!
//! | tensor | shape |
//! |---|---|
//! | `weight`, `weight_momentum` | features x 1 |
//! | `bias`, `bias_momentum` | 1 |
//!
//! The metadata has one key, `lacuna_train_linear`, with a JSON object: the epochs trained, the [`Settings`], and for a run that was
//! interrupted the place inside the next epoch, [`Unfinished`].
use super::epoch::Unfinished;
use super::linear::LinearState;
use super::scalar::TrainValue;
use super::settings::Settings;
use super::tensors::{TensorFile, bytes, write};
use anyhow::{Result, bail, ensure};
use serde::{Deserialize, Serialize};
use std::path::Path;

const KEY: &str = "lacuna_train_linear";

/// More epochs than any run has, so that they can be counted on from there.
pub const MOST_EPOCHS: u64 = 1 << 32;

/// How far a model is trained.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Trained {
    /// Whole epochs.
    pub epochs: u64,
    /// Where the next one goes on, if it has begun.
    pub unfinished: Option<Unfinished>,
}

/// What the metadata hold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    epochs: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unfinished: Option<Unfinished>,
    settings: Settings,
}

/// Writes the file, atomically.
pub fn save<V: TrainValue>(path: &Path, state: &LinearState<V>, settings: &Settings, trained: Trained) -> Result<()> {
    let LinearState { weight, weight_momentum, bias, bias_momentum } = state;
    let part = |name, shape, values: &[V]| (name, shape, bytes(values.iter().copied()));
    let matrix = vec![weight.len(), 1];
    let parts = [
        part("weight", matrix.clone(), weight),
        part("weight_momentum", matrix, weight_momentum),
        part("bias", vec![1], &[*bias]),
        part("bias_momentum", vec![1], &[*bias_momentum]),
    ];
    let header = Header { epochs: trained.epochs, unfinished: trained.unfinished, settings: settings.clone() };
    write::<V>(path, KEY, &header, &parts)
}

/// A file that has been read; what it holds is checked by [`state`](Self::state).
#[derive(Debug)]
pub struct Saved {
    file: TensorFile,
    /// How far it is trained.
    pub trained: Trained,
    /// Settings of the run that wrote it.
    pub settings: Settings,
}

impl Saved {
    /// Reads a file that [`save`] has written.
    pub fn read(path: &Path) -> Result<Self> {
        let (file, Header { epochs, unfinished, settings }) = TensorFile::read(path, KEY, "weights of `lacuna train linear`")?;
        ensure!(epochs <= MOST_EPOCHS, "{}: {epochs} epochs are more than any run has", file.name);
        Ok(Self { file, trained: Trained { epochs, unfinished }, settings })
    }

    /// The numbers, if they are there, of the value type and of the shapes in the settings.
    pub fn state<V: TrainValue>(&self) -> Result<LinearState<V>> {
        let tensors = self.file.tensors()?;
        let matrix = [self.settings.features, 1];
        let (weight, weight_momentum) = (tensors.get("weight", &matrix)?, tensors.get("weight_momentum", &matrix)?);
        let (&[bias], &[bias_momentum]) = (&*tensors.get("bias", &[1])?, &*tensors.get("bias_momentum", &[1])?) else {
            bail!("{}: the bias is not one number", self.file.name);
        };
        Ok(LinearState { weight, weight_momentum, bias, bias_momentum })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use safetensors::tensor::{TensorView, serialize};

    fn state() -> LinearState<f64> {
        LinearState { weight: vec![1.5, -0.0, 1e-310], weight_momentum: vec![0.1, 0.2, 0.3], bias: -7.25, bias_momentum: 0.7 }
    }

    #[test]
    fn what_is_saved_is_loaded_bit_for_bit() {
        let folder = tempfile::tempdir().unwrap();
        let (path, again) = (folder.path().join("w.safetensors"), folder.path().join("again.safetensors"));
        let settings = Settings { features: 3, clip_gradient: Some(0.1), seed: u64::MAX, ..Settings::default() };
        let unfinished = Some(Unfinished { steps: 7, rows: 70, mse_sum: 0.1 + 0.2 });
        let five = Trained { epochs: 5, unfinished };
        save(&path, &state(), &settings, five).unwrap();
        save(&again, &state(), &settings, five).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), std::fs::read(again).unwrap());
        let saved = Saved::read(&path).unwrap();
        assert_eq!((saved.trained, &saved.settings), (five, &settings));
        let loaded: LinearState<f64> = saved.state().unwrap();
        assert_eq!(loaded, state());
        assert!(loaded.weight[1].is_sign_negative());
    }

    #[test]
    fn what_does_not_fit_is_refused_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("w.safetensors");
        let error = |result: Result<Saved>| format!("{:#}", result.unwrap_err());
        assert!(error(Saved::read(&path)).contains("w.safetensors"));
        std::fs::write(&path, b"8 bytes and more").unwrap();
        assert!(error(Saved::read(&path)).contains("not a safetensors file"));
        std::fs::write(&path, serialize(Vec::<(String, TensorView)>::new(), None).unwrap()).unwrap();
        assert!(error(Saved::read(&path)).contains("not weights of `lacuna train linear`"));

        let settings = Settings { features: 4, ..Settings::default() };
        save(&path, &state(), &settings, Trained::default()).unwrap();
        let saved = Saved::read(&path).unwrap();
        let error = |result: Result<LinearState<f64>>| format!("{:#}", result.unwrap_err());
        assert!(error(saved.state()).contains("tensor weight has shape [3, 1], not [4, 1]"));
        assert!(format!("{:#}", saved.state::<f32>().unwrap_err()).contains("tensor weight is F64, not F32"));
        let infinite = LinearState { bias: f64::INFINITY, ..state() };
        save(&path, &infinite, &Settings { features: 3, ..settings }, Trained::default()).unwrap();
        assert!(error(Saved::read(&path).unwrap().state()).contains("tensor bias has an element that is not finite"));
    }

    #[test]
    fn epochs_that_cannot_be_counted_on_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("w.safetensors");
        for epochs in [MOST_EPOCHS + 1, u64::MAX] {
            save(&path, &state(), &Settings { features: 3, ..Settings::default() }, Trained { epochs, unfinished: None }).unwrap();
            let error = Saved::read(&path).unwrap_err().to_string();
            assert!(error.ends_with(&format!("w.safetensors: {epochs} epochs are more than any run has")), "{error}");
        }
    }
}
