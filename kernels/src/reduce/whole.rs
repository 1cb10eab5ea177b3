//! Reductions of all values.
use super::lanes::sum_of_slice;
use super::reduction::{Reduction, Term, finish};
use crate::error::{KernelError, Operand, expect};
use crate::kernel::Body;
use crate::simd::{Levels, Simd, Work};
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
            *first = levels.run(Sum::<R::Term, V> { values: self.values, term: PhantomData });
            if R::Term::ZEROS_COUNT && self.values.len() < self.count {
                *first = R::Term::with_zeros(*first);
            }
            finish::<R, V>(core::slice::from_mut(first), self.count);
        }
        Ok(())
    }
}

struct Sum<'a, T, V> {
    values: &'a [V],
    term: PhantomData<T>,
}

impl<T: Term, V: Value> Work for Sum<'_, T, V> {
    type Output = V;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) -> V {
        sum_of_slice::<T, V, { order::WIDE_LANES }>(self.values)
    }
}

impl<R: Reduction, V: Value> Split for Whole<'_, R, V> {
    split_fields!((out), reduction, values, count);
}
