//! Decimal text to floating point, always correctly rounded: the same bits as `str::parse`.
//!
//! A mantissa up to 2^53 and a power of ten up to 22 are exact in f64, so that one multiplication or division of them
//! rounds once. An f32 is such an f64 rounded again, and its mantissa may be longer: two roundings move the f64 by less
//! than 2 units in its last place, so the f32 is right unless a point halfway between two f32 lies that near. These
//! cases, and all others, are left to `str::parse`. The shortest numbers, a mantissa up to 2^24 and a power of ten up
//! to 10, are exact in f32: one division there.

use super::scalar::LibsvmValue;

const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
];

const POWERS_F32: [f32; 11] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10];

#[inline(always)]
pub(super) fn decimal_to_f64(mantissa: u64, exponent: i32) -> Option<f64> {
    if mantissa > 1 << 53 { None } else { scaled(mantissa as i64 as f64, exponent) }
}

#[inline(always)]
pub(super) fn decimal_to_f32(mantissa: u64, exponent: i32) -> Option<f32> {
    if mantissa <= 1 << 24
        && let Some(&power) = POWERS_F32.get(exponent.wrapping_neg() as usize)
    {
        return Some(mantissa as i32 as f32 / power);
    }
    let wide = scaled(mantissa as f64, exponent)?;
    let beyond_halfway = (wide.to_bits() & ((1 << 29) - 1)) as i64 - (1 << 28);
    // Below the normal numbers the halfway points lie elsewhere.
    let normal = (f64::from(f32::MIN_POSITIVE)..=f64::from(f32::MAX)).contains(&wide) || mantissa == 0;
    (normal && beyond_halfway.abs() > 3).then_some(wide as f32)
}

/// `mantissa * 10^exponent`, rounded once. The mantissa may have been rounded before.
#[inline(always)]
fn scaled(mantissa: f64, exponent: i32) -> Option<f64> {
    let power = *POWERS.get(exponent.unsigned_abs() as usize)?;
    Some(if exponent < 0 { mantissa / power } else { mantissa * power })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberFault {
    Malformed,
    NotFinite,
}

/// The finite number that the whole of `text` spells.
pub(super) fn parse<V: LibsvmValue>(text: &[u8]) -> Result<V, NumberFault> {
    if let Some(value) = parse_short(text) {
        return Ok(value);
    }
    let value = std::str::from_utf8(text).ok().and_then(|text| text.parse::<V>().ok()).ok_or(NumberFault::Malformed)?;
    if value.is_finite() { Ok(value) } else { Err(NumberFault::NotFinite) }
}

/// The common case: at most 19 digits, and a number for which the quick way is exact.
fn parse_short<V: LibsvmValue>(text: &[u8]) -> Option<V> {
    let (negative, text) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    let (whole, rest) = digits(text);
    let (fraction, rest) = match rest {
        [b'.', rest @ ..] => digits(rest),
        _ => (&[][..], rest),
    };
    if !(1..=19).contains(&(whole.len() + fraction.len())) {
        return None;
    }
    let mantissa = whole.iter().chain(fraction).fold(0u64, |sum, digit| sum * 10 + u64::from(digit - b'0'));
    let written = match rest {
        [] => 0,
        [b'e' | b'E', rest @ ..] => exponent(rest)?,
        _ => return None,
    };
    V::from_decimal(negative, mantissa, written - fraction.len() as i32)
}

/// An exponent of up to three digits.
fn exponent(text: &[u8]) -> Option<i32> {
    let (negative, text) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    let (all, rest) = digits(text);
    if !rest.is_empty() || !(1..=3).contains(&all.len()) {
        return None;
    }
    let number = all.iter().fold(0, |sum, digit| sum * 10 + i32::from(digit - b'0'));
    Some(if negative { -number } else { number })
}

/// The leading digits, and what follows them.
pub(super) fn digits(text: &[u8]) -> (&[u8], &[u8]) {
    text.split_at(text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len()))
}

/// The leading digits of eight bytes, found and read without a branch.
pub(super) struct Digits {
    /// How many there are; `value` means nothing if none.
    pub(super) count: usize,
    pub(super) value: u64,
}

#[inline(always)]
pub(super) fn leading_digits(bytes: [u8; 8]) -> Digits {
    let digits = u64::from_le_bytes(bytes) ^ 0x3030_3030_3030_3030;
    // A byte above 9 gets its top bit; a carry only reaches bytes behind the first of these.
    let others = (digits.wrapping_add(0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080;
    let count = (others.trailing_zeros() / 8) as usize;
    // First digit lowest: moving them to the top puts zeros in front. Then pairs, fours and eight are joined.
    let pairs = digits << ((64 - 8 * count) & 63);
    let pairs = pairs.wrapping_mul(10).wrapping_add(pairs >> 8);
    const EVEN: u64 = 0x0000_00ff_0000_00ff;
    let value = (pairs & EVEN)
        .wrapping_mul(100 + (1_000_000 << 32))
        .wrapping_add(((pairs >> 16) & EVEN).wrapping_mul(1 + (10_000 << 32)))
        >> 32;
    Digits { count, value }
}

/// 10 to the power of up to 15.
#[inline(always)]
pub(super) fn power(exponent: usize) -> u64 {
    const POWERS: [u64; 16] = {
        let mut powers = [1; 16];
        let mut next = 1;
        while next < powers.len() {
            powers[next] = powers[next - 1] * 10;
            next += 1;
        }
        powers
    };
    POWERS[exponent & 15]
}
