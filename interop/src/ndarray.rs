//! Arrays of ndarray: matrices, and vectors as one column.
use crate::{AsDense, AsDenseMut, AsTransposedDense, Error};
use lacuna::owned::OwnedDense;
use lacuna::{Dense, DenseMut, Number};
use ndarray::{Array2, ArrayBase, Data, DataMut, Ix1, Ix2, ShapeError};

impl<V: Number, S: Data<Elem = V>> AsDense for ArrayBase<S, Ix2> {
    type Value = V;

    fn as_dense(&self) -> Result<Dense<'_, V>, Error> {
        let (rows, columns) = self.dim();
        Ok(Dense::new(rows, columns, self.as_slice().ok_or(Error::Scattered { rows, columns })?)?)
    }
}

impl<V: Number, S: DataMut<Elem = V>> AsDenseMut for ArrayBase<S, Ix2> {
    fn as_dense_mut(&mut self) -> Result<DenseMut<'_, V>, Error> {
        let (rows, columns) = self.dim();
        Ok(DenseMut::new(rows, columns, self.as_slice_mut().ok_or(Error::Scattered { rows, columns })?)?)
    }
}

impl<V: Number, S: Data<Elem = V>> AsTransposedDense for ArrayBase<S, Ix2> {
    type Value = V;

    fn as_transposed_dense(&self) -> Result<Dense<'_, V>, Error> {
        let (columns, rows) = self.dim();
        let transposed = self.view().reversed_axes();
        Ok(Dense::new(rows, columns, transposed.to_slice().ok_or(Error::Scattered { rows, columns })?)?)
    }
}

impl<V: Number, S: Data<Elem = V>> AsDense for ArrayBase<S, Ix1> {
    type Value = V;

    fn as_dense(&self) -> Result<Dense<'_, V>, Error> {
        let rows = self.len();
        Ok(Dense::new(rows, 1, self.as_slice().ok_or(Error::Scattered { rows, columns: 1 })?)?)
    }
}

impl<V: Number, S: DataMut<Elem = V>> AsDenseMut for ArrayBase<S, Ix1> {
    fn as_dense_mut(&mut self) -> Result<DenseMut<'_, V>, Error> {
        let rows = self.len();
        Ok(DenseMut::new(rows, 1, self.as_slice_mut().ok_or(Error::Scattered { rows, columns: 1 })?)?)
    }
}

/// The array of a result, whose elements are moved.
///
/// # Errors
/// None of an [`OwnedDense`], which has an element for each place.
pub fn array<V: Number>(dense: OwnedDense<V>) -> Result<Array2<V>, ShapeError> {
    Array2::from_shape_vec((dense.rows(), dense.columns()), dense.into_data())
}
