//! The states of a trainer in a file.
use super::Trainer;
use crate::array::Array;
use crate::array::file::{FileError, Format, load_all, save};
use crate::operator::OperatorError;
use std::collections::BTreeMap;
use std::path::Path;
use thiserror::Error;

const STEPS: &str = "steps";

/// Why states are not written or taken.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StatesError {
    /// The file is not read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// States are of other parameters.
    #[error(transparent)]
    Operator(#[from] OperatorError),
    /// Something is not in the file, or not what it should be.
    #[error("`{name}` is missing in the file of states, or of another form")]
    Missing { name: String },
    /// The optimizer and the parameters have no such state.
    #[error("`{name}` in the file: {optimizer} has no such state")]
    Unknown { name: String, optimizer: &'static str },
}

/// What a state of a parameter is called.
fn named(parameter: usize, state: &str) -> String {
    format!("{parameter}/{state}")
}

impl Trainer {
    /// Writes the number of steps and all states as safetensors, completely or not at all: `0/mean` is the state of the
    /// first parameter. Hyper-parameters are not written, nor what a network's store keeps. Gluon's
    /// `Trainer.save_states`.
    ///
    /// # Errors
    /// [`StatesError::File`], and [`StatesError::Operator`] for states that do not come from their device.
    pub fn save_states(&self, path: impl AsRef<Path>) -> Result<(), StatesError> {
        let steps = i64::try_from(self.steps()).unwrap_or(i64::MAX);
        let mut arrays = vec![(STEPS.to_owned(), Array::dense(&[1], vec![steps]).map_err(OperatorError::from)?)];
        for (parameter, states) in self.states().enumerate() {
            for (name, state) in self.optimizer().states().iter().zip(states) {
                let state = state.here().map_err(OperatorError::from)?.into_owned();
                arrays.push((named(parameter, name), state));
            }
        }
        Ok(save(path, Format::Safetensors, &arrays)?)
    }

    /// Takes what [`save_states`](Self::save_states) has written for a trainer of the same optimizer and parameters:
    /// steps then go on with the bits of one that was never saved. Gluon's `Trainer.load_states`.
    ///
    /// # Errors
    /// [`StatesError`]; then the trainer is as before.
    ///
    /// ```
    /// use lacuna::infer::Stype;
    /// use lacuna_runtime::array::Array;
    /// use lacuna_runtime::autograd::{GradientRequest, Tape};
    /// use lacuna_runtime::optimizer::{Optimizer, Trainer};
    /// let path = std::env::temp_dir().join(format!("lacuna-example-{}-trainer.safetensors", std::process::id()));
    /// let mut tape = Tape::new();
    /// let weight = tape.parameter(Array::dense(&[2], vec![1.0_f32; 2])?, GradientRequest::Write, Stype::Dense)?;
    /// let mut trainer = Trainer::new(Optimizer::create("adam", &[])?);
    /// trainer.add(&tape, weight)?;
    /// trainer.step(&mut tape, 1)?;
    /// trainer.save_states(&path)?;
    /// let mut other = Trainer::new(Optimizer::create("adam", &[])?);
    /// other.add(&tape, weight)?;
    /// other.load_states(&path)?;
    /// assert_eq!(other.steps(), 1);
    /// # std::fs::remove_file(path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn load_states(&mut self, path: impl AsRef<Path>) -> Result<(), StatesError> {
        let mut arrays: BTreeMap<String, Array> = load_all(path)?.into_iter().collect();
        let mut take = |name: String| arrays.remove(&name).ok_or(StatesError::Missing { name });
        let steps = take(STEPS.to_owned())?;
        let steps = match steps.data::<i64>() {
            Some(&[steps]) => u64::try_from(steps).ok(),
            _ => None,
        };
        let steps = steps.ok_or_else(|| StatesError::Missing { name: STEPS.to_owned() })?;
        let (count, names, optimizer) = (self.states().count(), self.optimizer().states(), self.optimizer().name());
        let states = (0..count).map(|place| names.iter().map(|name| take(named(place, name))).collect());
        let states = states.collect::<Result<Vec<Vec<Array>>, _>>()?;
        match arrays.into_keys().next() {
            Some(name) => Err(StatesError::Unknown { name, optimizer }),
            None => Ok(self.restore(steps, states)?),
        }
    }
}
