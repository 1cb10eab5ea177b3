//! Buffers of more bytes than 32 bits can count, of which little is touched.
#![allow(clippy::unwrap_used)]
#![cfg(target_pointer_width = "64")]

mod support;

use ptx_vm::{FaultKind, Launch, LaunchError, Memory, MemoryError, Space};
use support::{block, grid, module, pointer, text};

const SIZE: usize = (5 << 30) + 2;
/// Of a row of four words; row 2^28 begins at byte 2^32.
const ROW: usize = 16;

/// Adds 1 to the first word of row `%ctaid.x` and of the row 2^28 after it, whose place `offset` leaves in `%d3`.
fn increment(offset: &str) -> String {
    text(
        "",
        &format!(
            "mov.u32 %r1, %ctaid.x; add.u32 %r2, %r1, 268435456;\n{offset}\nadd.u64 %d3, %d3, %d0;\n\
             ld.global.u32 %r4, [%d3]; add.u32 %r4, %r4, 1; st.global.u32 [%d3], %r4;"
        ),
    )
}

const WIDE: &str = "mul.wide.u32 %d3, %r2, 16;";
const NARROW: &str = "mul.lo.u32 %r3, %r2, 16; cvt.u64.u32 %d3, %r3;";

fn word(memory: &Memory, buffer: ptx_vm::Buffer, offset: usize) -> Result<u32, MemoryError> {
    let mut bytes = [0; 4];
    memory.read(buffer, offset, &mut bytes)?;
    Ok(u32::from_le_bytes(bytes))
}

fn fault(result: Result<ptx_vm::Statistics, LaunchError>) -> ptx_vm::Fault {
    match result {
        Err(LaunchError::Fault(fault)) => *fault,
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_offset_of_32_bits_meets_the_wrong_row() {
    for threads in [1, 4] {
        let memory = Memory::new();
        let buffer = memory.allocate(SIZE).unwrap();
        memory.fill(buffer, 0, SIZE, 1).unwrap();
        let launch = Launch { threads, ..grid(8, 1) };
        module(&increment(WIDE)).launch(&memory, "main", &launch, &[pointer(buffer)]).unwrap();
        for row in 0..8 {
            assert_eq!(word(&memory, buffer, row * ROW), Ok(0x0101_0101));
            assert_eq!(word(&memory, buffer, (1 << 32) + row * ROW), Ok(0x0101_0102));
        }
        module(&increment(NARROW)).launch(&memory, "main", &launch, &[pointer(buffer)]).unwrap();
        assert_eq!((word(&memory, buffer, 0), word(&memory, buffer, 1 << 32)), (Ok(0x0101_0102), Ok(0x0101_0102)));
    }
}

#[test]
fn what_nothing_wrote_is_reported() {
    let memory = Memory::new();
    let buffer = memory.allocate(SIZE).unwrap();
    // Only the rows that are meant.
    memory.write(buffer, 1 << 32, &[0; 8 * ROW]).unwrap();
    module(&increment(WIDE)).launch(&memory, "main", &grid(8, 1), &[pointer(buffer)]).unwrap();
    let unwritten = fault(module(&increment(NARROW)).launch(&memory, "main", &grid(8, 1), &[pointer(buffer)]));
    assert!(matches!(unwritten.kind, FaultKind::Unwritten { space: Space::Global, size: 4, .. }), "{unwritten}");
    // In a page that is written elsewhere, and in one that is not.
    assert_eq!(word(&memory, buffer, (1 << 32) + 8 * ROW), Err(MemoryError::Unwritten { offset: (1 << 32) + 8 * ROW }));
    assert_eq!(word(&memory, buffer, 3 << 30), Err(MemoryError::Unwritten { offset: 3 << 30 }));
    let added = text("", "add.u64 %d3, %d0, 3221225472;\natom.global.add.u32 %r1, [%d3], 1;");
    let unwritten = fault(module(&added).launch(&memory, "main", &block(1), &[pointer(buffer)]));
    assert!(matches!(unwritten.kind, FaultKind::Unwritten { .. }), "{unwritten}");
    let beyond = text("", "add.u64 %d3, %d0, 5368709120;\nst.global.u32 [%d3], %r0;");
    let beyond = fault(module(&beyond).launch(&memory, "main", &block(1), &[pointer(buffer)]));
    assert!(matches!(beyond.kind, FaultKind::OutOfBounds { nearest: Some((_, SIZE)), .. }), "{beyond}");
}

#[test]
fn parts_of_pages_are_written_and_read() {
    let memory = Memory::new();
    let buffer = memory.allocate(SIZE).unwrap();
    let page = 1 << 16;
    // From inside a page, over whole ones, into another; then other bytes over that, of one value and of several.
    memory.fill(buffer, page + 3, 3 * page, 7).unwrap();
    memory.write(buffer, 3 * page - 2, &[9; 5]).unwrap();
    memory.write(buffer, 2 * page, &vec![8; page]).unwrap();
    memory.fill(buffer, SIZE - 2, 2, 6).unwrap();
    let mut bytes = vec![0; 3 * page];
    memory.read(buffer, page + 3, &mut bytes).unwrap();
    let at = |offset: usize| bytes[offset - page - 3];
    assert_eq!([at(page + 3), at(2 * page - 1), at(2 * page), at(3 * page - 1)], [7, 7, 8, 8]);
    assert_eq!([at(3 * page), at(3 * page + 2), at(3 * page + 3), at(4 * page + 2)], [9, 9, 7, 7]);
    assert_eq!(memory.read(buffer, page + 2, &mut [0]), Err(MemoryError::Unwritten { offset: page + 2 }));
    assert_eq!(memory.read(buffer, 4 * page, &mut [0; 4]), Err(MemoryError::Unwritten { offset: 4 * page + 3 }));
    let mut end = [0; 2];
    memory.read(buffer, SIZE - 2, &mut end).unwrap();
    assert_eq!(end, [6; 2]);
    assert_eq!(
        memory.fill(buffer, SIZE - 1, 2, 0),
        Err(MemoryError::OutOfBounds { offset: SIZE - 1, length: 2, size: SIZE })
    );
}

/// A race is found in a page that the host only filled.
#[test]
fn races_in_filled_pages() {
    let memory = Memory::new();
    let buffer = memory.allocate(SIZE).unwrap();
    memory.fill(buffer, 0, SIZE, 0).unwrap();
    let same_row = increment("mov.u64 %d3, 4294967296;");
    let race = fault(module(&same_row).launch(&memory, "main", &grid(2, 1), &[pointer(buffer)]));
    assert!(matches!(race.kind, FaultKind::GlobalRace { .. }), "{race}");
}
