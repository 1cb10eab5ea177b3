//! Row_sparse arrays.
use super::operands::{ROWS, WIDTH, ids, plan_memory, reborrow, row_sparse, row_sparse_out, unsorted, zeros};
use super::{Call, Doors};
use anyhow::Result;
use lacuna::{RowSparse, rows, scalar};

/// The benches of this family, before those of the next.
#[doc(hidden)]
#[macro_export]
macro_rules! rows_benches {
    ($callback:ident $($before:tt)*) => {
        $crate::optim_benches! { $callback
            $($before)*
            rows {
                retain_ids, retain, coalesce_plan, coalesce, add_n_ids, add_n, add_n_three,
            }
        }
    };
}

pub(super) fn retain_ids(_: Doors) -> Result<Call> {
    let (data, ids) = (row_sparse(ROWS, WIDTH, 2, 0)?, ids(ROWS, 3, 0)?);
    Ok(Box::new(move || Ok(rows::retain_ids(data, ids).map(drop)?)))
}

pub(super) fn retain(doors: Doors) -> Result<Call> {
    let (data, mut out) = (row_sparse(ROWS, WIDTH, 2, 0)?, row_sparse_out(ROWS, WIDTH, ids(ROWS, 3, 0)?)?);
    Ok(match doors {
        Doors::Scalar => Box::new(move || Ok(scalar::rows::retain(data, out.reborrow())?)),
        Doors::Dispatched => Box::new(move || Ok(rows::retain(data, out.reborrow())?)),
    })
}

pub(super) fn coalesce_plan(_: Doors) -> Result<Call> {
    let input = unsorted()?;
    let (mut buffers, scratch) = plan_memory(input.stored_rows())?;
    Ok(Box::new(move || {
        rows::coalesce_plan(input, reborrow(&mut buffers), scratch)?;
        Ok(())
    }))
}

pub(super) fn coalesce(doors: Doors) -> Result<Call> {
    let input = unsorted()?;
    let (buffers, scratch) = plan_memory(input.stored_rows())?;
    let plan = rows::coalesce_plan(input, buffers, scratch)?;
    let mut out = row_sparse_out(ROWS, WIDTH, plan.ids())?;
    Ok(match doors {
        Doors::Scalar => Box::new(move || Ok(scalar::rows::coalesce(&plan, input, out.reborrow())?)),
        Doors::Dispatched => Box::new(move || Ok(rows::coalesce(&plan, input, out.reborrow())?)),
    })
}

fn inputs() -> Result<[RowSparse<'static, f32, i32>; 3]> {
    Ok([row_sparse(ROWS, WIDTH, 2, 0)?, row_sparse(ROWS, WIDTH, 3, 0)?, row_sparse(ROWS, WIDTH, 5, 1)?])
}

pub(super) fn add_n_ids(_: Doors) -> Result<Call> {
    let ([left, right, _], ids) = (inputs()?, zeros::<i32>(ROWS)?);
    Ok(Box::new(move || Ok(rows::add_n_ids(&[left, right], &mut [0; 2], ids).map(drop)?)))
}

fn add_n_of<const N: usize>(doors: Doors, inputs: [RowSparse<'static, f32, i32>; N]) -> Result<Call> {
    let ids = zeros::<i32>(ROWS)?;
    let stored = rows::add_n_ids(&inputs, &mut [0; N], ids)?;
    let mut out = row_sparse_out(ROWS, WIDTH, &ids[..stored])?;
    Ok(match doors {
        Doors::Scalar => Box::new(move || Ok(scalar::rows::add_n(&inputs, &mut [0; N], out.reborrow())?)),
        Doors::Dispatched => Box::new(move || Ok(rows::add_n(&inputs, &mut [0; N], out.reborrow())?)),
    })
}

pub(super) fn add_n(doors: Doors) -> Result<Call> {
    let [left, right, _] = inputs()?;
    add_n_of(doors, [left, right])
}

pub(super) fn add_n_three(doors: Doors) -> Result<Call> {
    add_n_of(doors, inputs()?)
}
