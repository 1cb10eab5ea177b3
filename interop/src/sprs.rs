//! Matrices of sprs.
use crate::{AsCsr, AsTransposedCsr, Error, IndexElement, compressed};
use lacuna::owned::OwnedCsr;
use lacuna::{Csr, Index, Number};
use sprs::{CsMatBase, CsMatI, SpIndex};
use std::ops::Deref;

impl<V, I, Pointers, Indices, Values> AsCsr for CsMatBase<V, I, Pointers, Indices, Values>
where
    V: Number,
    I: SpIndex + IndexElement,
    Pointers: Deref<Target = [I]>,
    Indices: Deref<Target = [I]>,
    Values: Deref<Target = [V]>,
{
    type Value = V;
    type Index = I::Index;

    fn as_csr(&self) -> Result<Csr<'_, V, I::Index>, Error> {
        if !self.is_csr() {
            return Err(Error::Compressed("columns"));
        }
        compressed([self.rows(), self.cols()], self.indptr().into_raw_storage(), self.indices(), self.data())
    }
}

impl<V, I, Pointers, Indices, Values> AsTransposedCsr for CsMatBase<V, I, Pointers, Indices, Values>
where
    V: Number,
    I: SpIndex + IndexElement,
    Pointers: Deref<Target = [I]>,
    Indices: Deref<Target = [I]>,
    Values: Deref<Target = [V]>,
{
    type Value = V;
    type Index = I::Index;

    fn as_transposed_csr(&self) -> Result<Csr<'_, V, I::Index>, Error> {
        if self.is_csr() {
            return Err(Error::Compressed("rows"));
        }
        compressed([self.cols(), self.rows()], self.indptr().into_raw_storage(), self.indices(), self.data())
    }
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
