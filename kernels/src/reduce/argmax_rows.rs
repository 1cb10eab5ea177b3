use super::Largest;
use super::extreme::place_of;
use super::lanes::map_sums;
use crate::dispatch::Level;
use crate::error::{KernelError, Operand, expect, index_fits};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::{Dense, Index, Value};

/// The arguments of [`argmax_rows`].
#[derive(Debug)]
pub struct ArgmaxRows<'a, V, I> {
    /// R x C.
    pub a: Dense<'a, V>,
    /// Of R numbers.
    pub out: &'a mut [I],
}

impl<V: Value, I: Index> Body for ArgmaxRows<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        expect(Operand::Output, 2, self.a.rows(), self.out.len())?;
        index_fits::<I>(self.a.columns().saturating_sub(1))?;
        // A row without elements has no largest one.
        expect(Operand::Input, 1, self.a.columns().max(usize::from(self.a.rows() > 0)), self.a.columns())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<V: Value, I: Index> Work for ArgmaxRows<'_, V, I> {
    type Output = ();
    const HIGHEST: Level = Level::Avx2;

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) {
        let place = |row: &[V], largest| I::from_usize(place_of(row, largest));
        map_sums::<Largest, V, I, L>(simd, self.a.iter(), self.out, place);
    }
}

impl<V: Value, I: Index> Split for ArgmaxRows<'_, V, I> {
    split_fields!((out, a));
}

/// `out[r]` is the column of the largest element of row `r`: of several equal ones the first, and the first NaN if
/// there is one.
///
/// - Shapes: `a` R x C, `out` of R numbers. MXNet gives the columns as values; these are indices.
/// - Cost: two reads of `a`, the second to the place that is found. Parts: rows; [`ArgmaxRows`] [splits](crate::Split)
///   them.
/// - Source: MXNet `argmax` with `axis=1`.
///
/// # Errors
/// [`KernelError::Shape`] if `out` has another length, and for rows without elements; [`KernelError::Index`] for
/// columns that the index type does not have; then nothing is written.
///
/// ```
/// use lacuna::{Dense, reduce};
/// let mut out = [9; 2];
/// reduce::argmax_rows(Dense::new(2, 3, &[3.0_f32, 1.0, 3.0, 0.0, -1.0, 2.0])?, &mut out)?;
/// assert_eq!(out, [0, 2]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "argmax")]
#[inline]
pub fn argmax_rows<V: Value, I: Index>(a: Dense<'_, V>, out: &mut [I]) -> Result<(), KernelError> {
    ArgmaxRows { a, out }.call()
}
