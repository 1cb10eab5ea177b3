//! Tables in mapped files: the bits of plain arrays, and what is left by kills, damages and full disks.
#![allow(clippy::unwrap_used)]

mod crashes;
mod damages;
#[cfg(unix)]
mod full_disk;
#[cfg(unix)]
mod kills;
mod plain;
mod refusals;
mod steps;
