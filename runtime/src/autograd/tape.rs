//! What has been computed, and of what.
use crate::device::Device;
use crate::operator::{Context, Inputs, Operator, OperatorError, Place};
use lacuna::infer::Stype;
use lacuna_arrays::array::{Array, ArrayError};
use std::ops::Range;

/// Operators as they ran, with all arrays. See the [module](super).
#[derive(Debug, Default)]
pub struct Tape {
    pub(super) context: Context,
    pub(super) leaves: Vec<Array>,
    pub(super) leaf_gradients: Vec<LeafGradient>,
    /// Of the steps before too, whose memory is taken again: as many as `nodes` count.
    pub(super) results: Vec<Array>,
    pub(super) nodes: Vec<Node>,
    /// Operands of the nodes, one after the other.
    pub(super) places: Vec<Place>,
    pub(super) gradients: Vec<Array>,
    /// For each node, if its gradient has come.
    pub(super) reached: Vec<bool>,
    /// Memory for gradients that are on their way, and for sums of two.
    pub(super) spare: Array,
    pub(super) total: Array,
    step: usize,
    paused: usize,
}

/// What becomes of the gradients of a parameter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GradientRequest {
    /// Each [`backward`](Tape::backward) replaces the gradient.
    #[default]
    Write,
    /// Gradients are added up, until [`Tape::zero_gradient`].
    Add,
    /// There is none.
    Null,
}

/// An array on a tape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variable {
    pub(super) place: Place,
    /// Of a result, for which [`clear`](Tape::clear) it was computed.
    step: usize,
}

#[derive(Debug)]
pub(super) struct LeafGradient {
    pub request: GradientRequest,
    pub stype: Stype,
    pub array: Array,
    /// Something has come in this pass.
    pub reached: bool,
}

#[derive(Debug)]
pub(super) struct Node {
    pub operator: Option<Box<dyn Operator>>,
    pub operands: Range<usize>,
    /// Some parameter stands behind it, so that a gradient goes through.
    pub needs_gradient: bool,
}

impl Tape {
    /// On one thread.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// In this context.
    #[must_use]
    pub fn with_context(context: Context) -> Self {
        Self { context, ..Self::default() }
    }

    /// Where operators run.
    #[must_use]
    pub const fn context(&self) -> &Context {
        &self.context
    }

    /// Where operators run, to be changed.
    pub const fn context_mut(&mut self) -> &mut Context {
        &mut self.context
    }

    /// An array without a gradient. It stays over [`clear`](Self::clear); [`set`](Self::set) gives it another value.
    pub fn constant(&mut self, array: Array) -> Variable {
        self.leaf(array, GradientRequest::Null, Stype::Dense, Array::default())
    }

    /// An array with a gradient that is stored so, zeros at first. It stays over [`clear`](Self::clear).
    ///
    /// # Errors
    /// If there is no such array of zeros.
    pub fn parameter(
        &mut self,
        array: Array,
        request: GradientRequest,
        stype: Stype,
    ) -> Result<Variable, OperatorError> {
        let gradient = if request == GradientRequest::Null {
            Array::default()
        } else {
            array.context().zeros(stype, array.shape(), array.dtype())?
        };
        Ok(self.leaf(array, request, stype, gradient))
    }

    fn leaf(&mut self, array: Array, request: GradientRequest, stype: Stype, gradient: Array) -> Variable {
        self.context.version += 1;
        self.leaves.push(array);
        self.leaf_gradients.push(LeafGradient { request, stype, array: gradient, reached: false });
        Variable { place: Place::Leaf(self.leaves.len() - 1), step: 0 }
    }

    /// Runs an operator, and remembers it unless the tape is [paused](Self::pause).
    ///
    /// # Errors
    /// Those of the operator; then nothing is remembered.
    pub fn apply(&mut self, operator: impl Operator + 'static, inputs: &[Variable]) -> Result<Variable, OperatorError> {
        self.apply_boxed(Box::new(operator), inputs)
    }

    /// [`apply`](Self::apply) of an operator that is known at run time.
    ///
    /// # Errors
    /// As there.
    pub fn apply_boxed(&mut self, operator: Box<dyn Operator>, inputs: &[Variable]) -> Result<Variable, OperatorError> {
        let start = self.places.len();
        for &input in inputs {
            self.check(input)?;
        }
        self.places.extend(inputs.iter().map(|input| input.place));
        let number = self.nodes.len();
        if self.results.len() <= number {
            self.results.push(Array::default());
        }
        let needs_gradient = self.paused == 0
            && (0..)
                .zip(inputs)
                .any(|(operand, input)| operator.has_gradient(operand) && self.needs_gradient(input.place));
        let done = self.run(&*operator, start..self.places.len(), number);
        if let Err(error) = done {
            self.places.truncate(start);
            return Err(error);
        }
        self.nodes.push(Node { operator: Some(operator), operands: start..self.places.len(), needs_gradient });
        Ok(Variable { place: Place::Result(number), step: self.step })
    }

