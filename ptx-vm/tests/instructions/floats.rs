//! Arithmetic of floats.
use crate::{check64, f32_of, f32_text, f64_text, predicate};

#[test]
fn float_arithmetic_is_ieee() {
    let tiny = f32::from_bits(1);
    let third = 1.0f32 / 3.0;
    let of = |instruction: &str, operands: &[f32]| {
        let operands: Vec<_> = operands.iter().map(|&value| f32_text(value)).collect();
        f32_of(&format!("{instruction} %r31, {};", operands.join(", ")))
    };
    assert_eq!(of("add.rn.f32", &[0.1, 0.2]), 0.1f32 + 0.2);
    assert_eq!(of("add.f32", &[16_777_216.0, 1.0]), 16_777_216.0);
    assert_eq!(of("mul.rn.f32", &[tiny, 0.5]), 0.0);
    assert_eq!(of("mul.f32", &[f32::MIN_POSITIVE, 0.5]).to_bits(), 0x0040_0000);
    assert_eq!(of("mul.ftz.f32", &[-f32::MIN_POSITIVE, 0.5]).to_bits(), 0x8000_0000);
    assert_eq!(of("add.ftz.f32", &[tiny, tiny]).to_bits(), 0);
    assert_eq!(of("add.ftz.f32", &[-tiny, -tiny]).to_bits(), 0x8000_0000);
    assert_eq!(of("div.rn.f32", &[1.0, 3.0]), third);
    assert_eq!(of("rcp.rn.f32", &[3.0]), third);
    assert_eq!(of("sqrt.rn.f32", &[2.0]).to_bits(), 0x3fb5_04f3);
    // 1 + 2^-12 squared minus 1 + 2^-11 is 2^-24, lost without fusion.
    let near = 1.0 + 2.0f32.powi(-12);
    assert_eq!(of("fma.rn.f32", &[near, near, -(1.0 + 2.0f32.powi(-11))]), 2.0f32.powi(-24));
    assert_eq!(of("mad.rn.f32", &[near, near, -(1.0 + 2.0f32.powi(-11))]), 2.0f32.powi(-24));
    assert_eq!(of("add.sat.f32", &[0.75, 0.75]), 1.0);
    assert_eq!(of("add.sat.f32", &[f32::NAN, 0.75]).to_bits(), 0);
    assert_eq!(of("sub.sat.f32", &[0.25, 0.75]).to_bits(), 0);
    assert_eq!(of("neg.f32", &[0.0]).to_bits(), 0x8000_0000);
    assert_eq!(of("abs.f32", &[-1.5]), 1.5);
    assert_eq!(of("copysign.f32", &[-1.0, 2.0]), -2.0);
    // Made NaNs are canonical; the sign operations change the sign only.
    assert_eq!(of("sub.rn.f32", &[f32::INFINITY, f32::INFINITY]).to_bits(), 0x7fff_ffff);
    assert_eq!(of("add.rn.f32", &[f32::from_bits(0xffc0_1234), 1.0]).to_bits(), 0x7fff_ffff);
    assert_eq!(of("sqrt.rn.f32", &[-1.0]).to_bits(), 0x7fff_ffff);
    assert_eq!(of("neg.f32", &[f32::from_bits(0x7fc0_1234)]).to_bits(), 0xffc0_1234);
    check64(&[
        (&format!("div.rn.f64 %d31, {}, {};", f64_text(0.0), f64_text(0.0)), 0xfff8_0000_0000_0000),
        (&format!("fma.rn.f64 %d31, {}, {}, {};", f64_text(3.0), f64_text(5.0), f64_text(1.0)), 16.0f64.to_bits()),
        (&format!("sqrt.rn.f64 %d31, {};", f64_text(2.0)), 2.0f64.sqrt().to_bits()),
        (&format!("copysign.f64 %d31, {}, {};", f64_text(-0.0), f64_text(2.0)), (-2.0f64).to_bits()),
    ]);
}

#[test]
fn minimum_and_maximum_of_floats() {
    let of = |instruction: &str, a: f32, b: f32| {
        f32_of(&format!("{instruction} %r31, {}, {};", f32_text(a), f32_text(b))).to_bits()
    };
    let negative_zero = 0x8000_0000;
    for (a, b) in [(0.0, -0.0), (-0.0, 0.0)] {
        assert_eq!(of("min.f32", a, b), negative_zero);
        assert_eq!(of("max.f32", a, b), 0);
    }
    for (a, b) in [(f32::NAN, 3.0), (3.0, f32::NAN)] {
        assert_eq!(of("min.f32", a, b), 3.0f32.to_bits());
        assert_eq!(of("max.f32", a, b), 3.0f32.to_bits());
        assert_eq!(of("max.NaN.f32", a, b), 0x7fff_ffff);
    }
    assert_eq!(of("min.f32", f32::NAN, f32::NAN), 0x7fff_ffff);
    assert_eq!(of("min.f32", -1.0, 2.0), (-1.0f32).to_bits());
    assert_eq!(of("max.f32", -1.0, f32::INFINITY), f32::INFINITY.to_bits());
}

#[test]
fn tests_of_floats() {
    let values = [0.0, 1.0, f32::from_bits(1), f32::INFINITY, f32::NAN];
    for (property, expected) in [
        ("finite", [true, true, true, false, false]),
        ("infinite", [false, false, false, true, false]),
        ("number", [true, true, true, true, false]),
        ("notanumber", [false, false, false, false, true]),
        ("normal", [false, true, false, false, false]),
        ("subnormal", [false, false, true, false, false]),
    ] {
        let found = values.map(|value| predicate(&format!("testp.{property}.f32 %p15, {};", f32_text(value))));
        assert_eq!(found, expected, "{property}");
    }
}
