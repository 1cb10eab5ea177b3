use super::extreme::chosen;
use crate::dispatch::Level;
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::{Dense, DenseMut, Value};

/// The arguments of [`extreme_rows_backward`].
#[derive(Debug)]
pub struct ExtremeRowsBackward<'a, V> {
    /// Of R values.
    pub gradient: &'a [V],
    /// R x C.
    pub a: Dense<'a, V>,
    /// Of R values: the extremes of the rows of `a`.
    pub result: &'a [V],
    /// R x C.
    pub out: DenseMut<'a, V>,
}

impl<V: Value> Body for ExtremeRowsBackward<'_, V> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        let of_rows = self.a.rows();
        expect(Operand::Gradient, 2, of_rows, self.gradient.len())?;
        expect(Operand::Values, 2, of_rows, self.result.len())?;
        expect(Operand::Output, 0, self.a.rows(), self.out.rows())?;
        expect(Operand::Output, 1, self.a.columns(), self.out.columns())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<V: Value> Work for ExtremeRowsBackward<'_, V> {
    type Output = ();
    const HIGHEST: Level = Level::Avx2;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { gradient, a, result, mut out } = self;
        // Rows that take no memory may be any number.
        let rows = if out.columns() == 0 { 0 } else { out.rows().min(a.rows()) };
        for (row, (&gradient, &result)) in gradient.iter().zip(result).enumerate().take(rows) {
            for (to, &value) in out.row_mut(row).iter_mut().zip(a.row(row)) {
                *to = chosen(gradient, value, result);
            }
        }
    }
}

impl<V: Value> Split for ExtremeRowsBackward<'_, V> {
    split_fields!((out, a, gradient, result));
}

/// `out[r, c] = gradient[r]` where `a[r, c]` is `result[r]`, else 0: the gradient of the largest, or smallest, elements
/// of rows. Each of several equal ones gets it.
///
/// - Shapes: `a` and `out` R x C, `gradient` and `result` of R values: the [`max_rows`](crate::reduce::max_rows()) or
///   [`min_rows`](crate::reduce::min_rows()) of `a`. Of a csr: `result` by
///   [`entries_gather`](crate::binary::entries_gather()), [`equal`](crate::binary::equal()) with the entries, and
///   [`entries_multiply`](crate::binary::entries_multiply()) with the gradient.
/// - Chosen, not multiplied: an infinite gradient gives no NaN elsewhere. NaN is equal to nothing.
/// - Cost: one read of `a`, one write of `out`. Parts: rows; [`ExtremeRowsBackward`] [splits](crate::Split) them.
/// - Source: MXNet, the gradients of `max` and `min` with `axis=1`.
///
/// # Errors
/// [`KernelError::Shape`] for another length or shape; then nothing is written.
///
/// ```
/// use lacuna::{Dense, DenseMut, reduce};
/// let mut out = [9.0; 4];
/// let a = Dense::new(2, 2, &[3.0_f32, 1.0, 2.0, 2.0])?;
/// reduce::extreme_rows_backward(&[5.0, 7.0], a, &[3.0, 2.0], DenseMut::new(2, 2, &mut out)?)?;
/// assert_eq!(out, [5.0, 0.0, 7.0, 7.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "_backward_max")]
#[inline]
pub fn extreme_rows_backward<V: Value>(
    gradient: &[V],
    a: Dense<'_, V>,
    result: &[V],
    out: DenseMut<'_, V>,
) -> Result<(), KernelError> {
    ExtremeRowsBackward { gradient, a, result, out }.call()
}