    fn run(&mut self, operator: &dyn Operator, operands: Range<usize>, number: usize) -> Result<(), OperatorError> {
        let places = self.places.get(operands).unwrap_or_default();
        let Some((before, [output, ..])) = self.results.split_at_mut_checked(number) else {
            return Err(OperatorError::Variable);
        };
        self.context.forward(operator, Inputs::of(places, &self.leaves, before), output)
    }

    /// Runs everything that has been remembered again, in the same order and memory: of other values of [variables that
    /// were set](Self::set), for example.
    ///
    /// Nothing is allocated once arrays of these sizes have been there.
    ///
    /// # Errors
    /// Those of the first operator that refuses its operands.
    pub fn replay(&mut self) -> Result<(), OperatorError> {
        for number in 0..self.nodes.len() {
            let Some(Node { operator, operands, .. }) = self.nodes.get_mut(number) else { continue };
            let (Some(operator), operands) = (operator.take(), operands.clone()) else { continue };
            let done = self.run(&*operator, operands, number);
            if let Some(node) = self.nodes.get_mut(number) {
                node.operator = Some(operator);
            }
            done?;
        }
        Ok(())
    }

    /// Computes without gradients: what is computed of parameters in between counts as constant.
    ///
    /// # Errors
    /// Those of `compute`.
    ///
    /// ```
    /// use lacuna::infer::Stype;
    /// use lacuna_runtime::array::Array;
    /// use lacuna_runtime::autograd::{GradientRequest, Tape};
    /// let mut tape = Tape::new();
    /// let x = tape.parameter(Array::dense(&[1], vec![3.0_f64])?, GradientRequest::Write, Stype::Dense)?;
    /// let square = tape.pause(|tape| tape.multiply(x, x))?;
    /// let y = tape.multiply(square, x)?;
    /// tape.backward(y)?;
    /// assert_eq!(tape.gradient(x)?.data::<f64>(), Some(&[9.0][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pause<T>(
        &mut self,
        compute: impl FnOnce(&mut Self) -> Result<T, OperatorError>,
    ) -> Result<T, OperatorError> {
        self.paused += 1;
        let computed = compute(self);
        self.paused -= 1;
        computed
    }

    /// Forgets what was computed, and with it all results; constants, parameters and their gradients stay. The memory
    /// of results is used again.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.places.clear();
        self.step += 1;
    }

    /// The array.
    ///
    /// # Errors
    /// [`OperatorError::Variable`] for one of another tape or of a step that is gone.
    pub fn value(&self, variable: Variable) -> Result<&Array, OperatorError> {
        self.check(variable)?;
        let value = match variable.place {
            Place::Leaf(place) => self.leaves.get(place),
            Place::Result(place) => self.results.get(place),
        };
        value.ok_or(OperatorError::Variable)
    }

    /// A constant or parameter, to be changed: by an optimizer, for example.
    ///
    /// # Errors
    /// [`OperatorError::Variable`] for a result, or an array of another tape.
    pub fn value_mut(&mut self, variable: Variable) -> Result<&mut Array, OperatorError> {
        self.context.version += 1;
        match variable.place {
            Place::Leaf(place) => self.leaves.get_mut(place).ok_or(OperatorError::Variable),
            Place::Result(_) => Err(OperatorError::Variable),
        }
    }

    /// A parameter and its gradient, for an optimizer.
    ///
    /// # Errors
    /// [`OperatorError::Variable`] unless it is a parameter with a gradient.
    pub fn parameter_mut(&mut self, variable: Variable) -> Result<(&mut Array, &Array), OperatorError> {
        self.context.version += 1;
        let Place::Leaf(place) = variable.place else { return Err(OperatorError::Variable) };
        match (self.leaves.get_mut(place), self.leaf_gradients.get(place)) {
            (Some(value), Some(gradient)) if gradient.request != GradientRequest::Null => Ok((value, &gradient.array)),
            _ => Err(OperatorError::Variable),
        }
    }

    /// Copies an array, wherever it is, into a constant in a context: on the host into the memory that it has.
    #[doc(hidden)]
    pub fn put(&mut self, variable: Variable, array: &Array, context: &Device) -> Result<(), OperatorError> {
        if context.is_cpu() && array.is_on_host() {
            return Ok(self.value_mut(variable)?.reuse_copy(array)?);
        }
        self.set(variable, array.as_in_context(context)?).map(drop)
    }

    /// Gives a constant another value, of any shape; of a parameter, one of its shape, dtype and context. What it was
    /// before comes back.
    ///
    /// # Errors
    /// [`OperatorError::Variable`], and [`ArrayError::Shape`], [`ArrayError::Dtype`] or [`ArrayError::Context`] for a
    /// parameter.
    pub fn set(&mut self, variable: Variable, value: Array) -> Result<Array, OperatorError> {
        self.context.version += 1;
        let Place::Leaf(place) = variable.place else { return Err(OperatorError::Variable) };
        let (Some(to), Some(gradient)) = (self.leaves.get_mut(place), self.leaf_gradients.get(place)) else {
            return Err(OperatorError::Variable);
        };
        if gradient.request != GradientRequest::Null {
            if to.shape() != value.shape() {
                return Err(ArrayError::Shape { expected: to.shape().to_vec(), found: value.shape().to_vec() }.into());
            }
            if to.dtype() != value.dtype() {
                return Err(ArrayError::Dtype { expected: to.dtype(), found: value.dtype() }.into());
            }
            if to.context() != value.context() {
                return Err(ArrayError::Context {
                    expected: to.context().to_string(),
                    found: value.context().to_string(),
                }
                .into());
            }
        }
        Ok(std::mem::replace(to, value))
    }

    /// The gradient of a parameter, which then has none until the next backward pass.
    #[doc(hidden)]
    pub fn take_gradient_of(&mut self, variable: Variable) -> Result<Array, OperatorError> {
        let Place::Leaf(place) = variable.place else { return Err(OperatorError::Variable) };
        let gradient = self.leaf_gradients.get_mut(place).ok_or(OperatorError::Variable)?;
        Ok(gradient.array.take())
    }

    /// The gradient of a parameter: zeros before the first [`backward`](Self::backward).
    ///
    /// # Errors
    /// [`OperatorError::Variable`] unless it is a parameter with a gradient.
    pub fn gradient(&self, variable: Variable) -> Result<&Array, OperatorError> {
        let Place::Leaf(place) = variable.place else { return Err(OperatorError::Variable) };
        let gradient = self.leaf_gradients.get(place).filter(|gradient| gradient.request != GradientRequest::Null);
        gradient.map(|gradient| &gradient.array).ok_or(OperatorError::Variable)
    }

    /// Makes the gradient of a parameter zeros, which store nothing where it is sparse.
    ///
    /// # Errors
    /// As [`gradient`](Self::gradient).
    pub fn zero_gradient(&mut self, variable: Variable) -> Result<(), OperatorError> {
        let (value, _) = self.parameter_mut(variable)?;
        let (shape, dtype, context) = (value.shape().to_vec(), value.dtype(), value.context());
        let Place::Leaf(place) = variable.place else { return Err(OperatorError::Variable) };
        if let Some(gradient) = self.leaf_gradients.get_mut(place) {
            gradient.array = context.zeros(gradient.stype, &shape, dtype)?;
        }
        Ok(())
    }

    /// Moves constants, parameters and their gradients to a context, where operators then compute. What was recorded
    /// can be [replayed](Self::replay) there.
    ///
    /// # Errors
    /// [`ArrayError::DeviceDtype`], [`ArrayError::Device`]; then all are where they were.
    pub fn set_context(&mut self, context: &Device) -> Result<(), OperatorError> {
        let moved = |array: &Array| array.as_in_context(context);
        let leaves = self.leaves.iter().map(moved).collect::<Result<_, _>>()?;
        let gradients = self.leaf_gradients.iter().map(|leaf| moved(&leaf.array)).collect::<Result<Vec<_>, _>>()?;
        self.leaves = leaves;
        for (leaf, gradient) in self.leaf_gradients.iter_mut().zip(gradients) {
            leaf.array = gradient;
        }
        Ok(())
    }

    /// The result of an operator of one operand, which is not recorded, in the memory of an array.
    pub(crate) fn compute(
        &mut self,
        operator: &dyn Operator,
        input: Variable,
        output: &mut Array,
    ) -> Result<(), OperatorError> {
        self.check(input)?;
        self.context.forward(operator, Inputs::of(&[input.place], &self.leaves, &self.results), output)
    }

    pub(super) fn needs_gradient(&self, place: Place) -> bool {
        match place {
            Place::Leaf(place) => {
                self.leaf_gradients.get(place).is_some_and(|leaf| leaf.request != GradientRequest::Null)
            }
            Place::Result(place) => self.nodes.get(place).is_some_and(|node| node.needs_gradient),
        }
    }

    pub(super) fn check(&self, variable: Variable) -> Result<(), OperatorError> {
        let there = match variable.place {
            Place::Leaf(place) => place < self.leaves.len(),
            Place::Result(place) => variable.step == self.step && place < self.nodes.len(),
        };
        if there { Ok(()) } else { Err(OperatorError::Variable) }
    }
}
