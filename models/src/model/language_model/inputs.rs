//! The inputs of a step: constants of the tape that each batch sets.
use super::window::{Window, fill};
use crate::model::ModelError;
use lacuna_runtime::array::{Array, Dtype};
use lacuna_runtime::autograd::Variable;
use lacuna_runtime::layer::Network;

/// A constant, and its numbers on the host: rows of a step one after the other.
#[derive(Debug)]
pub(super) struct Input {
    pub variable: Variable,
    array: Array,
}

#[derive(Debug)]
pub(super) struct Inputs {
    pub words: Input,
    /// The labels, then the noise.
    pub classes: Input,
    /// Where the rows of these are on the tape, if that has some rows of a table alone.
    places: Option<Input>,
    /// The mask over the rows of a batch.
    pub factors: Input,
    /// The number of the step.
    pub step: Input,
}

fn input(network: &mut Network) -> Input {
    Input { variable: network.tape.constant(Array::default()), array: Array::default() }
}

/// Labels, and then noise.
fn classes_of(window: Window<'_>, noise: &[i64], to: &mut Array) -> Result<(), ModelError> {
    let positions = window.words.len();
    let to = to.reuse_dense(&[positions + noise.len()])?;
    fill(to, window.by_step(window.targets).chain(noise.iter().copied()));
    Ok(())
}

impl Inputs {
    pub fn new(network: &mut Network) -> Self {
        let [words, classes, factors, step] = [(); 4].map(|()| input(network));
        Self { words, classes, places: None, factors, step }
    }

    /// From now on rows of the tables have [places](Self::renumber).
    pub fn add_places(&mut self, network: &mut Network) {
        self.places = Some(input(network));
    }

    /// Where the rows of the classes are.
    pub fn places(&self) -> Variable {
        self.places.as_ref().unwrap_or(&self.classes).variable
    }

    /// Copies a window with its noise; the mask is divided by the rows of the whole batch.
    pub fn fill(
        &mut self,
        window: Window<'_>,
        noise: &[i64],
        (rows, dtype): (usize, Dtype),
        step: u64,
    ) -> Result<(), ModelError> {
        let positions = window.words.len();
        fill(self.words.array.reuse_dense(&[positions])?, window.by_step(window.words));
        classes_of(window, noise, &mut self.classes.array)?;
        let factors = window.by_step(window.mask).map(|mask| f64::from(mask) / rows as f64);
        let to = &mut self.factors.array;
        match dtype {
            Dtype::F64 => fill(to.reuse_dense(&[positions])?, factors),
            _ => fill(to.reuse_dense(&[positions])?, factors.map(|factor| factor as f32)),
        }
        let step = i64::try_from(step).map_err(|_| ModelError::Steps)?;
        self.step.array.reuse_dense(&[1])?.fill(step);
        Ok(())
    }

    /// The same window and noise with places instead of words and classes, which count as they are.
    pub fn renumber(&mut self, window: Window<'_>, noise: &[i64]) -> Result<(), ModelError> {
        fill(self.words.array.reuse_dense(&[window.words.len()])?, window.by_step(window.words));
        self.places.as_mut().map_or(Ok(()), |places| classes_of(window, noise, &mut places.array))
    }

    /// Copies all of it to where the parameters are.
    pub fn put(&self, network: &mut Network) -> Result<(), ModelError> {
        let Self { words, classes, places, factors, step } = self;
        for Input { variable, array } in [words, classes, factors, step].into_iter().chain(places) {
            network.put(*variable, array)?;
        }
        Ok(())
    }
}
