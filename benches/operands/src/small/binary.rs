//! Functions of two arrays.
pub(super) use super::slices::*;

use super::operands::{COLUMNS, ROWS, WIDTH, csr, dense_out, leaked, row_sparse, row_sparse_out, values, zeros};
use super::{Call, Form};
use anyhow::Result;
use lacuna::{Broadcast, Csr, CsrMut, Dense, RowsMut, binary, cast};

/// The csr of the other benches, and another of as many entries.
fn pair() -> Result<[Csr<'static, f32, i32>; 2]> {
    let a = csr()?;
    let mirrored: Vec<_> =
        a.iter().flat_map(|(indices, _)| indices.iter().rev().map(|index| COLUMNS as i32 - 1 - index)).collect();
    let b = Csr::new(ROWS, COLUMNS, a.indptr(), leaked(&mirrored)?, values(a.nnz())?)?;
    Ok([a, b])
}

macro_rules! csr_pairs {
    ($($name:ident $nnz:ident $($one_pass:ident)?;)*) => {$(
        pub(super) fn $name(form: Form) -> Result<Call> {
            let ([a, b], indptr) = (pair()?, zeros::<i32>(ROWS + 1)?);
            binary::$nnz(a, b, &mut indptr[1..])?;
            let nnz = cast::accumulate_indptr(indptr)?;
            let (indices, values) = (zeros::<i32>(nnz)?, zeros::<f32>(nnz)?);
            Ok(call!(form, binary::$name(a, b, CsrMut::new(ROWS, COLUMNS, indptr, indices, values)?)))
        }

        $(pub(super) fn $one_pass(form: Form) -> Result<Call> {
            let ([a, b], indptr) = (pair()?, zeros::<i32>(ROWS + 1)?);
            let (indices, values) = (zeros::<i32>(a.nnz() + b.nnz())?, zeros::<f32>(a.nnz() + b.nnz())?);
            Ok(call!(form, binary::$one_pass(a, b, indptr, indices, values)))
        })?
    )*};
}
csr_pairs! {
    csr_add csr_union_nnz csr_add_one_pass;
    csr_subtract csr_union_nnz csr_subtract_one_pass;
    csr_multiply csr_intersection_nnz csr_multiply_one_pass;
    csr_maximum csr_union_nnz;
    csr_minimum csr_union_nnz;
    csr_greater csr_union_nnz;
    csr_not_equal csr_union_nnz;
}

/// They do not dispatch.
macro_rules! counts {
    ($($name:ident)*) => {$(
        pub(super) fn $name(_: Form) -> Result<Call> {
            let ([a, b], counts) = (pair()?, zeros::<i32>(ROWS)?);
            Ok(Box::new(move || Ok(binary::$name(a, b, counts)?)))
        }
    )*};
}
counts! { csr_union_nnz csr_intersection_nnz }

/// It does not dispatch.
pub(super) fn rows_intersection_ids(_: Form) -> Result<Call> {
    let (left, right, ids) = (row_sparse(ROWS, WIDTH, 2, 0)?, row_sparse(ROWS, WIDTH, 3, 0)?, zeros::<i32>(ROWS)?);
    Ok(Box::new(move || Ok(binary::rows_intersection_ids(left, right, ids).map(drop)?)))
}

macro_rules! rows_pairs {
    ($($name:ident)*) => {$(
        /// Of row_sparse and dense.
        pub(super) fn $name(form: Form) -> Result<Call> {
            let (left, right) = (row_sparse(ROWS, WIDTH, 2, 0)?, Dense::new(ROWS, WIDTH, values(ROWS * WIDTH)?)?);
            let mut out = row_sparse_out(ROWS, WIDTH, left.indices())?;
            Ok(call!(form, binary::$name(left.into(), right.into(), RowsMut::from(out.reborrow()))))
        }
    )*};
}
rows_pairs! { rows_add rows_subtract rows_multiply rows_divide rows_maximum rows_minimum rows_greater rows_not_equal }

fn column() -> Result<Broadcast<'static, f32, i32>> {
    Ok(Broadcast::Column(values(ROWS)?))
}

fn row() -> Result<Broadcast<'static, f32, i32>> {
    Ok(Broadcast::Row(values(COLUMNS)?))
}

pub(super) fn csr_broadcast_add(form: Form) -> Result<Call> {
    let (a, b, mut out) = (csr()?, row()?, dense_out(ROWS, COLUMNS)?);
    Ok(call!(form, binary::csr_broadcast_add(a, b, out.reborrow())))
}

pub(super) fn csr_broadcast_subtract(form: Form) -> Result<Call> {
    let (a, b, mut out) = (csr()?, column()?, dense_out(ROWS, COLUMNS)?);
    Ok(call!(form, binary::csr_broadcast_subtract(a, b, out.reborrow())))
}

pub(super) fn broadcast_subtract_csr(form: Form) -> Result<Call> {
    let (a, b, mut out) = (csr()?, row()?, dense_out(ROWS, COLUMNS)?);
    Ok(call!(form, binary::broadcast_subtract_csr(b, a, out.reborrow())))
}

pub(super) fn entries_multiply(form: Form) -> Result<Call> {
    let (a, b) = (csr()?, row()?);
    let out = zeros::<f32>(a.nnz())?;
    Ok(call!(form, binary::entries_multiply(a, b, out)))
}

pub(super) fn entries_divide(form: Form) -> Result<Call> {
    let (a, b) = (csr()?, column()?);
    let out = zeros::<f32>(a.nnz())?;
    Ok(call!(form, binary::entries_divide(a, b, out)))
}

pub(super) fn entries_gather(form: Form) -> Result<Call> {
    let (a, b) = (csr()?, Dense::new(ROWS, COLUMNS, values(ROWS * COLUMNS)?)?);
    let out = zeros::<f32>(a.nnz())?;
    Ok(call!(form, binary::entries_gather(a, b.into(), out)))
}

pub(super) fn accumulate_csr(form: Form) -> Result<Call> {
    let (input, mut sum) = (csr()?, dense_out(ROWS, COLUMNS)?);
    Ok(call!(form, binary::accumulate_csr(input, sum.reborrow())))
}

pub(super) fn accumulate_rows(form: Form) -> Result<Call> {
    let (input, mut sum) = (row_sparse(ROWS, WIDTH, 2, 0)?, dense_out(ROWS, WIDTH)?);
    Ok(call!(form, binary::accumulate_rows(input.into(), sum.reborrow())))
}
