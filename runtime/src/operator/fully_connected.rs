//! A layer of neurons without their activation.
use super::dot::{Factor, product};
use super::elementwise::sum_rows;
use super::inputs::values;
use super::{Backward, Context, Inputs, Operator, OperatorError, with_float};
use crate::array::{Array, Element};
use lacuna::{Broadcast, Value};

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
    pub(crate) fn operands<'a>(self, inputs: Inputs<'a>) -> Result<(&'a Array, &'a Array, Option<&'a Array>), OperatorError> {
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
            add_to_rows::<V>(context, bias, output)
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

/// `sums += bias`, in each row.
fn add_to_rows<V: Element + Value>(context: &Context, bias: &Array, sums: &mut Array) -> Result<(), OperatorError> {
    let bias = values::<V>(NAME, 2, bias)?;
    let expected = sums.shape().get(1).copied().unwrap_or_default();
    if bias.len() != expected {
        return Err(OperatorError::Shape {
            operator: NAME,
            operand: 2,
            expected: "one element for each row of the weight",
            found: vec![bias.len()],
        });
    }
    Ok(context.cpu.accumulate_rows::<V, i64>(Broadcast::Row(bias), sums.as_dense_mut()?)?)
}

/// An error about two operands, as one about all.
fn all_stypes(error: OperatorError, inputs: Inputs<'_>) -> OperatorError {
    if matches!(error, OperatorError::NoPath { .. }) { inputs.no_path(NAME) } else { error }
}
