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
//! # Operators
//!
//! By their names in MXNet; aliases such as `ElementWiseSum` or `broadcast_plus` are known too.
//!
//! | family | operators |
//! |---|---|
//! | products | `dot`, `FullyConnected` |
//! | functions of one array | `abs arccos arccosh arcsin arcsinh arctan arctanh cbrt ceil clip cos cosh degrees erf erfinv exp expm1 fix floor gamma gammaln hard_sigmoid log log10 log1p log2 logical_not negative radians rcbrt reciprocal relu rint round rsqrt sigmoid sign sin sinh smooth_l1 softrelu softsign sqrt square tan tanh trunc`, `Activation`, `ones_like`, `zeros_like`, `_contrib_quadratic`, `_contrib_round_ste`, `_contrib_sign_ste`, `_contrib_gradientmultiplier` |
//! | with a number | `_plus _minus _rminus _mul _div _rdiv _power _rpower _mod _rmod _maximum _minimum _hypot _equal _not_equal _greater _greater_equal _lesser _lesser_equal _logical_and _logical_or _logical_xor _scatter_plus _scatter_minus`, each with `_scalar` |
//! | of two arrays of one shape | `elemwise_add elemwise_sub elemwise_mul elemwise_div _mod _power _maximum _minimum _hypot _equal _not_equal _greater _greater_equal _lesser _lesser_equal _logical_and _logical_or _logical_xor _scatter_elemwise_div` |
//! | of two arrays that are repeated | `broadcast_` and `add sub mul div mod power maximum minimum hypot equal not_equal greater greater_equal lesser lesser_equal logical_and logical_or logical_xor` |
//! | of several arrays | `add_n`, `Concat`, `stack`, `where` |
//! | reductions | `sum mean max min norm`, `_square_sum` |
//! | softmax, lengths | `softmax`, `log_softmax`, `L2Normalization` |
//! | shapes | `Reshape reshape_like Flatten expand_dims squeeze transpose SwapAxis reverse broadcast_to broadcast_axis broadcast_like` |
//! | parts | `slice slice_axis slice_like SliceChannel take pick one_hot`, `Embedding`, `_contrib_SparseEmbedding`, `_sparse_retain` |
//! | storage | `cast_storage`, `_copy`, `BlockGrad` |
//! | losses | `LinearRegressionOutput LogisticRegressionOutput MAERegressionOutput SoftmaxOutput softmax_cross_entropy make_loss MakeLoss`, and Gluon's `SoftmaxCrossEntropyLoss SigmoidBinaryCrossEntropyLoss` |
//! | with states | `BatchNorm` |
//!
//! # Differences from MXNet
//!
//! | MXNet | here |
//! |---|---|
//! | two variables of one name are two arguments | one, or an error if they differ |
//! | a fallback is a notice | an error, unless [`Fallback::Dense`](crate::operator::Fallback) is asked for |
//! | `backward()` without gradients of the outputs | ones |
//! | a label that is no class matches none, an index of `Embedding` is clipped | an error |
//! | `MAERegressionOutput` has a gradient where prediction and label are equal | 0 there |
//! | `SoftmaxOutput` with `out_grad` multiplies the gradient by its own result | by the gradient of the result, as documented there |
//! | `BatchNorm` with `fix_gamma` writes 1 into `gamma` | `gamma` counts as 1, and stays as it is |
//! | the slopes of `gamma` and `gammaln` take the largest number for the logarithm's slope at 0 and whole negative numbers | -infinity at 0, infinity at -0, NaN at whole negative numbers |
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
