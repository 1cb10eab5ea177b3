//! The one training loop: [`fit()`] runs the epochs of any model that is a [`Learner`], on the batches of any
//! [`BatchSource`].
//!
//! An epoch hands each batch to [`Learner::step`], which adds to the epoch's totals and then updates the model.
//! An [`Observer`] sees each batch and each epoch, measures the model on other data, and may stop between two
//! steps. [`Progress`] says where the training stands: with it, the rest of an interrupted epoch gives the bits
//! of one that was never stopped. The loop itself allocates nothing.
//!
//! ```
//! use lacuna_runtime::array::Array;
//! use lacuna_runtime::data::{Batch, MemoryBatches};
//! use lacuna_models::fit::{BufferedBatches, Epochs, Learner, Observer, Outcome, Progress, fit};
//! use std::path::Path;
//!
//! type Error = Box<dyn std::error::Error>;
//!
//! /// Learns the mean of the labels.
//! struct Mean(f64);
//!
//! impl Learner for Mean {
//!     type Batch = Batch;
//!     type Totals = f64;
//!     type Error = Error;
//!
//!     fn step(&mut self, batch: &mut Batch, squares: &mut f64) -> Result<(), Error> {
//!         for label in batch.label[0].data::<f64>().unwrap_or_default() {
//!             *squares += (self.0 - label).powi(2);
//!             self.0 += 0.1 * (label - self.0);
//!         }
//!         Ok(())
//!     }
//!     fn value(&self, squares: &f64) -> f64 {
//!         *squares
//!     }
//!     fn save(&self, path: &Path, _: &Progress<f64>) -> Result<(), Error> {
//!         Ok(std::fs::write(path, self.0.to_string())?)
//!     }
//! }
//!
//! /// Stops after so many steps.
//! struct Steps(u64);
//!
//! impl Observer<Mean> for Steps {
//!     type Error = Error;
//!     fn stop(&mut self) -> Result<bool, Error> {
//!         self.0 -= 1;
//!         Ok(self.0 == 0)
//!     }
//! }
//!
//! let labels = Array::dense(&[4], vec![1.0, 2.0, 3.0, 4.0])?;
//! let mut batches = MemoryBatches::new(vec![], vec![labels], 1)?;
//! let mut source = BufferedBatches::new(&mut batches);
//! let (mut whole, mut progress) = (Mean(0.0), Progress::default());
//! fit(&mut whole, &mut source, &Epochs::new(3), &mut progress, &mut ())?;
//! assert_eq!(progress.epochs, 3);
//!
//! // Stopped after two steps of the first epoch, it goes on with the same bits.
//! let (mut model, mut progress) = (Mean(0.0), Progress::default());
//! let outcome = fit(&mut model, &mut source, &Epochs::new(3), &mut progress, &mut Steps(2))?;
//! assert!(matches!(outcome, Outcome::Inside(_)));
//! assert_eq!((progress.epochs, progress.steps, progress.rows), (0, 2, 2));
//! fit(&mut model, &mut source, &Epochs::new(3), &mut progress, &mut ())?;
//! assert_eq!(model.0, whole.0);
//! # Ok::<(), Error>(())
//! ```
mod batch;
mod epochs;
mod error;
mod learner;
mod progress;
mod run;
#[cfg(test)]
mod tests;

pub use batch::{BatchSize, BatchSource, BatchType, BatchView, BufferedBatches, for_each_batch};
pub use epochs::{Checkpoint, Epochs, Every, Resume};
pub use error::FitError;
pub use learner::{Learner, MeanLoss, Observer};
pub use progress::{BestEpoch, EpochReport, Outcome, Progress};
pub use run::fit;
