//! Results in one call.
use super::{OwnedCsr, OwnedDense, OwnedPlan, OwnedRowSparse, filled};
use crate::cast::{self, accumulate_indptr};
use crate::dot::{self, TransposeBuffers, csr_csr_scratch};
use crate::{Csr, CsrMut, Dense, Error, Index, KernelError, Number, Value, binary};
use alloc::vec::Vec;

/// `A B`, dense: [`dot::csr_dense`].
///
/// # Errors
/// Those of the kernel.
pub fn csr_dense<V: Value, I: Index>(a: Csr<'_, V, I>, b: Dense<'_, V>) -> Result<OwnedDense<V>, Error> {
    let mut out = OwnedDense::filled(a.rows(), b.columns(), V::ZERO)?;
    dot::csr_dense(a, b, out.view_mut())?;
    Ok(out)
}

/// `A^T B`, row_sparse, by the plan of the pattern of `A`: [`dot::csr_t_dense`].
///
/// # Errors
/// Those of the kernel.
pub fn csr_t_dense<V: Value, I: Index>(
    plan: &OwnedPlan<I>,
    values: &[V],
    b: Dense<'_, V>,
) -> Result<OwnedRowSparse<V, I>, Error> {
    let mut out = OwnedRowSparse::filled(plan.shape().output_rows, b.columns(), plan.ids(), V::ZERO)?;
    dot::csr_t_dense(&plan.view()?, values, b, out.view_mut()?)?;
    Ok(out)
}

/// `A^T B`, dense, by the plan of the pattern of `A`: [`dot::csr_t_dense_to_dense`].
///
/// # Errors
/// Those of the kernel.
pub fn csr_t_dense_to_dense<V: Value, I: Index>(
    plan: &OwnedPlan<I>,
    values: &[V],
    b: Dense<'_, V>,
) -> Result<OwnedDense<V>, Error> {
    let mut out = OwnedDense::filled(plan.shape().output_rows, b.columns(), V::ZERO)?;
    dot::csr_t_dense_to_dense(&plan.view()?, values, b, out.view_mut())?;
    Ok(out)
}

/// Pointers of rows of these lengths, which `count` writes, and their sum.
fn pointers<I: Index>(
    rows: usize,
    count: impl FnOnce(&mut [I]) -> Result<(), KernelError>,
) -> Result<(Vec<I>, usize), KernelError> {
    let mut indptr = filled(rows.saturating_add(1), I::default())?;
    count(indptr.get_mut(1..).unwrap_or_default())?;
    let nnz = accumulate_indptr(&mut indptr)?;
    Ok((indptr, nnz))
}

/// `A B`, csr: [`dot::csr_csr`].
///
/// # Errors
/// Those of the kernel and of its structure calls.
pub fn csr_csr<V: Value, I: Index>(a: Csr<'_, V, I>, b: Csr<'_, V, I>) -> Result<OwnedCsr<V, I>, Error> {
    let (rows, columns) = (a.rows(), b.columns());
    let mut scratch = filled(csr_csr_scratch(columns), 0)?;
    let (indptr, nnz) = pointers(rows, |counts| dot::csr_csr_row_nnz(a, b, counts, &mut scratch))?;
    let (mut indices, mut values) = (filled(nnz, I::default())?, filled(nnz, V::ZERO)?);
    dot::csr_csr_indices(a, b, &indptr, &mut indices, &mut scratch)?;
    let mut sums = filled(columns, V::ZERO)?;
    dot::csr_csr(a, b, &mut sums, CsrMut::trusted(rows, columns, &indptr, &mut indices, &mut values)?)?;
    Ok(OwnedCsr::made(columns, indptr, indices, values))
}

