//! Checks that every layer makes alike. Those of a device and of the C ABI call them; they are no part of the interface.
use crate::error::{FormatError, KernelError, Operand};
use crate::{Index, error, view};
use core::ops::Range;

pub use crate::optim::check::operand as array_of_rule;

/// `Ok` if both are equal, else a [`KernelError::Shape`].
pub const fn expect(operand: Operand, axis: u8, expected: usize, found: usize) -> Result<(), KernelError> {
    error::expect(operand, axis, expected, found)
}

/// `Ok` if `found` is at least `needed`, else a [`KernelError::Capacity`].
pub const fn capacity(operand: Operand, needed: usize, found: usize) -> Result<(), KernelError> {
    error::capacity(operand, needed, found)
}

/// `Ok` if `needed` fits the index type, else a [`KernelError::Index`].
pub const fn index_fits<I: Index>(needed: usize) -> Result<(), KernelError> {
    error::index_fits::<I>(needed)
}

/// `Ok` if a view of so many rows or columns may have indices of the type, else a [`FormatError::Dimension`].
pub fn dimension_fits<I: Index>(dimension: usize) -> Result<(), FormatError> {
    view::dimension_fits::<I>(dimension)
}

/// `Ok` if a range lies inside of an axis, else a [`KernelError::Range`].
pub fn range_inside(range: &Range<usize>, axis: u8, length: usize) -> Result<(), KernelError> {
    view::range_inside(range, axis, length)
}
