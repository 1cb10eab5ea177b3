//! A layer of neurons without their activation.
use super::backend::{Done, Factor};
use super::entry::entries;
use super::{Backward, Call, Definition, DenseKernel, OperatorError};
use crate::array::Array;
use lacuna::infer::Stype::Csr;

/// `x W^T + b`: operands `x` (N x K), the weight (H x K) and, unless there is none, the bias (H).
///
/// `x` is dense; the weight and the bias dense or row_sparse (what is not stored counts as zero); the result is dense. Gradients: `g W`, `g^T x` and the sums of `g` over the rows; of a row_sparse weight there is none. Source:
/// MXNet `FullyConnected`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FullyConnected {
    /// There is no bias.
    pub no_bias: bool,
}

entries! {
    "FullyConnected" ["_sparse_FullyConnected"] ("data", "weight", "bias") |p| {
        p.ignored("flatten");
        let (no_bias, hidden) = (p.flag("no_bias")?, p.count("num_hidden")?);
        Built::new(FullyConnected { no_bias }, move |shapes| {
            shapes.inferred(2, &[hidden])?;
            let Some([rows, terms]) = shapes.matrix(0, "a matrix")? else { return Ok(()) };
            shapes.inferred(1, &[hidden, terms])?;
            shapes.result(&[rows, hidden])
        }, Through("_backward_FullyConnected", &[Gradient, Input(0), Input(1)]))
            .operands(if no_bias { 2 } else { 3 })
    };
}

/// The operands.
type Operands<'a> = (&'a Array, &'a Array, Option<&'a Array>);

impl FullyConnected {
    fn operands<'a>(self, call: &Call<'a>) -> Result<Operands<'a>, OperatorError> {
        let (x, weight, bias) = if self.no_bias {
            let [x, weight] = call.all()?;
            (x, weight, None)
        } else {
            let [x, weight, bias] = call.all()?;
            (x, weight, Some(bias))
        };
        call.float(x)?;
        Ok((x, weight, bias))
    }
}

impl Definition for FullyConnected {
    fn name(&self) -> &'static str {
        "FullyConnected"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let (x, weight, bias) = self.operands(call)?;
        if let Some(bias) = bias {
            call.same_dtype(2, bias, x)?;
            if Some(&bias.size()) != weight.shape().first() {
                return Err(call.wrong_shape(2, "one element for each row of the weight", bias));
            }
            if bias.stype() == Csr {
                return Err(call.no_path());
            }
        }
        product(call, [Factor(x, false), Factor(weight, true)], output)?;
        let mut copy = call.on.temporary();
        bias.map_or(Ok(()), |bias| call.on.accumulate_row(call.densified(bias, &mut copy)?, output))
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, operand: usize, gradient: &mut Array) -> Done {
        let ((x, weight, bias), outer) = (self.operands(call)?, backward.gradient);
        match (operand, bias) {
            (0, _) => product(call, [Factor(outer, false), Factor(weight, false)], gradient),
            (1, _) => product(call, [Factor(outer, true), Factor(x, false)], gradient),
            (_, Some(bias)) => {
                call.dense(outer)?;
                call.on.dense(DenseKernel::sum_columns, &[outer], &[], bias.shape(), gradient)
            }
            (_, None) => Err(OperatorError::NoGradient { operator: call.on.operator(), operand }),
        }
    }
}

/// A product, whose refusal on the host tells of all operands.
fn product(call: &Call<'_>, factors: [Factor<'_>; 2], out: &mut Array) -> Done {
    call.product(factors, None, out)
        .map_err(|error| if matches!(error, OperatorError::NoPath { .. }) { call.no_path() } else { error })
}
