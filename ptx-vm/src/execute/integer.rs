//! Integer arithmetic on slots.

use crate::operation::{Binary, Comparison, Ternary, Unary};

fn s16(value: u64) -> i16 {
    value as i16
}

fn s32(value: u64) -> i32 {
    value as i32
}

fn s64(value: u64) -> i64 {
    value as i64
}

fn of16(value: i16) -> u64 {
    u64::from(value as u16)
}

fn of32(value: i32) -> u64 {
    u64::from(value as u32)
}

fn of64(value: i64) -> u64 {
    value as u64
}

/// The low 24 bits as a signed and as an unsigned number.
fn s24(value: u64) -> i64 {
    i64::from((value as i32) << 8 >> 8)
}

fn u24(value: u64) -> u64 {
    value & 0xff_ffff
}

/// `None`: not an integer operation.
#[inline(always)]
pub(super) fn binary(operation: Binary, a: u64, b: u64) -> Option<u64> {
    use Binary as B;
    Some(match operation {
        B::Add16 => u64::from((a as u16).wrapping_add(b as u16)),
        B::Add32 => u64::from((a as u32).wrapping_add(b as u32)),
        B::Add64 => a.wrapping_add(b),
        B::Subtract16 => u64::from((a as u16).wrapping_sub(b as u16)),
        B::Subtract32 => u64::from((a as u32).wrapping_sub(b as u32)),
        B::Subtract64 => a.wrapping_sub(b),
        B::AddSaturated => of32(s32(a).saturating_add(s32(b))),
        B::SubtractSaturated => of32(s32(a).saturating_sub(s32(b))),
        B::Multiply16 => u64::from((a as u16).wrapping_mul(b as u16)),
        B::Multiply32 => u64::from((a as u32).wrapping_mul(b as u32)),
        B::Multiply64 => a.wrapping_mul(b),
        B::MultiplyHighSigned16 => of16(((i32::from(s16(a)) * i32::from(s16(b))) >> 16) as i16),
        B::MultiplyHighSigned32 => of32(((i64::from(s32(a)) * i64::from(s32(b))) >> 32) as i32),
        B::MultiplyHighSigned64 => of64(((i128::from(s64(a)) * i128::from(s64(b))) >> 64) as i64),
        B::MultiplyHighUnsigned16 => (a * b) >> 16 & 0xffff,
        B::MultiplyHighUnsigned32 => a.wrapping_mul(b) >> 32,
        B::MultiplyHighUnsigned64 => ((u128::from(a) * u128::from(b)) >> 64) as u64,
        B::MultiplyWideSigned16 => of32(i32::from(s16(a)) * i32::from(s16(b))),
        B::MultiplyWideSigned32 => of64(i64::from(s32(a)) * i64::from(s32(b))),
        B::MultiplyWideUnsigned => a.wrapping_mul(b),
        B::Multiply24Signed => of32((s24(a) * s24(b)) as i32),
        B::Multiply24Unsigned => (u24(a) * u24(b)) & 0xffff_ffff,
        B::Multiply24HighSigned => of32(((s24(a) * s24(b)) >> 16) as i32),
        B::Multiply24HighUnsigned => ((u24(a) * u24(b)) >> 16) & 0xffff_ffff,
        B::MinimumSigned16 => of16(s16(a).min(s16(b))),
        B::MinimumSigned32 => of32(s32(a).min(s32(b))),
        B::MinimumSigned64 => of64(s64(a).min(s64(b))),
        B::MinimumUnsigned => a.min(b),
        B::MaximumSigned16 => of16(s16(a).max(s16(b))),
        B::MaximumSigned32 => of32(s32(a).max(s32(b))),
        B::MaximumSigned64 => of64(s64(a).max(s64(b))),
        B::MaximumUnsigned => a.max(b),
        B::And => a & b,
        B::Or => a | b,
        B::Xor => a ^ b,
        // Amounts beyond the width are clamped to it.
        B::ShiftLeft16 => a.checked_shl(b as u32).unwrap_or(0) & 0xffff,
        B::ShiftLeft32 => a.checked_shl(b as u32).unwrap_or(0) & 0xffff_ffff,
        B::ShiftLeft64 => a.checked_shl(b as u32).unwrap_or(0),
        B::ShiftRightSigned16 => of16(s16(a) >> (b as u32).min(15)),
        B::ShiftRightSigned32 => of32(s32(a) >> (b as u32).min(31)),
        B::ShiftRightSigned64 => of64(s64(a) >> (b as u32).min(63)),
        B::ShiftRightUnsigned => a.checked_shr(b as u32).unwrap_or(0),
        _ => return None,
    })
}

