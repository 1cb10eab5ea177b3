//! The backward pass.
use super::accumulate::accumulate;
use super::{GradientRequest, Tape, Variable};
use crate::operator::{Backward, Inputs, Operator, OperatorError, Place};
use lacuna::infer::Stype;
use lacuna_arrays::array::{Array, Dtype};
use std::ops::Range;

impl Tape {
    /// The gradients of the sum of a result's elements, for all parameters it depends on.
    ///
    /// Where a variable has been used several times, its gradients are added in the order of the backward pass: of the
    /// last use first.
    ///
    /// # Errors
    /// Those of the operators; then the gradients of this call are of any content.
    pub fn backward(&mut self, of: Variable) -> Result<(), OperatorError> {
        self.backward_all(&[(of, None)])
    }

    /// As [`backward`](Self::backward), with the gradient of the result, of its shape.
    ///
    /// # Errors
    /// As there, and [`OperatorError::Shape`] or [`OperatorError::Dtype`].
    pub fn backward_from(&mut self, of: Variable, gradient: &Array) -> Result<(), OperatorError> {
        self.backward_all(&[(of, Some(gradient))])
    }

    /// As [`backward`](Self::backward), of several results at once, each with its gradient or ones.
    ///
    /// # Errors
    /// As [`backward_from`](Self::backward_from).
    pub fn backward_all(&mut self, of: &[(Variable, Option<&Array>)]) -> Result<(), OperatorError> {
        let count = self.nodes.len();
        self.reached.clear();
        self.reached.resize(count, false);
        self.leaf_gradients.iter_mut().for_each(|leaf| leaf.reached = false);
        if self.gradients.len() < count {
            self.gradients.resize_with(count, Array::default);
        }
        for &(variable, gradient) in of {
            self.seed(variable, gradient)?;
        }
        for number in (0..count).rev() {
            let reached = self.reached.get(number) == Some(&true);
            let Some(node) = self.nodes.get_mut(number).filter(|node| node.needs_gradient) else { continue };
            let is_called = |operator: &dyn Operator| reached || operator.is_always_called();
            if !node.operator.as_deref().is_some_and(is_called) {
                continue;
            }
            let (Some(operator), operands) = (node.operator.take(), node.operands.clone()) else { continue };
            let seeded = if reached { Ok(()) } else { self.seed_zeros(number) };
            let done = seeded
                .and_then(|()| self.pass_all(&*operator, number, &operands))
                .and_then(|()| self.replace_states(&*operator, &operands));
            if let Some(node) = self.nodes.get_mut(number) {
                node.operator = Some(operator);
            }
            done?;
        }
        Ok(())
    }

    fn seed(&mut self, variable: Variable, gradient: Option<&Array>) -> Result<(), OperatorError> {
        let mut first = self.spare.take();
        let done =
            seed(self.value(variable)?, gradient, &mut first).and_then(|()| self.deliver(variable.place, &mut first));
        self.spare = first;
        done
    }

    /// A gradient of zeros of a result that none has come to.
    fn seed_zeros(&mut self, number: usize) -> Result<(), OperatorError> {
        let (Some(value), Some(gradient)) = (self.results.get(number), self.gradients.get_mut(number)) else {
            return Ok(());
        };
        fill(value, false, gradient)
    }

    /// The gradients of all operands of a node.
    fn pass_all(
        &mut self,
        operator: &dyn Operator,
        number: usize,
        operands: &Range<usize>,
    ) -> Result<(), OperatorError> {
        let mut places = operands.clone().enumerate();
        places.try_for_each(|(operand, at)| self.pass(operator, number, operands, operand, at))
    }

    /// The gradient of one operand of a node, to where it belongs.
    fn pass(
        &mut self,
        operator: &dyn Operator,
        number: usize,
        operands: &Range<usize>,
        operand: usize,
        at: usize,
    ) -> Result<(), OperatorError> {
        let Some(&place) = self.places.get(at) else { return Ok(()) };
        if !operator.has_gradient(operand) || !self.needs_gradient(place) {
            return Ok(());
        }
        // Straight to where it belongs, if it is the first to come there.
        let first = self.comes_first(place);
        let mut target = if first { self.take_gradient(place) } else { self.spare.take() };
        let stype = match place {
            Place::Leaf(leaf) => self.leaf_gradients.get(leaf).map(|leaf| leaf.stype),
            Place::Result(_) => None,
        };
        let (Some(output), Some(gradient)) = (self.results.get(number), self.gradients.get(number)) else {
            return Ok(());
        };
        let inputs = Inputs::of(self.places.get(operands.clone()).unwrap_or_default(), &self.leaves, &self.results);
        let call = Backward { inputs, output, gradient, stype };
        let done = self.context.backward(operator, &call, operand, &mut target);
        let done = done.and_then(|()| self.deliver(place, &mut target));
        if !first {
            self.spare = target;
        } else if done.is_err() {
            self.put_back(place);
        }
        done
    }

