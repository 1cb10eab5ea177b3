//! What the caller may choose about batches of LibSVM files.
use crate::libsvm::LibsvmOptions;
use std::path::PathBuf;

/// LibSVM files with the labels of other files: row by row, the entries of a line are the labels, and its own label is
/// not used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelFiles {
    /// Files, read one after the other. Of a folder all files are read, by name.
    pub paths: Vec<PathBuf>,
    /// Labels of a row, counted from the base of the data files. (`label_shape`)
    pub size: usize,
}

/// How to make batches of LibSVM files.
#[derive(Clone, Debug, PartialEq)]
pub struct LibsvmBatchesOptions {
    /// How rows are read; `batch_rows` is the rows of a batch. Features that are not given, and the base
    /// [`Auto`](crate::libsvm::IndexBase::Auto), are found out of all files at first, those of other parts among them.
    /// The default is to parse on one thread, for [`Prefetch`](super::Prefetch) does it on another. A batch has no place
    /// for weights of rows: reading them is an error.
    pub read: LibsvmOptions,
    /// Where labels are, if they are not in the data files. Batches have them as csr. (`label_libsvm`)
    pub label: Option<LabelFiles>,
    /// Which of the parts the rows are of, from 0. (`part_index`)
    pub part: usize,
    /// How many parts of about as many bytes the files are cut into, between lines. (`num_parts`)
    pub parts: usize,
    /// Whether the last batch of an epoch is filled with rows from the start; the next epoch then begins behind these.
    /// Otherwise that batch is shorter.
    pub round_batch: bool,
}

impl Default for LibsvmBatchesOptions {
    fn default() -> Self {
        let read = LibsvmOptions { threads: 1, ..LibsvmOptions::default() };
        Self { read, label: None, part: 0, parts: 1, round_batch: true }
    }
}
