//! Reductions of each row.
use super::lanes::{SIDE_BY_SIDE, sum_of_row, sums_of_rows};
use super::reduction::{Reduction, Term, finish};
use crate::error::{KernelError, Operand, expect};
use crate::kernel::Body;
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::{Csr, Dense, Index, Value};
use core::array;
use core::marker::PhantomData;

/// The arguments of a reduction of each row of a dense matrix.
#[derive(Debug)]
pub struct DenseRows<'a, R, V> {
    /// Which one.
    pub reduction: R,
    /// R x C.
    pub a: Dense<'a, V>,
    /// Of R values.
    pub out: &'a mut [V],
}

/// The arguments of a reduction of each row of a csr.
#[derive(Debug)]
pub struct CsrRows<'a, R, V, I> {
    /// Which one.
    pub reduction: R,
    /// R x C.
    pub a: Csr<'a, V, I>,
    /// Of R values.
    pub out: &'a mut [V],
}

struct Sums<'a, T, A, V> {
    a: A,
    out: &'a mut [V],
    term: PhantomData<T>,
}

impl<R: Reduction, V: Value> Body for DenseRows<'_, R, V> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        expect(Operand::Output, 2, self.a.rows(), self.out.len())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        let Self { a, out, .. } = self;
        levels.run(Sums::<R::Term, _, V> { a, out: &mut *out, term: PhantomData });
        finish::<R, V>(out, a.columns());
        Ok(())
    }
}

impl<T: Term, V: Value> Work for Sums<'_, T, Dense<'_, V>, V> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let (fours, rest) = self.out.as_chunks_mut::<SIDE_BY_SIDE>();
        let first_of_rest = fours.len() * SIDE_BY_SIDE;
        for (four, to) in fours.iter_mut().enumerate() {
            *to = sums_of_rows::<T, V>(array::from_fn(|k| self.a.row(four * SIDE_BY_SIDE + k)));
        }
        for (k, to) in rest.iter_mut().enumerate() {
            *to = sum_of_row::<T, V>(self.a.row(first_of_rest + k));
        }
    }
}

impl<R: Reduction, V: Value> Split for DenseRows<'_, R, V> {
    split_fields!((a, out), reduction);
}

impl<R: Reduction, V: Value, I: Index> Body for CsrRows<'_, R, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        expect(Operand::Output, 2, self.a.rows(), self.out.len())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        let Self { a, out, .. } = self;
        levels.run(Sums::<R::Term, _, V> { a, out: &mut *out, term: PhantomData });
        if R::Term::ZEROS_COUNT {
            for (to, (_, values)) in out.iter_mut().zip(a.row_slices()) {
                if values.len() < a.columns() {
                    *to = R::Term::with_zeros(*to);
                }
            }
        }
        finish::<R, V>(out, a.columns());
        Ok(())
    }
}

impl<T: Term, V: Value, I: Index> Work for Sums<'_, T, Csr<'_, V, I>, V> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let mut rows = self.a.row_slices().map(|(_, values)| values);
        let (fours, rest) = self.out.as_chunks_mut::<SIDE_BY_SIDE>();
        for to in fours {
            *to = sums_of_rows::<T, V>(array::from_fn(|_| rows.next().unwrap_or(&[])));
        }
        for (to, row) in rest.iter_mut().zip(rows) {
            *to = sum_of_row::<T, V>(row);
        }
    }
}

impl<R: Reduction, V: Value, I: Index> Split for CsrRows<'_, R, V, I> {
    split_fields!((a, out), reduction);
}
