//! Row_sparse arrays.
use super::operands::{PlanRoom, ROWS, WIDTH, ids, leaked, row_sparse, row_sparse_out, unsorted, values, zeros};
use super::{Call, Form};
use anyhow::Result;
use lacuna::{RowSparse, rows};

/// It does not dispatch.
pub(super) fn retain_ids(_: Form) -> Result<Call> {
    let (data, ids) = (row_sparse(ROWS, WIDTH, 2, 0)?, ids(ROWS, 3, 0)?);
    Ok(Box::new(move || Ok(rows::retain_ids(data, ids).map(drop)?)))
}

pub(super) fn retain(form: Form) -> Result<Call> {
    let (data, mut out) = (row_sparse(ROWS, WIDTH, 2, 0)?, row_sparse_out(ROWS, WIDTH, ids(ROWS, 3, 0)?)?);
    Ok(call!(form, rows::retain(data, out.reborrow())))
}

/// There is one form of a plan, whose sort dispatches.
pub(super) fn coalesce_plan(_: Form) -> Result<Call> {
    let input = unsorted()?;
    let mut memory = PlanRoom::new(input.stored_rows())?;
    Ok(Box::new(move || Ok(memory.lend(|buffers, scratch| rows::coalesce_plan(input, buffers, scratch).map(drop))?)))
}

pub(super) fn coalesce(form: Form) -> Result<Call> {
    let input = unsorted()?;
    let PlanRoom { buffers, scratch } = PlanRoom::new(input.stored_rows())?;
    let plan = rows::coalesce_plan(input, buffers, scratch)?;
    let mut out = row_sparse_out(ROWS, WIDTH, plan.ids())?;
    Ok(call!(form, rows::coalesce(&plan, input, out.reborrow())))
}

fn inputs() -> Result<[RowSparse<'static, f32, i32>; 3]> {
    Ok([row_sparse(ROWS, WIDTH, 2, 0)?, row_sparse(ROWS, WIDTH, 3, 0)?, row_sparse(ROWS, WIDTH, 5, 1)?])
}

pub(super) fn permute(form: Form) -> Result<Call> {
    let length = ROWS * WIDTH;
    let entries = leaked(&(0..length).map(|k| (k * 29 % length) as i32).collect::<Vec<_>>())?;
    let (values, out) = (values(length)?, zeros(length)?);
    Ok(call!(form, rows::permute(entries, values, out)))
}

/// It does not dispatch.
pub(super) fn add_n_ids(_: Form) -> Result<Call> {
    let ([left, right, _], ids) = (inputs()?, zeros::<i32>(ROWS)?);
    Ok(Box::new(move || Ok(rows::add_n_ids(&[left, right], &mut [0; 2], ids).map(drop)?)))
}

fn add_n_of<const N: usize>(form: Form, inputs: [RowSparse<'static, f32, i32>; N]) -> Result<Call> {
    let ids = zeros::<i32>(ROWS)?;
    let stored = rows::add_n_ids(&inputs, &mut [0; N], ids)?;
    let mut out = row_sparse_out(ROWS, WIDTH, &ids[..stored])?;
    Ok(call!(form, rows::add_n(&inputs, &mut [0; N], out.reborrow())))
}

pub(super) fn add_n(form: Form) -> Result<Call> {
    let [left, right, _] = inputs()?;
    add_n_of(form, [left, right])
}

pub(super) fn add_n_three(form: Form) -> Result<Call> {
    add_n_of(form, inputs()?)
}
