//! Batches of a network, and how they are cut.
use super::super::error::TrainError;
use super::super::slices::{SlicedRows, Slices};
use crate::fit::{BatchSize, BatchSource, BatchType, BatchView};
use lacuna_runtime::array::Array;
use lacuna_runtime::data::{Batch, Batches};

/// A batch that is lent to a step.
#[derive(Debug)]
pub struct MlpBatch<'a> {
    /// The arrays.
    pub batch: &'a mut Batch,
    /// How its rows are cut, where a rank has its own.
    pub slices: Option<&'a Slices>,
}

impl BatchView for MlpBatch<'_> {
    fn size(&self) -> BatchSize {
        let data = self.batch.data.first();
        let own = BatchSize {
            rows: self.batch.rows(),
            entries: data.map_or(0, Array::nnz),
            bytes: data.map_or(0, Array::nbytes),
        };
        self.slices.map_or(own, |slices| slices.whole)
    }
}

/// What steps of a network learn.
#[derive(Clone, Copy, Debug)]
pub struct MlpBatches;

impl BatchType for MlpBatches {
    type View<'a> = MlpBatch<'a>;
}

/// Where the batches of a network come from.
pub enum MlpSource<'b> {
    /// Every rank has all rows of a batch.
    Whole {
        /// Reads them.
        batches: &'b mut dyn Batches,
        /// The last one read.
        batch: Batch,
    },
    /// Each rank reads its own. A label that is not above 0 is 0.
    Sliced {
        /// Reads them.
        rows: Box<SlicedRows<f32, i64>>,
        /// The last one read.
        batch: Batch,
    },
}

impl BatchSource for MlpSource<'_> {
    type Batch = MlpBatches;
    type Error = TrainError;

    fn restart(&mut self) -> Result<(), TrainError> {
        match self {
            Self::Whole { batches, .. } => Ok(batches.restart()?),
            Self::Sliced { rows, .. } => rows.restart(),
        }
    }

    fn reset(&mut self) -> Result<(), TrainError> {
        match self {
            Self::Whole { batches, .. } => Ok(batches.reset()?),
            Self::Sliced { rows, .. } => rows.restart(),
        }
    }

    fn next<R>(&mut self, visit: impl FnOnce(MlpBatch<'_>) -> R) -> Result<Option<R>, TrainError> {
        match self {
            Self::Whole { batches, batch } => {
                Ok(batches.next_batch(batch)?.then(|| visit(MlpBatch { batch, slices: None })))
            }
            Self::Sliced { rows, batch } => {
                let visited = rows.next(|examples| {
                    let (x, labels) = (examples.x, examples.labels);
                    let shape = Some([x.rows(), x.columns()]);
                    let data = Array::csr(shape, x.indptr().to_vec(), x.indices().to_vec(), x.values().to_vec())?;
                    let label = Array::dense(&[labels.len()], labels.iter().map(|label| label.max(0.0)).collect())?;
                    *batch = Batch { data: vec![data], label: vec![label], pad: 0 };
                    Ok::<R, TrainError>(visit(MlpBatch { batch, slices: examples.slices }))
                })?;
                visited.transpose()
            }
        }
    }
}
