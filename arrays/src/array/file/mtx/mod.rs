//! Matrix Market text: one matrix, `coordinate` for a csr and `array` for a dense one.
mod header;
mod lines;
mod read;
mod write;

pub(super) use header::has_banner;
pub(super) use read::{read, text};
pub(super) use write::write;