/// Counts the entries of rows.
type Count<V, I> = fn(Csr<'_, V, I>, Csr<'_, V, I>, &mut [I]) -> Result<(), KernelError>;
/// Fills a pattern.
type Fill<V, I> = fn(Csr<'_, V, I>, Csr<'_, V, I>, CsrMut<'_, V, I>) -> Result<(), KernelError>;

/// A function of two matrices of one shape, whose pattern is counted by `count`.
fn pairs<V: Value, I: Index>(
    [a, b]: [Csr<'_, V, I>; 2],
    count: Count<V, I>,
    fill: Fill<V, I>,
) -> Result<OwnedCsr<V, I>, Error> {
    let (indptr, nnz) = pointers(a.rows(), |counts| count(a, b, counts))?;
    let (mut indices, mut values) = (filled(nnz, I::default())?, filled(nnz, V::ZERO)?);
    fill(a, b, CsrMut::trusted(a.rows(), a.columns(), &indptr, &mut indices, &mut values)?)?;
    Ok(OwnedCsr::made(a.columns(), indptr, indices, values))
}

/// `A + B`: [`binary::csr_add`].
///
/// # Errors
/// Those of the kernel and of its structure call.
pub fn add<V: Value, I: Index>(a: Csr<'_, V, I>, b: Csr<'_, V, I>) -> Result<OwnedCsr<V, I>, Error> {
    pairs([a, b], binary::csr_union_nnz, binary::csr_add)
}

/// `A - B`: [`binary::csr_subtract`].
///
/// # Errors
/// As [`add`].
pub fn subtract<V: Value, I: Index>(a: Csr<'_, V, I>, b: Csr<'_, V, I>) -> Result<OwnedCsr<V, I>, Error> {
    pairs([a, b], binary::csr_union_nnz, binary::csr_subtract)
}

/// `A B`, element by element: [`binary::csr_multiply`].
///
/// # Errors
/// As [`add`].
pub fn multiply<V: Value, I: Index>(a: Csr<'_, V, I>, b: Csr<'_, V, I>) -> Result<OwnedCsr<V, I>, Error> {
    pairs([a, b], binary::csr_intersection_nnz, binary::csr_multiply)
}

/// `A^T`: [`dot::transpose`].
///
/// # Errors
/// Those of the kernel.
pub fn transpose<V: Number, I: Index>(a: Csr<'_, V, I>) -> Result<OwnedCsr<V, I>, Error> {
    let mut indptr = filled(a.columns().saturating_add(1), I::default())?;
    let (mut indices, mut entries) = (filled(a.nnz(), I::default())?, filled(a.nnz(), I::default())?);
    let mut values = filled(a.nnz(), V::default())?;
    let buffers = TransposeBuffers { indptr: &mut indptr, indices: &mut indices, entries: &mut entries };
    dot::transpose(a, buffers)?.csr(a.values(), &mut values)?;
    Ok(OwnedCsr::made(a.rows(), indptr, indices, values))
}

/// The elements that are not 0: [`cast::dense_to_csr`].
///
/// # Errors
/// Those of the kernel and of its structure call.
pub fn dense_to_csr<V: Value, I: Index>(dense: Dense<'_, V>) -> Result<OwnedCsr<V, I>, Error> {
    let (rows, columns) = (dense.rows(), dense.columns());
    let (indptr, nnz) = pointers(rows, |counts| cast::dense_row_nnz(dense, counts))?;
    let (mut indices, mut values) = (filled(nnz, I::default())?, filled(nnz, V::ZERO)?);
    cast::dense_to_csr(dense, CsrMut::trusted(rows, columns, &indptr, &mut indices, &mut values)?)?;
    Ok(OwnedCsr::made(columns, indptr, indices, values))
}

/// The matrix with its zeros: [`cast::csr_to_dense`].
///
/// # Errors
/// Those of the kernel.
pub fn csr_to_dense<V: Number, I: Index>(csr: Csr<'_, V, I>) -> Result<OwnedDense<V>, Error> {
    let mut out = OwnedDense::filled(csr.rows(), csr.columns(), V::default())?;
    cast::csr_to_dense(csr, out.view_mut())?;
    Ok(out)
}
