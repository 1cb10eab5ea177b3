//! What operators are written in: work on whole arrays that the host and devices do with the same bits.
use super::{Context, DenseKernel, Inputs, LstmpLast, LstmpShape, OperatorError, SampledShape, Stypes};
use lacuna::infer::Stype;
use lacuna::random::Stream;
use lacuna_arrays::array::{Array, Function};
use std::cell::RefCell;
use std::ops::{Deref, DerefMut};

/// Nothing, or what is wrong with the arrays.
pub type Done = Result<(), OperatorError>;

/// Where a call of an operator computes. Results are written into arrays of any shape, dtype and storage type, whose
/// memory may be taken.
///
/// Numbers are of the dtype of the first array; the others must be of it. An array that no kernel takes as it is stored
/// is [`no_path`](Self::no_path).
pub trait Backend: Products + Elementwise + Rows + Moves + Composed {
    /// The operator whose call this is.
    fn operator(&self) -> &'static str;

    /// True while a model is trained.
    fn training(&self) -> bool;

    /// No kernel takes arrays that are stored so.
    fn no_path(&self, stypes: Stypes) -> OperatorError;

    /// An array for what is on its way to a result.
    fn temporary(&self) -> Temporary<'_>;

    /// A dense array of this shape, by a kernel of these arrays and numbers.
    fn dense(&self, kernel: DenseKernel, arrays: &[&Array], numbers: &[f64], shape: &[usize], out: &mut Array) -> Done;

    /// The context, if this is the host: for operators that no device has.
    fn host(&self) -> Option<&Context> {
        None
    }

    /// The sums or means of a csr along an axis.
    fn reduce_csr(&self, x: &Array, axis: usize, mean: bool, out: &mut Array) -> Done;
}

/// A matrix, and whether it is transposed.
#[derive(Clone, Copy, Debug)]
pub struct Factor<'a>(pub &'a Array, pub bool);

/// Products of matrices.
pub trait Products {
    /// `op(A) op(B)` of this shape, stored as asked for if there is a path to that.
    fn product(&self, factors: [Factor<'_>; 2], shape: [usize; 2], stype: Option<Stype>, out: &mut Array) -> Done;

    /// `A B^T` where a csr stores something.
    fn sampled_product(&self, pattern: &Array, a: &Array, b: &Array, out: &mut Array) -> Done;
}

/// A function of the two numbers at each place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pair {
    Add,
    Subtract,
    Multiply,
    Divide,
}

/// Functions of the elements at each place.
pub trait Elementwise {
    /// Of two arrays of one shape.
    fn pair(&self, pair: Pair, a: &Array, b: &Array, out: &mut Array) -> Done;

    /// Of one array, on its pattern.
    fn map(&self, function: Function, x: &Array, out: &mut Array) -> Done;

    /// The gradient of an operand of [`map`](Self::map), from those of the result, the operand and the result.
    fn map_gradient(&self, function: Function, gradient: &Array, x: &Array, result: &Array, out: &mut Array) -> Done;

    /// `sum += x`, of a dense sum.
    fn accumulate(&self, x: &Array, sum: &mut Array) -> Done;

    /// `sums += row`, in each row of a dense matrix.
    fn accumulate_row(&self, row: &Array, sums: &mut Array) -> Done;
}

/// Rows by their ids.
pub trait Rows {
    /// The rows of a table, as a dense array of the shape of the ids and then that of a row.
    fn lookup(&self, ids: &Array, table: &Array, out: &mut Array) -> Done;

    /// The sums of rows of equal ids, in the order in which they come, as a row_sparse array of this shape.
    fn sum_by_id(&self, ids: &Array, rows: &Array, shape: &[usize], out: &mut Array) -> Done;
}

/// Numbers as they are, elsewhere or otherwise; and numbers of a generator.
pub trait Moves {
    fn copy(&self, x: &Array, out: &mut Array) -> Done;

    /// A dense array of as many elements.
    fn reshape(&self, x: &Array, shape: &[usize], out: &mut Array) -> Done;

