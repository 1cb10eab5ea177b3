//! Products with a dense operand of which only half of the rows are stored.
use super::ROW_LENGTH;
use super::bytes::Counts;
use super::measure::{Bench, Line};
use super::plan::{self, Room};
use anyhow::Result;
use lacuna::{Csr, DenseMut, RowSparse, RowSparseMut};
use lacuna_cuda::driver::Driver;
use lacuna_cuda::{DeviceCsr, DeviceRowSparse, dot};
use lacuna_harness::backend::Backend;

const FORWARD: &str = "csr_row_sparse";
const PLAN: &str = "transpose_plan_row_sparse";
const BACKWARD: &str = "csr_t_row_sparse";
/// Columns of the operand.
const WIDTH: usize = ROW_LENGTH / 4;
const NOTES: &str = "i32; uniform; half of the rows stored; 32 columns";

pub(super) fn run<D: Driver>(bench: &mut Bench<'_, D>) -> Result<()> {
    if ![FORWARD, PLAN, BACKWARD].iter().any(|name| bench.wants(name)) {
        return Ok(());
    }
    let matrix = bench.folder.csr("uniform")?;
    let a = matrix.view()?;
    let ids: Vec<i32> = bench.folder.ids("ids_500000")?.iter().map(|&id| i32::try_from(id)).collect::<Result<_, _>>()?;
    let data = bench.folder.dense(ids.len(), WIDTH)?;
    let b = RowSparse::new(a.rows(), WIDTH, &ids, &data)?;
    if bench.wants(FORWARD) {
        forward(bench, a, b)?;
    }
    if bench.wants(PLAN) || bench.wants(BACKWARD) {
        backward(bench, a, b)?;
    }
    Ok(())
}

fn forward<D: Driver>(bench: &mut Bench<'_, D>, a: Csr<'_, f32, i32>, b: RowSparse<'_, f32, i32>) -> Result<()> {
    let mut expected = vec![0.0; a.rows() * WIDTH];
    bench.cpu.csr_row_sparse(a, b, DenseMut::new(a.rows(), WIDTH, &mut expected)?)?;
    let (a_there, b_there) = (DeviceCsr::upload(bench.gpu, a)?, DeviceRowSparse::upload(bench.gpu, b)?);
    let mut out = bench.unwritten(a.rows(), WIDTH)?;
    dot::csr_row_sparse(bench.gpu, &a_there, &b_there, &mut out)?;
    bench.check_dense(FORWARD, &out, &expected)?;
    let mut used = vec![0_usize; a.columns()];
    a.indices().iter().for_each(|&column| used[column as usize] += 1);
    let terms_of = |k: usize| used[b.row_of(k)];
    let stored = b.stored_rows();
    let (met, terms) = ((0..stored).filter(|&k| terms_of(k) > 0).count(), (0..stored).map(terms_of).sum());
    let traffic = Counts::of(a).product_of_stored(WIDTH, stored, met, terms);
    bench.time(Line::new(FORWARD, traffic, NOTES), |gpu| dot::csr_row_sparse(gpu, &a_there, &b_there, &mut out))
}

fn backward<D: Driver>(bench: &mut Bench<'_, D>, a: Csr<'_, f32, i32>, b: RowSparse<'_, f32, i32>) -> Result<()> {
    let (mut room, mut scratch) = (Room::new(a.nnz()), plan::scratch::<i32>(a.nnz()));
    let expected = lacuna::dot::transpose_plan_row_sparse(a, b, 0..a.columns(), room.buffers(), &mut scratch)?;
    let (a_there, b_there) = (DeviceCsr::upload(bench.gpu, a)?, DeviceRowSparse::upload(bench.gpu, b)?);
    let there = dot::transpose_plan_row_sparse(bench.gpu, &a_there, &b_there)?;
    plan::check(bench, PLAN, &there, &expected)?;
    let counts = Counts::of_rows(a, (0..b.stored_rows()).map(|k| b.row_of(k)));
    if bench.wants(PLAN) {
        bench.time(Line::new(PLAN, counts.transpose_plan_of_stored(), NOTES), |gpu| {
            dot::transpose_plan_row_sparse(gpu, &a_there, &b_there).map(drop)
        })?;
    }
    if bench.wants(BACKWARD) {
        let mut sums = vec![0.0; expected.stored_rows() * WIDTH];
        let stored = RowSparseMut::trusted(a.columns(), WIDTH, expected.ids(), &mut sums)?;
        bench.cpu.csr_t_row_sparse(&expected, a.values(), b, stored)?;
        let mut out = bench.unwritten_rows(there.pattern(), WIDTH)?;
        dot::csr_t_row_sparse(bench.gpu, &there, a_there.values(), &b_there, &mut out)?;
        bench.check_rows(BACKWARD, &out, &sums)?;
        bench.time(Line::new(BACKWARD, counts.transposed(WIDTH, expected.stored_rows()), NOTES), |gpu| {
            dot::csr_t_row_sparse(gpu, &there, a_there.values(), &b_there, &mut out)
        })?;
    }
    Ok(())
}
