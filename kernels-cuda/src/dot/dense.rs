//! Products of two dense matrices.
use crate::array::DeviceDense;
use crate::driver::Driver;
use crate::entries;
use crate::{Error, Gpu};
use lacuna::Value;
use lacuna::checks::expect;
use lacuna::error::Operand;

/// Rows of the result that a thread makes an element of.
const ROWS: usize = 4;

/// Rows and columns of an operand, transposed or not, and how far its elements are apart from one to the next.
fn shape<D: Driver, V>(matrix: &DeviceDense<D, V>, transposed: bool) -> ([usize; 2], [usize; 2]) {
    if transposed {
        ([matrix.columns, matrix.rows], [1, matrix.stride])
    } else {
        ([matrix.rows, matrix.columns], [matrix.stride, 1])
    }
}

fn product<D: Driver, V: Value>(
    gpu: &Gpu<D>,
    [(a, a_transposed), (b, b_transposed)]: [(&DeviceDense<D, V>, bool); 2],
    out: &mut DeviceDense<D, V>,
) -> Result<(), Error> {
    let ([rows, terms], [a_row, a_term]) = shape(a, a_transposed);
    let ([terms_of_b, columns], [b_term, b_column]) = shape(b, b_transposed);
    expect(Operand::Right, u8::from(b_transposed), terms, terms_of_b)?;
    expect(Operand::Output, 0, rows, out.rows)?;
    expect(Operand::Output, 1, columns, out.columns)?;
    let threads = rows.div_ceil(ROWS).saturating_mul(columns);
    let entry = entries::dense_products {
        a: &a.data,
        a_row,
        a_term,
        b: &b.data,
        b_term,
        b_column,
        terms,
        columns,
        out: out.into(),
    };
    Ok(entry.on(gpu.driver()).run(threads)?)
}

/// `out = a b`: [`lacuna::dot::dense_dense`]. No scratch.
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`].
pub fn dense_dense<D: Driver, V: Value>(
    gpu: &Gpu<D>,
    a: &DeviceDense<D, V>,
    b: &DeviceDense<D, V>,
    out: &mut DeviceDense<D, V>,
) -> Result<(), Error> {
    product(gpu, [(a, false), (b, false)], out)
}

/// `out = a^T b`: [`lacuna::dot::dense_t_dense`]. No scratch.
///
/// # Errors
/// As [`dense_dense`].
pub fn dense_t_dense<D: Driver, V: Value>(
    gpu: &Gpu<D>,
    a: &DeviceDense<D, V>,
    b: &DeviceDense<D, V>,
    out: &mut DeviceDense<D, V>,
) -> Result<(), Error> {
    product(gpu, [(a, true), (b, false)], out)
}

/// `out = a b^T`: [`lacuna::dot::dense_dense_t`]. No scratch.
///
/// # Errors
/// As [`dense_dense`].
pub fn dense_dense_t<D: Driver, V: Value>(
    gpu: &Gpu<D>,
    a: &DeviceDense<D, V>,
    b: &DeviceDense<D, V>,
    out: &mut DeviceDense<D, V>,
) -> Result<(), Error> {
    product(gpu, [(a, false), (b, true)], out)
}
