use crate::dispatch::Level;
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::Split;
use crate::unsigned::unsigned;
use crate::view::range_inside;
use crate::{Csr, Index, Value};

/// The arguments of [`diagonal`].
#[derive(Debug)]
pub struct Diagonal<'a, V, I> {
    /// R x C.
    pub csr: Csr<'a, V, I>,
    /// The column of row 0 where it begins; more than C in a part of rows behind its end.
    pub first_column: usize,
    /// As long as it is.
    pub out: &'a mut [V],
}
unsigned! { [V] Diagonal [V] [] { first_column, out; csr } }

impl<V: Value, I: Index> Body for Diagonal<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        let Self { csr, first_column, out } = self;
        range_inside(&(*first_column..csr.columns().max(*first_column)), 1, csr.columns())?;
        expect(Operand::Output, 2, csr.rows().min(csr.columns() - first_column), out.len())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<V: Value, I: Index> Work for Diagonal<'_, V, I> {
    type Output = ();
    const HIGHEST: Level = Level::Baseline;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { csr, first_column, out } = self;
        for (row, (to, (indices, values))) in out.iter_mut().zip(csr.row_slices()).enumerate() {
            let column = first_column.wrapping_add(row);
            let place = indices.partition_point(|index| index.to_usize() < column);
            let found = indices.get(place).is_some_and(|index| index.to_usize() == column);
            *to = values.get(place).copied().filter(|_| found).unwrap_or_default();
        }
    }
}

/// Elements of `out`.
impl<V: Value, I: Index> Split for Diagonal<'_, V, I> {
    fn rows(&self) -> usize {
        self.out.len()
    }
    fn split_rows_at(self, row: usize) -> (Self, Self) {
        let Self { csr, first_column, out } = self;
        let row = row.min(out.len());
        let ((csr, below), (out, rest)) = (csr.split_rows_at(row), out.split_at_mut(row));
        (
            Self { csr, first_column, out },
            Self { csr: below, first_column: first_column.saturating_add(row), out: rest },
        )
    }
}

/// A diagonal: `out[r] = csr[r, first_column + r]`, +0.0 where nothing is stored.
///
/// - Shapes: `csr` R x C, `out` min(R, C - `first_column`). A diagonal that begins below row 0 is one of the rows from
///   there on, [`Csr::row_range`](crate::Csr::row_range).
/// - Values are copied bit for bit.
/// - Gradient: a csr with pointers and columns that count on, and the gradient of `out` as values.
/// - Cost: a binary search in each row.
/// - Parts: elements of `out`; [`Diagonal`] [splits](crate::Split) them.
/// - Source: MXNet `diag`, which has no form for csr.
///
/// # Errors
/// [`KernelError::Range`] for a column that is not inside, [`KernelError::Shape`]; then nothing is written.
///
/// ```
/// use lacuna::{Csr, slice};
/// let csr = Csr::new(3, 3, &[0, 2, 2, 3], &[0, 1, 2], &[1.0_f32, 2.0, 3.0])?;
/// let (mut main, mut next) = ([9.0; 3], [9.0; 2]);
/// slice::diagonal(csr, 0, &mut main)?;
/// slice::diagonal(csr, 1, &mut next)?;
/// assert_eq!((main, next), ([1.0, 0.0, 3.0], [2.0, 0.0]));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "diag")]
#[inline]
pub fn diagonal<V: Value, I: Index>(csr: Csr<'_, V, I>, first_column: usize, out: &mut [V]) -> Result<(), KernelError> {
    Diagonal { csr, first_column, out }.call()
}
