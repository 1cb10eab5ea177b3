//! Shuffles, votes, matches, reductions and barriers, lane by lane.
#![allow(clippy::unwrap_used)]

mod support;

use support::{block, grid, run, text};

/// What each of these lanes leaves in `%r31`.
fn per_lane(lanes: u32, body: &str) -> Vec<u32> {
    run(&text("", &format!("{body}\nst.global.u32 [%d1], %r31;")), &block(lanes), &vec![0u32; lanes as usize])
}

/// The shuffle of the PTX ISA, written a second time: `d[lane]` and `p[lane]` for `a[lane] = 100 + lane`.
fn shuffle(mode: &str, b: i64, c: i64, lane: i64) -> (u32, bool) {
    let (b, clamp, segment) = (b & 31, c & 31, c >> 8 & 31);
    let maximum = (lane & segment) | (clamp & !segment & 31);
    let minimum = lane & segment;
    let (source, in_range) = match mode {
        "up" => (lane - b, lane - b >= maximum),
        "down" => (lane + b, lane + b <= maximum),
        "bfly" => (lane ^ b, (lane ^ b) <= maximum),
        _ => (minimum | (b & !segment & 31), (minimum | (b & !segment & 31)) <= maximum),
    };
    (100 + (if in_range { source } else { lane }) as u32, in_range)
}

#[test]
fn shuffles_of_every_mode_and_width() {
    for mode in ["up", "down", "bfly", "idx"] {
        for width in [32i64, 16, 8, 4] {
            let clamp = if mode == "up" { 0 } else { 31 };
            let c = (32 - width) << 8 | clamp;
            for b in [0, 1, 3, 8, 17, 31, 33] {
                let found = per_lane(
                    32,
                    &format!(
                        "add.u32 %r1, %r0, 100; shfl.sync.{mode}.b32 %r2|%p1, %r1, {b}, {c}, -1; selp.u32 %r3, 1000, \
                            0, %p1; add.u32 %r31, %r2, %r3;"
                    ),
                );
                for (lane, found) in found.into_iter().enumerate() {
                    let (value, in_range) = shuffle(mode, b, c, lane as i64);
                    assert_eq!(found, value + if in_range { 1000 } else { 0 }, "{mode} {b} {c:#x} lane {lane}");
                }
            }
        }
    }
    // By hand: up by one keeps lane 0; a clamp of 15 keeps the upper lanes from going down.
    assert_eq!(per_lane(32, "shfl.sync.up.b32 %r31, %r0, 1, 0, -1;")[..4], [0, 0, 1, 2]);
    assert_eq!(per_lane(32, "shfl.sync.down.b32 %r31, %r0, 1, 15, -1;")[13..18], [14, 15, 15, 16, 17]);
}

#[test]
fn shuffles_by_a_part_of_the_warp() {
    let found = per_lane(
        32,
        "setp.lt.u32 %p1, %r0, 8; mov.u32 %r31, 99;\n@!%p1 bra end;\nshfl.sync.bfly.b32 %r31, %r0, 7, 31, 255;\nend:",
    );
    assert_eq!(found[..9], [7, 6, 5, 4, 3, 2, 1, 0, 99]);
}

#[test]
fn votes() {
    let third = "rem.u32 %r1, %r0, 3; setp.eq.u32 %p1, %r1, 0;";
    assert_eq!(per_lane(32, &format!("{third} vote.sync.ballot.b32 %r31, %p1, -1;")), [0x4924_9249; 32]);
    assert_eq!(per_lane(20, &format!("{third} vote.sync.ballot.b32 %r31, %p1, -1;")), [0x0004_9249; 20]);
    assert_eq!(per_lane(32, &format!("{third} vote.sync.ballot.b32 %r31, !%p1, -1;")), [!0x4924_9249; 32]);
    for (vote, of_third, of_all, of_none) in [("any", 1, 1, 0), ("all", 0, 1, 0), ("uni", 0, 1, 1)] {
        let ask = |condition: &str| {
            per_lane(32, &format!("{condition} vote.sync.{vote}.pred %p2, %p1, -1; selp.u32 %r31, 1, 0, %p2;"))[7]
        };
        assert_eq!(
            (ask(third), ask("setp.lt.u32 %p1, %r0, 32;"), ask("setp.gt.u32 %p1, %r0, 32;")),
            (of_third, of_all, of_none),
            "{vote}"
        );
    }
}

#[test]
fn matches_and_reductions() {
    assert_eq!(per_lane(32, "and.b32 %r1, %r0, 1; match.any.sync.b32 %r31, %r1, -1;")[..2], [0x5555_5555, 0xaaaa_aaaa]);
    assert_eq!(
        per_lane(32, "cvt.u64.u32 %d3, %r0; shl.b64 %d3, %d3, 31; match.any.sync.b64 %r31, %d3, -1;")[..3],
        [1, 2, 4]
    );
    assert_eq!(
        per_lane(
            32,
            "mov.u32 %r1, 7; match.all.sync.b32 %r2|%p1, %r1, -1; selp.u32 %r3, 1, 0, %p1; and.b32 %r31, %r2, %r3;"
        ),
        [1; 32]
    );
    assert_eq!(
        per_lane(32, "match.all.sync.b32 %r2|%p1, %r0, -1; selp.u32 %r3, 1, 0, %p1; or.b32 %r31, %r2, %r3;"),
        [0; 32]
    );
    // Of -1, 0, …, 30.
    for (reduction, expected) in [
        ("add.u32", 464),
        ("min.s32", u32::MAX),
        ("min.u32", 0),
        ("max.s32", 30),
        ("max.u32", u32::MAX),
        ("and.b32", 0),
        ("or.b32", u32::MAX),
    ] {
        let found =
            per_lane(32, &format!("sub.u32 %r1, %r0, 1; mov.u32 %r2, -1; redux.sync.{reduction} %r31, %r1, %r2;"));
        assert_eq!(found, [expected; 32], "{reduction}");
    }
    assert_eq!(per_lane(32, "redux.sync.xor.b32 %r31, %r0, -1;"), [0; 32]);
}

