//! A planted fault of each kind, and correct programs that come close.
#![allow(clippy::unwrap_used)]

mod support;

use ptx_vm::{AccessKind, Argument, FaultKind, Launch, LaunchError, Memory, MemoryError, Space};
use support::{block, buffer, fault, grid, launch_result, module, pointer, run, text};

const SHARED: &str = ".shared .align 16 .b8 tile[256];\n.shared .align 16 .b8 other[64];";

/// The line that holds this text.
fn line_of(text: &str, part: &str) -> usize {
    text.lines().position(|line| line.contains(part)).unwrap() + 1
}

#[test]
fn out_of_bounds_of_a_buffer() {
    let program = text("", "st.global.u32 [%d1+4], %r0;");
    let fault = fault(&program, &block(3), &[0u32; 3]);
    let FaultKind::OutOfBounds { space, access, size, nearest: Some((first, length)), address } = fault.kind.clone()
    else {
        panic!("{fault}")
    };
    assert_eq!((space, access, size, length, address - first), (Space::Global, AccessKind::Write, 4, 12, 12));
    assert_eq!((fault.block, fault.thread, fault.line), ([0; 3], [2, 0, 0], line_of(&program, "st.global")));
    assert_eq!(fault.source, "st.global.u32 [%d1+4], %r0;");
    let sentence = fault.to_string();
    for part in [
        "write of 4 bytes",
        "out of bounds",
        "12 bytes",
        "thread [2, 0, 0]",
        "block [0, 0, 0]",
        "entry main",
        "st.global.u32 [%d1+4], %r0;",
    ] {
        assert!(sentence.contains(part), "{sentence}");
    }
}

#[test]
fn out_of_bounds_before_a_buffer_and_in_its_last_bytes() {
    let before = fault(&text("", "ld.global.u32 %r1, [%d0+-4];"), &block(1), &[0u32; 2]);
    assert!(
        matches!(before.kind, FaultKind::OutOfBounds { access: AccessKind::Read, nearest: Some((_, 8)), .. }),
        "{before}"
    );
    let across = fault(&text("", "ld.global.u64 %d3, [%d0+8];"), &block(1), &[0u32; 3]);
    assert!(matches!(across.kind, FaultKind::OutOfBounds { size: 8, .. }), "{across}");
    let vector = fault(&text("", "st.global.v4.u32 [%d0+16], {%r0, %r0, %r0, %r0};"), &block(1), &[0u32; 7]);
    assert!(matches!(vector.kind, FaultKind::OutOfBounds { size: 16, .. }), "{vector}");
    let null = fault(&text("", "mov.u64 %d3, 0; ld.u32 %r1, [%d3];"), &block(1), &[0u32]);
    assert!(matches!(null.kind, FaultKind::OutOfBounds { address: 0, nearest: None, .. }), "{null}");
}

#[test]
fn out_of_bounds_of_shared_and_local_memory() {
    let shared = fault(&text(SHARED, "mov.u32 %r1, tile; st.shared.u32 [%r1+256], %r0;"), &block(1), &[0u32]);
    assert!(
        matches!(shared.kind, FaultKind::OutOfBounds { space: Space::Shared, nearest: Some((_, 256)), .. }),
        "{shared}"
    );
    let generic =
        fault(&text(SHARED, "mov.u64 %d3, tile; cvta.shared.u64 %d4, %d3; ld.u32 %r1, [%d4+-4];"), &block(1), &[0u32]);
    assert!(matches!(generic.kind, FaultKind::OutOfBounds { space: Space::Shared, .. }), "{generic}");
    let local = fault(
        &text("", ".local .align 8 .b8 depot[16]; mov.u64 %d3, depot; st.local.u64 [%d3+16], %d3;"),
        &block(1),
        &[0u32],
    );
    assert!(matches!(local.kind, FaultKind::OutOfBounds { space: Space::Local, .. }), "{local}");
    let wrong_space = fault(
        &text(SHARED, "mov.u64 %d3, tile; cvta.shared.u64 %d4, %d3; st.global.u32 [%d4], %r0;"),
        &block(1),
        &[0u32],
    );
    assert!(matches!(wrong_space.kind, FaultKind::OutOfBounds { space: Space::Global, .. }), "{wrong_space}");
}

