//! Operators as methods.
use super::{Tape, Variable};
use crate::operator::{
    Add, AddRow, CastStorage, Detach, Divide, Dot, Embedding, FullyConnected, Map, Mean, Multiply, OperatorError,
    Retain, SigmoidCrossEntropy, SoftmaxCrossEntropy, Subtract, Sum,
};
use lacuna::infer::Stype;
use lacuna_arrays::array::Function;

macro_rules! calls {
    ($($(#[$doc:meta])* $name:ident($($operand:ident),+ $(; $($parameter:ident: $kind:ty),+)?) $operator:expr;)*) => {
        impl Tape {
            $(
                $(#[$doc])*
                ///
                /// # Errors
                /// Those of the operator, and [`OperatorError::Variable`].
                pub fn $name(
                    &mut self, $($operand: Variable,)+ $($($parameter: $kind),+)?
                ) -> Result<Variable, OperatorError> {
                    self.apply($operator, &[$($operand),+])
                }
            )*
        }
    };
}

calls! {
    /// [`Dot`], nothing transposed.
    dot(a, b) Dot::default();
    /// [`Add`].
    add(a, b) Add;
    /// [`Subtract`].
    subtract(a, b) Subtract;
    /// [`Multiply`].
    multiply(a, b) Multiply;
    /// [`Divide`].
    divide(a, b) Divide;
    /// [`AddRow`].
    add_row(a, row) AddRow;
    /// [`Map`].
    map(x; function: Function) Map(function);
    /// [`Sum`] of everything.
    sum(x) Sum::default();
    /// [`Mean`] of everything.
    mean(x) Mean::default();
    /// [`Embedding`].
    embedding(ids, weight) Embedding;
    /// [`FullyConnected`] with a bias.
    fully_connected(x, weight, bias) FullyConnected::default();
    /// [`SoftmaxCrossEntropy`].
    softmax_cross_entropy(logits, labels) SoftmaxCrossEntropy;
    /// [`SigmoidCrossEntropy`].
    sigmoid_cross_entropy(logits, labels) SigmoidCrossEntropy;
    /// [`CastStorage`].
    tostype(x; stype: Stype) CastStorage { stype };
    /// [`Retain`].
    retain(data, ids) Retain;
    /// [`Detach`].
    detach(x) Detach;
}
