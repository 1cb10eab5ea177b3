//! Functions of a csr and a broadcast operand, dense or at the entries of the csr.
use crate::array::{DeviceBroadcast, DeviceCsr, DeviceDense};
use crate::buffer::Buffer;
use crate::driver::Driver;
use crate::entries;
use crate::launch::Groups;
use crate::{Error, Gpu};
use lacuna::checks::expect;
use lacuna::error::Operand;
use lacuna::{Index, Value};

/// Columns of a row that a warp fills before another one does.
const PIECE: usize = 1024;

/// A launch function for each function with a dense result.
macro_rules! dense {
    ($($name:ident |$a:ident, $b:ident| ($($operand:ident: $type:ty),*) $formula:literal;)*) => {$(
        #[doc = concat!($formula, ", where an entry that is not stored is +0: \
            [`lacuna::binary::", stringify!($name), "`].")]
        ///
        /// # Errors
        /// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`].
        pub fn $name<D: Driver, V: Value, I: Index>(
            gpu: &Gpu<D>, $($operand: $type,)* out: &mut DeviceDense<D, V>
        ) -> Result<(), Error> {
            let (rows, columns) = ($a.rows, $a.columns);
            $b.check(Operand::Right, rows, columns)?;
            expect(Operand::Output, 0, rows, out.rows)?;
            expect(Operand::Output, 1, columns, out.columns)?;
            let entry = entries::$name { a: $a.into(), b: $b.into(), columns, out: out.into() };
            Ok(entry.on(gpu.driver()).run_groups(rows, Groups::warp(columns, PIECE))?)
        }
    )*};
}
dense! {
    csr_broadcast_add |a, b| (a: &DeviceCsr<D, V, I>, b: DeviceBroadcast<'_, D, V, I>) "`a + b`";
    csr_broadcast_subtract |a, b| (a: &DeviceCsr<D, V, I>, b: DeviceBroadcast<'_, D, V, I>) "`a - b`";
    broadcast_subtract_csr |a, b| (b: DeviceBroadcast<'_, D, V, I>, a: &DeviceCsr<D, V, I>) "`b - a`";
}

/// A launch function for each function with a value for each entry.
macro_rules! entries {
    ($($name:ident $formula:literal;)*) => {$(
        #[doc = concat!($formula, " at the entries of `a`: [`lacuna::binary::", stringify!($name), "`].")]
        ///
        /// # Errors
        /// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`].
        pub fn $name<D: Driver, V: Value, I: Index>(
            gpu: &Gpu<D>,
            a: &DeviceCsr<D, V, I>,
            b: DeviceBroadcast<'_, D, V, I>,
            out: &mut Buffer<D, V>,
        ) -> Result<(), Error> {
            b.check(Operand::Right, a.rows, a.columns)?;
            expect(Operand::Output, 2, a.capacity(), out.len())?;
            let entry = entries::$name { a: a.into(), b: b.into(), columns: a.columns, out };
            Ok(entry.on(gpu.driver()).run_groups(a.rows, Groups::warp(1, 1))?)
        }
    )*};
}
entries! {
    entries_multiply "`a b`";
    entries_divide "`a / b`";
    entries_gather "`b`";
}
