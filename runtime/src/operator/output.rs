//! MXNet's output layers: predictions whose gradient is that of a loss, whatever gradient the layer receives.
use super::backend::Done;
use super::entry::entries;
use super::{Backward, Call, Definition, DenseKernel, Misfit, Shapes};
use lacuna::infer::Stype::{Csr, Dense, RowSparse};
use lacuna_arrays::array::{Array, Function};

macro_rules! outputs {
    ($($(#[$doc:meta])* $operator:ident $name:literal $result:ident $gradient:ident;)*) => {$(
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

        impl Definition for $operator {
            fn name(&self) -> &'static str {
                $name
            }
            fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
                let [input, label] = call.all()?;
                $result(call, input, label, output)
            }
            fn has_gradient(&self, operand: usize) -> bool {
                operand == 0
            }
            fn gradient(
                &self, call: &Call<'_>, backward: &Backward<'_>, _operand: usize, gradient: &mut Array
            ) -> Done {
                $gradient(call, backward.output, self.grad_scale, gradient)
            }
        }
    )*};
}
outputs! {
    /// The predictions as they are: operands the predictions (N x ..) and labels of their shape, dense or csr.
    ///
    /// Gradient of the predictions: `(prediction - label) grad_scale / m`, with `m` numbers in a row of the labels; the
    /// gradient of the output counts for nothing. Source: MXNet `LinearRegressionOutput`.
    LinearRegressionOutput "LinearRegressionOutput" predictions residuals;
    /// The sigmoid of each logit, otherwise as [`LinearRegressionOutput`]. Source: MXNet `LogisticRegressionOutput`.
    LogisticRegressionOutput "LogisticRegressionOutput" sigmoid residuals;
    /// The predictions as they are, otherwise as [`LinearRegressionOutput`]. Labels are dense.
    ///
    /// Gradient of the predictions: `sign(prediction - label) grad_scale / m`. Source: MXNet `MAERegressionOutput`.
    MAERegressionOutput "MAERegressionOutput" predictions signs;
}

entries! {
    "LinearRegressionOutput" ["_sparse_LinearRegressionOutput"] ("data", "label") |p| {
        let grad_scale = p.number_or("grad_scale", 1.0)?;
        Built::new(
            LinearRegressionOutput { grad_scale }, labels, Through("_backward_linear_reg_out", &[Input(1), Output])
        )
    };
    "LogisticRegressionOutput" ["_sparse_LogisticRegressionOutput"] ("data", "label") |p| {
        let grad_scale = p.number_or("grad_scale", 1.0)?;
        Built::new(
            LogisticRegressionOutput { grad_scale }, labels, Through("_backward_logistic_reg_out", &[Input(1), Output])
        )
    };
    "MAERegressionOutput" ["_sparse_MAERegressionOutput"] ("data", "label") |p| {
        let grad_scale = p.number_or("grad_scale", 1.0)?;
        Built::new(MAERegressionOutput { grad_scale }, labels, Through("_backward_mae_reg_out", &[Input(1), Output]))
    };
}

/// Labels have the shape of the predictions, and of a column of predictions may be a vector.
fn labels(shapes: &mut Shapes<'_>) -> Result<(), Misfit> {
    let Some(shape) = shapes.get(0).map(<[_]>::to_vec) else { return Ok(()) };
    let vector = if let [rows, 1] = *shape { Some([rows]) } else { None };
    match (shapes.get(1), vector) {
        (Some(found), Some(vector)) if found == vector => {}
        (None, Some(vector)) => shapes.inferred(1, &vector)?,
        _ => shapes.inferred(1, &shape)?,
    }
    shapes.result(&shape)
}

/// As many labels as there are predictions: a column of predictions may have a vector of labels.
fn same_size(call: &Call<'_>, input: &Array, label: &Array) -> Done {
    call.dense(input)?;
    if input.size() == label.size() {
        Ok(())
    } else {
        Err(call.wrong_shape(1, "as many labels as there are predictions", label))
    }
}

fn predictions(call: &Call<'_>, input: &Array, label: &Array, output: &mut Array) -> Done {
    same_size(call, input, label)?;
    call.on.copy(input, output)
}

fn sigmoid(call: &Call<'_>, input: &Array, label: &Array, output: &mut Array) -> Done {
    same_size(call, input, label)?;
    call.on.map(Function::Sigmoid, input, output)
}

/// `grad_scale / m` in single precision, as MXNet has it for every dtype.
fn scale_of(grad_scale: f64, in_row: usize) -> f64 {
    f64::from(grad_scale as f32 / in_row as f32)
}

/// `(output - label) grad_scale / m`.
fn residuals(call: &Call<'_>, output: &Array, grad_scale: f64, gradient: &mut Array) -> Done {
    let [input, label] = call.all()?;
    let kernel = match label.stype() {
        Dense => DenseKernel::regression_gradient,
        Csr => DenseKernel::csr_regression_gradient,
        RowSparse => return Err(call.no_path()),
    };
    let in_row: usize = label.shape().iter().skip(1).product();
    call.on.dense(kernel, &[output, label], &[scale_of(grad_scale, in_row)], input.shape(), gradient)
}

/// `sign(output - label) grad_scale / m`.
fn signs(call: &Call<'_>, output: &Array, grad_scale: f64, gradient: &mut Array) -> Done {
    let [input, label] = call.all_dense()?;
    call.dense(output)?;
    let in_row: usize = label.shape().iter().skip(1).product();
    let scale = scale_of(grad_scale, in_row);
    call.on.dense(DenseKernel::mae_gradient, &[output, label], &[scale], input.shape(), gradient)
}
