//! Numbers of 16 bits. The conversions are integer operations and selections only (and one exact sum), so that loops
//! over them become vector loops on every processor, with the same bits.
use crate::simd::Simd;
use crate::storage::{Number, Storage, sealed};
use crate::{Index, order, processor};
use ::half::{bf16, f16};

mod chunk;

/// Between the exponents' offsets of `f32` and of `f16`, at their place in an `f32`.
const REBIAS: u32 = (127 - 15) << 23;
/// The smallest number of `f16` that is not subnormal, 2^-14.
const SMALLEST_NORMAL: u32 = REBIAS + (1 << 23);
const INFINITY: u32 = 0x7f80_0000;
const MAGNITUDE: u32 = 0x7fff_ffff;

/// The number of the bits of an `f16`.
#[inline(always)]
pub(crate) fn widen_f16(bits: u16) -> f32 {
    let (sign, magnitude) = (u32::from(bits & 0x8000) << 16, u32::from(bits & 0x7fff) << 13);
    // 2^-14 and the digits of the number, less 2^-14: exact.
    let subnormal = (f32::from_bits(magnitude + SMALLEST_NORMAL) - f32::from_bits(SMALLEST_NORMAL)).to_bits();
    let quiet = if magnitude > 0x7c00 << 13 { 0x0040_0000 } else { 0 };
    let normal = magnitude + REBIAS;
    let finite = if magnitude < 0x0400 << 13 { subnormal } else { normal };
    f32::from_bits(sign | if magnitude >= 0x7c00 << 13 { (normal + REBIAS) | quiet } else { finite })
}

/// The bits of the nearest `f16`.
#[inline(always)]
pub(crate) fn narrow_f16(value: f32) -> u16 {
    let bits = value.to_bits();
    let (sign, magnitude) = (bits >> 16 & 0x8000, bits & MAGNITUDE);
    // Beside 1/2, the last digit of an f32 is that of a subnormal f16.
    let subnormal = (f32::from_bits(magnitude) + 0.5).to_bits().wrapping_sub(0.5_f32.to_bits());
    // Beyond the largest number, rounding carries into the exponent of infinity, or further.
    let normal = (magnitude.wrapping_sub(REBIAS).wrapping_add(0xfff + (magnitude >> 13 & 1)) >> 13).min(0x7c00);
    let number = if magnitude < SMALLEST_NORMAL { subnormal } else { normal };
    let no_number = 0x7e00 | (magnitude >> 13 & 0x03ff);
    (sign | if magnitude > INFINITY { no_number } else { number }) as u16
}

/// The number of the bits of a `bf16`.
#[inline(always)]
pub(crate) fn widen_bf16(bits: u16) -> f32 {
    let quiet = if bits & 0x7fff > 0x7f80 { 0x0040 } else { 0 };
    f32::from_bits(u32::from(bits | quiet) << 16)
}

/// The same, except for what is no number, which arithmetic makes quiet.
#[inline(always)]
pub(crate) fn shift_bf16(bits: u16) -> f32 {
    f32::from_bits(u32::from(bits) << 16)
}

/// A word whose upper half is the nearest `bf16`, for the bits of a number.
#[inline(always)]
fn nearest_bf16(bits: u32) -> u32 {
    bits.wrapping_add(0x7fff + (bits >> 16 & 1))
}

/// As [`nearest_bf16`], the one further from 0 for so many of 2^16 numbers as its share of the distance says.
#[inline(always)]
fn at_random_bf16(bits: u32, random: u16) -> u32 {
    bits.wrapping_add(u32::from(random))
}

/// The bits of the nearest `bf16`.
#[inline(always)]
pub(crate) fn narrow_bf16(value: f32) -> u16 {
    let bits = value.to_bits();
    let number = nearest_bf16(bits) >> 16;
    (if value.is_nan() { bits >> 16 | 0x0040 } else { number }) as u16
}

/// The bits of a `f16` beside the value, the one further from 0 for so many of 2^16 numbers as its share of the
/// distance says.
#[inline(always)]
pub(crate) fn narrow_f16_at_random(value: f32, random: u16) -> u16 {
    let bits = value.to_bits();
    let (sign, magnitude) = (bits >> 16 & 0x8000, bits & MAGNITUDE);
    // In units of the last digit of a subnormal f16; there are less than 1024.
    let units = f32::from_bits(magnitude) * 16_777_216.0;
    let below = (units as u32).min(1024);
    let is_up = f32::from(random) < (units - below as f32) * 65_536.0;
    let normal = (magnitude.wrapping_sub(REBIAS).wrapping_add(u32::from(random) >> 3) >> 13).min(0x7c00);
    let number = if magnitude < SMALLEST_NORMAL { below + u32::from(is_up) } else { normal };
    (if magnitude > INFINITY { u32::from(narrow_f16(value)) } else { sign | number }) as u16
}

