//! Batches that are read while others are learnt.
use super::super::data::{Examples, examples};
use super::super::error::TrainError;
use super::super::scalar::TrainValue;
use crate::fit::BatchSource;
use lacuna_runtime::libsvm::{CsrBatch, LibsvmError, LibsvmReader};
use std::io::{Read, Seek};
use std::mem;

/// Reads batches of rows.
pub trait ReadBatch<V>: Send {
    /// Replaces the batch by the next one; `false` at the end.
    ///
    /// # Errors
    /// If a row is malformed, or the text cannot be read.
    fn read(&mut self, batch: &mut CsrBatch<V, i32>) -> Result<bool, LibsvmError>;

    /// Goes back to the first row.
    ///
    /// # Errors
    /// If the text cannot be read again.
    fn restart(&mut self) -> Result<(), LibsvmError>;
}

impl<R: Read + Seek + Send, V: TrainValue> ReadBatch<V> for LibsvmReader<R, V, i32> {
    fn read(&mut self, batch: &mut CsrBatch<V, i32>) -> Result<bool, LibsvmError> {
        self.read_batch(batch)
    }

    fn restart(&mut self) -> Result<(), LibsvmError> {
        self.reset()
    }
}

/// Batches of a reader. With more than one thread the next batch is read beside the learning of one, on the
/// caller's pool.
#[derive(Debug)]
pub struct ReadAhead<R, V> {
    reader: R,
    threads: usize,
    batch: CsrBatch<V, i32>,
    next: CsrBatch<V, i32>,
    /// Whether there is a batch, once it has been read.
    ready: Option<Result<bool, LibsvmError>>,
}

impl<R: ReadBatch<V>, V: TrainValue> ReadAhead<R, V> {
    /// Reads by this reader.
    pub fn new(reader: R, threads: usize) -> Self {
        Self { reader, threads, batch: CsrBatch::new(), next: CsrBatch::new(), ready: None }
    }
}

impl<R: ReadBatch<V>, V: TrainValue> BatchSource for ReadAhead<R, V> {
    type Batch = CsrBatch<V, i32>;
    type Error = TrainError;

    fn restart(&mut self) -> Result<(), TrainError> {
        self.ready = None;
        Ok(self.reader.restart()?)
    }

    fn next<T>(&mut self, visit: impl FnOnce(Examples<'_, V, i32>) -> T) -> Result<Option<T>, TrainError> {
        let Self { reader, threads, batch, next, ready } = self;
        let ready_batch = ready.take();
        if !ready_batch.unwrap_or_else(|| reader.read(batch))? {
            return Ok(None);
        }
        let learnt = examples(batch)?;
        if *threads == 1 {
            return Ok(Some(visit(learnt)));
        }
        let visited = rayon::in_place_scope(|scope| {
            scope.spawn(|_| *ready = Some(reader.read(next)));
            visit(learnt)
        });
        mem::swap(batch, next);
        Ok(Some(visited))
    }
}
