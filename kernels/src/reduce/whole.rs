//! Reductions of all values.
use super::lanes::sum_of_slice;
use super::reduction::{Reduction, SumOf, result};
use super::square_sum::SquareSum;
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, How, perform};
use crate::simd::{At, Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::{Value, order};
use core::marker::PhantomData;

/// The arguments of a reduction of all values.
#[derive(Debug)]
pub struct Whole<'a, R, V> {
    /// Which one.
    pub reduction: R,
    /// What has terms.
    pub values: &'a [V],
    /// Of how many values it is, stored or not.
    pub count: usize,
    /// One value.
    pub out: &'a mut [V],
}

impl<R: Reduction, V: Value> Body for Whole<'_, R, V> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        expect(Operand::Output, 2, 1, self.out.len())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        // A part without the result has nothing to do.
        if let Some((first, _)) = self.out.split_first_mut() {
            let sum = levels.run(Sum::<R, V> { values: self.values, reduction: PhantomData });
            *first = result::<R, V>(sum, self.values.len(), self.count);
        }
        Ok(())
    }
}

/// The sum of squares as it is before it is rounded to the type of the values.
pub(crate) fn sum_of_squares<V: Value>(values: &[V]) -> f64 {
    At::DISPATCHED.run(Sum::<SquareSum, V> { values, reduction: PhantomData })
}

struct Sum<'a, R, V> {
    values: &'a [V],
    reduction: PhantomData<R>,
}

impl<R: Reduction, V: Value> Work for Sum<'_, R, V> {
    type Output = SumOf<R, V>;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) -> SumOf<R, V> {
        sum_of_slice::<R::Term, V, { order::WIDE_LANES }>(self.values)
    }
}

impl<R: Reduction, V: Value> Split for Whole<'_, R, V> {
    split_fields!((out), reduction, values, count);
}

/// A [`Reduction`] of all values: `out[0]` is that of `values`, of `count` elements, stored or not.
///
/// Shapes: `values` of any length, `out` of one value. Cost: one read of `values`.
///
/// # Errors
/// [`KernelError::Shape`] if `out` has another length; then nothing is written.
///
/// ```
/// use lacuna::reduce;
/// let mut out = [0.0];
/// reduce::values(reduce::Mean, &[3.0_f32, -5.0], 4, &mut out)?;
/// assert_eq!(out, [-0.5]);
/// # Ok::<(), lacuna::KernelError>(())
/// ```
pub fn values<R: Reduction, V: Value>(
    reduction: R,
    values: &[V],
    count: usize,
    out: &mut [V],
) -> Result<(), KernelError> {
    perform(Whole { reduction, values, count, out }, How::CALL)
}
