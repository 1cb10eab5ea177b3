//! What the tutorials of both sparse arrays have.
use super::steps::{Steps, step};
use super::text::{numbers, python};
use anyhow::Result;
use lacuna::infer::Stype::{self, Dense};
use lacuna_runtime::array::{Array, Dtype::F32};
use lacuna_runtime::operator::{CastStorage, Context};

/// Conversions and copies.
pub fn run(steps: &mut Steps<'_, '_>, stype: Stype) -> Result<()> {
    step!(steps, "tostype", "Dense to sparse and back"; [
        let ones = Array::dense(&[2, 2], vec![1.0_f32; 4])?;
        let a = ones.tostype(stype)?;
    ] format!("{a} {}", a.tostype(Dense)?));
    step!(steps, "cast_storage", "The same by the operator"; [
        let mut context = Context::new();
        let a = context.run(&CastStorage { stype }, &[&ones])?;
        let back = context.run(&CastStorage { stype: Dense }, &[&a])?;
    ] format!("{a} {back}"));
    step!(steps, "copies", "Three ways to copy"; [
        let b = a.clone();
        let mut c = Array::zeros(stype, &[2, 2], F32)?;
        c.assign(&a)?;
        let mut d = Array::zeros(stype, &[2, 2], F32)?;
        a.copyto(&mut d)?;
    ] format!("{}\n{}\n{}\n{}", python(std::ptr::eq(&b, &a)), numbers(&b)?, numbers(&c)?, numbers(&d)?));
    step!(steps, "copies between storage types", "The destination keeps its storage type"; [
        let mut e = Array::zeros(stype, &[2, 2], F32)?;
        e.assign(&ones)?;
        let mut f = Array::zeros(stype, &[2, 2], F32)?;
        ones.copyto(&mut f)?;
    ] format!("{} {} {}\n{}", e.stype(), f.stype(), ones.stype(), numbers(&f)?));
    Ok(())
}
