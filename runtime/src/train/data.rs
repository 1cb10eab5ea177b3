//! Where batches come from: a problem in memory, or a LibSVM file that is read again for every epoch.
use super::scalar::TrainValue;
use crate::libsvm::{Batch, LibsvmIndex, LibsvmReader};
use anyhow::Result;
use lacuna::{Csr, Index};
use std::fs::File;

/// A source of batches, in the same order in every epoch.
#[derive(Debug)]
pub enum Source<V, I> {
    /// All rows at hand.
    Memory {
        /// The rows.
        all: Batch<V, I>,
        /// Rows of a batch.
        batch_rows: usize,
        /// The first row of the next batch.
        next: usize,
    },
    /// One batch at a time in memory.
    File {
        /// Reads them.
        reader: Box<LibsvmReader<File, V, I>>,
        /// The last one read.
        batch: Batch<V, I>,
    },
}

/// Rows of a step.
#[derive(Clone, Copy, Debug)]
pub struct Examples<'a, V, I> {
    /// Features.
    pub x: Csr<'a, V, I>,
    /// One for each row.
    pub labels: &'a [V],
}

impl<V: TrainValue, I: Index + LibsvmIndex> Source<V, I> {
    /// Goes back to the first row.
    pub fn restart(&mut self) -> Result<()> {
        match self {
            Self::Memory { next, .. } => *next = 0,
            Self::File { reader, .. } => reader.reset()?,
        }
        Ok(())
    }

    /// The next batch; the last one of an epoch may have fewer rows.
    #[inline]
    pub fn next_batch(&mut self) -> Result<Option<Examples<'_, V, I>>> {
        match self {
            Self::Memory { all, batch_rows, next } => {
                let rows = *next..all.rows().min(next.saturating_add(*batch_rows));
                *next = rows.end;
                if rows.is_empty() {
                    return Ok(None);
                }
                Ok(Some(Examples { x: csr(all)?.row_range(rows.clone())?, labels: &all.labels[rows] }))
            }
            Self::File { reader, batch } => {
                if !reader.read_batch(batch)? {
                    return Ok(None);
                }
                Ok(Some(Examples { x: csr(batch)?, labels: &batch.labels }))
            }
        }
    }
}

/// The reader and the generator give rows of ascending columns, so lengths are all that is left to check.
pub(super) fn csr<V: TrainValue, I: Index>(batch: &Batch<V, I>) -> Result<Csr<'_, V, I>> {
    let Batch { labels, indptr, indices, values, features } = batch;
    Ok(Csr::trusted(labels.len(), *features, indptr, indices, values)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_gives_every_row_once_an_epoch() {
        let all = Batch {
            labels: vec![1.0_f32, 2.0, 3.0],
            indptr: vec![0, 1, 1, 3],
            indices: vec![4, 0, 2],
            values: vec![1.5, 2.5, 3.5],
            features: 5,
        };
        let mut source = Source::<f32, i32>::Memory { all, batch_rows: 2, next: 0 };
        for _ in 0..2 {
            source.restart().unwrap();
            let Examples { x, labels } = source.next_batch().unwrap().unwrap();
            assert_eq!((x.rows(), x.nnz(), labels), (2, 1, [1.0, 2.0].as_slice()));
            let Examples { x, labels } = source.next_batch().unwrap().unwrap();
            assert_eq!((x.row(0), labels), (([0, 2].as_slice(), [2.5, 3.5].as_slice()), [3.0].as_slice()));
            assert!(source.next_batch().unwrap().is_none());
        }
    }
}
