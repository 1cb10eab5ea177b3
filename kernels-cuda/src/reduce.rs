//! Sums, means, norms and extremes: [`lacuna::reduce`] on a device.
use crate::array::{DeviceCsr, DeviceDense};
use crate::buffer::Buffer;
use crate::driver::Driver;
use crate::entries::groups::Segments;
use crate::launch::Groups;
use crate::segments::BlockSums;
use crate::{Error, Gpu, dot, entries};
use lacuna::checks::{expect, index_fits};
use lacuna::error::Operand;
use lacuna::order::{BLOCK, LANES, WIDE_LANES};
use lacuna::{Index, Storage, Value};

/// The number of sums of squares.
const SQUARE_SUM: u32 = 4;

/// The reductions of the blocks of a slice.
fn of_blocks<D: Driver, V: Value>(
    gpu: &Gpu<D>,
    values: &Buffer<D, V>,
    reduction: u32,
) -> Result<Buffer<D, f64>, Error> {
    let (driver, length) = (gpu.driver(), values.len());
    let blocks = length.div_ceil(BLOCK);
    let mut sums = Buffer::new(driver, blocks)?;
    if blocks > 0 {
        entries::reduce_blocks { values, length, sums: &mut sums, reduction }
            .on(driver)
            .run(blocks.saturating_mul(WIDE_LANES))?;
    }
    Ok(sums)
}

/// The results of so many columns from the sums of their blocks, of which blocks are added first if there are more than
/// one.
fn of_sums<D: Driver, V: Value>(
    gpu: &Gpu<D>,
    (mut sums, mut blocks, columns): (Buffer<D, f64>, usize, usize),
    [stored, count]: [usize; 2],
    out: (&mut Buffer<D, V>, usize),
    reduction: u32,
) -> Result<(), Error> {
    let driver = gpu.driver();
    if blocks > BLOCK {
        let number = blocks.div_ceil(BLOCK);
        let mut of_blocks = Buffer::new(driver, number.saturating_mul(columns))?;
        let wide = u32::from(size_of::<V>() == size_of::<f64>());
        entries::reduce_block_sums { sums: &sums, blocks, columns, out: &mut of_blocks, wide, reduction }
            .on(driver)
            .run(number.saturating_mul(columns))?;
        (sums, blocks) = (of_blocks, number);
    }
    let entry = entries::reduce_totals { sums: &sums, blocks, columns, out, stored, count, reduction };
    Ok(entry.on(driver).run(columns)?)
}

fn of_values<D: Driver, V: Value>(
    gpu: &Gpu<D>,
    values: &Buffer<D, V>,
    count: usize,
    out: &mut Buffer<D, V>,
    reduction: u32,
) -> Result<(), Error> {
    expect(Operand::Output, 2, 1, out.len())?;
    let sums = of_blocks(gpu, values, reduction)?;
    let blocks = sums.len();
    of_sums(gpu, (sums, blocks, 1), [values.len(), count], (out, 0), reduction)
}

/// The sum of squares as it is before it is rounded to the type of the values, to the place `at`, which `out` must
/// have.
pub(crate) fn sum_of_squares<D: Driver, V: Value>(
    gpu: &Gpu<D>,
    values: &Buffer<D, V>,
    out: (&mut Buffer<D, f64>, usize),
) -> Result<(), Error> {
    let sums = of_blocks(gpu, values, SQUARE_SUM)?;
    let blocks = sums.len();
    of_sums(gpu, (sums, blocks, 1), [values.len(); 2], out, SQUARE_SUM)
}

fn of_rows<D: Driver, V: Value>(
    gpu: &Gpu<D>,
    a: &DeviceDense<D, V>,
    out: &mut Buffer<D, V>,
    reduction: u32,
) -> Result<(), Error> {
    expect(Operand::Output, 2, a.rows, out.len())?;
    Ok(entries::reduce_rows { a: a.into(), out, reduction }.on(gpu.driver()).run(a.rows.saturating_mul(LANES))?)
}

