//! Arrays in files: MXNet's `.params`, safetensors, NumPy's and SciPy's `.npy` and `.npz`, Matrix Market and LibSVM.
//!
//! | [`Format`] | arrays | dtypes |
//! |---|---|---|
//! | [`Params`](Format::Params): `mx.nd.save` | dense, csr, row_sparse; a list without names, or with a name for each | all; bf16 is only read |
//! | [`Safetensors`](Format::Safetensors) | dense as a tensor `NAME`; sparse as `NAME.indptr`, `NAME.indices` and `NAME.data`, with storage types and shapes in the metadata | all |
//! | [`Npy`](Format::Npy): `numpy.save` | one dense array, without a name | all but bf16 |
//! | [`Npz`](Format::Npz): `scipy.sparse.save_npz`, `numpy.savez` | one csr without a name, also read from csc, coo, bsr, dia and vectors; or dense arrays with names | the same |
//! | [`MatrixMarket`](Format::MatrixMarket): `scipy.io.mmwrite` | one csr (`coordinate`) or dense matrix (`array`), without a name | read as f64 or i64; written from all |
//! | [`Libsvm`](Format::Libsvm) | `data`, a csr, and `label`, dense; with [`load_labelled`] a csr of labels from a second file | read as f32; written from f32 and f64 |
//!
//! Numbers that no dtype has are read as wider ones: `bool` as u8, 0 or 1; those of 16 bits as i32, and those without
//! a sign of 32 bits, and of 64 where all fit, as i64. What is no array at all is left out by [`load`], and named by
//! [`load_members`].
//!
//! A file is read with its format checked; a small one cannot ask for much memory: what it promises is compared with
//! its length first. It is written completely or not at all.
//!
//! ```
//! use lacuna_arrays::array::{Array, file::{Format, load, save}};
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
mod number;
mod options;
mod params;
mod scipy;
mod sparse;
mod tensor_file;
mod tensors;

pub use error::{Fault, FileError, Outside, PickleError};
pub use format::{Format, load, load_all, load_bytes, load_members, load_members_of_bytes, save, save_bytes};
pub use libsvm::load_labelled;
pub use npy::npy_header;
pub use options::{Content, LoadOptions, Member, NotRead};
#[doc(hidden)]
pub use params::array_of_record;
#[doc(hidden)]
pub use tensor_file::TensorFile;
