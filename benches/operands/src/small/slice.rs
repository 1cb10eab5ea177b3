//! Parts of csr matrices.
use super::operands::{COLUMNS, ROWS, csr, dense, dense_out, ids, leaked, row_sparse, zeros};
use super::{Call, Form};
use anyhow::Result;
use lacuna::segments::PlanBuffers;
use lacuna::{CsrMut, Index, KernelError, slice};

/// Columns that [`columns`] keeps.
const KEPT: std::ops::Range<usize> = 30..90;

/// Pointers, columns and values of a result, and how many entries it has.
fn out(
    rows: usize,
    pointers: impl FnOnce(&mut [i32]) -> Result<usize, KernelError>,
) -> Result<(&'static [i32], &'static mut [i32], &'static mut [f32])> {
    let indptr = zeros::<i32>(rows + 1)?;
    let nnz = pointers(indptr)?;
    Ok((indptr, zeros(nnz)?, zeros(nnz)?))
}

/// It does not dispatch.
pub(super) fn take_indptr(_: Form) -> Result<Call> {
    let (csr, ids, indptr) = (csr()?, ids(ROWS, 2, 1)?, zeros::<i32>(ROWS)?);
    Ok(Box::new(move || Ok(slice::take_indptr(csr, ids, indptr).map(drop)?)))
}

pub(super) fn take(form: Form) -> Result<Call> {
    let csr = csr()?;
    let ids = leaked(&(0..ROWS).map(|k| (k * 29 % ROWS) as i32).collect::<Vec<_>>())?;
    let (indptr, indices, values) = out(ROWS, |indptr| slice::take_indptr(csr, ids, indptr))?;
    Ok(call!(form, slice::take(csr, ids, CsrMut::new(ROWS, COLUMNS, indptr, indices, values)?)))
}

/// It does not dispatch.
pub(super) fn columns_indptr(_: Form) -> Result<Call> {
    let (csr, indptr) = (csr()?, zeros::<i32>(ROWS + 1)?);
    Ok(Box::new(move || Ok(slice::columns_indptr(csr, KEPT, indptr).map(drop)?)))
}

pub(super) fn columns(form: Form) -> Result<Call> {
    let csr = csr()?;
    let (indptr, indices, values) = out(ROWS, |indptr| slice::columns_indptr(csr, KEPT, indptr))?;
    Ok(call!(form, slice::columns(csr, KEPT.start, CsrMut::new(ROWS, KEPT.len(), indptr, indices, values)?)))
}

/// It does not dispatch.
pub(super) fn add_row_nnz(_: Form) -> Result<Call> {
    let (csr, counts) = (csr()?, zeros::<i32>(ROWS)?);
    Ok(Box::new(move || {
        counts.fill(0);
        Ok(slice::add_row_nnz(csr, counts)?)
    }))
}

/// Behind the same matrix.
pub(super) fn concat(form: Form) -> Result<Call> {
    let csr = csr()?;
    let indptr = leaked(&csr.indptr().iter().map(|pointer| 2 * pointer).collect::<Vec<_>>())?;
    let starts = leaked(&csr.iter().map(|(indices, _)| i32::from_usize(indices.len())).collect::<Vec<_>>())?;
    let (indices, values) = (zeros(2 * csr.nnz())?, zeros(2 * csr.nnz())?);
    Ok(call!(form, slice::concat(csr, COLUMNS, starts, CsrMut::new(ROWS, 2 * COLUMNS, indptr, indices, values)?)))
}

/// Every third value is zero.
fn with_zeros() -> Result<lacuna::Csr<'static, f32, i32>> {
    let csr = csr()?;
    let values: Vec<_> =
        csr.values().iter().enumerate().map(|(k, &value)| if k % 3 == 0 { 0.0 } else { value }).collect();
    Ok(csr.with_values(leaked(&values)?)?)
}

/// It does not dispatch.
pub(super) fn prune_indptr(_: Form) -> Result<Call> {
    let (csr, indptr) = (with_zeros()?, zeros::<i32>(ROWS + 1)?);
    Ok(Box::new(move || Ok(slice::prune_indptr(csr, indptr).map(drop)?)))
}

pub(super) fn prune(form: Form) -> Result<Call> {
    let csr = with_zeros()?;
    let (indptr, indices, values) = out(ROWS, |indptr| slice::prune_indptr(csr, indptr))?;
    Ok(call!(form, slice::prune(csr, CsrMut::new(ROWS, COLUMNS, indptr, indices, values)?)))
}

/// It does not dispatch.
pub(super) fn prune_ids(_: Form) -> Result<Call> {
    let (array, ids) = (row_sparse(ROWS, 9, 2, 0)?, zeros::<i32>(ROWS)?);
    Ok(Box::new(move || Ok(slice::prune_ids(array, ids).map(drop)?)))
}

pub(super) fn select(form: Form) -> Result<Call> {
    let (condition, x, y, mut out) =
        (with_zeros()?, dense(ROWS, COLUMNS)?, dense(ROWS, COLUMNS)?, dense_out(ROWS, COLUMNS)?);
    Ok(call!(form, slice::select(condition, x, y, out.reborrow())))
}

pub(super) fn select_x_gradient(form: Form) -> Result<Call> {
    let (condition, gradient, mut out) = (with_zeros()?, dense(ROWS, COLUMNS)?, dense_out(ROWS, COLUMNS)?);
    Ok(call!(form, slice::select_x_gradient(condition, gradient, out.reborrow())))
}

pub(super) fn select_y_gradient(form: Form) -> Result<Call> {
    let (condition, gradient, mut out) = (with_zeros()?, dense(ROWS, COLUMNS)?, dense_out(ROWS, COLUMNS)?);
    Ok(call!(form, slice::select_y_gradient(condition, gradient, out.reborrow())))
}

pub(super) fn diagonal(form: Form) -> Result<Call> {
    let (csr, out) = (csr()?, zeros(ROWS)?);
    Ok(call!(form, slice::diagonal(csr, 3, out)))
}

/// There is one form of it, whose sort dispatches. Columns of two rows are one row's, in no order.
pub(super) fn canonical_csr(_: Form) -> Result<Call> {
    let csr = csr()?;
    let indptr = leaked(&csr.indptr().iter().step_by(2).copied().collect::<Vec<_>>())?;
    let unordered = lacuna::Csr::trusted(ROWS / 2, COLUMNS, indptr, csr.indices(), csr.values())?;
    let nnz = csr.nnz();
    let (pointers, indices) = (zeros::<i32>(ROWS / 2 + 1)?, zeros::<i32>(nnz)?);
    let (ids, segments, rows, entries) =
        (zeros::<i32>(nnz)?, zeros::<i32>(nnz + 1)?, zeros::<i32>(nnz)?, zeros::<i32>(nnz)?);
    let scratch = zeros::<u64>(2 * nnz)?;
    Ok(Box::new(move || {
        let plan = PlanBuffers { ids, segments, rows, entries };
        let buffers = slice::CanonicalBuffers { indptr: pointers, indices, plan };
        Ok(slice::canonical_csr(unordered, buffers, scratch).map(drop)?)
    }))
}
