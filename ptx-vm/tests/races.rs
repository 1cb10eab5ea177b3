//! Races that must be found, and synchronised programs that must not be reported.
#![allow(clippy::unwrap_used)]

mod support;

use ptx_vm::{AccessKind, FaultKind, Launch};
use support::{block, fault, grid, launch_result, run, text};

const SHARED: &str = ".shared .align 16 .b8 tile[4096];";
/// `%r1`: address of the thread's own word of `tile`; `%r2`: address of the next thread's word, around a block of 64;
/// `%r4`: in a warp of 32.
const ADDRESSES: &str = "mov.u32 %r3, tile; mad.lo.u32 %r1, %r0, 4, %r3; add.u32 %r2, %r0, 1; and.b32 %r2, %r2, 63; mad.lo.u32 %r2, %r2, 4, %r3;\n\
                         add.u32 %r4, %r0, 1; and.b32 %r4, %r4, 31; mad.lo.u32 %r4, %r4, 4, %r3;\n";

fn shared(body: &str) -> String {
    text(SHARED, &format!("{ADDRESSES}{body}"))
}

#[test]
fn shared_write_then_read_without_a_barrier() {
    let program = shared("st.shared.u32 [%r1], %r0;\nbar.sync 0;\nst.shared.u32 [%r1], 5;\nld.shared.u32 %r5, [%r3];");
    let fault = fault(&program, &block(64), &[0u32]);
    let FaultKind::SharedRace { access: AccessKind::Read, other, .. } = &fault.kind else { panic!("{fault}") };
    assert_eq!((fault.thread, other.thread, other.access), ([1, 0, 0], Some([0, 0, 0]), AccessKind::Write));
    assert_eq!(other.line, Some(program.lines().position(|line| line == "st.shared.u32 [%r1], 5;").unwrap() + 1));
    assert!(fault.to_string().contains("races with a write by thread"), "{fault}");
}

#[test]
fn shared_read_then_write_without_a_barrier() {
    let program = shared("st.shared.u32 [%r1], %r0;\nbar.sync 0;\nld.shared.u32 %r5, [%r2];\nst.shared.u32 [%r1], 5;");
    let fault = fault(&program, &block(64), &[0u32]);
    let FaultKind::SharedRace { access: AccessKind::Write, other, .. } = &fault.kind else { panic!("{fault}") };
    assert_eq!((fault.thread, other.thread, other.access), ([1, 0, 0], Some([0, 0, 0]), AccessKind::Read));
    assert_eq!(other.line, Some(program.lines().position(|line| line.contains("ld.shared.u32 %r5")).unwrap() + 1));
}

#[test]
fn shared_writes_of_the_same_value() {
    let fault = fault(&shared("st.shared.u32 [%r3], 1;"), &block(64), &[0u32]);
    assert!(matches!(fault.kind, FaultKind::SharedRace { access: AccessKind::Write, .. }), "{fault}");
    assert_eq!(fault.thread, [1, 0, 0]);
}

#[test]
fn several_readers_then_a_writer_that_is_the_last_reader() {
    let program = shared(
        "setp.eq.u32 %p1, %r0, 0;\n@%p1 st.shared.u32 [%r3], 1;\nbar.sync 0;\nld.shared.u32 %r5, [%r3];\nsetp.eq.u32 \
            %p2, %r0, 63;\n@%p2 st.shared.u32 [%r3], 2;",
    );
    assert!(matches!(fault(&program, &block(64), &[0u32]).kind, FaultKind::SharedRace { .. }));
    assert!(matches!(fault(&program.replace("63;", "31;"), &block(32), &[0u32]).kind, FaultKind::SharedRace { .. }));
    let synchronised = program.replace("setp.eq.u32 %p2", "bar.sync 0;\nsetp.eq.u32 %p2");
    launch_result(&synchronised, &block(64), &[0u32]).unwrap();
}

#[test]
fn barriers_order_shared_memory() {
    let program = shared(
        "mov.u32 %r6, 0;\nagain:\nst.shared.u32 [%r1], %r6;\nbar.sync 0;\nld.shared.u32 %r5, [%r2];\nbar.sync \
            0;\nadd.u32 %r6, %r6, 1;\nsetp.lt.u32 %p1, %r6, 20;\n@%p1 bra again;",
    );
    launch_result(&program, &block(64), &[0u32]).unwrap();
    let missing = program.replacen("ld.shared.u32 %r5, [%r2];\nbar.sync 0;", "ld.shared.u32 %r5, [%r2];", 1);
    assert!(matches!(fault(&missing, &block(64), &[0u32]).kind, FaultKind::SharedRace { .. }));
}

