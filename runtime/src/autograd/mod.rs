//! Gradients of what is computed: [`Tape`].
//!
//! A tape runs operators as they come and remembers them; [`Tape::backward`] goes back through them. Gradients of
//! parameters are dense or row_sparse, as each parameter says.
//!
//! ```
//! use lacuna::infer::Stype;
//! use lacuna_runtime::array::{Array, Dtype};
//! use lacuna_runtime::autograd::{GradientRequest, Tape};
//!
//! let mut tape = Tape::new();
//! let x = tape.constant(Array::csr(Some([2, 4]), vec![0, 1, 3], vec![3, 0, 3], vec![1.0_f32, 2.0, 3.0])?);
//! let weight = tape.parameter(Array::dense(&[4, 1], vec![1.0_f32; 4])?, GradientRequest::Write, Stype::RowSparse)?;
//! let y = tape.dot(x, weight)?;
//! let loss = tape.sum(y)?;
//! tape.backward(loss)?;
//! let gradient = tape.gradient(weight)?;
//! assert_eq!((gradient.indices(), gradient.data::<f32>()), (Some(&[0, 3][..]), Some(&[2.0, 4.0][..])));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # MXNet's forms
//!
//! | MXNet | here |
//! |---|---|
//! | `x.attach_grad(grad_req, stype)` | [`Tape::parameter`] |
//! | `with autograd.record():` | a tape records, outside of [`Tape::pause`] |
//! | `y.backward()`, `y.backward(head)` | [`Tape::backward`], [`Tape::backward_from`] |
//! | `autograd.backward([y, z], [g, h])` | [`Tape::backward_all`] |
//! | `x.grad` | [`Tape::gradient`] |
//! | `autograd.grad(y, [x])` | [`Tape::backward`] with parameters of [`GradientRequest::Write`], then [`Tape::gradient`] |
//! | `with autograd.pause():` | [`Tape::pause`] |
//! | `y.detach()` | [`Tape::detach`] |
//! | `autograd.Function` | an [`Operator`](crate::operator::Operator) of your own, by [`Tape::apply`] |
//! | `retain_graph` | what was recorded stays until [`Tape::clear`] |
//!
//! [`Tape::replay`] runs what was recorded again, on other values of the same variables, in the same memory: a graph
//! that is built once.
mod accumulate;
mod back;
mod calls;
mod tape;

pub use tape::{GradientRequest, Tape, Variable};
