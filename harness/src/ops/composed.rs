//! Calls that are several kernels one after the other, or that only copy.
#![allow(non_camel_case_types)]
use super::outcome::{dense, like, settle_new, unwritten};
use super::reduce::axis;
use super::sparse_products::{in_lanes, product_magnitudes};
use super::{Inputs, Magnitudes, Operation, Outcome, Stop};
use crate::backend::Backend;
use crate::fixture::{Array, Case, CaseIndex, Number, Stype, Values};
use crate::reference::{self, Arithmetic, Tracked};
use lacuna::dot::dense_dense_scratch;
use lacuna::{Broadcast, Dense, DenseMut, KernelError};

fn all_dense(case: &Case, operands: usize) -> bool {
    case.inputs.len() == operands && case.inputs.iter().all(|input| input.stype == Stype::Default)
}

/// A new list of values that a kernel writes.
fn written<V: Number>(length: usize, call: impl FnOnce(&mut [V]) -> Result<(), KernelError>) -> Result<Vec<V>, Stop> {
    let mut out = unwritten(length);
    settle_new(call(&mut out), &out)?;
    Ok(out)
}

/// How far a formula of the operands' elements may be off.
fn tracked<const N: usize>(case: &Case, formula: impl Fn([Tracked; N]) -> Tracked) -> Vec<Magnitudes> {
    let length = case.inputs.iter().map(|input| input.values.len()).max().unwrap_or(0);
    let of = |i: usize| std::array::from_fn(|operand| Tracked::new(case.inputs[operand].values.get(i)));
    vec![Magnitudes::tracked((0..length).map(|i| formula(of(i))))]
}

/// The operand itself.
pub(super) struct copy;

impl Operation for copy {
    const OPERATORS: &'static [&'static str] = &["copy"];
    const KERNEL: Option<&'static str> = None;

    fn accepts(case: &Case) -> Result<bool, String> {
        Ok(case.inputs.len() == 1)
    }

    fn run<V: Number, I: CaseIndex>(_: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        inputs.check(0)?;
        Ok(vec![like("out", inputs, 0, inputs.values(0)?.to_vec())?])
    }
}

/// The pattern with ones.
pub(super) struct adjacency;

impl Operation for adjacency {
    const OPERATORS: &'static [&'static str] = &["_contrib_dgl_adjacency"];
    const KERNEL: Option<&'static str> = None;

    fn accepts(case: &Case) -> Result<bool, String> {
        Ok(matches!(&case.inputs[..], [graph] if graph.stype == Stype::Csr))
    }

    fn run<V: Number, I: CaseIndex>(_: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let graph = inputs.csr(0)?;
        Ok(vec![like("out", inputs, 0, vec![V::ONE; graph.nnz()])?])
    }
}

/// The number of stored entries.
pub(super) struct whole_nnz;

impl Operation for whole_nnz {
    const OPERATORS: &'static [&'static str] = &["getnnz"];
    const KERNEL: Option<&'static str> = None;

    fn accepts(case: &Case) -> Result<bool, String> {
        let whole = case.params.integers("axis")?.is_none();
        Ok(whole && matches!(&case.inputs[..], [data] if data.stype == Stype::Csr))
    }

    fn run<V: Number, I: CaseIndex>(_: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let values = Values::I64(vec![inputs.csr(0)?.nnz() as i64]);
        Ok(vec![Array { values, ..dense::<V>("out", vec![1], Vec::new()) }])
    }
}

