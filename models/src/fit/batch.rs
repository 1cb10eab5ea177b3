//! Where batches come from, and how they are lent to a step.
use lacuna_runtime::array::Array;
use lacuna_runtime::data::{Batch, Batches, DataError};

/// How large a batch is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BatchSize {
    /// Rows that count.
    pub rows: usize,
    /// Stored entries of the data.
    pub entries: usize,
    /// Bytes of the data.
    pub bytes: usize,
}

/// A type of batches.
pub trait BatchType {
    /// How a batch is lent to a step.
    type View<'a>: BatchView;
}

/// A batch that is lent.
pub trait BatchView: Sized {
    /// Its size.
    fn size(&self) -> BatchSize;

    /// The batch without its first rows. `None` if it cannot be cut there.
    fn skip_rows(self, _rows: usize) -> Option<Self> {
        None
    }
}

/// Batches in an order that depends on nothing but the number of the epoch.
pub trait BatchSource {
    /// What it lends.
    type Batch: BatchType;
    /// Why there is no batch.
    type Error;

    /// Begins the next epoch with the first row.
    ///
    /// # Errors
    /// If the data cannot be read again.
    fn restart(&mut self) -> Result<(), Self::Error>;

    /// Begins the epoch after the last batch of the one before.
    ///
    /// # Errors
    /// As [`restart`](Self::restart).
    fn reset(&mut self) -> Result<(), Self::Error> {
        self.restart()
    }

    /// Lends the next batch, and returns what `visit` returns; `None` at the end of the epoch.
    ///
    /// # Errors
    /// If the data cannot be read.
    fn next<R>(
        &mut self,
        visit: impl FnOnce(<Self::Batch as BatchType>::View<'_>) -> R,
    ) -> Result<Option<R>, Self::Error>;
}

/// Visits every batch of an epoch, from the first row on.
///
/// # Errors
/// Those of the source and of `visit`.
pub fn for_each_batch<S: BatchSource, E: From<S::Error>>(
    source: &mut S,
    mut visit: impl FnMut(<S::Batch as BatchType>::View<'_>) -> Result<(), E>,
) -> Result<(), E> {
    source.restart()?;
    while let Some(visited) = source.next(&mut visit)? {
        visited?;
    }
    Ok(())
}

impl BatchType for Batch {
    type View<'a> = &'a mut Self;
}

impl BatchView for &mut Batch {
    fn size(&self) -> BatchSize {
        let data = self.data.first();
        BatchSize { rows: self.rows(), entries: data.map_or(0, Array::nnz), bytes: data.map_or(0, Array::nbytes) }
    }
}

/// [`Batches`] as a source: one batch, whose memory is used again and again.
#[derive(Debug)]
pub struct BufferedBatches<'b, B: ?Sized> {
    batches: &'b mut B,
    batch: Batch,
}

impl<'b, B: Batches + ?Sized> BufferedBatches<'b, B> {
    /// Reads these batches.
    pub fn new(batches: &'b mut B) -> Self {
        Self { batches, batch: Batch::default() }
    }
}

impl<B: Batches + ?Sized> BatchSource for BufferedBatches<'_, B> {
    type Batch = Batch;
    type Error = DataError;

    fn restart(&mut self) -> Result<(), DataError> {
        self.batches.restart()
    }

    fn reset(&mut self) -> Result<(), DataError> {
        self.batches.reset()
    }

    fn next<R>(&mut self, visit: impl FnOnce(&mut Batch) -> R) -> Result<Option<R>, DataError> {
        Ok(self.batches.next_batch(&mut self.batch)?.then(|| visit(&mut self.batch)))
    }
}
