//! The index types: `i32`, `i64` and `u32`; and `usize` arrays, taken as `i64` without a copy.
use crate::call::{Element, OfTypes};
use crate::instances::Instance;
use crate::processor;
use crate::view::rows_fit;
use core::fmt::{Debug, Display};
use core::ops::Range;

mod sealed {
    pub trait Sealed {}
    impl Sealed for i32 {}
    impl Sealed for i64 {}
    impl Sealed for u32 {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
}

/// An index: one type for all index arrays of a view. Sealed: `i32`, `i64` and `u32`.
pub trait Index:
    sealed::Sealed
    + Element
    + OfTypes<f32>
    + OfTypes<f64>
    + Instance<f32, Self>
    + Instance<f64, Self>
    + Copy
    + Default
    + Debug
    + Display
    + Ord
    + Send
    + Sync
    + 'static
{
    /// The scratch element of a sort: an index and a position in one integer. `u64` for the 32-bit types, `u128` for
    /// `i64`.
    type Key: SortKey;
    /// The largest value, or `usize::MAX` where that is smaller.
    const MAX: usize;
    /// The largest value, which is no place of an array.
    const LARGEST: Self;
    /// The type's name, as in [`crate::list`].
    const NAME: &'static str;

    /// What loops read it as, where a negative index is one that is too large: `u32` for `i32`, so that both share their
    /// loops.
    #[doc(hidden)]
    type Unsigned: Index;
    #[doc(hidden)]
    fn unsigned(indices: &[Self]) -> &[Self::Unsigned];
    #[doc(hidden)]
    fn unsigned_mut(indices: &mut [Self]) -> &mut [Self::Unsigned];

    /// As `usize`; a negative or too large index becomes one that is inside no dimension that the type can have.
    fn to_usize(self) -> usize;
    /// From a `usize` not above [`Self::MAX`]; a larger one is cut off to the type's width.
    fn from_usize(value: usize) -> Self;
    /// As `i64`, for error texts and comparisons.
    fn to_i64(self) -> i64;
    /// True if each index is below `length`. It may be false of a longer array than a signed type can index.
    #[doc(hidden)]
    fn all_below(indices: &[Self], length: usize) -> bool;
    /// True if no pointer is above the next one. It may be false of pointers that no signed type can hold.
    #[doc(hidden)]
    fn never_fall(pointers: &[Self]) -> bool;
    /// The number of indices that are below the next one, if all are below `length` as [`all_below`](Self::all_below)
    /// says. Of less than 2^32 indices. `by_largest` is for vectors that have an instruction for the larger one.
    #[doc(hidden)]
    fn ascents(indices: &[Self], length: usize, by_largest: bool) -> Option<usize>;
    /// As [`crate::view::rows_fit`], compiled once in this crate, with its optimisations.
    #[doc(hidden)]
    fn rows_fit(indptr: &[Self], indices: &[Self], columns: usize, rows: Range<usize>) -> bool;
}

/// An integer that holds an index above a position, so that sorting by it is a stable sort by index.
pub trait SortKey: sealed::Sealed + Element + Copy + Default + Ord + Send + Sync + 'static {
    /// Bits of the position.
    const POSITION_BITS: u32;
    /// Packs both.
    fn pack(index: usize, position: usize) -> Self;
    /// The index.
    fn index(self) -> usize;
    /// The position.
    fn position(self) -> usize;
    /// `bits` bits of the index, from bit `shift` of the index upwards.
    fn digit(self, shift: u32, mask: usize) -> usize;
}

/// Comparing many indices of 32 bits, by what vectors of them can do.
mod narrow {
    /// What tells whether an index is outside: with `by_largest` the largest one, else the sign bit, which is set by one
    /// that is negative, and by one above the last place.
    #[inline(always)]
    pub(super) fn farther(found: u32, index: u32, last: i32, by_largest: bool) -> u32 {
        if by_largest { found.max(index) } else { found | index | (last as u32).wrapping_sub(index) }
    }
    #[inline(always)]
    pub(super) fn is_inside(found: u32, last: i32, by_largest: bool) -> bool {
        if by_largest { found <= last as u32 } else { found as i32 >= 0 }
    }
    #[inline(always)]
    pub(super) fn ascends(index: i32, next: i32) -> u32 {
        u32::from(index < next)
    }
}