#[test]
fn one_buffer_is_not_reached_through_another() {
    let memory = Memory::new();
    let first = buffer(&memory, &[1u32]);
    let second = buffer(&memory, &[2u32]);
    assert!(memory.address(second).unwrap() - memory.address(first).unwrap() >= 1 << 20);
    assert_eq!(memory.address(first).unwrap() % 256, 0);
    let empty = memory.allocate(0).unwrap();
    let program = module(&text("", "ld.global.u8 %r1, [%d0];"));
    let error = program.launch(&memory, "main", &block(1), &[pointer(empty)]).unwrap_err();
    assert!(error.to_string().contains("0 bytes at"), "{error}");
}

#[test]
fn misaligned() {
    let single = fault(&text("", "ld.global.u32 %r1, [%d0+2];"), &block(1), &[0u32; 4]);
    assert!(matches!(single.kind, FaultKind::Misaligned { size: 4, access: AccessKind::Read, .. }), "{single}");
    let vector = fault(&text("", "st.global.v2.u32 [%d0+4], {%r0, %r0};"), &block(1), &[0u32; 4]);
    assert!(matches!(vector.kind, FaultKind::Misaligned { size: 8, access: AccessKind::Write, .. }), "{vector}");
    let shared = fault(&text(SHARED, "mov.u32 %r1, tile; st.shared.u64 [%r1+4], %d0;"), &block(1), &[0u32]);
    assert!(matches!(shared.kind, FaultKind::Misaligned { space: Space::Shared, .. }), "{shared}");
    let atomic = fault(&text("", "atom.global.add.u64 %d3, [%d0+4], 1;"), &block(1), &[0u32; 4]);
    assert!(matches!(atomic.kind, FaultKind::Misaligned { access: AccessKind::Atomic, .. }), "{atomic}");
}

#[test]
fn unwritten_global_memory() {
    let memory = Memory::new();
    let numbers = memory.allocate(8).unwrap();
    memory.write(numbers, 0, &[1, 2, 3]).unwrap();
    let read =
        |instruction: &str| module(&text("", instruction)).launch(&memory, "main", &block(1), &[pointer(numbers)]);
    read("ld.global.u8 %r1, [%d0+2];").unwrap();
    for instruction in [
        "ld.global.u8 %r1, [%d0+3];",
        "ld.global.u32 %r1, [%d0];",
        "ld.global.v2.u32 {%r1, %r2}, [%d0];",
        "atom.global.add.u32 %r1, [%d0], 1;",
    ] {
        let Err(LaunchError::Fault(fault)) = read(instruction) else { panic!("{instruction}") };
        assert!(matches!(fault.kind, FaultKind::Unwritten { space: Space::Global, .. }), "{fault}");
    }
    assert_eq!(memory.read(numbers, 0, &mut [0; 4]), Err(MemoryError::Unwritten { offset: 3 }));
}

#[test]
fn unwritten_shared_memory_in_every_block() {
    let program = text(
        SHARED,
        "mov.u32 %r1, %ctaid.x; setp.eq.u32 %p1, %r1, 0; mov.u32 %r2, tile;\n@%p1 st.shared.u32 [%r2], \
            7;\nld.shared.u32 %r3, [%r2];",
    );
    let fault = fault(&program, &grid(3, 1), &[0u32]);
    assert!(matches!(fault.kind, FaultKind::Unwritten { space: Space::Shared, size: 4, .. }), "{fault}");
    assert_eq!(fault.block, [1, 0, 0]);
}

#[test]
fn unwritten_local_memory_in_every_thread() {
    let program = text(
        "",
        ".local .align 8 .b8 depot[16]; mov.u64 %d3, depot; setp.eq.u32 %p1, %r0, 0;\n@%p1 st.local.u32 [%d3], \
            7;\nld.local.u32 %r3, [%d3];",
    );
    let fault = fault(&program, &block(2), &[0u32]);
    assert!(matches!(fault.kind, FaultKind::Unwritten { space: Space::Local, .. }), "{fault}");
    assert_eq!(fault.thread, [1, 0, 0]);
}

