//! Instructions against values worked out by hand from the PTX ISA.
#![allow(clippy::unwrap_used)]

mod support;

use support::{block, run, text};

/// Runs a body on one thread; what it leaves in `%r31`.
fn bits32(body: &str) -> u32 {
    run::<u32>(&text("", &format!("{body}\nst.global.b32 [%d0], %r31;")), &block(1), &[0])[0]
}

/// What it leaves in `%d31`.
fn bits64(body: &str) -> u64 {
    run::<u64>(&text("", &format!("{body}\nst.global.b64 [%d0], %d31;")), &block(1), &[0])[0]
}

/// What it leaves in `%h15`.
fn bits16(body: &str) -> u16 {
    run::<u16>(&text("", &format!("{body}\nst.global.b16 [%d0], %h15;")), &block(1), &[0])[0]
}

/// What it leaves in `%p15`.
fn predicate(body: &str) -> bool {
    bits32(&format!("{body}\nselp.b32 %r31, 1, 0, %p15;")) == 1
}

fn f32_of(body: &str) -> f32 {
    f32::from_bits(bits32(body))
}

fn f32_text(value: f32) -> String {
    format!("0f{:08X}", value.to_bits())
}

fn f64_text(value: f64) -> String {
    format!("0d{:016X}", value.to_bits())
}

#[track_caller]
fn check32(cases: &[(&str, u32)]) {
    for &(instruction, expected) in cases {
        let found = bits32(instruction);
        assert_eq!(found, expected, "{instruction}: {found:#x}, expected {expected:#x}");
    }
}

#[track_caller]
fn check64(cases: &[(&str, u64)]) {
    for &(instruction, expected) in cases {
        let found = bits64(instruction);
        assert_eq!(found, expected, "{instruction}: {found:#x}, expected {expected:#x}");
    }
}

#[test]
fn integer_arithmetic() {
    check32(&[
        ("add.s32 %r31, 2147483647, 1;", 0x8000_0000),
        ("add.sat.s32 %r31, 2147483647, 1;", 0x7fff_ffff),
        ("sub.sat.s32 %r31, -2147483648, 1;", 0x8000_0000),
        ("sub.u32 %r31, 3, 5;", 0xffff_fffe),
        ("mul.lo.s32 %r31, 65536, 65537;", 0x0001_0000),
        ("mul.hi.s32 %r31, -2, 3;", 0xffff_ffff),
        ("mul.hi.u32 %r31, -2, 3;", 2),
        ("mul.wide.u16 %r31, 65535, 65535;", 0xfffe_0001),
        ("mul.wide.s16 %r31, 65535, 65535;", 1),
        ("mad.lo.s32 %r31, 7, 6, 5;", 47),
        ("mad.hi.u32 %r31, 2147483648, 4, 5;", 7),
        ("mul24.lo.s32 %r31, 0x01800000, 2;", 0xff00_0000),
        ("mul24.lo.u32 %r31, 0x01800000, 2;", 0x0100_0000),
        ("mul24.hi.u32 %r31, 0xffffff, 0xffffff;", 0xffff_fe00),
        ("mad24.lo.u32 %r31, 3, 4, 5;", 17),
        ("sad.u32 %r31, 3, 10, 100;", 107),
        ("sad.s32 %r31, -3, 10, 100;", 113),
        ("div.s32 %r31, -7, 2;", (-3i32).cast_unsigned()),
        ("div.u32 %r31, -7, 2;", 0x7fff_fffc),
        ("rem.s32 %r31, -7, 2;", (-1i32).cast_unsigned()),
        ("div.s32 %r31, -2147483648, -1;", 0x8000_0000),
        ("min.s32 %r31, -1, 1;", 0xffff_ffff),
        ("min.u32 %r31, -1, 1;", 1),
        ("max.s32 %r31, -1, 1;", 1),
        ("max.u32 %r31, -1, 1;", 0xffff_ffff),
        ("neg.s32 %r31, 5;", 0xffff_fffb),
        ("abs.s32 %r31, -2147483648;", 0x8000_0000),
        ("dp4a.u32.u32 %r31, 0x01020304, 0x05060708, 100;", 100 + 5 + 12 + 21 + 32),
        ("dp4a.s32.s32 %r31, 0xff020304, 0x05060708, 100;", 100 - 5 + 12 + 21 + 32),
        ("dp4a.u32.s32 %r31, 0xff000000, 0xff000000, 0;", (-255i32).cast_unsigned()),
    ]);
    check64(&[
        ("mul.wide.s32 %d31, -2, 3;", (-6i64).cast_unsigned()),
        ("mul.wide.u32 %d31, -2, 3;", 3 * 0xffff_fffe),
        ("mul.hi.u64 %d31, -1, -1;", u64::MAX - 1),
        ("mul.hi.s64 %d31, -1, -1;", 0),
        ("mad.wide.s32 %d31, -2, 3, 10;", 4),
        ("mad.lo.s64 %d31, 1000000000000, 3, 1;", 3_000_000_000_001),
        ("div.s64 %d31, -9223372036854775808, -1;", 1 << 63),
        ("rem.u64 %d31, -1, 10;", 5),
        // 128 bits: (2^64 - 1) + 1, then the carry; 0 - 1, then the borrow.
        ("add.cc.u64 %d3, -1, 1; addc.u64 %d31, 5, 6;", 12),
        ("add.cc.u64 %d3, -2, 1; addc.u64 %d31, 5, 6;", 11),
        ("sub.cc.u64 %d3, 0, 1; subc.u64 %d31, 5, 2;", 2),
        ("sub.cc.u64 %d3, 1, 1; subc.u64 %d31, 5, 2;", 3),
        ("add.cc.u64 %d3, -1, 1; addc.cc.u64 %d3, -1, 0; addc.u64 %d31, 0, 0;", 1),
        ("mad.lo.cc.u64 %d3, -1, 2, 2; madc.hi.u64 %d31, -1, 2, 10;", 12),
    ]);
    assert_eq!(bits16("add.s16 %h15, 65535, 2;"), 1);
    assert_eq!(bits16("mul.lo.s16 %h15, 300, 300;"), (90_000u32 & 0xffff) as u16);
    assert_eq!(bits16("mul.hi.s16 %h15, -300, 300;"), ((-90_000i32) >> 16) as u16);
    assert_eq!(bits16("min.s16 %h15, -1, 1;"), 0xffff);
    assert_eq!(bits16("div.s16 %h15, -7, 2;"), (-3i16).cast_unsigned());
}

