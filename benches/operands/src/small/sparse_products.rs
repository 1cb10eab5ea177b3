//! Products with a sparse result, or with a sparse matrix on the right.
use super::operands::{COLUMNS, ROWS, WIDTH, csr, dense, dense_out, leaked, row_sparse, zeros};
use super::{Call, Form};
use anyhow::Result;
use lacuna::{Csr, CsrMut, cast, dot};

/// A csr of as many rows as [`csr`] has columns.
fn right() -> Result<Csr<'static, f32, i32>> {
    let a = csr()?;
    let [indptr, indices, entries] = [COLUMNS + 1, a.nnz(), a.nnz()].map(zeros::<i32>);
    let values = zeros::<f32>(a.nnz())?;
    Ok(dot::transpose(a, dot::TransposeBuffers { indptr: indptr?, indices: indices?, entries: entries? })?
        .csr(a.values(), values)?)
}

/// Pointers and columns of the product.
fn pattern(a: Csr<'_, f32, i32>, b: Csr<'_, f32, i32>) -> Result<[&'static mut [i32]; 2]> {
    let (indptr, scratch) = (zeros::<i32>(a.rows() + 1)?, zeros::<u64>(dot::csr_csr_scratch(b.columns()))?);
    dot::csr_csr_row_nnz(a, b, &mut indptr[1..], scratch)?;
    let indices = zeros::<i32>(cast::accumulate_indptr(indptr)?)?;
    dot::csr_csr_indices(a, b, indptr, indices, scratch)?;
    Ok([indptr, indices])
}

fn csr_csr_of(form: Form, scratch: usize) -> Result<Call> {
    let (a, b, scratch) = (csr()?, right()?, zeros::<f32>(scratch)?);
    let [indptr, indices] = pattern(a, b)?;
    let values = zeros::<f32>(indices.len())?;
    Ok(call!(form, dot::csr_csr(a, b, scratch, CsrMut::new(ROWS, ROWS, indptr, indices, values)?)))
}

pub(in super::super) fn csr_csr(form: Form) -> Result<Call> {
    csr_csr_of(form, ROWS)
}

/// Without scratch.
pub(in super::super) fn csr_csr_search(form: Form) -> Result<Call> {
    csr_csr_of(form, 0)
}

/// It does not dispatch.
pub(in super::super) fn csr_csr_row_nnz(_: Form) -> Result<Call> {
    let (a, b) = (csr()?, right()?);
    let (counts, scratch) = (zeros::<i32>(ROWS)?, zeros::<u64>(dot::csr_csr_scratch(ROWS))?);
    Ok(Box::new(move || Ok(dot::csr_csr_row_nnz(a, b, counts, scratch)?)))
}

/// As [`csr_csr_row_nnz`].
pub(in super::super) fn csr_csr_indices(_: Form) -> Result<Call> {
    let (a, b) = (csr()?, right()?);
    let ([indptr, indices], scratch) = (pattern(a, b)?, zeros::<u64>(dot::csr_csr_scratch(ROWS))?);
    Ok(Box::new(move || Ok(dot::csr_csr_indices(a, b, indptr, indices, scratch)?)))
}

pub(in super::super) fn dense_csr(form: Form) -> Result<Call> {
    let (a, b, mut out) = (dense(WIDTH, ROWS)?, csr()?, dense_out(WIDTH, COLUMNS)?);
    Ok(call!(form, dot::dense_csr(a, b, &mut [], out.reborrow())))
}

/// As [`csr_csr_row_nnz`].
pub(in super::super) fn occurring_columns(_: Form) -> Result<Call> {
    let a = csr()?;
    let (columns, places) = (zeros::<i32>(a.nnz())?, zeros::<i32>(a.nnz())?);
    Ok(Box::new(move || Ok(dot::occurring_columns(a, columns, places).map(drop)?)))
}

pub(in super::super) fn dense_csr_t(form: Form) -> Result<Call> {
    let (a, b, mut out) = (dense(WIDTH, COLUMNS)?, csr()?, dense_out(WIDTH, ROWS)?);
    Ok(call!(form, dot::dense_csr_t(a, b, out.reborrow())))
}

pub(in super::super) fn dense_row_sparse_t(form: Form) -> Result<Call> {
    let (a, b, mut out) = (dense(ROWS, WIDTH)?, row_sparse(COLUMNS, WIDTH, 2, 0)?, dense_out(ROWS, COLUMNS)?);
    Ok(call!(form, dot::dense_row_sparse_t(a, b, out.reborrow())))
}

pub(in super::super) fn sddmm(form: Form) -> Result<Call> {
    let (a, b, pattern) = (dense(ROWS, WIDTH)?, dense(COLUMNS, WIDTH)?, csr()?);
    let (indptr, indices, values) =
        (leaked(pattern.indptr())?, leaked(pattern.indices())?, zeros::<f32>(pattern.nnz())?);
    Ok(call!(form, dot::sddmm(a, b, CsrMut::new(ROWS, COLUMNS, indptr, indices, values)?)))
}

pub(in super::super) fn dense_dense(form: Form) -> Result<Call> {
    let (a, b, mut out) = (dense(ROWS, COLUMNS)?, dense(COLUMNS, WIDTH)?, dense_out(ROWS, WIDTH)?);
    let scratch = zeros::<f32>(dot::dense_dense_scratch(ROWS, WIDTH, COLUMNS))?;
    Ok(call!(form, dot::dense_dense(a, b, scratch, out.reborrow())))
}

pub(in super::super) fn dense_t_dense(form: Form) -> Result<Call> {
    let (a, b, mut out) = (dense(COLUMNS, ROWS)?, dense(COLUMNS, WIDTH)?, dense_out(ROWS, WIDTH)?);
    let scratch = zeros::<f32>(dot::dense_dense_scratch(ROWS, WIDTH, COLUMNS))?;
    Ok(call!(form, dot::dense_t_dense(a, b, scratch, out.reborrow())))
}

pub(in super::super) fn dense_dense_t(form: Form) -> Result<Call> {
    let (a, b, mut out) = (dense(ROWS, COLUMNS)?, dense(WIDTH, COLUMNS)?, dense_out(ROWS, WIDTH)?);
    let scratch = zeros::<f32>(dot::dense_dense_scratch(ROWS, WIDTH, COLUMNS))?;
    Ok(call!(form, dot::dense_dense_t(a, b, scratch, out.reborrow())))
}
