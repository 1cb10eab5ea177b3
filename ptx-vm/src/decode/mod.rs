//! From parsed statements to decoded instructions.

mod bits;
mod builder;
mod collective;
mod compare;
mod control;
mod convert;
mod float;
mod instruction;
mod integer;
mod memory;
mod modifiers;
mod special;
mod symbol;
mod values;

pub(crate) use builder::{Builder, Globals};
pub(crate) use instruction::Guard;
pub(crate) use symbol::Symbol;
