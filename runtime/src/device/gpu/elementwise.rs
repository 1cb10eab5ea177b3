//! Functions of the elements at each place.
use super::call::{On, put};
use super::function::{gradient, run};
use crate::operator::backend::{Done, Elementwise, Pair};
use crate::operator::{OperatorError, with_float};
use lacuna::Value;
use lacuna_arrays::array::{Array, Function};
use lacuna_arrays::device::gpu::stored::{Form, Kept, dense_mut, matrix};
use lacuna_arrays::device::gpu::{Buffer, DeviceBroadcast, DeviceDense, DeviceRowSparse, DeviceRowsMut, Gpu, Pattern};
use lacuna_cuda::{Error, binary, rows};

impl Elementwise for On<'_> {
    fn pair(&self, pair: Pair, a: &Array, b: &Array, out: &mut Array) -> Done {
        put(out, with_float!(self.operator, a, V => pairs::<V>(self, pair, a, b)))
    }

    fn map(&self, function: Function, x: &Array, out: &mut Array) -> Done {
        put(out, with_float!(self.operator, x, V => of::<V>(self, x, |gpu, input, out| run(function, gpu, input, out))))
    }

    fn map_gradient(&self, function: Function, outer: &Array, x: &Array, result: &Array, out: &mut Array) -> Done {
        put(
            out,
            with_float!(self.operator, x, V => {
                let [input, result] = [x, result].map(|array| self.dense::<V>(0, array).map(DeviceDense::data));
                let (input, result) = (input?, result?);
                of::<V>(self, outer, |gpu, outer, out| gradient(function, gpu, [outer, input, result], out))
            }),
        )
    }

    fn accumulate(&self, x: &Array, sum: &mut Array) -> Done {
        with_float!(self.operator, sum, V => {
            let (gpu, sum) = (self.gpu(), dense_mut::<V>(self.gpu(), sum)?);
            match self.form::<V>(1, x)? {
                Form::Csr(x) => binary::accumulate_csr(gpu, x, sum)?,
                Form::RowSparse(x) => binary::accumulate_rows(gpu, x.into(), sum)?,
                Form::Dense(x) => binary::accumulate_rows::<_, V, i64>(gpu, x.into(), sum)?,
            }
            Ok(())
        })
    }

    fn accumulate_row(&self, row: &Array, sums: &mut Array) -> Done {
        with_float!(self.operator, row, V => {
            let row = DeviceBroadcast::Row(self.dense::<V>(0, row)?.data());
            Ok(binary::accumulate_rows::<_, V, i64>(self.gpu(), row, dense_mut(self.gpu(), sums)?)?)
        })
    }
}

/// A kernel of each element of a dense array.
pub(super) fn of<V: Kept + Value>(
    on: &On<'_>,
    x: &Array,
    kernel: impl FnOnce(&Gpu, &Buffer<V>, &mut Buffer<V>) -> Result<(), Error>,
) -> Result<Array, OperatorError> {
    let dense = on.dense::<V>(0, x)?;
    let mut out = on.new_dense::<V>([dense.rows(), dense.columns()])?;
    kernel(on.gpu(), dense.data(), out.data_mut())?;
    Ok(on.result(x.shape(), Form::Dense(out)))
}