fn of_columns<D: Driver, V: Value>(
    gpu: &Gpu<D>,
    a: &DeviceDense<D, V>,
    out: &mut Buffer<D, V>,
    reduction: u32,
) -> Result<(), Error> {
    expect(Operand::Output, 2, a.columns, out.len())?;
    let (driver, columns, blocks) = (gpu.driver(), a.columns, a.rows.div_ceil(BLOCK));
    if blocks <= 1 || columns == 0 {
        return Ok(entries::reduce_columns { a: a.into(), out, reduction }.on(driver).run(columns)?);
    }
    let mut sums = Buffer::new(driver, blocks.saturating_mul(columns))?;
    let length = sums.len();
    entries::reduce_column_blocks { a: a.into(), sums: &mut sums, reduction }.on(driver).run(length)?;
    of_sums(gpu, (sums, blocks, columns), [a.rows; 2], (out, 0), reduction)
}

fn of_csr_rows<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    a: &DeviceCsr<D, V, I>,
    out: &mut Buffer<D, V>,
    reduction: u32,
) -> Result<(), Error> {
    expect(Operand::Output, 2, a.rows, out.len())?;
    let entry = entries::reduce_csr_rows { a: a.into(), columns: a.columns, out, reduction };
    Ok(entry.on(gpu.driver()).run(a.rows.saturating_mul(LANES))?)
}

fn of_csr_columns<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    a: &DeviceCsr<D, V, I>,
    out: &mut Buffer<D, V>,
    reduction: u32,
) -> Result<(), Error> {
    expect(Operand::Output, 2, a.columns, out.len())?;
    let plan = dot::transpose_plan(gpu, a)?;
    let segments = || Segments::from(&plan);
    let (entries, values, value_count) = (&plan.entries, &a.values, a.capacity());
    let mut blocks = BlockSums::<D, f64>::new(gpu.driver(), entries.len(), plan.longest_segment, 1)?;
    if let Some(BlockSums { sums, count }) = &mut blocks {
        let segments = segments();
        entries::reduce_csr_column_blocks { segments, entries, values, value_count, sums, reduction }
            .on(gpu.driver())
            .run(*count)?;
    }
    let entry = entries::reduce_csr_columns {
        segments: segments(),
        stored: plan.pattern().into(),
        entries,
        values,
        value_count,
        sums: blocks.as_ref().map(|blocks| &blocks.sums),
        columns: a.columns,
        rows: a.rows,
        out,
        reduction,
    };
    Ok(entry.on(gpu.driver()).run(a.columns)?)
}

/// The functions of each reduction, except for those of all values.
macro_rules! functions {
    ($($Reduction:ident $number:literal $rows:ident $columns:ident $csr_rows:ident $csr_columns:ident;)*) => {$(
        #[doc = concat!("Of each row: [`lacuna::reduce::", stringify!($rows), "`].")]
        ///
        /// # Errors
        /// [`KernelError::Shape`](lacuna::KernelError::Shape) for another length, with nothing begun;
        /// [`Error::Driver`].
        pub fn $rows<D: Driver, V: Value>(
            gpu: &Gpu<D>, a: &DeviceDense<D, V>, out: &mut Buffer<D, V>
        ) -> Result<(), Error> {
            of_rows(gpu, a, out, $number)
        }

        #[doc = concat!("Of each column: [`lacuna::reduce::", stringify!($columns), "`].")]
        ///
        /// # Errors
        /// [`KernelError::Shape`](lacuna::KernelError::Shape) for another length, with nothing begun;
        /// [`Error::Driver`].
        pub fn $columns<D: Driver, V: Value>(
            gpu: &Gpu<D>, a: &DeviceDense<D, V>, out: &mut Buffer<D, V>
        ) -> Result<(), Error> {
            of_columns(gpu, a, out, $number)
        }

        #[doc = concat!("Of each row: [`lacuna::reduce::", stringify!($csr_rows), "`].")]
        ///
        /// # Errors
        /// [`KernelError::Shape`](lacuna::KernelError::Shape) for another length, with nothing begun;
        /// [`Error::Driver`].
        pub fn $csr_rows<D: Driver, V: Value, I: Index>(
            gpu: &Gpu<D>, a: &DeviceCsr<D, V, I>, out: &mut Buffer<D, V>
        ) -> Result<(), Error> {
            of_csr_rows(gpu, a, out, $number)
        }

        #[doc = concat!("Of each column: [`lacuna::reduce::", stringify!($csr_columns), "`]. The entries are sorted by \
            column first; no scratch is needed.")]
        ///
        /// # Errors
        /// [`KernelError::Shape`](lacuna::KernelError::Shape) for another length, with nothing begun;
        /// [`Error::Driver`].
        pub fn $csr_columns<D: Driver, V: Value, I: Index>(
            gpu: &Gpu<D>,
            a: &DeviceCsr<D, V, I>,
            out: &mut Buffer<D, V>,
        ) -> Result<(), Error> {
            of_csr_columns(gpu, a, out, $number)
        }
    )*};
}
for_each_reduction! { functions }

