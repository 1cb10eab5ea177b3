//! Measures the interpreter: instructions a second on one host thread, and the cost of a small launch.
//!
//!     cargo run --release --example speed

use std::time::Instant;

use ptx_vm::{Argument, Launch, Memory, Module};

const HEAD: &str = ".version 7.0\n.target sm_80\n.address_size 64\n.shared .align 4 .b8 tile[1024];\n";

/// Entries of a loop of `n` turns, whose result each thread stores: name, what comes before the loop, and the loop's
/// body.
const ENTRIES: [(&str, &str, &str); 3] = [
    // Integer arithmetic only.
    (
        "mix",
        "mov.u32 %r7, 12345;",
        "shl.b32 %r8, %r7, 13; xor.b32 %r7, %r7, %r8; shr.u32 %r8, %r7, 17; xor.b32 %r7, %r7, %r8; mad.lo.s32 %r7, \
            %r7, 5, %r5;",
    ),
    // One sum over n numbers: a load, a product and an addition.
    (
        "sum",
        "ld.param.u64 %rd1, [numbers]; mov.b32 %r7, 0f00000000;",
        "mul.wide.u32 %rd3, %r6, 4; add.s64 %rd4, %rd1, %rd3; ld.global.b32 %r8, [%rd4]; mul.rn.f32 %r8, %r8, \
            0f3F000000; add.rn.f32 %r7, %r7, %r8;",
    ),
    // Shuffles, shared memory and barriers.
    (
        "meet",
        "mov.u32 %r7, %tid.x; mov.u32 %r9, tile; shl.b32 %r10, %r4, 2; add.s32 %r9, %r9, %r10;",
        "shfl.sync.bfly.b32 %r8, %r7, 16, 31, -1; add.s32 %r7, %r7, %r8; st.shared.b32 [%r9], %r7; bar.sync 0; \
            ld.shared.b32 %r7, [%r9];",
    ),
];

fn entry((name, before, body): (&str, &str, &str)) -> String {
    format!(
        "
.visible .entry {name}(.param .u64 numbers, .param .u64 result, .param .u32 n)
{{
    .reg .pred %p<2>;
    .reg .b32 %r<11>;
    .reg .b64 %rd<6>;
    ld.param.u64 %rd2, [result];
    ld.param.u32 %r1, [n];
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %ntid.x;
    mov.u32 %r4, %tid.x;
    mad.lo.s32 %r5, %r2, %r3, %r4;
    mov.u32 %r6, 0;
    {before}
loop:
    {body}
    add.s32 %r6, %r6, 1;
    setp.lt.u32 %p1, %r6, %r1;
    @%p1 bra loop;
    mul.wide.u32 %rd3, %r5, 4;
    add.s64 %rd5, %rd2, %rd3;
    st.global.b32 [%rd5], %r7;
    ret;
}}
"
    )
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let module = Module::parse(&(HEAD.to_owned() + &ENTRIES.map(entry).concat()))?;
    let memory = Memory::new();
    let numbers = memory.allocate(4 << 14)?;
    memory.write(numbers, 0, &vec![0; 4 << 14])?;
    let result = memory.allocate(4 << 12)?;
    let arguments = |n| {
        [
            Argument::Pointer { buffer: numbers, offset: 0 },
            Argument::Pointer { buffer: result, offset: 0 },
            Argument::U32(n),
        ]
    };
    for (entry, n) in [("mix", 4000), ("sum", 4000), ("meet", 400)] {
        let launch = Launch { grid: [8, 1, 1], block: [256, 1, 1], threads: 1, ..Launch::default() };
        module.launch(&memory, entry, &launch, &arguments(n))?;
        let start = Instant::now();
        let statistics = module.launch(&memory, entry, &launch, &arguments(n))?;
        let seconds = start.elapsed().as_secs_f64();
        println!("{entry}: {:.0} million instructions a second", statistics.instructions as f64 / seconds / 1e6);
    }
    for threads in [1, 32, 256] {
        let launch = Launch { block: [threads, 1, 1], ..Launch::default() };
        let count = 20_000;
        let start = Instant::now();
        for _ in 0..count {
            module.launch(&memory, "mix", &launch, &arguments(1))?;
        }
        println!(
            "one block of {threads} threads, 20 instructions each: {:.2} µs a launch",
            start.elapsed().as_secs_f64() * 1e6 / f64::from(count)
        );
    }
    Ok(())
}
