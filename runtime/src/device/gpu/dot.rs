//! Matrix products.
use super::Machine;
use super::call::Call;
use super::operators::Kernels;
use super::stored::{Form, Kept};
use crate::array::Array;
use crate::operator::{Backward, Dot, FullyConnected, OperatorError, with_float};
use lacuna::Value;
use lacuna::infer::Stype::{self, Csr, Dense};
use lacuna_cuda::{DeviceBroadcast, DeviceDense, DeviceRowSparse, Error, binary, dot, reduce};

/// What writes a dense matrix.
type Into<'a, D, V> = dyn Fn(&mut DeviceDense<D, V>) -> Result<(), Error> + 'a;

/// A matrix, and whether it is transposed.
type Factor<'a> = (&'a Array, bool);

/// Rows and columns as they are multiplied.
fn shape<D: Machine>(call: &Call<'_, D>, operand: usize, (array, transposed): Factor<'_>) -> Result<[usize; 2], OperatorError> {
    match *array.shape() {
        [rows, columns] => Ok(if transposed { [columns, rows] } else { [rows, columns] }),
        _ => Err(call.wrong_shape(operand, "a matrix", array)),
    }
}

/// `op(A) op(B)` and its shape, stored as asked for if there is a path to that.
fn product<D: Machine, V: Kept + Value>(
    call: &Call<'_, D>,
    a: Factor<'_>,
    b: Factor<'_>,
    stype: Option<Stype>,
) -> Result<([usize; 2], Form<D, V>), OperatorError> {
    let ([rows, terms], [inner, columns]) = (shape(call, 0, a)?, shape(call, 1, b)?);
    if terms != inner {
        return Err(call.wrong_shape(1, "as many rows as the first has columns", b.0));
    }
    let ((left, transpose_a), (right, transpose_b), gpu) = (a, b, call.gpu());
    let dense = |kernel: &Into<'_, D, V>| {
        let mut out = call.new_dense([rows, columns])?;
        kernel(&mut out)?;
        Ok::<_, OperatorError>(Form::Dense(out))
    };
    let form = match (call.form::<V>(0, left)?, call.form::<V>(1, right)?, transpose_a, transpose_b) {
        (Form::Dense(a), Form::Dense(b), false, false) => dense(&|out| dot::dense_dense(gpu, a, b, out))?,
        (Form::Dense(a), Form::Dense(b), true, false) => dense(&|out| dot::dense_t_dense(gpu, a, b, out))?,
        (Form::Dense(a), Form::Dense(b), false, true) => dense(&|out| dot::dense_dense_t(gpu, a, b, out))?,
        (Form::Csr(a), Form::Dense(b), false, false) => dense(&|out| dot::csr_dense(gpu, a, b, out))?,
        (Form::Csr(a), Form::RowSparse(b), false, false) => dense(&|out| dot::csr_row_sparse(gpu, a, b, out))?,
        (Form::Csr(a), Form::Dense(b), true, false) => {
            let plan = dot::transpose_plan(gpu, a)?;
            if stype == Some(Dense) {
                dense(&|out| dot::csr_t_dense_to_dense(gpu, &plan, a.values(), b, out))?
            } else {
                let mut out = DeviceRowSparse::new(gpu, plan.pattern(), columns)?;
                dot::csr_t_dense(gpu, &plan, a.values(), b, &mut out)?;
                Form::RowSparse(out)
            }
        }
        (Form::Csr(a), Form::RowSparse(b), true, false) => {
            let plan = dot::transpose_plan_row_sparse(gpu, a, b)?;
            let mut out = DeviceRowSparse::new(gpu, plan.pattern(), columns)?;
            dot::csr_t_row_sparse(gpu, &plan, a.values(), b, &mut out)?;
            Form::RowSparse(out)
        }
        (Form::Dense(a), Form::Csr(b), false, false) => dense(&|out| dot::dense_csr(gpu, a, b, out))?,
        (Form::Dense(a), Form::Csr(b), false, true) => dense(&|out| dot::dense_csr_t(gpu, a, b, out))?,
        (Form::Dense(a), Form::RowSparse(b), false, true) => dense(&|out| dot::dense_row_sparse_t(gpu, a, b, out))?,
        _ => return Err(call.no_kernel_for(&[left, right])),
    };
    Ok(([rows, columns], form))
}

fn result<D: Machine, V: Kept + Value>(
    call: &Call<'_, D>,
    a: Factor<'_>,
    b: Factor<'_>,
    stype: Option<Stype>,
) -> Result<Array, OperatorError> {
    let (shape, form) = product::<D, V>(call, a, b, stype)?;
    Ok(call.result(&shape, form))
}