#[test]
fn active_lanes() {
    let found = per_lane(
        8,
        "and.b32 %r1, %r0, 1; setp.eq.u32 %p1, %r1, 0;\n@%p1 bra even;\nactivemask.b32 %r31;\nbra \
            end;\neven:\nactivemask.b32 %r31;\nend:",
    );
    assert_eq!(found, [0x55, 0xaa, 0x55, 0xaa, 0x55, 0xaa, 0x55, 0xaa]);
    let elected = per_lane(
        8,
        "setp.gt.u32 %p1, %r0, 2; mov.u32 %r31, 9;\n@!%p1 bra end;\nelect.sync %r2|%p2, 248; selp.u32 %r3, 100, 0, \
            %p2; add.u32 %r31, %r2, %r3;\nend:",
    );
    assert_eq!(elected, [9, 9, 9, 103, 3, 3, 3, 3]);
}

#[test]
fn barriers_with_reductions_and_arrivals() {
    let count = run(
        &text("", "setp.lt.u32 %p1, %r0, 70; bar.red.popc.u32 %r31, 0, %p1;\nst.global.u32 [%d1], %r31;"),
        &block(100),
        &[0u32; 100],
    );
    assert_eq!(count, [70; 100]);
    let all = run(
        &text(
            "",
            "setp.lt.u32 %p1, %r0, 70; barrier.red.and.pred %p2, 0, %p1; barrier.red.or.pred %p3, 0, %p1;\nselp.u32 \
                %r1, 1, 0, %p2; selp.u32 %r2, 2, 0, %p3; or.b32 %r31, %r1, %r2;\nst.global.u32 [%d1], %r31;",
        ),
        &block(100),
        &[0u32; 100],
    );
    assert_eq!(all, [2; 100]);
    // Warp 1 produces and goes on; warp 0 waits for it.
    let body = "setp.lt.u32 %p1, %r0, 32;\n@%p1 bra consume;\nsetp.eq.u32 %p2, %r0, 32;\n@%p2 st.shared.u32 [word], 5;\nbar.arrive 1, 64;\nbra end;\n\
                consume:\nbar.sync 1, 64;\nld.shared.u32 %r31, [word];\nst.global.u32 [%d1], %r31;\nend:";
    assert_eq!(run(&text(".shared .b32 word;", body), &block(64), &[0u32; 32]), [5; 32]);
    // Without the arrival the consumer reads too early, or races.
    let early = text(".shared .b32 word;", &body.replace("bar.sync 1, 64;", ""));
    let fault = support::fault(&early, &block(64), &[0u32; 32]);
    assert!(
        matches!(fault.kind, ptx_vm::FaultKind::Unwritten { .. } | ptx_vm::FaultKind::SharedRace { .. }),
        "{fault}"
    );
}

#[test]
fn a_block_reduction_by_shared_memory_and_shuffles() {
    let declarations = ".shared .align 4 .b8 partial[128];";
    let body = "
        mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mad.lo.u32 %r3, %r1, %r2, %r0; mad.wide.u32 %d3, %r3, 4,
            %d0; ld.global.u32 %r4, [%d3];
        shfl.sync.down.b32 %r5, %r4, 16, 31, -1; add.u32 %r4, %r4, %r5;
        shfl.sync.down.b32 %r5, %r4, 8, 31, -1; add.u32 %r4, %r4, %r5;
        shfl.sync.down.b32 %r5, %r4, 4, 31, -1; add.u32 %r4, %r4, %r5;
        shfl.sync.down.b32 %r5, %r4, 2, 31, -1; add.u32 %r4, %r4, %r5;
        shfl.sync.down.b32 %r5, %r4, 1, 31, -1; add.u32 %r4, %r4, %r5;
        mov.u32 %r6, %laneid; mov.u32 %r7, %warpid; setp.eq.u32 %p1, %r6, 0; mov.u32 %r8, partial; mad.lo.u32 %r9, %r7,
            4, %r8;
        @%p1 st.shared.u32 [%r9], %r4;
        bar.sync 0;
        setp.ne.u32 %p2, %r0, 0;
        @%p2 bra end;
        mov.u32 %r10, 0; mov.u32 %r11, 0; shr.u32 %r12, %r2, 5;
        again:
        ld.shared.u32 %r13, [%r8]; add.u32 %r10, %r10, %r13; add.u32 %r8, %r8, 4; add.u32 %r11, %r11,
            1; setp.lt.u32 %p3, %r11, %r12;
        @%p3 bra again;
        st.global.u32 [%d3], %r10;
        end:";
    let values: Vec<u32> = (0..1024).map(|index| index * index).collect();
    let found = run(&text(declarations, body), &ptx_vm::Launch { threads: 3, ..grid(4, 256) }, &values);
    for part in 0..4 {
        assert_eq!(found[part * 256], values[part * 256..(part + 1) * 256].iter().sum::<u32>());
    }
}
