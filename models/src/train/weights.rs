//! A model and its optimizer's state as a safetensors file.
//!
//! | tensor | shape |
//! |---|---|
//! | `weight`, and `weight_STATE` for each state of the optimizer: `weight_momentum` | features x 1 |
//! | `bias`, and the same of it | 1 |
//!
//! The metadata has one key, `lacuna_train_linear`, with a JSON object: the epochs trained, the [`Settings`], for a run
//! that was interrupted the place inside the next epoch, [`Unfinished`], and for another optimizer than SGD with
//! momentum the steps taken.
use super::error::ModelFileError;
use super::linear::LinearState;
use super::regression::LinearTotals;
use super::scalar::TrainValue;
use super::settings::Settings;
use super::tensors::{TensorFile, bytes, write};
use crate::fit::Progress;
use crate::metric::MeanSquaredError;
use lacuna_runtime::optimizer::Optimizer;
use serde::{Deserialize, Serialize};
use std::path::Path;

const KEY: &str = "lacuna_train_linear";

/// A place inside an epoch, between two steps: with it, the rest of the epoch gives the bits of one that was never
/// stopped.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unfinished {
    /// Steps made in this epoch.
    pub steps: u64,
    /// Their rows.
    pub rows: u64,
    /// Sum of their mean squared errors.
    pub mse_sum: f64,
    /// The steps that have one, if those of rows without weight have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weighted_steps: Option<u64>,
}

/// How far a model is trained.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Trained {
    /// Whole epochs.
    pub epochs: u64,
    /// Where the next one goes on, if it has begun.
    pub unfinished: Option<Unfinished>,
}

impl From<&Progress<LinearTotals>> for Trained {
    fn from(progress: &Progress<LinearTotals>) -> Self {
        let &Progress { epochs, steps, rows, totals } = progress;
        let (mse_sum, counted) = totals.mse.parts();
        let weighted_steps = Some(counted).filter(|&counted| counted != steps);
        Self { epochs, unfinished: (steps > 0).then_some(Unfinished { steps, rows, mse_sum, weighted_steps }) }
    }
}

impl From<Trained> for Progress<LinearTotals> {
    fn from(Trained { epochs, unfinished }: Trained) -> Self {
        let Some(Unfinished { steps, rows, mse_sum, weighted_steps }) = unfinished else {
            return Self { epochs, ..Self::default() };
        };
        let mse = MeanSquaredError::from_parts(mse_sum, weighted_steps.unwrap_or(steps));
        let totals = LinearTotals { mse, ..LinearTotals::default() };
        Self { epochs, steps, rows, totals }
    }
}

/// What the metadata hold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    epochs: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unfinished: Option<Unfinished>,
    /// Of all epochs, for an optimizer other than SGD with momentum.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    steps: Option<u64>,
    settings: Settings,
}

/// The states of the optimizer of a run.
fn states(settings: &Settings) -> Result<&'static [&'static str], ModelFileError> {
    let Some(saved) = &settings.optimizer else { return Ok(&["momentum"]) };
    let found = Optimizer::try_from(saved).map(|optimizer| optimizer.states());
    found.map_err(|_| ModelFileError::Optimizer { name: saved.name.clone() })
}

/// Writes the file, atomically.
///
/// # Errors
/// If it cannot be written.
pub fn save<V: TrainValue>(
    path: &Path,
    state: &LinearState<V>,
    settings: &Settings,
    trained: Trained,
) -> Result<(), ModelFileError> {
    let matrix = vec![state.weight.len(), 1];
    let mut parts = Vec::new();
    let mut part = |name: &str, values: &[V], bias: V| {
        parts.push((format!("weight{name}").into(), matrix.clone(), bytes(values.iter().copied())));
        parts.push((format!("bias{name}").into(), vec![1], bytes([bias].into_iter())));
    };
    part("", &state.weight, state.bias);
    for (name, (values, bias)) in states(settings)?.iter().zip(&state.states) {
        part(&format!("_{name}"), values, *bias);
    }
    let steps = settings.optimizer.is_some().then_some(state.steps);
    let header = Header { epochs: trained.epochs, unfinished: trained.unfinished, steps, settings: settings.clone() };
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
    steps: u64,
}