/// Gradients that are formed from the function's result, of its operand.
macro_rules! of_results {
    ($($name:ident $operator:literal $function:ident $slope:ident)*) => {$(
        pub(super) struct $name;

        impl Operation for $name {
            const OPERATORS: &'static [&'static str] = &[$operator];
            const KERNEL: Option<&'static str> = Some(stringify!($slope));

            fn accepts(case: &Case) -> Result<bool, String> {
                Ok(all_dense(case, 2))
            }

            fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
                let (gradient, data) = (inputs.values(0)?, inputs.values(1)?);
                let result = written(data.len(), |out| backend.$function(data, out))?;
                let out = written(data.len(), |out| backend.$slope(gradient, &result, out))?;
                Ok(vec![dense("out", inputs.shape(1)?.to_vec(), out)])
            }

            fn magnitudes(case: &Case, _: &[Array]) -> Vec<Magnitudes> {
                tracked(case, |[gradient, data]| reference::$slope(gradient, reference::$function(data)))
            }
        }
    )*};
}
of_results! {
    tanh_slope "backward_tanh" tanh tanh_backward
    tan_slope "backward_tan" tan tan_backward
    sqrt_slope "backward_sqrt" sqrt sqrt_backward
    cbrt_slope "backward_cbrt" cbrt cbrt_backward
    sigmoid_slope "backward_sigmoid" sigmoid sigmoid_backward
}

/// The gradient `-g x / y^2` of a quotient in respect of its divisor, as `g * -(x / y^2)`.
pub(super) struct divisor_gradient;

impl Operation for divisor_gradient {
    const OPERATORS: &'static [&'static str] = &["divisor_gradient"];
    const KERNEL: Option<&'static str> = Some("divide");

    fn accepts(case: &Case) -> Result<bool, String> {
        Ok(all_dense(case, 3))
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let operands = inputs.all_values()?;
        let [gradient, x, y] = operands[..] else { return Err(Stop::Broken("three operands".to_owned())) };
        let squares = written(y.len(), |out| backend.square(y, out))?;
        let shares = written(y.len(), |out| backend.divide(x, &squares, out))?;
        let slopes = written(y.len(), |out| backend.negative(&shares, out))?;
        let out = written(y.len(), |out| backend.multiply(gradient, &slopes, out))?;
        Ok(vec![dense("out", inputs.shape(2)?.to_vec(), out)])
    }

    fn magnitudes(case: &Case, _: &[Array]) -> Vec<Magnitudes> {
        tracked(case, |[gradient, x, y]| gradient * reference::negative(x / (y * y)))
    }
}

/// How the gradient of a sum is repeated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Repeat {
    /// One number for all elements.
    Whole,
    /// A number for each row.
    Rows,
    /// A number for each column.
    Columns,
}

impl Repeat {
    fn of(case: &Case) -> Result<Option<Self>, String> {
        let [_, data] = &case.inputs[..] else { return Ok(None) };
        Ok(match (axis(&case.params, data.shape.len())?.as_deref(), data.shape.len()) {
            (None, _) => Some(Self::Whole),
            (Some([1]), 2) => Some(Self::Rows),
            (Some([0]), 2) => Some(Self::Columns),
            _ => None,
        })
    }

    /// How many elements have the same number.
    fn count(self, shape: &[usize]) -> usize {
        match (self, shape) {
            (Self::Rows, &[_, columns]) => columns,
            (Self::Columns, &[rows, _]) => rows,
            _ => shape.iter().product(),
        }
    }

    /// Where the number of element `i` lies.
    const fn place(self, i: usize, columns: usize) -> usize {
        match self {
            Self::Whole => 0,
            Self::Rows => i / columns,
            Self::Columns => i % columns,
        }
    }
}

/// The gradient of a sum over the axes of a case, repeated for each element, and how often.
fn repeated<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Result<(Vec<V>, usize), Stop> {
    let (gradient, shape) = (inputs.values(0)?, inputs.shape(1)?);
    let length = shape.iter().product();
    let mut out = unwritten(length);
    let (how, matrix) = match (axis(inputs.params, shape.len())?.as_deref(), shape) {
        (Some([0]), &[rows, columns]) => (Repeat::Columns, [rows, columns]),
        (Some([1]), &[rows, columns]) => (Repeat::Rows, [rows, columns]),
        _ => (Repeat::Whole, [1, length]),
    };
    let to = DenseMut::new(matrix[0], matrix[1], &mut out)?;
    let result = match how {
        Repeat::Columns => backend.repeat_columns(gradient, to),
        _ => backend.repeat_rows(gradient, to),
    };
    settle_new(result, &out)?;
    Ok((out, how.count(shape)))
}

