//! What is not known is refused, with its line; and no text makes the parser or the interpreter panic.
#![allow(clippy::unwrap_used)]

mod support;

use ptx_vm::{Argument, Launch, Memory, Module};
use support::{HEAD, Random, block, text};

#[track_caller]
fn refused(text: &str, line: usize, reason: &str) {
    match Module::parse(text) {
        Ok(_) => panic!("accepted:\n{text}"),
        Err(error) => {
            assert!(error.reason.contains(reason), "{error}");
            assert_eq!(error.line, line, "{error}\n{text}");
            assert_eq!(error.source_line, text.lines().nth(line - 1).unwrap_or_default().trim());
        }
    }
}

/// The body begins on this line of what `text` makes.
const BODY: usize = 15;

#[test]
fn instructions_and_modifiers() {
    for (instruction, reason) in [
        ("tanh.approx.f32 %r1, %r2;", "`tanh` is not supported"),
        ("add.rz.f32 %r1, %r2, %r3;", "modifier `.rz`"),
        ("div.approx.f32 %r1, %r2, %r3;", "`.rn` only"),
        ("div.full.f32 %r1, %r2, %r3;", "`.rn` only"),
        ("sqrt.approx.f32 %r1, %r2;", "`.rn` only"),
        ("rcp.approx.ftz.f32 %r1, %r2;", "`.rn` only"),
        ("ex2.approx.f32 %r1, %r2;", "`ex2` is not supported"),
        ("add.f16 %h1, %h2, %h3;", "16-bit floats"),
        ("add.foo.u32 %r1, %r2, %r3;", "modifier `.foo`"),
        ("add.ftz.f64 %d3, %d4, %d5;", "do not exist for f64"),
        ("add.sat.u32 %r1, %r2, %r3;", "`.sat` is not supported for this type"),
        ("mul.u32 %r1, %r2, %r3;", "needs one of `.lo`"),
        ("fma.f32 %r1, %r2, %r3, %r4;", "`.rn` only"),
        ("cvt.rn.s32.f32 %r1, %r2;", "no such rounding"),
        ("cvt.s32.f32 %r1, %r2;", "needs a rounding"),
        ("cvt.f32.f64 %r1, %d3;", "needs a rounding"),
        ("cvt.rn.f64.f32 %d3, %r2;", "no such rounding"),
        ("cvt.f16x2.f32 %r1, %r2, %r3;", "needs one of"),
        ("cvt.rn.f16x2.f64 %r1, %d3, %d4;", "not supported"),
        ("cvt.rn.bf16x2.f32 %r1, %r2;", "3 operands"),
        ("atom.global.add.f32 %r1, [%d0], %r2;", "atomics on floats"),
        ("red.global.add.f64 [%d0], %d3;", "atomics on floats"),
        ("atom.global.add.b32 %r1, [%d0], %r2;", "not supported for 32 bits"),
        ("shfl.bfly.b32 %r1, %r2, 1, 31;", "without `.sync`"),
        ("mov.u32 %r1, %clock;", "no value without hardware"),
        ("mov.u64 %d3, %globaltimer;", "no value without hardware"),
        ("ld.global.f16 %h1, [%d0];", "not supported for 16 bits"),
        ("ld.global.v4.b64 {%d3, %d4, %d5, %d6}, [%d0];", "at most 16 bytes"),
        ("ld.foo.u32 %r1, [%d0];", "modifier `.foo`"),
        ("ld.nc.u32 %r1, [%d0];", "needs `.global`"),
        ("setp.lo.s32 %p1, %r1, %r2;", "does not exist for this type"),
        ("setp.lt.b32 %p1, %r1, %r2;", "does not exist for this type"),
        ("bar.foo 0;", "of this form"),
        ("cp.async.ca.shared.global [%r1], [%d0], 16;", "`cp` is not supported"),
        ("call.uni missing, ();", "`missing` is not declared"),
        ("bra nowhere;", "no label `nowhere`"),
        ("add.u32 %r1, %r2;", "3 operands are needed, 2 are given"),
        ("add.u32 %r1, %r99, 1;", "`%r99` is not declared"),
        ("add.u32 %d3, %r1, 1;", "the result has 32 bits, its register 64"),
        ("add.u64 %d3, %r1, 1;", "a register of 32 bits stands where 64"),
        ("add.f32 %r1, %r2, 1;", "an integer stands where a float"),
        ("add.f32 %r1, %r2, 0d3FF0000000000000;", "a float of this format"),
        ("mov.u32 %q1, 0;", "`%q1` is not a declared register"),
        ("ld.param.u32 %r1, [buffer+8];", "beyond the parameter"),
        ("ld.param.u64 %d3, [buffer+4];", "beyond the parameter"),
        ("st.param.u64 [buffer], %d3;", "read-only"),
        ("ld.global.u32 %r1, %d0;", "an address in brackets"),
        ("prmt.foo.b32 %r1, %r2, %r3, %r4;", "modifier `.foo`"),
        (".reg .b128 %q<4>;", "`.b128` are not supported"),
        (".foo;", "the directive `.foo`"),
        (".pragma \"novector\";", "pragma"),
        ("?", "no meaning here"),
        ("add.u32 %r1, %r2, 0xzz;", "is not a number"),
    ] {
        refused(&text("", instruction), BODY, reason);
    }
}

