//! A linear model that learns from sparse readings on a device without a heap. Everything here runs on the device and
//! on a desktop computer alike, and gives the same bits.
//!
//! All memory is a [`Memory`] of the caller, a `static` in the firmware. `f32` and `f64` come from the same generic
//! code.
#![cfg_attr(target_os = "none", no_std)]
#![forbid(unsafe_code)]

mod bits;
mod learner;
mod problem;
mod refusals;
mod report;

pub use bits::Hash;
pub use learner::{Memory, epoch, predict};
pub use problem::{BATCH, COLUMNS, ENTRIES, EPOCHS, Float, INDICES, INDPTR, OUTPUTS, ROWS, readings};
pub use refusals::refusals;
pub use report::{Failure, report};
