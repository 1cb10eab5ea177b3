//! What the caller may choose about reading.
use super::form::TextForm;
use super::unused::Unused;
use std::sync::Arc;

/// The number that the file gives to its first feature.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IndexBase {
    /// Features are numbered from 0 (MXNet's default).
    #[default]
    Zero,
    /// Features are numbered from 1 (what LIBSVM's own tools write). Batches hold the index minus 1.
    One,
    /// Decided by the whole input: what a comment above its first row says in the words of scikit-learn (`Column indices
    /// are zero-based`, or `one-based`), or else [`One`](Self::One) if its smallest index is at least 1, and
    /// [`Zero`](Self::Zero) otherwise. It costs a pass over the input, so it needs a source that can seek, and it misjudges a zero-based
    /// file which never uses feature 0: name the base wherever you know it.
    Auto,
}

/// How to read LibSVM text.
///
/// ```
/// use lacuna_libsvm::{IndexBase, LibsvmOptions};
///
/// let options = LibsvmOptions { batch_rows: 100, base: IndexBase::One, ..LibsvmOptions::default() };
/// assert_eq!(options.features, None);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct LibsvmOptions {
    /// Rows of a batch; the last batch of a pass may have fewer. At least 1.
    pub batch_rows: usize,
    /// Number of features: every index must be below it. `None` infers it: from a pass over the whole input where the
    /// source can seek, else as the largest index met so far plus 1.
    pub features: Option<usize>,
    /// Number of the first feature.
    pub base: IndexBase,
    /// Sort the entries of each row by index. Without it a row out of order is an error. A repeated index is an error
    /// unless `sum_duplicates` is set.
    pub sort_rows: bool,
    /// Add the values of an index that a row repeats, in the order of the row.
    pub sum_duplicates: bool,
    /// Refuse every label but 1, 0 and -1, as a row of two classes has it: 1, or else 0 or -1. Without it a label is
    /// any finite number.
    pub two_classes: bool,
    /// The label of the rows of class 1: their label becomes 1, and every other one 0.
    pub positive: Option<f64>,
    /// The labels of several classes: a label becomes its place here, and every other one is refused.
    pub labels: Option<Arc<[f64]>>,
    /// Read `label:weight`, a finite number of at least 0, into [`CsrBatch::weights`](super::CsrBatch::weights); a label
    /// alone weighs 1. Without this and `ignore_weights` a weight is an error: the first feature of a row without a
    /// label looks the same.
    pub row_weights: bool,
    /// Read `label:weight` as the label, as MXNet does.
    pub ignore_weights: bool,
    /// Rows have no label: a line begins with its first feature, and the label of its row is 0. So that every row has
    /// its line, a blank line is a row without entries.
    pub unlabelled: bool,
    /// Refuse a row with something that is not used: a query id, and in the text of Vowpal Wabbit a base, or an
    /// importance that is neither read nor to be ignored.
    pub strict: bool,
    /// Counts rows with something that is not used, in the passes that deliver them.
    pub unused: Option<Arc<Unused>>,
    /// How a line tells its features. In other forms than the plain one they may be in any order; hashed ones need the
    /// features that there are bits for, and all count from 0.
    pub form: TextForm,
    /// Tasks that parse a block at the same time, on the rayon pool of the caller; 0 takes one for each thread of that
    /// pool. 1 does not touch rayon. The batches and errors are the same for every number. Without the feature
    /// `threads`, one reads.
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
            sum_duplicates: false,
            two_classes: false,
            positive: None,
            labels: None,
            row_weights: false,
            ignore_weights: false,
            unlabelled: false,
            strict: false,
            unused: None,
            form: TextForm::Plain,
            threads: 0,
            block_bytes: 512 << 10,
            max_line_bytes: 1 << 30,
        }
    }
}
