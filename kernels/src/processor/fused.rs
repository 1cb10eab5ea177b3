//! Products and sums that are rounded once: of single numbers, and of a tile of a product of two dense matrices.
use crate::order;
use crate::simd::Simd;

/// `x * y + z`, rounded once.
#[inline(always)]
pub(crate) fn mul_add_f32(x: f32, y: f32, z: f32) -> f32 {
    #[cfg(target_arch = "nvptx64")]
    return core::intrinsics::fmaf32(x, y, z);
    #[cfg(not(target_arch = "nvptx64"))]
    {
        // In f64 the product is exact. The sum is rounded to odd there: it has more than two digits beyond those of
        // f32, so the second rounding is that of the exact sum.
        let (product, addend) = (f64::from(x) * f64::from(y), f64::from(z));
        let sum = product + addend;
        let from_addend = sum - product;
        let lost = (product - (sum - from_addend)) + (addend - from_addend);
        let bits = sum.to_bits();
        // What was lost points away from zero if it has the sign of the sum. NaN, beside infinities, is nothing lost.
        let away = (lost > 0.0) == (sum > 0.0);
        let inexact = (lost > 0.0) | (lost < 0.0);
        let odd = if away { bits | 1 } else { bits.wrapping_sub(1) | 1 };
        f64::from_bits(if inexact & (bits & 1 == 0) { odd } else { bits }) as f32
    }
}

/// `x * y + z`, rounded once.
#[inline(always)]
pub(crate) fn mul_add_f64(x: f64, y: f64, z: f64) -> f64 {
    #[cfg(target_arch = "nvptx64")]
    return core::intrinsics::fmaf64(x, y, z);
    #[cfg(not(target_arch = "nvptx64"))]
    libm::fma(x, y, z)
}

/// The tile in registers, by the instructions of a level that the processor has.
#[cfg(any(target_arch = "x86_64", all(target_arch = "aarch64", target_feature = "neon")))]
macro_rules! in_registers {
    ($register:literal, $type:ident, $zero:expr, $load:ident, $store:ident, $splat:ident, |$value:ident, $factor:ident,
        $sum:ident| $fused:expr; $left:ident, $right:ident, $to:ident) => {{
        const LANES: usize = $register / size_of::<$type>();
        // SAFETY: the caller's condition says that the processor has the instructions; every access reads or writes
        // LANES elements from register * LANES on, and a row of COLUMNS elements has REGISTERS times LANES of them.
        unsafe {
            let mut sums = [[$zero; REGISTERS]; ROWS];
            for (values, factors) in $left.iter().zip($right) {
                let mut row = [$zero; REGISTERS];
                for register in 0..REGISTERS {
                    row[register] = $load(factors.as_ptr().add(register * LANES));
                }
                for i in 0..ROWS {
                    let $value = $splat(values[i]);
                    for register in 0..REGISTERS {
                        let ($factor, $sum) = (row[register], sums[i][register]);
                        sums[i][register] = $fused;
                    }
                }
            }
            for i in 0..ROWS {
                for register in 0..REGISTERS {
                    $store($to[i].as_mut_ptr().add(register * LANES), sums[i][register]);
                }
            }
        }
    }};
}

