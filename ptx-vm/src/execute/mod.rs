//! Runs decoded programs.

mod access;
mod atomic;
mod barrier;
mod block;
mod collective;
mod convert;
mod float;
mod integer;
mod launch;
mod thread;

pub(crate) use block::Arena;
pub use launch::{Argument, Launch, Statistics};
