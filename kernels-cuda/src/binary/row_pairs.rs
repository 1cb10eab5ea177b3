//! Functions of two operands with rows.
use crate::array::{DeviceBroadcast, DeviceRowSparse, DeviceRowsMut, Pattern};
use crate::buffer::Buffer;
use crate::driver::Driver;
use crate::entries::{self, groups};
use crate::launch::Groups;
use crate::scan::running_totals;
use crate::{Error, Gpu};
use lacuna::checks::expect;
use lacuna::error::Operand;
use lacuna::{Index, Value};
use std::sync::Arc;

/// The structure call of [`rows_multiply`] for two row_sparse arrays: the rows that both store:
/// [`lacuna::binary::rows_intersection_ids`].
///
/// # Errors
/// [`KernelError::Shape`](lacuna::KernelError::Shape) for arrays of different shapes, [`Error::Driver`].
pub fn rows_intersection_ids<D: Driver, V: Value, I: Index>(
    gpu: &Gpu<D>,
    left: &DeviceRowSparse<D, V, I>,
    right: &DeviceRowSparse<D, V, I>,
) -> Result<Pattern<D, I>, Error> {
    expect(Operand::Right, 0, left.rows(), right.rows())?;
    expect(Operand::Right, 1, left.row_length, right.row_length)?;
    let (driver, rows, length) = (gpu.driver(), left.rows(), left.pattern.capacity());
    let (mut ids, mut stored) = (Buffer::new(driver, length)?, Buffer::new(driver, 1)?);
    if length == 0 {
        stored.fill(driver, 0)?;
    } else {
        let mut flags = Buffer::<D, I>::new(driver, length)?;
        let entry = entries::rows_intersection_flags {
            left: (&left.pattern).into(),
            right: (&right.pattern).into(),
            flags: &mut flags,
        };
        entry.on(driver).run(length)?;
        running_totals(driver, &mut flags, None)?;
        let values = Some(&*left.pattern.ids);
        entries::compact_ids { totals: &flags, length, values, ids: &mut ids, capacity: length, stored: &mut stored }
            .on(driver)
            .run(length)?;
    }
    Ok(Pattern { rows, ids: Arc::new(ids), stored: Arc::new(stored), full: false })
}

/// A launch function for each function.
macro_rules! functions {
    ($($name:ident $formula:literal;)*) => {$(
        #[doc = concat!($formula, ", in the rows that `out` has: [`lacuna::binary::", stringify!($name), "`].")]
        ///
        /// # Errors
        /// [`KernelError::Shape`](lacuna::KernelError::Shape), with nothing begun; [`Error::Driver`].
        pub fn $name<D: Driver, V: Value, I: Index>(
            gpu: &Gpu<D>,
            left: DeviceBroadcast<'_, D, V, I>,
            right: DeviceBroadcast<'_, D, V, I>,
            out: DeviceRowsMut<'_, D, V, I>,
        ) -> Result<(), Error> {
            let (rows, columns) = (out.rows(), out.row_length());
            left.check(Operand::Left, rows, columns)?;
            right.check(Operand::Right, rows, columns)?;
            let stored = match &out {
                DeviceRowsMut::Dense(_) => rows,
                DeviceRowsMut::RowSparse(stored) => stored.pattern.capacity(),
            };
            // Accesses of one element.
            let groups = Groups::new::<V>(columns, &[1]);
            let (left, right, out): (_, _, groups::State<'_, D, V, I>) = (left.into(), right.into(), out.into());
            let entry = entries::$name { left, right, out, rows, columns, groups: groups.into() };
            Ok(entry.on(gpu.driver()).run_groups(if columns == 0 { 0 } else { stored }, groups)?)
        }
    )*};
}
functions! {
    rows_add "`left + right`";
    rows_subtract "`left - right`";
    rows_multiply "`left right`, element by element";
    rows_divide "`left / right`, element by element";
    rows_maximum "The greater elements of two operands";
    rows_minimum "The lesser elements of two operands";
    rows_greater "Where `left > right`";
    rows_not_equal "Where `left != right`";
}
