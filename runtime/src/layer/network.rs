//! The parameters of layers.
use crate::array::{Array, ArrayError, Dtype};
use crate::autograd::{GradientRequest, Tape, Variable};
use crate::device::Device;
use crate::initializer::{Initializer, InitializerError, named};
use crate::operator::OperatorError;
use crate::optimizer::{Optimizer, Trainer};
use lacuna::infer::Stype;
use thiserror::Error;

/// Why a layer does not run.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LayerError {
    /// An operator refuses its operands.
    #[error(transparent)]
    Operator(#[from] OperatorError),
    /// A parameter cannot be filled.
    #[error("parameter {name}: {source}")]
    Initializer { name: String, source: InitializerError },
    /// Two layers ask for parameters of one name.
    #[error("parameter {name} has shape {found:?}, but {expected:?} is asked for")]
    Shape { name: String, expected: Vec<usize>, found: Vec<usize> },
}

impl From<ArrayError> for LayerError {
    fn from(error: ArrayError) -> Self {
        Self::Operator(error.into())
    }
}

/// The parameters of layers by their names, on a tape. See the [module](super).
#[derive(Debug)]
pub struct Network {
    /// What is computed.
    pub tape: Tape,
    parameters: Vec<(String, Variable)>,
    seed: u64,
    dtype: Dtype,
    context: Device,
}

impl Network {
    /// Without parameters; those to come are `float32`, and drawn by this seed and their names.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { tape: Tape::new(), parameters: Vec::new(), seed, dtype: Dtype::F32, context: Device::cpu() }
    }

    /// The same with parameters of another dtype.
    #[must_use]
    pub fn with_dtype(self, dtype: Dtype) -> Self {
        Self { dtype, ..self }
    }

    /// Moves all parameters, with their gradients, to a context, where those to come are made.
    ///
    /// # Errors
    /// As [`Tape::set_context`].
    pub fn set_context(&mut self, context: &Device) -> Result<(), LayerError> {
        self.tape.set_context(context)?;
        self.context = context.clone();
        Ok(())
    }

    /// Copies an array, wherever it is, into a constant, to where the parameters are.
    pub(crate) fn put(&mut self, variable: Variable, array: &Array) -> Result<(), OperatorError> {
        if self.context.is_cpu() && array.is_on_host() {
            return Ok(self.tape.value_mut(variable)?.reuse_copy(array)?);
        }
        let moved = array.as_in_context(&self.context)?;
        self.tape.set(variable, moved).map(drop)
    }

    /// Where parameters are.
    #[must_use]
    pub const fn context(&self) -> &Device {
        &self.context
    }

    /// The dtype of parameters that are made.
    #[must_use]
    pub const fn dtype(&self) -> Dtype {
        self.dtype
    }

    /// What parameters are drawn by.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The dense parameter of this name, with a gradient that is stored so: made and filled if there is none yet.
    ///
    /// # Errors
    /// [`LayerError::Shape`] if it is there in another shape; what hinders making one.
    pub fn parameter(&mut self, name: &str, shape: &[usize], initializer: Initializer, gradient: Stype) -> Result<Variable, LayerError> {
        if let Some(variable) = self.named(name) {
            let found = self.tape.value(variable)?.shape();
            if found != shape {
                return Err(LayerError::Shape { name: name.to_owned(), expected: shape.to_vec(), found: found.to_vec() });
            }
            return Ok(variable);
        }
        let mut array = Array::zeros(Stype::Dense, shape, self.dtype)?;
        initializer.fill(named(self.seed, name), &mut array).map_err(|source| LayerError::Initializer { name: name.to_owned(), source })?;
        let variable = self.tape.parameter(array.as_in_context(&self.context)?, GradientRequest::Write, gradient)?;
        self.parameters.push((name.to_owned(), variable));
        Ok(variable)
    }

    /// The parameter of this name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<Variable> {
        self.parameters().find(|(own, _)| *own == name).map(|(_, variable)| variable)
    }

    /// All parameters with their names, in the order in which they were first asked for.
    pub fn parameters(&self) -> impl Iterator<Item = (&str, Variable)> {
        self.parameters.iter().map(|(name, variable)| (&**name, *variable))
    }

    /// A trainer of all parameters.
    ///
    /// # Errors
    /// As [`Trainer::add`].
    pub fn trainer(&self, optimizer: Optimizer) -> Result<Trainer, OperatorError> {
        let mut trainer = Trainer::new(optimizer);
        for (_, variable) in self.parameters() {
            trainer.add(&self.tape, variable)?;
        }
        Ok(trainer)
    }
}
