//! The value types: `f32` and `f64`.
use crate::call::{AnyRowSparseList, OfTypes};
use crate::elementary::Elementary;
use crate::instances::OfValue;
use crate::processor::{self, Instructions};
use crate::random::Unit;
use crate::storage::Storage;
use crate::{Index, RowSparse};
use core::fmt::{Debug, Display};
use core::hint::select_unpredictable;
use core::ops::{Add, Div, Mul, Neg, Sub};

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

/// A value that kernels compute with. Sealed: `f32` and `f64`. What memory holds may be another [`Storage`].
///
/// Arithmetic is IEEE 754 round to nearest in the type itself: no wider accumulator, no flush of subnormals, and a
/// fused multiply-add only by its name, [`mul_add`](Self::mul_add).
pub trait Value:
    sealed::Sealed
    + Storage<Arithmetic = Self>
    + Instructions
    + Unit
    + Elementary
    + OfValue<Self>
    + Copy
    + Default
    + Debug
    + Display
    + PartialEq
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + From<u8>
    + From<u16>
    + Send
    + Sync
    + 'static
{
    /// Positive infinity.
    const INFINITY: Self;
    /// Negative infinity.
    const NEGATIVE_INFINITY: Self;

    /// The square root, correctly rounded; NaN below zero.
    ///
    /// ```
    /// use lacuna::Value;
    /// assert_eq!((4.0_f32.root(), 2.0_f64.root()), (2.0, 1.4142135623730951));
    /// ```
    #[must_use]
    fn root(self) -> Self;

    /// `self * factor + addend`, rounded once: by an instruction where the processor surely has one.
    ///
    /// ```
    /// use lacuna::Value;
    /// let near = 1.0 + f32::EPSILON;
    /// // Rounded before it is added, the product would be 1 + 2 epsilon.
    /// assert_eq!(Value::mul_add(near, near, -(1.0 + 2.0 * f32::EPSILON)), f32::EPSILON * f32::EPSILON);
    /// ```
    #[must_use]
    fn mul_add(self, factor: Self, addend: Self) -> Self;

    /// The value without its sign bit.
    #[must_use]
    fn magnitude(self) -> Self;

    /// The same number in `f64`.
    fn widen(self) -> f64;

    /// The nearest integer from 0 to 255, and of two the even one; 0 of NaN.
    #[doc(hidden)]
    fn to_code(self) -> u8;

    /// A number of elements; the nearest value above 2^24 (`f32`) or 2^53.
    #[must_use]
    fn of_count(count: usize) -> Self;

    /// The nearest value to a number.
    fn narrow(number: f64) -> Self;

    /// An accurate running sum of values, and what it has lost, from two places of memory. Of `f32` it is one number in
    /// the bits of both.
    #[doc(hidden)]
    fn sum_from_pair(pair: [Self; 2]) -> (f64, f64);

    /// The opposite.
    #[doc(hidden)]
    fn sum_to_pair(sum: f64, lost: f64) -> [Self; 2];

    /// From here on all values are integers.
    #[doc(hidden)]
    const INTEGERS: Self;

    /// The value with the sign bit of another.
    #[must_use]
    fn with_sign_of(self, other: Self) -> Self;

    /// The value if `keep`, else +0, without a branch: a choice of integers, as compilers make branches of one of
    /// floats.
    #[doc(hidden)]
    #[must_use]
    fn or_zero(self, keep: bool) -> Self;

    /// The list, of any type.
    #[doc(hidden)]
    fn list<'a, I: Index>(list: &'a [RowSparse<'a, Self, I>]) -> AnyRowSparseList<'a>;

    /// The list, if it is of these types.
    #[doc(hidden)]
    fn of_list<I: Index>(list: AnyRowSparseList<'_>) -> Option<&[RowSparse<'_, Self, I>]>;

    /// True for what is no number.
    #[must_use]
    fn is_nan(self) -> bool;
}

macro_rules! value {
    ($type:ident, $root:ident, $mul_add:ident, $sum_from_pair:expr, $sum_to_pair:expr) => {
        impl Value for $type {
            const INFINITY: Self = $type::INFINITY;
            const NEGATIVE_INFINITY: Self = $type::NEG_INFINITY;

            #[inline(always)]
            fn root(self) -> Self {
                processor::$root(self)
            }
            #[inline(always)]
            fn mul_add(self, factor: Self, addend: Self) -> Self {
                processor::$mul_add(self, factor, addend)
            }
            #[inline(always)]
            fn magnitude(self) -> Self {
                self.abs()
            }
            #[inline(always)]
            fn widen(self) -> f64 {
                self.into()
            }
            #[inline(always)]
            fn to_code(self) -> u8 {
                // Conversions that saturate are slow, or no loops over vectors. Beside such an addend there are no
                // digits left for a fraction.
                let above = if self >= 0.0 { self } else { 0.0 };
                let inside = if above < 255.0 { above } else { 255.0 };
                (inside + Self::INTEGERS).to_bits() as u8
            }
            #[inline(always)]
            fn of_count(count: usize) -> Self {
                count as $type
            }
            #[inline(always)]
            fn narrow(number: f64) -> Self {
                number as Self
            }

            #[inline(always)]
            fn sum_from_pair(pair: [Self; 2]) -> (f64, f64) {
                $sum_from_pair(pair)
            }
            #[inline(always)]
            fn sum_to_pair(sum: f64, lost: f64) -> [Self; 2] {
                $sum_to_pair(sum, lost)
            }

            const INTEGERS: Self = 1.0 / $type::EPSILON;

            #[inline(always)]
            fn with_sign_of(self, other: Self) -> Self {
                let sign = (-0.0 as $type).to_bits();
                Self::from_bits(self.to_bits() & !sign | other.to_bits() & sign)
            }
            #[inline(always)]
            fn or_zero(self, keep: bool) -> Self {
                Self::from_bits(select_unpredictable(keep, self.to_bits(), 0))
            }
            fn list<'a, I: Index>(list: &'a [RowSparse<'a, Self, I>]) -> AnyRowSparseList<'a> {
                <I as OfTypes<Self>>::list(list)
            }
            fn of_list<I: Index>(list: AnyRowSparseList<'_>) -> Option<&[RowSparse<'_, Self, I>]> {
                <I as OfTypes<Self>>::of_list(list)
            }
            #[inline(always)]
            fn is_nan(self) -> bool {
                $type::is_nan(self)
            }
        }
    };
}
value!(
    f32,
    root_f32,
    mul_add_f32,
    |[low, high]: [f32; 2]| (f64::from_bits(u64::from(high.to_bits()) << 32 | u64::from(low.to_bits())), 0.0),
    |sum: f64, _lost| [f32::from_bits(sum.to_bits() as u32), f32::from_bits((sum.to_bits() >> 32) as u32)]
);
value!(f64, root_f64, mul_add_f64, |[sum, lost]: [f64; 2]| (sum, lost), |sum, lost| [sum, lost]);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mask_follows_ieee_inequality() {
        let mut chunk = [0.0_f32; 16];
        (chunk[0], chunk[3], chunk[7], chunk[15]) = (-0.0, f32::NAN, f32::from_bits(1), f32::NEG_INFINITY);
        let expected = 1 << 3 | 1 << 7 | 1 << 15;
        assert_eq!(f32::nonzero_mask(&chunk), expected);
        let wide = chunk.map(f64::from);
        assert_eq!(f64::nonzero_mask(&wide), expected);
    }

    #[test]
    fn roots_are_those_of_the_standard_library() {
        for bits in (0..u32::MAX).step_by(65_521) {
            let (x, wide) = (f32::from_bits(bits), f64::from_bits(u64::from(bits) << 32 | 0x1234_5678));
            assert!(x.root().to_bits() == x.sqrt().to_bits() || x.sqrt().is_nan() && x.root().is_nan(), "{x:e}");
            assert!(
                wide.root().to_bits() == wide.sqrt().to_bits() || wide.sqrt().is_nan() && wide.root().is_nan(),
                "{wide:e}"
            );
        }
    }
}
