//! The states of a trainer in a file.
use super::{PickleError, PickledStates, StateKey, Trainer, arrays_of_pickle, pickled};
use crate::operator::OperatorError;
use lacuna::infer::Stype;
use lacuna_arrays::array::file::{Fault, FileError, Format, load_all, save};
use lacuna_arrays::array::{Array, Dtype, Function};
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
        for ((parameter, states), dtype) in self.states().enumerate().zip(self.dtypes()) {
            for (name, state) in self.optimizer().names_of_states(dtype).into_iter().zip(states) {
                let state = state.here().map_err(OperatorError::from)?.into_owned();
                arrays.push((named(parameter, name), state));
            }
        }
        Ok(save(path, Format::Safetensors, &arrays)?)
    }

    /// Takes what [`save_states`](Self::save_states) has written for a trainer of the same optimizer and parameters:
    /// steps then go on with the bits of one that was never saved. Gluon's `Trainer.load_states`.
    ///
    /// A file of MXNet's `Trainer.save_states` (a pickle) is read too: its keys are the places of the parameters, in the
    /// order in which they were added, and a parameter that it does not have begins with states of zeros. Of the
    /// optimizer in it, its class must be that of this one, and the number of updates is taken; hyper-parameters are
    /// not. Nothing of the file is run, and its memory is at most a few words for each of its bytes.
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
        let path = path.as_ref();
        if let Some(bytes) = pickled(path)? {
            return self.load_pickled(&bytes, &|fault| FileError { path: path.to_owned(), fault });
        }
        let mut arrays: BTreeMap<String, Array> = load_all(path)?.into_iter().collect();
        let mut take = |name: String| arrays.remove(&name).ok_or(StatesError::Missing { name });
        let steps = take(STEPS.to_owned())?;
        let steps = match steps.data::<i64>() {
            Some(&[steps]) => u64::try_from(steps).ok(),
            _ => None,
        };
        let steps = steps.ok_or_else(|| StatesError::Missing { name: STEPS.to_owned() })?;
        let optimizer = self.optimizer().name();
        let states = self.dtypes().enumerate().map(|(place, dtype)| {
            let names = self.optimizer().names_of_states(dtype);
            names.into_iter().map(|name| take(named(place, name))).collect()
        });
        let states = states.collect::<Result<Vec<Vec<Array>>, _>>()?;
        match arrays.into_keys().next() {
            Some(name) => Err(StatesError::Unknown { name, optimizer }),
            None => Ok(self.restore(steps, states)?),
        }
    }

    /// Takes the states of a pickle.
    fn load_pickled(&mut self, bytes: &[u8], of_file: &dyn Fn(Fault) -> FileError) -> Result<(), StatesError> {
        let wrong = |error: PickleError| of_file(error.into());
        let mut pickled = PickledStates::read(bytes).map_err(wrong)?;
        let optimizer = *self.optimizer();
        pickled.expect_class_of(&optimizer).map_err(wrong)?;
        let (mut states, mut steps) = (Vec::new(), None);
        for ((place, own), dtype) in self.states().enumerate().zip(self.dtypes()) {
            let key = StateKey::Number(place as i64);
            match pickled.states.remove(&key) {
                Some(records) => {
                    // They store what the parameter does.
                    let none = Array::zeros(Stype::Dense, &[0], Dtype::F32).map_err(OperatorError::from)?;
                    let form = own.first().unwrap_or(&none);
                    states.push(
                        arrays_of_pickle(&key.name(), &records, &optimizer, (form, dtype), None).map_err(of_file)?,
                    );
                }
                None => {
                    if dtype.needs_master() {
                        return Err(StatesError::Missing { name: key.name() });
                    }
                    let zeros = |state: &Array| Ok::<_, OperatorError>(state.map(Function::MulScalar(0.0))?);
                    states.push(own.iter().map(zeros).collect::<Result<_, _>>()?);
                }
            }
            match (pickled.updates(&key), steps) {
                (Some(0) | None, _) => {}
                (Some(found), Some(expected)) if found != expected => {
                    return Err(wrong(PickleError::Updates { key: key.name(), expected, found }).into());
                }
                (found, _) => steps = found,
            }
        }
        if let Some(key) = pickled.states.into_keys().next() {
            return Err(StatesError::Unknown { name: key.name(), optimizer: optimizer.name() });
        }
        Ok(self.restore(steps.unwrap_or(self.steps()), states)?)
    }
}
