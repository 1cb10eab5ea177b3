//! Inputs whose f64 value narrows to the wrong f32: bits of the input, and of the correct result.
//! `cargo xtask exhaustive` finds them.

pub(super) const EXP2: [(u32, u32); 2] = [(0x3b42_9d37, 0x3f80_4385), (0xbcf3_a937, 0x3f7a_c6b1)];
pub(super) const SIGMOID: [(u32, u32); 1] = [(0xbe10_4170, 0x3eed_ff70)];
pub(super) const LN: [(u32, u32); 5] = [
    (0x3c41_3d3a, 0xc08e_158f),
    (0x4117_8feb, 0x400f_e5e7),
    (0x4c5d_65a5, 0x418f_034b),
    (0x65d8_90d3, 0x4254_d1f9),
    (0x6f31_a8ec, 0x4284_5a89),
];
pub(super) const LOG10: [(u32, u32); 4] =
    [(0x0efe_ee7a, 0xc1e9_9d23), (0x120b_93dc, 0xc1da_d957), (0x13ae_78d3, 0xc1d2_d957), (0x2f14_9212, 0xc11d_e885)];
pub(super) const LN_1P: [(u32, u32); 9] = [
    (0x3540_0003, 0x353f_ffff),
    (0x3710_001b, 0x370f_fff3),
    (0x3efd_81ad, 0x3ecd_eee1),
    (0x4107_8feb, 0x400f_e5e7),
    (0x65d8_90d3, 0x4254_d1f9),
    (0x6f31_a8ec, 0x4284_5a89),
    (0xb53f_fffd, 0xb540_0001),
    (0xb70f_ffe5, 0xb710_000d),
    (0xbb0e_c8c4, 0xbb0e_f0a5),
];
pub(super) const ACOS: [(u32, u32); 2] = [(0x3288_85a3, 0x3fc9_0fdb), (0x3982_6222, 0x3fc9_07b5)];
pub(super) const ACOSH: [(u32, u32); 2] = [(0x6558_90d3, 0x4254_d1f9), (0x6eb1_a8ec, 0x4284_5a89)];
pub(super) const GAMMA: [(u32, u32); 2] = [(0x27de_86a9, 0x5713_4133), (0x27e0_5475, 0x5712_1211)];
pub(super) const LN_GAMMA: [(u32, u32); 2] = [(0x3b7c_53aa, 0x40b1_d661), (0xb0d6_f2ca, 0x41a2_3559)];
pub(super) const DIGAMMA: [(u32, u32); 6] = [
    (0x3eca_b682, 0xc025_d80d),
    (0x65d8_90d3, 0x4254_d1f9),
    (0x6f31_a8ec, 0x4284_5a89),
    (0xa7de_86a9, 0x5713_4133),
    (0xa7e0_5475, 0x5712_1211),
    (0xc5a6_0943, 0x4166_41af),
];
// By the magnitude of the input:
pub(super) const SIN: [(u32, u32); 1] = [(0x4619_9998, 0xbeb1_fa5d)];
pub(super) const ATAN: [(u32, u32); 1] = [(0x3d8d_6b23, 0x3d8d_31c3)];
pub(super) const SINH: [(u32, u32); 1] = [(0x3a12_85ff, 0x3a12_85ff)];
pub(super) const ASINH: [(u32, u32); 3] =
    [(0x4bdd_65a5, 0x418f_034b), (0x6558_90d3, 0x4254_d1f9), (0x6eb1_a8ec, 0x4284_5a89)];
pub(super) const SIN_FAR: [(u32, u32); 1] = [(0x55ca_fb2a, 0xbf7e_7a17)];
pub(super) const COS_FAR: [(u32, u32); 3] =
    [(0x5f18_b878, 0x3f7f_14bb), (0x6115_cb11, 0x3f78_142f), (0x7908_cd73, 0x3f79_8bb5)];
pub(super) const TAN_FAR: [(u32, u32); 0] = [];

/// `y`, or the result of an exceptional `x`.
#[inline(always)]
pub(super) fn settled<const N: usize>(table: &[(u32, u32); N], x: f32, y: f32) -> f32 {
    settled_bits(table, x.to_bits(), y.to_bits(), 0)
}

/// The same for an odd function, by the magnitude of `x`.
#[inline(always)]
pub(super) fn settled_odd<const N: usize>(table: &[(u32, u32); N], x: f32, y: f32) -> f32 {
    settled_bits(table, x.abs().to_bits(), y.to_bits(), x.to_bits() & 1 << 31)
}

/// The same for an even function.
#[inline(always)]
pub(super) fn settled_even<const N: usize>(table: &[(u32, u32); N], x: f32, y: f32) -> f32 {
    settled(table, x.abs(), y)
}

#[inline(always)]
fn settled_bits<const N: usize>(table: &[(u32, u32); N], x: u32, y: u32, sign: u32) -> f32 {
    let mut y = y;
    let mut place = 0;
    while place < N {
        y = super::super::parts::select(x == table[place].0, table[place].1 ^ sign, y);
        place += 1;
    }
    f32::from_bits(y)
}

/// Not 0 where `y` is within 2 units of f64 of a tie between two f32 that are not subnormal.
#[inline(always)]
pub(super) fn near_tie(y: f64) -> u32 {
    // Below an f32 are 29 bits; a tie is 1 and zeros.
    const BELOW: u32 = (1 << 29) - 1;
    const TIE: u32 = 1 << 28;
    const UNITS: u32 = 2;
    u32::from((y.to_bits() as u32).wrapping_sub(TIE - UNITS) & BELOW <= 2 * UNITS)
}
