//! Nothing: what counts is in `Cargo.toml`. `cargo test --release --workspace` after `cargo run --release` compiles
//! tests alone, as long as both take every crate with the same features.
#![no_std]
