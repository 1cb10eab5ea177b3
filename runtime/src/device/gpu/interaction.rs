//! What pairs of features add to a prediction: the products and sums of the host, in their order.
use super::Machine;
use super::call::Call;
use super::operators::Kernels;
use super::stored::{Form, Kept};
use crate::array::Array;
use crate::operator::{Backward, Interaction, OperatorError, with_float};
use lacuna::Value;
use lacuna_cuda::{Buffer, DeviceBroadcast, DeviceCsr, DeviceDense, DevicePlan, DeviceRowSparse, binary, cast, dot, map, reduce};

impl<D: Machine> Kernels<D> for Interaction {
    fn forward(&self, call: &mut Call<'_, D>) -> Result<Array, OperatorError> {
        let [x, _] = call.all()?;
        with_float!(call.name, x, V => forward::<D, V>(call))
    }

    fn backward(&self, call: &mut Call<'_, D>, backward: &Backward<'_>, _operand: usize) -> Result<Array, OperatorError> {
        let [x, _] = call.all()?;
        with_float!(call.name, x, V => of_v::<D, V>(call, backward.gradient))
    }
}

/// `x`, dense `v`, the columns that occur in `x`, and the rows of `v` for them: zeros where there is room for more.
struct Occurring<'a, D: Machine, V> {
    x: &'a DeviceCsr<D, V, i64>,
    v: &'a DeviceDense<D, V>,
    plan: DevicePlan<D, i64>,
    own: DeviceDense<D, V>,
}

impl<'a, D: Machine, V: Kept + Value> Occurring<'a, D, V> {
    fn new(call: &Call<'a, D>) -> Result<Self, OperatorError> {
        let ([x, v], gpu) = (call.all()?, call.gpu());
        let factors = match (x.shape(), v.shape()) {
            (&[_, columns], &[features, factors]) if columns == features => factors,
            _ => return Err(call.wrong_shape(1, "a row for each column of the first", v)),
        };
        let (Form::Csr(x), Form::Dense(v)) = (call.form::<V>(0, x)?, call.form::<V>(1, v)?) else { return Err(call.no_kernel()) };
        let plan = dot::transpose_plan(gpu, x)?;
        let mut own = DeviceRowSparse::zeros(gpu, plan.pattern(), factors)?;
        cast::dense_to_row_sparse(gpu, v, &mut own)?;
        let own = DeviceDense::from_buffer(plan.pattern().capacity(), factors, own.into_buffer())?;
        Ok(Self { x, v, plan, own })
    }

    /// `x v`.
    fn products(&self, call: &Call<'_, D>) -> Result<DeviceDense<D, V>, OperatorError> {
        let mut products = call.new_dense([self.x.rows(), self.v.columns()])?;
        dot::csr_dense(call.gpu(), self.x, self.v, &mut products)?;
        Ok(products)
    }

    fn buffer(&self, call: &Call<'_, D>, length: usize) -> Result<Buffer<D, V>, OperatorError> {
        Ok(call.new_dense([length, 1])?.into_buffer())
    }
}

fn forward<D: Machine, V: Kept + Value>(call: &Call<'_, D>) -> Result<Array, OperatorError> {
    let (own, gpu) = (Occurring::<D, V>::new(call)?, call.gpu());
    let rows = own.x.rows();
    let mut norms = own.buffer(call, own.own.rows())?;
    reduce::square_sum_rows(gpu, &own.own, &mut norms)?;
    let norms = DeviceRowSparse::from_buffer(own.plan.pattern(), 1, norms)?;
    let mut squared = own.x.duplicate(gpu)?;
    map::square(gpu, own.x.values(), squared.values_mut())?;
    let (mut diagonal, mut squares) = (call.new_dense([rows, 1])?, own.buffer(call, rows)?);
    dot::csr_row_sparse(gpu, &squared, &norms, &mut diagonal)?;
    reduce::square_sum_rows(gpu, &own.products(call)?, &mut squares)?;
    let (mut twice, mut out) = (own.buffer(call, rows)?, call.new_dense([rows, 1])?);
    binary::subtract(gpu, &squares, diagonal.data(), &mut twice)?;
    map::mul_scalar(gpu, &twice, V::narrow(0.5), out.data_mut())?;
    Ok(call.result(&[rows, 1], Form::Dense(out)))
}

/// `x^T (g x v) - (x^2)^T g * v`, in the rows of the columns that occur.
fn of_v<D: Machine, V: Kept + Value>(call: &Call<'_, D>, outer: &Array) -> Result<Array, OperatorError> {
    let ([_, v], own, gpu) = (call.all()?, Occurring::<D, V>::new(call)?, call.gpu());
    let (rows, factors, stored, pattern) = (own.x.rows(), own.v.columns(), own.own.rows(), own.plan.pattern());
    let outer = call.dense::<V>(0, outer)?;
    let mut weighted = call.new_dense([rows, factors])?;
    let products = own.products(call)?;
    binary::rows_multiply::<_, V, i64>(gpu, (&products).into(), DeviceBroadcast::Column(outer.data()), (&mut weighted).into())?;
    let (mut crossed, mut weights) = (DeviceRowSparse::zeros(gpu, pattern, factors)?, DeviceRowSparse::zeros(gpu, pattern, 1)?);
    dot::csr_t_dense(gpu, &own.plan, own.x.values(), &weighted, &mut crossed)?;
    let mut squares = own.buffer(call, own.x.values().len())?;
    map::square(gpu, own.x.values(), &mut squares)?;
    dot::csr_t_dense(gpu, &own.plan, &squares, outer, &mut weights)?;
    let mut diagonal = call.new_dense([stored, factors])?;
    binary::rows_multiply::<_, V, i64>(gpu, (&own.own).into(), DeviceBroadcast::Column(weights.data()), (&mut diagonal).into())?;
    let mut gradient = own.buffer(call, crossed.data().len())?;
    binary::subtract(gpu, crossed.data(), diagonal.data(), &mut gradient)?;
    Ok(call.result(v.shape(), Form::RowSparse(DeviceRowSparse::from_buffer(pattern, factors, gradient)?)))
}
