//! Losses of logits, and MXNet's output layers.
use super::Machine;
use super::call::Call;
use super::function;
use super::operators::Kernels;
use super::stored::{Form, Kept};
use crate::array::Array;
use crate::operator::{
    Backward, LinearRegressionOutput, LogisticRegressionOutput, OperatorError, SigmoidCrossEntropy, SoftmaxCrossEntropy, SoftmaxOutput,
    WeightedSoftmaxOutput, with_float,
};
use lacuna::Value;
use lacuna_cuda::{Buffer, DeviceBroadcast, DeviceDense, binary, embedding, loss, map};

/// A matrix of logits.
fn logits<'a, D: Machine, V: Kept + Value>(call: &Call<'_, D>, array: &'a Array) -> Result<&'a DeviceDense<D, V>, OperatorError> {
    match array.shape() {
        [_, _] => call.dense(0, array),
        _ => Err(call.wrong_shape(0, "a matrix", array)),
    }
}

impl<D: Machine> Kernels<D> for SoftmaxCrossEntropy {
    fn forward(&self, call: &mut Call<'_, D>) -> Result<Array, OperatorError> {
        let [x, labels] = call.all()?;
        with_float!(call.name, x, V => {
            let (x, labels) = (logits::<D, V>(call, x)?, call.dense::<i64>(1, labels)?.data());
            let mut losses = call.zeros::<V>([x.rows(), 1])?;
            loss::softmax_cross_entropy(call.gpu(), x, labels, usize::MAX, losses.data_mut())?;
            Ok(call.result(&[x.rows()], Form::Dense(losses)))
        })
    }

    fn backward(&self, call: &mut Call<'_, D>, backward: &Backward<'_>, _operand: usize) -> Result<Array, OperatorError> {
        let ([x, labels], outer, gpu) = (call.all()?, backward.gradient, call.gpu());
        with_float!(call.name, x, V => {
            let (matrix, labels) = (logits::<D, V>(call, x)?, call.dense::<i64>(1, labels)?.data());
            let shape = [matrix.rows(), matrix.columns()];
            let (mut slopes, mut out) = (call.zeros::<V>(shape)?, call.new_dense::<V>(shape)?);
            loss::softmax_cross_entropy_gradient(gpu, matrix, labels, usize::MAX, V::narrow(1.0), &mut slopes)?;
            let outer = DeviceBroadcast::Column(call.dense::<V>(0, outer)?.data());
            binary::rows_multiply::<_, V, i64>(gpu, (&slopes).into(), outer, (&mut out).into())?;
            Ok(call.result(x.shape(), Form::Dense(out)))
        })
    }
}

impl<D: Machine> Kernels<D> for SigmoidCrossEntropy {
    fn forward(&self, call: &mut Call<'_, D>) -> Result<Array, OperatorError> {
        let [x, labels] = call.all()?;
        with_float!(call.name, x, V => {
            let labels = call.dense::<V>(1, labels)?.data();
            function::of::<D, V>(call, x, |gpu, x, out| loss::sigmoid_cross_entropy(gpu, x, labels, out))
        })
    }

    fn backward(&self, call: &mut Call<'_, D>, backward: &Backward<'_>, _operand: usize) -> Result<Array, OperatorError> {
        let ([x, labels], outer) = (call.all()?, backward.gradient);
        with_float!(call.name, x, V => {
            let (input, labels) = (call.dense::<V>(0, x)?, call.dense::<V>(1, labels)?.data());
            let mut slopes = call.new_dense::<V>([input.rows(), input.columns()])?;
            loss::sigmoid_cross_entropy_gradient(call.gpu(), input.data(), labels, V::narrow(1.0), slopes.data_mut())?;
            function::of::<D, V>(call, outer, |gpu, outer, out| binary::multiply(gpu, outer, slopes.data(), out))
        })
    }
}

/// Predictions, of which there must be as many as labels.
fn predictions<'a, D: Machine>(call: &Call<'a, D>) -> Result<&'a Array, OperatorError> {
    let [input, label] = call.all()?;
    if input.size() == label.size() { Ok(input) } else { Err(call.wrong_shape(1, "as many labels as there are predictions", label)) }
}

/// `(output - label) grad_scale / m`.
fn residuals<D: Machine, V: Kept + Value>(call: &Call<'_, D>, output: &Array, grad_scale: f64) -> Result<Array, OperatorError> {
    let ([input, label], gpu) = (call.all()?, call.gpu());
    let in_row: usize = label.shape().iter().skip(1).product();
    let scale = V::narrow(grad_scale / in_row as f64);
    let result = call.dense::<V>(0, output)?;
    let mut out = call.new_dense::<V>([result.rows(), result.columns()])?;
    match call.form::<V>(1, label)? {
        Form::Dense(label) => loss::regression_gradient(gpu, result.data(), label.data(), scale, out.data_mut())?,
        Form::Csr(label) => loss::csr_regression_gradient(gpu, result, label, scale, &mut out)?,
        Form::RowSparse(_) => return Err(call.no_kernel()),
    }
    Ok(call.result(input.shape(), Form::Dense(out)))
}

