//! What rows have beside what is read.
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Rows with something that is left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnusedCounts {
    /// A query id (`qid:`).
    pub query_ids: u64,
    /// In the text of Vowpal Wabbit, a base behind the importance.
    pub bases: u64,
    /// In the same text, an importance that is [not read](super::LibsvmOptions::row_weights).
    pub weights: u64,
}

/// Counts of one pass over rows, for whoever gave it to the [options](super::LibsvmOptions::unused) of a reader.
///
/// ```
/// use lacuna_libsvm::{CsrBatch, LibsvmOptions, LibsvmReader, Unused};
/// use std::sync::Arc;
/// let unused = Arc::new(Unused::default());
/// let options = LibsvmOptions { unused: Some(unused.clone()), ..LibsvmOptions::default() };
/// let text: &[u8] = b"1 qid:7 0:0.5\n0 1:2\n";
/// let mut reader = LibsvmReader::<_, f32, i32>::from_stream("example", text, &options)?;
/// reader.read_rest(&mut CsrBatch::new())?;
/// assert_eq!(unused.take().query_ids, 1);
/// # Ok::<(), lacuna_libsvm::LibsvmError>(())
/// ```
#[derive(Debug, Default)]
pub struct Unused {
    query_ids: AtomicU64,
    bases: AtomicU64,
    weights: AtomicU64,
    is_taken: AtomicBool,
}

impl Unused {
    pub(super) fn add(&self, counts: UnusedCounts) {
        if !self.is_taken.load(Ordering::Relaxed) {
            self.query_ids.fetch_add(counts.query_ids, Ordering::Relaxed);
            self.bases.fetch_add(counts.bases, Ordering::Relaxed);
            self.weights.fetch_add(counts.weights, Ordering::Relaxed);
        }
    }

    /// What was counted; later passes over the rows count no more.
    pub fn take(&self) -> UnusedCounts {
        self.is_taken.store(true, Ordering::Relaxed);
        let [query_ids, bases, weights] =
            [&self.query_ids, &self.bases, &self.weights].map(|count| count.swap(0, Ordering::Relaxed));
        UnusedCounts { query_ids, bases, weights }
    }
}

/// By what they count.
impl PartialEq for Unused {
    fn eq(&self, other: &Self) -> bool {
        let counts = |own: &Self| [&own.query_ids, &own.bases, &own.weights].map(|count| count.load(Ordering::Relaxed));
        counts(self) == counts(other)
    }
}
