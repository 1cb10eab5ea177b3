//! Numbers as they are, elsewhere or otherwise; and numbers of a generator.
use super::call::{On, put};
use crate::operator::backend::{Done, Moves};
use crate::operator::{Inputs, OperatorError, with_float};
use lacuna::Value;
use lacuna::infer::Stype;
use lacuna::random::Stream;
use lacuna_arrays::array::Array;
use lacuna_arrays::device::gpu::cast;
use lacuna_arrays::device::gpu::stored::{Form, known, matrix, with_kept};
use lacuna_cuda::slice::copy_part;
use lacuna_cuda::{random, reduce};

impl Moves for On<'_> {
    /// Shares the memory until one of the two is written.
    fn copy(&self, x: &Array, out: &mut Array) -> Done {
        *out = x.clone();
        Ok(())
    }

    fn reshape(&self, x: &Array, shape: &[usize], out: &mut Array) -> Done {
        put(
            out,
            with_kept!(
                self.here, x.dtype(),
                V => Ok(self.dense_result(shape, self.dense::<V>(0, x)?.data().duplicate(self.gpu())?)?)
            ),
        )
    }

    fn fill(&self, number: &Array, shape: &[usize], out: &mut Array) -> Done {
        put(
            out,
            with_float!(self.operator, number, V => {
                let (number, size) = (self.dense::<V>(0, number)?.data(), shape.iter().product());
                let mut all = self.new_dense::<V>([size, 1])?;
                reduce::repeat_columns(self.gpu(), number, &mut all)?;
                self.dense_result(shape, all.into_buffer())
            }),
        )
    }

    fn tostype(&self, x: &Array, stype: Stype, out: &mut Array) -> Done {
        put(out, cast::tostype(self.gpu(), self.here, x, stype))
    }

    fn join_columns(&self, parts: Inputs<'_>, shape: [usize; 2], out: &mut Array) -> Done {
        let Some(first) = parts.get(0) else { return Ok(()) };
        with_float!(self.operator, first, V => {
            let (mut all, mut begin) = (self.new_dense::<V>(shape)?, 0);
            for (operand, array) in parts.iter().enumerate() {
                let own = self.dense::<V>(operand, array)?;
                copy_part(self.gpu(), [own.rows(), own.columns()], own, [0, 0], &mut all, [0, begin])?;
                begin += own.columns();
            }
            *out = self.result(&shape, Form::Dense(all));
            Ok(())
        })
    }

    fn columns(&self, x: &Array, first: usize, shape: [usize; 2], out: &mut Array) -> Done {
        with_float!(self.operator, x, V => {
            let mut own = self.new_dense::<V>(shape)?;
            copy_part(self.gpu(), shape, self.dense(0, x)?, [0, first], &mut own, [0, 0])?;
            *out = self.result(&shape, Form::Dense(own));
            Ok(())
        })
    }

    /// The host remembers it where it has copied it there.
    fn number(&self, operand: usize, array: &Array) -> Result<i64, OperatorError> {
        let numbers = self.dense::<i64>(operand, array)?.data();
        match known(array) {
            Some(number) => Ok(number),
            None => match *numbers.download(self.gpu())? {
                [number] => Ok(number),
                _ => Err(self.wrong_shape(operand, "one int64", array)),
            },
        }
    }

    fn bernoulli(&self, stream: Stream, probability: f64, value: f64, like: &Array, out: &mut Array) -> Done {
        with_float!(self.operator, like, V => {
            let (rows, columns) = matrix(like.shape());
            let mut mask = self.new_dense::<V>([rows, columns])?;
            random::bernoulli(self.gpu(), stream, V::narrow(probability), V::narrow(value), mask.data_mut())?;
            *out = self.result(like.shape(), Form::Dense(mask));
            Ok(())
        })
    }
}
