//! Batches that are read a step before they are learnt.
use super::{Batch, Batches, DataError, SliceRows};
use crate::array::Array;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What the batch behind the present one has: told by [`AheadBatches`], for a model of
/// `lacuna-models` that asks for its rows before (`set_next_batch`).
#[derive(Clone, Debug, Default)]
pub struct NextBatch(Arc<Mutex<Next>>);

#[derive(Debug, Default)]
struct Next {
    /// The present batch was not the next one before.
    is_first: bool,
    data: Option<Vec<Array>>,
}

impl NextBatch {
    fn next(&self) -> MutexGuard<'_, Next> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the present batch is one that nobody was told of, and the inputs of the next one, if there is one.
    #[doc(hidden)]
    pub fn take(&self) -> (bool, Option<Vec<Array>>) {
        let mut next = self.next();
        (std::mem::take(&mut next.is_first), next.data.take())
    }
}

/// The batches of an iterator, each of which is read when the one before is handed out, and told to a model.
///
/// ```
/// use lacuna_arrays::array::Array;
/// use lacuna_arrays::data::{AheadBatches, Batch, Batches, MemoryBatches, NextBatch};
/// let rows = MemoryBatches::new(vec![Array::dense(&[4, 1], vec![1.0_f32, 2.0, 3.0, 4.0])?], vec![], 2)?;
/// let (mut batches, mut batch) = (AheadBatches::new(rows, NextBatch::default(), None), Batch::default());
/// let mut first = Vec::new();
/// while batches.next_batch(&mut batch)? {
///     first.push(batch.data[0].data::<f32>().unwrap_or_default()[0]);
/// }
/// assert_eq!(first, [1.0, 3.0]);
/// # Ok::<(), lacuna_arrays::data::DataError>(())
/// ```
#[derive(Debug)]
pub struct AheadBatches<B> {
    batches: B,
    next: NextBatch,
    rows: Option<SliceRows>,
    /// The next batch, and the rows of its slices.
    held: Option<(Batch, Vec<usize>)>,
    begun: bool,
}

impl<B: Batches> AheadBatches<B> {
    /// Of these, whose slices have the rows that [`SlicedBatches`](super::SlicedBatches) tells, if they are such.
    pub const fn new(batches: B, next: NextBatch, rows: Option<SliceRows>) -> Self {
        Self { batches, next, rows, held: None, begun: false }
    }

    fn read(&mut self) -> Result<Option<(Batch, Vec<usize>)>, DataError> {
        let mut batch = Batch::default();
        let is_there = self.batches.next_batch(&mut batch)?;
        Ok(is_there.then(|| (batch, self.rows.as_ref().map_or_else(Vec::new, SliceRows::get))))
    }

    fn begin(&mut self) {
        (self.held, self.begun) = (None, false);
        *self.next.next() = Next::default();
    }
}

impl<B: Batches> Batches for AheadBatches<B> {
    fn batch_size(&self) -> usize {
        self.batches.batch_size()
    }

    fn next_batch(&mut self, batch: &mut Batch) -> Result<bool, DataError> {
        let is_first = !self.begun;
        if is_first {
            self.held = self.read()?;
            self.begun = true;
        }
        let Some((held, rows)) = self.held.take() else { return Ok(false) };
        self.held = self.read()?;
        *batch = held;
        if let Some(told) = &self.rows {
            told.set(rows);
        }
        let mut next = self.next.next();
        next.is_first |= is_first;
        next.data = self.held.as_ref().map(|(next, _)| next.data.clone());
        Ok(true)
    }

    fn reset(&mut self) -> Result<(), DataError> {
        self.begin();
        self.batches.reset()
    }

    fn restart(&mut self) -> Result<(), DataError> {
        self.begin();
        self.batches.restart()
    }
}
