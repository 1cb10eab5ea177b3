//! Matrices of faer: sparse ones, and dense columns. Its dense matrices have no slice of all their elements.
use crate::{AsCsr, AsDense, AsDenseMut, AsTransposedCsr, Error, IndexElement, compressed, with_usize};
use faer::sparse::{SparseColMat, SparseColMatRef, SparseRowMat, SparseRowMatRef, SymbolicSparseRowMat};
use faer::{Col, Index as FaerIndex};
use lacuna::owned::OwnedCsr;
use lacuna::{Csr, Dense, DenseMut, Index, Number};

macro_rules! views {
    ($($matrix:ty, $trait:ident, $view:ident, $shape:expr;)*) => {
        $(impl<V: Number, I: FaerIndex + IndexElement> $trait for $matrix {
            type Value = V;
            type Index = I::Index;

            fn $view(&self) -> Result<Csr<'_, V, I::Index>, Error> {
                let (symbolic, values) = self.parts();
                let (rows, columns, indptr, lengths, indices) = symbolic.parts();
                if lengths.is_some() {
                    return Err(Error::Uncompressed);
                }
                compressed($shape(rows, columns), indptr, indices, values)
            }
        })*
    };
}
views! {
    SparseRowMat<I, V>, AsCsr, as_csr, |rows, columns| [rows, columns];
    SparseRowMatRef<'_, I, V>, AsCsr, as_csr, |rows, columns| [rows, columns];
    SparseColMat<I, V>, AsTransposedCsr, as_transposed_csr, |rows, columns| [columns, rows];
    SparseColMatRef<'_, I, V>, AsTransposedCsr, as_transposed_csr, |rows, columns| [columns, rows];
}

impl<V: Number> AsDense for Col<V> {
    type Value = V;

    fn as_dense(&self) -> Result<Dense<'_, V>, Error> {
        let rows = self.nrows();
        let column = self.try_as_col_major().ok_or(Error::Scattered { rows, columns: 1 })?;
        Ok(Dense::new(rows, 1, column.as_slice())?)
    }
}

impl<V: Number> AsDenseMut for Col<V> {
    fn as_dense_mut(&mut self) -> Result<DenseMut<'_, V>, Error> {
        let rows = self.nrows();
        let column = self.try_as_col_major_mut().ok_or(Error::Scattered { rows, columns: 1 })?;
        Ok(DenseMut::new(rows, 1, column.as_slice_mut())?)
    }
}

/// The matrix of these arrays. Values are moved, indices become `usize`.
#[must_use]
pub fn matrix<V: Number, I: Index>(csr: OwnedCsr<V, I>) -> SparseRowMat<usize, V> {
    let [rows, columns] = [csr.rows(), csr.columns()];
    let (indptr, indices, values) = csr.into_parts();
    // The arrays of an `OwnedCsr` keep the rules that are checked here.
    let symbolic = SymbolicSparseRowMat::new_checked(rows, columns, with_usize(&indptr), None, with_usize(&indices));
    SparseRowMat::new(symbolic, values)
}
