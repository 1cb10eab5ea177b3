//! Checks that every layer makes alike, and steps that a device shares. Those of a device and of the C ABI call them;
//! they are no part of the interface.
use crate::error::{FormatError, KernelError, Operand};
use crate::{Index, error, view};
use core::ops::Range;

pub use crate::binary::csr_pairs::{count_row, merge_rows};
pub use crate::elements::check as lengths_of_function;
pub use crate::loss::columns::{batch, check_batch};
pub use crate::loss::labels::{Targets, is_ignored, is_refused};
pub use crate::loss::rows::{check as shapes_of_function, larger};
pub use crate::loss::sampled_softmax::{Sampled, adjusted, check as lengths_of_samples};
pub use crate::loss::softmax_cross_entropy::loss_of_row;
pub use crate::optim::check::operand as array_of_rule;
pub use crate::reduce::extreme::chosen as gradient_of_extreme;

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
