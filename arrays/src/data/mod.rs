//! Batches of rows: [`Batches`], whatever they come from.
//!
//! | MXNet | here |
//! |---|---|
//! | `io.DataIter`, `io.DataBatch` | [`Batches`], [`Batch`] |
//! | `io.NDArrayIter` | [`MemoryBatches`] |
//! | `io.LibSVMIter` | [`LibsvmBatches`] |
//! | `Vocabulary` and `MultiSentenceIter` of the example of a large word language model | [`Vocabulary`], [`TextWindows`] |
//! | `io.PrefetchingIter`, `prefetch_buffer` | [`Prefetch`] |
//!
//! ```
//! use lacuna_arrays::array::Array;
//! use lacuna_arrays::data::{Batch, Batches, MemoryBatches, Prefetch};
//! let data = Array::csr(Some([5, 2]), vec![0, 1, 2, 3, 4, 5], vec![0, 1, 0, 1, 0], vec![1.0_f32, 2.0, 3.0, 4.0, 5.0])?;
//! let label = Array::dense(&[5], vec![1.0_f32, 2.0, 3.0, 4.0, 5.0])?;
//! let mut batches = Prefetch::new(MemoryBatches::new(vec![data], vec![label], 2)?, 4)?;
//! let mut batch = Batch::default();
//! let mut sums = Vec::new();
//! for _epoch in 0..2 {
//!     while batches.next_batch(&mut batch)? {
//!         sums.push((batch.label[0].data::<f32>().unwrap_or_default().iter().sum::<f32>(), batch.pad));
//!     }
//!     batches.reset()?;
//! }
//! // The last batch is filled with the first row.
//! assert_eq!(sums, [(3.0, 0), (7.0, 0), (6.0, 1), (3.0, 0), (7.0, 0), (6.0, 1)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Differences from MXNet
//!
//! | MXNet | here |
//! |---|---|
//! | `LibSVMIter`: a reset before the end may go on behind the rows that its thread has filled a batch with | goes back to the first row |
//! | `LibSVMIter`: an epoch behind one whose rows were all used for filling has no batches; more than twice as many rows in a batch as in the file are an error | the next epoch begins with the first row; a batch is filled as often as it takes |
//! | `LibSVMIter` with `round_batch=False` ends the program | the last batch is shorter |
//! | `LibSVMIter` cuts a label file into parts of its own, whose rows are not those of the data | each row has its label |
//! | `LibSVMIter` takes rows that are malformed; indices out of range make a malformed csr | [`LibsvmError`](crate::libsvm::LibsvmError), with file, line and column |
//! | `NDArrayIter`: batches of a csr are dense, and only whole ones | csr, with every [`LastBatch`] |
//! | `NDArrayIter`, `roll_over`: `pad` of the first batch counts the rows left from the epoch before, which stand at its start | 0: they have not been there before |
//! | `NDArrayIter`: shuffles with the global generator | an order is a function of the seed and the number of the epoch |
//! | `MultiSentenceIter`: words are `int32`, targets `float32` | both `i64`, as the indices of arrays |
//! | `MultiSentenceIter`: an empty line is a sentence; a second line of a word counts | an empty line is none; an error |
mod ahead;
mod batch;
mod error;
mod libsvm_batches;
mod libsvm_options;
mod libsvm_part;
mod libsvm_rows;
mod memory;
mod order;
mod part;
mod prefetch;
mod segment;
mod sentences;
mod sliced;
mod text_windows;
mod vocabulary;

pub use ahead::{AheadBatches, NextBatch};
pub use batch::{Batch, Batches};
pub use error::{DataError, TextFault};
pub use libsvm_batches::LibsvmBatches;
pub use libsvm_options::{LabelFiles, LibsvmBatchesOptions};
pub use libsvm_part::LibsvmPart;
#[doc(hidden)]
pub use libsvm_rows::append;
pub use memory::{LastBatch, MemoryBatches};
pub use prefetch::Prefetch;
pub use sliced::{SliceRows, SlicedBatches};
pub use text_windows::TextWindows;
pub use vocabulary::Vocabulary;
