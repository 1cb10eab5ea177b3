//! A sparse embedding for candle: the kernels of Lacuna as custom operators, with a row_sparse gradient and a lazy
//! optimizer step.
//!
//! [`SparseEmbedding`] and [`LazySgd`] are what a program would take; [`Classifier`] and [`train`](train::train) are a
//! model that uses them beside candle's own layers, gradients and optimizer; [`peers`] has the same table by candle
//! alone, for tests and [`bench`].
pub mod arguments;
pub mod bags;
pub mod bench;
pub mod embedding;
pub mod gradient;
pub mod lazy_sgd;
pub mod libsvm;
pub mod model;
pub mod peers;
pub mod random;
pub mod storage;
pub mod train;

pub use bags::Bags;
pub use embedding::SparseEmbedding;
pub use gradient::RowSparseGradient;
pub use lazy_sgd::LazySgd;
pub use model::{Classifier, Table};
pub use storage::Element;