    /// Replaces the operands that are states, in training.
    fn replace_states(&mut self, operator: &dyn Operator, operands: &Range<usize>) -> Result<(), OperatorError> {
        let states = operator.states();
        if !self.context.training || states.is_empty() {
            return Ok(());
        }
        // All are made of what they were before.
        let mut next: Vec<(usize, Array)> = Vec::with_capacity(states.len());
        for operand in states {
            let places = self.places.get(operands.clone()).unwrap_or_default();
            let Some(&Place::Leaf(leaf)) = places.get(operand) else { continue };
            let inputs = Inputs::of(places, &self.leaves, &self.results);
            let mut made = Array::hollow();
            self.context.state(operator, inputs, operand, &mut made)?;
            next.push((leaf, made));
        }
        for (leaf, made) in next {
            if let Some(state) = self.leaves.get_mut(leaf) {
                *state = if made.stype() == state.stype() { made } else { made.tostype(state.stype())? };
            }
        }
        self.context.version += 1;
        Ok(())
    }

    fn comes_first(&self, place: Place) -> bool {
        match place {
            Place::Leaf(leaf) => self
                .leaf_gradients
                .get(leaf)
                .is_some_and(|leaf| leaf.request == GradientRequest::Write && !leaf.reached),
            Place::Result(number) => self.reached.get(number) == Some(&false),
        }
    }

    fn take_gradient(&mut self, place: Place) -> Array {
        let array = match place {
            Place::Leaf(leaf) => self.leaf_gradients.get_mut(leaf).map(|leaf| &mut leaf.array),
            Place::Result(number) => self.gradients.get_mut(number),
        };
        array.map_or_else(Array::hollow, Array::take)
    }

    /// After an error: a parameter keeps a gradient of its shape.
    fn put_back(&mut self, place: Place) {
        if let Place::Leaf(leaf) = place
            && let (Some(value), Some(leaf)) = (self.leaves.get(leaf), self.leaf_gradients.get_mut(leaf))
            && let Ok(zeros) = value.context().zeros(leaf.stype, value.shape(), value.dtype())
        {
            leaf.array = zeros;
        }
    }

    /// Adds a gradient to what has come before, or puts it in its place; memory comes back.
    fn deliver(&mut self, place: Place, gradient: &mut Array) -> Result<(), OperatorError> {
        let first = self.comes_first(place);
        let (to, stype) = match place {
            Place::Leaf(leaf) => {
                let Some(leaf) = self.leaf_gradients.get_mut(leaf).filter(|leaf| leaf.request != GradientRequest::Null)
                else {
                    return Ok(());
                };
                leaf.reached = true;
                (&mut leaf.array, Some(leaf.stype))
            }
            Place::Result(number) => {
                let (Some(to), Some(reached)) = (self.gradients.get_mut(number), self.reached.get_mut(number)) else {
                    return Ok(());
                };
                *reached = true;
                (to, None)
            }
        };
        if first {
            std::mem::swap(to, gradient);
        } else {
            accumulate(&mut self.context, to, gradient, &mut self.total)?;
        }
        match stype {
            Some(stype) if to.stype() != stype => *to = to.tostype_by_any_way(stype)?,
            _ => {}
        }
        Ok(())
    }
}

/// The gradient of a result, checked. Without one it is ones, and dense: the sum of a sparse array's elements has a
/// gradient at those too that are not stored.
fn seed(value: &Array, gradient: Option<&Array>, to: &mut Array) -> Result<(), OperatorError> {
    let operator = "backward";
    let Some(gradient) = gradient else { return fill(value, true, to) };
    if gradient.shape() != value.shape() {
        return Err(OperatorError::Shape {
            operator,
            operand: 0,
            expected: "that of the result",
            found: gradient.shape().to_vec(),
        });
    }
    if gradient.context() != value.context() {
        let (expected, found) = (value.context().to_string(), gradient.context().to_string());
        return Err(OperatorError::Contexts { operator, operand: 0, expected, found });
    }
    if gradient.dtype() != value.dtype() {
        return Err(OperatorError::Dtype { operator, operand: 0, expected: value.dtype(), found: gradient.dtype() });
    }
    Ok(to.reuse_copy(gradient)?)
}

/// A dense gradient of a result, of zeros or ones.
fn fill(value: &Array, ones: bool, to: &mut Array) -> Result<(), OperatorError> {
    let (context, shape, dtype) = (value.context(), value.shape(), value.dtype());
    if !value.is_on_host() {
        *to = if ones { context.ones(shape, dtype) } else { context.zeros(Stype::Dense, shape, dtype) }?;
        return Ok(());
    }
    match dtype {
        Dtype::F32 => to.reuse_dense(shape)?.fill(f32::from(u8::from(ones))),
        Dtype::F64 => to.reuse_dense(shape)?.fill(f64::from(u8::from(ones))),
        found => return Err(OperatorError::NotFloat { operator: "backward", found }),
    }
    Ok(())
}
