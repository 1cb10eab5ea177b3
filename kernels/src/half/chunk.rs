//! Chunks of numbers of 16 bits, as updates take them: where little is computed, conversions decide how long a step
//! takes.
use super::{at_random_bf16, narrow_f16_at_random, nearest_bf16, shift_bf16};
use crate::simd::Simd;
use crate::{Storage, processor};
use ::half::slice::HalfFloatSliceExt;
use ::half::{bf16, f16};

/// What makes a number that is none quiet.
const QUIET: u32 = 0x0040_0000;

/// What of a word of 32 bits is its second number of 16.
const SECOND: u32 = 0xffff_0000;

/// In order; or first the numbers of even places, then those of odd ones, each taken from a word of two by one
/// operation.
#[inline(always)]
pub(super) fn load_bf16<L: Simd, const N: usize, const IN_ORDER: bool>(_simd: L, stored: &[bf16; N]) -> [f32; N] {
    let mut wide = [0.0; N];
    if IN_ORDER {
        for (to, from) in wide.iter_mut().zip(stored) {
            *to = shift_bf16(from.to_bits());
        }
    } else {
        let (even, odd) = wide.split_at_mut(N / 2);
        let pairs = stored.reinterpret_cast().as_chunks().0;
        for ((even, odd), &pair) in even.iter_mut().zip(odd).zip(pairs) {
            let word = processor::word(pair);
            *even = f32::from_bits(word << 16);
            *odd = f32::from_bits(word & SECOND);
        }
    }
    wide
}

/// Takes the order of [`load_bf16`] back.
#[inline(always)]
pub(super) fn store_bf16<L: Simd, const N: usize, const IN_ORDER: bool>(
    _simd: L,
    values: &[f32; N],
    random: Option<&[u16; N]>,
) -> [bf16; N] {
    let mut rounded = values.map(f32::to_bits);
    match random {
        None => {
            for bits in &mut rounded {
                *bits = nearest_bf16(*bits);
            }
        }
        Some(random) if IN_ORDER => {
            for (bits, &random) in rounded.iter_mut().zip(random) {
                *bits = at_random_bf16(*bits, random);
            }
        }
        Some(random) => {
            let (even, odd) = rounded.split_at_mut(N / 2);
            for ((even, odd), &pair) in even.iter_mut().zip(odd).zip(random.as_chunks().0) {
                let word = processor::word(pair);
                *even = at_random_bf16(*even, word as u16);
                *odd = at_random_bf16(*odd, (word >> 16) as u16);
            }
        }
    }
    // One test for all, of two at once: what is no number is rare.
    let mut are_numbers = true;
    for i in 0..N.div_ceil(2) {
        are_numbers &= !(values[i].is_nan() | values[i + N / 2].is_nan());
    }
    if !are_numbers {
        for (bits, value) in rounded.iter_mut().zip(values) {
            *bits = if value.is_nan() { value.to_bits() | QUIET } else { *bits };
        }
    }
    let mut stored = [bf16::ZERO; N];
    if IN_ORDER {
        for (to, bits) in stored.iter_mut().zip(rounded) {
            *to = bf16::from_bits((bits >> 16) as u16);
        }
    } else {
        let (even, odd) = rounded.split_at(N / 2);
        let pairs = stored.reinterpret_cast_mut().as_chunks_mut().0;
        for ((&even, &odd), pair) in even.iter().zip(odd).zip(pairs) {
            *pair = processor::pair(even >> 16 | odd & SECOND);
        }
    }
    stored
}

/// In order, by instructions where there are any; without them inlined, as there are few loops.
#[inline(always)]
pub(super) fn load_f16<L: Simd, const N: usize, const IN_ORDER: bool>(simd: L, stored: &[f16; N]) -> [f32; N] {
    if L::REGISTER > 16 { processor::widen_f16(simd, stored) } else { f16::load_array(stored) }
}

/// In order.
#[inline(always)]
pub(super) fn store_f16<L: Simd, const N: usize, const IN_ORDER: bool>(
    simd: L,
    values: &[f32; N],
    random: Option<&[u16; N]>,
) -> [f16; N] {
    let Some(random) = random else { return processor::narrow_f16(simd, values) };
    let mut stored = [f16::ZERO; N];
    for ((to, &value), &random) in stored.iter_mut().zip(values).zip(random) {
        *to = f16::from_bits(narrow_f16_at_random(value, random));
    }
    stored
}
