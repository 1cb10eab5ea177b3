//! Graphs that are built before they run: [`Symbol`].
//!
//! A symbol is composed of [variables](Symbol::variable) and [operators](crate::operator), by methods or by their names
//! in MXNet ([`Apply`]). Shapes, dtypes and storage types are inferred before there is any array; [`Bind`] gives it
//! arrays, and the [`Executor`] runs it on a [`Tape`](crate::autograd::Tape). Nodes are distinguished by their names.
//!
//! ```
//! use lacuna_runtime::array::{Array, Function};
//! use lacuna_runtime::autograd::GradientRequest;
//! use lacuna_runtime::symbol::Symbol;
//! let x = Symbol::variable("x");
//! let y = x.map(Function::Square)?.sum()?;
//! let mut executor = y.simple_bind(&[("x", &[3])], GradientRequest::Write)?;
//! executor.set("x", Array::dense(&[3], vec![1.0_f32, -2.0, 3.0])?)?;
//! executor.forward(true)?;
//! executor.backward(&[])?;
//! assert_eq!(executor.output(0)?.data::<f32>(), Some(&[14.0][..]));
//! assert_eq!(executor.gradient("x")?.data::<f32>(), Some(&[2.0, -4.0, 6.0][..]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Differences from MXNet
//!
//! | MXNet | here |
//! |---|---|
//! | two variables of one name are two arguments | one, or an error if they differ |
//! | a fallback is a notice | an error, unless [`Fallback::Dense`](crate::operator::Fallback) is asked for |
//! | `backward()` without gradients of the outputs | ones |
//! | the inferred storage types are those of the results | an operator with a path of its own stores its result as that has it: `dot` of a dense matrix and a csr gives a dense one |
//! | a length of 0 in a shape is unknown | so it is in the attribute `__shape__` |
mod apply;
mod bind;
mod calls;
mod error;
mod executor;
mod flow;
mod gradients;
mod graph;
mod infer;
mod json;
mod list;
mod storage;
mod stored;

pub use apply::Apply;
pub use bind::Bind;
pub use error::{Form, Place, SymbolError};
pub use executor::Executor;
pub(crate) use graph::OUTPUT;
pub use graph::Symbol;
pub use infer::Inferred;
pub use storage::{FallbackNotice, StorageTypes};
