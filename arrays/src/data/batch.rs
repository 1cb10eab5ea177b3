//! What all iterators have.
use super::DataError;
use crate::array::Array;

/// Some rows of each input.
///
/// One batch is meant to be passed to every [`next_batch`](Batches::next_batch): the memory of its arrays is used
/// again.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Batch {
    /// The inputs of a model.
    pub data: Vec<Array>,
    /// What it should say.
    pub label: Vec<Array>,
    /// Rows at the end that are there only to fill the batch: they have been, or will be, in another batch too.
    pub pad: usize,
}

impl Batch {
    /// The rows that count: all but the padding. Of a batch without arrays 0.
    ///
    /// ```
    /// use lacuna_arrays::array::Array;
    /// use lacuna_arrays::data::Batch;
    /// let batch = Batch { data: vec![Array::dense(&[3, 2], vec![0.5_f32; 6])?], label: vec![], pad: 1 };
    /// // What a metric is to see.
    /// let data = batch.data[0].slice_rows(None, i64::try_from(batch.rows()).ok())?;
    /// assert_eq!((batch.rows(), data.shape()), (2, &[2, 2][..]));
    /// # Ok::<(), lacuna_arrays::array::ArrayError>(())
    /// ```
    #[must_use]
    pub fn rows(&self) -> usize {
        let rows = self.data.iter().chain(&self.label).find_map(|array| array.shape().first().copied());
        rows.unwrap_or_default().saturating_sub(self.pad)
    }
}

/// Batches, epoch after epoch. Which rows they have is a function of how many batches were delivered in each epoch, and
/// of nothing else.
pub trait Batches {
    /// Rows of a batch; the last one of an epoch may have fewer, if it is not filled.
    fn batch_size(&self) -> usize;

    /// Replaces the batch by the next one. `false` at the end of the epoch; then the batch is as it was.
    ///
    /// # Errors
    /// [`DataError`], which every call repeats until a reset; what the batch holds then may be empty.
    fn next_batch(&mut self, batch: &mut Batch) -> Result<bool, DataError>;

    /// Begins the next epoch. Behind the last batch of an epoch it begins where the iterator's rules for the last batch
    /// say; otherwise it is a [`restart`](Self::restart).
    ///
    /// # Errors
    /// [`DataError`].
    fn reset(&mut self) -> Result<(), DataError>;

    /// Begins the next epoch with the first row, whatever the last batch was.
    ///
    /// # Errors
    /// [`DataError`].
    fn restart(&mut self) -> Result<(), DataError>;
}

impl<B: Batches + ?Sized> Batches for &mut B {
    fn batch_size(&self) -> usize {
        (**self).batch_size()
    }
    fn next_batch(&mut self, batch: &mut Batch) -> Result<bool, DataError> {
        (**self).next_batch(batch)
    }
    fn reset(&mut self) -> Result<(), DataError> {
        (**self).reset()
    }
    fn restart(&mut self) -> Result<(), DataError> {
        (**self).restart()
    }
}

impl<B: Batches + ?Sized> Batches for Box<B> {
    fn batch_size(&self) -> usize {
        (**self).batch_size()
    }
    fn next_batch(&mut self, batch: &mut Batch) -> Result<bool, DataError> {
        (**self).next_batch(batch)
    }
    fn reset(&mut self) -> Result<(), DataError> {
        (**self).reset()
    }
    fn restart(&mut self) -> Result<(), DataError> {
        (**self).restart()
    }
}

/// The first so many arrays of a list, which are made if they are not there.
pub(super) fn slots(arrays: &mut Vec<Array>, count: usize) -> &mut [Array] {
    arrays.resize_with(count, Array::default);
    arrays
}
