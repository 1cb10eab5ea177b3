//! A layer of long short-term memory with projected states, over all steps of a batch at once.
use super::backend::Done;
use super::lstmp_shape::{LstmpPart, LstmpShape};
use super::{Backward, Call, Definition};
use lacuna_arrays::array::Array;

/// All that an LSTMP layer computes of a batch, which [`LstmpOutput`] takes its results and gradients from.
///
/// Operands, all dense: `z` (T N x 4H, the rows of a step one after the other: what the inputs add to the gates, with
/// their bias), `h2h_weight` (4H x P), `h2h_bias` (4H), `h2r_weight` (P x H), and the states `r` (N x P) and `c` (N x
/// H) before the first step. In each step, with `[i, f, g, o] = z + r h2h_weight^T + h2h_bias`:
///
/// `c' = sigmoid(f) c + sigmoid(i) tanh(g)`, `h' = sigmoid(o) tanh(c')`, `r' = h' h2r_weight^T`.
///
/// The result is one row of numbers: `r` before and after each step (T + 1 blocks of N x P), `c` likewise (N x H), and
/// for each step the four gates (N x 4H) and `h'` (N x H). It has a gradient for `z` and the parameters; the states are
/// constants, so that none goes back beyond the batch. Only [`LstmpOutput`] passes gradients to it: those of every
/// number in it, the gates' before their functions.
///
/// Source: MXNet `contrib.rnn.LSTMPCell`, unrolled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lstmp;

/// The projected states `r'` of all steps (T N x P) out of the result of [`Lstmp`]: operands that, `h2h_weight`,
/// `h2r_weight` and the first states `r`.
///
/// Gradient: of the first operand alone, back through all steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LstmpOutput;

/// States behind the last step, out of the result of [`Lstmp`]: its only operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LstmpLast {
    pub part: LstmpPart,
    pub shape: LstmpShape,
}

impl Definition for Lstmp {
    fn name(&self) -> &'static str {
        "Lstmp"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let operands = call.all_dense()?;
        call.on.lstmp(operands, LstmpShape::of_operands(call, operands)?, output)
    }

    fn has_gradient(&self, operand: usize) -> bool {
        operand < 4
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, operand: usize, gradient: &mut Array) -> Done {
        let operands = call.all_dense()?;
        let shape = LstmpShape::of_operands(call, operands)?;
        call.on.lstmp_gradient(operands, shape, [backward.output, backward.gradient], operand, gradient)
    }
}

impl Definition for LstmpOutput {
    fn name(&self) -> &'static str {
        "LstmpOutput"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let operands @ [all, _, _, _] = call.all_dense()?;
        call.on.lstmp_states(all, LstmpShape::of_output(call, operands)?, output)
    }

    fn has_gradient(&self, operand: usize) -> bool {
        operand == 0
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Done {
        let operands = call.all_dense()?;
        let shape = LstmpShape::of_output(call, operands)?;
        call.dense(backward.gradient)?;
        call.on.lstmp_states_gradient(operands, shape, backward.gradient, gradient)
    }
}

impl Definition for LstmpLast {
    fn name(&self) -> &'static str {
        "LstmpLast"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let [all] = call.all_dense()?;
        call.on.lstmp_last(*self, all, output)
    }

    fn has_gradient(&self, _operand: usize) -> bool {
        false
    }
}

impl LstmpLast {
    /// Rows and columns of the states.
    pub const fn last(&self) -> [usize; 2] {
        let LstmpShape { batch, hidden, projection, .. } = self.shape;
        match self.part {
            LstmpPart::Projected => [batch, projection],
            LstmpPart::Cell => [batch, hidden],
        }
    }
}
