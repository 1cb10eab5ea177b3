//! MXNet's output layers: predictions whose gradient is that of a loss, whatever gradient the layer receives.
use super::embedding::integers;
use super::inputs::values;
use super::{Backward, Context, Inputs, Operator, OperatorError, with_float};
use crate::array::{Array, Element};
use lacuna::Value;
use lacuna::infer::Stype::{Csr, Dense};

macro_rules! outputs {
    ($($(#[$doc:meta])* $operator:ident $name:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $operator {
            /// What the gradient is multiplied by.
            pub grad_scale: f64,
        }

        impl Default for $operator {
            fn default() -> Self {
                Self { grad_scale: 1.0 }
            }
        }

        impl $operator {
            const NAME: &'static str = $name;
        }
    )*};
}
outputs! {
    /// The predictions as they are: operands the predictions (N x ..) and labels of their shape, dense or csr.
    ///
    /// Gradient of the predictions: `(prediction - label) grad_scale / m`, with `m` numbers in a row of the labels; the gradient of the output counts for nothing. Source: MXNet
    /// `LinearRegressionOutput`.
    LinearRegressionOutput "LinearRegressionOutput";
    /// The sigmoid of each logit, otherwise as [`LinearRegressionOutput`]. Source: MXNet `LogisticRegressionOutput`.
    LogisticRegressionOutput "LogisticRegressionOutput";
    /// The softmax of each row of logits (N x C), with a class for each row as label.
    ///
    /// Gradient of the logits: `(softmax - 1 at the label) grad_scale`; the gradient of the output counts for nothing. Source: MXNet `SoftmaxOutput`.
    SoftmaxOutput "SoftmaxOutput";
}

/// `(output - label) grad_scale / m`.
fn residuals<V: Element + Value>(
    operator: &'static str,
    grad_scale: f64,
    context: &Context,
    call: &Backward<'_>,
    gradient: &mut Array,
) -> Result<(), OperatorError> {
    let [input, label] = call.inputs.all(operator)?;
    let result = values::<V>(operator, 0, call.output)?;
    let in_row: usize = label.shape().iter().skip(1).product();
    let scale = V::narrow(grad_scale / in_row as f64);
    gradient.reuse_dense::<V>(input.shape())?;
    match label.stype() {
        Dense => {
            let out = gradient.data_mut().unwrap_or_default();
            context.cpu.regression_gradient(result, values::<V>(operator, 1, label)?, scale, out)?;
        }
        Csr => context.cpu.csr_regression_gradient(call.output.as_dense::<V>()?, label.as_csr()?, scale, gradient.as_dense_mut()?)?,
        _ => return Err(call.inputs.no_path(operator)),
    }
    Ok(())
}

fn predictions(operator: &'static str, inputs: Inputs<'_>) -> Result<(), OperatorError> {
    let [input, label] = inputs.all(operator)?;
    if input.stype() != Dense {
        return Err(inputs.no_path(operator));
    }
    // A column of predictions may have a vector of labels.
    if input.size() != label.size() {
        return Err(OperatorError::Shape {
            operator,
            operand: 1,
            expected: "as many labels as there are predictions",
            found: label.shape().to_vec(),
        });
    }
    Ok(())
}

impl Operator for LinearRegressionOutput {
    fn name(&self) -> &'static str {
        Self::NAME
    }
    fn forward(&self, _: &Context, inputs: Inputs<'_>, output: &mut Array) -> Result<(), OperatorError> {
        let [input, _] = inputs.all(Self::NAME)?;
        predictions(Self::NAME, inputs)?;
        Ok(output.reuse_copy(input)?)
    }
    fn has_gradient(&self, operand: usize) -> bool {
        operand == 0
    }
    fn backward(&self, context: &Context, call: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Result<(), OperatorError> {
        with_float!(Self::NAME, call.output, V => residuals::<V>(Self::NAME, self.grad_scale, context, call, gradient))
    }
}

impl Operator for LogisticRegressionOutput {
    fn name(&self) -> &'static str {
        Self::NAME
    }
    fn forward(&self, context: &Context, inputs: Inputs<'_>, output: &mut Array) -> Result<(), OperatorError> {
        let [input, _] = inputs.all(Self::NAME)?;
        predictions(Self::NAME, inputs)?;
        with_float!(Self::NAME, input, V => Ok(context.cpu.sigmoid(values::<V>(Self::NAME, 0, input)?, output.reuse_dense(input.shape())?)?))
    }
    fn has_gradient(&self, operand: usize) -> bool {
        operand == 0
    }
    fn backward(&self, context: &Context, call: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Result<(), OperatorError> {
        with_float!(Self::NAME, call.output, V => residuals::<V>(Self::NAME, self.grad_scale, context, call, gradient))
    }
}

impl Operator for SoftmaxOutput {
    fn name(&self) -> &'static str {
        Self::NAME
    }
    fn forward(&self, context: &Context, inputs: Inputs<'_>, output: &mut Array) -> Result<(), OperatorError> {
        let [input, _] = inputs.all(Self::NAME)?;
        let &[_, _] = input.shape() else {
            return Err(OperatorError::Shape { operator: Self::NAME, operand: 0, expected: "a matrix", found: input.shape().to_vec() });
        };
        with_float!(Self::NAME, input, V => {
            let logits = input.as_dense::<V>()?;
            output.reuse_dense::<V>(input.shape())?;
            Ok(context.cpu.softmax(logits, output.as_dense_mut()?)?)
        })
    }
    fn has_gradient(&self, operand: usize) -> bool {
        operand == 0
    }
    fn backward(&self, context: &Context, call: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Result<(), OperatorError> {
        let [_, label] = call.inputs.all(Self::NAME)?;
        let columns = call.output.shape().get(1).copied().unwrap_or_default();
        let labels = integers(Self::NAME, label, columns, &context.arena)?;
        with_float!(Self::NAME, call.output, V => {
            let probabilities = call.output.as_dense::<V>()?;
            gradient.reuse_dense::<V>(call.output.shape())?;
            let (alpha, scale) = (V::default(), V::narrow(self.grad_scale));
            Ok(context.cpu.softmax_output_gradient(probabilities, labels, usize::MAX, alpha, scale, gradient.as_dense_mut()?)?)
        })
    }
}
