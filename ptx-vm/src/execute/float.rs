//! Floating-point arithmetic on slots, by the host's IEEE operations.
//!
//! A NaN that arithmetic makes is 0x7fffffff in f32 and 0xfff8000000000000 in f64, as on NVIDIA hardware. Operations on
//! the sign only (`neg`, `abs`, `copysign`) keep all other bits.

use crate::operation::{Binary, Comparison, Ternary, Unary};

fn single(value: u64) -> f32 {
    f32::from_bits(value as u32)
}

fn double(value: u64) -> f64 {
    f64::from_bits(value)
}

#[inline(always)]
pub(super) fn of_single(value: f32) -> u64 {
    if value.is_nan() { 0x7fff_ffff } else { u64::from(value.to_bits()) }
}

#[inline(always)]
pub(super) fn of_double(value: f64) -> u64 {
    if value.is_nan() { 0xfff8_0000_0000_0000 } else { value.to_bits() }
}

/// Subnormal numbers to zeros of their sign.
pub(super) fn flush(bits: u64) -> u64 {
    if single(bits).is_subnormal() { bits & 0x8000_0000 } else { bits }
}

/// -0 counts as less than +0, and a number wins against NaN.
macro_rules! choose {
    ($a:expr, $b:expr, $of:ident, $prefer_a:expr) => {
        if $a.is_nan() {
            $of($b)
        } else if $b.is_nan() {
            $of($a)
        } else if $a == $b {
            $of(if $prefer_a($a.is_sign_negative()) { $a } else { $b })
        } else if $prefer_a($a < $b) {
            $of($a)
        } else {
            $of($b)
        }
    };
}

/// `less` decides whether the first of two numbers is the smaller.
fn minimum(less: bool) -> bool {
    less
}

fn maximum(less: bool) -> bool {
    !less
}

#[inline(always)]
pub(super) fn binary(operation: Binary, a: u64, b: u64) -> Option<u64> {
    use Binary as B;
    Some(match operation {
        B::AddF32 => of_single(single(a) + single(b)),
        B::SubtractF32 => of_single(single(a) - single(b)),
        B::MultiplyF32 => of_single(single(a) * single(b)),
        B::DivideF32 => of_single(single(a) / single(b)),
        B::AddF64 => of_double(double(a) + double(b)),
        B::SubtractF64 => of_double(double(a) - double(b)),
        B::MultiplyF64 => of_double(double(a) * double(b)),
        B::DivideF64 => of_double(double(a) / double(b)),
        B::MinimumF32 => choose!(single(a), single(b), of_single, minimum),
        B::MaximumF32 => choose!(single(a), single(b), of_single, maximum),
        B::MinimumF64 => choose!(double(a), double(b), of_double, minimum),
        B::MaximumF64 => choose!(double(a), double(b), of_double, maximum),
        B::MinimumNanF32 | B::MaximumNanF32 if single(a).is_nan() || single(b).is_nan() => 0x7fff_ffff,
        B::MinimumNanF32 => choose!(single(a), single(b), of_single, minimum),
        B::MaximumNanF32 => choose!(single(a), single(b), of_single, maximum),
        // The sign of the first operand, the value of the second.
        B::CopySignF32 => a & 0x8000_0000 | b & 0x7fff_ffff,
        B::CopySignF64 => a & (1 << 63) | b & !(1 << 63),
        _ => return None,
    })
}

#[inline(always)]
pub(super) fn unary(operation: Unary, a: u64) -> Option<u64> {
    use Unary as U;
    Some(match operation {
        U::NegateF32 => a ^ 0x8000_0000,
        U::NegateF64 => a ^ 1 << 63,
        U::AbsoluteF32 => a & 0x7fff_ffff,
        U::AbsoluteF64 => a & !(1 << 63),
        U::SquareRootF32 => of_single(single(a).sqrt()),
        U::SquareRootF64 => of_double(double(a).sqrt()),
        U::ReciprocalF32 => of_single(1.0 / single(a)),
        U::ReciprocalF64 => of_double(1.0 / double(a)),
        U::FlushF32 => flush(a),
        U::SaturateF32 => saturate_single(a),
        U::FiniteF32 => u64::from(single(a).is_finite()),
        U::FiniteF64 => u64::from(double(a).is_finite()),
        U::InfiniteF32 => u64::from(single(a).is_infinite()),
        U::InfiniteF64 => u64::from(double(a).is_infinite()),
        U::NumberF32 => u64::from(!single(a).is_nan()),
        U::NumberF64 => u64::from(!double(a).is_nan()),
        U::NotNumberF32 => u64::from(single(a).is_nan()),
        U::NotNumberF64 => u64::from(double(a).is_nan()),
        U::NormalF32 => u64::from(single(a).is_normal()),
        U::NormalF64 => u64::from(double(a).is_normal()),
        U::SubnormalF32 => u64::from(single(a).is_subnormal()),
        U::SubnormalF64 => u64::from(double(a).is_subnormal()),
        _ => return None,
    })
}

/// To the range 0 to 1; NaN to 0.
pub(super) fn saturate_single(bits: u64) -> u64 {
    let value = single(bits);
    if value >= 1.0 {
        u64::from(1.0f32.to_bits())
    } else if value > 0.0 {
        bits
    } else {
        0
    }
}

pub(super) fn saturate_double(bits: u64) -> u64 {
    let value = double(bits);
    if value >= 1.0 {
        1.0f64.to_bits()
    } else if value > 0.0 {
        bits
    } else {
        0
    }
}

#[inline(always)]
pub(super) fn ternary(operation: Ternary, a: u64, b: u64, c: u64) -> Option<u64> {
    match operation {
        Ternary::FusedF32 => Some(of_single(single(a).mul_add(single(b), single(c)))),
        Ternary::FusedF64 => Some(of_double(double(a).mul_add(double(b), double(c)))),
        _ => None,
    }
}

#[inline(always)]
pub(super) fn compare(operation: Comparison, a: u64, b: u64) -> Option<bool> {
    use Comparison as C;
    let nan32 = || single(a).is_nan() || single(b).is_nan();
    let nan64 = || double(a).is_nan() || double(b).is_nan();
    Some(match operation {
        C::EqualF32 => single(a) == single(b),
        C::NotEqualF32 => single(a) != single(b) && !nan32(),
        C::LessF32 => single(a) < single(b),
        C::LessEqualF32 => single(a) <= single(b),
        C::EqualOrNanF32 => single(a) == single(b) || nan32(),
        C::NotEqualOrNanF32 => single(a) != single(b),
        C::LessOrNanF32 => single(a) < single(b) || nan32(),
        C::LessEqualOrNanF32 => single(a) <= single(b) || nan32(),
        C::NumbersF32 => !nan32(),
        C::NanF32 => nan32(),
        C::EqualF64 => double(a) == double(b),
        C::NotEqualF64 => double(a) != double(b) && !nan64(),
        C::LessF64 => double(a) < double(b),
        C::LessEqualF64 => double(a) <= double(b),
        C::EqualOrNanF64 => double(a) == double(b) || nan64(),
        C::NotEqualOrNanF64 => double(a) != double(b),
        C::LessOrNanF64 => double(a) < double(b) || nan64(),
        C::LessEqualOrNanF64 => double(a) <= double(b) || nan64(),
        C::NumbersF64 => !nan64(),
        C::NanF64 => nan64(),
        _ => return None,
    })
}
