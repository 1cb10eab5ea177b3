//! A key-value store: parameters that several workers share, in one process or in [many](KvStore::set_ranks).
//! [`KvStore`]
//!
//! A worker [pushes](KvStore::push) gradients and [pulls](KvStore::pull) parameters. Of a large row_sparse parameter it
//! [pulls the rows](KvStore::row_sparse_pull) of its batch alone, and each pull [returns](Moved) how many bytes that
//! moved, and how many all of the parameter would have been.
//!
//! ```
//! use lacuna::infer::Stype;
//! use lacuna::optim::Sgd;
//! use lacuna_runtime::Cpu;
//! use lacuna_runtime::array::{Array, Dtype};
//! use lacuna_runtime::kvstore::{KvStore, Optimizer};
//!
//! let mut store = KvStore::new(Cpu { threads: 2 });
//! let mut weight = Array::zeros(Stype::RowSparse, &[1000, 2], Dtype::F32)?;
//! weight.fill(1.0)?;
//! store.init("w", weight)?;
//! store.set_optimizer(Optimizer::Sgd(Sgd::new(0.5)));
//!
//! // Two workers: rows that both have are added in the order of the workers, then one lazy update follows.
//! let first = Array::row_sparse(&[1000, 2], vec![3, 7], vec![1.0_f32; 4])?;
//! let second = Array::row_sparse(&[1000, 2], vec![7, 9], vec![2.0_f32; 4])?;
//! store.push("w", &[&first, &second])?;
//!
//! // Ids in any order and as often as they come, as a batch has them.
//! let mut rows = Array::zeros(Stype::RowSparse, &[1000, 2], Dtype::F32)?;
//! let moved = store.row_sparse_pull("w", &mut [&mut rows], &[(&[9, 3, 9, 7][..]).into()])?;
//! assert_eq!((rows.indices(), rows.data()), (Some(&[3, 7, 9][..]), Some(&[0.5_f32, 0.5, -0.5, -0.5, 0.0, 0.0][..])));
//! assert_eq!((moved.bytes, moved.whole), (3 * (8 + 8), 8000));
//! # Ok::<(), lacuna_runtime::kvstore::KvError>(())
//! ```
//!
//! Parameters are on the host; workers may be in several [contexts](crate::device): what they push comes from there,
//! and what they pull goes there.
//!
//! # MXNet's calls
//!
//! | `mx.kv.create('local')` | here |
//! |---|---|
//! | `init(key, value)` | [`KvStore::init`], with a key that is a number or a text |
//! | `push(key, values)` | [`KvStore::push`] |
//! | `pull(key, out=dense)` | [`KvStore::pull`] |
//! | `pull(key, out, ignore_sparse=..)` | [`KvStore::pull_any`]; [`KvStore::get`] without a copy |
//! | `pushpull(key, values, out)` | [`KvStore::push_pull`] |
//! | `row_sparse_pull(key, out, row_ids)` | [`KvStore::row_sparse_pull`] |
//! | the same with lists of keys | [`KvStore::init_all`], [`KvStore::push_all`], [`KvStore::pull_all`], [`KvStore::row_sparse_pull_all`] |
//! | `_set_updater(function)` | [`KvStore::set_updater`] |
//! | `set_optimizer(optimizer)` | [`KvStore::set_optimizer`], with [`Optimizer::create`] |
//! | `lr_scheduler`, `set_lr_mult`, `set_wd_mult`, `multi_precision` of the optimizer | [`KvStore::set_schedule`], [`KvStore::set_multipliers`], [`KvStore::set_multi_precision`] |
//! | `save_optimizer_states`, `load_optimizer_states` | [`KvStore::save_optimizer_states`], [`KvStore::load_optimizer_states`]; with the parameters [`KvStore::save`], [`KvStore::load`] |
//!
//! # Differences from MXNet
//!
//! | MXNet | here |
//! |---|---|
//! | `row_sparse_pull` takes ids out of range, and cuts fractions off | [`KvError::RowId`], [`KvError::RowNumber`] |
//! | a push of another shape or dtype replaces the parameter | [`KvError::Shape`], [`KvError::Dtype`] |
//! | dense and row_sparse values in one push make a dense sum | [`KvError::Stype`] |
//! | more workers than in the first push of a key crash the process | any number |
//! | `pull` leaves row_sparse outputs as they are, with a message | [`KvStore::pull`]: [`KvError::Stype`]; [`KvStore::pull_any`] counts them |
//! | a push to an unknown key replaces nothing, and ends in a failed check of an array | [`KvError::UnknownKey`] |
//! | a row_sparse gradient of an optimizer without a sparse form (NAG, Signum, RMSProp, AdaDelta, Adamax, Nadam, FTML, LAMB, DCASGD, SGLD) updates all rows | its rows alone, unless the [standard update](lacuna::optim::Update::Standard) is asked for, which is MXNet's |
//! | a row_sparse gradient of a weight of 16 bits updates all rows | the rows of a lazy update alone |
//! | values of 16 bits are added in 16 bits | in `float32`, and rounded once |
//! | states are a file of Python objects | safetensors; MXNet's files are read |
//! | `DCASGD` with a momentum fails | it works |
//! | `LBSGD` takes the learning rate of a schedule one update late, and accumulates its first gradient by reference | neither |
//! | `LARS` corrects the momentum of the first parameters of a step alone after the learning rate has changed | that of all, by the rates of the schedule |
//! | `LAMB` and `FTML` compute `1 - beta^t` in `float32` | in `float64` |
//! | four dense values are added as one sum of their own | always one running sum in the order of the workers |
//! | states of a standard update are dense beside a row_sparse parameter | stored as the parameter is |
//! | an update that would write a row that a row_sparse weight does not store goes wrong | the kernel's error, [`MissingRow`](lacuna::KernelError::MissingRow) |
mod ahead;
mod error;
mod hot;
mod ids;
mod key;
mod moved;
mod pull;
mod push;
mod ranks;
mod saved;
mod settings;
mod store;
mod sum;
mod updater;

pub use crate::optimizer::Optimizer;
pub use error::KvError;
pub use ids::RowIds;
pub use key::Key;
pub use moved::{Moved, Pulled};
pub use ranks::RankOptions;
#[doc(hidden)]
pub use ranks::{Summed, places_of, range_of, row_sparse, rows_in};
pub use store::KvStore;
