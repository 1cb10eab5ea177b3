//! The softmax of a model whose classes do not weigh the same.
use super::embedding::integers;
use super::inputs::values;
use super::{Backward, Context, Inputs, Operator, OperatorError, SoftmaxOutput, with_float};
use crate::array::{Array, Element};
use lacuna::infer::Stype::Dense;
use lacuna::{Broadcast, DenseMut, RowsMut, Value};

/// The softmax of each row of logits (N x C), with a class for each row as label (N), and a weight for each class (C).
///
/// Gradient of the logits: `(softmax - 1 at the label) w[label]`; the gradient of the output counts for nothing. With the weights `1 / p` and `(1 + p) / p` it is the weighted softmax cross entropy of MXNet
/// `example/sparse/linear_classification`, whose positive weight is `p`.
///
/// ```
/// use lacuna_runtime::array::Array;
/// use lacuna_runtime::operator::{Context, WeightedSoftmaxOutput};
/// let [logits, labels] = [(&[1, 2], vec![0.0_f32; 2]), (&[1, 1], vec![1.0])].map(|(shape, data)| Array::dense(shape, data));
/// let weights = Array::dense(&[2], vec![0.5_f32, 1.5])?;
/// let output = Context::new().run(&WeightedSoftmaxOutput, &[&logits?, &labels?, &weights])?;
/// assert_eq!(output.data::<f32>(), Some(&[0.5, 0.5][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WeightedSoftmaxOutput;

const NAME: &str = "WeightedSoftmaxOutput";

impl Operator for WeightedSoftmaxOutput {
    fn name(&self) -> &'static str {
        NAME
    }

    fn forward(&self, context: &Context, inputs: Inputs<'_>, output: &mut Array) -> Result<(), OperatorError> {
        let [logits, label, weights] = inputs.all(NAME)?;
        if inputs.iter().any(|array| array.stype() != Dense) {
            return Err(inputs.no_path(NAME));
        }
        let columns = logits.shape().get(1).copied().unwrap_or_default();
        if weights.size() != columns {
            let found = weights.shape().to_vec();
            return Err(OperatorError::Shape { operator: NAME, operand: 2, expected: "a weight for each column of the first", found });
        }
        SoftmaxOutput::default().forward(context, Inputs::from(&[logits, label][..]), output)
    }

    fn has_gradient(&self, operand: usize) -> bool {
        operand == 0
    }

    fn backward(&self, context: &Context, call: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Result<(), OperatorError> {
        with_float!(NAME, call.output, V => weighted::<V>(context, call, gradient))
    }
}

fn weighted<V: Element + Value>(context: &Context, call: &Backward<'_>, gradient: &mut Array) -> Result<(), OperatorError> {
    let [_, label, weights] = call.inputs.all(NAME)?;
    let (arena, cpu, probabilities) = (&context.arena, context.cpu, call.output.as_dense::<V>()?);
    let (rows, columns) = (probabilities.rows(), probabilities.columns());
    let labels = integers(NAME, label, columns, arena)?;
    let residuals = arena.alloc_slice_fill_copy(rows * columns, V::default());
    let out = DenseMut::new(rows, columns, residuals)?;
    cpu.softmax_output_gradient(probabilities, labels, usize::MAX, V::default(), V::narrow(1.0), out)?;
    let of_rows = arena.alloc_slice_fill_copy(rows, V::default());
    cpu.lookup(labels, lacuna::Dense::new(columns, 1, values::<V>(NAME, 2, weights)?)?, DenseMut::new(rows, 1, of_rows)?)?;
    gradient.reuse_dense::<V>(call.output.shape())?;
    let out: RowsMut<'_, V, i64> = gradient.as_dense_mut()?.into();
    Ok(cpu.rows_multiply(lacuna::Dense::new(rows, columns, residuals)?.into(), Broadcast::Column(of_rows), out)?)
}