impl<D: Machine> Kernels<D> for LinearRegressionOutput {
    fn forward(&self, call: &mut Call<'_, D>) -> Result<Array, OperatorError> {
        let input = predictions(call)?;
        with_float!(call.name, input, V => call.dense::<V>(0, input).map(|_| input.clone()))
    }

    fn backward(&self, call: &mut Call<'_, D>, backward: &Backward<'_>, _operand: usize) -> Result<Array, OperatorError> {
        with_float!(call.name, backward.output, V => residuals::<D, V>(call, backward.output, self.grad_scale))
    }
}

impl<D: Machine> Kernels<D> for LogisticRegressionOutput {
    fn forward(&self, call: &mut Call<'_, D>) -> Result<Array, OperatorError> {
        let input = predictions(call)?;
        with_float!(call.name, input, V => function::of::<D, V>(call, input, map::sigmoid))
    }

    fn backward(&self, call: &mut Call<'_, D>, backward: &Backward<'_>, _operand: usize) -> Result<Array, OperatorError> {
        with_float!(call.name, backward.output, V => residuals::<D, V>(call, backward.output, self.grad_scale))
    }
}

/// The softmax of each row.
fn softmax<D: Machine>(call: &Call<'_, D>, x: &Array) -> Result<Array, OperatorError> {
    with_float!(call.name, x, V => {
        let matrix = logits::<D, V>(call, x)?;
        let mut out = call.new_dense::<V>([matrix.rows(), matrix.columns()])?;
        loss::softmax(call.gpu(), matrix, &mut out)?;
        Ok(call.result(x.shape(), Form::Dense(out)))
    })
}

/// `(softmax - 1 at the label) scale`.
fn softmax_residuals<D: Machine, V: Kept + Value>(
    call: &Call<'_, D>,
    output: &Array,
    labels: &Buffer<D, i64>,
    scale: V,
) -> Result<DeviceDense<D, V>, OperatorError> {
    let probabilities = logits::<D, V>(call, output)?;
    let mut out = call.zeros::<V>([probabilities.rows(), probabilities.columns()])?;
    loss::softmax_output_gradient(call.gpu(), probabilities, labels, usize::MAX, V::default(), scale, &mut out)?;
    Ok(out)
}

impl<D: Machine> Kernels<D> for SoftmaxOutput {
    fn forward(&self, call: &mut Call<'_, D>) -> Result<Array, OperatorError> {
        let [x, _] = call.all()?;
        softmax(call, x)
    }

    fn backward(&self, call: &mut Call<'_, D>, backward: &Backward<'_>, _operand: usize) -> Result<Array, OperatorError> {
        let ([_, labels], output) = (call.all()?, backward.output);
        with_float!(call.name, output, V => {
            let out = softmax_residuals(call, output, call.dense::<i64>(1, labels)?.data(), V::narrow(self.grad_scale))?;
            Ok(call.result(output.shape(), Form::Dense(out)))
        })
    }
}

impl<D: Machine> Kernels<D> for WeightedSoftmaxOutput {
    fn forward(&self, call: &mut Call<'_, D>) -> Result<Array, OperatorError> {
        let [x, _, weights] = call.all()?;
        if Some(&weights.size()) != x.shape().get(1) {
            return Err(call.wrong_shape(2, "a weight for each column of the first", weights));
        }
        softmax(call, x)
    }

    fn backward(&self, call: &mut Call<'_, D>, backward: &Backward<'_>, _operand: usize) -> Result<Array, OperatorError> {
        let ([_, labels, weights], output, gpu) = (call.all()?, backward.output, call.gpu());
        with_float!(call.name, output, V => {
            let labels = call.dense::<i64>(1, labels)?.data();
            let residuals = softmax_residuals(call, output, labels, V::narrow(1.0))?;
            let weights = DeviceDense::from_buffer(weights.size(), 1, call.dense::<V>(2, weights)?.data().duplicate(gpu)?)?;
            let (mut of_rows, mut out) = (call.zeros::<V>([labels.len(), 1])?, call.new_dense::<V>([residuals.rows(), residuals.columns()])?);
            embedding::lookup(gpu, labels, &weights, &mut of_rows)?;
            let of_rows = DeviceBroadcast::Column(of_rows.data());
            binary::rows_multiply::<_, V, i64>(gpu, (&residuals).into(), of_rows, (&mut out).into())?;
            Ok(call.result(output.shape(), Form::Dense(out)))
        })
    }
}
