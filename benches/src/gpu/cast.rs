//! Casts: a square matrix from and to csr, and weights from and to row_sparse.
use super::bytes::{ID, INDEX, VALUE, dense_and_csr};
use super::compare::{same_indices, same_values};
use super::measure::{Bench, Line};
use super::{PERCENTAGES, ROW_LENGTH};
use anyhow::Result;
use lacuna::{Csr, Dense, DenseMut, RowSparseMut};
use lacuna_cuda::driver::Driver;
use lacuna_cuda::{Buffer, DeviceCsr, DeviceDense, DeviceRowSparse, Error, Gpu, cast};
use lacuna_harness::backend::Backend;

const NEW_ARRAYS: &str = "i32; new arrays; waits for their length";
const ROW_IDS: &str = "dense_row_ids";
const TO_ROWS: &str = "dense_to_row_sparse";
const FROM_ROWS: &str = "row_sparse_to_dense";

pub(super) fn run<D: Driver>(bench: &mut Bench<'_, D>) -> Result<()> {
    for percentage in PERCENTAGES {
        let names = ["csr_structure", "dense_to_csr", "fill_csr", "csr_to_dense"].map(|kernel| format!("{kernel}_{percentage}"));
        if names.iter().any(|name| bench.wants(name)) {
            let matrix = bench.folder.csr(&format!("cast_{percentage}"))?;
            csr(bench, &names, matrix.view()?)?;
        }
    }
    if [ROW_IDS, TO_ROWS, FROM_ROWS].iter().any(|name| bench.wants(name)) {
        row_sparse(bench)?;
    }
    Ok(())
}

/// The device's csr against the host's.
fn check_csr<D: Driver>(bench: &Bench<'_, D>, what: &str, found: &DeviceCsr<D, f32, i32>, expected: Csr<'_, f32, i32>) -> Result<()> {
    bench.gpu.finish()?;
    let found = found.download(bench.gpu)?;
    same_indices(&format!("{what}: indptr"), &found.indptr, expected.indptr())?;
    same_indices(&format!("{what}: indices"), &found.indices, expected.indices())?;
    same_values(&format!("{what}: values"), expected.nnz(), &found.values, expected.values())
}

fn count<D: Driver>(gpu: &Gpu<D>, dense: &DeviceDense<D, f32>, pointers: &mut Buffer<D, i32>) -> Result<(), Error> {
    cast::dense_row_nnz(gpu, dense, pointers)?;
    cast::accumulate_indptr(gpu, pointers)
}

fn csr<D: Driver>(bench: &mut Bench<'_, D>, names: &[String; 4], matrix: Csr<'_, f32, i32>) -> Result<()> {
    let [structure, to_csr, fill, to_dense] = names;
    let (rows, columns, entries) = (matrix.rows(), matrix.columns(), matrix.nnz());
    let both = dense_and_csr(rows, columns, entries);
    let mut elements = vec![0.0; rows * columns];
    bench.cpu.csr_to_dense(matrix, DenseMut::new(rows, columns, &mut elements)?)?;
    let dense = Dense::new(rows, columns, &elements)?;
    if bench.wants(to_dense) {
        let (there, mut out) = (DeviceCsr::upload(bench.gpu, matrix)?, bench.unwritten(rows, columns)?);
        cast::csr_to_dense(bench.gpu, &there, &mut out)?;
        bench.check_dense(to_dense, &out, &elements)?;
        bench.time(Line::new(to_dense, both, "i32; output reused"), |gpu| cast::csr_to_dense(gpu, &there, &mut out))?;
    }
    let (mut indptr, mut indices, mut values) = (vec![0_i32; rows + 1], vec![0_i32; entries], vec![0.0_f32; entries]);
    bench.cpu.dense_to_csr_one_pass(dense, &mut indptr, &mut indices, &mut values)?;
    let expected = Csr::new(rows, columns, &indptr, &indices, &values)?;
    let there = DeviceDense::upload(bench.gpu, dense)?;
    if bench.wants(structure) {
        let mut pointers = Buffer::upload(bench.gpu, &vec![-1_i32; rows + 1])?;
        count(bench.gpu, &there, &mut pointers)?;
        bench.gpu.finish()?;
        same_indices(structure, &pointers.download(bench.gpu)?, expected.indptr())?;
        let bytes = rows * columns * VALUE + (rows + 1) * INDEX;
        bench.time(Line::new(structure, bytes, "i32; dense_row_nnz and accumulate_indptr"), |gpu| count(gpu, &there, &mut pointers))?;
    }
    if bench.wants(to_csr) {
        check_csr(bench, to_csr, &cast::dense_to_csr(bench.gpu, &there)?, expected)?;
        bench.time(Line::new(to_csr, both, NEW_ARRAYS), |gpu| cast::dense_to_csr::<_, _, i32>(gpu, &there).map(drop))?;
        check_csr(bench, &format!("{to_csr}, one pass"), &cast::dense_to_csr_one_pass(bench.gpu, &there, entries)?, expected)?;
        let line = Line { form: "one_pass", ..Line::new(to_csr, both, "i32; new arrays of known length") };
        bench.time(line, |gpu| cast::dense_to_csr_one_pass::<_, _, i32>(gpu, &there, entries).map(drop))?;
    }
    if bench.wants(fill) {
        let (zeros, unwritten) = (vec![0; entries], vec![f32::NAN; entries]);
        let mut out = DeviceCsr::upload(bench.gpu, Csr::trusted(rows, columns, expected.indptr(), &zeros, &unwritten)?)?;
        cast::fill_csr(bench.gpu, &there, &mut out)?;
        check_csr(bench, fill, &out, expected)?;
        bench.time(Line::new(fill, both, "i32; pointers ready; output reused"), |gpu| cast::fill_csr(gpu, &there, &mut out))?;
    }
    Ok(())
}

