//! Sums and means.
use super::inputs::values;
use super::{Backward, Context, Inputs, Operator, OperatorError, with_float};
use crate::array::{Array, Element};
use lacuna::Value;
use lacuna::infer::Stype::{Csr, Dense, RowSparse};
use lacuna::reduce::csr_columns_scratch;

/// The sum over an axis of a matrix, or over all elements: an array of one element.
///
/// The operand is dense or csr, or row_sparse without an axis; the result is dense. Gradient, of a dense operand: that of the result for each term. Source: MXNet `sum`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// 0: over the rows, 1: over the columns; none: over everything.
    pub axis: Option<usize>,
}

/// The mean over an axis of a matrix, or over all elements: an array of one element.
///
/// Storage and gradients as of [`Sum`]. Source: MXNet `mean`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mean {
    /// 0: over the rows, 1: over the columns; none: over everything.
    pub axis: Option<usize>,
}

/// The shape of the result, and how many terms each element has.
fn reduced(operator: &'static str, x: &Array, axis: Option<usize>) -> Result<(usize, usize), OperatorError> {
    match (axis, x.shape()) {
        (None, _) => Ok((1, x.size())),
        (Some(0), &[rows, columns]) => Ok((columns, rows)),
        (Some(1), &[rows, columns]) => Ok((rows, columns)),
        (Some(_), shape) => {
            Err(OperatorError::Shape { operator, operand: 0, expected: "a matrix, and axis 0 or 1,", found: shape.to_vec() })
        }
    }
}

fn forward<V: Element + Value>(
    operator: &'static str,
    mean: bool,
    axis: Option<usize>,
    context: &Context,
    inputs: Inputs<'_>,
    output: &mut Array,
) -> Result<(), OperatorError> {
    let [x] = inputs.all(operator)?;
    let (length, _) = reduced(operator, x, axis)?;
    let stored = values::<V>(operator, 0, x)?;
    let cpu = context.cpu;
    let scratch = |columns: usize| context.arena.alloc_slice_fill_copy(csr_columns_scratch(columns), V::ZERO);
    let out = output.reuse_dense::<V>(&[length])?;
    match (x.stype(), axis, mean) {
        (_, None, false) => cpu.sum(stored, out)?,
        (_, None, true) => cpu.mean(stored, x.size(), out)?,
        (Dense, Some(0), false) => cpu.sum_columns(x.as_dense()?, out)?,
        (Dense, Some(0), true) => cpu.mean_columns(x.as_dense()?, out)?,
        (Dense, Some(_), false) => cpu.sum_rows(x.as_dense()?, out)?,
        (Dense, Some(_), true) => cpu.mean_rows(x.as_dense()?, out)?,
        (Csr, Some(0), false) => cpu.sum_csr_columns(x.as_csr()?, scratch(length), out)?,
        (Csr, Some(0), true) => cpu.mean_csr_columns(x.as_csr()?, scratch(length), out)?,
        (Csr, Some(_), false) => cpu.sum_csr_rows(x.as_csr()?, out)?,
        (Csr, Some(_), true) => cpu.mean_csr_rows(x.as_csr()?, out)?,
        (RowSparse, Some(_), _) => return Err(inputs.no_path(operator)),
    }
    Ok(())
}

fn backward<V: Element + Value>(
    operator: &'static str,
    mean: bool,
    axis: Option<usize>,
    context: &Context,
    call: &Backward<'_>,
    gradient: &mut Array,
) -> Result<(), OperatorError> {
    let [x] = call.inputs.all(operator)?;
    if x.stype() != Dense || call.gradient.stype() != Dense {
        return Err(call.inputs.no_path(operator));
    }
    let (_, terms) = reduced(operator, x, axis)?;
    let mut outer = values::<V>(operator, 0, call.gradient)?;
    if mean {
        let shares = context.arena.alloc_slice_fill_copy(outer.len(), V::ZERO);
        context.cpu.div_scalar(outer, V::narrow(terms as f64), shares)?;
        outer = shares;
    }
    gradient.reuse_dense::<V>(x.shape())?;
    let Some(axis) = axis else {
        let number = outer.first().copied().unwrap_or_default();
        gradient.data_mut::<V>().unwrap_or_default().fill(number);
        return Ok(());
    };
    let out = gradient.as_dense_mut::<V>()?;
    let done = if axis == 0 { context.cpu.repeat_columns(outer, out) } else { context.cpu.repeat_rows(outer, out) };
    Ok(done?)
}

macro_rules! reductions {
    ($($operator:ident $name:literal $mean:literal)*) => {$(
        impl Operator for $operator {
            fn name(&self) -> &'static str {
                $name
            }
            fn forward(&self, context: &Context, inputs: Inputs<'_>, output: &mut Array) -> Result<(), OperatorError> {
                let [x] = inputs.all($name)?;
                with_float!($name, x, V => forward::<V>($name, $mean, self.axis, context, inputs, output))
            }
            fn backward(&self, context: &Context, call: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Result<(), OperatorError> {
                let [x] = call.inputs.all($name)?;
                with_float!($name, x, V => backward::<V>($name, $mean, self.axis, context, call, gradient))
            }
        }
    )*};
}
reductions! { Sum "sum" false Mean "mean" true }
