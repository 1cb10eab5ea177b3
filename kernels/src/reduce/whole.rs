//! Reductions of all values.
#[cfg(feature = "threads")]
use super::blocks::{Source, sums_on_threads};
use super::lanes::sum_of_slice;
#[cfg(feature = "threads")]
use super::reduction::Term;
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

    /// Threads share the blocks of long slices.
    #[cfg(feature = "threads")]
    fn run_on(&mut self, threads: &dyn crate::call::Threads, how: How) -> bool {
        let Self { values, count, .. } = *self;
        if threads.count().min(values.len() / SHARED) <= 1 {
            return false;
        }
        if let [first, ..] = core::mem::take(&mut self.out) {
            let [sum] = sums_on_threads::<R::Term, V, 1>(values, threads, how);
            *first = result::<R, V>(sum, values.len(), count);
        }
        true
    }
}

/// Values that a thread adds sooner than another one begins.
#[cfg(feature = "threads")]
const SHARED: usize = 16 * order::BLOCK;

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

/// The blocks of a slice.
#[cfg(feature = "threads")]
impl<T: Term, V: Value> Source<T, V, 1> for &[V] {
    #[inline(always)]
    fn count(&self) -> usize {
        self.len().div_ceil(order::BLOCK)
    }

    #[inline(always)]
    fn write_sums<L: Simd>(&self, _simd: L, first: usize, sums: &mut [[T::Sum<V>; 1]]) {
        for (block, to) in self.chunks(order::BLOCK).skip(first).zip(sums) {
            *to = [sum_of_slice::<T, V, { order::WIDE_LANES }>(block)];
        }
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
