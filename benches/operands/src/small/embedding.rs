//! Rows by their ids, and bags of them.
use super::operands::{
    COLUMNS, PlanRoom, ROWS, WIDTH, csr, dense, dense_out, leaked, row_sparse, row_sparse_out, values, zeros,
};
use super::{Call, Form};
use anyhow::Result;
use lacuna::embedding;

/// The id of padding.
const PADDING: usize = 3;

fn ids() -> Result<&'static mut [i32]> {
    leaked(&(0..ROWS).map(|k| (k * 29 % COLUMNS) as i32).collect::<Vec<_>>())
}

pub(super) fn lookup(form: Form) -> Result<Call> {
    let (ids, weight, mut out) = (ids()?, dense(COLUMNS, WIDTH)?, dense_out(ROWS, WIDTH)?);
    Ok(call!(form, embedding::lookup(ids, weight, out.reborrow())))
}

pub(super) fn lookup_row_sparse(form: Form) -> Result<Call> {
    let (ids, weight, mut out) = (ids()?, row_sparse(COLUMNS, WIDTH, 2, 0)?, dense_out(ROWS, WIDTH)?);
    Ok(call!(form, embedding::lookup_row_sparse(ids, weight, out.reborrow())))
}

pub(super) fn bag_sum(form: Form) -> Result<Call> {
    let (bags, weight, mut out) = (csr()?, dense(COLUMNS, WIDTH)?, dense_out(ROWS, WIDTH)?);
    Ok(call!(form, embedding::bag_sum(bags, PADDING, weight, out.reborrow())))
}

pub(super) fn bag_mean(form: Form) -> Result<Call> {
    let (bags, weight, mut out) = (csr()?, dense(COLUMNS, WIDTH)?, dense_out(ROWS, WIDTH)?);
    Ok(call!(form, embedding::bag_mean(bags, PADDING, weight, out.reborrow())))
}

pub(super) fn bag_shares(form: Form) -> Result<Call> {
    let bags = csr()?;
    let out = values(bags.nnz())?;
    Ok(call!(form, embedding::bag_shares(bags, PADDING, out)))
}

pub(super) fn bag_max(form: Form) -> Result<Call> {
    let (bags, weight, mut out) = (csr()?, dense(COLUMNS, WIDTH)?, dense_out(ROWS, WIDTH)?);
    let entries = zeros(ROWS * WIDTH)?;
    Ok(call!(form, embedding::bag_max(bags, PADDING, weight, entries, out.reborrow())))
}

/// There is one form of a plan, whose sort dispatches.
pub(super) fn bag_plan(_: Form) -> Result<Call> {
    let bags = csr()?;
    let mut memory = PlanRoom::new(bags.nnz())?;
    Ok(Box::new(move || {
        Ok(memory.lend(|buffers, scratch| embedding::bag_plan(bags, PADDING, buffers, scratch).map(drop))?)
    }))
}

pub(super) fn bag_max_gradient(form: Form) -> Result<Call> {
    let (bags, weight, gradient) = (csr()?, dense(COLUMNS, WIDTH)?, dense(ROWS, WIDTH)?);
    let entries = zeros(ROWS * WIDTH)?;
    embedding::bag_max(bags, PADDING, weight, entries, dense_out(ROWS, WIDTH)?)?;
    let PlanRoom { buffers, scratch } = PlanRoom::new(bags.nnz())?;
    let plan = embedding::bag_plan(bags, PADDING, buffers, scratch)?;
    let mut out = row_sparse_out(COLUMNS, WIDTH, plan.ids())?;
    Ok(call!(form, embedding::bag_max_gradient(&plan, entries, gradient, out.reborrow())))
}