/// `None`: the divisor is zero.
#[inline(always)]
pub(super) fn divide(operation: Binary, a: u64, b: u64) -> Option<u64> {
    use Binary as B;
    if b == 0 {
        return None;
    }
    Some(match operation {
        B::DivideSigned16 => of16(s16(a).wrapping_div(s16(b))),
        B::DivideSigned32 => of32(s32(a).wrapping_div(s32(b))),
        B::DivideSigned64 => of64(s64(a).wrapping_div(s64(b))),
        B::DivideUnsigned => a / b,
        B::RemainderSigned16 => of16(s16(a).wrapping_rem(s16(b))),
        B::RemainderSigned32 => of32(s32(a).wrapping_rem(s32(b))),
        B::RemainderSigned64 => of64(s64(a).wrapping_rem(s64(b))),
        _ => a % b,
    })
}

/// The place of the highest bit that differs from the sign; all ones if there is none.
fn find(value: u64, bits: u32, shift: bool) -> u64 {
    if value == 0 {
        return 0xffff_ffff;
    }
    let place = 63 - value.leading_zeros();
    u64::from(if shift { bits - 1 - place } else { place })
}

fn folded32(a: u64) -> u64 {
    let a = s32(a);
    of32(if a < 0 { !a } else { a })
}

fn folded64(a: u64) -> u64 {
    let a = s64(a);
    of64(if a < 0 { !a } else { a })
}

#[inline(always)]
pub(super) fn unary(operation: Unary, a: u64) -> Option<u64> {
    use Unary as U;
    Some(match operation {
        U::Not1 => a ^ 1,
        U::Not16 => !a & 0xffff,
        U::Not32 => !a & 0xffff_ffff,
        U::Not64 => !a,
        U::ZeroIs1 => u64::from(a == 0),
        U::Negate16 => of16(s16(a).wrapping_neg()),
        U::Negate32 => of32(s32(a).wrapping_neg()),
        U::Negate64 => a.wrapping_neg(),
        U::Absolute16 => of16(s16(a).wrapping_abs()),
        U::Absolute32 => of32(s32(a).wrapping_abs()),
        U::Absolute64 => of64(s64(a).wrapping_abs()),
        U::PopulationCount => u64::from(a.count_ones()),
        U::LeadingZeros32 => u64::from((a as u32).leading_zeros()),
        U::LeadingZeros64 => u64::from(a.leading_zeros()),
        U::Reverse32 => u64::from((a as u32).reverse_bits()),
        U::Reverse64 => a.reverse_bits(),
        U::FindSigned32 => find(folded32(a), 32, false),
        U::FindSigned64 => find(folded64(a), 64, false),
        U::FindUnsigned32 => find(a, 32, false),
        U::FindUnsigned64 => find(a, 64, false),
        U::FindShiftSigned32 => find(folded32(a), 32, true),
        U::FindShiftSigned64 => find(folded64(a), 64, true),
        U::FindShiftUnsigned32 => find(a, 32, true),
        U::FindShiftUnsigned64 => find(a, 64, true),
        U::Fill32 => {
            if a == 0 {
                0
            } else {
                0xffff_ffff
            }
        }
        U::OneF32 => {
            if a == 0 {
                0
            } else {
                u64::from(1.0f32.to_bits())
            }
        }
        _ => return None,
    })
}

