//! Borrowed views of the three storage types.
//!
//! Each has two constructors. `new` checks every rule of its format, in time proportional to the stored indices, and
//! returns a [`FormatError`] with the place and the numbers. `trusted`, the unchecked constructor, checks lengths only.
//! A view that it made and that breaks the rules of its format is still memory-safe and never makes a kernel panic, but
//! the values that a kernel then writes are unspecified.
mod broadcast;
mod csr;
mod dense;
mod finder;
mod row_sparse;
mod row_sparse_mut;
mod rows_mut;

pub use broadcast::Broadcast;
pub(crate) use broadcast::RowOf;
pub use csr::{AnyCsr, AnyCsrMut, Csr, CsrMut};
pub(crate) use csr::{row_places, rows_fit};
pub use dense::{AnyDense, AnyDenseMut, Dense, DenseMut};
pub(crate) use finder::Finder;
pub use row_sparse::{AnyRowSparse, RowSparse};
pub use row_sparse_mut::{AnyRowSparseMut, RowSparseMut};
pub use rows_mut::RowsMut;

use crate::Index;
use crate::error::{FormatError, IndexFault, KernelError};
use core::ops::Range;

/// The place of the first index that is not below `length`, and that index.
pub(crate) fn first_outside<I: Index>(indices: &[I], length: usize) -> Option<(usize, usize)> {
    if I::all_below(indices, length) {
        return None;
    }
    let (place, index) = indices.iter().enumerate().find(|(_, index)| index.to_usize() >= length)?;
    Some((place, index.to_usize()))
}

/// Refuses the first id that is not below `rows`.
pub(crate) fn ids_inside<I: Index>(ids: &[I], rows: usize) -> Result<(), KernelError> {
    let Some((entry, _)) = first_outside(ids, rows) else { return Ok(()) };
    let found = ids[entry].to_i64();
    let (fault, expected) = if found < 0 {
        (IndexFault::Negative, 0)
    } else {
        (IndexFault::TooLarge, i64::try_from(rows).unwrap_or(i64::MAX))
    };
    Err(KernelError::Ids { entry, fault, expected, found })
}

/// The first index that is negative, not below `bound`, or not above the one before it: position, fault, bound broken,
/// index.
pub(crate) fn first_fault<I: Index>(indices: &[I], bound: usize) -> Option<(usize, IndexFault, i64, i64)> {
    if indices.is_empty() || I::ascents(indices, bound, false).is_some_and(|ascents| ascents + 1 == indices.len()) {
        return None;
    }
    let mut before = i64::MIN;
    for (position, &index) in indices.iter().enumerate() {
        let found = index.to_i64();
        if found < 0 {
            return Some((position, IndexFault::Negative, 0, found));
        }
        if index.to_usize() >= bound {
            return Some((position, IndexFault::TooLarge, i64::try_from(bound).unwrap_or(i64::MAX), found));
        }
        if found <= before {
            return Some((position, IndexFault::NotAscending, before, found));
        }
        before = found;
    }
    None
}

pub(crate) fn dimension_fits<I: Index>(dimension: usize) -> Result<(), FormatError> {
    if dimension.saturating_sub(1) <= I::MAX {
        Ok(())
    } else {
        Err(FormatError::Dimension { max: I::MAX.saturating_add(1), found: dimension })
    }
}

/// The elements that `rows` rows of `columns` columns at a distance of `stride` take.
pub(crate) fn extent(rows: usize, columns: usize, stride: usize) -> Result<usize, FormatError> {
    if rows == 0 || columns == 0 {
        return Ok(0);
    }
    (rows - 1)
        .checked_mul(stride)
        .and_then(|start| start.checked_add(columns))
        .ok_or(FormatError::Dimension { max: usize::MAX / rows, found: stride })
}

/// A range checked against the length of an axis.
pub(crate) fn range_inside(range: &Range<usize>, axis: u8, length: usize) -> Result<(), KernelError> {
    if range.start <= range.end && range.end <= length {
        Ok(())
    } else {
        Err(KernelError::Range { axis, start: range.start, end: range.end, length })
    }
}

/// `Debug` with the sizes alone: arrays are long.
macro_rules! short_debug {
    ($type:ident<$($generic:ident),*> { $($field:ident: |$view:ident| $value:expr),* }) => {
        impl<$($generic),*> core::fmt::Debug for $type<'_, $($generic),*> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                let mut shown = f.debug_struct(stringify!($type));
                $(let $view = self; shown.field(stringify!($field), &$value);)*
                shown.finish()
            }
        }
    };
}
pub(crate) use short_debug;
