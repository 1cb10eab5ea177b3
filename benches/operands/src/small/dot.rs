//! Products.
use super::operands::{
    COLUMNS, PlanRoom, ROWS, TALL, WIDTH, band, csr, dense, dense_out, leaked, row_sparse, row_sparse_out, tall, zeros,
};
use super::{Call, Form};
use anyhow::Result;
use lacuna::dot::{self, BlockEnds, block_ends_capacity, block_ends_scratch, sell_plan_length};
use lacuna::{Csr, RowSparse};

pub(super) use super::sparse_products::{
    csr_csr, csr_csr_indices, csr_csr_row_nnz, csr_csr_search, dense_csr, dense_csr_t, dense_dense, dense_dense_t,
    dense_row_sparse_t, dense_t_dense, occurring_columns, sddmm,
};

fn csr_dense_of(form: Form, columns: usize) -> Result<Call> {
    let (a, b, mut out) = (csr()?, dense(COLUMNS, columns)?, dense_out(ROWS, columns)?);
    Ok(call!(form, dot::csr_dense(a, b, out.reborrow())))
}

pub(super) fn csr_dense(form: Form) -> Result<Call> {
    csr_dense_of(form, WIDTH)
}

pub(super) fn csr_dense_column(form: Form) -> Result<Call> {
    csr_dense_of(form, 1)
}

fn csr_row_sparse_of(form: Form, columns: usize) -> Result<Call> {
    let (a, b, mut out) = (csr()?, row_sparse(COLUMNS, columns, 2, 0)?, dense_out(ROWS, columns)?);
    Ok(call!(form, dot::csr_row_sparse(a, b, out.reborrow())))
}

pub(super) fn csr_row_sparse(form: Form) -> Result<Call> {
    csr_row_sparse_of(form, WIDTH)
}

pub(super) fn csr_row_sparse_column(form: Form) -> Result<Call> {
    csr_row_sparse_of(form, 1)
}

/// There is one form of a plan, whose sort dispatches.
pub(super) fn transpose_plan(_: Form) -> Result<Call> {
    let a = csr()?;
    let mut memory = PlanRoom::new(a.nnz())?;
    Ok(Box::new(move || {
        Ok(memory.lend(|buffers, scratch| dot::transpose_plan(a, 0..COLUMNS, buffers, scratch).map(drop))?)
    }))
}

pub(super) fn csr_t_dense(form: Form) -> Result<Call> {
    let (a, b) = (csr()?, dense(ROWS, WIDTH)?);
    let PlanRoom { buffers, scratch } = PlanRoom::new(a.nnz())?;
    let plan = dot::transpose_plan(a, 0..COLUMNS, buffers, scratch)?;
    let mut out = row_sparse_out(COLUMNS, WIDTH, plan.ids())?;
    Ok(call!(form, dot::csr_t_dense(&plan, a.values(), b, out.reborrow())))
}

pub(super) fn csr_t_dense_to_dense(form: Form) -> Result<Call> {
    let (a, b, mut out) = (csr()?, dense(ROWS, WIDTH)?, dense_out(COLUMNS, WIDTH)?);
    let PlanRoom { buffers, scratch } = PlanRoom::new(a.nnz())?;
    let plan = dot::transpose_plan(a, 0..COLUMNS, buffers, scratch)?;
    Ok(call!(form, dot::csr_t_dense_to_dense(&plan, a.values(), b, out.reborrow())))
}

/// It does not dispatch.
pub(super) fn transpose(_: Form) -> Result<Call> {
    let a = csr()?;
    let (indptr, indices, entries) = (zeros::<i32>(COLUMNS + 1)?, zeros::<i32>(a.nnz())?, zeros::<i32>(a.nnz())?);
    Ok(Box::new(move || {
        let buffers = dot::TransposeBuffers { indptr: &mut *indptr, indices: &mut *indices, entries: &mut *entries };
        Ok(dot::transpose(a, buffers).map(drop)?)
    }))
}

/// As [`transpose_plan`].
pub(super) fn transpose_plan_row_sparse(_: Form) -> Result<Call> {
    let (a, b) = (csr()?, row_sparse(ROWS, WIDTH, 2, 1)?);
    let mut memory = PlanRoom::new(a.nnz())?;
    Ok(Box::new(move || {
        Ok(memory
            .lend(|buffers, scratch| dot::transpose_plan_row_sparse(a, b, 0..COLUMNS, buffers, scratch).map(drop))?)
    }))
}

