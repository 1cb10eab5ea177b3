use super::copy_entries;
use crate::dispatch::Level;
use crate::error::{KernelError, Operand, capacity, expect, index_fits};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::view::range_inside;
use crate::{Csr, CsrMut, Index, Value};

/// The structure call of [`concat()`]: adds the number of entries of each row of `csr` to the elements of `counts`.
///
/// From zeros on, with each array that lies beside the others, `counts` are first those to give as `starts` for it, and
/// in the end the counts of the result, which [`accumulate_indptr`](crate::cast::accumulate_indptr) makes pointers of.
///
/// # Errors
/// [`KernelError::Capacity`] if `counts` is shorter than the rows, [`KernelError::Index`] if a count does not fit the
/// index type; then nothing is written.
pub fn add_row_nnz<V: Value, I: Index>(csr: Csr<'_, V, I>, counts: &mut [I]) -> Result<(), KernelError> {
    capacity(Operand::Output, csr.rows(), counts.len())?;
    let sum = |count: &I, row: usize| count.to_usize().saturating_add(csr.entries(row).len());
    index_fits::<I>(counts[..csr.rows()].iter().enumerate().map(|(row, count)| sum(count, row)).max().unwrap_or(0))?;
    for (row, count) in counts[..csr.rows()].iter_mut().enumerate() {
        *count = I::from_usize(sum(count, row));
    }
    Ok(())
}

/// The arguments of [`concat()`].
#[derive(Debug)]
pub struct Concat<'a, V, I> {
    /// R x C.
    pub csr: Csr<'a, V, I>,
    /// The column of `out` that is column 0 of `csr`.
    pub first_column: usize,
    /// For each row, how many entries of `out` lie before.
    pub starts: &'a [I],
    /// R x W, of the right pointers.
    pub out: CsrMut<'a, V, I>,
}

impl<V: Value, I: Index> Body for Concat<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        let Self { csr, first_column, starts, out } = self;
        expect(Operand::Output, 0, csr.rows(), out.rows())?;
        expect(Operand::Indices, 2, csr.rows(), starts.len())?;
        range_inside(&(*first_column..first_column.saturating_add(csr.columns())), 1, out.columns())?;
        let stored = out.as_csr();
        for (row, start) in starts.iter().enumerate() {
            let expected = start.to_usize().saturating_add(csr.entries(row).len());
            let found = stored.entries(row).len();
            if expected > found {
                return Err(KernelError::Pattern { operand: Operand::Output, row, expected, found });
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<V: Value, I: Index> Work for Concat<'_, V, I> {
    type Output = ();
    const HIGHEST: Level = Level::Baseline;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { csr, first_column, starts, mut out } = self;
        for ((row, entries), start) in csr.row_slices().enumerate().zip(starts) {
            let places = start.to_usize()..start.to_usize().saturating_add(entries.0.len());
            let (indices, values) = out.row_mut(row);
            if let (Some(indices), Some(values)) = (indices.get_mut(places.clone()), values.get_mut(places)) {
                copy_entries((indices, values), entries, first_column);
            }
        }
    }
}

impl<V: Value, I: Index> Split for Concat<'_, V, I> {
    split_fields!((out, csr, starts), first_column);
}

/// One array to its place in a concatenation: `out[:, first_column + j] = csr[:, j]`. A concatenation is one such call
/// for each array.
///
/// - Shapes: `csr` R x C, `starts` R, `out` R x W with `first_column + C <= W`, of which only the places of `csr` are
///   written.
/// - Beside each other (axis 1): `first_column` is the number of columns before, and `starts[r]` the number of entries
///   that row `r` of the arrays before has, both from [`add_row_nnz`].
/// - Below each other (axis 0): into the [part](crate::CsrMut::split_rows_at) of `out` that has the rows of `csr`, with
///   0 and zeros. There it is no more than a copy of columns and values, one array after the other.
/// - Structure: the entries of all, in order; values are copied bit for bit, explicit zeros too. The result is
///   canonical if the arrays are.
/// - Gradient: [`columns`](super::columns()), and ranges of rows, which are views.
/// - Cost: one read of `csr`, one write of its part of `out`.
/// - Parts: rows of all; [`Concat`] [splits](crate::Split) them.
/// - Source: MXNet `concat` of csr arrays, which knows axis 0 alone.
///
/// # Errors
/// [`KernelError::Shape`]; [`KernelError::Range`] for columns that `out` does not have; [`KernelError::Pattern`] for
/// the first row of `out` that has less room. Nothing is written then.
///
/// ```
/// use lacuna::{Csr, CsrMut, cast, slice};
/// let a = Csr::new(2, 3, &[0, 1, 2], &[2, 0], &[1.0_f32, 2.0])?;
/// let b = Csr::new(2, 2, &[0, 2, 2], &[0, 1], &[3.0, 4.0])?;
/// let mut indptr = [0; 3];
/// for part in [a, b] {
///     slice::add_row_nnz(part, &mut indptr[1..])?;
/// }
/// let nnz = cast::accumulate_indptr(&mut indptr)?;
/// let (mut indices, mut values, mut starts, mut first_column) = (vec![0; nnz], vec![0.0; nnz], [0; 2], 0);
/// for part in [a, b] {
///     slice::concat(part, first_column, &starts, CsrMut::new(2, 5, &indptr, &mut indices, &mut values)?)?;
///     slice::add_row_nnz(part, &mut starts)?;
///     first_column += part.columns();
/// }
/// assert_eq!((indptr, &indices[..], &values[..]), ([0, 3, 4], &[2, 3, 4, 0][..], &[1.0, 3.0, 4.0, 2.0][..]));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[inline]
pub fn concat<V: Value, I: Index>(
    csr: Csr<'_, V, I>,
    first_column: usize,
    starts: &[I],
    out: CsrMut<'_, V, I>,
) -> Result<(), KernelError> {
    Concat { csr, first_column, starts, out }.call()
}
