//! Rows of a part of a LibSVM file.
use super::DataError;
use super::libsvm_rows::LibsvmRows;
use super::part::{cut, expect_uncompressed, files};
use crate::libsvm::{CsrBatch, LibsvmIndex, LibsvmOptions, LibsvmValue};
use lacuna::Index;
use std::path::Path;

/// Reads the rows of one of the parts that a file is cut into, between lines, of about as many bytes each.
///
/// ```
/// use lacuna_arrays::data::LibsvmPart;
/// use lacuna_arrays::libsvm::{CsrBatch, IndexBase, LibsvmOptions};
/// let path = std::env::temp_dir().join(format!("lacuna-part-{}.libsvm", std::process::id()));
/// std::fs::write(&path, "1 0:1\n2 1:2\n3 2:3\n4 0:4 2:5\n")?;
/// let read = LibsvmOptions { features: Some(3), base: IndexBase::Zero, threads: 1, ..LibsvmOptions::default() };
/// let mut part = LibsvmPart::<f32, i32>::open(&path, (1, 2), read)?;
/// let mut rows = CsrBatch::new();
/// part.read(10, &mut rows)?;
/// // The half of the bytes ends inside the third line.
/// assert_eq!(rows.labels, [4.0]);
/// # std::fs::remove_file(path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LibsvmPart<V, I>(LibsvmRows<V, I>);

impl<V: LibsvmValue, I: Index + LibsvmIndex> LibsvmPart<V, I> {
    /// Opens part `part.0` of `part.1`. The options name the number of features and the index base.
    ///
    /// # Errors
    /// [`DataError::Io`], [`DataError::Part`]; [`DataError::CompressedParts`] for a compressed file and several parts.
    pub fn open(path: &Path, (part, parts): (usize, usize), options: LibsvmOptions) -> Result<Self, DataError> {
        let all = files(&[path.to_owned()])?;
        if parts > 1 {
            expect_uncompressed(&all, parts)?;
        }
        Ok(Self(LibsvmRows::new(cut(&all, part, parts)?.0, options)))
    }

    /// Replaces the rows by up to so many: fewer are all that are left.
    ///
    /// # Errors
    /// What is wrong with a row, with its line in the file; [`DataError::Io`].
    pub fn read(&mut self, most: usize, rows: &mut CsrBatch<V, I>) -> Result<(), DataError> {
        self.0.read(most, rows)
    }

    /// Goes back to the first row.
    ///
    /// # Errors
    /// [`DataError::Io`].
    pub fn restart(&mut self) -> Result<(), DataError> {
        self.0.rewind()
    }
}
