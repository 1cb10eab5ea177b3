//! Executes and checks PTX on the CPU.
//!
//! A program for an NVIDIA GPU, as the text that compilers emit, is run thread by thread with exact arithmetic, and
//! every access to memory is checked. What would be silent corruption on a GPU is an error here, with its block, thread
//! and line. See [`Module::launch`].
#![forbid(unsafe_code)]

mod decode;
mod error;
mod execute;
mod fault;
mod memory;
mod operation;
mod parse;
mod program;
mod race;

pub use error::{LaunchError, MemoryError, ParseError};
pub use execute::{Argument, Launch, Statistics};
pub use fault::{AccessKind, Fault, FaultKind, Opponent, Space};
pub use memory::{Buffer, Memory};
pub use program::{Module, Parameter};

#[cfg(doctest)]
mod readme {
    #[doc = include_str!("../README.md")]
    struct Readme;
}
