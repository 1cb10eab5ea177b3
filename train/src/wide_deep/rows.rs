//! Rows with their labels.
use super::deep::{Deep, Expected};
use crate::left_out::LeftOut;
use anyhow::{Result, ensure};
use lacuna_runtime::array::Array;
use lacuna_runtime::data::{LastBatch, MemoryBatches};
use lacuna_runtime::libsvm::{CsrBatch, IndexBase, LibsvmOptions, LibsvmReader, Unused, write};
use std::path::Path;
use std::sync::Arc;

/// Rows with their labels, 0 or 1.
#[derive(Debug, PartialEq)]
pub(crate) struct Rows {
    pub wide: Array,
    pub labels: Vec<f32>,
    pub deep: Deep,
}

impl Rows {
    /// Reads the rows of two files, and returns the base of the first.
    pub fn read(
        wide: &Path,
        deep: &Path,
        options: &LibsvmOptions,
        expected: &Expected,
        left_out: &mut LeftOut,
    ) -> Result<(Self, IndexBase)> {
        let unused = Arc::new(Unused::default());
        let options = LibsvmOptions { unused: Some(unused.clone()), ..options.clone() };
        let (mut reader, mut batch) = (LibsvmReader::<_, f32, i64>::open(wide, &options)?, CsrBatch::new());
        reader.read_rest(&mut batch)?;
        left_out.unused(&wide.display().to_string(), unused.take());
        let (rows, features) = (batch.rows(), batch.features);
        ensure!(rows > 0, "{}: no rows", wide.display());
        ensure!(features > 0, "{}: no row has a feature; give --features", wide.display());
        let columns = Deep::read(deep, expected, left_out)?;
        ensure!(
            columns.rows == rows,
            "{} has {} rows, and {} has {rows}",
            deep.display(),
            columns.rows,
            wide.display()
        );
        let labels = batch.labels.iter().map(|label| label.max(0.0)).collect();
        let wide = Array::csr(Some([rows, features]), batch.indptr, batch.indices, batch.values)?;
        let base = if reader.base() == 0 { IndexBase::Zero } else { IndexBase::One };
        Ok((Self { wide, labels, deep: columns }, base))
    }

    /// The first file as text.
    pub fn libsvm(&self) -> Result<Vec<u8>> {
        let mut text = Vec::new();
        let (indptr, indices) = (self.wide.indptr().unwrap_or_default(), self.wide.indices().unwrap_or_default());
        write(&mut text, &self.labels, indptr, indices, self.wide.data().unwrap_or_default(), IndexBase::Zero)?;
        Ok(text)
    }

    /// Batches, in another order in each epoch if there is a seed for it.
    pub fn batches(self, batch_size: usize, shuffled: Option<u64>) -> Result<MemoryBatches> {
        let Self { wide, labels, deep: Deep { ids, continuous, columns, rows } } = self;
        let mut data = vec![wide];
        for ids in ids {
            data.push(Array::dense(&[rows], ids)?);
        }
        if columns > 0 {
            data.push(Array::dense(&[rows, columns], continuous)?);
        }
        let batches =
            MemoryBatches::new(data, vec![Array::dense(&[rows], labels)?], batch_size)?.with_last(LastBatch::Keep);
        Ok(match shuffled {
            Some(seed) => batches.shuffled(seed),
            None => batches,
        })
    }
}
