//! Conversions.
use crate::support::{run, text};
use crate::{bits16, bits32, check32, check64, f32_of, f32_text, f64_text};

#[test]
fn conversions_between_integers() {
    check32(&[
        ("cvt.s32.s8 %r31, 0x1ff;", 0xffff_ffff),
        ("cvt.u32.u8 %r31, 0x1ff;", 0xff),
        ("cvt.s8.s32 %r31, 0x180;", 0xffff_ff80),
        ("cvt.u8.u32 %r31, 0x180;", 0x80),
        ("cvt.s32.s16 %r31, %h1;", 0),
        ("mov.u64 %d3, 0x1ffffffff; cvt.u32.u64 %r31, %d3;", 0xffff_ffff),
        ("cvt.sat.u8.s32 %r31, -5;", 0),
        ("cvt.sat.u8.s32 %r31, 300;", 255),
        ("cvt.sat.s8.s32 %r31, -300;", 0xffff_ff80),
        ("cvt.sat.s32.u32 %r31, -1;", 0x7fff_ffff),
        ("cvt.u16.s8 %r31, 0xff;", 0xffff),
    ]);
    check64(&[
        ("cvt.s64.s32 %d31, -1;", u64::MAX),
        ("cvt.u64.u32 %d31, -1;", 0xffff_ffff),
        ("cvt.u64.s32 %d31, -1;", u64::MAX),
        ("mov.u16 %h1, 0xff80; cvt.s64.s8 %d31, %h1;", 0xffff_ffff_ffff_ff80),
    ]);
}

#[test]
fn conversions_from_floats_to_integers() {
    let of = |conversion: &str, value: f32| bits32(&format!("{conversion} %r31, {};", f32_text(value))).cast_signed();
    for (value, nearest, zero, down, up) in
        [(2.5, 2, 2, 2, 3), (3.5, 4, 3, 3, 4), (-2.5, -2, -2, -3, -2), (0.7, 1, 0, 0, 1), (-0.2, 0, 0, -1, 0)]
    {
        let found = ["cvt.rni.s32.f32", "cvt.rzi.s32.f32", "cvt.rmi.s32.f32", "cvt.rpi.s32.f32"]
            .map(|conversion| of(conversion, value));
        assert_eq!(found, [nearest, zero, down, up], "{value}");
    }
    assert_eq!(of("cvt.rzi.s32.f32", 3e9), i32::MAX);
    assert_eq!(of("cvt.rzi.s32.f32", f32::NEG_INFINITY), i32::MIN);
    assert_eq!(of("cvt.rzi.s32.f32", f32::NAN), 0);
    assert_eq!(of("cvt.rzi.u32.f32", -1.0), 0);
    assert_eq!(of("cvt.rzi.u32.f32", 4e9).cast_unsigned(), 4_000_000_000);
    assert_eq!(of("cvt.rzi.s8.f32", -200.0), -128);
    check64(&[
        (&format!("cvt.rzi.s64.f32 %d31, {};", f32_text(f32::NAN)), 1 << 63),
        (&format!("cvt.rzi.u64.f64 %d31, {};", f64_text(f64::NAN)), 1 << 63),
        (&format!("cvt.rzi.u64.f64 %d31, {};", f64_text(1e30)), u64::MAX),
        (&format!("cvt.rni.s64.f64 %d31, {};", f64_text(-1e15 - 0.5)), (-1_000_000_000_000_000i64).cast_unsigned()),
    ]);
    assert_eq!(bits32(&format!("cvt.rzi.u32.f64 %r31, {};", f64_text(f64::NAN))), 1 << 31);
}

