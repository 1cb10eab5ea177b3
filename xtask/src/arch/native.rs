//! This machine, at each SIMD level of its processor.
use super::Reference;
use super::check::{Check, verify};
use anyhow::Result;
use lacuna::dispatch::Level;
use std::env::consts::ARCH;
use std::slice::from_ref;

pub(super) fn run(reference: &Reference, checks: &mut Vec<Check>) -> Result<()> {
    let levels: Vec<_> =
        Level::ALL.iter().copied().filter(|&level| cfg!(target_arch = "x86_64") || level == Level::Baseline).collect();
    verify(ARCH, "this processor", from_ref(&reference.verifier), &levels, reference, checks);
    Ok(())
}
