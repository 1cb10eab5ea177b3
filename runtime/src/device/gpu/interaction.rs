//! What pairs of features add to a prediction: the products and sums of the host, in their order.
use super::call::On;
use crate::operator::OperatorError;
use lacuna::Value;
use lacuna_arrays::array::Array;
use lacuna_arrays::device::gpu::stored::{Form, Kept};
use lacuna_arrays::device::gpu::{Buffer, DeviceBroadcast, DeviceCsr, DeviceDense, DevicePlan, DeviceRowSparse};
use lacuna_cuda::{binary, cast, dot, map, reduce};

/// `x`, dense `v`, the columns that occur in `x`, and the rows of `v` for them: zeros where there is room for more.
struct Occurring<'a, V> {
    x: &'a DeviceCsr<V>,
    v: &'a DeviceDense<V>,
    plan: DevicePlan,
    own: DeviceDense<V>,
}

impl<'a, V: Kept + Value> Occurring<'a, V> {
    fn new(on: &On<'_>, x: &'a Array, v: &'a Array) -> Result<Self, OperatorError> {
        let (Form::Csr(csr), Form::Dense(dense)) = (on.form::<V>(0, x)?, on.form::<V>(1, v)?) else {
            return Err(on.no_kernel_for(&[x, v]));
        };
        let (x, v, gpu, factors) = (csr, dense, on.gpu(), dense.columns());
        let plan = dot::transpose_plan(gpu, x)?;
        let mut own = DeviceRowSparse::zeros(gpu, plan.pattern(), factors)?;
        cast::dense_to_row_sparse(gpu, v, &mut own)?;
        let own = DeviceDense::from_buffer(plan.pattern().capacity(), factors, own.into_buffer())?;
        Ok(Self { x, v, plan, own })
    }

    /// `x v`.
    fn products(&self, on: &On<'_>) -> Result<DeviceDense<V>, OperatorError> {
        let mut products = on.new_dense([self.x.rows(), self.v.columns()])?;
        dot::csr_dense(on.gpu(), self.x, self.v, &mut products)?;
        Ok(products)
    }

    fn buffer(&self, on: &On<'_>, length: usize) -> Result<Buffer<V>, OperatorError> {
        Ok(on.new_dense([length, 1])?.into_buffer())
    }
}

pub(super) fn forward<V: Kept + Value>(on: &On<'_>, x: &Array, v: &Array) -> Result<Array, OperatorError> {
    let (own, gpu) = (Occurring::<V>::new(on, x, v)?, on.gpu());
    let rows = own.x.rows();
    let mut norms = own.buffer(on, own.own.rows())?;
    reduce::square_sum_rows(gpu, &own.own, &mut norms)?;
    let norms = DeviceRowSparse::from_buffer(own.plan.pattern(), 1, norms)?;
    let mut squared = own.x.duplicate(gpu)?;
    map::square(gpu, own.x.values(), squared.values_mut())?;
    let (mut diagonal, mut squares) = (on.new_dense([rows, 1])?, own.buffer(on, rows)?);
    dot::csr_row_sparse(gpu, &squared, &norms, &mut diagonal)?;
    reduce::square_sum_rows(gpu, &own.products(on)?, &mut squares)?;
    let (mut twice, mut out) = (own.buffer(on, rows)?, on.new_dense([rows, 1])?);
    binary::subtract(gpu, &squares, diagonal.data(), &mut twice)?;
    map::mul_scalar(gpu, &twice, V::narrow(0.5), out.data_mut())?;
    Ok(on.result(&[rows, 1], Form::Dense(out)))
}

/// `x^T (g x v) - (x^2)^T g * v`, in the rows of the columns that occur.
pub(super) fn of_v<V: Kept + Value>(on: &On<'_>, x: &Array, v: &Array, outer: &Array) -> Result<Array, OperatorError> {
    let (own, gpu) = (Occurring::<V>::new(on, x, v)?, on.gpu());
    let (rows, factors, stored, pattern) = (own.x.rows(), own.v.columns(), own.own.rows(), own.plan.pattern());
    let outer = on.dense::<V>(0, outer)?;
    let mut weighted = on.new_dense([rows, factors])?;
    let products = own.products(on)?;
    binary::rows_multiply::<_, V, i64>(
        gpu,
        (&products).into(),
        DeviceBroadcast::Column(outer.data()),
        (&mut weighted).into(),
    )?;
    let (mut crossed, mut weights) =
        (DeviceRowSparse::zeros(gpu, pattern, factors)?, DeviceRowSparse::zeros(gpu, pattern, 1)?);
    dot::csr_t_dense(gpu, &own.plan, own.x.values(), &weighted, &mut crossed)?;
    let mut squares = own.buffer(on, own.x.values().len())?;
    map::square(gpu, own.x.values(), &mut squares)?;
    dot::csr_t_dense(gpu, &own.plan, &squares, outer, &mut weights)?;
    let mut diagonal = on.new_dense([stored, factors])?;
    binary::rows_multiply::<_, V, i64>(
        gpu,
        (&own.own).into(),
        DeviceBroadcast::Column(weights.data()),
        (&mut diagonal).into(),
    )?;
    let mut gradient = own.buffer(on, crossed.data().len())?;
    binary::subtract(gpu, crossed.data(), diagonal.data(), &mut gradient)?;
    Ok(on.result(v.shape(), Form::RowSparse(DeviceRowSparse::from_buffer(pattern, factors, gradient)?)))
}
