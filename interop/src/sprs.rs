//! Matrices of sprs.
use crate::{AsCsr, AsTransposedCsr, Error, IndexElement, compressed};
use lacuna::owned::OwnedCsr;
use lacuna::{Csr, Index, Number};
use sprs::{CsMatBase, CsMatI, SpIndex};
use std::ops::Deref;

macro_rules! views {
    ($($trait:ident, $view:ident, $is_rows:literal, $refused:literal, $shape:expr;)*) => {
        $(impl<V, I, Pointers, Indices, Values> $trait for CsMatBase<V, I, Pointers, Indices, Values>
        where
            V: Number,
            I: SpIndex + IndexElement,
            Pointers: Deref<Target = [I]>,
            Indices: Deref<Target = [I]>,
            Values: Deref<Target = [V]>,
        {
            type Value = V;
            type Index = I::Index;

            fn $view(&self) -> Result<Csr<'_, V, I::Index>, Error> {
                if self.is_csr() != $is_rows {
                    return Err(Error::Compressed($refused));
                }
                let shape = $shape(self.rows(), self.cols());
                compressed(shape, self.indptr().into_raw_storage(), self.indices(), self.data())
            }
        })*
    };
}
views! {
    AsCsr, as_csr, true, "columns", |rows, columns| [rows, columns];
    AsTransposedCsr, as_transposed_csr, false, "rows", |rows, columns| [columns, rows];
}

/// The matrix of these arrays. Nothing is copied.
///
/// # Panics
/// Never: the arrays of an [`OwnedCsr`] keep the rules of sprs.
pub fn matrix<V: Number, I: Index + SpIndex>(csr: OwnedCsr<V, I>) -> CsMatI<V, I> {
    let shape = (csr.rows(), csr.columns());
    let (indptr, indices, values) = csr.into_parts();
    CsMatI::new(shape, indptr, indices, values)
}