/// The same for 64 bits: few processors compare vectors of them.
mod wide {
    #[inline(always)]
    pub(super) fn farther(found: u64, index: u64, last: i64, _by_largest: bool) -> u64 {
        found | index | (last as u64).wrapping_sub(index)
    }
    #[inline(always)]
    pub(super) fn is_inside(found: u64, _last: i64, _by_largest: bool) -> bool {
        found as i64 >= 0
    }
    /// Of two that are inside.
    #[inline(always)]
    pub(super) fn ascends(index: i64, next: i64) -> u64 {
        index.wrapping_sub(next) as u64 >> 63
    }
}

macro_rules! index {
    (
        $type:ty, $name:literal, $key:ty, $unsigned:ty, $signed:ty, $compare:ident, $loops:ty,
        |$indices:ident| $as_loops:expr, $as_loops_mut:expr
    ) => {
        impl Index for $type {
            type Key = $key;
            const MAX: usize =
                if (<$type>::MAX as u64) < usize::MAX as u64 { <$type>::MAX as usize } else { usize::MAX };
            const LARGEST: Self = <$type>::MAX;
            const NAME: &'static str = $name;

            type Unsigned = $loops;
            #[inline(always)]
            fn unsigned($indices: &[Self]) -> &[$loops] {
                $as_loops
            }
            #[inline(always)]
            fn unsigned_mut($indices: &mut [Self]) -> &mut [$loops] {
                $as_loops_mut
            }

            #[inline(always)]
            fn to_usize(self) -> usize {
                // What is negative wraps to above the largest. By way of the unsigned type, loops over i32 and u32 are
                // the same code, of which the compiler keeps one.
                #[cfg(target_pointer_width = "64")]
                {
                    self as $unsigned as usize
                }
                #[cfg(not(target_pointer_width = "64"))]
                {
                    usize::try_from(self).unwrap_or(usize::MAX)
                }
            }
            #[inline(always)]
            fn from_usize(value: usize) -> Self {
                value as $type
            }
            #[inline(always)]
            fn to_i64(self) -> i64 {
                self as i64
            }
            #[inline(always)]
            fn all_below(indices: &[Self], length: usize) -> bool {
                let Some(last) = length.checked_sub(1) else { return indices.is_empty() };
                let last = last.min(<$signed>::MAX as usize) as $signed;
                let found = indices
                    .iter()
                    .fold(0, |found: $unsigned, &index| $compare::farther(found, index as $unsigned, last, false));
                $compare::is_inside(found, last, false)
            }
            #[inline(always)]
            fn never_fall(pointers: &[Self]) -> bool {
                let rest = pointers.get(1..).unwrap_or(&[]);
                let signs = pointers.iter().zip(rest).fold(0, |signs: $signed, (&pointer, &next)| {
                    let (pointer, next) = (pointer as $signed, next as $signed);
                    signs | pointer | next | next.wrapping_sub(pointer)
                });
                signs >= 0
            }
            #[inline(always)]
            fn ascents(indices: &[Self], length: usize, by_largest: bool) -> Option<usize> {
                let last = length.checked_sub(1)?.min(<$signed>::MAX as usize) as $signed;
                let rest = indices.get(1..)?;
                let (found, ascents) = indices.iter().zip(rest).fold(
                    (0, 0),
                    |(found, ascents): ($unsigned, $unsigned), (&index, &next)| {
                        let found = $compare::farther(found, index as $unsigned, last, by_largest);
                        (found, ascents.wrapping_add($compare::ascends(index as $signed, next as $signed)))
                    },
                );
                let is_inside = $compare::is_inside(found, last, by_largest);
                (is_inside && Self::all_below(&indices[rest.len()..], length)).then_some(ascents as usize)
            }
            fn rows_fit(indptr: &[Self], indices: &[Self], columns: usize, rows: Range<usize>) -> bool {
                rows_fit(indptr, indices, columns, rows)
            }
        }
    };
}
index!(
    i32,
    "i32",
    u64,
    u32,
    i32,
    narrow,
    u32,
    |indices| processor::unsigned(indices),
    processor::unsigned_mut(indices)
);
index!(i64, "i64", u128, u64, i64, wide, i64, |indices| indices, indices);
index!(u32, "u32", u64, u32, i32, narrow, u32, |indices| indices, indices);

