//! Dense columns beside each other.
use super::backend::Done;
use super::{Backward, Call, Definition, Misfit, OperatorError, Shapes};
use lacuna_arrays::array::Array;

/// The columns of all operands beside each other: one or more dense matrices of as many rows (N x K0, N x K1, ..). The
/// result is dense (N x (K0 + K1 + ..)).
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

/// As many rows, and all columns.
fn beside(shapes: &mut Shapes<'_>) -> Result<Option<[usize; 2]>, Misfit> {
    let (mut rows, mut width) = (None, 0_usize);
    for operand in 0..shapes.operands() {
        let Some([found, columns]) = shapes.matrix(operand, "a matrix")? else { return Ok(None) };
        let expected = *rows.get_or_insert(found);
        if found != expected {
            return Err(shapes.misfit(operand, format!("{:?}", [expected, columns]), "as many rows as the first has"));
        }
        width = width.saturating_add(columns);
    }
    let Some(rows) = rows else { return Ok(None) };
    shapes.result(&[rows, width])?;
    Ok(Some([rows, width]))
}

impl Definition for Concat {
    fn name(&self) -> &'static str {
        "Concat"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let operator = call.on.operator();
        let first = call.inputs.get(0).ok_or(OperatorError::Operands { operator, expected: 1, found: 0 })?;
        call.float(first)?;
        let shape = call.fits(call.inputs, beside)?.unwrap_or_default();
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