    /// A dense array of this shape, of one number everywhere.
    fn fill(&self, number: &Array, shape: &[usize], out: &mut Array) -> Done;

    fn tostype(&self, x: &Array, stype: Stype, out: &mut Array) -> Done;

    /// Dense matrices of as many rows beside each other: a matrix of this shape.
    fn join_columns(&self, parts: Inputs<'_>, shape: [usize; 2], out: &mut Array) -> Done;

    /// Some columns of a dense matrix, as a matrix of this shape.
    fn columns(&self, x: &Array, first: usize, shape: [usize; 2], out: &mut Array) -> Done;

    /// The number in an operand of one `int64`.
    fn number(&self, operand: usize, array: &Array) -> Result<i64, OperatorError>;

    /// A dense array like another one, of `value` with this probability, and of 0.
    fn bernoulli(&self, stream: Stream, probability: f64, value: f64, like: &Array, out: &mut Array) -> Done;
}

/// Operators of many kernels, whose numbers on the way lie as suits the backend. What is said of operands and results
/// stands at the operators.
pub trait Composed {
    fn interaction(&self, x: &Array, v: &Array, out: &mut Array) -> Done;

    /// Of `v`.
    fn interaction_gradient(&self, x: &Array, v: &Array, gradient: &Array, out: &mut Array) -> Done;

    fn sampled_softmax(&self, operands: [&Array; 5], shape: SampledShape, classes: usize, out: &mut Array) -> Done;

    /// Of an operand, from the result and the gradients of the losses.
    fn sampled_softmax_gradient(
        &self,
        operands: [&Array; 5],
        shape: SampledShape,
        result: [&Array; 2],
        operand: usize,
        out: &mut Array,
    ) -> Done;

    /// Out of the result of [`sampled_softmax`](Self::sampled_softmax).
    fn sampled_losses(&self, all: &Array, rows: usize, out: &mut Array) -> Done;

    fn lstmp(&self, operands: [&Array; 6], shape: LstmpShape, out: &mut Array) -> Done;

    /// Of an operand, from the result and its gradient.
    fn lstmp_gradient(
        &self,
        operands: [&Array; 6],
        shape: LstmpShape,
        result: [&Array; 2],
        operand: usize,
        out: &mut Array,
    ) -> Done;

    /// The projected states of all steps, out of the result of [`lstmp`](Self::lstmp).
    fn lstmp_states(&self, all: &Array, shape: LstmpShape, out: &mut Array) -> Done;

    /// The gradients of all numbers of a layer, from those of its states.
    fn lstmp_states_gradient(
        &self,
        operands: [&Array; 4],
        shape: LstmpShape,
        gradient: &Array,
        out: &mut Array,
    ) -> Done;

    fn lstmp_last(&self, last: LstmpLast, all: &Array, out: &mut Array) -> Done;
}

/// An array that goes back to where its memory is kept.
#[derive(Debug)]
pub struct Temporary<'a> {
    array: Array,
    kept: Option<&'a RefCell<Vec<Array>>>,
}

impl<'a> Temporary<'a> {
    /// One of those that are kept.
    pub fn of(kept: &'a RefCell<Vec<Array>>) -> Self {
        Self { array: kept.borrow_mut().pop().unwrap_or_else(Array::hollow), kept: Some(kept) }
    }

    /// One that is freed.
    #[cfg(feature = "cuda")]
    pub const fn new() -> Self {
        Self { array: Array::hollow(), kept: None }
    }
}

impl Drop for Temporary<'_> {
    fn drop(&mut self) {
        if let Some(kept) = self.kept {
            kept.borrow_mut().push(self.array.take());
        }
    }
}

impl Deref for Temporary<'_> {
    type Target = Array;
    fn deref(&self) -> &Array {
        &self.array
    }
}

impl DerefMut for Temporary<'_> {
    fn deref_mut(&mut self) -> &mut Array {
        &mut self.array
    }
}
