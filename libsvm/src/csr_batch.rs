//! A batch of rows in CSR form.

use super::scalar::LibsvmIndex;

/// Rows in CSR form: row `r` holds entries `indptr[r]..indptr[r + 1]` of `indices` and `values`, its indices strictly
/// ascending.
///
/// One batch is meant to be passed to every [`read_batch`](super::LibsvmReader::read_batch) call: its buffers keep
/// their capacity, so that reading stops allocating once the largest batch has been seen.
///
/// ```
/// use lacuna_libsvm::CsrBatch;
///
/// let batch = CsrBatch::<f32, i32>::new();
/// assert_eq!((batch.rows(), batch.indptr.as_slice()), (0, [0].as_slice()));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct CsrBatch<V, I> {
    /// One label a row.
    pub labels: Vec<V>,
    /// One weight a row, if [weights are read](super::LibsvmOptions::row_weights), else none.
    pub weights: Vec<V>,
    /// Where each row's entries begin, then the number of entries: `rows + 1` numbers.
    pub indptr: Vec<I>,
    /// Feature of each entry, from 0 whatever the base of the file.
    pub indices: Vec<I>,
    /// Value of each entry; a written zero is kept.
    pub values: Vec<V>,
    /// Number of features: the option's, the scanned, or for a stream without either the largest index so far plus 1.
    pub features: usize,
}

impl<V, I: LibsvmIndex> CsrBatch<V, I> {
    /// A batch without rows.
    pub fn new() -> Self {
        let (labels, weights, indices, values) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { labels, weights, indptr: vec![I::default()], indices, values, features: 0 }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.labels.len()
    }

    /// Removes all rows and keeps the memory.
    pub fn clear(&mut self) {
        self.labels.clear();
        self.weights.clear();
        self.indptr.clear();
        self.indptr.push(I::default());
        self.indices.clear();
        self.values.clear();
    }
}

impl<V, I: LibsvmIndex> Default for CsrBatch<V, I> {
    fn default() -> Self {
        Self::new()
    }
}
