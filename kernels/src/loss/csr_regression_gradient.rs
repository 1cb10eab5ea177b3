use super::RegressionGradient;
use crate::dispatch::Level;
use crate::elements::Function;
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::unsigned::unsigned;
use crate::{Csr, Dense, DenseMut, Index, Value};

/// The arguments of [`csr_regression_gradient`].
#[derive(Debug)]
pub struct CsrRegressionGradient<'a, V, I> {
    /// R x C.
    pub result: Dense<'a, V>,
    /// R x C.
    pub label: Csr<'a, V, I>,
    /// What the difference is multiplied by.
    pub scale: V,
    /// R x C.
    pub out: DenseMut<'a, V>,
}
unsigned! { [V] CsrRegressionGradient [V] [] { result, scale, out; label } }

impl<V: Value, I: Index> Body for CsrRegressionGradient<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        let (rows, columns) = (self.result.rows(), self.result.columns());
        expect(Operand::Right, 0, rows, self.label.rows())?;
        expect(Operand::Right, 1, columns, self.label.columns())?;
        expect(Operand::Output, 0, rows, self.out.rows())?;
        expect(Operand::Output, 1, columns, self.out.columns())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        let Self { result, label, scale, mut out } = self;
        // There may be any number of rows without elements. The loop over a row is the same for all index types.
        let rows = if out.columns() == 0 { 0 } else { out.rows() };
        for row in 0..rows {
            let (from, to) = (result.row(row), out.row_mut(row));
            levels.run(WithoutLabel { from, scale, to: &mut *to });
            let (columns, values) = label.row(row);
            for (column, &value) in columns.iter().zip(values) {
                if let (Some(to), Some(&from)) = (to.get_mut(column.to_usize()), from.get(column.to_usize())) {
                    *to = RegressionGradient { scale }.of([from, value]);
                }
            }
        }
        Ok(())
    }
}

struct WithoutLabel<'a, V> {
    from: &'a [V],
    scale: V,
    to: &'a mut [V],
}

impl<V: Value> Work for WithoutLabel<'_, V> {
    type Output = ();
    const HIGHEST: Level = Level::Avx2;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { from, scale, to } = self;
        for (to, &from) in to.iter_mut().zip(from) {
            *to = RegressionGradient { scale }.of([from, V::ZERO]);
        }
    }
}

impl<V: Value, I: Index> Split for CsrRegressionGradient<'_, V, I> {
    split_fields!((out, result, label), scale);
}

/// As [`regression_gradient`](super::regression_gradient()), with a label that is a csr:
/// `out[r, c] = (result[r, c] - label[r, c]) * scale`, where an entry that is not stored is 0.
///
/// - Shapes: `result` and `out` dense R x C, `label` csr R x C.
/// - NaN stays; infinity minus infinity is NaN.
/// - Cost: one read of both operands and one write of the output.
/// - Parts: rows; [`CsrRegressionGradient`] [splits](crate::Split) them.
/// - Source: MXNet `LinearRegressionOutput` and `LogisticRegressionOutput` with a csr label, backward.
///
/// # Errors
/// [`KernelError::Shape`]; then nothing is written.
///
/// ```
/// use lacuna::{Csr, Dense, DenseMut, loss};
/// let label = Csr::new(2, 2, &[0, 1, 1], &[1], &[5.0_f32])?;
/// let mut out = [9.0; 4];
/// loss::csr_regression_gradient(Dense::new(2, 2, &[1.0, 2.0, 3.0, 4.0])?, label, 0.5, DenseMut::new(2, 2, &mut out)?)?;
/// assert_eq!(out, [0.5, -1.5, 1.5, 2.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "_backward_linear_reg_out")]
#[inline]
pub fn csr_regression_gradient<V: Value, I: Index>(
    result: Dense<'_, V>,
    label: Csr<'_, V, I>,
    scale: V,
    out: DenseMut<'_, V>,
) -> Result<(), KernelError> {
    CsrRegressionGradient { result, label, scale, out }.call()
}