/// `bfe`: bits beyond the field repeat its highest bit, or the operand's where the field reaches beyond it.
fn bit_field(a: u64, position: u64, length: u64, bits: u32, signed: bool) -> u64 {
    let (position, length) = ((position & 0xff) as u32, (length & 0xff) as u32);
    let top = bits - 1;
    let sign = if !signed || length == 0 { 0 } else { a >> (position + length - 1).min(top) & 1 };
    let mut result = if position > top { 0 } else { a >> position };
    // How many bits of the result come from the operand.
    let kept = length.min(bits.saturating_sub(position));
    if kept < 64 {
        result &= (1u64 << kept) - 1;
        if sign == 1 {
            result |= !((1u64 << kept) - 1);
        }
    }
    result & crate::operation::mask(bits as u8)
}

/// `bfi`: `a` into `b`.
fn bit_field_insert(a: u64, b: u64, packed: u64, bits: u32) -> u64 {
    let (position, length) = ((packed & 0xff) as u32, (packed >> 8 & 0xff) as u32);
    if position >= bits {
        return b;
    }
    let length = length.min(bits - position);
    let field = if length >= 64 { u64::MAX } else { ((1u64 << length) - 1) << position };
    b & !field | a << position & field
}

/// The four selectors of a mode of `prmt`, by the low two bits of its third operand.
const FORWARD4: [u32; 4] = [0x3210, 0x4321, 0x5432, 0x6543];
const BACKWARD4: [u32; 4] = [0x5670, 0x6701, 0x7012, 0x0123];
const REPLICATE8: [u32; 4] = [0x0000, 0x1111, 0x2222, 0x3333];
const CLAMP_LEFT: [u32; 4] = [0x3210, 0x3211, 0x3222, 0x3333];
const CLAMP_RIGHT: [u32; 4] = [0x0000, 0x1110, 0x2210, 0x3210];
const REPLICATE16: [u32; 4] = [0x1010, 0x3232, 0x1010, 0x3232];

fn permute(a: u64, b: u64, selectors: u32) -> u64 {
    let bytes = b << 32 | a;
    let mut result = 0;
    for place in 0..4 {
        let selector = selectors >> (4 * place) & 0xf;
        let byte = bytes >> (8 * (selector & 7)) & 0xff;
        let byte = if selector & 8 == 0 {
            byte
        } else if byte & 0x80 == 0 {
            0
        } else {
            0xff
        };
        result |= byte << (8 * place);
    }
    result
}

fn permute_mode(table: [u32; 4], a: u64, b: u64, c: u64) -> u64 {
    let [first, second, third, fourth] = table;
    permute(
        a,
        b,
        match c & 3 {
            0 => first,
            1 => second,
            2 => third,
            _ => fourth,
        },
    )
}

fn dot4(a: u64, b: u64, c: u64, signed_a: bool, signed_b: bool) -> u64 {
    let part = |value: u64, place: u32, signed: bool| {
        let byte = (value >> (8 * place)) as u8;
        if signed { i32::from(byte as i8) } else { i32::from(byte) }
    };
    let sum = (0..4).map(|place| part(a, place, signed_a) * part(b, place, signed_b)).sum::<i32>();
    of32(s32(c).wrapping_add(sum))
}