macro_rules! functions_of_values {
    ($($name:ident $number:literal;)*) => {$(
        #[doc = concat!("Of all values: [`lacuna::reduce::", stringify!($name), "`].")]
        ///
        /// # Errors
        /// [`KernelError::Shape`](lacuna::KernelError::Shape) for another length, with nothing begun;
        /// [`Error::Driver`].
        pub fn $name<D: Driver, V: Value>(
            gpu: &Gpu<D>, values: &Buffer<D, V>, out: &mut Buffer<D, V>
        ) -> Result<(), Error> {
            of_values(gpu, values, values.len(), out, $number)
        }
    )*};
}
functions_of_values! { sum 0; norm1 2; norm2 3; square_sum 4; }

macro_rules! functions_of_stored_values {
    ($($name:ident $number:literal;)*) => {$(
        #[doc = concat!("Of `count` elements, of which `values` are those stored: \
            [`lacuna::reduce::", stringify!($name), "`].")]
        ///
        /// # Errors
        /// [`KernelError::Shape`](lacuna::KernelError::Shape) for another length, with nothing begun;
        /// [`Error::Driver`].
        pub fn $name<D: Driver, V: Value>(
            gpu: &Gpu<D>, values: &Buffer<D, V>, count: usize, out: &mut Buffer<D, V>
        ) -> Result<(), Error> {
            of_values(gpu, values, count, out, $number)
        }
    )*};
}
functions_of_stored_values! { mean 1; max 5; min 6; }

/// The value of each row in all of its elements: [`lacuna::reduce::repeat_rows`].
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`].
pub fn repeat_rows<D: Driver, V: Value>(
    gpu: &Gpu<D>,
    values: &Buffer<D, V>,
    out: &mut DeviceDense<D, V>,
) -> Result<(), Error> {
    expect(Operand::Output, 0, values.len(), out.rows)?;
    let (rows, columns, groups) = (out.rows, out.columns, Groups::new::<V>(out.columns, &[out.stride]));
    let entry = entries::repeat_rows { values, columns, out: out.into(), groups: groups.into() };
    Ok(entry.on(gpu.driver()).run_groups(rows, groups)?)
}

/// The value of each column in all of its elements: [`lacuna::reduce::repeat_columns`].
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`].
pub fn repeat_columns<D: Driver, V: Value>(
    gpu: &Gpu<D>,
    values: &Buffer<D, V>,
    out: &mut DeviceDense<D, V>,
) -> Result<(), Error> {
    expect(Operand::Output, 1, values.len(), out.columns)?;
    if out.columns == 0 {
        return Ok(());
    }
    let (rows, columns, groups) = (out.rows, out.columns, Groups::new::<V>(out.columns, &[out.stride]));
    let entry = entries::repeat_columns { values, columns, out: out.into(), groups: groups.into() };
    Ok(entry.on(gpu.driver()).run_groups(rows, groups)?)
}

