//! Results that are stored as was inferred.
use crate::operator::{Backward, Context, Definition, Inputs, Operator, OperatorError};
use lacuna::infer::Stype;
use lacuna_arrays::array::Array;
use std::fmt::{self, Debug, Formatter};
use std::ops::Range;

/// An operator of a graph. What it stores in another way than was inferred is cast, so that what follows finds what it
/// was bound for: a product of a dense matrix and a csr is a csr by MXNet's rules, for example.
pub(super) struct Stored {
    pub operator: Box<dyn Operator>,
    pub stype: Stype,
    /// Its gradients are 0, and nothing goes on.
    pub is_end: bool,
    /// A loss: every result of a graph is made of it, whatever stands between.
    pub is_loss: bool,
}

impl Debug for Stored {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.operator.fmt(f)
    }
}

impl Operator for Stored {
    fn name(&self) -> &'static str {
        self.operator.name()
    }

    fn forward(&self, context: &Context, inputs: Inputs<'_>, output: &mut Array) -> Result<(), OperatorError> {
        self.operator.forward(context, inputs, output)
    }

    fn stored(&self) -> Option<Stype> {
        Some(self.stype)
    }

    fn has_gradient(&self, operand: usize) -> bool {
        !self.is_end && self.operator.has_gradient(operand)
    }

    fn backward(
        &self,
        context: &Context,
        call: &Backward<'_>,
        operand: usize,
        gradient: &mut Array,
    ) -> Result<(), OperatorError> {
        self.operator.backward(context, call, operand, gradient)
    }

    fn is_always_called(&self) -> bool {
        self.is_loss
    }

    fn states(&self) -> Range<usize> {
        self.operator.states()
    }

    fn state(
        &self,
        context: &Context,
        inputs: Inputs<'_>,
        operand: usize,
        next: &mut Array,
    ) -> Result<(), OperatorError> {
        self.operator.state(context, inputs, operand, next)
    }

    fn definition(&self) -> Option<&dyn Definition> {
        self.operator.definition()
    }
}