#[test]
fn shifts_are_clamped() {
    check32(&[
        ("shl.b32 %r31, 1, 31;", 1 << 31),
        ("shl.b32 %r31, 1, 32;", 0),
        ("shl.b32 %r31, 1, -1;", 0),
        ("shr.u32 %r31, -1, 32;", 0),
        ("shr.s32 %r31, -8, 1;", (-4i32).cast_unsigned()),
        ("shr.s32 %r31, -8, 40;", 0xffff_ffff),
        ("shr.s32 %r31, 8, 40;", 0),
        ("shr.b32 %r31, -8, 1;", 0x7fff_fffc),
    ]);
    check64(&[
        ("shl.b64 %d31, 1, 63;", 1 << 63),
        ("shl.b64 %d31, 1, 64;", 0),
        ("shr.s64 %d31, -1, 64;", u64::MAX),
        ("shr.u64 %d31, -1, 64;", 0),
    ]);
    assert_eq!(bits16("shl.b16 %h15, 1, 16;"), 0);
    assert_eq!(bits16("shr.s16 %h15, -2, 20;"), 0xffff);
}

#[test]
fn bits_and_fields() {
    check32(&[
        ("and.b32 %r31, 12, 10;", 8),
        ("or.b32 %r31, 12, 10;", 14),
        ("xor.b32 %r31, 12, 10;", 6),
        ("not.b32 %r31, 12;", !12),
        ("cnot.b32 %r31, 0;", 1),
        ("cnot.b32 %r31, 7;", 0),
        // (a & b) | c is 0xea.
        ("lop3.b32 %r31, 0xf0f0, 0xff00, 0x000f, 0xea;", 0xf00f),
        ("popc.b32 %r31, 0xf0f;", 8),
        ("popc.b64 %r31, -1;", 64),
        ("clz.b32 %r31, 0;", 32),
        ("clz.b32 %r31, 1;", 31),
        ("clz.b64 %r31, 1;", 63),
        ("brev.b32 %r31, 1;", 1 << 31),
        ("bfind.u32 %r31, 0x100;", 8),
        ("bfind.u32 %r31, 0;", 0xffff_ffff),
        ("bfind.s32 %r31, -1;", 0xffff_ffff),
        ("bfind.s32 %r31, -256;", 7),
        ("bfind.shiftamt.u32 %r31, 0x100;", 23),
        ("bfind.u64 %r31, 0x10000000000;", 40),
        ("bfe.u32 %r31, 0xabcd, 4, 8;", 0xbc),
        ("bfe.s32 %r31, 0xabcd, 4, 8;", 0xffff_ffbc),
        ("bfe.s32 %r31, 0x7fffffff, 28, 8;", 7),
        ("bfe.s32 %r31, 0x80000000, 40, 8;", 0xffff_ffff),
        ("bfe.u32 %r31, 0xabcd, 4, 0;", 0),
        ("bfe.s32 %r31, -1, 0, 0;", 0),
        ("bfe.u32 %r31, -1, 0, 255;", 0xffff_ffff),
        ("bfi.b32 %r31, 0x5, 0xffffffff, 8, 4;", 0xffff_f5ff),
        ("bfi.b32 %r31, 0x5, 0x12345678, 32, 4;", 0x1234_5678),
        ("bfi.b32 %r31, 0xff, 0, 28, 8;", 0xf000_0000),
        ("prmt.b32 %r31, 0x33221100, 0x77665544, 0x7531;", 0x7755_3311),
        ("prmt.b32 %r31, 0x33228100, 0x77665544, 0x0009;", 0x0000_00ff),
        ("prmt.b32.f4e %r31, 0x33221100, 0x77665544, 1;", 0x4433_2211),
        ("prmt.b32.b4e %r31, 0x33221100, 0x77665544, 1;", 0x6677_0011),
        ("prmt.b32.rc8 %r31, 0x33221100, 0x77665544, 2;", 0x2222_2222),
        ("prmt.b32.ecl %r31, 0x33221100, 0x77665544, 1;", 0x3322_1111),
        ("prmt.b32.ecr %r31, 0x33221100, 0x77665544, 1;", 0x1111_1100),
        ("prmt.b32.rc16 %r31, 0x33221100, 0x77665544, 1;", 0x3322_3322),
        ("shf.l.wrap.b32 %r31, 0x80000001, 0x12345678, 4;", 0x2345_6788),
        ("shf.l.wrap.b32 %r31, 0x80000001, 0x12345678, 36;", 0x2345_6788),
        ("shf.l.clamp.b32 %r31, 0x80000001, 0x12345678, 36;", 0x8000_0001),
        ("shf.r.wrap.b32 %r31, 0x80000001, 0x12345678, 4;", 0x8800_0000),
        ("shf.r.clamp.b32 %r31, 0x80000001, 0x12345678, 36;", 0x1234_5678),
    ]);
    check64(&[
        ("brev.b64 %d31, 1;", 1 << 63),
        ("bfe.u64 %d31, 0xabcdef0123, 8, 32;", 0xabcd_ef01),
        ("bfi.b64 %d31, 0xff, 0, 60, 8;", 0xf << 60),
        ("not.b64 %d31, 0;", u64::MAX),
    ]);
    assert!(predicate("setp.eq.u32 %p1, 1, 1; not.pred %p2, %p1; xor.pred %p3, %p1, %p2; and.pred %p4, %p1, %p3; or.pred %p15, %p4, %p2;"));
}

