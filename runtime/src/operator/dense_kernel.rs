//! Kernels that write a dense array, by what they take.
use super::OperatorError;
use lacuna::Value;
use lacuna_arrays::array::Array;

/// Names, families, the kinds of the operands in their order, and that of the result.
///
/// - `matrix`, `values`, `csr`, `rows`: an array as a matrix, as its numbers, as a csr, as rows
/// - `row`, `column`: a number for each column, for each row
/// - `labels`: a class for each row of the first array
/// - `number`: one that is given; `size`: how many elements the first array has; `none`: no class, the one that is
///   ignored
macro_rules! for_each_dense_kernel {
    ($callback:ident) => {
        $callback! {
            softmax loss (matrix) matrix;
            softmax_backward loss (matrix matrix) matrix;
            log_softmax loss (matrix) matrix;
            log_softmax_backward loss (matrix matrix) matrix;
            softmax_output_gradient loss (matrix labels none number number) matrix;
            softmax_cross_entropy loss (matrix labels none) values;
            softmax_cross_entropy_gradient loss (matrix labels none number) matrix;
            sigmoid_cross_entropy loss (values values) values;
            sigmoid_cross_entropy_gradient loss (values values number) values;
            regression_gradient loss (values values number) values;
            mae_gradient loss (values values number) values;
            csr_regression_gradient loss (matrix csr number) matrix;
            sum reduce (values) values;
            mean reduce (values size) values;
            sum_columns reduce (matrix) values;
            mean_columns reduce (matrix) values;
            sum_rows reduce (matrix) values;
            mean_rows reduce (matrix) values;
            max reduce (values size) values;
            max_columns reduce (matrix) values;
            max_rows reduce (matrix) values;
            min reduce (values size) values;
            min_columns reduce (matrix) values;
            min_rows reduce (matrix) values;
            norm1 reduce (values) values;
            norm1_columns reduce (matrix) values;
            norm1_rows reduce (matrix) values;
            norm2 reduce (values) values;
            norm2_columns reduce (matrix) values;
            norm2_rows reduce (matrix) values;
            repeat_columns reduce (values) matrix;
            repeat_rows reduce (values) matrix;
            rows_add binary (rows row) rows;
            rows_multiply binary (rows column) rows;
        }
    };
}
pub(crate) use for_each_dense_kernel;

macro_rules! kernels {
    ($($kernel:ident $family:ident $operands:tt $result:ident;)*) => {
        /// A kernel that writes a dense array.
        #[allow(non_camel_case_types)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum DenseKernel {
            $(#[doc = concat!("[`lacuna::", stringify!($family), "::", stringify!($kernel), "`]")] $kernel,)*
        }
    };
}
for_each_dense_kernel! { kernels }

/// What a kernel takes, in its order. The methods of a backend have the names of the kinds.
pub struct Operands<'a, B> {
    pub on: B,
    pub arrays: &'a [&'a Array],
    pub numbers: &'a [f64],
    /// Arrays that have been asked for.
    pub taken: usize,
}

impl<'a, B> Operands<'a, B> {
    /// The next array, with its number.
    pub fn array(&mut self) -> Result<(usize, &'a Array), OperatorError> {
        let operand = self.taken;
        self.taken += 1;
        self.arrays.get(operand).map(|array| (operand, *array)).ok_or(OperatorError::Variable)
    }

    pub fn number<V: Value>(&mut self) -> Result<V, OperatorError> {
        let (&number, rest) = self.numbers.split_first().ok_or(OperatorError::Variable)?;
        self.numbers = rest;
        Ok(V::narrow(number))
    }

    pub fn size(&self) -> Result<usize, OperatorError> {
        self.arrays.first().map(|first| first.size()).ok_or(OperatorError::Variable)
    }

    #[allow(clippy::unused_self)]
    pub const fn none(&self) -> Result<usize, OperatorError> {
        Ok(usize::MAX)
    }
}