const VOTE: &str = "vote.sync.any.pred %p3, %p1, -1;";
const SHUFFLE: &str = "shfl.sync.bfly.b32 %r7, %r0, 1, 31, -1;";
const MATCH: &str = "match.any.sync.b32 %r7, %r0, -1;";
const REDUCTION: &str = "redux.sync.add.u32 %r7, %r0, -1;";

/// A warp whose lanes exchange words again and again, separated by `meet`.
fn exchange(meet: &str) -> String {
    shared(&format!(
        "mov.u32 %r6, 0; setp.eq.u32 %p1, %r0, 0;\nagain:\nst.shared.u32 [%r1], %r6;\n{meet}\nld.shared.u32 %r5, [%r4];\n{meet}\n\
         add.u32 %r6, %r6, 1;\nsetp.lt.u32 %p1, %r6, 20;\n@%p1 bra again;"
    ))
}

fn old(threads: u32) -> Launch {
    Launch { collectives_order_memory: true, ..block(threads) }
}

#[test]
fn warp_synchronisation_orders_the_warp_only() {
    for (meet, launch) in
        [("bar.warp.sync -1;", block as fn(u32) -> Launch), (VOTE, old), (SHUFFLE, old), (MATCH, old), (REDUCTION, old)]
    {
        let program = exchange(meet);
        launch_result(&program, &launch(32), &[0u32]).unwrap();
        // A second warp reads the first warp's words, or writes before they are read.
        assert!(matches!(fault(&program, &launch(64), &[0u32]).kind, FaultKind::SharedRace { .. }), "{meet}");
        let without = program.replace(&format!("{meet}\n"), "");
        assert!(
            matches!(
                fault(&without, &launch(32), &[0u32]).kind,
                FaultKind::SharedRace { .. } | FaultKind::Unwritten { .. }
            ),
            "{meet}"
        );
    }
}

#[test]
fn votes_and_shuffles_order_nothing() {
    for meet in [VOTE, SHUFFLE, MATCH, REDUCTION] {
        let fault = fault(&exchange(meet), &block(32), &[0u32]);
        assert!(matches!(fault.kind, FaultKind::SharedRace { .. }), "{meet}: {fault}");
    }
}

/// In each round a leader, found by a ballot, adds to a count that another lane may have written in the round before.
#[test]
fn counts_between_ballots_need_a_barrier_of_the_warp() {
    let program = text(
        ".shared .align 4 .b8 count[4];",
        "mov.u32 %r1, count; mov.u32 %r2, %laneid; mov.u32 %r6, 0; setp.eq.u32 %p1, %r0, 0;\n@%p1 st.shared.u32 [%r1], 0;\nbar.sync 0;\n\
         again:\nsetp.ge.u32 %p2, %r2, %r6; vote.sync.ballot.b32 %r3, %p2, -1;\nbrev.b32 %r4, %r3; bfind.shiftamt.u32 %r4, %r4; setp.eq.u32 %p3, %r4, %r2;\n\
         @!%p3 bra met;\nld.shared.u32 %r5, [%r1]; popc.b32 %r7, %r3; add.u32 %r5, %r5, %r7; st.shared.u32 [%r1], %r5;\n\
         met:\nbar.warp.sync -1;\nadd.u32 %r6, %r6, 1; setp.lt.u32 %p4, %r6, 32;\n@%p4 bra again;\n\
         bar.sync 0;\n@%p1 ld.shared.u32 %r5, [%r1];\n@%p1 st.global.u32 [%d0], %r5;",
    );
    assert_eq!(run(&program, &block(32), &[0u32]), [32 * 33 / 2]);
    let without = program.replace("bar.warp.sync -1;\n", "");
    let found = fault(&without, &block(32), &[0u32]);
    let FaultKind::SharedRace { access: AccessKind::Read, other, .. } = &found.kind else { panic!("{found}") };
    assert_eq!((found.thread, other.thread), ([1, 0, 0], Some([0; 3])));
    assert_eq!(run(&without, &old(32), &[0u32]), [32 * 33 / 2], "the old rule does not see it");
}

