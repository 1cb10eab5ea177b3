//! Sums and means of dense arrays, and numbers that are repeated.
use super::Machine;
use super::call::On;
use crate::array::Array;
use crate::operator::backend::{Done, Reduction, Reductions};
use crate::operator::with_float;
use lacuna_cuda::reduce;

impl<D: Machine> Reductions for On<'_, D> {
    fn reduce(&self, Reduction { mean, axis }: Reduction, x: &Array, shape: &[usize], out: &mut Array) -> Done {
        with_float!(self.operator, x, V => {
            let (gpu, dense) = (self.gpu(), self.dense::<V>(0, x)?);
            let mut result = self.new_dense::<V>([shape.iter().product(), 1])?.into_buffer();
            match (axis, mean) {
                (None, false) => reduce::sum(gpu, dense.data(), &mut result)?,
                (None, true) => reduce::mean(gpu, dense.data(), x.size(), &mut result)?,
                (Some(0), false) => reduce::sum_columns(gpu, dense, &mut result)?,
                (Some(0), true) => reduce::mean_columns(gpu, dense, &mut result)?,
                (Some(_), false) => reduce::sum_rows(gpu, dense, &mut result)?,
                (Some(_), true) => reduce::mean_rows(gpu, dense, &mut result)?,
            }
            *out = self.dense_result(shape, result)?;
            Ok(())
        })
    }

    fn repeat(&self, axis: Option<usize>, x: &Array, shape: &[usize], out: &mut Array) -> Done {
        with_float!(self.operator, x, V => {
            let (gpu, numbers) = (self.gpu(), self.dense::<V>(0, x)?.data());
            let (rows, columns) = super::stored::matrix(shape);
            let mut result = self.new_dense::<V>(if axis.is_none() { [rows * columns, 1] } else { [rows, columns] })?;
            match axis {
                Some(1) => reduce::repeat_rows(gpu, numbers, &mut result)?,
                _ => reduce::repeat_columns(gpu, numbers, &mut result)?,
            }
            *out = self.dense_result(shape, result.into_buffer())?;
            Ok(())
        })
    }
}