/// Gradients of sums: a formula of the element, its sum's gradient, and the number of terms.
macro_rules! of_sums {
    ($($name:ident $operator:literal [$($repeat:ident)|*] |$backend:ident, $data:ident, $gradient:ident, $count:ident|
        $run:expr, $formula:expr;)*) => {$(
        pub(super) struct $name;

        impl Operation for $name {
            const OPERATORS: &'static [&'static str] = &[$operator];
            const KERNEL: Option<&'static str> = Some("repeat_rows");
            const PARAMETERS: &'static [&'static str] = &["axis", "keepdims"];

            fn accepts(case: &Case) -> Result<bool, String> {
                Ok(all_dense(case, 2) && matches!(Repeat::of(case)?, $(Some(Repeat::$repeat))|*))
            }

            fn run<V: Number, I: CaseIndex>($backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
                let ($gradient, $count) = repeated($backend, inputs)?;
                let $data = inputs.values(1)?;
                let _ = ($data, $count);
                Ok(vec![dense("out", inputs.shape(1)?.to_vec(), $run)])
            }

            fn magnitudes(case: &Case, _: &[Array]) -> Vec<Magnitudes> {
                let ([gradient, data], Ok(Some(repeat))) = (&case.inputs[..], Repeat::of(case)) else {
                    return Vec::new();
                };
                let $count = Tracked::exact(repeat.count(&data.shape) as f32);
                let of = |i: usize| {
                    let $gradient = Tracked::new(gradient.values.get(repeat.place(i, data.row_length().max(1))));
                    let $data = Tracked::new(data.values.get(i));
                    let _ = ($data, $count);
                    $formula
                };
                vec![Magnitudes::tracked((0..data.values.len()).map(of))]
            }
        }
    )*};
}
of_sums! {
    whole_sum_gradient "backward_sum" [Whole] |backend, data, gradient, count| gradient, gradient;
    mean_gradient "backward_mean" [Whole | Rows | Columns] |backend, data, gradient, count|
        written(data.len(), |out| backend.div_scalar(&gradient, V::narrow(count as f64), out))?,
        gradient / count;
    square_sum_gradient "backward_square_sum" [Whole | Rows | Columns] |backend, data, gradient, count|
        written(data.len(), |out| backend.square_backward(&gradient, data, out))?,
        reference::square_backward(gradient, data);
}

/// Sums of each row of elements that kernels have made of several operands.
macro_rules! sums_of_elements {
    ($($name:ident $operator:literal |$backend:ident, [$($operand:ident),+], $length:ident| $elements:expr,
        $formula:expr;)*) => {$(
        pub(super) struct $name;

        impl Operation for $name {
            const OPERATORS: &'static [&'static str] = &[$operator];
            const KERNEL: Option<&'static str> = Some("sum_rows");
            const PARAMETERS: &'static [&'static str] = &["axis"];

            fn accepts(case: &Case) -> Result<bool, String> {
                Ok(all_dense(case, [$(stringify!($operand)),+].len()))
            }

            fn run<V: Number, I: CaseIndex>($backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
                let operands = inputs.all_values()?;
                let [$($operand),+] = operands[..] else { return Err(Stop::Broken("other operands".to_owned())) };
                let &[rows, columns] = inputs.shape(0)? else { return Err(Stop::Broken("no matrix".to_owned())) };
                let $length = rows * columns;
                let elements = $elements;
                let matrix = Dense::new(rows, columns, &elements)?;
                let out = written(rows, |out| $backend.sum_rows(matrix, out))?;
                Ok(vec![dense("out", vec![rows], out)])
            }

            fn magnitudes(case: &Case, _: &[Array]) -> Vec<Magnitudes> {
                let columns = case.inputs[0].row_length();
                let element = |i: usize| {
                    let mut operands = case.inputs.iter().map(|input| Tracked::new(input.values.get(i)));
                    $(let $operand = operands.next().unwrap_or(Tracked::new(0.0));)+
                    $formula
                };
                let sum = |row: usize| {
                    let terms = (row * columns..(row + 1) * columns).map(element);
                    terms.fold(Tracked::new(0.0), |sum, term| sum + term)
                };
                vec![Magnitudes::tracked((0..case.inputs[0].rows()).map(sum))]
            }
        }
    )*};
}
sums_of_elements! {
    negated_sum "negated_sum" |backend, [gradient], length|
        written(length, |out| backend.negative(gradient, out))?, reference::negative(gradient);
    product_sums "product_sums" |backend, [gradient, x], length|
        written(length, |out| backend.multiply(gradient, x, out))?, gradient * x;
    quotient_sums "quotient_sums" |backend, [gradient, y], length|
        written(length, |out| backend.divide(gradient, y, out))?, gradient / y;
    divisor_gradient_sums "divisor_gradient_sums" |backend, [gradient, x, y], length| {
        let squares = written(length, |out| backend.square(y, out))?;
        let shares = written(length, |out| backend.divide(x, &squares, out))?;
        let slopes = written(length, |out| backend.negative(&shares, out))?;
        written(length, |out| backend.multiply(gradient, &slopes, out))?
    }, gradient * reference::negative(x / (y * y));
}