#[test]
fn parts_of_a_warp_synchronise_among_themselves() {
    // Each half of the warp has a mask of its own and exchanges words within the half.
    let body = |mask: &str| {
        format!(
            "setp.lt.u32 %p1, %r0, 16; selp.b32 %r8, 65535, -65536, %p1; {mask}\nxor.b32 %r9, %r0, 3; mad.lo.u32 %r9, %r9, 4, %r3; mov.u32 %r6, 0;\n\
             again:\nst.shared.u32 [%r1], %r6;\nbar.warp.sync %r8;\nld.shared.u32 %r5, [%r9];\nbar.warp.sync %r8;\n\
             add.u32 %r6, %r6, 1;\nsetp.lt.u32 %p1, %r6, 20;\n@%p1 bra again;"
        )
    };
    launch_result(&shared(&body("")), &block(32), &[0u32]).unwrap();
    let across = shared(&body("").replace("xor.b32 %r9, %r0, 3", "xor.b32 %r9, %r0, 16"));
    assert!(matches!(
        fault(&across, &block(32), &[0u32]).kind,
        FaultKind::SharedRace { .. } | FaultKind::Unwritten { .. }
    ));
}

#[test]
fn named_barriers_order_the_warps_that_meet() {
    // Warps 0 and 1 meet at barrier 1, warps 2 and 3 at barrier 2.
    let body = "shr.u32 %r8, %r0, 6; add.u32 %r8, %r8, 1; xor.b32 %r9, %r0, 32; mad.lo.u32 %r9, %r9, 4, %r3; mov.u32 %r6, 0;\n\
                again:\nst.shared.u32 [%r1], %r6;\nbar.sync %r8, 64;\nld.shared.u32 %r5, [%r9];\nbar.sync %r8, 64;\n\
                add.u32 %r6, %r6, 1;\nsetp.lt.u32 %p1, %r6, 20;\n@%p1 bra again;";
    launch_result(&shared(body), &block(128), &[0u32]).unwrap();
    let across = shared(&body.replace("xor.b32 %r9, %r0, 32", "xor.b32 %r9, %r0, 64"));
    assert!(matches!(
        fault(&across, &block(128), &[0u32]).kind,
        FaultKind::SharedRace { .. } | FaultKind::Unwritten { .. }
    ));
}

#[test]
fn atomics_do_not_race_with_each_other() {
    let program = shared(
        "setp.eq.u32 %p1, %r0, 0;\n@%p1 st.shared.u32 [%r3], 0;\nbar.sync 0;\natom.shared.add.u32 %r5, [%r3], 1;",
    );
    launch_result(&program, &block(64), &[0u32]).unwrap();
    let mixed = shared(
        "setp.eq.u32 %p1, %r0, 0;\n@%p1 st.shared.u32 [%r3], 0;\nbar.sync 0;\natom.shared.add.u32 %r5, [%r3], \
            1;\nld.shared.u32 %r6, [%r3];",
    );
    assert!(matches!(fault(&mixed, &block(64), &[0u32]).kind, FaultKind::SharedRace { .. }));
}

#[test]
fn global_races_between_blocks() {
    for (first, second) in [
        ("st.global.u32 [%d0], 1;", "st.global.u32 [%d0], 1;"),
        ("st.global.u32 [%d0], 1;", "ld.global.u32 %r5, [%d0];"),
        ("ld.global.u32 %r5, [%d0];", "st.global.u32 [%d0], 1;"),
        ("atom.global.add.u32 %r5, [%d0], 1;", "ld.global.u32 %r5, [%d0];"),
        ("ld.global.u32 %r5, [%d0];", "red.global.add.u32 [%d0], 1;"),
    ] {
        let program = text(
            "",
            &format!(
                "mov.u32 %r6, %ctaid.x; setp.eq.u32 %p1, %r6, 0;\n@!%p1 bra second;\n{first}\nret;\nsecond:\n{second}"
            ),
        );
        let one = fault(&program, &grid(2, 1), &[0u32]);
        let FaultKind::GlobalRace { other, .. } = &one.kind else { panic!("{one}") };
        assert_eq!((one.block, other.block), ([1, 0, 0], [0, 0, 0]), "{one}");
        // On several host threads too, in either order.
        for _ in 0..50 {
            let two = fault(&program, &Launch { threads: 2, ..grid(2, 1) }, &[0u32]);
            assert!(matches!(two.kind, FaultKind::GlobalRace { .. }), "{two}");
        }
    }
}

#[test]
fn one_reader_among_blocks_then_the_same_block_writes() {
    // Both blocks read, then the second one writes: the first one's read is still in the way.
    let program = text(
        "",
        "ld.global.u32 %r5, [%d0];\nmov.u32 %r6, %ctaid.x; setp.eq.u32 %p1, %r6, 1;\n@%p1 st.global.u32 [%d0], 1;",
    );
    assert!(matches!(fault(&program, &grid(2, 1), &[0u32]).kind, FaultKind::GlobalRace { .. }));
}

