//! Operators as methods.
use super::{Apply, Symbol, SymbolError};
use crate::operator::Entry;
use lacuna::infer::Stype;
use lacuna_arrays::array::Function;

macro_rules! calls {
    ($($(#[$doc:meta])* $name:ident($($operand:ident),*) $operator:literal;)*) => {
        impl Symbol {
            $(
                $(#[$doc])*
                ///
                /// # Errors
                /// As [`Apply::symbol`].
                pub fn $name(&self, $($operand: &Self),*) -> Result<Self, SymbolError> {
                    Self::apply($operator, &[self, $($operand),*], &[])
                }
            )*
        }
    };
}

calls! {
    /// [`Dot`](crate::operator::Dot), nothing transposed.
    dot(other) "dot";
    /// [`Add`](crate::operator::Add).
    add(other) "elemwise_add";
    /// [`Subtract`](crate::operator::Subtract).
    subtract(other) "elemwise_sub";
    /// [`Multiply`](crate::operator::Multiply).
    multiply(other) "elemwise_mul";
    /// [`Divide`](crate::operator::Divide).
    divide(other) "elemwise_div";
    /// [`AddRow`](crate::operator::AddRow).
    add_row(row) "broadcast_add";
    /// [`Sum`](crate::operator::Sum) of everything.
    sum() "sum";
    /// [`Mean`](crate::operator::Mean) of everything.
    mean() "mean";
    /// [`Retain`](crate::operator::Retain).
    retain(ids) "_sparse_retain";
    /// [`Detach`](crate::operator::Detach).
    detach() "BlockGrad";
    /// [`LinearRegressionOutput`](crate::operator::LinearRegressionOutput).
    linear_regression_output(labels) "LinearRegressionOutput";
    /// [`LogisticRegressionOutput`](crate::operator::LogisticRegressionOutput).
    logistic_regression_output(labels) "LogisticRegressionOutput";
    /// [`SoftmaxOutput`](crate::operator::SoftmaxOutput).
    softmax_output(labels) "SoftmaxOutput";
    /// [`SoftmaxCrossEntropy`](crate::operator::SoftmaxCrossEntropy).
    softmax_cross_entropy(labels) "SoftmaxCrossEntropyLoss";
    /// [`SigmoidCrossEntropy`](crate::operator::SigmoidCrossEntropy).
    sigmoid_cross_entropy(labels) "SigmoidBinaryCrossEntropyLoss";
}

impl Symbol {
    /// [`Map`](crate::operator::Map).
    ///
    /// # Errors
    /// As [`Apply::symbol`].
    ///
    /// ```
    /// use lacuna_runtime::array::Function;
    /// use lacuna_runtime::symbol::Symbol;
    /// let y = Symbol::variable("x").map(Function::PlusScalar(2.5))?;
    /// assert_eq!(y.attribute("scalar"), Some("2.5"));
    /// # Ok::<(), lacuna_runtime::symbol::SymbolError>(())
    /// ```
    pub fn map(&self, function: Function) -> Result<Self, SymbolError> {
        let Some((entry, parameters)) = Entry::of(function) else {
            return Err(SymbolError::Operator { name: function.name().to_owned() });
        };
        let apply = Apply::new(entry.name).operand(self);
        parameters.into_iter().fold(apply, |apply, (name, value)| apply.parameter(name, value)).symbol()
    }

    /// [`FullyConnected`](crate::operator::FullyConnected) with a weight and a bias.
    ///
    /// # Errors
    /// As [`Apply::symbol`].
    pub fn fully_connected(&self, weight: &Self, bias: &Self, num_hidden: usize) -> Result<Self, SymbolError> {
        Apply::new("FullyConnected")
            .operand(self)
            .operand(weight)
            .operand(bias)
            .parameter("num_hidden", num_hidden)
            .symbol()
    }

    /// [`Embedding`](crate::operator::Embedding) of a table of `[input_dim, output_dim]`, whose gradient is row_sparse.
    ///
    /// # Errors
    /// As [`Apply::symbol`].
    pub fn embedding(&self, weight: &Self, input_dim: usize, output_dim: usize) -> Result<Self, SymbolError> {
        let apply = Apply::new("Embedding").operand(self).operand(weight);
        apply
            .parameter("input_dim", input_dim)
            .parameter("output_dim", output_dim)
            .parameter("sparse_grad", "True")
            .symbol()
    }

    /// [`CastStorage`](crate::operator::CastStorage).
    ///
    /// # Errors
    /// As [`Apply::symbol`].
    pub fn tostype(&self, stype: Stype) -> Result<Self, SymbolError> {
        Apply::new("cast_storage").operand(self).parameter("stype", stype).symbol()
    }
}
