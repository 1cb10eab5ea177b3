//! Sums of any number of arrays.
use super::backend::{Done, Pair};
use super::{Backward, Call, Definition, OperatorError};
use lacuna::infer::Stype::{Dense, RowSparse};
use lacuna_arrays::array::Array;

/// The sum of one or more arrays of one shape, added in their order. All row_sparse give a row_sparse array; where one
/// is dense, the others may be stored in any way and the result is dense.
///
/// Gradient: that of the result, of each operand. Source: MXNet `add_n`.
///
/// ```
/// use lacuna_runtime::array::Array;
/// use lacuna_runtime::operator::{AddN, Context};
/// let a = Array::dense(&[2, 2], vec![1.0_f32, 2.0, 3.0, 4.0])?;
/// let b = Array::csr(Some([2, 2]), vec![0, 0, 1], vec![1], vec![10.0_f32])?;
/// let sum = Context::new().run(&AddN, &[&a, &b, &a])?;
/// assert_eq!(sum.data::<f32>(), Some(&[2.0, 4.0, 6.0, 18.0][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AddN;

impl Definition for AddN {
    fn name(&self) -> &'static str {
        "add_n"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let (operator, mut rest) = (call.on.operator(), call.inputs.iter());
        let first = rest.next().ok_or(OperatorError::Operands { operator, expected: 1, found: 0 })?;
        call.float(first)?;
        call.inputs.iter().enumerate().try_for_each(|(operand, array)| call.same_dtype(operand, array, first))?;
        call.fits(call.inputs, |shapes| shapes.same())?;
        if call.inputs.iter().all(|array| array.stype() == RowSparse) {
            call.on.copy(first, output)?;
            let mut sum = call.on.temporary();
            for array in rest {
                call.on.pair(Pair::Add, output, array, &mut sum)?;
                std::mem::swap(output, &mut sum);
            }
            return Ok(());
        }
        if !call.inputs.iter().any(|array| array.stype() == Dense) {
            return Err(call.no_path());
        }
        let mut copy = call.on.temporary();
        call.on.copy(call.densified(first, &mut copy)?, output)?;
        let mut copy = call.on.temporary();
        for array in rest {
            // A row_sparse vector has as many rows, a dense one as many columns.
            let array = if array.shape().len() == 1 { call.densified(array, &mut copy)? } else { array };
            call.on.accumulate(array, output)?;
        }
        Ok(())
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Done {
        call.on.copy(backward.gradient, gradient)
    }
}
