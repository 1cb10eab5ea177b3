//! The inputs of a step: constants of the tape that each batch sets.
use super::window::{Window, fill};
use crate::array::{Array, Dtype};
use crate::autograd::Variable;
use crate::layer::Network;
use crate::model::ModelError;

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
    /// The mask over the rows of a batch.
    pub factors: Input,
    /// The number of the step.
    pub step: Input,
}

impl Inputs {
    pub fn new(own: &mut Network) -> Self {
        let mut input = || Input { variable: own.tape.constant(Array::default()), array: Array::default() };
        Self { words: input(), classes: input(), factors: input(), step: input() }
    }

    /// Copies a window, with room for so many classes of noise.
    pub fn fill(&mut self, window: Window<'_>, noise: usize, dtype: Dtype, step: u64) -> Result<(), ModelError> {
        let [rows, steps] = window.shape;
        let positions = rows * steps;
        fill(self.words.array.reuse_dense(&[positions])?, window.by_step(window.words));
        fill(self.classes.array.reuse_dense(&[positions + noise])?, window.by_step(window.targets));
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

    pub fn noise(&self) -> &[i64] {
        self.classes
            .array
            .data::<i64>()
            .and_then(|classes| classes.get(self.factors.array.size()..))
            .unwrap_or_default()
    }

    pub fn noise_mut(&mut self) -> &mut [i64] {
        let positions = self.factors.array.size();
        self.classes.array.data_mut::<i64>().and_then(|classes| classes.get_mut(positions..)).unwrap_or_default()
    }

    /// Copies all of it to where the parameters are.
    pub fn put(&self, own: &mut Network) -> Result<(), ModelError> {
        let Self { words, classes, factors, step } = self;
        for Input { variable, array } in [words, classes, factors, step] {
            own.put(*variable, array)?;
        }
        Ok(())
    }
}
