//! Losses and their gradients.
mod columns;
mod output;
mod rows;
mod sampled;

pub(super) use super::values::*;
pub(super) use columns::*;
pub(super) use output::*;
pub(super) use rows::*;
pub(super) use sampled::*;