#[test]
fn conversions_to_floats() {
    let around = 16_777_217;
    for (rounding, expected) in [("rn", 16_777_216.0), ("rz", 16_777_216.0), ("rm", 16_777_216.0), ("rp", 16_777_218.0)]
    {
        assert_eq!(f32_of(&format!("cvt.{rounding}.f32.s32 %r31, {around};")), expected, "{rounding}");
    }
    for (rounding, expected) in
        [("rn", -16_777_216.0), ("rz", -16_777_216.0), ("rm", -16_777_218.0), ("rp", -16_777_216.0)]
    {
        assert_eq!(f32_of(&format!("cvt.{rounding}.f32.s32 %r31, -{around};")), expected, "{rounding}");
    }
    assert_eq!(f32_of("cvt.rn.f32.u64 %r31, -1;"), 18_446_744_073_709_551_616.0);
    assert_eq!(f32_of("cvt.rz.f32.u64 %r31, -1;"), 18_446_742_974_197_923_840.0);
    assert_eq!(f32_of("mov.u16 %h1, 0xffff; cvt.rn.f32.s8 %r31, %h1;"), -1.0);
    for (rounding, expected) in [("rn", 0x3dcc_cccd), ("rz", 0x3dcc_cccc), ("rm", 0x3dcc_cccc), ("rp", 0x3dcc_cccd)] {
        assert_eq!(bits32(&format!("cvt.{rounding}.f32.f64 %r31, {};", f64_text(0.1))), expected, "{rounding}");
    }
    for (rounding, expected) in [("rn", f32::INFINITY), ("rz", f32::MAX), ("rm", f32::MAX), ("rp", f32::INFINITY)] {
        assert_eq!(f32_of(&format!("cvt.{rounding}.f32.f64 %r31, {};", f64_text(1e300))), expected, "{rounding}");
    }
    check64(&[
        (&format!("cvt.f64.f32 %d31, {};", f32_text(0.1)), f64::from(0.1f32).to_bits()),
        ("cvt.rn.f64.s64 %d31, 9007199254740993;", 9_007_199_254_740_992.0f64.to_bits()),
        ("cvt.rp.f64.s64 %d31, 9007199254740993;", 9_007_199_254_740_994.0f64.to_bits()),
    ]);
    for (rounding, expected) in [("rni", 2.0), ("rzi", 2.0), ("rmi", 2.0), ("rpi", 3.0)] {
        assert_eq!(f32_of(&format!("cvt.{rounding}.f32.f32 %r31, {};", f32_text(2.5))), expected);
    }
    assert_eq!(bits32(&format!("cvt.rpi.f32.f32 %r31, {};", f32_text(-0.5))), 0x8000_0000);
    assert_eq!(f32_of(&format!("cvt.sat.f32.f32 %r31, {};", f32_text(2.5))), 1.0);
    assert_eq!(bits32("cvt.ftz.f32.f32 %r31, 0f80000001;"), 0x8000_0000);
}

#[test]
fn sixteen_bit_floats() {
    for (value, half) in [
        (1.0, 0x3c00),
        (-2.0, 0xc000),
        (65_504.0, 0x7bff),
        (65_519.0, 0x7bff),
        (65_520.0, 0x7c00),
        (2.0f32.powi(-24), 1),
        (2.0f32.powi(-25), 0),
        (1.5 * 2.0f32.powi(-25), 1),
        (2.0f32.powi(-14), 0x0400),
        (1023.0 * 2.0f32.powi(-24), 0x03ff),
        (1.0 + 2.0f32.powi(-11), 0x3c00),
        (1.0 + 3.0 * 2.0f32.powi(-11), 0x3c02),
        (2.0 - 2.0f32.powi(-11), 0x4000),
        (f32::INFINITY, 0x7c00),
        (f32::NAN, 0x7fff),
    ] {
        assert_eq!(bits16(&format!("cvt.rn.f16.f32 %h15, {};", f32_text(value))), half, "{value}");
    }
    assert_eq!(bits16(&format!("cvt.rz.f16.f32 %h15, {};", f32_text(1e9))), 0x7bff);
    for (half, value) in
        [(0x3c00, 1.0), (0xc000, -2.0), (1, 2.0f32.powi(-24)), (0x7bff, 65_504.0), (0xfc00, f32::NEG_INFINITY)]
    {
        assert_eq!(f32_of(&format!("mov.b16 %h1, {half}; cvt.f32.f16 %r31, %h1;")), value);
    }
    for (value, brain) in [
        (1.0, 0x3f80),
        (1.0 + 2.0f32.powi(-8), 0x3f80),
        (1.0 + 3.0 * 2.0f32.powi(-8), 0x3f82),
        (f32::MAX, 0x7f80),
        (f32::from_bits(0x18000), 2),
    ] {
        assert_eq!(bits16(&format!("cvt.rn.bf16.f32 %h15, {};", f32_text(value))), brain, "{value}");
    }
}

#[test]
fn pairs_of_sixteen_bit_floats() {
    let (upper, lower) = (1.0 + 3.0 * 2.0f32.powi(-11), -65_519.0);
    for (conversion, expected) in [
        ("cvt.rn.f16x2.f32", 0x3c02_fbff),
        ("cvt.rz.f16x2.f32", 0x3c01_fbff),
        ("cvt.rn.bf16x2.f32", 0x3f80_c780),
        ("cvt.rz.bf16x2.f32", 0x3f80_c77f),
    ] {
        assert_eq!(
            bits32(&format!("{conversion} %r31, {}, {};", f32_text(upper), f32_text(lower))),
            expected,
            "{conversion}"
        );
    }
}

#[test]
fn every_half_comes_back() {
    let body = "mad.wide.u32 %d3, %r1, 2, %d0;\nld.global.b16 %h1, [%d3]; cvt.f32.f16 %r2, %h1; cvt.rn.f16.f32 %h2, %r2; \
            st.global.b16 [%d3], %h2;\n";
    let program = text("", &format!("mov.u32 %r2, %ctaid.x; mad.lo.u32 %r1, %r2, 256, %r0;\n{body}"));
    let halves: Vec<u16> = (0..=u16::MAX).collect();
    for (half, found) in halves.iter().zip(run(&program, &crate::support::grid(256, 256), &halves)) {
        let nan = half & 0x7fff > 0x7c00;
        assert_eq!(found, if nan { 0x7fff } else { *half });
    }
}