/// The bits of a `bf16`, likewise.
#[inline(always)]
pub(crate) fn narrow_bf16_at_random(value: f32, random: u16) -> u16 {
    let bits = value.to_bits();
    let number = at_random_bf16(bits, random) >> 16;
    (if bits & MAGNITUDE > INFINITY { bits >> 16 | 0x0040 } else { number }) as u16
}

/// An `f32` beside a number, whose last digit is 1 unless it is the number itself: it rounds to fewer digits as the
/// number does.
#[inline(always)]
pub(crate) fn odd(value: f64) -> f32 {
    let near = value as f32;
    let (back, bits) = (f64::from(near), near.to_bits());
    let outward = if back.abs() < value.abs() { bits.wrapping_add(1) } else { bits.wrapping_sub(1) };
    // What is no number differs from itself.
    let is_exact = back == value || near.is_nan() || bits & 1 == 1;
    f32::from_bits(if is_exact { bits } else { outward })
}

/// As [`odd`], for an integer that an `f64` may not hold.
#[inline(always)]
pub(crate) fn odd_integer(value: i64) -> f64 {
    const DROPPED: i64 = (1 << 11) - 1;
    let odd = (value >> 11 | i64::from(value & DROPPED != 0)) << 11;
    let is_exact = value.unsigned_abs() < 1 << 53;
    (if is_exact { value } else { odd }) as f64
}

macro_rules! half {
    (
        $type:ident, $widen:ident, $for_arithmetic:ident, $narrow:ident, $at_random:ident, $load_chunk:ident,
        $store_chunk:ident, $by_instructions:path
    ) => {
        // Of 16 bits, any of which are a number or none.
        impl sealed::Plain for $type {}
        impl Number for $type {
            const ZERO: Self = $type::ZERO;
            const ONE: Self = $type::ONE;
            const NAME: &'static str = stringify!($type);
        }

        impl Storage for $type {
            type Arithmetic = f32;

            #[inline(always)]
            fn load(self) -> f32 {
                $widen(self.to_bits())
            }
            #[inline(always)]
            fn store(value: f32) -> Self {
                Self::from_bits($narrow(value))
            }
            #[inline(always)]
            fn store_at_random(value: f32, random: u16) -> Self {
                Self::from_bits($at_random(value, random))
            }
            #[inline(always)]
            fn load_array<const N: usize>(stored: &[Self; N]) -> [f32; N] {
                let mut wide = [0.0; N];
                for (to, stored) in wide.iter_mut().zip(stored) {
                    *to = $for_arithmetic(stored.to_bits());
                }
                wide
            }
            #[inline(always)]
            fn store_array<const N: usize>(values: [f32; N]) -> [Self; N] {
                let mut stored = [Self::from_bits(0); N];
                for (to, value) in stored.iter_mut().zip(values) {
                    *to = Self::store(value);
                }
                stored
            }
            #[inline(always)]
            fn load_chunk<L: Simd, const N: usize, const IN_ORDER: bool>(simd: L, stored: &[Self; N]) -> [f32; N] {
                chunk::$load_chunk::<L, N, IN_ORDER>(simd, stored)
            }
            #[inline(always)]
            fn store_chunk<L: Simd, const N: usize, const IN_ORDER: bool>(
                simd: L,
                values: &[f32; N],
                random: Option<&[u16; N]>,
            ) -> [Self; N] {
                chunk::$store_chunk::<L, N, IN_ORDER>(simd, values, random)
            }
            #[inline(always)]
            fn add_stored_products<L: Simd, const N: usize>(
                simd: L,
                sums: &mut [f32; N],
                value: f32,
                factors: &[Self; N],
            ) {
                <f32 as processor::Instructions>::add_products(simd, sums, &[value], &$by_instructions(simd, factors));
            }
            const GATHERS: bool = false;
            #[inline(always)]
            fn gather_stored_lanes<L: Simd, I: Index>(
                _simd: L,
                _indices: &[I],
                _values: &[Self],
                _data: &[Self],
            ) -> [f32; order::LANES] {
                [0.0; order::LANES]
            }
            #[inline(always)]
            fn gather_two_stored_rows<L: Simd, I: Index>(
                _simd: L,
                _rows: [(&[I], &[Self]); 2],
                _data: &[Self],
            ) -> [f32; 2] {
                [0.0; 2]
            }
        }
    };
}
half!(f16, widen_f16, widen_f16, narrow_f16, narrow_f16_at_random, load_f16, store_f16, processor::widen_f16);
half!(bf16, widen_bf16, shift_bf16, narrow_bf16, narrow_bf16_at_random, load_bf16, store_bf16, processor::widen);
