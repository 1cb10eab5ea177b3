mod forms;
mod limits;
mod numbers;
mod reference;
mod sources;

use super::{CsrBatch, LibsvmError, LibsvmOptions, LibsvmReader};

type Rows = CsrBatch<f64, i64>;

pub(super) fn options() -> LibsvmOptions {
    LibsvmOptions { threads: 1, ..LibsvmOptions::default() }
}

pub(super) fn read(text: impl AsRef<[u8]>, options: &LibsvmOptions) -> Result<Rows, LibsvmError> {
    let mut batch = CsrBatch::new();
    LibsvmReader::from_stream("text", text.as_ref(), options)?.read_rest(&mut batch)?;
    Ok(batch)
}

pub(super) fn rows(batch: &Rows) -> Vec<(f64, Vec<(i64, f64)>)> {
    let row = |r: usize| {
        let entries = batch.indptr[r] as usize..batch.indptr[r + 1] as usize;
        let indices = batch.indices[entries.clone()].iter().copied();
        (batch.labels[r], indices.zip(batch.values[entries].iter().copied()).collect())
    };
    (0..batch.rows()).map(row).collect()
}
