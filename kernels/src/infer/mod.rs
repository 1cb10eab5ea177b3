//! Storage-type inference: which storage types an operator's results have, and whether it has a path of its own for
//! those of its operands.
//!
//! A pure function of the operator, its parameters, the device and the storage types, by the rules of MXNet 1.9.1.
//! Nothing is computed and nothing allocated: a graph can be inferred before any array exists. A combination without a
//! sparse path is never hidden: the mode says [`Mode::Fallback`], and [`nearest`] finds the path that needs the fewest
//! conversions.
//!
//! ```
//! use lacuna::infer::{Call, Device, Mode, Operator, Parameters, Stype, infer, nearest};
//!
//! let dot = Operator::named("dot").unwrap();
//! let parameters = Parameters { transpose_a: true, ..Parameters::default() };
//! let call = Call { operator: dot, parameters, device: Device::Cpu, inputs: &[Stype::Csr, Stype::Dense] };
//! let mut outputs = [None];
//! assert_eq!(infer(&call, &mut outputs)?, Mode::Sparse);
//! assert_eq!(outputs, [Some(Stype::RowSparse)]);
//!
//! // Both transposed: MXNet computes with dense copies of everything. Nearest is a dense left operand.
//! let call = Call { parameters: Parameters { transpose_b: true, ..parameters }, ..call };
//! assert_eq!(infer(&call, &mut [None])?, Mode::Fallback);
//! let mut inputs = [Stype::Dense; 2];
//! assert_eq!(nearest(&call, &mut [None], &mut inputs)?, Some(Mode::Dense));
//! assert_eq!(inputs, [Stype::Dense, Stype::Dense]);
//! # Ok::<(), lacuna::infer::InferError>(())
//! ```
//!
//! # Differences from MXNet, on purpose
//!
//! - `clip` with a range that excludes 0 gives dense. (MXNet's documents say so; its inference refuses.)
//! - `dot(csr, csr, transpose_a = transpose_b)`, `_greater`, `_not_equal` and the others that MXNet computes by
//!   fallback stay fallbacks here. The table of operators, `lacuna operators`, lists what this project has kernels for
//!   and MXNet does not. (`_equal`, `_greater_equal` and `_lesser_equal` are 1 where both operands are 0: they have no
//!   sparse result, and dense copies are the nearest path.)
//!
//! Where all operands are dense, MXNet's mode says which dense library it was built with. Here it is [`Mode::Dense`].
mod attempt;
mod call;
mod dot;
mod error;
mod nearest;
mod operator;
mod parameters;
mod rule;
mod stype;
mod text;

pub use call::{Call, infer};
pub use error::InferError;
pub use nearest::nearest;
pub use operator::Operator;
pub use parameters::{Axis, Parameters, TakeMode};
pub use stype::{Device, Mode, Stype};
