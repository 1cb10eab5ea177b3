//! The C ABI of the runtime, called as a C program calls it.
#![allow(clippy::unwrap_used, clippy::undocumented_unsafe_blocks, reason = "tests")]
mod calls;
mod exact;
mod mixed;
mod quantized;
mod slots;
mod threads;
mod told;
