//! Batches of which each rank reads its own slices.
use super::{Batch, Batches, DataError};
use crate::array::{Array, ArrayError};
use crate::exchange::Exchange;
use std::sync::{Arc, Mutex, PoisonError};

/// How many rows each slice of this rank has in the last batch: told by [`SlicedBatches`], for a model of
/// `lacuna-models` that asks (`set_slice_rows`).
#[derive(Clone, Debug, Default)]
pub struct SliceRows(Arc<Mutex<Vec<usize>>>);

impl SliceRows {
    /// The rows.
    #[must_use]
    pub fn get(&self) -> Vec<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Tells them.
    pub fn set(&self, rows: Vec<usize>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = rows;
    }
}

/// The batches of several iterators, one for each slice of this rank, below each other: of parts of a file, for example,
/// so that no rank reads more than its own. An epoch ends when no slice of any rank has rows; one that has none left is
/// left out before.
///
/// ```
/// use lacuna_arrays::array::Array;
/// use lacuna_arrays::data::{Batch, Batches, LastBatch, MemoryBatches, SliceRows, SlicedBatches};
/// use lacuna_arrays::exchange::Local;
/// use std::sync::Arc;
/// let part = |values: Vec<f32>| MemoryBatches::new(vec![], vec![Array::dense(&[values.len()], values)?], 2);
/// let parts = [vec![1.0, 2.0, 3.0], vec![4.0, 5.0, 6.0, 7.0, 8.0]].map(part).into_iter();
/// let parts = parts.map(|part| Ok(part?.with_last(LastBatch::Keep))).collect::<Result<Vec<_>, lacuna_arrays::data::DataError>>()?;
/// let (rows, mut batch, mut all) = (SliceRows::default(), Batch::default(), Vec::new());
/// let mut batches = SlicedBatches::new(parts, Batch::default(), Arc::new(Local), rows.clone());
/// while batches.next_batch(&mut batch)? {
///     all.push((batch.label[0].data::<f32>().unwrap_or_default().to_vec(), rows.get()));
/// }
/// assert_eq!(all, [(vec![1.0, 2.0, 4.0, 5.0], vec![2, 2]), (vec![3.0, 6.0, 7.0], vec![1, 2]), (vec![8.0], vec![0, 1])]);
/// # Ok::<(), lacuna_arrays::data::DataError>(())
/// ```
#[derive(Debug)]
pub struct SlicedBatches<B> {
    parts: Vec<Part<B>>,
    /// What a batch without rows is like.
    empty: Batch,
    exchange: Arc<dyn Exchange>,
    rows: SliceRows,
}

#[derive(Debug)]
struct Part<B> {
    batches: B,
    batch: Batch,
    ended: bool,
}

impl<B: Batches> SlicedBatches<B> {
    /// Of these parts, which have no padding. A step in which this rank has nothing gets the `empty` batch.
    pub fn new(parts: Vec<B>, empty: Batch, exchange: Arc<dyn Exchange>, rows: SliceRows) -> Self {
        let part = |batches| Part { batches, batch: Batch::default(), ended: false };
        Self { parts: parts.into_iter().map(part).collect(), empty, exchange, rows }
    }

    fn next_own(&mut self, batch: &mut Batch) -> Result<(), DataError> {
        let mut rows = Vec::new();
        for Part { batches, batch, ended } in &mut self.parts {
            *ended = *ended
                || match batches.next_batch(batch) {
                    Ok(there) => !there,
                    // A short file has less rows than parts.
                    Err(DataError::EmptyPart { .. }) => true,
                    Err(error) => return Err(error),
                };
            rows.push(if *ended { 0 } else { batch.rows() });
        }
        let there: Vec<&Batch> = self.parts.iter().filter(|part| !part.ended).map(|part| &part.batch).collect();
        match *there {
            [] => batch.clone_from(&self.empty),
            [one] => batch.clone_from(one),
            _ => {
                let below = |arrays: fn(&Batch) -> &[Array]| -> Result<Vec<Array>, ArrayError> {
                    let count = there.iter().map(|batch| arrays(batch).len()).min().unwrap_or_default();
                    let of = |place: usize| {
                        let each: Vec<&Array> = there.iter().filter_map(|batch| arrays(batch).get(place)).collect();
                        Array::concat_rows(&each)
                    };
                    (0..count).map(of).collect()
                };
                (batch.data, batch.label) = (below(|batch| &batch.data)?, below(|batch| &batch.label)?);
            }
        }
        batch.pad = 0;
        self.rows.set(rows);
        Ok(())
    }
}

/// What a rank says about its part of a batch.
const ROWS: u8 = 1;

impl<B: Batches> Batches for SlicedBatches<B> {
    fn batch_size(&self) -> usize {
        self.parts.iter().map(|part| part.batches.batch_size()).sum()
    }

    fn next_batch(&mut self, batch: &mut Batch) -> Result<bool, DataError> {
        let own = self.next_own(batch);
        if let Err(error) = own {
            self.exchange.fail(&error.to_string());
            return Err(error);
        }
        let has_rows = self.rows.get().iter().any(|&rows| rows > 0);
        let all = self.exchange.all_gather(vec![u8::from(has_rows)])?;
        Ok(all.iter().any(|rank| rank.first() == Some(&ROWS)))
    }

    fn reset(&mut self) -> Result<(), DataError> {
        self.restart()
    }

    fn restart(&mut self) -> Result<(), DataError> {
        for part in &mut self.parts {
            part.batches.restart()?;
            part.ended = false;
        }
        Ok(())
    }
}
