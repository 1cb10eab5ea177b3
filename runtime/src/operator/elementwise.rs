//! Functions of two arrays of one shape, and of an array and a row.
use super::backend::{Done, Pair};
use super::entry::entries;
use super::{Backward, Call, Definition, DenseKernel, Inputs};
use lacuna::infer::Stype::{Csr, Dense, RowSparse};
use lacuna_arrays::array::{Array, Function};

/// `a + b`.
///
/// | operands | result |
/// |---|---|
/// | both dense, csr or row_sparse | stored as they are, on the union of the patterns |
/// | dense and csr or row_sparse | dense |
///
/// Gradient: that of the result. Source: MXNet `elemwise_add`.
#[derive(Clone, Copy, Debug)]
pub struct Add;

/// `a - b`, stored as the result of [`Add`].
///
/// Gradient: that of the result, and its negative. Source: MXNet `elemwise_sub`.
#[derive(Clone, Copy, Debug)]
pub struct Subtract;

/// `a * b`, element by element.
///
/// | operands | result |
/// |---|---|
/// | both dense, csr or row_sparse | stored as they are, on the intersection of the patterns |
/// | dense and row_sparse | row_sparse, of the ids of the sparse operand |
/// | dense and csr | csr, of its pattern |
///
/// Gradient: that of the result times the other operand. Source: MXNet `elemwise_mul`.
#[derive(Clone, Copy, Debug)]
pub struct Multiply;

/// `a / b`, element by element: dense, however the operands are stored, for 0 / 0 is NaN. No operand is copied but a csr.
///
/// Gradients: `g / b` and `-g a / b^2`, of dense arrays. Source: MXNet `elemwise_div`.
#[derive(Clone, Copy, Debug)]
pub struct Divide;

/// `a + b`, with one row `b` for all rows of a dense or csr `a`: a bias. The result is dense.
///
/// Gradients: that of the result, and its sums over the rows. Source: MXNet `broadcast_add`.
#[derive(Clone, Copy, Debug)]
pub struct AddRow;

entries! {
    "elemwise_add" [
        "_Plus", "_plus", "_add", "_sparse_elemwise_add"
    ] ("lhs", "rhs") |_p| Built::of_one_shape(Add, Passed);
    "elemwise_sub" [
        "_Minus", "_minus", "_sub", "_sparse_elemwise_sub"
    ] ("lhs", "rhs") |_p| Built::of_one_shape(Subtract, Through("_backward_sub", &[Gradient]));
    "elemwise_mul" ["_Mul", "_mul", "_sparse_elemwise_mul"] ("lhs", "rhs") |_p| {
        Built::of_one_shape(Multiply, Through("_backward_mul", &[Gradient, Input(0), Input(1)]))
    };
    "elemwise_div" ["_Div", "_div", "_sparse_elemwise_div"] ("lhs", "rhs") |_p| {
        Built::of_one_shape(Divide, Through("_backward_div", &[Gradient, Input(0), Input(1)]))
    };
    "_scatter_elemwise_div" ("lhs", "rhs") |_p| {
        Built::of_one_shape(DivideStored, Through("_backward_div", &[Gradient, Input(0), Input(1)]))
    };
}

/// The stored numbers of a row_sparse `a`, divided by those of `b`: the result has its rows. Of two dense arrays it is
/// [`Divide`]. Source: MXNet `_scatter_elemwise_div`.
#[derive(Clone, Copy, Debug)]
struct DivideStored;

impl Definition for DivideStored {
    fn name(&self) -> &'static str {
        "_scatter_elemwise_div"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let [a, b] = call.all()?;
        if a.stype() != RowSparse {
            call.all_dense::<2>()?;
            return Divide.result(call, output);
        }
        call.float(a)?;
        call.fits(call.inputs, |shapes| shapes.same())?;
        let mut copy = call.on.temporary();
        let b = if b.stype() == Csr { call.densified(b, &mut copy)? } else { b };
        call.host()?.divide_stored(a, b, output)
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, operand: usize, gradient: &mut Array) -> Done {
        call.dense(backward.output)?;
        Divide.gradient(call, backward, operand, gradient)
    }
}