/// Gradients of norms of the rows of a matrix: `g sign(x)`, and `g / norm x`.
macro_rules! of_norms {
    ($($name:ident $operator:literal |$backend:ident, $gradient:ident, $data:ident, $matrix:ident| $run:expr,
        |$g:ident, $x:ident, $squares:ident| $formula:expr;)*) => {$(
        pub(super) struct $name;

        impl Operation for $name {
            const OPERATORS: &'static [&'static str] = &[$operator];
            const KERNEL: Option<&'static str> = Some("repeat_rows");

            fn accepts(case: &Case) -> Result<bool, String> {
                Ok(all_dense(case, 2))
            }

            fn run<V: Number, I: CaseIndex>($backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
                let ($gradient, $data) = (inputs.values(0)?, inputs.values(1)?);
                let $matrix @ [rows, columns] = [inputs.array(1)?.rows(), inputs.array(1)?.row_length()];
                let out = $run;
                Ok(vec![dense("out", vec![rows, columns], out)])
            }

            fn magnitudes(case: &Case, _: &[Array]) -> Vec<Magnitudes> {
                let [gradient, data] = &case.inputs[..] else { return Vec::new() };
                let columns = data.row_length().max(1);
                let at = |i: usize| Tracked::new(data.values.get(i));
                let of = |i: usize| {
                    let row = i / columns;
                    let squares = (row * columns..(row + 1) * columns).map(|i| at(i) * at(i));
                    let $squares = squares.fold(Tracked::new(0.0), |sum, square| sum + square);
                    let ($g, $x) = (Tracked::new(gradient.values.get(row)), at(i));
                    let _ = $squares;
                    $formula
                };
                vec![Magnitudes::tracked((0..data.values.len()).map(of))]
            }
        }
    )*};
}
of_norms! {
    norm1_gradient "norm1_gradient" |backend, gradient, data, matrix| {
        let each = repeated_rows(backend, gradient, matrix)?;
        written(data.len(), |out| backend.abs_backward(&each, data, out))?
    }, |g, x, _squares| reference::abs_backward(g, x);
    norm2_gradient "norm2_gradient" |backend, gradient, data, matrix| {
        let rows = Dense::new(matrix[0], matrix[1], data)?;
        let norms = written(matrix[0], |out| backend.norm2_rows(rows, out))?;
        let shares = written(matrix[0], |out| backend.divide(gradient, &norms, out))?;
        let each = repeated_rows(backend, &shares, matrix)?;
        written(data.len(), |out| backend.multiply(&each, data, out))?
    }, |g, x, squares| g / reference::sqrt(squares) * x;
}

