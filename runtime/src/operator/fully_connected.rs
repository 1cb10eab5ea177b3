//! A layer of neurons without their activation.
use super::dot::{Factor, product};
use super::elementwise::{add_row, sum_rows};
use super::{Backward, Context, Inputs, Operator, OperatorError, with_float};
use crate::array::Array;
use std::mem::take;

/// `x W^T + b`: operands `x` (N x K), the weight (H x K) and, unless there is none, the bias (H).
///
/// `x` is dense; the weight dense or row_sparse (a row that is not stored counts as zero); the bias and the result are dense. Gradients: `g W`, `g^T x` and the sums of `g` over the rows; of a row_sparse
/// weight there is none. Source: MXNet `FullyConnected`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FullyConnected {
    /// There is no bias.
    pub no_bias: bool,
}

const NAME: &str = "FullyConnected";

impl FullyConnected {
    fn operands<'a>(self, inputs: Inputs<'a>) -> Result<(&'a Array, &'a Array, Option<&'a Array>), OperatorError> {
        if self.no_bias {
            let [x, weight] = inputs.all(NAME)?;
            Ok((x, weight, None))
        } else {
            let [x, weight, bias] = inputs.all(NAME)?;
            Ok((x, weight, Some(bias)))
        }
    }
}

impl Operator for FullyConnected {
    fn name(&self) -> &'static str {
        NAME
    }

    fn forward(&self, context: &Context, inputs: Inputs<'_>, output: &mut Array) -> Result<(), OperatorError> {
        let (x, weight, bias) = self.operands(inputs)?;
        with_float!(NAME, x, V => {
            product::<V>(NAME, context, Factor(x, false), Factor(weight, true), None, output).map_err(|error| all_stypes(error, inputs))?;
            let Some(bias) = bias else { return Ok(()) };
            // Over itself: each element is read before it is written, which views of Rust cannot say.
            let products = take(output);
            let mut sums = Array::default();
            let done = add_row::<V>(NAME, context, &products, bias, &mut sums);
            *output = sums;
            done
        })
    }

    fn backward(&self, context: &Context, call: &Backward<'_>, operand: usize, gradient: &mut Array) -> Result<(), OperatorError> {
        let (x, weight, bias) = self.operands(call.inputs)?;
        let outer = call.gradient;
        let found = with_float!(NAME, x, V => match (operand, bias) {
            (0, _) => product::<V>(NAME, context, Factor(outer, false), Factor(weight, false), None, gradient),
            (1, _) => product::<V>(NAME, context, Factor(outer, true), Factor(x, false), None, gradient),
            (_, Some(bias)) => sum_rows::<V>(context, outer, bias.shape(), gradient),
            (_, None) => Err(OperatorError::NoGradient { operator: NAME, operand }),
        });
        found.map_err(|error| all_stypes(error, call.inputs))
    }
}

/// An error about two operands, as one about all.
fn all_stypes(error: OperatorError, inputs: Inputs<'_>) -> OperatorError {
    if matches!(error, OperatorError::NoPath { .. }) { inputs.no_path(NAME) } else { error }
}