#[test]
fn moves_pack_and_unpack() {
    check64(&[
        ("mov.b32 %r1, 1; mov.b32 %r2, 2; mov.b64 %d31, {%r1, %r2};", 0x2_0000_0001),
        ("mov.b64 %d3, 0x1122334455667788; mov.b64 {%r1, %r2}, %d3; cvt.u64.u32 %d31, %r2;", 0x1122_3344),
        ("mov.b64 %d3, 0x1122334455667788; mov.b64 {%h1, %h2, _, %h4}, %d3; mov.b64 %d31, {%h4, %h2, %h1, %h2};", 0x5566_7788_5566_1122),
        ("mov.u64 %d31, -5;", (-5i64).cast_unsigned()),
    ]);
    check32(&[
        ("mov.b16 %h1, 0x1234; mov.b16 %h2, 0x5678; mov.b32 %r31, {%h1, %h2};", 0x5678_1234),
        ("mov.b32 {_, %h1}, 0x56781234; cvt.u32.u16 %r31, %h1;", 0x5678),
        ("mov.f32 %r31, 0f3F800000;", 0x3f80_0000),
        ("mov.f32 %r31, 1.5;", 1.5f32.to_bits()),
        ("mov.u32 %r31, 0x1FU;", 31),
        ("mov.u32 %r31, 0b101;", 5),
        ("mov.u32 %r31, 017;", 15),
        ("selp.b32 %r31, 1, 2, %p1;", 2),
        ("slct.u32.s32 %r31, 1, 2, -1;", 2),
        ("slct.u32.f32 %r31, 1, 2, 0f80000000;", 1),
        ("slct.u32.f32 %r31, 1, 2, 0f7FC00000;", 2),
        ("set.lt.u32.s32 %r31, -1, 1;", 0xffff_ffff),
        ("set.lt.f32.u32 %r31, -1, 1;", 0),
        ("set.eq.f32.f32 %r31, 0f00000000, 0f80000000;", 0x3f80_0000),
    ]);
}

