//! Operators on whole arrays, and their gradients: the kernels of `lacuna` behind one trait, [`Operator`].
//!
//! An operator chooses the kernel by the storage types of its operands and writes into an array that is given to it,
//! whose memory it takes: the second step of a training allocates nothing for results. [`Context`] says how many
//! threads run, whether a model is being trained, and what happens where operands are stored in a way that no kernel
//! takes ([`Fallback`]).
//!
//! ```
//! use lacuna_runtime::array::Array;
//! use lacuna_runtime::operator::{Context, Dot, Fallback};
//! let csr = Array::csr(Some([2, 3]), vec![0, 2, 3], vec![0, 2, 1], vec![1.0_f32, 2.0, 3.0])?;
//! let dense = Array::dense(&[3, 1], vec![1.0_f32, 10.0, 100.0])?;
//! let mut context = Context::new();
//! let product = context.run(&Dot::default(), &[&csr, &dense])?;
//! assert_eq!(product.data::<f32>(), Some(&[201.0, 30.0][..]));
//!
//! // Nothing becomes dense silently.
//! let refused = context.run(&Dot { transpose_b: true, ..Dot::default() }, &[&csr, &csr]);
//! assert_eq!(refused.unwrap_err().to_string(), "dot has no path for operands stored as [csr, csr]: tostype gives others");
//! context.fallback = Fallback::Dense;
//! let product = context.run(&Dot { transpose_b: true, ..Dot::default() }, &[&csr, &csr])?;
//! assert_eq!(product.data::<f32>(), Some(&[5.0, 0.0, 0.0, 9.0][..]));
//! println!("{}", context.notices()[0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # An operator of your own
//!
//! ```
//! use lacuna_runtime::array::{Array, Function};
//! use lacuna_runtime::operator::{Backward, Context, Inputs, Operator, OperatorError};
//!
//! /// The cube of each element.
//! #[derive(Debug)]
//! struct Cube;
//!
//! impl Operator for Cube {
//!     fn name(&self) -> &'static str {
//!         "cube"
//!     }
//!     fn forward(&self, _: &Context, inputs: Inputs<'_>, output: &mut Array) -> Result<(), OperatorError> {
//!         let [x] = inputs.all(self.name())?;
//!         *output = x.map(Function::PowerScalar(3.0))?;
//!         Ok(())
//!     }
//!     fn backward(&self, context: &Context, call: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Result<(), OperatorError> {
//!         let [x] = call.inputs.all(self.name())?;
//!         let slope = x.map(Function::Square)?.map(Function::MulScalar(3.0))?;
//!         lacuna_runtime::operator::Multiply.forward(context, Inputs::from(&[&slope, call.gradient][..]), gradient)
//!     }
//! }
//!
//! let x = Array::dense(&[2], vec![2.0_f64, -1.0])?;
//! assert_eq!(Context::new().run(&Cube, &[&x])?.data::<f64>(), Some(&[8.0, -1.0][..]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
mod add_n;
mod axes;
pub(crate) mod backend;
mod batch_norm;
mod binary;
mod cast;
mod choose;
mod concat;
mod context;
mod cross_entropy;
mod definition;
mod dense_kernel;
mod dot;
mod dropout;
mod elementwise;
mod embedding;
mod entry;
mod error;
mod fallback;
mod few;
mod float;
mod fully_connected;
mod function;
mod host;
mod inputs;
mod interaction;
mod join;
mod l2_normalization;
mod lstmp;
mod lstmp_shape;
mod output;
mod parameters;
mod reduction;
mod reshape;
mod rows;
mod sampled_softmax;
mod scale_gradient;
mod shape;
mod shapes;
mod softmax;
mod softmax_output;
mod split;
mod square_sum_columns;
mod take;
mod view;
mod weighted_softmax;