#[test]
fn module_forms() {
    for (form, reason) in [
        (".texref t;", "`.texref` is not supported"),
        (".extern .global .b32 elsewhere;", "another module"),
        (".global .b32 twice; .global .b32 twice;", "declared twice"),
        (".global .align 3 .b32 odd;", "alignment of 3"),
        (".global .align 4 .b8 long[2] = {1, 2, 3};", "longer than the variable"),
        (".shared .b32 many[999999];", "larger than any GPU"),
        (".global .surfref s;", "`.surfref` is not supported"),
        (".visible .entry e(.reg .b32 %r1) { ret; }", "parameters in registers"),
        (".visible .entry e() .foo { ret; }", "`.foo` is not supported between"),
        (".func f(); .visible .entry e() { call f; ret; }", "has no body"),
        (".visible .entry e() { ret; } .visible .entry e() { ret; }", "defined twice"),
        (".visible .entry e() { ret;", "has no end"),
        (".visible .entry e(.param .b8 huge[99999]) { ret; }", "parameters need more than"),
        ("/* never closed", "no end"),
        ("\"never closed", "no end"),
        (".section .text { }", "section"),
    ] {
        refused(&format!("{HEAD}{form}"), 4, reason);
    }
    refused(".version 7.0\n.target sm_80\n.address_size 32\n", 3, "32 bits");
    refused(".version 7.0\n.target sm_80, map_f64_to_f32\n", 2, "map_f64_to_f32");
}

#[test]
fn debug_information_and_hints_are_read() {
    let program = format!(
        "{HEAD}.file 1 \"a.rs\", 1, 2\n.visible .entry main(\n.param .u64 .ptr .global .align 16 buffer\n)\n.maxntid 256, 1, 1\n.minnctapersm 2\n.maxnreg 64\n{{\n\
         .reg .b64 %rd<2>;\n.loc 1 2 3\n.pragma \"nounroll\";\nld.param.u64 %rd1, [buffer];\n.loc 1 5 3, function_name $L__info_string0, inlined_at 1 6 3\nret;\n}}\n\
         .section .debug_abbrev\n{{\n.b8 1\n.b8 17\n}}\n"
    );
    let module = Module::parse(&program).unwrap();
    assert_eq!(module.entries().collect::<Vec<_>>(), ["main"]);
}

/// Runs whatever parses, with limits that keep it short.
fn try_out(text: &str) -> bool {
    let Ok(module) = Module::parse(text) else { return false };
    let memory = Memory::new();
    let launch = Launch {
        grid: [2, 1, 1],
        block: [40, 1, 1],
        shared_bytes: 64,
        threads: 1,
        step_limit: 2000,
        ..Launch::default()
    };
    for entry in module.entries() {
        let arguments: Vec<Argument> = module
            .parameters(entry)
            .unwrap_or_default()
            .iter()
            .map(|parameter| {
                let buffer = memory.allocate(256).unwrap();
                memory.write(buffer, 0, &[1; 256]).unwrap();
                if parameter.size == 8 { support::pointer(buffer) } else { Argument::Bytes(vec![3; parameter.size]) }
            })
            .collect();
        let _ = module.launch(&memory, entry, &launch, &arguments);
    }
    true
}

