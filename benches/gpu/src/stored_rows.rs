//! Products with a dense operand of which only half of the rows are stored.
use super::bench::{Bench, Line};
use super::bytes::Counts;
use super::compare::same_plan;
use super::inputs::ROW_LENGTH;
use anyhow::Result;
use lacuna::RowSparse;
use lacuna_benches_operands::buffer::Pages;
use lacuna_benches_operands::plan::PlanMemory;
use lacuna_cuda::driver::Driver;
use lacuna_cuda::{DeviceCsr, DeviceRowSparse, dot};

const NAMES: [&str; 3] = ["csr_row_sparse", "transpose_plan_row_sparse", "csr_t_row_sparse"];
/// Columns of the operand.
const WIDTH: usize = ROW_LENGTH / 4;
const NOTES: &str = "i32; uniform; half of the rows stored; 32 columns";

pub(super) fn names() -> Vec<String> {
    NAMES.map(str::to_owned).to_vec()
}

pub(super) fn run<D: Driver>(bench: &mut Bench<'_, D>) -> Result<()> {
    if !bench.wants(&NAMES) {
        return Ok(());
    }
    let [forward, structure, backward] = NAMES;
    let matrix = bench.folder.csr("uniform")?;
    let a = matrix.view()?;
    let ids: Vec<i32> =
        bench.folder.ids("ids_500000")?.iter().map(|&id| i32::try_from(id)).collect::<Result<_, _>>()?;
    let data = bench.folder.dense(ids.len(), WIDTH)?;
    let b = RowSparse::new(a.rows(), WIDTH, &ids, &data)?;
    let (there, b_there) = (DeviceCsr::upload(bench.gpu, a)?, DeviceRowSparse::upload(bench.gpu, b)?);

    let mut used = vec![0_usize; a.columns()];
    a.indices().iter().for_each(|&column| used[column as usize] += 1);
    let terms_of = |k: usize| used[b.row_of(k)];
    let stored = b.stored_rows();
    let (met, terms) = ((0..stored).filter(|&k| terms_of(k) > 0).count(), (0..stored).map(terms_of).sum());
    bench.dense(
        Line::new(forward, Counts::of(a).product_of_stored(WIDTH, stored, met, terms), NOTES),
        [a.rows(), WIDTH],
        |cpu, out| cpu.csr_row_sparse(a, b, out),
        |gpu, out| dot::csr_row_sparse(gpu, &there, &b_there, out),
    )?;

    let mut memory = PlanMemory::new(a.nnz(), Pages::Huge)?;
    let (buffers, scratch) = memory.lend();
    let plan = lacuna::dot::transpose_plan_row_sparse(a, b, 0..a.columns(), buffers, scratch)?;
    let counts = Counts::of_rows(a, (0..stored).map(|k| b.row_of(k)));
    bench.fresh(
        Line::new(structure, counts.transpose_plan_of_stored(), NOTES),
        |gpu, found| same_plan(gpu, structure, found, &plan),
        |gpu| dot::transpose_plan_row_sparse(gpu, &there, &b_there),
    )?;
    let plan_there = dot::transpose_plan_row_sparse(bench.gpu, &there, &b_there)?;
    bench.stored_rows(
        Line::new(backward, counts.transposed(WIDTH, plan.stored_rows()), NOTES),
        (plan.ids(), plan_there.pattern()),
        [a.columns(), WIDTH],
        |cpu, out| cpu.csr_t_row_sparse(&plan, a.values(), b, out),
        |gpu, out| dot::csr_t_row_sparse(gpu, &plan_there, there.values(), &b_there, out),
    )
}