pub use add_n::AddN;
pub use batch_norm::BatchNorm;
pub use binary::{Binary, Broadcast, Pairwise};
pub use cast::Cast;
pub use choose::Where;
pub use concat::Concat;
pub use context::Context;
pub use cross_entropy::{SigmoidCrossEntropy, SoftmaxCrossEntropy, TotalCrossEntropy};
pub(crate) use definition::{Call, Definition};
pub(crate) use dense_kernel::{DenseKernel, Operands, for_each_dense_kernel};
pub use dot::Dot;
pub use dropout::Dropout;
pub use elementwise::{Add, AddRow, Divide, Multiply, Subtract};
pub use embedding::Embedding;
pub(crate) use entry::{Built, Entry, Gradients, Of};
pub use error::{OperatorError, Stypes};
pub use fallback::{Fallback, Notice};
pub(crate) use float::{with_float, with_storage};
pub use fully_connected::FullyConnected;
pub use function::Map;
#[cfg(feature = "cuda")]
pub(crate) use host::gradient_of;
pub use inputs::Inputs;
pub(crate) use inputs::Place;
pub use interaction::Interaction;
pub use l2_normalization::{L2Mode, L2Normalization};
pub(crate) use lstmp::{Lstmp, LstmpLast, LstmpOutput};
pub(crate) use lstmp_shape::{LstmpPart, LstmpShape};
pub use output::{LinearRegressionOutput, LogisticRegressionOutput, MAERegressionOutput};
pub(crate) use parameters::integers;
pub use reduction::{Mean, Sum};
pub use reshape::{CastStorage, Copy, Detach, Flatten, MakeLoss, Reshape};
pub use rows::{Retain, SquareSum};
pub(crate) use sampled_softmax::{SampledShape, SampledSoftmax, SampledSoftmaxLoss};
pub use scale_gradient::{ScaleGradient, WeightGradient};
pub(crate) use shapes::{Misfit, Shapes};
pub use softmax::Softmax;
pub use softmax_output::{Normalization, SoftmaxOutput};
pub use split::{SliceColumns, SplitColumns};
pub use take::{OneHot, Outside, Pick, Take};
pub use weighted_softmax::WeightedSoftmaxOutput;

use lacuna::infer::Stype;
use lacuna_arrays::array::Array;
use std::any::Any;
use std::fmt::Debug;
use std::ops::Range;

/// The operators that graphs can have.
const ENTRIES: &[&[Entry]] = &[
    batch_norm::ENTRIES,
    binary::ENTRIES,
    choose::ENTRIES,
    cross_entropy::ENTRIES,
    dot::ENTRIES,
    elementwise::ENTRIES,
    embedding::ENTRIES,
    fully_connected::ENTRIES,
    function::ENTRIES,
    function::FUNCTIONS,
    join::ENTRIES,
    l2_normalization::ENTRIES,
    output::ENTRIES,
    reduction::ENTRIES,
    reshape::ENTRIES,
    rows::ENTRIES,
    shape::ENTRIES,
    softmax::ENTRIES,
    softmax_output::ENTRIES,
    take::ENTRIES,
    view::ENTRIES,
];

/// A function of arrays that gives one array, and its gradients.
pub trait Operator: Any + Debug + Send + Sync {
    /// Its name: MXNet's, if MXNet has it.
    fn name(&self) -> &'static str;

    /// Writes the result into `output`, an array of any shape, dtype and storage type, whose memory may be taken.
    ///
    /// # Errors
    /// What is wrong with the operands. `output` may be anything then.
    fn forward(&self, context: &Context, inputs: Inputs<'_>, output: &mut Array) -> Result<(), OperatorError>;

    /// True if there is a gradient of this operand.
    fn has_gradient(&self, _operand: usize) -> bool {
        true
    }

    /// Writes the gradient of an operand that [has one](Self::has_gradient) into `gradient`, an array of any shape,
    /// dtype and storage type.
    ///
    /// # Errors
    /// What is wrong with the operands. `gradient` may be anything then.
    fn backward(
        &self,
        context: &Context,
        call: &Backward<'_>,
        operand: usize,
        gradient: &mut Array,
    ) -> Result<(), OperatorError>;

    /// How the result is to be stored, if that is known: what it gives otherwise is cast.
    #[doc(hidden)]
    fn stored(&self) -> Option<Stype> {
        None
    }

    /// True if the backward pass runs where no gradient of the result has come, too: with zeros.
    #[doc(hidden)]
    fn is_always_called(&self) -> bool {
        false
    }

    /// The operands that a backward pass in training replaces.
    #[doc(hidden)]
    fn states(&self) -> Range<usize> {
        0..0
    }

    /// Writes what replaces such an operand into `next`.
    #[doc(hidden)]
    fn state(
        &self,
        _context: &Context,
        _inputs: Inputs<'_>,
        operand: usize,
        _next: &mut Array,
    ) -> Result<(), OperatorError> {
        Err(OperatorError::NoGradient { operator: self.name(), operand })
    }

    /// What devices run, of an operator of this crate.
    #[doc(hidden)]
    fn definition(&self) -> Option<&dyn Definition> {
        None
    }
}

/// What gradients are made of.
#[derive(Clone, Copy, Debug)]
pub struct Backward<'a> {
    /// The operands.
    pub inputs: Inputs<'a>,
    /// What [`forward`](Operator::forward) made of them.
    pub output: &'a Array,
    /// The gradient of the output.
    pub gradient: &'a Array,
    /// How the gradient will be stored, if that is known: an operator that has a path to it takes it, and what it gives
    /// otherwise is cast.
    pub stype: Option<Stype>,
}