#[test]
fn mutated_texts_do_not_panic() {
    let sample = include_str!("data/rustc_sample.ptx");
    let words = [
        "ret;",
        "}",
        "{",
        ";",
        ",",
        "@%p1",
        "@!%p1",
        "0",
        "-1",
        "0xffffffffffffffff",
        "99999999999999999999",
        "[",
        "]",
        ".global",
        ".shared",
        "%r1",
        "%rd1",
        "%p1",
        "-",
        "(",
        ")",
        "$L__BB0_1:",
        ".u8",
        ".f64",
        ".pred",
        "0f7FC00000",
        "bar.sync 0;",
        "exit;",
        "%tid.x",
        "\"",
        "/*",
        "<",
        "|",
        "!",
        "é",
        "\0",
    ];
    let mut random = Random(0x1234_5678_9abc_def1);
    let mut parsed = 0;
    let lines: Vec<&str> = sample.lines().collect();
    for round in 0..10_000 {
        // A window of the sample with its head, so that each round is short and reaches bodies.
        let start = random.below(lines.len());
        let mut part: Vec<String> = lines[start..lines.len().min(start + 40 + random.below(200))]
            .iter()
            .map(|line| (*line).to_owned())
            .collect();
        if round % 2 == 0 {
            let entry = lines[start..]
                .iter()
                .position(|line| line.starts_with(".visible .entry"))
                .map_or(0, |offset| start + offset);
            let end =
                lines[entry..].iter().position(|line| *line == "}").map_or(lines.len(), |offset| entry + offset + 1);
            part = lines[entry..end].iter().map(|line| (*line).to_owned()).collect();
        }
        for _ in 0..1 + random.below(3) {
            let line = random.below(part.len());
            match random.below(7) {
                0 => {
                    part.remove(line);
                    if part.is_empty() {
                        part.push(String::new());
                    }
                }
                1 => {
                    let other = part[random.below(part.len())].clone();
                    part.insert(line, other);
                }
                2 => {
                    let other = random.below(part.len());
                    part.swap(line, other);
                }
                3 => part[line].push_str(words[random.below(words.len())]),
                4 => {
                    let mut characters: Vec<char> = part[line].chars().collect();
                    if !characters.is_empty() {
                        let at = random.below(characters.len());
                        characters[at] = char::from(32 + random.below(95) as u8);
                    }
                    part[line] = characters.into_iter().collect();
                }
                5 => {
                    let mut split: Vec<&str> = part[line].split_inclusive([' ', '\t', ',', '.']).collect();
                    if !split.is_empty() {
                        let at = random.below(split.len());
                        split[at] = words[random.below(words.len())];
                    }
                    part[line] = split.concat();
                }
                _ => {
                    let digits: String = part[line]
                        .chars()
                        .map(|c| {
                            if c.is_ascii_digit() && random.below(3) == 0 {
                                char::from(b'0' + random.below(10) as u8)
                            } else {
                                c
                            }
                        })
                        .collect();
                    part[line] = digits;
                }
            }
        }
        parsed += u32::from(try_out(&format!(
            "{HEAD}.shared .align 16 .b8 red_smem[128];\n.extern .shared .align 16 .b8 dyn_smem[];\n{}",
            part.join("\n")
        )));
    }
    // The mutations are mild enough to reach the interpreter.
    assert!(parsed > 100, "{parsed}");
}

#[test]
fn cut_texts_do_not_panic() {
    let program = text(
        ".shared .b32 word;",
        "ld.global.v2.u32 {%r1, %r2}, [%d0+8];\n@%p1 bra end;\nshfl.sync.bfly.b32 %r1|%p2, %r2, 1, 31, -1;\nend:",
    );
    for end in 0..program.len() {
        let _ = Module::parse(&program[..end]);
        try_out(&program[end..]);
    }
    assert!(Module::parse(&program).is_ok());
    assert!(Module::parse("").is_ok_and(|module| module.entries().count() == 0));
    assert!(support::launch_result(&program, &block(32), &[0u32; 4]).is_ok());
}