pub(super) fn csr_t_row_sparse(form: Form) -> Result<Call> {
    let (a, b) = (csr()?, row_sparse(ROWS, WIDTH, 2, 1)?);
    let PlanRoom { buffers, scratch } = PlanRoom::new(a.nnz())?;
    let plan = dot::transpose_plan_row_sparse(a, b, 0..COLUMNS, buffers, scratch)?;
    let mut out = row_sparse_out(COLUMNS, WIDTH, plan.ids())?;
    Ok(call!(form, dot::csr_t_row_sparse(&plan, a.values(), b, out.reborrow())))
}

fn csr_t_dense_scatter_of(form: Form, columns: usize) -> Result<Call> {
    let (a, b, mut out) = (csr()?, dense(ROWS, columns)?, dense_out(COLUMNS, columns)?);
    let ends = BlockEnds::default();
    Ok(call!(form, dot::csr_t_dense_scatter(a, &ends, b, &mut [], out.reborrow())))
}

pub(super) fn csr_t_dense_scatter(form: Form) -> Result<Call> {
    csr_t_dense_scatter_of(form, WIDTH)
}

pub(super) fn csr_t_dense_scatter_column(form: Form) -> Result<Call> {
    csr_t_dense_scatter_of(form, 1)
}

pub(super) fn csr_t_column(form: Form) -> Result<Call> {
    let (a, b, mut out) = (tall()?, dense(TALL, 1)?, dense_out(COLUMNS, 1)?);
    let (counts, totals) = (zeros::<i32>(block_ends_scratch(COLUMNS))?, zeros::<f32>(COLUMNS)?);
    Ok(call!(form, dot::csr_t_column(a, b, &mut *counts, &mut *totals, out.reborrow())))
}

pub(super) fn csr_t_row_sparse_scatter(form: Form) -> Result<Call> {
    let (a, b, mut out) = (csr()?, row_sparse(ROWS, WIDTH, 2, 1)?, dense_out(COLUMNS, WIDTH)?);
    let ends = BlockEnds::default();
    Ok(call!(form, dot::csr_t_row_sparse_scatter(a, &ends, b, &mut [], out.reborrow())))
}

/// Memory for the block ends of a csr: columns, entries and scratch.
fn ends_room(a: Csr<'_, f32, i32>) -> Result<[&'static mut [i32]; 3]> {
    let places = block_ends_capacity(a.nnz());
    Ok([zeros(places)?, zeros(places)?, zeros(block_ends_scratch(a.columns()))?])
}

/// There is one form of it.
pub(super) fn block_ends(_: Form) -> Result<Call> {
    let a = tall()?;
    let [columns, entries, scratch] = ends_room(a)?;
    Ok(Box::new(move || Ok(dot::block_ends(a, columns, entries, scratch).map(drop)?)))
}

/// Stores two of three rows of [`tall`].
fn two_thirds() -> Result<RowSparse<'static, f32, i32>> {
    let ids = leaked(&(0..TALL as i32).filter(|row| row % 3 != 1).collect::<Vec<_>>())?;
    Ok(RowSparse::new(TALL, 0, ids, &[])?)
}

/// As [`block_ends`].
pub(super) fn block_ends_row_sparse(_: Form) -> Result<Call> {
    let (a, b) = (tall()?, two_thirds()?);
    let [columns, entries, scratch] = ends_room(a)?;
    Ok(Box::new(move || Ok(dot::block_ends_row_sparse(a, b, columns, entries, scratch).map(drop)?)))
}

fn sell_column_of(form: Form, a: Csr<'static, f32, i32>) -> Result<Call> {
    let plan = dot::sell_plan(a, zeros(sell_plan_length(a.rows(), a.nnz()))?)?;
    let values = leaked(&plan.entries().iter().map(|entry| a.values()[*entry as usize]).collect::<Vec<_>>())?;
    let (b, mut out) = (dense(a.columns(), 1)?, dense_out(a.rows(), 1)?);
    Ok(call!(form, dot::sell_column(&plan, values, b, out.reborrow())))
}

pub(super) fn sell_column(form: Form) -> Result<Call> {
    sell_column_of(form, csr()?)
}

pub(super) fn sell_column_band(form: Form) -> Result<Call> {
    sell_column_of(form, band()?)
}

/// It does not dispatch.
pub(super) fn sell_plan(_: Form) -> Result<Call> {
    let a = csr()?;
    let memory = zeros(sell_plan_length(a.rows(), a.nnz()))?;
    Ok(Box::new(move || Ok(dot::sell_plan(a, memory).map(drop)?)))
}

/// As [`sell_plan`].
pub(super) fn sell_plan_transposed(_: Form) -> Result<Call> {
    let a = csr()?;
    let entries = leaked(&(0..a.nnz() as i32).rev().collect::<Vec<_>>())?;
    let memory = zeros(sell_plan_length(a.rows(), a.nnz()))?;
    Ok(Box::new(move || Ok(dot::sell_plan_transposed(a, entries, memory).map(drop)?)))
}
