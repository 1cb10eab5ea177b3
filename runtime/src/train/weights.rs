//! A model and its optimizer's state as a safetensors file.
//!
//! | tensor | shape |
//! |---|---|
//! | `weight`, `weight_momentum` | features x 1 |
//! | `bias`, `bias_momentum` | 1 |
//!
//! The metadata has one key, `lacuna_train_linear`, with a JSON object: the epochs trained, the [`Settings`], and for a run that was
//! interrupted the place inside the next epoch, [`Unfinished`]. (With one key the bytes of the file do not depend on the
//! order of a hash table.)
use super::epoch::Unfinished;
use super::linear::LinearState;
use super::scalar::TrainValue;
use super::settings::Settings;
use crate::atomic_file::write_atomically;
use anyhow::{Context, Result, bail, ensure};
use safetensors::tensor::{SafeTensors, TensorView, serialize};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
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

/// What the metadata tells.
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
    let bytes = |values: &[V]| {
        let mut bytes = Vec::with_capacity(size_of_val(values));
        values.iter().for_each(|value| value.write_bits(&mut bytes));
        bytes
    };
    let parts = [
        ("weight", vec![weight.len(), 1], bytes(weight)),
        ("weight_momentum", vec![weight.len(), 1], bytes(weight_momentum)),
        ("bias", vec![1], bytes(&[*bias])),
        ("bias_momentum", vec![1], bytes(&[*bias_momentum])),
    ];
    let tensors = parts
        .iter()
        .map(|(name, shape, bytes)| Ok((*name, TensorView::new(V::DTYPE, shape.clone(), bytes)?)))
        .collect::<Result<Vec<_>>>()?;
    let header = serde_json::to_string(&Header { epochs: trained.epochs, unfinished: trained.unfinished, settings: settings.clone() })?;
    write_atomically(path, &serialize(tensors, Some(HashMap::from([(KEY.to_owned(), header)])))?)
}

/// A file that has been read; what it holds is checked by [`state`](Self::state).
#[derive(Debug)]
pub struct Saved {
    name: String,
    bytes: Vec<u8>,
    /// How far it is trained.
    pub trained: Trained,
    /// Settings of the run that wrote it.
    pub settings: Settings,
}

impl Saved {
    /// Reads a file that [`save`] has written.
    pub fn read(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let bytes = std::fs::read(path).with_context(|| name.clone())?;
        let (_, metadata) = SafeTensors::read_metadata(&bytes).with_context(|| format!("{name}: not a safetensors file"))?;
        let header = metadata.metadata().as_ref().and_then(|metadata| metadata.get(KEY));
        let header = header.with_context(|| format!("{name}: not weights of `lacuna train linear`"))?;
        let Header { epochs, unfinished, settings } =
            serde_json::from_str(header).with_context(|| format!("{name}: metadata {KEY} is not understood"))?;
        ensure!(epochs <= MOST_EPOCHS, "{name}: {epochs} epochs are more than any run has");
        Ok(Self { name, bytes, trained: Trained { epochs, unfinished }, settings })
    }

    /// The numbers, if they are there, of the value type and of the shapes that the settings tell.
    pub fn state<V: TrainValue>(&self) -> Result<LinearState<V>> {
        let name = &self.name;
        let tensors = SafeTensors::deserialize(&self.bytes).with_context(|| format!("{name}: not a safetensors file"))?;
        let read = |tensor: &str, shape: &[usize]| -> Result<Vec<V>> {
            let view = tensors.tensor(tensor).with_context(|| format!("{name}: tensor {tensor}"))?;
            ensure!(view.dtype() == V::DTYPE, "{name}: tensor {tensor} is {}, not {}", view.dtype(), V::DTYPE);
            ensure!(view.shape() == shape, "{name}: tensor {tensor} has shape {:?}, not {shape:?}", view.shape());
            view.data()
                .chunks_exact(size_of::<V>())
                .map(|bytes| V::read_bits(bytes).filter(|value| value.to_f64().is_finite()))
                .collect::<Option<_>>()
                .with_context(|| format!("{name}: tensor {tensor} has an element that is not finite"))
        };
        let matrix = [self.settings.features, 1];
        let (weight, weight_momentum) = (read("weight", &matrix)?, read("weight_momentum", &matrix)?);
        let (&[bias], &[bias_momentum]) = (&*read("bias", &[1])?, &*read("bias_momentum", &[1])?) else {
            bail!("{name}: the bias is not one number");
        };
        Ok(LinearState { weight, weight_momentum, bias, bias_momentum })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
