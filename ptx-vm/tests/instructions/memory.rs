//! Memory, registers of the hardware, and functions.
use crate::support::{block, run, text};

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
    assert_eq!(
        after("ld.global.v2.b16 {%h1, %h2}, [%d0]; st.global.v2.b16 [%d0], {%h2, %h1};"),
        [1, 0x80, 0x80, 0xff, 5, 6, 7, 8]
    );
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
            "st.shared.u32 [word], {old}; atom.shared.{operation} %r1, [word], {operand}; ld.shared.u32 %r2, [word]; \
                st.global.v2.u32 [%d0], {{%r2, %r1}};"
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
    let masks = "mov.u32 %r1, %lanemask_lt; mov.u32 %r2, %lanemask_le; mov.u32 %r3, %lanemask_gt; mov.u32 %r4, %lanemask_eq; \
            setp.eq.u32 %p1, %r0, 31;\n@%p1 st.global.v4.u32 [%d0], {%r1, %r2, %r3, %r4};";
    assert_eq!(run(&text("", masks), &block(32), &[0u32; 4]), [0x7fff_ffff, 0xffff_ffff, 0, 0x8000_0000]);
}

#[test]
fn address_spaces() {
    let declarations = ".shared .align 4 .b32 word;\n.global .align 4 .b32 numbers[3] = {7, -8, 0x9};\n.const .align 4 .f32 half = \
            0f3F000000;\n.global .align 8 .u64 where[2] = {numbers, generic(numbers)+8};";
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
    let body = "setp.eq.u32 %p1, %r0, 1; mov.u32 %r1, 5;\n@%p1 setp.lt.and.u32 %p2|%p3, 1, 2, %p1;\n@!%p1 bfi.b32 %r1, 3, 0, \
            4, 4;\n@%p3 mov.u32 %r1, 7;\n@%p2 add.u32 %r1, %r1, %tid.x;\nst.global.u32 [%d1], %r1;";
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
    let body = "{ .param .b32 a; .param .b64 b; add.u32 %r1, %r0, 10; st.param.b32 [a], %r1; call.uni (b), factorial, (a); \
            ld.param.b64 %d3, [b]; }\nst.global.u64 [%d2], %d3;";
    let factorial = |n: u64| (1..=n).product::<u64>();
    assert_eq!(run(&text(declarations, body), &block(4), &[0u64; 4]), [10, 11, 12, 13].map(factorial));
}

#[test]
fn small_parameters_and_structures() {
    let program = crate::support::module(&format!(
        "{}.visible .entry main(.param .u64 out, .param .u8 small, .param .align 8 .b8 pair[12], .param .f64 last)\n{{\n{}\
         ld.param.u64 %d0, [out]; ld.param.s8 %r1, [small]; ld.param.u32 %r2, [pair+8]; ld.param.f64 %d3, [last]; mov.b64 %d4, pair; ld.param.u32 %r3, [%d4];\n\
         st.global.v4.u32 [%d0], {{%r1, %r2, %r3, %r3}}; st.global.f64 [%d0+16], %d3; ret; }}",
        crate::support::HEAD,
        crate::support::REGISTERS
    ));
    let layout: Vec<_> = program
        .parameters("main")
        .unwrap()
        .iter()
        .map(|parameter| (parameter.size, parameter.align, parameter.offset))
        .collect();
    assert_eq!(layout, [(8, 8, 0), (1, 1, 8), (12, 8, 16), (8, 8, 32)]);
    let memory = ptx_vm::Memory::new();
    let out = memory.allocate(24).unwrap();
    let structure = [1u8, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0];
    use ptx_vm::Argument as A;
    program
        .launch(
            &memory,
            "main",
            &block(1),
            &[crate::support::pointer(out), A::Bytes(vec![0xfe]), A::Bytes(structure.to_vec()), A::F64(2.5)],
        )
        .unwrap();
    let mut words = crate::support::contents::<u32>(&memory, out);
    let last = words.split_off(4);
    assert_eq!(words, [(-2i32).cast_unsigned(), 3, 1, 1]);
    assert_eq!(u64::from(last[1]) << 32 | u64::from(last[0]), 2.5f64.to_bits());
}