type OfValues<V> = fn(&Gpu, &Buffer<V>, &Buffer<V>, &mut Buffer<V>) -> Result<(), Error>;
type OfRows<V> = fn(&Gpu, Rows<'_, V>, Rows<'_, V>, DeviceRowsMut<'_, V>) -> Result<(), Error>;
type Rows<'a, V> = DeviceBroadcast<'a, V>;
/// What writes a dense matrix.
type Write<'a, V> = dyn Fn(&mut DeviceDense<V>) -> Result<(), Error> + 'a;

/// Which rows the result stores where an operand is row_sparse.
enum Stored {
    /// Those of either, and all if one is dense.
    Union,
    /// Those of both.
    Intersection,
    /// All: the result is dense.
    Neither,
}

/// The kernels: of dense arrays, and of rows.
fn kernels<V: Kept + Value>(pair: Pair) -> (OfValues<V>, OfRows<V>, Stored) {
    match pair {
        Pair::Add => (binary::add, binary::rows_add, Stored::Union),
        Pair::Subtract => (binary::subtract, binary::rows_subtract, Stored::Union),
        Pair::Multiply => (binary::multiply, binary::rows_multiply, Stored::Intersection),
        Pair::Divide => (binary::divide, binary::rows_divide, Stored::Neither),
    }
}

fn pairs<V: Kept + Value>(on: &On<'_>, pair: Pair, a: &Array, b: &Array) -> Result<Array, OperatorError> {
    let (gpu, (rows, columns), (values, of_rows, stored)) = (on.gpu(), matrix(a.shape()), kernels::<V>(pair));
    let on_pattern = |pattern: &Pattern, left: Rows<'_, V>, right: Rows<'_, V>| {
        let mut out = DeviceRowSparse::new(gpu, pattern, columns)?;
        of_rows(gpu, left, right, (&mut out).into())?;
        Ok::<_, OperatorError>(Form::RowSparse(out))
    };
    let all_rows = |left: Rows<'_, V>, right: Rows<'_, V>| {
        let mut out = on.new_dense([rows, columns])?;
        of_rows(gpu, left, right, (&mut out).into())?;
        Ok::<_, OperatorError>(Form::Dense(out))
    };
    let whole = |write: &Write<'_, V>| {
        let mut out = on.new_dense([rows, columns])?;
        write(&mut out)?;
        Ok::<_, OperatorError>(Form::Dense(out))
    };
    let form = match (on.form::<V>(0, a)?, on.form::<V>(1, b)?, stored) {
        (Form::Dense(left), Form::Dense(right), _) => {
            let mut out = on.new_dense([rows, columns])?;
            values(gpu, left.data(), right.data(), out.data_mut())?;
            Form::Dense(out)
        }
        (Form::RowSparse(left), Form::RowSparse(right), Stored::Union) => {
            on_pattern(&rows::add_n_ids(gpu, &[left, right])?, left.into(), right.into())?
        }
        (Form::RowSparse(left), Form::RowSparse(right), Stored::Intersection) => {
            on_pattern(&binary::rows_intersection_ids(gpu, left, right)?, left.into(), right.into())?
        }
        (Form::RowSparse(left), Form::Dense(right), Stored::Union) => all_rows(left.into(), right.into())?,
        (Form::Dense(left), Form::RowSparse(right), Stored::Union) => all_rows(left.into(), right.into())?,
        (Form::RowSparse(left), Form::Dense(right), Stored::Intersection) => {
            on_pattern(left.pattern(), left.into(), right.into())?
        }
        (Form::Dense(left), Form::RowSparse(right), Stored::Intersection) => {
            on_pattern(right.pattern(), left.into(), right.into())?
        }
        (Form::RowSparse(left), Form::RowSparse(right), Stored::Neither) => all_rows(left.into(), right.into())?,
        (Form::RowSparse(left), Form::Dense(right), Stored::Neither) => all_rows(left.into(), right.into())?,
        (Form::Dense(left), Form::RowSparse(right), Stored::Neither) => all_rows(left.into(), right.into())?,
        (Form::Csr(left), Form::Dense(right), Stored::Union) => whole(&|out| match pair {
            Pair::Subtract => binary::csr_broadcast_subtract(gpu, left, right.into(), out),
            _ => binary::csr_broadcast_add(gpu, left, right.into(), out),
        })?,
        (Form::Dense(left), Form::Csr(right), Stored::Union) => whole(&|out| match pair {
            Pair::Subtract => binary::broadcast_subtract_csr(gpu, left.into(), right, out),
            _ => binary::csr_broadcast_add(gpu, right, left.into(), out),
        })?,
        (Form::Csr(csr), Form::Dense(other), Stored::Intersection)
        | (Form::Dense(other), Form::Csr(csr), Stored::Intersection) => {
            let mut out = csr.duplicate(gpu)?;
            binary::entries_multiply(gpu, csr, other.into(), out.values_mut())?;
            Form::Csr(out)
        }
        _ => return Err(on.no_kernel_for(&[a, b])),
    };
    Ok(on.result(a.shape(), form))
}
