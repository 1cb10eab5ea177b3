//! Elements of one array or another.
use super::Host;
use crate::operator::backend::Done;
use crate::operator::with_float;
use lacuna_arrays::array::{Array, Element, with_values};

impl Host<'_> {
    /// `x` where the condition is not 0, `y` elsewhere; of `None`, 0. The condition has a number for each element or for
    /// each row.
    pub fn choose(&self, condition: &Array, [x, y]: [Option<&Array>; 2], shape: &[usize], out: &mut Array) -> Done {
        let Some(first) = x.or(y) else { return Ok(()) };
        with_float!(self.operator, first, V => {
            let chosen = self.context.arena.alloc_slice_fill_default::<bool>(condition.size());
            with_values!(condition.values(), |values| is_not_zero(values, chosen));
            let [x, y] = [x, y].map(|side| side.map(|array| self.values::<V>(1, array)).transpose());
            let (x, y, out) = (x?, y?, out.reuse_dense::<V>(shape)?);
            let each = out.len().checked_div(chosen.len()).unwrap_or(1).max(1);
            for (place, to) in out.iter_mut().enumerate() {
                let side = if chosen.get(place / each) == Some(&true) { x } else { y };
                *to = side.and_then(|side| side.get(place)).copied().unwrap_or_default();
            }
            Ok(())
        })
    }

    /// The same of a csr condition, of which what is not stored is 0.
    pub fn choose_by_csr(&self, condition: &Array, [x, y]: [Option<&Array>; 2], out: &mut Array) -> Done {
        with_float!(self.operator, condition, V => {
            let (cpu, csr) = (self.context.cpu, condition.as_csr::<V>()?);
            out.reuse_dense::<V>(condition.shape())?;
            let out = out.as_dense_mut::<V>()?;
            Ok(match [x, y] {
                [Some(x), Some(y)] => cpu.select(csr, x.as_dense()?, y.as_dense()?, out),
                [Some(x), None] => cpu.select_x_gradient(csr, x.as_dense()?, out),
                [None, Some(y)] => cpu.select_y_gradient(csr, y.as_dense()?, out),
                [None, None] => Ok(()),
            }?)
        })
    }
}

fn is_not_zero<V: Element>(values: &[V], chosen: &mut [bool]) {
    chosen.iter_mut().zip(values).for_each(|(chosen, value)| *chosen = value.differs_from_zero());
}
