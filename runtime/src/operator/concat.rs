//! Dense columns beside each other.
use super::backend::Done;
use super::{Backward, Call, Definition, OperatorError};
use crate::array::Array;

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

/// Rows and columns of the result.
fn shape(call: &Call<'_>) -> Result<[usize; 2], OperatorError> {
    let (mut rows, mut width) = (None, 0_usize);
    for (operand, array) in call.inputs.iter().enumerate() {
        let [found, columns] = call.matrix(operand, array)?;
        if *rows.get_or_insert(found) != found {
            return Err(call.wrong_shape(operand, "as many rows as the first has", array));
        }
        width = width.saturating_add(columns);
    }
    Ok([rows.unwrap_or_default(), width])
}

impl Definition for Concat {
    fn name(&self) -> &'static str {
        "Concat"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let operator = call.on.operator();
        let first = call.inputs.get(0).ok_or(OperatorError::Operands { operator, expected: 1, found: 0 })?;
        call.float(first)?;
        let shape = shape(call)?;
        for (operand, array) in call.inputs.iter().enumerate() {
            call.dense(array)?;
            call.same_dtype(operand, array, first)?;
        }
        call.on.join_columns(call.inputs, shape, output)
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, operand: usize, gradient: &mut Array) -> Done {
        call.dense(backward.gradient)?;
        let missing = OperatorError::NoGradient { operator: call.on.operator(), operand };
        let own = call.inputs.get(operand).ok_or(missing)?;
        let first = call.inputs.iter().take(operand).filter_map(|array| array.shape().get(1)).sum();
        call.on.columns(backward.gradient, first, call.matrix(operand, own)?, gradient)
    }
}
