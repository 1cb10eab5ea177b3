//! Dense columns beside each other.
use super::inputs::values;
use super::{Backward, Context, Inputs, Operator, OperatorError, with_float};
use crate::array::{Array, Element};
use lacuna::infer::Stype::Dense;

/// The columns of all operands beside each other: one or more dense matrices of as many rows (N x K0, N x K1, ..). The result is dense (N x (K0 + K1 + ..)).
///
/// Gradient of an operand: its columns of the gradient of the result. Source: MXNet `Concat` with `dim=1`.
///
/// ```
/// use lacuna_runtime::array::Array;
/// use lacuna_runtime::operator::{Concat, Context};
/// let left = Array::dense(&[2, 1], vec![1.0_f32, 4.0])?;
/// let right = Array::dense(&[2, 2], vec![2.0_f32, 3.0, 5.0, 6.0])?;
/// let both = Context::new().run(&Concat, &[&left, &right])?;
/// assert_eq!((both.shape(), both.data::<f32>()), (&[2, 3][..], Some(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0][..])));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Concat;

const NAME: &str = "Concat";

impl Operator for Concat {
    fn name(&self) -> &'static str {
        NAME
    }

    fn forward(&self, _: &Context, inputs: Inputs<'_>, output: &mut Array) -> Result<(), OperatorError> {
        let Some(first) = inputs.get(0) else { return Err(OperatorError::Operands { operator: NAME, expected: 1, found: 0 }) };
        with_float!(NAME, first, V => joined::<V>(inputs, output))
    }

    fn backward(&self, _: &Context, call: &Backward<'_>, operand: usize, gradient: &mut Array) -> Result<(), OperatorError> {
        if call.gradient.stype() != Dense {
            return Err(call.inputs.no_path(NAME));
        }
        with_float!(NAME, call.gradient, V => columns_of::<V>(call, operand, gradient))
    }
}

fn matrix(operand: usize, array: &Array) -> Result<[usize; 2], OperatorError> {
    array.shape().try_into().map_err(|_| OperatorError::Shape {
        operator: NAME,
        operand,
        expected: "a matrix",
        found: array.shape().to_vec(),
    })
}

/// Rows and columns of the result.
pub(crate) fn concat_shape(inputs: Inputs<'_>) -> Result<[usize; 2], OperatorError> {
    let (mut rows, mut width) = (None, 0_usize);
    for (operand, array) in inputs.iter().enumerate() {
        let [found, columns] = matrix(operand, array)?;
        if *rows.get_or_insert(found) != found {
            let found = array.shape().to_vec();
            return Err(OperatorError::Shape { operator: NAME, operand, expected: "as many rows as the first has", found });
        }
        width = width.saturating_add(columns);
    }
    Ok([rows.unwrap_or_default(), width])
}

/// The column of the result that is the first of an operand.
pub(crate) fn concat_begin(inputs: Inputs<'_>, operand: usize) -> usize {
    inputs.iter().take(operand).filter_map(|array| array.shape().get(1)).sum()
}

fn joined<V: Element>(inputs: Inputs<'_>, output: &mut Array) -> Result<(), OperatorError> {
    let [rows, width] = concat_shape(inputs)?;
    for (operand, array) in inputs.iter().enumerate() {
        if array.stype() != Dense {
            return Err(inputs.no_path(NAME));
        }
        values::<V>(NAME, operand, array)?;
    }
    let out = output.reuse_dense::<V>(&[rows, width])?;
    let mut begin = 0;
    for (operand, array) in inputs.iter().enumerate() {
        let ([_, columns], from) = (matrix(operand, array)?, values::<V>(NAME, operand, array)?);
        for (to, from) in out.chunks_exact_mut(width.max(1)).zip(from.chunks_exact(columns.max(1))) {
            to.iter_mut().skip(begin).zip(from).for_each(|(to, from)| *to = *from);
        }
        begin += columns;
    }
    Ok(())
}

fn columns_of<V: Element>(call: &Backward<'_>, operand: usize, gradient: &mut Array) -> Result<(), OperatorError> {
    let missing = OperatorError::NoGradient { operator: NAME, operand };
    let own = call.inputs.get(operand).ok_or(missing)?;
    let ([_, width], [rows, columns]) = (matrix(operand, call.gradient)?, matrix(operand, own)?);
    let begin = concat_begin(call.inputs, operand);
    let from = values::<V>(NAME, operand, call.gradient)?;
    let out = gradient.reuse_dense::<V>(&[rows, columns])?;
    for (to, from) in out.chunks_exact_mut(columns.max(1)).zip(from.chunks_exact(width.max(1))) {
        to.iter_mut().zip(from.iter().skip(begin)).for_each(|(to, from)| *to = *from);
    }
    Ok(())
}
