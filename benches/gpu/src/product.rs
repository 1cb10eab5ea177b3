//! Csr times dense.
use super::bench::{Bench, Line};
use super::bytes::Counts;
use super::inputs::SQUARES;
use anyhow::Result;
use lacuna::Dense;
use lacuna_cuda::driver::Driver;
use lacuna_cuda::{DeviceCsr, DeviceDense, dot};

fn name(matrix: &str, width: usize) -> String {
    format!("csr_dense_{matrix}_{width}")
}

pub(super) fn names() -> Vec<String> {
    SQUARES.iter().flat_map(|square| square.widths.iter().map(|&width| name(square.name, width))).collect()
}

pub(super) fn run<D: Driver>(bench: &mut Bench<'_, D>) -> Result<()> {
    for square in &SQUARES {
        let widths: Vec<_> =
            square.widths.iter().copied().filter(|&width| bench.wants(&[name(square.name, width)])).collect();
        if widths.is_empty() {
            continue;
        }
        let matrix = bench.folder.csr(square.name)?;
        let a = matrix.view()?;
        let (counts, there) = (Counts::of(a), DeviceCsr::upload(bench.gpu, a)?);
        for width in widths {
            let operand = bench.folder.dense(a.columns(), width)?;
            let b = Dense::new(a.columns(), width, &operand)?;
            let b_there = DeviceDense::upload(bench.gpu, b)?;
            bench.dense(
                Line::new(&name(square.name, width), counts.product(width), "i32; output reused"),
                [a.rows(), width],
                |cpu, out| cpu.csr_dense(a, b, out),
                |gpu, out| dot::csr_dense(gpu, &there, &b_there, out),
            )?;
        }
    }
    Ok(())
}
