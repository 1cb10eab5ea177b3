//! Sums and means of dense arrays.
use super::Machine;
use super::call::Call;
use super::operators::Kernels;
use super::stored::{Form, Kept, matrix};
use crate::array::Array;
use crate::operator::{Backward, Mean, OperatorError, Sum, with_float};
use lacuna::Value;
use lacuna_cuda::{DeviceDense, map, reduce};

/// The length of the result, and how many terms each element has.
fn reduced<D: Machine>(call: &Call<'_, D>, x: &Array, axis: Option<usize>) -> Result<(usize, usize), OperatorError> {
    match (axis, x.shape()) {
        (None, _) => Ok((1, x.size())),
        (Some(0), &[rows, columns]) => Ok((columns, rows)),
        (Some(1), &[rows, columns]) => Ok((rows, columns)),
        _ => Err(call.wrong_shape(0, "a matrix, and axis 0 or 1,", x)),
    }
}

fn forward<D: Machine, V: Kept + Value>(call: &Call<'_, D>, mean: bool, axis: Option<usize>) -> Result<Array, OperatorError> {
    let ([x], gpu) = (call.all()?, call.gpu());
    let (length, _) = reduced(call, x, axis)?;
    let (dense, mut result) = (call.dense::<V>(0, x)?, call.new_dense::<V>([length, 1])?);
    let out = result.data_mut();
    match (axis, mean) {
        (None, false) => reduce::sum(gpu, dense.data(), out)?,
        (None, true) => reduce::mean(gpu, dense.data(), x.size(), out)?,
        (Some(0), false) => reduce::sum_columns(gpu, dense, out)?,
        (Some(0), true) => reduce::mean_columns(gpu, dense, out)?,
        (Some(_), false) => reduce::sum_rows(gpu, dense, out)?,
        (Some(_), true) => reduce::mean_rows(gpu, dense, out)?,
    }
    Ok(call.result(&[length], Form::Dense(result)))
}

fn backward<D: Machine, V: Kept + Value>(
    call: &Call<'_, D>,
    mean: bool,
    axis: Option<usize>,
    outer: &Array,
) -> Result<Array, OperatorError> {
    let ([x], gpu) = (call.all()?, call.gpu());
    let (length, terms) = reduced(call, x, axis)?;
    call.dense::<V>(0, x)?;
    let mut outer = call.dense::<V>(0, outer)?.data();
    let mut shares = call.new_dense::<V>([if mean { length } else { 0 }, 1])?;
    if mean {
        map::div_scalar(gpu, outer, V::narrow(terms as f64), shares.data_mut())?;
        outer = shares.data();
    }
    let (rows, columns) = matrix(x.shape());
    let out = match axis {
        None => {
            let mut out = call.new_dense::<V>([x.size(), 1])?;
            reduce::repeat_columns(gpu, outer, &mut out)?;
            DeviceDense::from_buffer(rows, columns, out.into_buffer())?
        }
        Some(axis) => {
            let mut out = call.new_dense::<V>([rows, columns])?;
            if axis == 0 {
                reduce::repeat_columns(gpu, outer, &mut out)?
            } else {
                reduce::repeat_rows(gpu, outer, &mut out)?
            }
            out
        }
    };
    Ok(call.result(x.shape(), Form::Dense(out)))
}

macro_rules! reductions {
    ($($Operator:ident $mean:literal)*) => {$(
        impl<D: Machine> Kernels<D> for $Operator {
            fn forward(&self, call: &mut Call<'_, D>) -> Result<Array, OperatorError> {
                let [x] = call.all()?;
                with_float!(call.name, x, V => forward::<D, V>(call, $mean, self.axis))
            }
            fn backward(&self, call: &mut Call<'_, D>, gradient: &Backward<'_>, _operand: usize) -> Result<Array, OperatorError> {
                let [x] = call.all()?;
                with_float!(call.name, x, V => backward::<D, V>(call, $mean, self.axis, gradient.gradient))
            }
        }
    )*};
}
reductions! { Sum false Mean true }
