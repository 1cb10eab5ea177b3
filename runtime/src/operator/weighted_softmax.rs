//! The softmax of a model whose classes do not weigh the same.
use super::backend::Done;
use super::softmax_output::softmax;
use super::{Backward, Call, Definition, DenseKernel};
use lacuna_arrays::array::Array;

/// The softmax of each row of logits (N x C), with a class for each row as label (N), and a weight for each class (C).
///
/// Gradient of the logits: `(softmax - 1 at the label) w[label]`; the gradient of the output counts for nothing. With
/// the weights `1 / p` and `(1 + p) / p` it is the weighted softmax cross entropy of MXNet
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

impl Definition for WeightedSoftmaxOutput {
    fn name(&self) -> &'static str {
        "WeightedSoftmaxOutput"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let [logits, label, weights] = call.all_dense()?;
        if weights.size() != logits.shape().get(1).copied().unwrap_or_default() {
            return Err(call.wrong_shape(2, "a weight for each column of the first", weights));
        }
        softmax(call, logits, label, output)
    }

    fn has_gradient(&self, operand: usize) -> bool {
        operand == 0
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Done {
        let ([logits, label, weights], on) = (call.all()?, call.on);
        let [mut residuals, mut table, mut of_rows] = [on.temporary(), on.temporary(), on.temporary()];
        on.dense(
            DenseKernel::softmax_output_gradient,
            &[backward.output, label],
            &[0.0, 1.0],
            logits.shape(),
            &mut residuals,
        )?;
        on.reshape(weights, &[weights.size(), 1], &mut table)?;
        on.lookup(label, &table, &mut of_rows)?;
        on.dense(DenseKernel::rows_multiply, &[&residuals, &of_rows], &[], logits.shape(), gradient)
    }
}
