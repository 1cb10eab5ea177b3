//! LibSVM text: a reader that streams batches in CSR form, and a writer.
//!
//! A line is `label[:weight] [qid:n] index:value index:value ... [# comment]`.
//!
//! | in the text | is |
//! |---|---|
//! | blank line, comment, blanks and tabs in any number, CR LF, no line feed at the end, a byte order mark | accepted |
//! | a carriage return inside a comment | ends the line; the next one begins behind it |
//! | a label alone | a row without entries |
//! | label weight | an error, or read or ignored if asked: a row without a label looks the same |
//! | a row without a label | read if asked |
//! | `qid:` | checked, counted and not used, or an error if asked |
//! | a written zero | an entry |
//! | any decimal number, with or without sign, point and exponent | rounded correctly: the bits of `str::parse` |
//! | `nan`, `inf`, a number too large for the value type | an error |
//! | indices of a row that do not ascend | an error, or sorted if asked |
//! | a repeated index | an error, or its values are added if asked |
//! | gzip | read as the text that it holds, with the feature `gzip`; [other formats](compression) are told by name |
//! | index negative, below the base, not below the number of features, too large for the index type | an error |
//! | feature without a value, several labels, anything else | an error |
//! | no rows at all | an error |
//!
//! Other [forms](TextForm) of text are LIBFFM's, hashed names, and Vowpal Wabbit's.
//!
//! Every error names file, line and column. Differences from MXNet's iterator, besides these errors: the last batch of
//! a pass is shorter, where MXNet fills it with rows from the start of the file and then begins the next pass behind
//! these (its `round_batch`); a reset goes back to exactly the first row; the index base of [`IndexBase::Auto`] is one
//! decision for the whole file, where MXNet decides anew for every parsed block.
//!
//! ```
//! use lacuna_libsvm::{CsrBatch, IndexBase, LibsvmOptions, LibsvmReader, write};
//!
//! let mut text = Vec::new();
//! write(&mut text, &[3.5f64, 0.0], &[0i64, 1, 3], &[7, 0, 2], &[0.1, -4.0, 0.0], IndexBase::Zero)?;
//!
//! let source = std::io::Cursor::new(text);
//! let mut reader = LibsvmReader::<_, f64, i64>::from_seekable("memory", source, &LibsvmOptions::default())?;
//! let mut batch = CsrBatch::new();
//! for _ in 0..2 {
//!     while reader.read_batch(&mut batch)? {
//!         assert_eq!((batch.rows(), batch.features), (2, 8));
//!         assert_eq!(batch.values, [0.1, -4.0, 0.0]);
//!     }
//!     reader.reset()?;
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]
mod block;
pub mod compression;
mod csr_batch;
mod entry;
mod error;
mod fill;
mod form;
mod hash;
mod line;
mod number;
mod options;
mod piece;
mod reader;
mod scalar;
mod scan;
#[cfg(test)]
mod tests;
mod threads;
mod unused;
mod vw;
mod writer;

pub use csr_batch::CsrBatch;
pub use error::{LibsvmError, RowError};
pub use form::TextForm;
pub use hash::{hash_name, murmur3};
pub use options::{IndexBase, LibsvmOptions};
pub use reader::{LibsvmReader, read_all};
pub use scalar::{LibsvmIndex, LibsvmValue};
pub use scan::{FieldScan, Scan, scan, scan_fields, scan_labels, scan_stream};
pub use unused::{Unused, UnusedCounts};
pub use vw::VwOptions;
pub use writer::{LibsvmWriteError, write};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