/// The place of the largest element of each row: [`lacuna::reduce::argmax_rows`].
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape) and [`KernelError::Index`](lacuna::KernelError::Index), with
/// nothing begun; [`Error::Driver`].
pub fn argmax_rows<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    a: &DeviceDense<D, V>,
    out: &mut Buffer<D, I>,
) -> Result<(), Error> {
    expect(Operand::Output, 2, a.rows, out.len())?;
    index_fits::<I>(a.columns.saturating_sub(1))?;
    expect(Operand::Input, 1, a.columns.max(usize::from(a.rows > 0)), a.columns)?;
    Ok(entries::argmax_rows { a: a.into(), out }.on(gpu.driver()).run(a.rows.saturating_mul(LANES))?)
}

/// Refuses operands of a gradient of extremes that do not fit.
fn check_gradient<D: Driver, V: Value>(
    gradient: &Buffer<D, V>,
    a: &DeviceDense<D, V>,
    result: &Buffer<D, V>,
    out: &DeviceDense<D, V>,
    extremes: usize,
) -> Result<(), Error> {
    expect(Operand::Gradient, 2, extremes, gradient.len())?;
    expect(Operand::Values, 2, extremes, result.len())?;
    expect(Operand::Output, 0, a.rows, out.rows)?;
    Ok(expect(Operand::Output, 1, a.columns, out.columns)?)
}

/// The gradient of the extremes of rows: [`lacuna::reduce::extreme_rows_backward`].
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`].
pub fn extreme_rows_backward<D: Driver, V: Value>(
    gpu: &Gpu<D>,
    gradient: &Buffer<D, V>,
    a: &DeviceDense<D, V>,
    result: &Buffer<D, V>,
    out: &mut DeviceDense<D, V>,
) -> Result<(), Error> {
    check_gradient(gradient, a, result, out, a.rows)?;
    let (rows, groups) = (out.rows, Groups::new::<V>(out.columns, &[a.stride, out.stride]));
    let entry =
        entries::extreme_rows_backward { gradient, a: a.into(), result, out: out.into(), groups: groups.into() };
    Ok(entry.on(gpu.driver()).run_groups(rows, groups)?)
}

/// The gradient of the extremes of columns: [`lacuna::reduce::extreme_columns_backward`].
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`].
pub fn extreme_columns_backward<D: Driver, V: Value>(
    gpu: &Gpu<D>,
    gradient: &Buffer<D, V>,
    a: &DeviceDense<D, V>,
    result: &Buffer<D, V>,
    out: &mut DeviceDense<D, V>,
) -> Result<(), Error> {
    check_gradient(gradient, a, result, out, a.columns)?;
    if out.columns == 0 {
        return Ok(());
    }
    let (rows, groups) = (out.rows, Groups::new::<V>(out.columns, &[a.stride, out.stride]));
    let entry =
        entries::extreme_columns_backward { gradient, a: a.into(), result, out: out.into(), groups: groups.into() };
    Ok(entry.on(gpu.driver()).run_groups(rows, groups)?)
}

/// The number of entries of each row: [`lacuna::reduce::nnz_rows`], of any [`Storage`].
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`].
pub fn nnz_rows<D: Driver, V: Storage, I: Index>(
    gpu: &Gpu<D>,
    a: &DeviceCsr<D, V, I>,
    out: &mut Buffer<D, I>,
) -> Result<(), Error> {
    expect(Operand::Output, 2, a.rows, out.len())?;
    Ok(entries::nnz_rows { a: a.into(), out }.on(gpu.driver()).run(a.rows)?)
}

/// The number of entries of each column: [`lacuna::reduce::nnz_columns`], of any [`Storage`]. The entries are sorted by
/// column first.
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`].
pub fn nnz_columns<D: Driver, V: Storage, I: Index>(
    gpu: &Gpu<D>,
    a: &DeviceCsr<D, V, I>,
    out: &mut Buffer<D, I>,
) -> Result<(), Error> {
    expect(Operand::Output, 2, a.columns, out.len())?;
    let plan = dot::transpose_plan(gpu, a)?;
    let entry = entries::nnz_columns {
        segments: Segments::from(&plan),
        stored: plan.pattern().into(),
        columns: a.columns,
        out,
    };
    Ok(entry.on(gpu.driver()).run(a.columns)?)
}
