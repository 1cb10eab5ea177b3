//! Products.
use super::operands::{COLUMNS, ROWS, WIDTH, csr, dense, dense_out, plan_memory, reborrow, row_sparse, row_sparse_out};
use super::{Call, Doors};
use anyhow::Result;
use lacuna::{dot, scalar};

/// The benches of this family, before those of the next.
#[doc(hidden)]
#[macro_export]
macro_rules! dot_benches {
    ($callback:ident $($before:tt)*) => {
        $crate::cast_benches! { $callback
            $($before)*
            dot {
                csr_dense, csr_dense_column, csr_row_sparse, csr_row_sparse_column, transpose_plan,
                csr_t_dense, csr_t_dense_to_dense, transpose_plan_row_sparse, csr_t_row_sparse,
            }
        }
    };
}

fn csr_dense_of(doors: Doors, columns: usize) -> Result<Call> {
    let (a, b, mut out) = (csr()?, dense(COLUMNS, columns)?, dense_out(ROWS, columns)?);
    Ok(match doors {
        Doors::Scalar => Box::new(move || Ok(scalar::dot::csr_dense(a, b, out.reborrow())?)),
        Doors::Dispatched => Box::new(move || Ok(dot::csr_dense(a, b, out.reborrow())?)),
    })
}

pub(super) fn csr_dense(doors: Doors) -> Result<Call> {
    csr_dense_of(doors, WIDTH)
}

pub(super) fn csr_dense_column(doors: Doors) -> Result<Call> {
    csr_dense_of(doors, 1)
}

fn csr_row_sparse_of(doors: Doors, columns: usize) -> Result<Call> {
    let (a, b, mut out) = (csr()?, row_sparse(COLUMNS, columns, 2, 0)?, dense_out(ROWS, columns)?);
    Ok(match doors {
        Doors::Scalar => Box::new(move || Ok(scalar::dot::csr_row_sparse(a, b, out.reborrow())?)),
        Doors::Dispatched => Box::new(move || Ok(dot::csr_row_sparse(a, b, out.reborrow())?)),
    })
}

pub(super) fn csr_row_sparse(doors: Doors) -> Result<Call> {
    csr_row_sparse_of(doors, WIDTH)
}

pub(super) fn csr_row_sparse_column(doors: Doors) -> Result<Call> {
    csr_row_sparse_of(doors, 1)
}

/// The plan has no scalar door.
pub(super) fn transpose_plan(_: Doors) -> Result<Call> {
    let a = csr()?;
    let (mut buffers, scratch) = plan_memory(a.nnz())?;
    Ok(Box::new(move || {
        dot::transpose_plan(a, 0..COLUMNS, reborrow(&mut buffers), scratch)?;
        Ok(())
    }))
}

pub(super) fn csr_t_dense(doors: Doors) -> Result<Call> {
    let (a, b) = (csr()?, dense(ROWS, WIDTH)?);
    let (buffers, scratch) = plan_memory(a.nnz())?;
    let plan = dot::transpose_plan(a, 0..COLUMNS, buffers, scratch)?;
    let mut out = row_sparse_out(COLUMNS, WIDTH, plan.ids())?;
    Ok(match doors {
        Doors::Scalar => Box::new(move || Ok(scalar::dot::csr_t_dense(&plan, a.values(), b, out.reborrow())?)),
        Doors::Dispatched => Box::new(move || Ok(dot::csr_t_dense(&plan, a.values(), b, out.reborrow())?)),
    })
}

pub(super) fn csr_t_dense_to_dense(doors: Doors) -> Result<Call> {
    let (a, b, mut out) = (csr()?, dense(ROWS, WIDTH)?, dense_out(COLUMNS, WIDTH)?);
    let (buffers, scratch) = plan_memory(a.nnz())?;
    let plan = dot::transpose_plan(a, 0..COLUMNS, buffers, scratch)?;
    Ok(match doors {
        Doors::Scalar => Box::new(move || Ok(scalar::dot::csr_t_dense_to_dense(&plan, a.values(), b, out.reborrow())?)),
        Doors::Dispatched => Box::new(move || Ok(dot::csr_t_dense_to_dense(&plan, a.values(), b, out.reborrow())?)),
    })
}

pub(super) fn transpose_plan_row_sparse(_: Doors) -> Result<Call> {
    let (a, b) = (csr()?, row_sparse(ROWS, WIDTH, 2, 1)?);
    let (mut buffers, scratch) = plan_memory(a.nnz())?;
    Ok(Box::new(move || {
        dot::transpose_plan_row_sparse(a, b, 0..COLUMNS, reborrow(&mut buffers), scratch)?;
        Ok(())
    }))
}

pub(super) fn csr_t_row_sparse(doors: Doors) -> Result<Call> {
    let (a, b) = (csr()?, row_sparse(ROWS, WIDTH, 2, 1)?);
    let (buffers, scratch) = plan_memory(a.nnz())?;
    let plan = dot::transpose_plan_row_sparse(a, b, 0..COLUMNS, buffers, scratch)?;
    let mut out = row_sparse_out(COLUMNS, WIDTH, plan.ids())?;
    Ok(match doors {
        Doors::Scalar => Box::new(move || Ok(scalar::dot::csr_t_row_sparse(&plan, a.values(), b, out.reborrow())?)),
        Doors::Dispatched => Box::new(move || Ok(dot::csr_t_row_sparse(&plan, a.values(), b, out.reborrow())?)),
    })
}
