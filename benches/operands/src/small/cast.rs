//! Casts.
use super::operands::{COLUMNS, ROWS, WIDTH, csr, dense_out, leaked, mostly_zero, row_sparse, row_sparse_out, zeros};
use super::{Call, Form};
use anyhow::Result;
use lacuna::{CsrMut, Dense, cast};

pub(super) fn dense_row_nnz(form: Form) -> Result<Call> {
    let (dense, counts) = (mostly_zero()?, zeros::<i32>(ROWS)?);
    Ok(call!(form, cast::dense_row_nnz(dense, counts)))
}

/// It does not dispatch.
pub(super) fn accumulate_indptr(_: Form) -> Result<Call> {
    // Zeros stay zeros, so every call finds the same counts.
    let indptr = zeros::<i32>(ROWS + 1)?;
    Ok(Box::new(move || Ok(cast::accumulate_indptr(indptr).map(drop)?)))
}

pub(super) fn dense_to_csr(form: Form) -> Result<Call> {
    let (dense, csr) = (mostly_zero()?, csr()?);
    let (indptr, indices, values) = (leaked(csr.indptr())?, zeros::<i32>(csr.nnz())?, zeros::<f32>(csr.nnz())?);
    Ok(call!(form, cast::dense_to_csr(dense, CsrMut::new(ROWS, COLUMNS, indptr, indices, values)?)))
}

pub(super) fn dense_to_csr_one_pass(form: Form) -> Result<Call> {
    let (dense, indptr) = (mostly_zero()?, zeros::<i32>(ROWS + 1)?);
    let (indices, values) = (zeros::<i32>(ROWS * COLUMNS)?, zeros::<f32>(ROWS * COLUMNS)?);
    Ok(call!(form, cast::dense_to_csr_one_pass(dense, indptr, indices, values)))
}

pub(super) fn csr_to_dense(form: Form) -> Result<Call> {
    let (csr, mut out) = (csr()?, dense_out(ROWS, COLUMNS)?);
    Ok(call!(form, cast::csr_to_dense(csr, out.reborrow())))
}

/// Every third row is stored.
fn few_rows() -> Result<Dense<'static, f32>> {
    let rows = row_sparse(ROWS, WIDTH, 3, 1)?;
    let mut out = dense_out(ROWS, WIDTH)?;
    cast::row_sparse_to_dense(rows, out.reborrow())?;
    Ok(Dense::new(ROWS, WIDTH, leaked(out.data_mut())?)?)
}

pub(super) fn dense_row_ids(form: Form) -> Result<Call> {
    let (dense, ids) = (few_rows()?, zeros::<i32>(ROWS)?);
    Ok(call!(form, cast::dense_row_ids(dense, 0, ids)))
}

pub(super) fn dense_to_row_sparse(form: Form) -> Result<Call> {
    let (dense, mut out) = (few_rows()?, row_sparse_out(ROWS, WIDTH, row_sparse(ROWS, WIDTH, 3, 1)?.indices())?);
    Ok(call!(form, cast::dense_to_row_sparse(dense, out.reborrow())))
}

pub(super) fn row_sparse_to_dense(form: Form) -> Result<Call> {
    let (rows, mut out) = (row_sparse(ROWS, WIDTH, 3, 1)?, dense_out(ROWS, WIDTH)?);
    Ok(call!(form, cast::row_sparse_to_dense(rows, out.reborrow())))
}
