//! Functions of two arrays of one shape, of an array and a row, and arrays as they are.
use super::Machine;
use super::call::Call;
use super::dot::sum_rows;
use super::operators::Kernels;
use super::stored::{Form, Kept, matrix};
use super::{cast, function};
use crate::array::{Array, ArrayError};
use crate::operator::{Add, AddRow, Backward, CastStorage, Copy, Detach, Divide, Multiply, OperatorError, Reshape, Subtract, with_float};
use lacuna::Value;
use lacuna_cuda::{Buffer, DeviceBroadcast, DeviceDense, DeviceRowSparse, DeviceRowsMut, Error, Gpu, Pattern, binary, map, rows};

/// The kernels of a function of two numbers: of dense arrays, and of rows.
struct Pair<D: Machine, V> {
    values: OfValues<D, V>,
    rows: OfRows<D, V>,
    stored: Stored,
}

type OfValues<D, V> = fn(&Gpu<D>, &Buffer<D, V>, &Buffer<D, V>, &mut Buffer<D, V>) -> Result<(), Error>;
type OfRows<D, V> = fn(&Gpu<D>, Rows<'_, D, V>, Rows<'_, D, V>, DeviceRowsMut<'_, D, V, i64>) -> Result<(), Error>;
type Rows<'a, D, V> = DeviceBroadcast<'a, D, V, i64>;

/// Which rows the result stores where an operand is row_sparse.
enum Stored {
    /// Those of either, and all if one is dense.
    Union,
    /// Those of both.
    Intersection,
    /// There is no such result.
    Neither,
}

/// A function of the elements at each place of two arrays.
fn pairs<D: Machine, V: Kept + Value>(call: &Call<'_, D>, a: &Array, b: &Array, pair: Pair<D, V>) -> Result<Array, OperatorError> {
    if a.shape() != b.shape() {
        return Err(call.wrong_shape(1, "that of the first", b));
    }
    let (gpu, (rows, columns), Pair { values, rows: of_rows, stored }) = (call.gpu(), matrix(a.shape()), pair);
    let on_pattern = |pattern: &Pattern<D, i64>, left: Rows<'_, D, V>, right: Rows<'_, D, V>| {
        let mut out = DeviceRowSparse::new(gpu, pattern, columns)?;
        of_rows(gpu, left, right, (&mut out).into())?;
        Ok::<_, OperatorError>(Form::RowSparse(out))
    };
    let all_rows = |left: Rows<'_, D, V>, right: Rows<'_, D, V>| {
        let mut out = call.new_dense([rows, columns])?;
        of_rows(gpu, left, right, (&mut out).into())?;
        Ok::<_, OperatorError>(Form::Dense(out))
    };
    let form = match (call.form::<V>(0, a)?, call.form::<V>(1, b)?, stored) {
        (Form::Dense(left), Form::Dense(right), _) => {
            let mut out = call.new_dense([rows, columns])?;
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
        (Form::RowSparse(left), Form::Dense(right), Stored::Intersection) => on_pattern(left.pattern(), left.into(), right.into())?,
        (Form::Dense(left), Form::RowSparse(right), Stored::Intersection) => on_pattern(right.pattern(), left.into(), right.into())?,
        _ => return Err(call.no_kernel_for(&[a, b])),
    };
    Ok(call.result(a.shape(), form))
}

macro_rules! kernels {
    ($($name:ident $values:ident $rows:ident $stored:ident;)*) => {$(
        fn $name<D: Machine, V: Kept + Value>() -> Pair<D, V> {
            Pair { values: binary::$values, rows: binary::$rows, stored: Stored::$stored }
        }
    )*};
}
kernels! {
    add add rows_add Union;
    subtract subtract rows_subtract Union;
    multiply multiply rows_multiply Intersection;
    divide divide rows_divide Neither;
}

macro_rules! pairs {
    ($($Operator:ident $pair:ident |$call:ident, $backward:ident, $operand:ident| $gradient:expr;)*) => {$(
        impl<D: Machine> Kernels<D> for $Operator {
            fn forward(&self, call: &mut Call<'_, D>) -> Result<Array, OperatorError> {
                let [a, b] = call.all()?;
                with_float!(call.name, a, V => pairs::<D, V>(call, a, b, $pair()))
            }
            fn backward(&self, $call: &mut Call<'_, D>, $backward: &Backward<'_>, $operand: usize) -> Result<Array, OperatorError> {
                $gradient
            }
        }
    )*};
}
pairs! {
    Add add |_call, backward, _operand| Ok(backward.gradient.clone());
    Subtract subtract |call, backward, operand| {
        let outer = backward.gradient;
        if operand == 0 { Ok(outer.clone()) } else { with_float!(call.name, outer, V => function::of::<D, V>(call, outer, map::negative)) }
    };
    Multiply multiply |call, backward, operand| {
        let ([a, b], outer) = (call.all()?, backward.gradient);
        with_float!(call.name, outer, V => pairs::<D, V>(call, outer, if operand == 0 { b } else { a }, multiply()))
    };
    Divide divide |call, backward, operand| {
        let ([_, b], outer) = (call.all()?, backward.gradient);
        with_float!(call.name, outer, V => {
            let quotients = pairs::<D, V>(call, outer, b, divide())?;
            if operand == 0 {
                return Ok(quotients);
            }
            let products = pairs::<D, V>(call, &quotients, backward.output, multiply())?;
            function::of::<D, V>(call, &products, map::negative)
        })
    };
}

impl<D: Machine> Kernels<D> for AddRow {
    fn forward(&self, call: &mut Call<'_, D>) -> Result<Array, OperatorError> {
        let [a, row] = call.all()?;
        with_float!(call.name, a, V => add_row::<D, V>(call, a, row))
    }

    fn backward(&self, call: &mut Call<'_, D>, backward: &Backward<'_>, operand: usize) -> Result<Array, OperatorError> {
        let ([_, row], outer) = (call.all()?, backward.gradient);
        if operand == 0 {
            return Ok(outer.clone());
        }
        with_float!(call.name, outer, V => sum_rows::<D, V>(call, outer, row.shape()))
    }
}

fn add_row<D: Machine, V: Kept + Value>(call: &Call<'_, D>, a: &Array, row: &Array) -> Result<Array, OperatorError> {
    let (dense, values) = (call.dense::<V>(0, a)?, call.dense::<V>(1, row)?.data());
    let &[_, columns] = a.shape() else { return Err(call.wrong_shape(0, "a matrix", a)) };
    if values.len() != columns {
        return Err(call.wrong_shape(1, "one element for each column of the first", row));
    }
    let mut out = call.new_dense::<V>([dense.rows(), columns])?;
    binary::rows_add::<_, V, i64>(call.gpu(), dense.into(), DeviceBroadcast::Row(values), (&mut out).into())?;
    Ok(call.result(a.shape(), Form::Dense(out)))
}

macro_rules! as_they_are {
    ($($Operator:ident)*) => {$(
        impl<D: Machine> Kernels<D> for $Operator {
            fn forward(&self, call: &mut Call<'_, D>) -> Result<Array, OperatorError> {
                let [x] = call.all()?;
                Ok(x.clone())
            }
            fn backward(&self, _: &mut Call<'_, D>, backward: &Backward<'_>, _: usize) -> Result<Array, OperatorError> {
                Ok(backward.gradient.clone())
            }
        }
    )*};
}
as_they_are! { Copy Detach }

impl<D: Machine> Kernels<D> for CastStorage {
    fn forward(&self, call: &mut Call<'_, D>) -> Result<Array, OperatorError> {
        let [x] = call.all()?;
        Ok(cast::tostype(call.gpu(), call.here, x, self.stype)?)
    }

    fn backward(&self, _: &mut Call<'_, D>, backward: &Backward<'_>, _: usize) -> Result<Array, OperatorError> {
        Ok(backward.gradient.clone())
    }
}

impl<D: Machine> Kernels<D> for Reshape {
    fn forward(&self, call: &mut Call<'_, D>) -> Result<Array, OperatorError> {
        let [x] = call.all()?;
        with_float!(call.name, x, V => reshaped::<D, V>(call, x, &self.shape))
    }

    fn backward(&self, call: &mut Call<'_, D>, backward: &Backward<'_>, _: usize) -> Result<Array, OperatorError> {
        let [x] = call.all()?;
        with_float!(call.name, x, V => reshaped::<D, V>(call, backward.gradient, x.shape()))
    }
}

fn reshaped<D: Machine, V: Kept>(call: &Call<'_, D>, x: &Array, shape: &[usize]) -> Result<Array, OperatorError> {
    let dense = call.dense::<V>(0, x)?;
    let (expected, found) = (shape.iter().try_fold(1_usize, |product, &length| product.checked_mul(length)), x.size());
    if expected != Some(found) {
        return Err(ArrayError::Length { shape: shape.to_vec(), expected: expected.unwrap_or(usize::MAX), found }.into());
    }
    let (rows, columns) = matrix(shape);
    let copy = DeviceDense::from_buffer(rows, columns, dense.data().duplicate(call.gpu())?)?;
    Ok(call.result(shape, Form::Dense(copy)))
}
