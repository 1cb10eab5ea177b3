//! Operators of many kernels.
use super::call::{On, put};
use super::{interaction, lstmp, sampled_softmax};
use crate::operator::backend::{Composed, Done};
use crate::operator::{LstmpLast, LstmpShape, SampledShape, with_float};
use lacuna_arrays::array::Array;

impl Composed for On<'_> {
    fn interaction(&self, x: &Array, v: &Array, out: &mut Array) -> Done {
        put(out, with_float!(self.operator, x, V => interaction::forward::<V>(self, x, v)))
    }

    fn interaction_gradient(&self, x: &Array, v: &Array, gradient: &Array, out: &mut Array) -> Done {
        put(out, with_float!(self.operator, x, V => interaction::of_v::<V>(self, x, v, gradient)))
    }

    fn sampled_softmax(&self, operands: [&Array; 5], shape: SampledShape, classes: usize, out: &mut Array) -> Done {
        put(
            out,
            with_float!(
                self.operator, operands[0], V => sampled_softmax::forward::<V>(self, operands, shape, classes)
            ),
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
        put(
            out,
            with_float!(
                self.operator, operands[0], V => sampled_softmax::gradient::<V>(self, operands, shape, result, operand)
            ),
        )
    }

    fn sampled_losses(&self, all: &Array, _rows: usize, out: &mut Array) -> Done {
        put(out, with_float!(self.operator, all, V => sampled_softmax::losses::<V>(self, all)))
    }

    fn lstmp(&self, operands: [&Array; 6], shape: LstmpShape, out: &mut Array) -> Done {
        put(out, with_float!(self.operator, operands[0], V => lstmp::forward::<V>(self, operands, shape)))
    }

    fn lstmp_gradient(
        &self,
        operands: [&Array; 6],
        _: LstmpShape,
        result: [&Array; 2],
        operand: usize,
        out: &mut Array,
    ) -> Done {
        put(out, with_float!(self.operator, operands[0], V => lstmp::gradient::<V>(self, operands, result, operand)))
    }

    fn lstmp_states(&self, all: &Array, _: LstmpShape, out: &mut Array) -> Done {
        put(out, with_float!(self.operator, all, V => lstmp::states::<V>(self, all)))
    }

    fn lstmp_states_gradient(
        &self,
        operands: [&Array; 4],
        shape: LstmpShape,
        gradient: &Array,
        out: &mut Array,
    ) -> Done {
        put(
            out,
            with_float!(self.operator, operands[0], V => lstmp::through_time::<V>(self, operands, shape, gradient)),
        )
    }

    fn lstmp_last(&self, last: LstmpLast, all: &Array, out: &mut Array) -> Done {
        put(out, with_float!(self.operator, all, V => lstmp::last::<V>(last, self, all)))
    }
}
