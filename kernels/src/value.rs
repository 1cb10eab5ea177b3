//! The value types: `f32` and `f64`.
use crate::elementary::Elementary;
use crate::instances::OfValue;
use crate::processor::{self, Instructions};
use crate::random::Unit;
use crate::storage::Storage;
use core::fmt::{Debug, Display};
use core::ops::{Add, Div, Mul, Neg, Sub};

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

/// A value that kernels compute with. Sealed: `f32` and `f64`. What memory holds may be another [`Storage`].
///
/// Arithmetic is IEEE 754 round to nearest in the type itself: no wider accumulator, no fused multiply-add, no flush of subnormals.
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
    + Send
    + Sync
    + 'static
{
    /// Positive zero.
    const ZERO: Self;
    /// One.
    const ONE: Self;
    /// Positive infinity.
    const INFINITY: Self;
    /// The type's name, as in [`crate::list`].
    const NAME: &'static str;

    /// The square root, correctly rounded; NaN below zero.
    ///
    /// ```
    /// use lacuna::Value;
    /// assert_eq!((4.0_f32.root(), 2.0_f64.root()), (2.0, 1.4142135623730951));
    /// ```
    #[must_use]
    fn root(self) -> Self;

    /// The value without its sign bit.
    #[must_use]
    fn magnitude(self) -> Self;

    /// The same number in `f64`.
    fn widen(self) -> f64;

    /// A number of elements; the nearest value above 2^24 (`f32`) or 2^53.
    #[must_use]
    fn of_count(count: usize) -> Self;

    /// The nearest value to a number.
    fn narrow(number: f64) -> Self;

    /// From here on all values are integers.
    #[doc(hidden)]
    const INTEGERS: Self;

    /// The value with the sign bit of another.
    #[must_use]
    fn with_sign_of(self, other: Self) -> Self;

    /// True for what is no number.
    #[must_use]
    fn is_nan(self) -> bool;
}

macro_rules! value {
    ($type:ident, $root:ident) => {
        impl Value for $type {
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const INFINITY: Self = $type::INFINITY;
            const NAME: &'static str = stringify!($type);

            #[inline(always)]
            fn root(self) -> Self {
                processor::$root(self)
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
            fn of_count(count: usize) -> Self {
                count as $type
            }
            #[inline(always)]
            fn narrow(number: f64) -> Self {
                number as Self
            }

            const INTEGERS: Self = 1.0 / $type::EPSILON;

            #[inline(always)]
            fn with_sign_of(self, other: Self) -> Self {
                let sign = (-0.0 as $type).to_bits();
                Self::from_bits(self.to_bits() & !sign | other.to_bits() & sign)
            }
            #[inline(always)]
            fn is_nan(self) -> bool {
                $type::is_nan(self)
            }
        }
    };
}
value!(f32, root_f32);
value!(f64, root_f64);

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
            assert!(wide.root().to_bits() == wide.sqrt().to_bits() || wide.sqrt().is_nan() && wide.root().is_nan(), "{wide:e}");
        }
    }
}
