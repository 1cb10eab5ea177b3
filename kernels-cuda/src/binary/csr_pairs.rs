//! Functions of two csr matrices.
use crate::array::DeviceCsr;
use crate::buffer::Buffer;
use crate::check::Check;
use crate::driver::Driver;
use crate::entries;
use crate::scan::running_totals;
use crate::{Error, Gpu};
use lacuna::checks::{expect, index_fits};
use lacuna::error::Operand;
use lacuna::{Index, KernelError, Value};

type Matrix<'a, D, V, I> = &'a DeviceCsr<D, V, I>;

fn check_shapes<D: Driver, V: Value, I: Index>(
    a: Matrix<'_, D, V, I>,
    b: Matrix<'_, D, V, I>,
) -> Result<(), KernelError> {
    expect(Operand::Right, 0, a.rows, b.rows)?;
    expect(Operand::Right, 1, a.columns, b.columns)
}

/// The number of columns of each row, as `indptr[1..]`; `indptr[0]` becomes 0.
fn pair_nnz<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    union: bool,
    a: Matrix<'_, D, V, I>,
    b: Matrix<'_, D, V, I>,
    indptr: &mut Buffer<D, I>,
) -> Result<(), Error> {
    check_shapes(a, b)?;
    index_fits::<I>(a.columns)?;
    let (needed, found) = (a.rows.saturating_add(1), indptr.len());
    if found != needed {
        return Err(KernelError::Capacity { operand: Operand::Indptr, needed, found }.into());
    }
    let driver = gpu.driver();
    indptr.fill(driver, 0)?;
    let entry = entries::csr_pair_nnz { a: a.into(), b: b.into(), union: u32::from(union), counts: (indptr, 1) };
    Ok(entry.on(driver).run(a.rows)?)
}

/// The number of columns of each row that either matrix stores, as `indptr[1..]`; `indptr[0]` becomes 0:
/// [`lacuna::binary::csr_union_nnz`].
///
/// # Errors
/// [`KernelError::Shape`] for matrices of different shapes, [`KernelError::Index`] if a count of all columns does not
/// fit the index type, [`KernelError::Capacity`] if `indptr` is not one longer than the rows, [`Error::Driver`].
pub fn csr_union_nnz<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    a: &DeviceCsr<D, V, I>,
    b: &DeviceCsr<D, V, I>,
    indptr: &mut Buffer<D, I>,
) -> Result<(), Error> {
    pair_nnz(gpu, true, a, b, indptr)
}

/// The number of columns of each row that both matrices store, as `indptr[1..]`; `indptr[0]` becomes 0:
/// [`lacuna::binary::csr_intersection_nnz`].
///
/// # Errors
/// As [`csr_union_nnz`].
pub fn csr_intersection_nnz<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    a: &DeviceCsr<D, V, I>,
    b: &DeviceCsr<D, V, I>,
    indptr: &mut Buffer<D, I>,
) -> Result<(), Error> {
    pair_nnz(gpu, false, a, b, indptr)
}

/// A launch function for each function, and one for its form of one pass, if it has that.
macro_rules! functions {
    ($($name:ident $($one_pass:ident)? => $union:literal $formula:literal;)*) => {$(
        #[doc = concat!($formula, " into a known pattern: [`lacuna::binary::", stringify!($name), "`].")]
        ///
        /// # Errors
        /// [`KernelError::Shape`], with nothing begun; [`Error::Driver`]. By [`Gpu::finish`]: [`KernelError::Pattern`]
        /// at the first row of which the result stores more or fewer entries than the pointers say; other rows are then
        /// written.
        pub fn $name<D: Driver, V: Value, I: Index>(
            gpu: &Gpu<D>,
            a: &DeviceCsr<D, V, I>,
            b: &DeviceCsr<D, V, I>,
            out: &mut DeviceCsr<D, V, I>,
        ) -> Result<(), Error> {
            check_shapes(a, b)?;
            expect(Operand::Output, 0, a.rows, out.rows)?;
            expect(Operand::Output, 1, a.columns, out.columns)?;
            let driver = gpu.driver();
            let mut check = gpu.begin(&[Check::Pattern])?;
            let entry = entries::$name {
                a: a.into(), b: b.into(), out: out.into(), before: None, check: check.words(0)
            };
            entry.on(driver).run(a.rows)?;
            let (union, indptr) = (u32::from($union), &out.indptr);
            let entry = entries::csr_pair_refusal { a: a.into(), b: b.into(), union, indptr, check: check.words(0) };
            Ok(entry.on(driver).run_one()?)
        }

        $(functions! { @one_pass $one_pass $name $union $formula })?
    )*};
    (@one_pass $one_pass:ident $name:ident $union:literal $formula:literal) => {
        #[doc = concat!($formula, " in arrays that have room for `capacity` entries, without waiting: \
            [`lacuna::binary::", stringify!($one_pass), "`]. On a device it reads the patterns twice.")]
        ///
        /// # Errors
        /// [`KernelError::Shape`], [`KernelError::Index`] if the columns do not fit the index type, [`Error::Driver`].
        /// By [`Gpu::finish`]: [`KernelError::Capacity`] with the needed number, if there is no room for all entries;
        /// what the arrays hold is then unspecified.
        pub fn $one_pass<D: Driver, V: Value, I: Index>(
            gpu: &Gpu<D>,
            a: &DeviceCsr<D, V, I>,
            b: &DeviceCsr<D, V, I>,
            capacity: usize,
        ) -> Result<DeviceCsr<D, V, I>, Error> {
            let (driver, capacity) = (gpu.driver(), capacity.min(I::MAX));
            let mut indptr = Buffer::new(driver, a.rows.saturating_add(1))?;
            pair_nnz(gpu, $union, a, b, &mut indptr)?;
            let (indices, values) = (Buffer::new(driver, capacity)?, Buffer::new(driver, capacity)?);
            let mut room = gpu.begin(&[Check::Capacity { operand: Operand::Indices, room: capacity }])?;
            running_totals(driver, &mut indptr, Some((&mut room, capacity)))?;
            let mut out = DeviceCsr {
                rows: a.rows, columns: a.columns, longest_row: a.columns, indptr, indices, values
            };
            // Pointers that were counted here are the right ones.
            let mut none = Buffer::filled(driver, 3, 0xff)?;
            let (before, check) = (Some(room.words(0)), (&mut none, 0));
            let entry = entries::$name { a: a.into(), b: b.into(), out: (&mut out).into(), before, check };
            entry.on(driver).run(a.rows)?;
            Ok(out)
        }
    };
}
functions! {
    csr_add csr_add_one_pass => true "`a + b`";
    csr_subtract csr_subtract_one_pass => true "`a - b`";
    csr_multiply csr_multiply_one_pass => false "`a b`, element by element,";
    csr_maximum => true "The greater elements of `a` and `b`";
    csr_minimum => true "The lesser elements of `a` and `b`";
    csr_greater => true "Where `a > b`";
    csr_not_equal => true "Where `a != b`";
}