macro_rules! fused_tile {
    (
        $name:ident, $type:ident,
        [$zero512:ident, $load512:ident, $store512:ident, $splat512:ident, $fused512:ident],
        [$zero256:ident, $load256:ident, $store256:ident, $splat256:ident, $fused256:ident],
        [$load_neon:ident, $store_neon:ident, $splat_neon:ident, $fused_neon:ident]
    ) => {
        /// `sums[i][j]` is the running sum of `left[k][i] * right[k][j]` for ascending k, from +0, each step rounded
        /// once.
        #[inline(always)]
        pub(crate) fn $name<L: Simd, const ROWS: usize, const REGISTERS: usize, const COLUMNS: usize>(
            _simd: L,
            left: &[[$type; ROWS]],
            right: &[[$type; COLUMNS]],
            to: &mut [[$type; COLUMNS]; ROWS],
        ) {
            #[cfg(target_arch = "x86_64")]
            {
                use core::arch::x86_64::{
                    $fused256, $fused512, $load256, $load512, $splat256, $splat512, $store256, $store512, $zero256,
                    $zero512
                };
                if const { L::REGISTER >= 64 && COLUMNS * size_of::<$type>() == REGISTERS * 64 } {
                    return in_registers!(
                        64, $type, $zero512(), $load512, $store512, $splat512, |value, factor,
                        sum| $fused512(value, factor, sum); left, right, to
                    );
                }
                if const { L::REGISTER >= 32 && COLUMNS * size_of::<$type>() == REGISTERS * 32 } {
                    return in_registers!(
                        32, $type, $zero256(), $load256, $store256, $splat256, |value, factor,
                        sum| $fused256(value, factor, sum); left, right, to
                    );
                }
            }
            #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
            {
                use core::arch::aarch64::{$fused_neon, $load_neon, $splat_neon, $store_neon};
                if const { COLUMNS * size_of::<$type>() == REGISTERS * 16 } {
                    return in_registers!(
                        16, $type, $splat_neon(0.0), $load_neon, $store_neon, $splat_neon, |value, factor,
                        sum| $fused_neon(sum, value, factor); left, right, to
                    );
                }
            }
            *to = [[0.0; COLUMNS]; ROWS];
            for (values, factors) in left.iter().zip(right) {
                for (sums, &value) in to.iter_mut().zip(values) {
                    for (sum, &factor) in sums.iter_mut().zip(factors) {
                        *sum = order::add_fused_product(*sum, value, factor);
                    }
                }
            }
        }
    };
}
fused_tile!(
    fused_tile_f32,
    f32,
    [_mm512_setzero_ps, _mm512_loadu_ps, _mm512_storeu_ps, _mm512_set1_ps, _mm512_fmadd_ps],
    [_mm256_setzero_ps, _mm256_loadu_ps, _mm256_storeu_ps, _mm256_set1_ps, _mm256_fmadd_ps],
    [vld1q_f32, vst1q_f32, vdupq_n_f32, vfmaq_f32]
);
fused_tile!(
    fused_tile_f64,
    f64,
    [_mm512_setzero_pd, _mm512_loadu_pd, _mm512_storeu_pd, _mm512_set1_pd, _mm512_fmadd_pd],
    [_mm256_setzero_pd, _mm256_loadu_pd, _mm256_storeu_pd, _mm256_set1_pd, _mm256_fmadd_pd],
    [vld1q_f64, vst1q_f64, vdupq_n_f64, vfmaq_f64]
);

#[cfg(test)]
mod tests {
    use super::{mul_add_f32, mul_add_f64};

    /// Numbers from a few bits, of all sizes, and the special ones.
    fn numbers() -> impl Iterator<Item = [u64; 3]> {
        let mut state = 1_u64;
        let mut next = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let word = state ^ state >> 29;
            match word >> 60 {
                0 => 0,
                1 => 1 << 63,
                2 => 1 << 63 | 0x7ff << 52,
                3 => word & 0xffff,
                4..8 => 0x3ff << 52 | word << 20 & 0xf_ffff_ffff_ffff,
                8..10 => 0x3ff << 52 | word & 3,
                _ => word << 4,
            }
        };
        (0..400_000).map(move |_| [next(), next(), next()])
    }

    #[test]
    fn mul_add_is_that_of_the_standard_library() {
        let same =
            |found: f64, expected: f64| found.to_bits() == expected.to_bits() || found.is_nan() && expected.is_nan();
        let narrow = |bits: u64| f32::from_bits((bits >> 32) as u32 | (bits & 0xffff) as u32);
        for words in numbers() {
            let [x, y, z] = words.map(narrow);
            assert!(same(mul_add_f32(x, y, z).into(), x.mul_add(y, z).into()), "{x:e} {y:e} {z:e}");
            // The product alone cancels, and a last bit of it is left.
            let z = -(x * y);
            assert!(same(mul_add_f32(x, y, z).into(), x.mul_add(y, z).into()), "{x:e} {y:e} {z:e}");
            let [x, y, z] = words.map(f64::from_bits);
            assert!(same(mul_add_f64(x, y, z), x.mul_add(y, z)), "{x:e} {y:e} {z:e}");
        }
    }

    #[test]
    fn ties_of_the_second_rounding_are_those_of_the_exact_sum() {
        let (x, y) = (2.0_f32.powi(-12) + 2.0_f32.powi(-35), 2.0_f32.powi(-12));
        assert_eq!(mul_add_f32(x, y, 1.0), 1.0 + f32::EPSILON, "2^-24 + 2^-47 is above half a unit");
        assert_eq!(mul_add_f32(y, y, 1.0), 1.0, "half a unit goes to the even one");
        // 2^-24 + 2^-60 is one half and more than f64 has digits for beside 1.
        let (x, y) = (2.0_f32.powi(-12) * (1.0 + 2.0_f32.powi(-18)), 2.0_f32.powi(-12) * (1.0 - 2.0_f32.powi(-18)));
        assert_eq!(
            mul_add_f32(x, y, 1.0),
            1.0,
            "2^-24 - 2^-60 is below half a unit, and rounded to f64 beside 1 just that"
        );
        assert_eq!(mul_add_f32(-x, y, -1.0), -1.0);
    }
}
