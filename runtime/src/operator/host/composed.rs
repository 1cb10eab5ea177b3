//! Operators of many kernels.
use super::{Host, interaction, lstmp, sampled_softmax};
use crate::operator::backend::{Composed, Done};
use crate::operator::{LstmpLast, LstmpShape, SampledShape, with_float};
use lacuna_arrays::array::Array;

impl Composed for Host<'_> {
    fn interaction(&self, x: &Array, v: &Array, out: &mut Array) -> Done {
        with_float!(self.operator, x, V => interaction::forward::<V>(*self, x, v, out))
    }

    fn interaction_gradient(&self, x: &Array, v: &Array, gradient: &Array, out: &mut Array) -> Done {
        with_float!(self.operator, x, V => interaction::gradient::<V>(*self, x, v, gradient, out))
    }

    fn sampled_softmax(&self, operands: [&Array; 5], shape: SampledShape, classes: usize, out: &mut Array) -> Done {
        with_float!(
            self.operator, operands[0], V => sampled_softmax::forward::<V>(*self, operands, shape, classes, out)
        )
    }

    fn sampled_softmax_gradient(
        &self,
        operands: [&Array; 5],
        shape: SampledShape,
        result: [&Array; 2],
        operand: usize,
        out: &mut Array,
    ) -> Done {
        with_float!(
            self.operator, operands[0],
            V => sampled_softmax::gradient::<V>(*self, operands, shape, result, operand, out)
        )
    }

    fn sampled_losses(&self, all: &Array, rows: usize, out: &mut Array) -> Done {
        with_float!(self.operator, all, V => {
            let losses = self.values::<V>(0, all)?.get(..rows).unwrap_or_default();
            out.reuse_dense::<V>(&[losses.len()])?.copy_from_slice(losses);
            Ok(())
        })
    }

    fn lstmp(&self, operands: [&Array; 6], shape: LstmpShape, out: &mut Array) -> Done {
        with_float!(self.operator, operands[0], V => lstmp::forward::<V>(*self, operands, shape, out))
    }

    fn lstmp_gradient(
        &self,
        operands: [&Array; 6],
        shape: LstmpShape,
        result: [&Array; 2],
        operand: usize,
        out: &mut Array,
    ) -> Done {
        with_float!(self.operator, operands[0], V => lstmp::gradient::<V>(*self, operands, shape, result, operand, out))
    }

    fn lstmp_states(&self, all: &Array, shape: LstmpShape, out: &mut Array) -> Done {
        with_float!(self.operator, all, V => lstmp::states::<V>(*self, all, shape, out))
    }

    fn lstmp_states_gradient(
        &self,
        operands: [&Array; 4],
        shape: LstmpShape,
        gradient: &Array,
        out: &mut Array,
    ) -> Done {
        with_float!(self.operator, operands[0], V => lstmp::through_time::<V>(*self, operands, shape, gradient, out))
    }

    fn lstmp_last(&self, last: LstmpLast, all: &Array, out: &mut Array) -> Done {
        with_float!(self.operator, all, V => lstmp::last::<V>(*self, last, all, out))
    }
}
