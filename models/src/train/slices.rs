//! Steps that are cut into slices, of which each rank reads its own.
use super::data::{Examples, examples};
use super::error::TrainError;
use super::scalar::TrainValue;
use crate::fit::{BatchSize, BatchSource};
use lacuna::Index;
use lacuna_runtime::data::{LibsvmPart, append};
use lacuna_runtime::exchange::tree::slices_of;
use lacuna_runtime::exchange::{Exchange, ExchangeError, Reader, Writer};
use lacuna_runtime::libsvm::{CsrBatch, LibsvmError, LibsvmIndex, LibsvmOptions};
use std::path::Path;
use std::sync::Arc;

/// How the rows of a step lie in slices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Slices {
    /// Rows of each slice of this rank, which lie one behind the other.
    pub own: Vec<usize>,
    /// The step of all ranks.
    pub whole: BatchSize,
}

/// The steps over a file that is cut into as many parts as a step has slices: slice `s` has the next rows of part `s`.
/// This rank reads the parts of its own slices, and no others. An epoch ends when no part has rows; one that has none
/// left is left out before.
///
/// ```
/// use lacuna_runtime::exchange::Local;
/// use lacuna_models::fit::BatchSource;
/// use lacuna_runtime::libsvm::{IndexBase, LibsvmOptions};
/// use lacuna_models::train::{Examples, SlicedRows};
/// use std::sync::Arc;
/// let path = std::env::temp_dir().join(format!("lacuna-slices-{}.libsvm", std::process::id()));
/// std::fs::write(&path, "1 0:1\n2 1:2\n3 2:3\n4 0:4\n5 1:5\n6 1:6\n")?;
/// // The second part begins with the first line behind the half of the bytes: the fifth.
/// let options = LibsvmOptions { batch_rows: 4, features: Some(3), base: IndexBase::Zero, ..LibsvmOptions::default() };
/// let mut rows = SlicedRows::<f32, i32>::open(&path, &options, Arc::new(Local), 2)?;
/// let labels = rows.next(|Examples { labels, .. }| labels.to_vec())?;
/// assert_eq!(labels, Some(vec![1.0, 2.0, 5.0, 6.0]));
/// # std::fs::remove_file(path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SlicedRows<V, I> {
    parts: Vec<LibsvmPart<V, I>>,
    rows_of_slice: usize,
    batch: CsrBatch<V, I>,
    chunk: CsrBatch<V, I>,
    slices: Slices,
    features: usize,
    exchange: Arc<dyn Exchange>,
    name: Arc<str>,
    /// Whether no step has been read.
    at_start: bool,
}

impl<V: TrainValue, I: Index + LibsvmIndex> SlicedRows<V, I> {
    /// Opens the parts of this rank. The options name the features and the index base; of their `batch_rows`, each
    /// slice has the same share.
    ///
    /// # Errors
    /// [`TrainError::SliceRows`]; those of [`LibsvmPart::open`].
    pub fn open(
        path: &Path,
        options: &LibsvmOptions,
        exchange: Arc<dyn Exchange>,
        slices: usize,
    ) -> Result<Self, TrainError> {
        let (rows, rows_of_slice) = (options.batch_rows, options.batch_rows / slices.max(1));
        if rows_of_slice == 0 {
            return Err(TrainError::SliceRows { rows, slices });
        }
        let open = |part| LibsvmPart::open(path, (part, slices), options.clone());
        let own = slices_of(slices, exchange.rank(), exchange.size());
        Ok(Self {
            parts: own.map(open).collect::<Result<_, _>>()?,
            rows_of_slice,
            batch: CsrBatch::new(),
            chunk: CsrBatch::new(),
            slices: Slices::default(),
            features: options.features.unwrap_or_default(),
            exchange,
            name: path.to_string_lossy().as_ref().into(),
            at_start: true,
        })
    }

    /// Reads the rows of this rank.
    fn read_own(&mut self) -> Result<(), TrainError> {
        self.batch.clear();
        self.batch.features = self.features;
        self.slices.own.clear();
        for part in &mut self.parts {
            part.read(self.rows_of_slice, &mut self.chunk)?;
            self.slices.own.push(self.chunk.rows());
            append(&mut self.batch, &self.chunk);
        }
        Ok(())
    }

    /// Rows and entries of all ranks.
    fn count(&self) -> Result<BatchSize, TrainError> {
        let own = [self.batch.rows(), self.batch.indices.len()].map(|count| count as f64);
        let all = gathered(&*self.exchange, &own)?;
        let sum = |place: usize| all.iter().filter_map(|rank| rank.get(place)).sum::<f64>() as usize;
        let (rows, entries) = (sum(0), sum(1));
        let bytes = entries * (size_of::<V>() + size_of::<I>()) + (rows + 1) * size_of::<I>();
        Ok(BatchSize { rows, entries, bytes })
    }
}

impl<V: TrainValue, I: Index + LibsvmIndex> BatchSource for SlicedRows<V, I> {
    type Batch = CsrBatch<V, I>;
    type Error = TrainError;

    fn restart(&mut self) -> Result<(), TrainError> {
        self.at_start = true;
        Ok(self.parts.iter_mut().try_for_each(LibsvmPart::restart)?)
    }

    fn next<T>(&mut self, visit: impl FnOnce(Examples<'_, V, I>) -> T) -> Result<Option<T>, TrainError> {
        if let Err(error) = self.read_own() {
            self.exchange.fail(&error.to_string());
            return Err(error);
        }
        self.slices.whole = self.count()?;
        if self.slices.whole.rows == 0 {
            if self.at_start {
                return Err(LibsvmError::Empty { file: self.name.clone() }.into());
            }
            return Ok(None);
        }
        self.at_start = false;
        let examples = examples(&self.batch)?;
        Ok(Some(visit(Examples { slices: Some(&self.slices), ..examples })))
    }
}

/// The numbers of each rank.
pub(super) fn gathered(exchange: &dyn Exchange, own: &[f64]) -> Result<Vec<Vec<f64>>, ExchangeError> {
    let mut message = Writer::default();
    message.number(own.len() as u64);
    own.iter().for_each(|number| message.number(number.to_bits()));
    let all = exchange.all_gather(message.finish())?;
    let read = |(rank, message): (usize, &Vec<u8>)| {
        let mut message = Reader::new(rank, message);
        let count = message.count("numbers")?;
        let numbers = (0..count).map(|_| message.number().map(f64::from_bits)).collect::<Result<_, _>>()?;
        message.end()?;
        Ok(numbers)
    };
    all.iter().enumerate().map(read).collect()
}
