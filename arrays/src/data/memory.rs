//! Batches of arrays that are at hand.
use super::batch::slots;
use super::order::Draws;
use super::{Batch, Batches, DataError};
use crate::array::{Array, reserve};

/// What becomes of the rows at the end of an epoch that do not fill a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LastBatch {
    /// The batch is filled with the first rows of the epoch's order, again and again if need be.
    #[default]
    Pad,
    /// They are left out.
    Discard,
    /// The batch is shorter. (MXNet has no such rule.)
    Keep,
    /// They are the first rows of the next epoch.
    RollOver,
}

/// Batches of the rows of arrays, dense or csr, of any dtype: NDArrayIter.
///
/// ```
/// use lacuna_arrays::array::Array;
/// use lacuna_arrays::data::{Batch, Batches, LastBatch, MemoryBatches};
/// let rows = Array::dense(&[5, 1], vec![0_i32, 1, 2, 3, 4])?;
/// let mut batches = MemoryBatches::new(vec![rows], vec![], 2)?.shuffled(7).with_last(LastBatch::RollOver);
/// let (mut batch, mut seen) = (Batch::default(), Vec::new());
/// for _epoch in 0..2 {
///     while batches.next_batch(&mut batch)? {
///         seen.extend_from_slice(batch.data[0].data::<i32>().unwrap_or_default());
///     }
///     batches.reset()?;
/// }
/// // Two batches, then three, in which every row has occurred twice.
/// seen.sort();
/// assert_eq!(seen, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct MemoryBatches {
    data: Vec<Array>,
    label: Vec<Array>,
    batch_size: usize,
    last: LastBatch,
    seed: Option<u64>,
    epoch: u64,
    /// The epoch's rows in their order, behind those that rolled over.
    order: Vec<usize>,
    rolled: usize,
    next: usize,
    /// Rows of the batch.
    rows: Vec<usize>,
}

impl MemoryBatches {
    /// Batches of all these arrays in the order of their rows, with [`LastBatch::Pad`]. There may be several inputs and
    /// labels, or none.
    ///
    /// # Errors
    /// [`DataError::ZeroBatchSize`], [`DataError::NoRows`], [`DataError::Rows`] unless all arrays have as many rows;
    /// [`DataError::Array`] for a row_sparse array, or one without dimensions.
    pub fn new(data: Vec<Array>, label: Vec<Array>, batch_size: usize) -> Result<Self, DataError> {
        if batch_size == 0 {
            return Err(DataError::ZeroBatchSize);
        }
        // No rows of each: whether there is a way to take them.
        data.iter().chain(&label).try_for_each(|array| array.take_rows(&[]).map(drop))?;
        let mut rows = data.iter().chain(&label).map(|array| array.shape().first().copied().unwrap_or_default());
        let expected = rows.next().filter(|&rows| rows > 0).ok_or(DataError::NoRows)?;
        if let Some(found) = rows.find(|&rows| rows != expected) {
            return Err(DataError::Rows { expected, found });
        }
        let order = (0..expected).collect();
        let (last, seed, rows) = (LastBatch::Pad, None, Vec::new());
        Ok(Self { data, label, batch_size, last, seed, epoch: 0, order, rolled: 0, next: 0, rows })
    }

    /// In each epoch another order, a function of this seed and of the number of the epoch, from 0, alone. It begins
    /// anew.
    #[must_use]
    pub fn shuffled(mut self, seed: u64) -> Self {
        (self.seed, self.epoch) = (Some(seed), 0);
        self.begin(0);
        self
    }

    /// With another rule for the last batch.
    #[must_use]
    pub fn with_last(self, last: LastBatch) -> Self {
        Self { last, ..self }
    }

    fn left(&self) -> usize {
        self.order.len() - self.next
    }

    /// An epoch's order, behind so many rows at the end of the one before.
    fn begin(&mut self, rolled: usize) {
        let rows = self.order.len() - self.rolled;
        let from = self.order.len() - rolled;
        self.order.drain(..from);
        self.order.extend(0..rows);
        if let (Some(seed), Some(order)) = (self.seed, self.order.get_mut(rolled..)) {
            Draws::new(seed, self.epoch).shuffle(order);
        }
        (self.rolled, self.next) = (rolled, 0);
    }
}

impl Batches for MemoryBatches {
    fn batch_size(&self) -> usize {
        self.batch_size
    }

    fn next_batch(&mut self, batch: &mut Batch) -> Result<bool, DataError> {
        let (left, size) = (self.left(), self.batch_size);
        let enough = if matches!(self.last, LastBatch::Pad | LastBatch::Keep) { 1 } else { size };
        if left < enough {
            return Ok(false);
        }
        let (begin, end) = (self.next, self.next + left.min(size));
        self.rows.clear();
        reserve(&mut self.rows, size)?;
        self.rows.extend(self.order.get(begin..end).unwrap_or_default());
        let pad = if self.last == LastBatch::Keep { 0 } else { size - self.rows.len() };
        self.rows.extend(self.order.iter().cycle().take(pad));
        for (arrays, out) in [(&self.data, &mut batch.data), (&self.label, &mut batch.label)] {
            for (array, out) in arrays.iter().zip(slots(out, arrays.len())) {
                array.take_rows_into(&self.rows, out)?;
            }
        }
        (batch.pad, self.next) = (pad, end);
        Ok(true)
    }

    fn reset(&mut self) -> Result<(), DataError> {
        let left = self.left();
        let rolls = self.last == LastBatch::RollOver && left < self.batch_size;
        self.epoch += 1;
        self.begin(if rolls { left } else { 0 });
        Ok(())
    }

    fn restart(&mut self) -> Result<(), DataError> {
        self.epoch += 1;
        self.begin(0);
        Ok(())
    }
}
