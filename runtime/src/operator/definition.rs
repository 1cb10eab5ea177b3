//! Operators that are written once for the host and for devices.
use super::backend::{Backend, Done, Factor};
use super::host::Host;
use super::{Backward, Context, Inputs, Misfit, Operator, OperatorError, Shapes, Stypes};
use crate::symbol::Place;
use lacuna::infer::Stype;
use lacuna_arrays::array::{Array, Dtype};
use std::any::Any;
use std::fmt::Debug;
use std::ops::Range;

/// An operator in terms of a [`Backend`]: an [`Operator`] for arrays anywhere.
pub trait Definition: Any + Debug + Send + Sync {
    /// Its name: MXNet's, if MXNet has it.
    fn name(&self) -> &'static str;

    /// Writes the result.
    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done;

    /// True if there is a gradient of this operand.
    fn has_gradient(&self, _operand: usize) -> bool {
        true
    }

    /// Writes the gradient of an operand that [has one](Self::has_gradient).
    fn gradient(&self, call: &Call<'_>, _backward: &Backward<'_>, operand: usize, _gradient: &mut Array) -> Done {
        Err(OperatorError::NoGradient { operator: call.on.operator(), operand })
    }

    /// The operands that a backward pass in training replaces.
    fn states(&self) -> Range<usize> {
        0..0
    }

    /// Writes what replaces such an operand.
    fn state(&self, call: &Call<'_>, operand: usize, _next: &mut Array) -> Done {
        Err(OperatorError::NoGradient { operator: call.on.operator(), operand })
    }
}

impl<O: Definition> Operator for O {
    fn name(&self) -> &'static str {
        Definition::name(self)
    }

    fn forward(&self, context: &Context, inputs: Inputs<'_>, output: &mut Array) -> Done {
        self.result(&Call { on: &Host { context, operator: Definition::name(self) }, inputs }, output)
    }

    fn has_gradient(&self, operand: usize) -> bool {
        Definition::has_gradient(self, operand)
    }

    fn backward(&self, context: &Context, backward: &Backward<'_>, operand: usize, gradient: &mut Array) -> Done {
        let on = Host { context, operator: Definition::name(self) };
        self.gradient(&Call { on: &on, inputs: backward.inputs }, backward, operand, gradient)
    }

    fn states(&self) -> Range<usize> {
        Definition::states(self)
    }

    fn state(&self, context: &Context, inputs: Inputs<'_>, operand: usize, next: &mut Array) -> Done {
        let on = Host { context, operator: Definition::name(self) };
        Definition::state(self, &Call { on: &on, inputs }, operand, next)
    }

    fn definition(&self) -> Option<&dyn Definition> {
        Some(self)
    }
}

/// A call of an operator: its operands, and where it computes.
#[derive(Clone, Copy)]
pub struct Call<'a> {
    pub on: &'a dyn Backend,
    pub inputs: Inputs<'a>,
}

impl<'a> Call<'a> {
    /// Exactly so many operands.
    pub fn all<const N: usize>(&self) -> Result<[&'a Array; N], OperatorError> {
        self.inputs.all(self.on.operator())
    }

    /// Exactly so many, all dense.
    pub fn all_dense<const N: usize>(&self) -> Result<[&'a Array; N], OperatorError> {
        let operands = self.all()?;
        operands.iter().try_for_each(|array| self.dense(array))?;
        Ok(operands)
    }

    /// The host, for an operator that no device has.
    pub(in crate::operator) fn host(&self) -> Result<Host<'a>, OperatorError> {
        let context = self.on.host().ok_or_else(|| self.no_path())?;
        Ok(Host { context, operator: self.on.operator() })
    }

    /// No kernel takes the operands as they are stored.
    pub fn no_path(&self) -> OperatorError {
        self.on.no_path(Stypes(self.inputs.iter().map(Array::stype).collect()))
    }

    /// What a device says of one array, as an error about all operands.
    pub fn about_all(&self, error: OperatorError) -> OperatorError {
        match error {
            OperatorError::NoKernel { stypes, .. } if stypes.0.len() == 1 => self.no_path(),
            error => error,
        }
    }

    /// The array must be dense.
    pub fn dense(&self, array: &Array) -> Done {
        if array.stype() == Stype::Dense { Ok(()) } else { Err(self.no_path()) }
    }

    /// The array, or a dense copy of it in `copy`.
    pub fn densified<'c>(&self, array: &'c Array, copy: &'c mut Array) -> Result<&'c Array, OperatorError> {
        if array.stype() == Stype::Dense {
            return Ok(array);
        }
        self.on.tostype(array, Stype::Dense, copy)?;
        Ok(copy)
    }

    /// The array must be of numbers that are computed with.
    pub fn float(&self, array: &Array) -> Done {
        let (operator, found) = (self.on.operator(), array.dtype());
        if matches!(found, Dtype::F32 | Dtype::F64) { Ok(()) } else { Err(OperatorError::NotFloat { operator, found }) }
    }

    /// An operand must have the dtype of another array.
    pub fn same_dtype(&self, operand: usize, array: &Array, other: &Array) -> Done {
        let (operator, expected, found) = (self.on.operator(), other.dtype(), array.dtype());
        if expected == found { Ok(()) } else { Err(OperatorError::Dtype { operator, operand, expected, found }) }
    }

    /// An operand that must have another shape.
    pub fn wrong_shape(&self, operand: usize, expected: &'static str, array: &Array) -> OperatorError {
        OperatorError::Shape { operator: self.on.operator(), operand, expected, found: array.shape().to_vec() }
    }

    /// Rows and columns of an operand.
    pub fn matrix(&self, operand: usize, array: &Array) -> Result<[usize; 2], OperatorError> {
        array.shape().try_into().map_err(|_| self.wrong_shape(operand, "a matrix", array))
    }

    /// What a rule says of the shapes of arrays.
    pub fn fits<T>(
        &self,
        arrays: Inputs<'_>,
        rule: impl FnOnce(&mut Shapes<'_>) -> Result<T, Misfit>,
    ) -> Result<T, OperatorError> {
        rule(&mut Shapes::OfArrays(arrays)).map_err(|Misfit { place, words: expected, found, .. }| {
            let operand = if let Place::Operand(operand) = place { operand } else { 0 };
            OperatorError::Shape { operator: self.on.operator(), operand, expected, found }
        })
    }

    /// `op(A) op(B)`, stored as asked for if there is a path to that.
    pub fn product(&self, factors: [Factor<'_>; 2], stype: Option<Stype>, out: &mut Array) -> Done {
        let arrays @ [a, b] = factors.map(|Factor(array, _)| array);
        let shape = self.fits(Inputs::from(&arrays[..]), |shapes| {
            shapes.product(factors.map(|Factor(_, transposed)| transposed))
        })?;
        self.same_dtype(1, b, a)?;
        self.on.product(factors, shape.unwrap_or_default(), stype, out)
    }
}
