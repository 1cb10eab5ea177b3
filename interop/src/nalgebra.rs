//! Matrices of nalgebra-sparse, and nalgebra's own.
use crate::{AsCsr, AsDense, AsDenseMut, AsTransposedCsr, AsTransposedDense, Error, compressed, with_usize};
use lacuna::owned::OwnedCsr;
use lacuna::{Csr, Dense, DenseMut, Index, Number};
use nalgebra_sparse::na::{DMatrix, DVector, Scalar};
use nalgebra_sparse::{CscMatrix, CsrMatrix, SparseFormatError};

impl<V: Number> AsCsr for CsrMatrix<V> {
    type Value = V;
    type Index = i64;

    fn as_csr(&self) -> Result<Csr<'_, V, i64>, Error> {
        let (indptr, indices, values) = self.csr_data();
        compressed([self.nrows(), self.ncols()], indptr, indices, values)
    }
}

impl<V: Number> AsTransposedCsr for CscMatrix<V> {
    type Value = V;
    type Index = i64;

    fn as_transposed_csr(&self) -> Result<Csr<'_, V, i64>, Error> {
        let (indptr, indices, values) = self.csc_data();
        compressed([self.ncols(), self.nrows()], indptr, indices, values)
    }
}

impl<V: Number + Scalar> AsDense for DVector<V> {
    type Value = V;

    fn as_dense(&self) -> Result<Dense<'_, V>, Error> {
        Ok(Dense::new(self.len(), 1, self.as_slice())?)
    }
}

impl<V: Number + Scalar> AsDenseMut for DVector<V> {
    fn as_dense_mut(&mut self) -> Result<DenseMut<'_, V>, Error> {
        Ok(DenseMut::new(self.len(), 1, self.as_mut_slice())?)
    }
}

impl<V: Number + Scalar> AsTransposedDense for DMatrix<V> {
    type Value = V;

    fn as_transposed_dense(&self) -> Result<Dense<'_, V>, Error> {
        Ok(Dense::new(self.ncols(), self.nrows(), self.as_slice())?)
    }
}

/// The matrix of these arrays. Values are moved, indices become `usize`.
///
/// # Errors
/// None of an [`OwnedCsr`], whose arrays keep the rules of nalgebra-sparse.
pub fn matrix<V: Number, I: Index>(csr: OwnedCsr<V, I>) -> Result<CsrMatrix<V>, SparseFormatError> {
    let [rows, columns] = [csr.rows(), csr.columns()];
    let (indptr, indices, values) = csr.into_parts();
    CsrMatrix::try_from_csr_data(rows, columns, with_usize(&indptr), with_usize(&indices), values)
}
