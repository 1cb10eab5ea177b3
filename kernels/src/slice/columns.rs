use super::{Entries, check_lengths, copy_entries, pointers};
use crate::dispatch::Level;
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::unsigned::unsigned;
use crate::view::range_inside;
use crate::{Csr, CsrMut, Index, Value};
use core::ops::Range;

/// Rows of no more entries are counted: that takes vectors, where a search waits for each of its steps.
const COUNTED: usize = 32;

/// The entries of a row whose columns are in the range: as columns ascend, they follow each other.
#[inline(always)]
fn inside<'a, V: Value, I: Index>((indices, values): Entries<'a, V, I>, columns: &Range<usize>) -> Entries<'a, V, I> {
    let (mut start, mut end) = (0, 0);
    if indices.len() <= COUNTED && columns.end <= I::MAX {
        let (first, behind) = (I::from_usize(columns.start), I::from_usize(columns.end));
        for &index in indices {
            start += usize::from(index < first);
            end += usize::from(index < behind);
        }
    } else {
        start = indices.partition_point(|index| index.to_usize() < columns.start);
        end = indices.partition_point(|index| index.to_usize() < columns.end);
    }
    (indices.get(start..end).unwrap_or(&[]), values.get(start..end).unwrap_or(&[]))
}

/// The structure call of [`columns`]: writes the pointers of these columns of `csr` to `indptr`, which has one more
/// element than there are rows, and gives the number of entries.
///
/// # Errors
/// [`KernelError::Range`] if the range is not inside, [`KernelError::Capacity`]; then nothing is written.
pub fn columns_indptr<V: Value, I: Index>(
    csr: Csr<'_, V, I>,
    columns: Range<usize>,
    indptr: &mut [I],
) -> Result<usize, KernelError> {
    range_inside(&columns, 1, csr.columns())?;
    pointers::write(csr.rows(), csr.row_slices().map(|row| inside(row, &columns).0.len()), indptr)
}

/// The arguments of [`columns`].
#[derive(Debug)]
pub struct Columns<'a, V, I> {
    /// R x C.
    pub csr: Csr<'a, V, I>,
    /// The column of `csr` that is column 0 of `out`.
    pub first_column: usize,
    /// R x W, of the right pointers.
    pub out: CsrMut<'a, V, I>,
}
unsigned! { [V] Columns [V] [] { first_column; csr, out } }

impl<V: Value, I: Index> Columns<'_, V, I> {
    #[inline(always)]
    fn range(&self) -> Range<usize> {
        self.first_column..self.first_column.saturating_add(self.out.columns())
    }
}

impl<V: Value, I: Index> Body for Columns<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        let columns = self.range();
        expect(Operand::Output, 0, self.csr.rows(), self.out.rows())?;
        range_inside(&columns, 1, self.csr.columns())?;
        check_lengths(&self.out, |row| inside(self.csr.row(row), &columns).0.len())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<V: Value, I: Index> Work for Columns<'_, V, I> {
    type Output = ();
    const HIGHEST: Level = Level::Baseline;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let columns = self.range();
        let Self { csr, first_column, mut out } = self;
        for (row, entries) in csr.row_slices().enumerate() {
            copy_entries(out.row_mut(row), inside(entries, &columns), first_column.wrapping_neg());
        }
    }
}

impl<V: Value, I: Index> Split for Columns<'_, V, I> {
    split_fields!((out, csr), first_column);
}

/// A range of columns: `out[:, j] = csr[:, first_column + j]`. The pointers of `out` come from [`columns_indptr`].
///
/// - Shapes: `csr` R x C, `out` R x W with `first_column + W <= C`. A range of rows beside it is a view of `csr`,
///   [`Csr::row_range`](crate::Csr::row_range).
/// - Structure: the entries of these columns, counted from `first_column`; values are copied bit for bit, explicit
///   zeros too.
/// - Gradient: a csr of the entries of `out`'s gradient, moved back: [`concat`](super::concat()) at `first_column`.
/// - Cost: two binary searches in each row, here and in the check; one read and one write of what is inside.
/// - Parts: rows of both; [`Columns`] [splits](crate::Split) them.
/// - Source: MXNet `slice` of a csr, which loses entries if columns do not ascend. [`Steps`](super::Steps) resolves its
///   `begin` and `end`.
///
/// # Errors
/// [`KernelError::Shape`]; [`KernelError::Range`] for columns that are not inside; [`KernelError::Pattern`] for the
/// first row of `out` that does not store as many entries as it is given. Nothing is written then.
///
/// ```
/// use lacuna::{Csr, CsrMut, slice};
/// let csr = Csr::new(2, 9, &[0, 3, 4], &[1, 4, 7, 5], &[1.0_f32, 2.0, 3.0, 4.0])?;
/// let mut indptr = [0; 3];
/// assert_eq!(slice::columns_indptr(csr, 4..7, &mut indptr)?, 2);
/// let (mut indices, mut values) = ([0; 2], [0.0; 2]);
/// slice::columns(csr, 4, CsrMut::new(2, 3, &indptr, &mut indices, &mut values)?)?;
/// assert_eq!((indptr, indices, values), ([0, 1, 2], [0, 1], [2.0, 4.0]));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "slice")]
#[inline]
pub fn columns<V: Value, I: Index>(
    csr: Csr<'_, V, I>,
    first_column: usize,
    out: CsrMut<'_, V, I>,
) -> Result<(), KernelError> {
    Columns { csr, first_column, out }.call()
}