/// A pair of operands of one shape.
fn pair(call: &Call<'_>, pair: Pair, a: &Array, b: &Array, out: &mut Array) -> Done {
    call.float(a)?;
    call.fits(Inputs::from(&[a, b][..]), |shapes| shapes.same())?;
    // As in MXNet, this is no fallback if one of them is dense.
    let is_divided = matches!(pair, Pair::Divide) && (a.stype() == Dense || b.stype() == Dense);
    if is_divided && (a.stype() == Csr || b.stype() == Csr) {
        let (mut of_a, mut of_b) = (call.on.temporary(), call.on.temporary());
        return call.on.pair(pair, call.densified(a, &mut of_a)?, call.densified(b, &mut of_b)?, out);
    }
    call.on.pair(pair, a, b, out)
}

macro_rules! pairs {
    ($($operator:ident $name:literal |$call:ident, $backward:ident, $operand:ident, $gradient:ident| $body:expr;)*) =>
        {$(
        impl Definition for $operator {
            fn name(&self) -> &'static str {
                $name
            }
            fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
                let [a, b] = call.all()?;
                pair(call, Pair::$operator, a, b, output)
            }
            fn gradient(
                &self, $call: &Call<'_>, $backward: &Backward<'_>, $operand: usize, $gradient: &mut Array
            ) -> Done {
                $body
            }
        }
    )*};
}
pairs! {
    Add "elemwise_add" |call, backward, _operand, gradient| call.on.copy(backward.gradient, gradient);
    Subtract "elemwise_sub" |call, backward, operand, gradient| match operand {
        0 => call.on.copy(backward.gradient, gradient),
        _ => call.on.map(Function::Negative, backward.gradient, gradient),
    };
    Multiply "elemwise_mul" |call, backward, operand, gradient| {
        let [a, b] = call.all()?;
        pair(call, Pair::Multiply, backward.gradient, if operand == 0 { b } else { a }, gradient)
    };
    Divide "elemwise_div" |call, backward, operand, gradient| {
        let [_, divisor] = call.all_dense()?;
        call.dense(backward.gradient)?;
        if operand == 0 {
            return pair(call, Pair::Divide, backward.gradient, divisor, gradient);
        }
        // -g (a / b) / b, of which nothing overflows that the result does not.
        let (mut quotients, mut products) = (call.on.temporary(), call.on.temporary());
        pair(call, Pair::Divide, backward.gradient, divisor, &mut quotients)?;
        pair(call, Pair::Multiply, &quotients, backward.output, &mut products)?;
        call.on.map(Function::Negative, &products, gradient)
    };
}

impl Definition for AddRow {
    fn name(&self) -> &'static str {
        "broadcast_add"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let [a, row] = call.all()?;
        if a.stype() == RowSparse || row.stype() == RowSparse {
            return Err(call.no_path());
        }
        let (mut of_a, mut of_row) = (call.on.temporary(), call.on.temporary());
        let (a, row) = (call.densified(a, &mut of_a)?, call.densified(row, &mut of_row)?);
        call.float(a)?;
        call.same_dtype(1, row, a)?;
        let columns: usize = if let [length] = *a.shape() { length } else { a.shape().iter().skip(1).product() };
        if row.size() != columns {
            return Err(call.wrong_shape(1, "one element for each column of the first", row));
        }
        call.on.dense(DenseKernel::rows_add, &[a, row], &[], a.shape(), output)
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, operand: usize, gradient: &mut Array) -> Done {
        let [_, row] = call.all()?;
        call.dense(backward.gradient)?;
        match operand {
            0 => call.on.copy(backward.gradient, gradient),
            _ => call.on.dense(DenseKernel::sum_columns, &[backward.gradient], &[], row.shape(), gradient),
        }
    }
}
