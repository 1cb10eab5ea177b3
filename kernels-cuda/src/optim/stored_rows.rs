//! Rows of a table of 16 bits, as an optimizer computes with them.
use crate::driver::Driver;
use crate::entries::{self, groups};
use crate::launch::Groups;
use crate::{DeviceDense, DeviceRowSparse, Error, Gpu, Pattern};
use lacuna::checks::expect;
use lacuna::error::Operand;
use lacuna::optim::{Rounding, RoundingDraws};
use lacuna::{Index, Storage};

/// The rows of a pattern out of a table, widened to the type that they are computed with: what an optimizer updates as
/// a row_sparse weight, before [`store_rows`] rounds it. With a lazy update this is [`lacuna::optim::update_mixed`]
/// of any rule. An id that is no row has a row of zeros, and none in the table.
///
/// ```no_run
/// use half::bf16;
/// use lacuna::Dense;
/// use lacuna::optim::{Rounding, Sgd};
/// use lacuna_cuda::{DeviceDense, DeviceRowSparse, Gpu, Pattern, optim};
/// # fn main() -> Result<(), lacuna_cuda::Error> {
/// let gpu = Gpu::open(0)?;
/// let mut table = DeviceDense::upload(&gpu, Dense::new(3, 2, &[bf16::ONE; 6])?)?;
/// let touched = Pattern::upload(&gpu, 3, &[0_i64, 2])?;
/// let gradient = DeviceRowSparse::with_pattern(&gpu, &touched, 2, &[1.0_f32; 4])?;
/// let mut rows = optim::load_rows(&gpu, &table, &touched)?;
/// optim::sgd(&gpu, &Sgd::new(0.5), &gradient, (&mut rows).into())?;
/// optim::store_rows(&gpu, &rows, &mut table, Rounding::Nearest)?;
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape) for a pattern of another number of rows, with nothing begun;
/// [`Error::Driver`].
pub fn load_rows<D: Driver, V: Storage, I: Index>(
    gpu: &Gpu<D>,
    table: &DeviceDense<D, V>,
    pattern: &Pattern<D, I>,
) -> Result<DeviceRowSparse<D, V::Arithmetic, I>, Error> {
    expect(Operand::Indices, 0, table.rows, pattern.rows)?;
    // An update may read the row of such an id.
    let mut rows = DeviceRowSparse::zeros(gpu, pattern, table.columns)?;
    let groups = Groups::new::<V>(table.columns, &[table.stride]);
    let (pattern, count) = (pattern.into(), pattern.capacity());
    let entry = entries::load_rows { table: table.into(), pattern, rows: &mut rows.data, groups: groups.into() };
    entry.on(gpu.driver()).run_groups(count, groups)?;
    Ok(rows)
}

/// Rounds stored rows once and writes them to their places in a table, whose other rows stay as they are: the bits of
/// [`lacuna::optim::update_mixed`], of which `rounding` is.
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`].
pub fn store_rows<D: Driver, V: Storage, I: Index>(
    gpu: &Gpu<D>,
    rows: &DeviceRowSparse<D, V::Arithmetic, I>,
    table: &mut DeviceDense<D, V>,
    rounding: Rounding,
) -> Result<(), Error> {
    expect(Operand::Output, 0, rows.rows(), table.rows)?;
    let columns = rows.row_length;
    expect(Operand::Output, 1, columns, table.columns)?;
    let groups = Groups::pieces(columns, table.stride, RoundingDraws::COLUMNS);
    let entry = entries::store_rows {
        rows: &rows.data,
        pattern: (&rows.pattern).into(),
        table: table.into(),
        columns,
        groups: groups.into(),
        draws: rounding.draws_of::<V>().into(),
    };
    Ok(entry.on(gpu.driver()).run_groups(rows.pattern.capacity(), groups)?)
}

impl From<Option<RoundingDraws>> for groups::Draws {
    fn from(draws: Option<RoundingDraws>) -> Self {
        let RoundingDraws { key: [key_low, key_high], first_row } =
            draws.unwrap_or(RoundingDraws { key: [0; 2], first_row: 0 });
        Self { key_low, key_high, first_row, stochastic: draws.is_some().into() }
    }
}
