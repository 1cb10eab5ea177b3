//! `cvt` where it is more than an extension of an integer.

use super::float::{flush, of_double, of_single, saturate_double, saturate_single};
use crate::operation::{Class, Conversion, Rounding, Type, mask};

/// The value of a source operand.
enum Value {
    Integer(i128),
    Single(f32),
    Double(f64),
}

pub(super) fn convert(conversion: Conversion, a: u64) -> u64 {
    let Conversion { to, from, rounding, integral, saturate, register, .. } = conversion;
    let value = source(conversion, a);
    match (to.class, to.bits) {
        (Class::Float, 32) => {
            let bits = to_single(value, rounding, integral);
            let bits = if saturate { saturate_single(bits) } else { bits };
            if conversion.flush { flush(bits) } else { bits }
        }
        (Class::Float, 64) => {
            let bits = to_double(value, rounding, integral);
            if saturate { saturate_double(bits) } else { bits }
        }
        (Class::Float, _) => match value {
            Value::Single(value) => u64::from(to_small(value, 5, 10, rounding, 0x7fff)),
            _ => 0,
        },
        (Class::Brain, _) => match value {
            Value::Single(value) => u64::from(to_small(value, 8, 7, rounding, 0x7fff)),
            _ => 0,
        },
        _ => to_integer(value, to, from, rounding, register),
    }
}

fn source(conversion: Conversion, a: u64) -> Value {
    let from = conversion.from;
    match (from.class, from.bits) {
        (Class::Float, 32) => Value::Single(f32::from_bits(if conversion.flush { flush(a) } else { a } as u32)),
        (Class::Float, 64) => Value::Double(f64::from_bits(a)),
        (Class::Float, _) => Value::Single(from_half(a as u16)),
        (Class::Brain, _) => Value::Single(f32::from_bits((a as u32) << 16)),
        (Class::Signed, bits) => Value::Integer(i128::from((a << (64 - bits)) as i64 >> (64 - bits))),
        (_, bits) => Value::Integer(i128::from(a & mask(bits))),
    }
}

/// Moves a result rounded to nearest to the neighbour that the rounding asks for. `exact` compares the result with the
/// exact value.
macro_rules! direct {
    ($nearest:expr, $rounding:expr, $above:expr, $below:expr, $negative:expr) => {
        match $rounding {
            Rounding::Down if $above => $nearest.next_down(),
            Rounding::Up if $below => $nearest.next_up(),
            Rounding::Zero if $above && !$negative => $nearest.next_down(),
            Rounding::Zero if $below && $negative => $nearest.next_up(),
            _ => $nearest,
        }
    };
}

fn to_single(value: Value, rounding: Rounding, integral: bool) -> u64 {
    match value {
        Value::Single(value) if integral => of_single(match rounding {
            Rounding::Nearest => value.round_ties_even(),
            Rounding::Zero => value.trunc(),
            Rounding::Down => value.floor(),
            Rounding::Up => value.ceil(),
        }),
        Value::Single(value) => of_single(value),
        Value::Double(value) => {
            let nearest = value as f32;
            let (above, below) = (f64::from(nearest) > value, f64::from(nearest) < value);
            let negative = value < 0.0;
            of_single(direct!(nearest, rounding, above, below, negative))
        }
        Value::Integer(value) => {
            let nearest = value as f32;
            let back = nearest as i128;
            of_single(direct!(nearest, rounding, back > value, back < value, value < 0))
        }
    }
}

fn to_double(value: Value, rounding: Rounding, integral: bool) -> u64 {
    match value {
        Value::Double(value) if integral => of_double(match rounding {
            Rounding::Nearest => value.round_ties_even(),
            Rounding::Zero => value.trunc(),
            Rounding::Down => value.floor(),
            Rounding::Up => value.ceil(),
        }),
        Value::Double(value) => of_double(value),
        Value::Single(value) => of_double(f64::from(value)),
        Value::Integer(value) => {
            let nearest = value as f64;
            let back = nearest as i128;
            of_double(direct!(nearest, rounding, back > value, back < value, value < 0))
        }
    }
}

/// Values beyond the range become its ends. NaN becomes 0 where source and destination have at most 32 bits, else the
/// highest bit alone.
fn to_integer(value: Value, to: Type, from: Type, rounding: Rounding, register: u8) -> u64 {
    let (lowest, highest) = if to.signed() {
        (-(1i128 << (to.bits - 1)), (1i128 << (to.bits - 1)) - 1)
    } else {
        (0, (1i128 << to.bits) - 1)
    };
    let value = match value {
        Value::Integer(value) => Some(value),
        Value::Single(value) => rounded(f64::from(value), rounding),
        Value::Double(value) => rounded(value, rounding),
    };
    let value = match value {
        Some(value) => value.clamp(lowest, highest),
        None if from.bits < 64 && to.bits < 64 => 0,
        None => 1i128 << (to.bits - 1),
    };
    if to.signed() { value as u64 & mask(register) } else { value as u64 & mask(to.bits) }
}

fn rounded(value: f64, rounding: Rounding) -> Option<i128> {
    if value.is_nan() {
        return None;
    }
    Some(match rounding {
        Rounding::Nearest => value.round_ties_even(),
        Rounding::Zero => value.trunc(),
        Rounding::Down => value.floor(),
        Rounding::Up => value.ceil(),
    } as i128)
}

fn from_half(bits: u16) -> f32 {
    let sign = if bits & 0x8000 == 0 { 1.0 } else { -1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f32::from(bits & 0x3ff));
    sign * match exponent {
        0 => fraction * 2.0f32.powi(-24),
        31 if fraction == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        _ => (1024.0 + fraction) * 2.0f32.powi(exponent - 25),
    }
}

/// To a format of 16 bits with this many bits of exponent and fraction.
fn to_small(value: f32, exponent_bits: i32, fraction_bits: i32, rounding: Rounding, nan: u16) -> u16 {
    let sign = if value.is_sign_negative() { 0x8000 } else { 0 };
    let infinity = ((1u16 << exponent_bits) - 1) << fraction_bits;
    if value.is_nan() {
        return nan;
    }
    if value.is_infinite() {
        return sign | infinity;
    }
    let bias = (1 << (exponent_bits - 1)) - 1;
    let magnitude = value.abs().to_bits();
    if magnitude == 0 {
        return sign;
    }
    // value = significand * 2^exponent
    let (significand, exponent) = match magnitude >> 23 {
        0 => (magnitude, -149),
        biased => (magnitude & 0x7f_ffff | 0x80_0000, biased as i32 - 150),
    };
    // The exponent of the result's last place: that of its normal form, or of the subnormal numbers.
    let top = exponent + 31 - significand.leading_zeros() as i32;
    let last = (top - fraction_bits).max(1 - bias - fraction_bits);
    let shift = (last - exponent).clamp(0, 40) as u32;
    let wide = u64::from(significand) << (exponent - last).max(0);
    let mut quotient = wide >> shift;
    let rest = wide & ((1u64 << shift) - 1);
    let half = if shift == 0 { 0 } else { 1u64 << (shift - 1) };
    if rounding == Rounding::Nearest && shift > 0 && (rest > half || (rest == half && quotient & 1 == 1)) {
        quotient += 1;
    }
    // A carry out of the fraction goes into the exponent by itself.
    let base = (last + bias + fraction_bits - 1).max(0) as u64;
    let result = (base << fraction_bits) + quotient;
    let result = u16::try_from(result).unwrap_or(u16::MAX);
    if result >= infinity {
        return sign | if rounding == Rounding::Nearest { infinity } else { infinity - 1 };
    }
    sign | result
}