/// A number for each row, repeated along it.
fn repeated_rows<V: Number>(backend: &dyn Backend, numbers: &[V], [rows, columns]: [usize; 2]) -> Result<Vec<V>, Stop> {
    let mut out = unwritten(rows * columns);
    let to = DenseMut::new(rows, columns, &mut out)?;
    settle_new(backend.repeat_rows(numbers, to), &out)?;
    Ok(out)
}

/// `x w^T + b`, of a dense or row_sparse weight.
pub(super) struct fully_connected;

impl fully_connected {
    /// Rows and columns of the data as a matrix, and the shape of the result without its last axis.
    fn rows<'a>(params: &crate::fixture::Params, shape: &'a [usize]) -> Result<(usize, usize, &'a [usize]), String> {
        let leading = if params.switch("flatten", true)? { 1 } else { shape.len().saturating_sub(1) };
        let (leading, rest) = shape.split_at(leading.min(shape.len()));
        Ok((leading.iter().product(), rest.iter().product(), leading))
    }
}

impl Operation for fully_connected {
    const OPERATORS: &'static [&'static str] = &["FullyConnected"];
    const KERNEL: Option<&'static str> = Some("dense_dense_t");
    const PARAMETERS: &'static [&'static str] = &["num_hidden", "no_bias", "flatten"];

    fn accepts(case: &Case) -> Result<bool, String> {
        let operands = if case.params.switch("no_bias", false)? { 2 } else { 3 };
        let is_dense = |place: usize| case.inputs.get(place).is_none_or(|input| input.stype == Stype::Default);
        let weight = case.inputs.get(1).is_some_and(|weight| weight.stype != Stype::Csr && weight.shape.len() == 2);
        // A kernel of its own does it.
        let alone = operands == 2 && !is_dense(1) && case.params.switch("flatten", true)?;
        Ok(case.inputs.len() == operands && is_dense(0) && is_dense(2) && weight && !alone)
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let (rows, terms, leading) = Self::rows(inputs.params, inputs.shape(0)?)?;
        let data = Dense::new(rows, terms, inputs.values(0)?)?;
        let hidden = inputs.shape(1)?.first().copied().unwrap_or(0);
        let mut out = unwritten(rows * hidden);
        let to = DenseMut::new(rows, hidden, &mut out)?;
        let result = if inputs.stype(1) == Some(Stype::RowSparse) {
            backend.dense_row_sparse_t(data, inputs.row_sparse(1)?, to)
        } else {
            let mut scratch = unwritten(dense_dense_scratch(rows, hidden, terms));
            backend.dense_dense_t(data, inputs.dense(1)?, &mut scratch, to)
        };
        settle_new(result, &out)?;
        if inputs.len() > 2 {
            let (product, bias) = (Dense::new(rows, hidden, &out)?, Broadcast::<V, I>::Row(inputs.values(2)?));
            let mut sum = unwritten(rows * hidden);
            let to = DenseMut::new(rows, hidden, &mut sum)?;
            settle_new(backend.rows_add(product.into(), bias, to.into()), &sum)?;
            out = sum;
        }
        Ok(vec![dense("out", [leading, &[hidden]].concat(), out)])
    }

    fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
        let Ok((rows, terms, _)) = Self::rows(&case.params, &case.inputs[0].shape) else { return Vec::new() };
        let mut matrix = case.clone();
        matrix.inputs[0].shape = vec![rows, terms];
        let mut result = results.to_vec();
        let hidden = case.inputs[1].rows();
        result.iter_mut().for_each(|result| result.shape = vec![rows, hidden]);
        let mut magnitudes = product_magnitudes(&matrix, &result, [false, true]);
        if let ([of_sum], Some(bias)) = (&mut magnitudes[..], case.inputs.get(2)) {
            for (i, (sum, roundings)) in of_sum.sums.iter_mut().zip(&mut of_sum.roundings).enumerate() {
                *sum += bias.values.get(i % hidden.max(1)).abs();
                *roundings += 1;
            }
        }
        in_lanes(magnitudes)
    }
}
