//! Integers, moves and comparisons.
use crate::{bits16, check32, check64, f32_text, f64_text, predicate};

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
    assert!(predicate(
        "setp.eq.u32 %p1, 1, 1; not.pred %p2, %p1; xor.pred %p3, %p1, %p2; and.pred %p4, %p1, %p3; or.pred %p15, %p4, \
            %p2;"
    ));
}

#[test]
fn moves_pack_and_unpack() {
    check64(&[
        ("mov.b32 %r1, 1; mov.b32 %r2, 2; mov.b64 %d31, {%r1, %r2};", 0x2_0000_0001),
        ("mov.b64 %d3, 0x1122334455667788; mov.b64 {%r1, %r2}, %d3; cvt.u64.u32 %d31, %r2;", 0x1122_3344),
        (
            "mov.b64 %d3, 0x1122334455667788; mov.b64 {%h1, %h2, _, %h4}, %d3; mov.b64 %d31, {%h4, %h2, %h1, %h2};",
            0x5566_7788_5566_1122,
        ),
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