impl Saved {
    /// Reads a file that [`save`] has written.
    ///
    /// # Errors
    /// If there is none, or it holds something else.
    pub fn read(path: &Path) -> Result<Self, ModelFileError> {
        let (file, Header { epochs, unfinished, steps, settings }) =
            TensorFile::read(path, KEY, "weights of `lacuna train linear`")?;
        file.expect_epochs(epochs, "epochs")?;
        Ok(Self { file, trained: Trained { epochs, unfinished }, settings, steps: steps.unwrap_or_default() })
    }

    /// The numbers, if they are there, of the value type and of the shapes in the settings.
    ///
    /// # Errors
    /// If they are not, or a number is not finite.
    pub fn state<V: TrainValue>(&self) -> Result<LinearState<V>, ModelFileError> {
        let (tensors, matrix) = (self.file.tensors()?, [self.settings.features, 1]);
        let read =
            |name: &str| Ok((tensors.get(&format!("weight{name}"), &matrix)?, tensors.number(&format!("bias{name}"))?));
        let (weight, bias) = read("")?;
        let states = states(&self.settings)?
            .iter()
            .map(|name| read(&format!("_{name}")))
            .collect::<Result<_, ModelFileError>>()?;
        Ok(LinearState { weight, bias, states, steps: self.steps })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tensors::MOST_EPOCHS;
    use super::*;
    use safetensors::tensor::{TensorView, serialize};

    fn state() -> LinearState<f64> {
        LinearState { weight: vec![1.5, -0.0, 1e-310], bias: -7.25, states: vec![(vec![0.1, 0.2, 0.3], 0.7)], steps: 0 }
    }

    #[test]
    fn what_is_saved_is_loaded_bit_for_bit() {
        let folder = tempfile::tempdir().unwrap();
        let (path, again) = (folder.path().join("w.safetensors"), folder.path().join("again.safetensors"));
        let settings = Settings { features: 3, clip_gradient: Some(0.1), seed: u64::MAX, ..Settings::default() };
        let unfinished = Some(Unfinished { steps: 7, rows: 70, mse_sum: 0.1 + 0.2, weighted_steps: Some(6) });
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
        let error = |result: Result<Saved, ModelFileError>| format!("{:#}", anyhow::Error::from(result.unwrap_err()));
        assert!(error(Saved::read(&path)).contains("w.safetensors"));
        std::fs::write(&path, b"8 bytes and more").unwrap();
        assert!(error(Saved::read(&path)).contains("not a safetensors file"));
        std::fs::write(&path, serialize(Vec::<(String, TensorView)>::new(), None).unwrap()).unwrap();
        assert!(error(Saved::read(&path)).contains("not weights of `lacuna train linear`"));

        let settings = Settings { features: 4, ..Settings::default() };
        save(&path, &state(), &settings, Trained::default()).unwrap();
        let saved = Saved::read(&path).unwrap();
        let error = |result: Result<LinearState<f64>, ModelFileError>| {
            format!("{:#}", anyhow::Error::from(result.unwrap_err()))
        };
        assert!(error(saved.state()).contains("tensor weight has shape [3, 1], not [4, 1]"));
        assert!(saved.state::<f32>().unwrap_err().to_string().contains("tensor weight is F64, not F32"));
        let infinite = LinearState { bias: f64::INFINITY, ..state() };
        save(&path, &infinite, &Settings { features: 3, ..settings }, Trained::default()).unwrap();
        assert!(error(Saved::read(&path).unwrap().state()).contains("tensor bias has an element that is not finite"));
    }

    #[test]
    fn epochs_that_cannot_be_counted_on_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("w.safetensors");
        for epochs in [MOST_EPOCHS + 1, u64::MAX] {
            save(
                &path,
                &state(),
                &Settings { features: 3, ..Settings::default() },
                Trained { epochs, unfinished: None },
            )
            .unwrap();
            let error = Saved::read(&path).unwrap_err().to_string();
            assert!(error.ends_with(&format!("w.safetensors: {epochs} epochs are more than any run has")), "{error}");
        }
    }
}