fn row_sparse<D: Driver>(bench: &mut Bench<'_, D>) -> Result<()> {
    let stored = bench.folder.stored_rows("ids_100000")?;
    let stored = stored.view()?;
    let (rows, kept) = (stored.rows(), stored.stored_rows());
    let (data_bytes, id_bytes, row_bytes) = (kept * ROW_LENGTH * VALUE, kept * ID, ROW_LENGTH * VALUE);
    let mut elements = vec![0.0; rows * ROW_LENGTH];
    bench.cpu.row_sparse_to_dense(stored, DenseMut::new(rows, ROW_LENGTH, &mut elements)?)?;
    let dense = Dense::new(rows, ROW_LENGTH, &elements)?;
    if bench.wants(FROM_ROWS) {
        let (there, mut out) = (DeviceRowSparse::upload(bench.gpu, stored)?, bench.unwritten(rows, ROW_LENGTH)?);
        cast::row_sparse_to_dense(bench.gpu, &there, &mut out)?;
        bench.check_dense(FROM_ROWS, &out, &elements)?;
        bench.time(Line::new(FROM_ROWS, id_bytes + data_bytes + rows * row_bytes, "i64 ids; output reused"), |gpu| {
            cast::row_sparse_to_dense(gpu, &there, &mut out)
        })?;
    }
    let mut ids = vec![0_i64; rows];
    let found = bench.cpu.dense_row_ids(dense, 0, &mut ids)?;
    let there = DeviceDense::upload(bench.gpu, dense)?;
    let pattern = cast::dense_row_ids::<_, _, i64>(bench.gpu, &there)?;
    bench.gpu.finish()?;
    same_indices(ROW_IDS, &pattern.download(bench.gpu)?, &ids[..found])?;
    if bench.wants(ROW_IDS) {
        // One element tells that a row is stored, all of them that it is not.
        let bytes = (rows - kept) * row_bytes + kept * VALUE + id_bytes;
        bench.time(Line::new(ROW_IDS, bytes, "i64 ids; new arrays"), |gpu| cast::dense_row_ids::<_, _, i64>(gpu, &there).map(drop))?;
    }
    if bench.wants(TO_ROWS) {
        let mut copied = vec![0.0; found * ROW_LENGTH];
        bench.cpu.dense_to_row_sparse(dense, RowSparseMut::new(rows, ROW_LENGTH, &ids[..found], &mut copied)?)?;
        let mut out = bench.unwritten_rows(&pattern, ROW_LENGTH)?;
        cast::dense_to_row_sparse(bench.gpu, &there, &mut out)?;
        bench.check_rows(TO_ROWS, &out, &copied)?;
        bench.time(Line::new(TO_ROWS, id_bytes + 2 * data_bytes, "i64 ids; ids ready; output reused"), |gpu| {
            cast::dense_to_row_sparse(gpu, &there, &mut out)
        })?;
    }
    Ok(())
}
