//! Csr times dense.
use super::PATTERNS;
use super::bytes::Counts;
use super::measure::{Bench, Line};
use anyhow::Result;
use lacuna::{Dense, DenseMut};
use lacuna_cuda::driver::Driver;
use lacuna_cuda::{DeviceCsr, DeviceDense, dot};
use lacuna_harness::backend::Backend;

pub(super) fn run<D: Driver>(bench: &mut Bench<'_, D>) -> Result<()> {
    for pattern in &PATTERNS {
        let name = |width| format!("csr_dense_{}_{width}", pattern.name);
        let widths: Vec<_> = pattern.widths.iter().copied().filter(|&width| bench.wants(&name(width))).collect();
        if widths.is_empty() {
            continue;
        }
        let matrix = bench.folder.csr(pattern.name)?;
        let a = matrix.view()?;
        let (counts, a_there) = (Counts::of(a), DeviceCsr::upload(bench.gpu, a)?);
        for width in widths {
            let operand = bench.folder.dense(a.columns(), width)?;
            let b = Dense::new(a.columns(), width, &operand)?;
            let mut expected = vec![0.0; a.rows() * width];
            bench.cpu.csr_dense(a, b, DenseMut::new(a.rows(), width, &mut expected)?)?;
            let b = DeviceDense::upload(bench.gpu, b)?;
            let mut out = bench.unwritten(a.rows(), width)?;
            dot::csr_dense(bench.gpu, &a_there, &b, &mut out)?;
            bench.check_dense(&name(width), &out, &expected)?;
            bench.time(Line::new(&name(width), counts.product(width), "i32; output reused"), |gpu| {
                dot::csr_dense(gpu, &a_there, &b, &mut out)
            })?;
        }
    }
    Ok(())
}
