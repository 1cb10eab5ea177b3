//! Casts: a square matrix from and to csr, and weights from and to row_sparse.
use super::bench::{Bench, Line};
use super::bytes::{ID, INDEX, ROW_BYTES, VALUE, dense_and_csr};
use super::compare::{same_csr, same_indices};
use super::inputs::{PERCENTAGES, ROW_LENGTH};
use anyhow::Result;
use lacuna::{Csr, Dense, DenseMut};
use lacuna_cuda::driver::Driver;
use lacuna_cuda::{Buffer, DeviceCsr, DeviceDense, DeviceRowSparse, Error, Gpu, Pattern, cast};

const CSR: [&str; 4] = ["csr_to_dense", "csr_structure", "dense_to_csr", "dense_to_csr_fill"];
const ROW_SPARSE: [&str; 3] = ["row_sparse_to_dense", "dense_row_ids", "dense_to_row_sparse"];

fn csr_names(percentage: usize) -> [String; 4] {
    CSR.map(|kernel| format!("{kernel}_{percentage}"))
}

pub(super) fn names() -> Vec<String> {
    PERCENTAGES.into_iter().flat_map(csr_names).chain(ROW_SPARSE.map(str::to_owned)).collect()
}

pub(super) fn run<D: Driver>(bench: &mut Bench<'_, D>) -> Result<()> {
    for percentage in PERCENTAGES {
        let names = csr_names(percentage);
        if bench.wants(&names) {
            let matrix = bench.folder.csr(&format!("cast_{percentage}"))?;
            csr(bench, &names, matrix.view()?)?;
        }
    }
    if bench.wants(&ROW_SPARSE) {
        row_sparse(bench)?;
    }
    Ok(())
}

fn count<D: Driver>(gpu: &Gpu<D>, dense: &DeviceDense<D, f32>, pointers: &mut Buffer<D, i32>) -> Result<(), Error> {
    cast::dense_row_nnz(gpu, dense, pointers)?;
    cast::accumulate_indptr(gpu, pointers)
}

fn csr<D: Driver>(bench: &mut Bench<'_, D>, names: &[String; 4], matrix: Csr<'_, f32, i32>) -> Result<()> {
    let [to_dense, structure, to_csr, fill] = names;
    let (rows, columns, entries) = (matrix.rows(), matrix.columns(), matrix.nnz());
    let both = dense_and_csr(rows, columns, entries);
    let from = DeviceCsr::upload(bench.gpu, matrix)?;
    bench.dense(
        Line::new(to_dense, both, "i32; output reused"),
        [rows, columns],
        |cpu, out| cpu.csr_to_dense(matrix, out),
        |gpu, out| cast::csr_to_dense(gpu, &from, out),
    )?;
    if !bench.wants(&[structure, to_csr, fill]) {
        return Ok(());
    }
    let mut elements = vec![0.0; rows * columns];
    bench.cpu.csr_to_dense(matrix, DenseMut::new(rows, columns, &mut elements)?)?;
    let dense = Dense::new(rows, columns, &elements)?;
    let there = DeviceDense::upload(bench.gpu, dense)?;
    let (mut indptr, mut indices, mut values) = (vec![0_i32; rows + 1], vec![0_i32; entries], vec![0.0_f32; entries]);
    bench.cpu.dense_to_csr_one_pass(dense, &mut indptr, &mut indices, &mut values)?;
    let expected = Csr::new(rows, columns, &indptr, &indices, &values)?;
    let mut pointers = Buffer::upload(bench.gpu, &vec![-1_i32; rows + 1])?;
    count(bench.gpu, &there, &mut pointers)?;
    bench.gpu.finish()?;
    same_indices(structure, &pointers.download(bench.gpu)?, expected.indptr())?;
    if bench.wants(&[structure]) {
        let bytes = rows * columns * VALUE + (rows + 1) * INDEX;
        bench.time(Line::new(structure, bytes, "i32; dense_row_nnz and accumulate_indptr"), |gpu| {
            count(gpu, &there, &mut pointers)
        })?;
    }
    bench.fresh(
        Line::new(to_csr, both, "i32; new arrays; waits for their length"),
        |gpu, found| same_csr(gpu, to_csr, found, expected),
        |gpu| cast::to_csr(gpu, &there),
    )?;
    bench.fresh(
        Line { form: "one_pass", ..Line::new(to_csr, both, "i32; new arrays of known length") },
        |gpu, found| same_csr(gpu, to_csr, found, expected),
        |gpu| cast::dense_to_csr_one_pass(gpu, &there, entries),
    )?;
    if bench.wants(&[fill]) {
        let (zeros, unwritten) = (vec![0; entries], vec![f32::NAN; entries]);
        let mut out =
            DeviceCsr::upload(bench.gpu, Csr::trusted(rows, columns, expected.indptr(), &zeros, &unwritten)?)?;
        cast::dense_to_csr(bench.gpu, &there, &mut out)?;
        bench.gpu.finish()?;
        same_csr(bench.gpu, fill, &out, expected)?;
        bench.time(Line::new(fill, both, "i32; pointers ready; output reused"), |gpu| {
            cast::dense_to_csr(gpu, &there, &mut out)
        })?;
    }
    Ok(())
}

fn row_sparse<D: Driver>(bench: &mut Bench<'_, D>) -> Result<()> {
    let [to_dense, structure, to_rows] = ROW_SPARSE;
    let stored = bench.folder.stored_rows("ids_100000")?;
    let stored = stored.view()?;
    let (rows, kept) = (stored.rows(), stored.stored_rows());
    let from = DeviceRowSparse::upload(bench.gpu, stored)?;
    bench.dense(
        Line::new(to_dense, kept * (ID + ROW_BYTES) + rows * ROW_BYTES, "i64 ids; output reused"),
        [rows, ROW_LENGTH],
        |cpu, out| cpu.row_sparse_to_dense(stored, out),
        |gpu, out| cast::row_sparse_to_dense(gpu, &from, out),
    )?;
    let mut elements = vec![0.0; rows * ROW_LENGTH];
    bench.cpu.row_sparse_to_dense(stored, DenseMut::new(rows, ROW_LENGTH, &mut elements)?)?;
    let dense = Dense::new(rows, ROW_LENGTH, &elements)?;
    let mut ids = vec![0_i64; rows];
    let found = bench.cpu.dense_row_ids(dense, 0, &mut ids)?;
    let (ids, there) = (&ids[..found], DeviceDense::upload(bench.gpu, dense)?);
    bench.fresh(
        // One element shows that a row is stored; that it is not, only all of them.
        Line::new(structure, (rows - kept) * ROW_BYTES + kept * (VALUE + ID), "i64 ids; new arrays"),
        |gpu, found: &Pattern<D, i64>| same_indices(structure, &found.download(gpu)?, ids),
        |gpu| cast::dense_row_ids(gpu, &there),
    )?;
    let pattern = cast::dense_row_ids(bench.gpu, &there)?;
    bench.stored_rows(
        Line::new(to_rows, kept * (ID + 2 * ROW_BYTES), "i64 ids; ids ready; output reused"),
        (ids, &pattern),
        [rows, ROW_LENGTH],
        |cpu, out| cpu.dense_to_row_sparse(dense, out),
        |gpu, out| cast::dense_to_row_sparse(gpu, &there, out),
    )
}
