//! Losses of logits, and the peer's output layers.
use super::Machine;
use super::call::Call;
use super::function;
use super::operators::Kernels;
use super::stored::{Form, Kept};
use crate::array::Array;
use crate::operator::{
    Backward, LinearRegressionOutput, LogisticRegressionOutput, OperatorError, SigmoidCrossEntropy, SoftmaxCrossEntropy, SoftmaxOutput,
    with_float,
};
use lacuna::Value;
use lacuna_cuda::{DeviceBroadcast, DeviceDense, binary, loss, map};

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

impl<D: Machine> Kernels<D> for SoftmaxOutput {
    fn forward(&self, call: &mut Call<'_, D>) -> Result<Array, OperatorError> {
        let [x, _] = call.all()?;
        with_float!(call.name, x, V => {
            let matrix = logits::<D, V>(call, x)?;
            let mut out = call.new_dense::<V>([matrix.rows(), matrix.columns()])?;
            loss::softmax(call.gpu(), matrix, &mut out)?;
            Ok(call.result(x.shape(), Form::Dense(out)))
        })
    }

    fn backward(&self, call: &mut Call<'_, D>, backward: &Backward<'_>, _operand: usize) -> Result<Array, OperatorError> {
        let [_, labels] = call.all()?;
        with_float!(call.name, backward.output, V => {
            let (probabilities, labels) = (logits::<D, V>(call, backward.output)?, call.dense::<i64>(1, labels)?.data());
            let mut out = call.zeros::<V>([probabilities.rows(), probabilities.columns()])?;
            let scale = V::narrow(self.grad_scale);
            loss::softmax_output_gradient(call.gpu(), probabilities, labels, usize::MAX, V::default(), scale, &mut out)?;
            Ok(call.result(backward.output.shape(), Form::Dense(out)))
        })
    }
}