#[test]
fn use_after_free() {
    let memory = Memory::new();
    let numbers = buffer(&memory, &[1u32; 4]);
    let address = memory.address(numbers).unwrap();
    memory.free(numbers).unwrap();
    let other = buffer(&memory, &[2u32]);
    assert_ne!(memory.address(other).unwrap(), address);
    let program = module(&text("", "ld.global.u32 %r1, [%d0+4];"));
    let Err(LaunchError::Fault(fault)) = program.launch(&memory, "main", &block(1), &[Argument::U64(address)]) else {
        panic!()
    };
    assert_eq!(
        fault.kind,
        FaultKind::UseAfterFree { access: AccessKind::Read, address: address + 4, size: 4, buffer: (address, 16) }
    );
    let error = program.launch(&memory, "main", &block(1), &[pointer(numbers)]).unwrap_err();
    assert_eq!(error, LaunchError::ArgumentBuffer { index: 0, error: MemoryError::UnknownBuffer });
    assert_eq!(memory.free(numbers), Err(MemoryError::UnknownBuffer));
    assert_eq!(Memory::new().read(other, 0, &mut []), Err(MemoryError::UnknownBuffer));
}

#[test]
fn divergent_shuffle() {
    // Lane 0 goes to another shuffle with the same mask.
    let program = text(
        "",
        "setp.eq.u32 %p1, %r0, 0;\n@%p1 bra other;\nshfl.sync.bfly.b32 %r1, %r0, 1, 31, -1;\nbra \
            end;\nother:\nshfl.sync.bfly.b32 %r2, %r0, 2, 31, -1;\nend:",
    );
    let first = fault(&program, &block(32), &[0u32]);
    let FaultKind::DivergentCollective { mask, arrived, exited, waiting_elsewhere } = first.kind.clone() else {
        panic!("{first}")
    };
    assert_eq!((mask, arrived, exited, waiting_elsewhere.len()), (u32::MAX, 1, 0, 31));
    assert_eq!(waiting_elsewhere[0], ([1, 0, 0], line_of(&program, "bfly.b32 %r1")));
    assert_eq!(first.line, line_of(&program, "bfly.b32 %r2"));

    let gone = fault(
        &text("", "setp.gt.u32 %p1, %r0, 7;\n@%p1 ret;\nshfl.sync.bfly.b32 %r1, %r0, 1, 31, -1;"),
        &block(32),
        &[0u32],
    );
    assert!(matches!(gone.kind, FaultKind::DivergentCollective { exited: 0xffff_ff00, arrived: 0xff, .. }), "{gone}");
    // The same with the right mask is correct, and so is a vote, which waits for lanes that have not exited.
    launch_result(
        &text("", "setp.gt.u32 %p1, %r0, 7;\n@%p1 ret;\nshfl.sync.bfly.b32 %r1, %r0, 1, 31, 255;"),
        &block(32),
        &[0u32],
    )
    .unwrap();
    launch_result(
        &text("", "setp.gt.u32 %p1, %r0, 7;\n@%p1 ret;\nvote.sync.any.pred %p2, %p1, -1;"),
        &block(32),
        &[0u32],
    )
    .unwrap();
}

#[test]
fn wrong_masks() {
    let lacks = fault(&text("", "shfl.sync.bfly.b32 %r1, %r0, 1, 31, 254;"), &block(32), &[0u32]);
    assert_eq!(lacks.kind, FaultKind::NotInMask { mask: 254, lane: 0 });
    let absent = fault(&text("", "shfl.sync.idx.b32 %r1, %r0, 20, 31, -1;"), &block(16), &[0u32]);
    assert_eq!(absent.kind, FaultKind::AbsentLane { mask: u32::MAX, source: 20 });
    // Lane 1 goes its own way with a mask of itself; lane 0 waits for it in vain.
    let unequal = fault(
        &text("", "setp.eq.u32 %p1, %r0, 0; selp.b32 %r1, 3, 2, %p1;\nshfl.sync.bfly.b32 %r2, %r0, 0, 31, %r1;"),
        &block(2),
        &[0u32],
    );
    assert!(matches!(unequal.kind, FaultKind::DivergentCollective { mask: 3, arrived: 1, exited: 2, .. }), "{unequal}");
}

