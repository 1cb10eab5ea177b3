//! Owned arrays of any storage type and dtype: [`Array`].
//!
//! An array is dense (`default`), csr or row_sparse; its indices are `i64`, as MXNet's. Its format is checked when it
//! is made, and stays right: there is no way to make one whose pointers, indices and values do not fit each other. Work
//! is done by the kernels of `lacuna`; the views [`Array::as_dense`], [`Array::as_csr`] and [`Array::as_row_sparse`]
//! are operands for all others.
//!
//! ```
//! use lacuna::infer::Stype;
//! use lacuna_arrays::array::{Array, Dtype, Function};
//!
//! let a = Array::csr(Some([3, 4]), vec![0, 2, 2, 3], vec![1, 3, 2], vec![7.0_f32, 8.0, 9.0])?;
//! assert_eq!((a.shape(), a.dtype(), a.stype(), a.nnz()), (&[3, 4][..], Dtype::F32, Stype::Csr, 3));
//! assert_eq!(a.tostype(Stype::Dense)?.data::<f32>(), Some(&[0.0, 7.0, 0.0, 8.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 9.0, 0.0][..]));
//!
//! // The output keeps its storage type.
//! let mut e = Array::zeros(Stype::Csr, &[3, 4], Dtype::F32)?;
//! a.map_into(Function::Exp, &mut e)?;
//! assert_eq!((e.stype(), e.nnz()), (Stype::Csr, 12));
//! # Ok::<(), lacuna_arrays::array::ArrayError>(())
//! ```
//!
//! # MXNet's forms
//!
//! | MXNet | here |
//! |---|---|
//! | `nd.array(D)` | [`Array::dense`] |
//! | `csr_matrix(D)`, `row_sparse_array(D)` of a dense `D` | [`Array::dense`], then [`Array::tostype`] |
//! | `csr_matrix(S)`, `row_sparse_array(S)`, `sparse.array(S)` of a sparse `S`, with `dtype=` | [`Clone`], [`Array::astype`] |
//! | `csr_matrix((data, indices, indptr), shape=)` | [`Array::csr`] |
//! | `csr_matrix((data, (row, col)), shape=)` | [`Array::coo`] |
//! | `row_sparse_array((data, indices), shape=)` | [`Array::row_sparse`]; without a shape [`Array::row_sparse_rows`] |
//! | `csr_matrix((M, N))`, `sparse.zeros`, `sparse.empty` | [`Array::zeros`] |
//! | `asnumpy()` | [`Array::tostype`] dense, then [`Array::data`] |
//! | `a[i]`, `a[begin:end]` | [`Array::row`], [`Array::slice_rows`] |
//! | `slice(a, begin=(r, c), end=(r, c))` | [`Array::slice`] |
//! | `take(a, rows, mode=...)` along the first dimension | [`Array::take_ids`], [`Array::take_rows`] |
//! | `concat(a, b, dim=0)` | [`Array::concat_rows`] |
//! | `a.T` | [`Array::transpose`] |
//! | `sum(a, axis)`, `mean`, `norm`, `max`, `min`, with `keepdims` | [`Array::reduce`], [`Array::sum`], [`Array::mean`], [`Array::norm`] |
//! | `contrib.getnnz(a, axis)` | [`Array::getnnz`] |
//! | `sparse.retain(a, rows)` | [`Array::retain`] |
//! | `contrib.edge_id`, `contrib.dgl_adjacency` | [`Array::edge_ids`], [`Array::adjacency`] |
//! | `contrib.dgl_subgraph`, one hop of `dgl_csr_neighbor_*_sample` | [`Array::subgraph`], [`Array::sample_neighbors`] |
//! | `a[:] = b`, `a[:] = 3` | [`Array::assign`], [`Array::fill`] |
//! | `b[begin:end] = a` of a dense `b` | [`Array::assign_rows`] |
//! | `a.copyto(b)` | [`Array::copyto`] |
//! | `a.as_in_context(mx.gpu(0))`, `a.context` | [`Array::as_in_context`], [`Array::context`] |
//! | `log(a)`, `a * 2` | [`Array::map`] |
//! | `log(a, out=e)` | [`Array::map_into`] |
//! | `a == b`, `a > b`, .. | [`Array::equal`], [`Array::compare`] |
//! | `print(a)` | [`Display`](std::fmt::Display) |
//!
//! # Differences from MXNet
//!
//! | MXNet | here |
//! |---|---|
//! | takes parts as they are; only `check_format` finds what is wrong | an error with the numbers |
//! | `row_sparse_array` takes the number of rows from the last index, also of unsorted ones | from the largest, and unsorted ones are an error |
//! | `csr[:0]` gives all rows | no rows |
//! | `csr[i]` out of range gives an array without rows | [`ArrayError::Row`] |
//! | a function of an empty csr has pointers of length 0 | always rows + 1 pointers |
//! | duplicates in parts: the last one wins, or the sum, by operator | an error; [`Array::coo`] adds them |
//! | `a.T` of a csr is dense; `take` with `mode='raise'` is too | csr |
//! | `getnnz` with `axis=0` is an error | counts columns |
//! | a csr of rank 1 or 3, on which operators then fail | [`ArrayError::Rank`] |
mod compare;
mod concat;
mod context;
mod convert;
mod copy;
mod create;
mod dtype;
mod edges;
mod error;
pub mod file;
mod function;
mod inspect;
mod memory;
mod number_text;
mod numbers;
mod print;
mod reduce;
mod retain;
mod reuse;
mod rows;
mod slice;
mod take;
mod transpose;
mod values;

pub use compare::Comparison;
pub use create::Array;
#[doc(hidden)]
pub use create::{Storage, rows_of};
pub use dtype::{Dtype, Element};
pub use error::ArrayError;
pub use function::Function;
#[doc(hidden)]
pub use function::for_each_function;
pub(crate) use memory::Memory;
pub use reduce::Reduction;
#[doc(hidden)]
pub use values::Values;
#[doc(hidden)]
pub use values::{reserve, with_values, zeros};
