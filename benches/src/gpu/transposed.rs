//! Transposed csr times dense, and the plans for it.
use super::bytes::Counts;
use super::measure::{Bench, Line};
use super::plan::{self, Room};
use super::{PATTERNS, Pattern};
use anyhow::Result;
use lacuna::rows::SegmentPlan;
use lacuna::{Csr, Dense, DenseMut, RowSparseMut};
use lacuna_cuda::driver::Driver;
use lacuna_cuda::{DeviceCsr, DeviceDense, dot};
use lacuna_harness::backend::Backend;

const READY: &str = "i32; plan ready; output reused";
const ANEW: &str = "i32; plan made each time; output reused";

pub(super) fn run<D: Driver>(bench: &mut Bench<'_, D>) -> Result<()> {
    for pattern in &PATTERNS {
        let structure = format!("transpose_plan_{}", pattern.name);
        let wants_width = |&width: &usize| names(pattern, width).iter().any(|name| bench.wants(name));
        let widths: Vec<_> = pattern.widths.iter().copied().filter(wants_width).collect();
        if widths.is_empty() && !bench.wants(&structure) {
            continue;
        }
        let matrix = bench.folder.csr(pattern.name)?;
        let a = matrix.view()?;
        let mut room = Room::new(a.nnz());
        let plan = lacuna::dot::transpose_plan(a, 0..a.columns(), room.buffers(), &mut plan::scratch::<i32>(a.nnz()))?;
        let counts = Counts::of(a);
        if bench.wants(&structure) {
            let there = DeviceCsr::upload(bench.gpu, a)?;
            plan::check(bench, &structure, &dot::transpose_plan(bench.gpu, &there)?, &plan)?;
            let line = Line::new(&structure, counts.transpose_plan(), "i32; new arrays");
            bench.time(line, |gpu| dot::transpose_plan(gpu, &there).map(drop))?;
        }
        for width in widths {
            products(bench, pattern, width, a, &plan, &counts)?;
        }
    }
    Ok(())
}

fn names(pattern: &Pattern, width: usize) -> [String; 2] {
    ["csr_t_dense", "csr_t_dense_anew"].map(|kernel| format!("{kernel}_{}_{width}", pattern.name))
}

fn products<D: Driver>(
    bench: &mut Bench<'_, D>,
    pattern: &Pattern,
    width: usize,
    a: Csr<'_, f32, i32>,
    plan: &SegmentPlan<'_, i32>,
    counts: &Counts,
) -> Result<()> {
    let [ready, anew] = names(pattern, width);
    let operand = bench.folder.dense(a.rows(), width)?;
    let b = Dense::new(a.rows(), width, &operand)?;
    let (there, b_there) = (DeviceCsr::upload(bench.gpu, a)?, DeviceDense::upload(bench.gpu, b)?);
    let plan_there = dot::transpose_plan(bench.gpu, &there)?;
    let mut expected = vec![0.0; a.columns() * width];
    bench.cpu.csr_t_dense_to_dense(plan, a.values(), b, DenseMut::new(a.columns(), width, &mut expected)?)?;
    let mut out = bench.unwritten(a.columns(), width)?;
    if bench.wants(&ready) {
        dot::csr_t_dense_to_dense(bench.gpu, &plan_there, there.values(), &b_there, &mut out)?;
        bench.check_dense(&ready, &out, &expected)?;
        bench.time(Line::new(&ready, counts.transposed(width, a.columns()), READY), |gpu| {
            dot::csr_t_dense_to_dense(gpu, &plan_there, there.values(), &b_there, &mut out)
        })?;

        let mut expected = vec![0.0; plan.stored_rows() * width];
        let stored = RowSparseMut::trusted(a.columns(), width, plan.ids(), &mut expected)?;
        bench.cpu.csr_t_dense(plan, a.values(), b, stored)?;
        let mut out = bench.unwritten_rows(plan_there.pattern(), width)?;
        dot::csr_t_dense(bench.gpu, &plan_there, there.values(), &b_there, &mut out)?;
        bench.check_rows(&format!("{ready}, row_sparse"), &out, &expected)?;
        let line = Line { form: "row_sparse", ..Line::new(&ready, counts.transposed(width, plan.stored_rows()), READY) };
        bench.time(line, |gpu| dot::csr_t_dense(gpu, &plan_there, there.values(), &b_there, &mut out))?;
    }
    if bench.wants(&anew) {
        let mut out = bench.unwritten(a.columns(), width)?;
        dot::csr_t_dense_to_dense(bench.gpu, &dot::transpose_plan(bench.gpu, &there)?, there.values(), &b_there, &mut out)?;
        bench.check_dense(&anew, &out, &expected)?;
        bench.time(Line::new(&anew, counts.transposed_anew(width, a.columns()), ANEW), |gpu| {
            let plan = dot::transpose_plan(gpu, &there)?;
            dot::csr_t_dense_to_dense(gpu, &plan, there.values(), &b_there, &mut out)
        })?;
    }
    Ok(())
}
