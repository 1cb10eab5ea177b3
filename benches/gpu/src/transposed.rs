//! Transposed csr times dense, and the plans for it.
use super::bench::{Bench, Line};
use super::bytes::Counts;
use super::compare::same_plan;
use super::inputs::{SQUARES, SquareCsr};
use anyhow::Result;
use lacuna::Dense;
use lacuna_benches_operands::buffer::Pages;
use lacuna_benches_operands::plan::PlanMemory;
use lacuna_cuda::driver::Driver;
use lacuna_cuda::{DeviceCsr, DeviceDense, dot};

const READY: &str = "i32; plan ready; output reused";
const ANEW: &str = "i32; plan made each time; output reused";

fn plan_name(square: &SquareCsr) -> String {
    format!("transpose_plan_{}", square.name)
}

/// With the plan ready, and anew.
fn product_names(square: &SquareCsr, width: usize) -> [String; 2] {
    ["csr_t_dense", "csr_t_dense_anew"].map(|kernel| format!("{kernel}_{}_{width}", square.name))
}

pub(super) fn names() -> Vec<String> {
    let of = |square: &'static SquareCsr| {
        std::iter::once(plan_name(square)).chain(square.widths.iter().flat_map(|&width| product_names(square, width)))
    };
    SQUARES.iter().flat_map(of).collect()
}

pub(super) fn run<D: Driver>(bench: &mut Bench<'_, D>) -> Result<()> {
    for square in &SQUARES {
        let widths: Vec<_> =
            square.widths.iter().copied().filter(|&width| bench.wants(&product_names(square, width))).collect();
        if !widths.is_empty() || bench.wants(&[plan_name(square)]) {
            products(bench, square, &widths)?;
        }
    }
    Ok(())
}

fn products<D: Driver>(bench: &mut Bench<'_, D>, square: &SquareCsr, widths: &[usize]) -> Result<()> {
    let matrix = bench.folder.csr(square.name)?;
    let a = matrix.view()?;
    let mut memory = PlanMemory::new(a.nnz(), Pages::Huge)?;
    let (buffers, scratch) = memory.lend();
    let plan = lacuna::dot::transpose_plan(a, 0..a.columns(), buffers, scratch)?;
    let (counts, there) = (Counts::of(a), DeviceCsr::upload(bench.gpu, a)?);
    bench.fresh(
        Line::new(&plan_name(square), counts.transpose_plan(), "i32; new arrays"),
        |gpu, found| same_plan(gpu, &plan_name(square), found, &plan),
        |gpu| dot::transpose_plan(gpu, &there),
    )?;
    let plan_there = dot::transpose_plan(bench.gpu, &there)?;
    for &width in widths {
        let [ready, anew] = &product_names(square, width);
        let operand = bench.folder.dense(a.rows(), width)?;
        let b = Dense::new(a.rows(), width, &operand)?;
        let b_there = DeviceDense::upload(bench.gpu, b)?;
        bench.dense(
            Line::new(ready, counts.transposed(width, a.columns()), READY),
            [a.columns(), width],
            |cpu, out| cpu.csr_t_dense_to_dense(&plan, a.values(), b, out),
            |gpu, out| dot::csr_t_dense_to_dense(gpu, &plan_there, there.values(), &b_there, out),
        )?;
        bench.stored_rows(
            Line { form: "row_sparse", ..Line::new(ready, counts.transposed(width, plan.stored_rows()), READY) },
            (plan.ids(), plan_there.pattern()),
            [a.columns(), width],
            |cpu, out| cpu.csr_t_dense(&plan, a.values(), b, out),
            |gpu, out| dot::csr_t_dense(gpu, &plan_there, there.values(), &b_there, out),
        )?;
        bench.dense(
            Line::new(anew, counts.transposed_anew(width, a.columns()), ANEW),
            [a.columns(), width],
            |cpu, out| cpu.csr_t_dense_to_dense(&plan, a.values(), b, out),
            |gpu, out| {
                dot::csr_t_dense_to_dense(gpu, &dot::transpose_plan(gpu, &there)?, there.values(), &b_there, out)
            },
        )?;
    }
    Ok(())
}
