//! Where batches come from: a problem in memory, or a LibSVM file that is read again for every epoch.
use super::error::TrainError;
use super::scalar::TrainValue;
use super::slices::Slices;
use crate::fit::{BatchSize, BatchSource, BatchType, BatchView};
use bumpalo::Bump;
use lacuna::{Csr, Index};
use lacuna_runtime::libsvm::{CsrBatch, LibsvmIndex, LibsvmReader};
use std::fs::File;

/// A [source](BatchSource) of batches, in the same order in every epoch.
#[derive(Debug)]
pub enum Source<V, I> {
    /// All rows at hand.
    Memory {
        /// The rows.
        all: CsrBatch<V, I>,
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
        batch: CsrBatch<V, I>,
    },
}

/// Rows of a step.
#[derive(Clone, Copy, Debug)]
pub struct Examples<'a, V, I> {
    /// Features.
    pub x: Csr<'a, V, I>,
    /// One for each row.
    pub labels: &'a [V],
    /// One for each row; none if all weigh 1.
    pub weights: Option<&'a [V]>,
    /// How they are cut, where a rank has its own rows of a step.
    pub slices: Option<&'a Slices>,
}

impl<'a, V: TrainValue, I: Index> Examples<'a, V, I> {
    /// Those of which a step learns: without the rows that weigh 0.
    pub(super) fn that_weigh(self, arena: &'a Bump) -> Result<Self, TrainError> {
        let weights = self.weights.unwrap_or_default();
        if weights.iter().all(|&weight| weight != V::ZERO) {
            return Ok(self);
        }
        let kept = || weights.iter().enumerate().filter(|(_, weight)| **weight != V::ZERO).map(|(row, _)| row);
        let rows = kept().count();
        let (indptr, mut end) = (arena.alloc_slice_fill_copy(rows + 1, I::from_usize(0)), 0);
        for (pointer, row) in indptr.iter_mut().skip(1).zip(kept()) {
            end += self.x.row(row).0.len();
            *pointer = I::from_usize(end);
        }
        let of_rows = |values: &[V]| {
            let found = kept().filter_map(|row| values.get(row).copied());
            &*arena.alloc_slice_fill_iter(found.collect::<Vec<_>>())
        };
        let (labels, weights) = (of_rows(self.labels), of_rows(weights));
        let indices = arena.alloc_slice_fill_copy(end, I::from_usize(0));
        let values = arena.alloc_slice_fill_copy(end, V::ZERO);
        let entries = kept().flat_map(|row| {
            let (indices, values) = self.x.row(row);
            indices.iter().zip(values)
        });
        for ((index, value), (own_index, own_value)) in indices.iter_mut().zip(values.iter_mut()).zip(entries) {
            (*index, *value) = (*own_index, *own_value);
        }
        let x = Csr::trusted(rows, self.x.columns(), indptr, indices, values)?;
        Ok(Self { x, labels, weights: Some(weights), ..self })
    }
}

impl<V: TrainValue, I: Index + LibsvmIndex> BatchType for CsrBatch<V, I> {
    type View<'a> = Examples<'a, V, I>;
}

impl<V: TrainValue, I: Index> BatchView for Examples<'_, V, I> {
    fn size(&self) -> BatchSize {
        let own = BatchSize { rows: self.x.rows(), entries: self.x.nnz(), bytes: self.x.nbytes() };
        self.slices.map_or(own, |slices| slices.whole)
    }

    fn skip_rows(self, rows: usize) -> Option<Self> {
        if self.slices.is_some() {
            return None;
        }
        Some(Self {
            slices: None,
            x: self.x.row_range(rows..self.x.rows()).ok()?,
            labels: self.labels.get(rows..)?,
            weights: match self.weights {
                Some(weights) => Some(weights.get(rows..)?),
                None => None,
            },
        })
    }
}

impl<V: TrainValue, I: Index + LibsvmIndex> BatchSource for Source<V, I> {
    type Batch = CsrBatch<V, I>;
    type Error = TrainError;

    fn restart(&mut self) -> Result<(), TrainError> {
        match self {
            Self::Memory { next, .. } => *next = 0,
            Self::File { reader, .. } => reader.reset()?,
        }
        Ok(())
    }

    /// The last batch of an epoch may have fewer rows.
    #[inline]
    fn next<R>(&mut self, visit: impl FnOnce(Examples<'_, V, I>) -> R) -> Result<Option<R>, TrainError> {
        match self {
            Self::Memory { all, batch_rows, next } => {
                let rows = *next..all.rows().min(next.saturating_add(*batch_rows));
                *next = rows.end;
                if rows.is_empty() {
                    return Ok(None);
                }
                let Examples { x, labels, weights, .. } = examples(all)?;
                let weights = weights.and_then(|weights| weights.get(rows.clone()));
                let x = x.row_range(rows.clone())?;
                Ok(Some(visit(Examples { x, labels: &labels[rows], weights, slices: None })))
            }
            Self::File { reader, batch } => {
                if !reader.read_batch(batch)? {
                    return Ok(None);
                }
                Ok(Some(visit(examples(batch)?)))
            }
        }
    }
}

/// The reader and the generator give rows of ascending columns, so lengths are all that is left to check.
pub(super) fn examples<V: TrainValue, I: Index>(batch: &CsrBatch<V, I>) -> Result<Examples<'_, V, I>, TrainError> {
    let CsrBatch { labels, weights, indptr, indices, values, features } = batch;
    let x = Csr::trusted(labels.len(), *features, indptr, indices, values)?;
    let weights = match weights.len() {
        0 => None,
        found if found == labels.len() => Some(&**weights),
        found => return Err(TrainError::Weights { expected: labels.len(), found }),
    };
    Ok(Examples { x, labels, weights, slices: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_gives_every_row_once_an_epoch() {
        let all = CsrBatch {
            labels: vec![1.0_f32, 2.0, 3.0],
            weights: Vec::new(),
            indptr: vec![0, 1, 1, 3],
            indices: vec![4, 0, 2],
            values: vec![1.5, 2.5, 3.5],
            features: 5,
        };
        let mut source = Source::<f32, i32>::Memory { all, batch_rows: 2, next: 0 };
        for _ in 0..2 {
            source.restart().unwrap();
            let two = source.next(|Examples { x, labels, .. }| (x.rows(), x.nnz(), labels == [1.0, 2.0])).unwrap();
            assert_eq!(two, Some((2, 1, true)));
            let one = source
                .next(|Examples { x, labels, .. }| x.row(0) == (&[0, 2], &[2.5, 3.5]) && labels == [3.0])
                .unwrap();
            assert_eq!(one, Some(true));
            assert!(source.next(|_| ()).unwrap().is_none());
        }
    }
}