#[test]
fn comparisons_of_integers() {
    for (comparison, expected) in [
        ("setp.lt.s32 %p15, -1, 1", true),
        ("setp.lt.u32 %p15, -1, 1", false),
        ("setp.hi.u32 %p15, -1, 1", true),
        ("setp.ls.u32 %p15, 1, 1", true),
        ("setp.hs.u32 %p15, 0, 1", false),
        ("setp.ge.s64 %p15, -1, -1", true),
        ("setp.gt.s16 %p15, -1, 1", false),
        ("setp.ne.b64 %p15, 4294967296, 0", true),
        ("setp.eq.b32 %p15, -1, 4294967295", true),
    ] {
        assert_eq!(predicate(&format!("{comparison};")), expected, "{comparison}");
    }
    // p = (a < b) and c, q = !(a < b) and c; the register of c may be that of p.
    for (c, p, q) in [(1, true, false), (0, false, false)] {
        let body = format!("setp.eq.u32 %p1, {c}, 1; setp.lt.and.u32 %p1|%p2, 1, 2, %p1;");
        assert_eq!(predicate(&format!("{body} mov.pred %p15, %p1;")), p);
        assert_eq!(predicate(&format!("{body} mov.pred %p15, %p2;")), q);
    }
    assert!(predicate("setp.eq.u32 %p1, 1, 1; setp.gt.or.u32 %p2|%p15, 1, 2, !%p1;"));
}

