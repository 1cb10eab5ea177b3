//! Models that train on sparse data: [`LinearClassifier`], [`FactorizationMachine`], [`MatrixFactorization`] and
//! [`WideDeep`], those of MXNet's `example/sparse`, and [`LanguageModel`], that of its `example/rnn/large_word_lm`.
//!
//! Each is a [tape](lacuna_runtime::autograd::Tape) that is recorded with the first batch and
//! [replayed](lacuna_runtime::autograd::Tape::replay) with every other, and a
//! [`Trainer`](lacuna_runtime::optimizer::Trainer). A step reads and writes only the rows of the tables that its batch
//! names. Weights, losses and predictions are functions of the options, the seed and the batches: not of threads or
//! processors, nor of an interruption, if the model was [saved](FactorizationMachine::save) there. Once batches of the
//! same sizes have been seen, one thread allocates nothing.
//!
//! ```
//! use lacuna_runtime::array::Array;
//! use lacuna_runtime::data::Batch;
//! use lacuna_models::model::{FactorizationMachine, FactorizationMachineOptions, FactorizationTask};
//! let mut machine = FactorizationMachine::new(&FactorizationMachineOptions::new(1000, 4), 42)?;
//! let x = Array::csr(Some([2, 1000]), vec![0, 2, 4], vec![3, 998, 3, 7], vec![1.0_f32; 4])?;
//! let batch = Batch { data: vec![x.clone()], label: vec![Array::dense(&[2], vec![1.0_f32, 0.0])?], pad: 0 };
//! let first = machine.step(&batch)?;
//! for _ in 0..200 {
//!     machine.step(&batch)?;
//! }
//! assert!(machine.step(&batch)? < first);
//! let probabilities = machine.predict(&[x])?.data::<f32>().unwrap_or_default();
//! assert!(probabilities[0] > probabilities[1]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Differences from MXNet
//!
//! | MXNet | here |
//! |---|---|
//! | squares and sums every row of the factors in each step | the rows of the batch |
//! | ends the epoch where a batch is malformed | an error; the model is as before |
//! | saves parameters, and states of the optimizer in a file of Python objects | one safetensors file of both and the number of steps |
mod asynchronous;
mod delegate;
mod description;
mod error;
mod factorization_machine;
mod generation;
mod language_model;
mod linear_classifier;
mod matrix_factorization;
mod ranked;
mod saved;
mod source;
mod tape_model;
mod trained_network;
mod wide_deep;

pub use description::Description;
pub use error::ModelError;
pub use factorization_machine::{FactorizationMachine, FactorizationMachineOptions, FactorizationTask};
pub use generation::{is_folder as saves_shards, newest as newest_generation};
pub use language_model::{Evaluation, LanguageModel, LanguageModelOptions};
pub use linear_classifier::{LinearClassifier, LinearClassifierOptions};
pub use matrix_factorization::{MatrixFactorization, MatrixFactorizationOptions};
pub use trained_network::ParameterOptions;
pub use wide_deep::{WideDeep, WideDeepOptions};

use std::collections::BTreeMap;
use std::path::Path;

/// The shapes of all arrays of a saved model: of a file, or of the newest generation of a folder. Of safetensors no
/// number is read.
///
/// # Errors
/// As [`FactorizationMachine::load`], for a file that cannot be read.
pub fn saved_shapes(path: impl AsRef<Path>) -> Result<BTreeMap<String, Vec<usize>>, ModelError> {
    Ok(source::Source::open(path.as_ref())?.into_shapes())
}
