//! Losses of dense arrays, and their gradients.
use super::Machine;
use super::call::{On, put};
use super::elementwise::of;
use super::stored::Form;
use crate::array::Array;
use crate::operator::backend::{Done, Losses};
use crate::operator::with_float;
use lacuna::Value;
use lacuna_cuda::loss;

impl<D: Machine> Losses for On<'_, D> {
    fn softmax(&self, logits: &Array, out: &mut Array) -> Done {
        with_float!(self.operator, logits, V => {
            let matrix = self.dense::<V>(0, logits)?;
            let mut result = self.new_dense::<V>([matrix.rows(), matrix.columns()])?;
            loss::softmax(self.gpu(), matrix, &mut result)?;
            *out = self.result(logits.shape(), Form::Dense(result));
            Ok(())
        })
    }

    fn softmax_residuals(&self, softmax: &Array, labels: &Array, scale: f64, out: &mut Array) -> Done {
        with_float!(self.operator, softmax, V => {
            let (matrix, labels) = (self.dense::<V>(0, softmax)?, self.dense::<i64>(1, labels)?.data());
            let mut result = self.zeros::<V>([matrix.rows(), matrix.columns()])?;
            loss::softmax_output_gradient(self.gpu(), matrix, labels, usize::MAX, V::default(), V::narrow(scale), &mut result)?;
            *out = self.result(softmax.shape(), Form::Dense(result));
            Ok(())
        })
    }

    fn softmax_cross_entropy(&self, logits: &Array, labels: &Array, out: &mut Array) -> Done {
        with_float!(self.operator, logits, V => {
            let (matrix, labels) = (self.dense::<V>(0, logits)?, self.dense::<i64>(1, labels)?.data());
            let mut losses = self.zeros::<V>([matrix.rows(), 1])?;
            loss::softmax_cross_entropy(self.gpu(), matrix, labels, usize::MAX, losses.data_mut())?;
            *out = self.result(&[matrix.rows()], Form::Dense(losses));
            Ok(())
        })
    }

    fn softmax_cross_entropy_slopes(&self, logits: &Array, labels: &Array, out: &mut Array) -> Done {
        with_float!(self.operator, logits, V => {
            let (matrix, labels) = (self.dense::<V>(0, logits)?, self.dense::<i64>(1, labels)?.data());
            let mut slopes = self.zeros::<V>([matrix.rows(), matrix.columns()])?;
            loss::softmax_cross_entropy_gradient(self.gpu(), matrix, labels, usize::MAX, V::narrow(1.0), &mut slopes)?;
            *out = self.result(logits.shape(), Form::Dense(slopes));
            Ok(())
        })
    }

    fn sigmoid_cross_entropy(&self, logits: &Array, labels: &Array, out: &mut Array) -> Done {
        put(
            out,
            with_float!(self.operator, logits, V => {
                let labels = self.dense::<V>(1, labels)?.data();
                of::<D, V>(self, logits, |gpu, x, out| loss::sigmoid_cross_entropy(gpu, x, labels, out))
            }),
        )
    }

    fn sigmoid_cross_entropy_slopes(&self, logits: &Array, labels: &Array, out: &mut Array) -> Done {
        put(
            out,
            with_float!(self.operator, logits, V => {
                let labels = self.dense::<V>(1, labels)?.data();
                of::<D, V>(self, logits, |gpu, x, out| loss::sigmoid_cross_entropy_gradient(gpu, x, labels, V::narrow(1.0), out))
            }),
        )
    }

    fn residuals(&self, result: &Array, labels: &Array, scale: f64, shape: &[usize], out: &mut Array) -> Done {
        with_float!(self.operator, result, V => {
            let (gpu, matrix, scale) = (self.gpu(), self.dense::<V>(0, result)?, V::narrow(scale));
            let mut slopes = self.new_dense::<V>([matrix.rows(), matrix.columns()])?;
            match self.form::<V>(1, labels)? {
                Form::Dense(labels) => loss::regression_gradient(gpu, matrix.data(), labels.data(), scale, slopes.data_mut())?,
                Form::Csr(labels) => loss::csr_regression_gradient(gpu, matrix, labels, scale, &mut slopes)?,
                Form::RowSparse(_) => return Err(self.no_kernel_for(&[result, labels])),
            }
            *out = self.result(shape, Form::Dense(slopes));
            Ok(())
        })
    }
}