impl<D: Machine> Kernels<D> for Dot {
    fn forward(&self, call: &mut Call<'_, D>) -> Result<Array, OperatorError> {
        let [a, b] = call.all()?;
        with_float!(call.name, a, V => result::<D, V>(call, (a, self.transpose_a), (b, self.transpose_b), None))
    }

    fn backward(&self, call: &mut Call<'_, D>, backward: &Backward<'_>, operand: usize) -> Result<Array, OperatorError> {
        let ([a, b], outer, Self { transpose_a, transpose_b }) = (call.all()?, backward.gradient, *self);
        let (left, right) = match (operand, transpose_a, transpose_b) {
            (0, false, _) => ((outer, false), (b, !transpose_b)),
            (0, true, _) => ((b, transpose_b), (outer, true)),
            (_, _, false) => ((a, !transpose_a), (outer, false)),
            (_, _, true) => ((outer, true), (a, transpose_a)),
        };
        if operand == 0 && a.stype() == Csr {
            return if transpose_a || transpose_b || b.stype() != Dense {
                Err(call.no_kernel())
            } else {
                with_float!(call.name, a, V => sddmm::<D, V>(call, a, b, outer))
            };
        }
        with_float!(call.name, a, V => result::<D, V>(call, left, right, backward.stype))
    }
}

/// The gradient of a csr on its own pattern: `G B^T` where it stores something.
fn sddmm<D: Machine, V: Kept + Value>(call: &Call<'_, D>, a: &Array, b: &Array, outer: &Array) -> Result<Array, OperatorError> {
    let Form::Csr(pattern) = call.form::<V>(0, a)? else { return Err(call.no_kernel()) };
    let mut out = pattern.duplicate(call.gpu())?;
    dot::sddmm(call.gpu(), call.dense(0, outer)?, call.dense(1, b)?, &mut out)?;
    Ok(call.result(a.shape(), Form::Csr(out)))
}

/// `x W^T + b`.
fn connected<D: Machine, V: Kept + Value>(
    call: &Call<'_, D>,
    x: &Array,
    weight: &Array,
    bias: Option<&Array>,
) -> Result<Array, OperatorError> {
    let (shape, mut sums) = product::<D, V>(call, (x, false), (weight, true), None)?;
    if let (Some(bias), Form::Dense(sums)) = (bias, &mut sums) {
        let row = call.dense::<V>(2, bias)?.data();
        if row.len() != shape[1] {
            return Err(call.wrong_shape(2, "one element for each row of the weight", bias));
        }
        binary::accumulate_rows::<_, V, i64>(call.gpu(), DeviceBroadcast::Row(row), sums)?;
    }
    Ok(call.result(&shape, sums))
}

impl<D: Machine> Kernels<D> for FullyConnected {
    fn forward(&self, call: &mut Call<'_, D>) -> Result<Array, OperatorError> {
        let (x, weight, bias) = self.operands(call.inputs)?;
        with_float!(call.name, x, V => connected::<D, V>(call, x, weight, bias))
    }

    fn backward(&self, call: &mut Call<'_, D>, backward: &Backward<'_>, operand: usize) -> Result<Array, OperatorError> {
        let ((x, weight, bias), outer) = (self.operands(call.inputs)?, backward.gradient);
        with_float!(call.name, x, V => match (operand, bias) {
            (0, _) => result::<D, V>(call, (outer, false), (weight, false), None),
            (1, _) => result::<D, V>(call, (outer, true), (x, false), None),
            (_, Some(bias)) => sum_rows::<D, V>(call, outer, bias.shape()),
            (_, None) => Err(OperatorError::NoGradient { operator: call.name, operand }),
        })
    }
}

/// The sums over the rows of a matrix, as an array of this shape.
pub(super) fn sum_rows<D: Machine, V: Kept + Value>(call: &Call<'_, D>, matrix: &Array, shape: &[usize]) -> Result<Array, OperatorError> {
    let matrix = call.dense::<V>(0, matrix)?;
    let mut sums = call.new_dense::<V>([shape.iter().product(), 1])?;
    reduce::sum_columns(call.gpu(), matrix, sums.data_mut())?;
    let (rows, columns) = super::stored::matrix(shape);
    Ok(call.result(shape, Form::Dense(DeviceDense::from_buffer(rows, columns, sums.into_buffer())?)))
}