#[test]
fn divergent_barrier() {
    let program =
        text("", "setp.eq.u32 %p1, %r0, 0;\n@%p1 bra other;\nbar.sync 0;\nbra end;\nother:\nbar.sync 1;\nend:");
    let two = fault(&program, &block(64), &[0u32]);
    let FaultKind::DivergentBarrier { barrier, other_barrier, other_thread, other_line } = two.kind else {
        panic!("{two}")
    };
    assert_eq!((barrier, other_barrier, other_thread, other_line), (0, 1, [0; 3], line_of(&program, "bar.sync 1")));
    let same_number = text(
        "",
        "setp.lt.u32 %p1, %r0, 32;\n@%p1 bra other;\nbar.sync 0;\nbra end;\nother:\nbarrier.sync.aligned 0;\nend:",
    );
    assert!(matches!(fault(&same_number, &block(64), &[0u32]).kind, FaultKind::DivergentBarrier { .. }));
    let not_aligned =
        same_number.replace("bar.sync 0", "barrier.sync 0").replace("barrier.sync.aligned", "barrier.sync");
    launch_result(&not_aligned, &block(64), &[0u32]).unwrap();
    let with_shuffle = text(
        "",
        "setp.eq.u32 %p1, %r0, 0;\n@%p1 bra other;\nshfl.sync.bfly.b32 %r1, %r0, 1, 31, -1;\nother:\nbar.sync 0;",
    );
    assert!(matches!(fault(&with_shuffle, &block(32), &[0u32]).kind, FaultKind::DivergentCollective { .. }));
}

#[test]
fn deadlock() {
    let program = text("", "bar.sync 1, 96;");
    let fault = fault(&program, &block(64), &[0u32]);
    assert_eq!(fault.kind, FaultKind::Deadlock { waiting: vec![(64, [0; 3], line_of(&program, "bar.sync"))] });
    assert!(fault.to_string().contains("64 wait on line"), "{fault}");
}

#[test]
fn barriers_that_do_not_exist() {
    assert_eq!(
        fault(&text("", "bar.sync 16;"), &block(1), &[0u32]).kind,
        FaultKind::InvalidBarrier { barrier: 16, count: None }
    );
    assert_eq!(
        fault(&text("", "bar.sync 1, 33;"), &block(64), &[0u32]).kind,
        FaultKind::InvalidBarrier { barrier: 1, count: Some(33) }
    );
}

#[test]
fn exited_threads_do_not_hold_a_barrier() {
    launch_result(&text("", "setp.eq.u32 %p1, %r0, 0;\n@%p1 ret;\nbar.sync 0;"), &block(64), &[0u32]).unwrap();
}

#[test]
fn step_limit() {
    let launch = Launch { step_limit: 1000, ..block(1) };
    assert_eq!(fault(&text("", "again:\nbra again;"), &launch, &[0u32]).kind, FaultKind::StepLimit { limit: 1000 });
}

#[test]
fn traps_and_unfinished_functions() {
    assert_eq!(fault(&text("", "setp.eq.u32 %p1, %r0, 1;\n@%p1 trap;"), &block(2), &[0u32]).kind, FaultKind::Trap);
    assert_eq!(fault(&text("", "brkpt;"), &block(2), &[0u32]).kind, FaultKind::Breakpoint);
    let runs_off = text("", "bra end;").replace("ret;\n}", "end:\n}");
    assert_eq!(fault(&runs_off, &block(1), &[0u32]).kind, FaultKind::EndOfCode);
}

#[test]
fn division_by_zero() {
    assert_eq!(fault(&text("", "div.u32 %r1, 5, %r0;"), &block(1), &[0u32]).kind, FaultKind::DivisionByZero);
    assert_eq!(fault(&text("", "rem.s64 %d3, 5, 0;"), &block(1), &[0u32]).kind, FaultKind::DivisionByZero);
}

#[test]
fn branch_beyond_the_table() {
    let program = text("", "table: .branchtargets one, two;\nbrx.idx %r0, table;\none:\ntwo:");
    assert_eq!(fault(&program, &block(3), &[0u32]).kind, FaultKind::BranchIndex { index: 2, targets: 2 });
}

#[test]
fn constants_cannot_be_written() {
    let program = text(
        ".const .align 4 .b32 table[2] = {1, 2};",
        "mov.u64 %d3, table; cvta.const.u64 %d4, %d3; st.u32 [%d4], 1;",
    );
    assert!(matches!(fault(&program, &block(1), &[0u32]).kind, FaultKind::ReadOnly { space: Space::Constant, .. }));
}

