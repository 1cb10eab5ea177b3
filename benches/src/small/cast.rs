//! Casts.
use super::operands::{COLUMNS, ROWS, WIDTH, csr, dense_out, leaked, mostly_zero, row_sparse, row_sparse_out, zeros};
use super::{Call, Doors};
use anyhow::Result;
use lacuna::{CsrMut, Dense, cast, scalar};

/// The benches of this family, before those of the next.
#[doc(hidden)]
#[macro_export]
macro_rules! cast_benches {
    ($callback:ident $($before:tt)*) => {
        $crate::rows_benches! { $callback
            $($before)*
            cast {
                dense_row_nnz, accumulate_indptr, dense_to_csr, dense_to_csr_one_pass, csr_to_dense,
                dense_row_ids, dense_to_row_sparse, row_sparse_to_dense,
            }
        }
    };
}

pub(super) fn dense_row_nnz(doors: Doors) -> Result<Call> {
    let (dense, counts) = (mostly_zero()?, zeros::<i32>(ROWS)?);
    Ok(match doors {
        Doors::Scalar => Box::new(move || Ok(scalar::cast::dense_row_nnz(dense, counts)?)),
        Doors::Dispatched => Box::new(move || Ok(cast::dense_row_nnz(dense, counts)?)),
    })
}

pub(super) fn accumulate_indptr(_: Doors) -> Result<Call> {
    // Zeros stay zeros, so every call finds the same counts.
    let indptr = zeros::<i32>(ROWS + 1)?;
    Ok(Box::new(move || Ok(cast::accumulate_indptr(indptr).map(drop)?)))
}

pub(super) fn dense_to_csr(doors: Doors) -> Result<Call> {
    let dense = mostly_zero()?;
    let indptr = leaked(csr()?.indptr())?;
    let nnz = csr()?.nnz();
    let (indices, values) = (zeros::<i32>(nnz)?, zeros::<f32>(nnz)?);
    Ok(match doors {
        Doors::Scalar => Box::new(move || Ok(scalar::cast::dense_to_csr(dense, CsrMut::new(ROWS, COLUMNS, indptr, indices, values)?)?)),
        Doors::Dispatched => Box::new(move || Ok(cast::dense_to_csr(dense, CsrMut::new(ROWS, COLUMNS, indptr, indices, values)?)?)),
    })
}

pub(super) fn dense_to_csr_one_pass(doors: Doors) -> Result<Call> {
    let (dense, indptr) = (mostly_zero()?, zeros::<i32>(ROWS + 1)?);
    let (indices, values) = (zeros::<i32>(ROWS * COLUMNS)?, zeros::<f32>(ROWS * COLUMNS)?);
    Ok(match doors {
        Doors::Scalar => Box::new(move || Ok(scalar::cast::dense_to_csr_one_pass(dense, indptr, indices, values).map(drop)?)),
        Doors::Dispatched => Box::new(move || Ok(cast::dense_to_csr_one_pass(dense, indptr, indices, values).map(drop)?)),
    })
}

pub(super) fn csr_to_dense(doors: Doors) -> Result<Call> {
    let (csr, mut out) = (csr()?, dense_out(ROWS, COLUMNS)?);
    Ok(match doors {
        Doors::Scalar => Box::new(move || Ok(scalar::cast::csr_to_dense(csr, out.reborrow())?)),
        Doors::Dispatched => Box::new(move || Ok(cast::csr_to_dense(csr, out.reborrow())?)),
    })
}

/// Every third row is stored.
fn few_rows() -> Result<Dense<'static, f32>> {
    let rows = row_sparse(ROWS, WIDTH, 3, 1)?;
    let mut out = dense_out(ROWS, WIDTH)?;
    cast::row_sparse_to_dense(rows, out.reborrow())?;
    Ok(Dense::new(ROWS, WIDTH, leaked(out.data_mut())?)?)
}

pub(super) fn dense_row_ids(doors: Doors) -> Result<Call> {
    let (dense, ids) = (few_rows()?, zeros::<i32>(ROWS)?);
    Ok(match doors {
        Doors::Scalar => Box::new(move || Ok(scalar::cast::dense_row_ids(dense, 0, ids).map(drop)?)),
        Doors::Dispatched => Box::new(move || Ok(cast::dense_row_ids(dense, 0, ids).map(drop)?)),
    })
}

pub(super) fn dense_to_row_sparse(doors: Doors) -> Result<Call> {
    let (dense, mut out) = (few_rows()?, row_sparse_out(ROWS, WIDTH, row_sparse(ROWS, WIDTH, 3, 1)?.indices())?);
    Ok(match doors {
        Doors::Scalar => Box::new(move || Ok(scalar::cast::dense_to_row_sparse(dense, out.reborrow())?)),
        Doors::Dispatched => Box::new(move || Ok(cast::dense_to_row_sparse(dense, out.reborrow())?)),
    })
}

pub(super) fn row_sparse_to_dense(doors: Doors) -> Result<Call> {
    let (rows, mut out) = (row_sparse(ROWS, WIDTH, 3, 1)?, dense_out(ROWS, WIDTH)?);
    Ok(match doors {
        Doors::Scalar => Box::new(move || Ok(scalar::cast::row_sparse_to_dense(rows, out.reborrow())?)),
        Doors::Dispatched => Box::new(move || Ok(cast::row_sparse_to_dense(rows, out.reborrow())?)),
    })
}
