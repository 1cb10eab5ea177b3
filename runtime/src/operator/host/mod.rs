//! The kernels of `lacuna` on whole arrays, by the threads of a [`Context`].
mod batch_norm;
mod binary;
mod choose;
mod columns;
mod composed;
mod csr;
mod dense;
mod elementwise;
mod indices;
mod interaction;
mod lstmp;
mod lstmp_cell;
mod map;
mod moves;
mod pair;
mod product;
mod rows;
mod sampled_softmax;
mod view;

pub(super) use columns::Columns;
pub(super) use interaction::Gathered;
#[cfg(feature = "cuda")]
pub(crate) use map::gradient_of;
pub(super) use view::View;

use super::backend::{Backend, Done, Temporary};
use super::{Context, DenseKernel, OperatorError, Stypes, inputs, with_float};
use lacuna::{DenseMut, Value};
use lacuna_arrays::array::{Array, ArrayError, Element, with_values};

/// The host, for a call of an operator.
#[derive(Clone, Copy, Debug)]
pub(super) struct Host<'a> {
    pub context: &'a Context,
    pub operator: &'static str,
}

impl Backend for Host<'_> {
    fn operator(&self) -> &'static str {
        self.operator
    }

    fn training(&self) -> bool {
        self.context.training
    }

    fn host(&self) -> Option<&Context> {
        Some(self.context)
    }

    fn no_path(&self, stypes: Stypes) -> OperatorError {
        OperatorError::NoPath { operator: self.operator, stypes }
    }

    fn temporary(&self) -> Temporary<'_> {
        Temporary::of(&self.context.temporaries)
    }

    fn dense(&self, kernel: DenseKernel, arrays: &[&Array], numbers: &[f64], shape: &[usize], out: &mut Array) -> Done {
        let Some(first) = arrays.first() else { return Ok(()) };
        with_float!(self.operator, first, V => dense::run::<V>(*self, kernel, arrays, numbers, shape, out))
    }

    fn reduce_csr(&self, x: &Array, axis: usize, mean: bool, out: &mut Array) -> Done {
        with_float!(self.operator, x, V => dense::reduce_csr::<V>(*self, x, axis, mean, out))
    }
}

impl<'a> Host<'a> {
    /// The values of an array, which must be of this type.
    fn values<'x, V: Element>(&self, operand: usize, array: &'x Array) -> Result<&'x [V], OperatorError> {
        inputs::values(self.operator, operand, array)
    }

    /// The lengths of the rows or columns of a csr.
    pub fn norm_csr(&self, x: &Array, axis: usize, shape: &[usize], out: &mut Array) -> Done {
        with_float!(self.operator, x, V => dense::norm_csr::<V>(*self, x, axis, shape, out))
    }

    /// Memory until the end of the call.
    fn scratch<V: Value>(&self, length: usize) -> &'a mut [V] {
        self.context.arena.alloc_slice_fill_copy(length, V::ZERO)
    }

    /// Numbers that must be integers from 0 to `end`.
    pub fn integers<'x>(&self, array: &'x Array, end: usize) -> Result<&'x [i64], OperatorError>
    where
        'a: 'x,
    {
        /// Up to the first that is none.
        fn read<V: Element>(values: &[V], ids: &mut [i64], end: f64) -> Result<(), (usize, f64)> {
            for (element, (value, id)) in values.iter().zip(ids).enumerate() {
                let found = V::number(*value);
                *id = found as i64;
                if *id as f64 != found || !(0.0..end).contains(&found) {
                    return Err((element, found));
                }
            }
            Ok(())
        }
        if let Some(ids) = array.data::<i64>()
            && ids.iter().all(|&id| usize::try_from(id).is_ok_and(|id| id < end))
        {
            return Ok(ids);
        }
        let ids = self.context.arena.alloc_slice_fill_default::<i64>(array.nnz());
        let read = with_values!(array.values(), |values| read(values, ids, end as f64));
        read.map_err(|(element, found)| OperatorError::Id { operator: self.operator, element, found, end })?;
        Ok(ids)
    }
}

/// A matrix of the first dimension and all others.
fn matrix<'x, V: Element>(array: &Array, values: &'x [V]) -> Result<lacuna::Dense<'x, V>, ArrayError> {
    let (rows, row) = array.shape().split_first().map_or((1, &[][..]), |(&rows, row)| (rows, row));
    Ok(lacuna::Dense::new(rows, row.iter().product(), values)?)
}

/// The same, to be written: numbers of an array of this shape.
fn matrix_mut<'x, V: Element>(shape: &[usize], values: &'x mut [V]) -> Result<DenseMut<'x, V>, ArrayError> {
    let (rows, row) = shape.split_first().map_or((1, &[][..]), |(&rows, row)| (rows, row));
    Ok(DenseMut::new(rows, row.iter().product(), values)?)
}
