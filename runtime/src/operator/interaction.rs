//! What pairs of features add to a prediction.
use super::backend::Done;
use super::{Backward, Call, Definition, OperatorError};
use lacuna::infer::Stype::Csr;
use lacuna_arrays::array::Array;

/// The second term of a factorization machine: `0.5 sum_f ((x v_f)^2 - x^2 v_f^2)`, the sum of `<v_i, v_j> x_i x_j`
/// over all pairs of features of a row. Operands `x` (N x F, csr) and `v` (F x K, dense or row_sparse); the result is
/// dense (N x 1).
///
/// Gradient of `v`: row_sparse, of the columns that occur in `x`; of `x` there is none. Rows of `v` whose columns do
/// not occur are not read, whereas MXNet's example squares and sums all of them (`_square_sum`). Source: MXNet
/// `example/sparse/factorization_machine`.
///
/// ```
/// use lacuna_runtime::array::Array;
/// use lacuna_runtime::operator::{Context, Interaction};
/// let x = Array::csr(Some([1, 3]), vec![0, 2], vec![0, 2], vec![2.0_f32, 3.0])?;
/// let v = Array::dense(&[3, 2], vec![1.0_f32, 10.0, 0.0, 0.0, 5.0, 7.0])?;
/// // <(1, 10), (5, 7)> 2 3
/// assert_eq!(Context::new().run(&Interaction, &[&x, &v])?.data::<f32>(), Some(&[450.0][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Interaction;

impl Definition for Interaction {
    fn name(&self) -> &'static str {
        "Interaction"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let [x, v] = operands(call)?;
        call.on.interaction(x, v, output)
    }

    fn has_gradient(&self, operand: usize) -> bool {
        operand == 1
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Done {
        let [x, v] = operands(call)?;
        call.dense(backward.gradient)?;
        call.on.interaction_gradient(x, v, backward.gradient, gradient)
    }
}

fn operands<'a>(call: &Call<'a>) -> Result<[&'a Array; 2], OperatorError> {
    let [x, v] = call.all()?;
    if x.stype() != Csr || v.stype() == Csr {
        return Err(call.no_path());
    }
    match (x.shape(), v.shape()) {
        (&[_, columns], &[features, _]) if columns == features => Ok([x, v]),
        _ => Err(call.wrong_shape(1, "a row for each column of the first", v)),
    }
}