#[test]
fn comparisons_of_floats() {
    let (one, two, nan) = (f32_text(1.0), f32_text(2.0), "0f7FC00000");
    for (relation, less, equal, unordered) in [
        ("lt", true, false, false),
        ("le", true, true, false),
        ("gt", false, false, false),
        ("ge", false, true, false),
        ("eq", false, true, false),
        ("ne", true, false, false),
        ("ltu", true, false, true),
        ("leu", true, true, true),
        ("gtu", false, false, true),
        ("geu", false, true, true),
        ("equ", false, true, true),
        ("neu", true, false, true),
        ("num", true, true, false),
        ("nan", false, false, true),
    ] {
        let test = |a: &str, b: &str| predicate(&format!("setp.{relation}.f32 %p15, {a}, {b};"));
        assert_eq!(
            (test(&one, &two), test(&one, &one), test(&one, nan), test(nan, nan)),
            (less, equal, unordered, unordered),
            "{relation}"
        );
        let (one, two, nan) = (f64_text(1.0), f64_text(2.0), f64_text(f64::NAN));
        let test = |a: &str, b: &str| predicate(&format!("setp.{relation}.f64 %p15, {a}, {b};"));
        assert_eq!(
            (test(&one, &two), test(&one, &one), test(&nan, &one), test(&nan, &nan)),
            (less, equal, unordered, unordered),
            "{relation}.f64"
        );
    }
    assert!(predicate("setp.eq.f32 %p15, 0f80000000, 0f00000000;"));
    assert!(!predicate("setp.eq.f32 %p15, 0f00000001, 0f00000000;"));
    assert!(predicate("setp.eq.ftz.f32 %p15, 0f00000001, 0f00000000;"));
}

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
    let of = |instruction: &str, a: f32, b: f32| f32_of(&format!("{instruction} %r31, {}, {};", f32_text(a), f32_text(b))).to_bits();
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
        let found = ["cvt.rni.s32.f32", "cvt.rzi.s32.f32", "cvt.rmi.s32.f32", "cvt.rpi.s32.f32"].map(|conversion| of(conversion, value));
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
    for (rounding, expected) in [("rn", 16_777_216.0), ("rz", 16_777_216.0), ("rm", 16_777_216.0), ("rp", 16_777_218.0)] {
        assert_eq!(f32_of(&format!("cvt.{rounding}.f32.s32 %r31, {around};")), expected, "{rounding}");
    }
    for (rounding, expected) in [("rn", -16_777_216.0), ("rz", -16_777_216.0), ("rm", -16_777_218.0), ("rp", -16_777_216.0)] {
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
    for (half, value) in [(0x3c00, 1.0), (0xc000, -2.0), (1, 2.0f32.powi(-24)), (0x7bff, 65_504.0), (0xfc00, f32::NEG_INFINITY)] {
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
fn every_half_comes_back() {
    let body = "mad.wide.u32 %d3, %r1, 2, %d0;\nld.global.b16 %h1, [%d3]; cvt.f32.f16 %r2, %h1; cvt.rn.f16.f32 %h2, %r2; st.global.b16 [%d3], %h2;\n";
    let program = text("", &format!("mov.u32 %r2, %ctaid.x; mad.lo.u32 %r1, %r2, 256, %r0;\n{body}"));
    let halves: Vec<u16> = (0..=u16::MAX).collect();
    for (half, found) in halves.iter().zip(run(&program, &support::grid(256, 256), &halves)) {
        let nan = half & 0x7fff > 0x7c00;
        assert_eq!(found, if nan { 0x7fff } else { *half });
    }
}

#[test]
fn loads_extend_and_stores_cut() {
    let bytes = [0x80u8, 0xff, 0x01, 0x80, 5, 6, 7, 8];
    let after = |body: &str| run::<u8>(&text("", body), &block(1), &bytes);
    let as_u64 = |body: &str| u64::from_le_bytes(after(body).try_into().unwrap());
    assert_eq!(as_u64("ld.global.s8 %d3, [%d0]; st.global.u64 [%d0], %d3;"), 0xffff_ffff_ffff_ff80);
    assert_eq!(as_u64("ld.global.u8 %d3, [%d0]; st.global.u64 [%d0], %d3;"), 0x80);
    assert_eq!(as_u64("ld.global.s16 %d3, [%d0+2]; st.global.u64 [%d0], %d3;"), 0xffff_ffff_ffff_8001);
    assert_eq!(as_u64("ld.global.b32 %d3, [%d0]; st.global.u64 [%d0], %d3;"), 0x8001_ff80);
    assert_eq!(after("st.global.u8 [%d0+1], 0x1234;"), [0x80, 0x34, 1, 0x80, 5, 6, 7, 8]);
    assert_eq!(
        after("ld.global.v4.u8 {%r1, %r2, %r3, %r4}, [%d0+4]; st.global.v4.u8 [%d0], {%r4, %r3, %r2, %r1};"),
        [8, 7, 6, 5, 5, 6, 7, 8]
    );
    assert_eq!(after("ld.global.v2.b16 {%h1, %h2}, [%d0]; st.global.v2.b16 [%d0], {%h2, %h1};"), [1, 0x80, 0x80, 0xff, 5, 6, 7, 8]);
}

#[test]
fn atomics_return_the_old_value() {
    for (operation, old, operand, new) in [
        ("add.u32", 5, "-1", 4),
        ("min.s32", 5, "-1", u32::MAX),
        ("min.u32", 5, "-1", 5),
        ("max.s32", 5, "-1", 5),
        ("max.u32", 5, "-1", u32::MAX),
        ("and.b32", 12, "10", 8),
        ("or.b32", 12, "10", 14),
        ("xor.b32", 12, "10", 6),
        ("exch.b32", 12, "10", 10),
        ("cas.b32", 12, "12, 99", 99),
        ("cas.b32", 12, "13, 99", 12),
        ("inc.u32", 5, "6", 6),
        ("inc.u32", 6, "6", 0),
        ("dec.u32", 6, "6", 5),
        ("dec.u32", 0, "6", 6),
        ("dec.u32", 9, "6", 6),
    ] {
        for space in [".global", ""] {
            let body = format!("atom{space}.{operation} %r1, [%d0], {operand}; st.global.u32 [%d0+4], %r1;");
            assert_eq!(run(&text("", &body), &block(1), &[old, 0u32]), [new, old], "{operation}");
        }
        let declarations = ".shared .align 4 .b32 word;";
        let body = format!(
            "st.shared.u32 [word], {old}; atom.shared.{operation} %r1, [word], {operand}; ld.shared.u32 %r2, [word]; st.global.v2.u32 [%d0], {{%r2, %r1}};"
        );
        assert_eq!(run(&text(declarations, &body), &block(1), &[0u32, 0]), [new, old], "{operation} shared");
    }
    let wide = "atom.global.min.s64 %d3, [%d0], -5; st.global.u64 [%d0+8], %d3;";
    assert_eq!(run(&text("", wide), &block(1), &[3i64, 0]), [-5, 3]);
}

#[test]
fn special_registers() {
    let body = "mov.u32 %r1, %tid.y; mov.u32 %r2, %tid.z; mov.u32 %r3, %ntid.x; mov.u32 %r4, %ntid.y; mad.lo.u32 %r5, %r2, %r4, %r1; mad.lo.u32 %r5, %r5, %r3, %r0;\n\
                mad.wide.u32 %d3, %r5, 4, %d0;\nmov.u32 %r6, %laneid; mov.u32 %r7, %warpid; shl.b32 %r7, %r7, 8; or.b32 %r6, %r6, %r7; mov.u32 %r8, %nctaid.z; shl.b32 %r8, %r8, 16; or.b32 %r6, %r6, %r8;\nst.global.u32 [%d3], %r6;";
    let launch = ptx_vm::Launch { block: [3, 5, 7], ..block(1) };
    let expected: Vec<u32> = (0..105).map(|linear| (1 << 16) | ((linear / 32) << 8) | (linear % 32)).collect();
    assert_eq!(run(&text("", body), &launch, &[0u32; 105]), expected);
    let masks = "mov.u32 %r1, %lanemask_lt; mov.u32 %r2, %lanemask_le; mov.u32 %r3, %lanemask_gt; mov.u32 %r4, %lanemask_eq; setp.eq.u32 %p1, %r0, 31;\n@%p1 st.global.v4.u32 [%d0], {%r1, %r2, %r3, %r4};";
    assert_eq!(run(&text("", masks), &block(32), &[0u32; 4]), [0x7fff_ffff, 0xffff_ffff, 0, 0x8000_0000]);
}

#[test]
fn address_spaces() {
    let declarations = ".shared .align 4 .b32 word;\n.global .align 4 .b32 numbers[3] = {7, -8, 0x9};\n.const .align 4 .f32 half = 0f3F000000;\n.global .align 8 .u64 where[2] = {numbers, generic(numbers)+8};";
    for (space, expected) in [("shared", [1, 0, 0]), ("global", [0, 1, 0]), ("local", [0, 0, 1])] {
        let body = format!(
            ".local .b32 own; mov.u64 %d3, word; cvta.shared.u64 %d3, %d3; mov.u64 %d4, numbers; cvta.global.u64 %d4, %d4; mov.u64 %d5, own; cvta.local.u64 %d5, %d5;\n\
             isspacep.{space} %p1, %d3; isspacep.{space} %p2, %d4; isspacep.{space} %p3, %d5; selp.u32 %r1, 1, 0, %p1; selp.u32 %r2, 1, 0, %p2; selp.u32 %r3, 1, 0, %p3;\n\
             st.global.u32 [%d0], %r1; st.global.u32 [%d0+4], %r2; st.global.u32 [%d0+8], %r3;"
        );
        assert_eq!(run(&text(declarations, &body), &block(1), &[9u32; 3]), expected, "{space}");
    }
    let body = "ld.global.u32 %r1, [numbers+4]; ld.const.f32 %r2, [half]; mov.u64 %d3, where+8; ld.global.u64 %d3, [%d3]; ld.u32 %r3, [%d3];\n\
                st.shared.u32 [word], 11; mov.u64 %d4, word; cvta.shared.u64 %d4, %d4; ld.u32 %r4, [%d4]; st.global.v4.u32 [%d0], {%r1, %r2, %r3, %r4};";
    assert_eq!(run(&text(declarations, body), &block(1), &[0u32; 4]), [(-8i32).cast_unsigned(), 0x3f00_0000, 9, 11]);
}

#[test]
fn predicates_guard_every_kind_of_instruction() {
    let body = "setp.eq.u32 %p1, %r0, 1; mov.u32 %r1, 5;\n@%p1 setp.lt.and.u32 %p2|%p3, 1, 2, %p1;\n@!%p1 bfi.b32 %r1, 3, 0, 4, 4;\n@%p3 mov.u32 %r1, 7;\n@%p2 add.u32 %r1, %r1, %tid.x;\nst.global.u32 [%d1], %r1;";
    assert_eq!(run(&text("", body), &block(2), &[0u32; 2]), [0x30, 6]);
}

#[test]
fn functions_with_parameters_results_and_recursion() {
    let declarations = "
        .func (.param .b64 result) factorial(.param .b32 n);
        .func (.param .b64 result) factorial(.param .b32 n)
        {
            .local .align 8 .b8 depot[16];
            .reg .pred %p<2>; .reg .b32 %r<4>; .reg .b64 %rd<6>;
            ld.param.u32 %r1, [n];
            mov.u64 %rd5, depot;
            st.local.u32 [%rd5+8], %r1;
            mov.u64 %rd1, 1;
            setp.le.u32 %p1, %r1, 1;
            @%p1 bra end;
            sub.u32 %r2, %r1, 1;
            { .param .b32 a; .param .b64 b;
              st.param.b32 [a], %r2;
              call.uni (b), factorial, (a);
              ld.param.b64 %rd2, [b]; }
            ld.local.u32 %r3, [%rd5+8];
            cvt.u64.u32 %rd3, %r3;
            mul.lo.u64 %rd1, %rd2, %rd3;
        end:
            st.param.b64 [result], %rd1;
            ret;
        }";
    let body = "{ .param .b32 a; .param .b64 b; add.u32 %r1, %r0, 10; st.param.b32 [a], %r1; call.uni (b), factorial, (a); ld.param.b64 %d3, [b]; }\nst.global.u64 [%d2], %d3;";
    let factorial = |n: u64| (1..=n).product::<u64>();
    assert_eq!(run(&text(declarations, body), &block(4), &[0u64; 4]), [10, 11, 12, 13].map(factorial));
}

#[test]
fn small_parameters_and_structures() {
    let program = support::module(&format!(
        "{}.visible .entry main(.param .u64 out, .param .u8 small, .param .align 8 .b8 pair[12], .param .f64 last)\n{{\n{}\
         ld.param.u64 %d0, [out]; ld.param.s8 %r1, [small]; ld.param.u32 %r2, [pair+8]; ld.param.f64 %d3, [last]; mov.b64 %d4, pair; ld.param.u32 %r3, [%d4];\n\
         st.global.v4.u32 [%d0], {{%r1, %r2, %r3, %r3}}; st.global.f64 [%d0+16], %d3; ret; }}",
        support::HEAD,
        support::REGISTERS
    ));
    let layout: Vec<_> =
        program.parameters("main").unwrap().iter().map(|parameter| (parameter.size, parameter.align, parameter.offset)).collect();
    assert_eq!(layout, [(8, 8, 0), (1, 1, 8), (12, 8, 16), (8, 8, 32)]);
    let memory = ptx_vm::Memory::new();
    let out = memory.allocate(24).unwrap();
    let structure = [1u8, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0];
    use ptx_vm::Argument as A;
    program
        .launch(&memory, "main", &block(1), &[support::pointer(out), A::Bytes(vec![0xfe]), A::Bytes(structure.to_vec()), A::F64(2.5)])
        .unwrap();
    let mut words = support::contents::<u32>(&memory, out);
    let last = words.split_off(4);
    assert_eq!(words, [(-2i32).cast_unsigned(), 3, 1, 1]);
    assert_eq!(u64::from(last[1]) << 32 | u64::from(last[0]), 2.5f64.to_bits());
}
