//! The value types: `f32` and `f64`.
use crate::dispatch::Simd;
use crate::{Index, order, processor};
use core::fmt::{Debug, Display};
use core::ops::{Add, Mul, Neg, Sub};

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

/// A value that kernels compute with. Sealed: `f32` and `f64`.
///
/// Arithmetic is IEEE 754 round to nearest in the type itself: no wider accumulator, no fused multiply-add, no flush of subnormals.
pub trait Value:
    sealed::Sealed
    + Copy
    + Default
    + Debug
    + Display
    + PartialEq
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Neg<Output = Self>
    + Send
    + Sync
    + 'static
{
    /// Positive zero.
    const ZERO: Self;
    /// One.
    const ONE: Self;
    /// The type's name, as in [`crate::list`].
    const NAME: &'static str;

    /// Bit `l` is set where `chunk[l] != 0` (so for NaN, and not for -0.0).
    fn nonzero_mask(chunk: &[Self; 16]) -> u32;

    /// `sums[i] = sums[i] + values[i] * factors[i]` by [`order::add_product`](crate::order::add_product), on the registers of the level;
    /// a single value serves all.
    #[doc(hidden)]
    #[allow(private_bounds)]
    fn add_products<L: Simd, const VALUES: usize, const N: usize>(
        simd: L,
        sums: &mut [Self; N],
        values: &[Self; VALUES],
        factors: &[Self; N],
    );

    /// The running sums of a product with one column, by masked gathers.
    #[doc(hidden)]
    #[allow(private_bounds)]
    fn gather_lanes<L: Simd, I: Index>(simd: L, indices: &[I], values: &[Self], data: &[Self]) -> [Self; order::LANES];
}

macro_rules! value {
    ($type:ident, $nonzero_mask:ident, $add_products:ident, $gather_lanes:ident) => {
        impl Value for $type {
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const NAME: &'static str = stringify!($type);

            #[inline(always)]
            fn nonzero_mask(chunk: &[Self; 16]) -> u32 {
                processor::$nonzero_mask(chunk)
            }

            #[inline(always)]
            #[allow(private_bounds)]
            fn add_products<L: Simd, const VALUES: usize, const N: usize>(
                simd: L,
                sums: &mut [Self; N],
                values: &[Self; VALUES],
                factors: &[Self; N],
            ) {
                processor::$add_products(simd, sums, values, factors);
            }

            #[inline(always)]
            #[allow(private_bounds)]
            fn gather_lanes<L: Simd, I: Index>(simd: L, indices: &[I], values: &[Self], data: &[Self]) -> [Self; order::LANES] {
                processor::$gather_lanes(simd, indices, values, data)
            }
        }
    };
}
value!(f32, nonzero_mask_f32, add_products_f32, gather_lanes_f32);
value!(f64, nonzero_mask_f64, add_products_f64, gather_lanes_f64);

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
}
