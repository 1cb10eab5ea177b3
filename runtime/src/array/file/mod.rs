//! Arrays in files: MXNet's `.params`, safetensors, NumPy's and SciPy's `.npy` and `.npz`, Matrix Market and LibSVM.
//!
//! | [`Format`] | arrays | dtypes |
//! |---|---|---|
//! | [`Params`](Format::Params): `mx.nd.save` | dense, csr, row_sparse; a list without names, or with a name for each | all but bf16 |
//! | [`Safetensors`](Format::Safetensors) | dense as a tensor `NAME`; sparse as `NAME.indptr`, `NAME.indices` and `NAME.data`, with storage types and shapes in the metadata | all |
//! | [`Npy`](Format::Npy): `numpy.save` | one dense array, without a name | all but bf16; `bool` is read as u8 |
//! | [`Npz`](Format::Npz): `scipy.sparse.save_npz`, `numpy.savez` | one csr without a name, also read from csc and coo; or dense arrays with names | the same |
//! | [`MatrixMarket`](Format::MatrixMarket): `scipy.io.mmwrite` | one csr (`coordinate`) or dense matrix (`array`), without a name | read as f64 or i64; written from all |
//! | [`Libsvm`](Format::Libsvm) | `data`, a csr, and `label`, dense; with [`load_labelled`] a csr of labels from a second file | read as f32; written from f32 and f64 |
//!
//! A file is read with its format checked; a small one cannot ask for much memory: what it promises is compared with
//! its length first. It is written completely or not at all.
//!
//! ```
//! use lacuna_runtime::array::{Array, file::{Format, load, save}};
//! let folder = std::env::temp_dir();
//! let path = folder.join(format!("lacuna-example-{}.params", std::process::id()));
//! let a = Array::csr(Some([2, 3]), vec![0, 2, 3], vec![0, 2, 1], vec![1.0_f32, 2.0, 3.0])?;
//! save(&path, Format::Params, &[("a".to_owned(), a.clone())])?;
//! assert_eq!(load(&path)?, [("a".to_owned(), a)]);
//! # std::fs::remove_file(path)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
mod bytes;
mod error;
mod format;
mod libsvm;
mod limits;
mod mtx;
mod npy;
mod npy_header;
mod npz;
mod params;
mod scipy;
mod tensors;

pub use error::{Fault, FileError};
pub use format::{Format, load, load_bytes, save, save_bytes};
pub use libsvm::load_labelled;
pub use npy::npy_header;