#[test]
fn endless_recursion() {
    let declarations = ".func again() { call.uni again, (); ret; }";
    assert_eq!(
        fault(&text(declarations, "call.uni again, ();"), &block(1), &[0u32]).kind,
        FaultKind::StackOverflow { depth: 1024 }
    );
}

#[test]
fn source_places() {
    let program = text(".file 1 \"kernel.rs\"", ".loc 1 42 7\nld.global.u32 %r1, [%d0+400];");
    let fault = fault(&program, &block(1), &[0u32]);
    assert_eq!(fault.place, Some(("kernel.rs".to_owned(), 42, 7)));
    assert!(fault.to_string().ends_with("(made from kernel.rs:42:7)"), "{fault}");
}

#[test]
fn the_lowest_block_is_reported() {
    let program = text("", "mov.u32 %r1, %ctaid.x; setp.gt.u32 %p1, %r1, 20;\n@%p1 trap;");
    for threads in [1, 2, 4] {
        let launch = Launch { threads, ..grid(100, 32) };
        let fault = fault(&program, &launch, &[0u32]);
        assert_eq!((fault.block, fault.thread), ([21, 0, 0], [0; 3]));
    }
}

#[test]
fn launches_that_are_refused() {
    let memory = Memory::new();
    let numbers = buffer(&memory, &[0u32; 4]);
    let program = module(&text(".extern .shared .align 16 .b8 dynamic[];", ""));
    let launch =
        |launch: &Launch, arguments: &[Argument]| program.launch(&memory, "main", launch, arguments).unwrap_err();
    assert_eq!(
        program.launch(&memory, "none", &block(1), &[]).unwrap_err(),
        LaunchError::UnknownEntry("none".to_owned())
    );
    assert_eq!(launch(&block(1), &[]), LaunchError::ArgumentCount { expected: 1, found: 0 });
    let size = |found| LaunchError::ArgumentSize { index: 0, name: "buffer".to_owned(), expected: 8, found };
    assert_eq!(launch(&block(1), &[Argument::U32(1)]), size(4));
    assert_eq!(launch(&block(1), &[Argument::Bytes(vec![0; 9])]), size(9));
    assert_eq!(
        launch(&block(1), &[Argument::Pointer { buffer: numbers, offset: 17 }]),
        LaunchError::ArgumentOffset { index: 0, offset: 17, size: 16 }
    );
    for shape in [
        block(0),
        block(1025),
        grid(0, 1),
        Launch { block: [1, 1, 65], ..block(1) },
        Launch { grid: [1, 65_536, 1], ..block(1) },
        Launch { threads: 0, ..block(1) },
    ] {
        assert!(matches!(launch(&shape, &[pointer(numbers)]), LaunchError::Shape { .. }), "{shape:?}");
    }
    let large = Launch { shared_bytes: 228 << 10, ..block(1) };
    assert!(matches!(launch(&large, &[pointer(numbers)]), LaunchError::SharedMemory { .. }));
    let limited = module(&text("", "").replace("buffer)\n{", "buffer)\n.reqntid 8, 1, 1\n{"));
    limited.launch(&memory, "main", &block(8), &[pointer(numbers)]).unwrap();
    assert!(matches!(limited.launch(&memory, "main", &block(9), &[pointer(numbers)]), Err(LaunchError::Shape { .. })));
}

#[test]
fn a_fault_leaves_the_memory_usable() {
    assert_eq!(run(&text("", "st.global.u32 [%d1], %r0;"), &block(4), &[9u32; 4]), [0, 1, 2, 3]);
    let memory = Memory::new();
    let numbers = buffer(&memory, &[9u32; 4]);
    let program = module(&text("", "st.global.u32 [%d1], %r0; shfl.sync.bfly.b32 %r1, %r0, 1, 31, -1;"));
    for _ in 0..3 {
        // Five threads: the fifth has no room, after four have written.
        assert!(program.launch(&memory, "main", &block(5), &[pointer(numbers)]).is_err());
    }
    program.launch(&memory, "main", &block(4), &[pointer(numbers)]).unwrap();
}