#[test]
fn bytes_of_one_word_by_different_blocks_do_not_race() {
    let program =
        text("", "mov.u32 %r5, %ctaid.x; cvt.u64.u32 %d3, %r5; add.u64 %d3, %d3, %d0;\nst.global.u8 [%d3], %r5;");
    assert_eq!(run(&program, &Launch { threads: 4, ..grid(64, 1) }, &[9u8; 64]), (0..64).collect::<Vec<u8>>());
}

#[test]
fn blocks_that_share_words_but_no_bytes_are_never_reported() {
    // Each block of two threads exchanges its two bytes through global memory, with barriers; two blocks share each
    // word.
    let body = "mov.u32 %r5, %ctaid.x; shl.b32 %r5, %r5, 1; add.u32 %r6, %r5, %r0; cvt.u64.u32 %d3, %r6; add.u64 %d3, %d3, %d0;\n\
                xor.b32 %r7, %r6, 1; cvt.u64.u32 %d4, %r7; add.u64 %d4, %d4, %d0; mov.u32 %r8, 0;\n\
                again:\nld.global.u8 %r9, [%d4];\nbar.sync 0;\nadd.u32 %r9, %r9, 1;\nst.global.u8 [%d3], %r9;\nbar.sync 0;\n\
                add.u32 %r8, %r8, 1; setp.lt.u32 %p1, %r8, 50;\n@%p1 bra again;";
    let program = text("", body);
    for _ in 0..20 {
        assert_eq!(run(&program, &Launch { threads: 4, ..grid(64, 2) }, &[0u8; 128]), [50; 128]);
    }
}

#[test]
fn launches_are_ordered() {
    let memory = ptx_vm::Memory::new();
    let numbers = support::buffer(&memory, &[0u32]);
    let program =
        support::module(&text("", "ld.global.u32 %r5, [%d0]; add.u32 %r5, %r5, 1; st.global.u32 [%d0], %r5;"));
    for _ in 0..10 {
        program.launch(&memory, "main", &block(1), &[support::pointer(numbers)]).unwrap();
    }
    assert_eq!(support::contents::<u32>(&memory, numbers), [10]);
}

#[test]
fn global_races_within_a_block() {
    let unordered = fault(&text("", "st.global.u32 [%d0], 1;"), &block(2), &[0u32]);
    let FaultKind::GlobalRace { other, .. } = &unordered.kind else { panic!("{unordered}") };
    assert_eq!((unordered.thread, other.block, other.thread), ([1, 0, 0], [0; 3], Some([0; 3])));
    assert!(other.line.is_some());
    let ordered = text(
        "",
        "setp.eq.u32 %p1, %r0, 0;\n@%p1 st.global.u32 [%d0], 1;\nbar.sync 0;\nld.global.u32 %r5, [%d0];\nbar.sync \
            0;\nsetp.eq.u32 %p1, %r0, 1;\n@%p1 st.global.u32 [%d0], 2;",
    );
    launch_result(&ordered, &block(64), &[0u32]).unwrap();
    let missing = ordered.replacen("bar.sync 0;\nsetp", "setp", 1);
    assert!(matches!(fault(&missing, &block(64), &[0u32]).kind, FaultKind::GlobalRace { .. }));
}

#[test]
fn the_read_only_path_reads_what_the_launch_does_not_write() {
    launch_result(&text("", "ld.global.nc.u32 %r5, [%d1];"), &block(2), &[0u32; 2]).unwrap();
    let own = fault(&text("", "st.global.u32 [%d1], 1;\nld.global.nc.u32 %r5, [%d1];"), &block(2), &[0u32; 2]);
    let FaultKind::ReadOnlyPath { other, size: 4, .. } = &own.kind else { panic!("{own}") };
    assert_eq!((own.thread, other.thread), ([0; 3], Some([0; 3])));
}

#[test]
fn atomics_of_many_blocks_on_several_host_threads() {
    let program = text(
        "",
        "atom.global.add.u32 %r5, [%d0], 1;\natom.global.add.u64 %d3, [%d0+8], 3;\natom.global.max.u32 %r5, [%d0+16], %r0;\nred.global.or.b32 [%d0+20], 4;\n\
         again:\nld.relaxed.gpu.global.u32 %r6, [%d0+24]; add.u32 %r7, %r6, 2;\natom.global.cas.b32 %r8, [%d0+24], %r6, %r7;\nsetp.ne.u32 %p1, %r8, %r6;\n@%p1 bra again;",
    );
    let found = run(&program, &Launch { threads: 4, ..grid(200, 64) }, &[0u32; 8]);
    assert_eq!(found, [12_800, 0, 38_400, 0, 63, 4, 25_600, 0]);
}
