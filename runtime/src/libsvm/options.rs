//! What the caller may choose about reading.

/// The number that the file gives to its first feature.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IndexBase {
    /// Features are numbered from 0 (MXNet's default).
    #[default]
    Zero,
    /// Features are numbered from 1 (what LIBSVM's own tools write). Batches hold the index minus 1.
    One,
    /// Decided by the whole input: [`One`](Self::One) if its smallest index is at least 1, [`Zero`](Self::Zero)
    /// otherwise. It costs a pass over the input, so it needs a source that can seek, and it misjudges a zero-based
    /// file which never uses feature 0: name the base wherever you know it.
    Auto,
}

/// How to read LibSVM text.
///
/// ```
/// use lacuna_runtime::libsvm::{IndexBase, LibsvmOptions};
///
/// let options = LibsvmOptions { batch_rows: 100, base: IndexBase::One, ..LibsvmOptions::default() };
/// assert_eq!(options.features, None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibsvmOptions {
    /// Rows of a batch; the last batch of a pass may have fewer. At least 1.
    pub batch_rows: usize,
    /// Number of features: every index must be below it. `None` infers it: from a pass over the whole input where the
    /// source can seek, else as the largest index met so far plus 1.
    pub features: Option<usize>,
    /// Number of the first feature.
    pub base: IndexBase,
    /// Sort the entries of each row by index. Without it a row out of order is an error. A repeated index is an error
    /// either way.
    pub sort_rows: bool,
    /// Refuse every label but 1, 0 and -1, as a row of two classes has it: 1, or else 0 or -1. Without it a label is
    /// any finite number.
    pub two_classes: bool,
    /// Read `label:weight` as the label, as MXNet does. Without it a weight is an error: nothing here uses the weights
    /// of rows, and the first feature of a row without a label looks the same.
    pub ignore_weights: bool,
    /// Tasks that parse a block at the same time, on the rayon pool of the caller; 0 takes one for each thread of that
    /// pool. 1 does not touch rayon. The batches and errors are the same for every number.
    pub threads: usize,
    /// Bytes read at a time for each task; a block grows for a line that is longer. Two blocks are held. The batches
    /// and errors are the same for every number.
    pub block_bytes: usize,
    /// The longest line, its end included, that a block grows for; a longer one is an error.
    pub max_line_bytes: usize,
}

impl Default for LibsvmOptions {
    fn default() -> Self {
        Self {
            batch_rows: 1024,
            features: None,
            base: IndexBase::Zero,
            sort_rows: false,
            two_classes: false,
            ignore_weights: false,
            threads: 0,
            block_bytes: 2 << 20,
            max_line_bytes: 1 << 30,
        }
    }
}