#[inline(always)]
pub(super) fn ternary(operation: Ternary, a: u64, b: u64, c: u64) -> Option<u64> {
    use Ternary as T;
    let funnel = b << 32 | a;
    Some(match operation {
        T::MultiplyAdd16 => a.wrapping_mul(b).wrapping_add(c) & 0xffff,
        T::MultiplyAdd32 => a.wrapping_mul(b).wrapping_add(c) & 0xffff_ffff,
        T::MultiplyAdd64 | T::MultiplyAddWideUnsigned => a.wrapping_mul(b).wrapping_add(c),
        T::MultiplyAddWideSigned32 => of64(i64::from(s32(a)) * i64::from(s32(b))).wrapping_add(c),
        T::BitFieldSigned32 => bit_field(a, b, c, 32, true),
        T::BitFieldSigned64 => bit_field(a, b, c, 64, true),
        T::BitFieldUnsigned32 => bit_field(a, b, c, 32, false),
        T::BitFieldUnsigned64 => bit_field(a, b, c, 64, false),
        T::BitFieldInsert32 => bit_field_insert(a, b, c, 32),
        T::BitFieldInsert64 => bit_field_insert(a, b, c, 64),
        T::FunnelLeftWrap => funnel << (c & 31) >> 32,
        T::FunnelLeftClamp => (u128::from(funnel) << c.min(32) >> 32) as u64 & 0xffff_ffff,
        T::FunnelRightWrap => funnel >> (c & 31) & 0xffff_ffff,
        T::FunnelRightClamp => funnel >> c.min(32) & 0xffff_ffff,
        T::Permute => permute(a, b, c as u32),
        T::PermuteForward4 => permute_mode(FORWARD4, a, b, c),
        T::PermuteBackward4 => permute_mode(BACKWARD4, a, b, c),
        T::PermuteReplicate8 => permute_mode(REPLICATE8, a, b, c),
        T::PermuteClampLeft => permute_mode(CLAMP_LEFT, a, b, c),
        T::PermuteClampRight => permute_mode(CLAMP_RIGHT, a, b, c),
        T::PermuteReplicate16 => permute_mode(REPLICATE16, a, b, c),
        T::SumDifferencesSigned16 => c.wrapping_add(u64::from(s16(a).abs_diff(s16(b)))) & 0xffff,
        T::SumDifferencesSigned32 => c.wrapping_add(u64::from(s32(a).abs_diff(s32(b)))) & 0xffff_ffff,
        T::SumDifferencesSigned64 => c.wrapping_add(s64(a).abs_diff(s64(b))),
        T::SumDifferencesUnsigned16 => c.wrapping_add(a.abs_diff(b)) & 0xffff,
        T::SumDifferencesUnsigned32 => c.wrapping_add(a.abs_diff(b)) & 0xffff_ffff,
        T::SumDifferencesUnsigned64 => c.wrapping_add(a.abs_diff(b)),
        T::Dot4Signed => dot4(a, b, c, true, true),
        T::Dot4Unsigned => dot4(a, b, c, false, false),
        T::Dot4SignedUnsigned => dot4(a, b, c, true, false),
        T::Dot4UnsignedSigned => dot4(a, b, c, false, true),
        T::FusedF32 | T::FusedF64 => return None,
    })
}

/// A function of three bits, for all bits of its operands: bit `4a + 2b + c` of the table is its value.
pub(super) fn logic(a: u64, b: u64, c: u64, table: u8) -> u64 {
    let mut result = 0;
    for row in 0..8u8 {
        if table >> row & 1 == 1 {
            let pick = |value: u64, bit: u8| if row >> bit & 1 == 1 { value } else { !value };
            result |= pick(a, 2) & pick(b, 1) & pick(c, 0);
        }
    }
    result & 0xffff_ffff
}

#[inline(always)]
pub(super) fn compare(operation: Comparison, a: u64, b: u64) -> Option<bool> {
    use Comparison as C;
    Some(match operation {
        C::Equal => a == b,
        C::NotEqual => a != b,
        C::LessUnsigned => a < b,
        C::LessEqualUnsigned => a <= b,
        C::LessSigned16 => s16(a) < s16(b),
        C::LessEqualSigned16 => s16(a) <= s16(b),
        C::LessSigned32 => s32(a) < s32(b),
        C::LessEqualSigned32 => s32(a) <= s32(b),
        C::LessSigned64 => s64(a) < s64(b),
        C::LessEqualSigned64 => s64(a) <= s64(b),
        _ => return None,
    })
}
