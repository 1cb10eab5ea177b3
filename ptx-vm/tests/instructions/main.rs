//! Instructions against values worked out by hand from the PTX ISA.
#![allow(clippy::unwrap_used)]

mod conversions;
mod floats;
mod integers;
mod memory;
#[path = "../support/mod.rs"]
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