macro_rules! sort_key {
    ($type:ty, $half:ty) => {
        impl SortKey for $type {
            const POSITION_BITS: u32 = <$half>::BITS;
            #[inline(always)]
            fn pack(index: usize, position: usize) -> Self {
                (index as $type) << <$half>::BITS | position as $type
            }
            #[inline(always)]
            fn index(self) -> usize {
                (self >> <$half>::BITS) as usize
            }
            #[inline(always)]
            fn position(self) -> usize {
                self as $half as usize
            }
            #[inline(always)]
            fn digit(self, shift: u32, mask: usize) -> usize {
                (self >> (<$half>::BITS + shift)) as usize & mask
            }
        }
    };
}
sort_key!(u64, u32);
sort_key!(u128, u64);

/// Indices of type `usize`, the default of most Rust code, as `i64`, without a copy.
///
/// An index above `i64::MAX` is read as a negative one, which the checked constructors refuse.
///
/// ```
/// use lacuna::{Csr, index};
/// let (indptr, indices) = ([0_usize, 2, 3], [0_usize, 2, 1]);
/// let a = Csr::new(2, 3, index::as_i64(&indptr), index::as_i64(&indices), &[1.0_f32, 2.0, 3.0])?;
/// assert_eq!(a.row(1), (&[1_i64][..], &[3.0][..]));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[cfg(target_pointer_width = "64")]
#[must_use]
pub const fn as_i64(indices: &[usize]) -> &[i64] {
    processor::words(indices)
}

/// As [`as_i64`], for indices that a kernel writes.
#[cfg(target_pointer_width = "64")]
#[must_use]
pub const fn as_i64_mut(indices: &mut [usize]) -> &mut [i64] {
    processor::words_mut(indices)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    #[test]
    fn negative_indices_are_inside_no_array() {
        assert_eq!((-1_i32).to_usize(), 0xffff_ffff);
        assert_eq!(i32::MIN.to_usize(), i32::MAX as usize + 1);
        assert_eq!((-1_i64).to_usize(), usize::MAX);
        assert_eq!(u32::MAX.to_usize(), 0xffff_ffff);
    }

    #[test]
    fn keys_sort_by_index_then_position() {
        let key = <u64 as SortKey>::pack(0xffff_ffff, 7);
        assert_eq!((key.index(), key.position(), key.digit(24, 255)), (0xffff_ffff, 7, 255));
        assert!(<u64 as SortKey>::pack(1, 9) < <u64 as SortKey>::pack(2, 0));
        assert!(<u128 as SortKey>::pack(1 << 40, 1) < <u128 as SortKey>::pack(1 << 40, 2));
    }

    #[test]
    fn many_are_compared_as_one_is() {
        fn compare<I: Index>(numbers: &[i64]) {
            let numbers: Vec<I> = numbers.iter().map(|&number| I::from_usize(number as usize)).collect();
            for length in 0..=numbers.len() {
                let numbers = &numbers[..length];
                for bound in [0, 1, 5, 6, 7, i32::MAX as usize, 1 << 31] {
                    let inside = numbers.iter().all(|number| number.to_usize() < bound);
                    assert_eq!(I::all_below(numbers, bound), inside, "{numbers:?} {bound}");
                    let ascents = numbers.windows(2).filter(|pair| pair[0] < pair[1]).count();
                    let expected = (inside && bound > 0 && length > 0).then_some(ascents);
                    for by_largest in [false, true] {
                        assert_eq!(I::ascents(numbers, bound, by_largest), expected, "{numbers:?} {bound}");
                    }
                }
                let falls = numbers.windows(2).any(|pair| pair[0] > pair[1]);
                let negative = numbers.iter().any(|number| number.to_i64() < 0) && length > 1;
                assert_eq!(I::never_fall(numbers), !falls && !negative, "{numbers:?}");
            }
        }
        let lists: [&[i64]; 6] = [
            &[0, 1, 2, 3, 4, 5, 5, 6, 0, 1, 2, 3, 4, 5, 5, 6, 7, 9],
            &[5; 40],
            &[0, i32::MAX as i64 - 1, i32::MAX as i64, 0],
            &[-1, 0, 3],
            &[3, i32::MIN as i64, -1, i32::MAX as i64],
            &[4, -1],
        ];
        for list in lists {
            compare::<i32>(list);
            compare::<i64>(list);
        }
        for list in &lists[..3] {
            compare::<u32>(list);
        }
        // No signed type can index these places, so that they are compared one by one.
        assert!(!u32::all_below(&[u32::MAX], 1 << 40) && !u32::never_fall(&[0, u32::MAX]));
    }
}
