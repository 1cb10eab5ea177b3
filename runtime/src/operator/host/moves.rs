//! Numbers as they are, elsewhere or otherwise; and numbers of a generator.
use super::Host;
use crate::operator::backend::{Done, Moves};
use crate::operator::{Inputs, OperatorError, with_float};
use lacuna::Value;
use lacuna::infer::Stype;
use lacuna::random::{Bernoulli, Draw, Stream};
use lacuna_arrays::array::{Array, Element};

impl Moves for Host<'_> {
    fn copy(&self, x: &Array, out: &mut Array) -> Done {
        Ok(out.reuse_copy(x)?)
    }

    fn reshape(&self, x: &Array, shape: &[usize], out: &mut Array) -> Done {
        out.reuse_copy(x)?;
        Ok(out.set_dense_shape(shape)?)
    }

    fn fill(&self, number: &Array, shape: &[usize], out: &mut Array) -> Done {
        with_float!(self.operator, number, V => {
            let number = self.values::<V>(0, number)?.first().copied().unwrap_or_default();
            out.reuse_dense::<V>(shape)?.fill(number);
            Ok(())
        })
    }

    fn tostype(&self, x: &Array, stype: Stype, out: &mut Array) -> Done {
        *out = x.tostype(stype)?;
        Ok(())
    }

    fn join_columns(&self, parts: Inputs<'_>, shape: [usize; 2], out: &mut Array) -> Done {
        let Some(first) = parts.get(0) else { return Ok(()) };
        with_float!(self.operator, first, V => {
            let (all, mut begin) = (out.reuse_dense::<V>(&shape)?, 0);
            for (operand, array) in parts.iter().enumerate() {
                let columns = array.shape().get(1).copied().unwrap_or_default();
                copy_columns(self.values(operand, array)?, [columns, 0], all, [shape[1], begin]);
                begin += columns;
            }
            Ok(())
        })
    }

    fn columns(&self, x: &Array, first: usize, shape: [usize; 2], out: &mut Array) -> Done {
        with_float!(self.operator, x, V => {
            let width = x.shape().get(1).copied().unwrap_or_default();
            copy_columns(self.values::<V>(0, x)?, [width, first], out.reuse_dense(&shape)?, [shape[1], 0]);
            Ok(())
        })
    }

    fn number(&self, operand: usize, array: &Array) -> Result<i64, OperatorError> {
        match array.data::<i64>() {
            Some(&[number]) => Ok(number),
            _ => Err(OperatorError::Shape {
                operator: self.operator,
                operand,
                expected: "one int64",
                found: array.shape().to_vec(),
            }),
        }
    }

    fn bernoulli(&self, stream: Stream, probability: f64, value: f64, like: &Array, out: &mut Array) -> Done {
        with_float!(self.operator, like, V => {
            let distribution = Bernoulli { probability: V::narrow(probability), value: V::narrow(value) };
            Ok(self.context.cpu.run(Draw { distribution, stream, out: out.reuse_dense::<V>(like.shape())? })?)
        })
    }
}

/// Rows of so many columns from a column on, into rows of so many from a column on.
fn copy_columns<V: Element>(
    from: &[V],
    [from_width, from_first]: [usize; 2],
    to: &mut [V],
    [width, first]: [usize; 2],
) {
    for (to, from) in to.chunks_exact_mut(width.max(1)).zip(from.chunks_exact(from_width.max(1))) {
        to.iter_mut().skip(first).zip(from.iter().skip(from_first)).for_each(|(to, from)| *to = *from);
    }
}
