//! A model and its optimizer's state as a safetensors file.
//!
//! | tensor | shape |
//! |---|---|
//! | `weight`, `weight_momentum` | features x 1 |
//! | `bias`, `bias_momentum` | 1 |
//!
//! The metadata has one key, `lacuna_train_linear`, with a JSON object: the epochs trained and the [`Settings`]. (With one key the bytes of the file do not depend on the
//! order of a hash table.)
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

/// What the metadata tells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Header {
    epochs: u64,
    settings: Settings,
}

/// Writes the file, atomically.
pub fn save<V: TrainValue>(path: &Path, state: &LinearState<V>, settings: &Settings, epochs: u64) -> Result<()> {
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
    let header = serde_json::to_string(&Header { epochs, settings: settings.clone() })?;
    write_atomically(path, &serialize(tensors, Some(HashMap::from([(KEY.to_owned(), header)])))?)
}

/// A file that has been read; what it holds is checked by [`state`](Self::state).
#[derive(Debug)]
pub struct Saved {
    name: String,
    bytes: Vec<u8>,
    /// Epochs trained.
    pub epochs: u64,
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
        let Header { epochs, settings } =
            serde_json::from_str(header).with_context(|| format!("{name}: metadata {KEY} is not understood"))?;
        Ok(Self { name, bytes, epochs, settings })
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
        save(&path, &state(), &settings, 5).unwrap();
        save(&again, &state(), &settings, 5).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), std::fs::read(again).unwrap());
        let saved = Saved::read(&path).unwrap();
        assert_eq!((saved.epochs, &saved.settings), (5, &settings));
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
        save(&path, &state(), &settings, 1).unwrap();
        let saved = Saved::read(&path).unwrap();
        let error = |result: Result<LinearState<f64>>| format!("{:#}", result.unwrap_err());
        assert!(error(saved.state()).contains("tensor weight has shape [3, 1], not [4, 1]"));
        assert!(format!("{:#}", saved.state::<f32>().unwrap_err()).contains("tensor weight is F64, not F32"));
        let infinite = LinearState { bias: f64::INFINITY, ..state() };
        save(&path, &infinite, &Settings { features: 3, ..settings }, 1).unwrap();
        assert!(error(Saved::read(&path).unwrap().state()).contains("tensor bias has an element that is not finite"));
    }
}
