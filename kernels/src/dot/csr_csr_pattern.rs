//! The pattern of a product of two csr matrices.
use crate::error::{KernelError, Operand, capacity, expect, index_fits};
use crate::view::row_places;
use crate::{Csr, Index, Value, processor};
use core::ops::Range;

/// Words of `u64` that [`csr_csr_row_nnz`] and [`csr_csr_indices`] need as scratch for a result of so many columns: a
/// bit for each, and one for each 64 of them.
///
/// ```
/// assert_eq!(lacuna::dot::csr_csr_scratch(1_000_000), 15_625 + 245);
/// ```
#[must_use]
pub const fn csr_csr_scratch(columns: usize) -> usize {
    let words = columns.div_ceil(BITS);
    words + words.div_ceil(BITS)
}

const BITS: usize = u64::BITS as usize;

/// Rows of at most this many terms are sorted instead of marked.
const FEW: usize = 48;

/// Entries of A between the one in work and the one whose row of B is asked for, and the entries of that which are.
const ROWS_AHEAD: usize = 12;
const ENTRIES_AHEAD: usize = 16;

/// The pattern of a csr, which no value type multiplies.
#[derive(Clone, Copy)]
struct Pattern<'a, I> {
    indptr: &'a [I],
    indices: &'a [I],
}

impl<'a, I: Index> Pattern<'a, I> {
    fn of<V: Value>(csr: &Csr<'a, V, I>) -> Self {
        Self { indptr: csr.indptr(), indices: csr.indices() }
    }

    fn row(&self, row: usize) -> &'a [I] {
        self.indices.get(row_places(self.indptr, row)).unwrap_or(&[])
    }
}

/// A set of columns: a bit for each, and above them a bit for each word that has any.
struct Marks<'a> {
    columns: &'a mut [u64],
    words: &'a mut [u64],
}

impl<'a> Marks<'a> {
    /// An empty one in `scratch`; what does not fit into it is left out.
    fn new(columns: usize, scratch: &'a mut [u64]) -> Self {
        let length = csr_csr_scratch(columns).min(scratch.len());
        let scratch = &mut scratch[..length];
        scratch.fill(0);
        let (columns, words) = scratch.split_at_mut(columns.div_ceil(BITS).min(length));
        Self { columns, words }
    }

    /// Marks a column; true if it was not yet.
    #[inline(always)]
    fn insert(&mut self, column: usize) -> bool {
        let Some(word) = self.columns.get_mut(column / BITS) else { return false };
        let bit = 1 << (column % BITS);
        let is_new = *word & bit == 0;
        *word |= bit;
        if let Some(summary) = self.words.get_mut(column / BITS / BITS) {
            *summary |= 1 << (column / BITS % BITS);
        }
        is_new
    }

    /// Takes the marks of a column away, and of those that share a word with it, or a word of words.
    #[inline(always)]
    fn remove(&mut self, column: usize) {
        let word = column / BITS;
        if let (Some(columns), Some(summary)) = (self.columns.get_mut(word), self.words.get_mut(word / BITS)) {
            (*columns, *summary) = (0, 0);
        }
    }

    /// Takes all marks away, and writes their columns, ascending, as far as there are places. Gives their number.
    #[inline(always)]
    fn drain<I: Index>(&mut self, to: &mut [I]) -> usize {
        let mut count = 0;
        for (k, summary) in self.words.iter_mut().enumerate() {
            let mut words = core::mem::take(summary);
            while words != 0 {
                let word = k * BITS + words.trailing_zeros() as usize;
                words &= words - 1;
                let mut columns = self.columns.get_mut(word).map_or(0, core::mem::take);
                while columns != 0 {
                    if let Some(to) = to.get_mut(count) {
                        *to = I::from_usize(word * BITS + columns.trailing_zeros() as usize);
                    }
                    columns &= columns - 1;
                    count += 1;
                }
            }
        }
        count
    }
}

/// Which columns the rows of a product store.
struct Union<'a, I> {
    a: Pattern<'a, I>,
    b: Pattern<'a, I>,
    marks: Marks<'a>,
    prefetch: bool,
}

impl<'a, I: Index> Union<'a, I> {
    fn new(a: Pattern<'a, I>, b: Pattern<'a, I>, columns: usize, scratch: &'a mut [u64]) -> Self {
        let prefetch = processor::PREFETCHES && size_of_val(b.indices) >= processor::PREFETCH_BYTES;
        Self { a, b, marks: Marks::new(columns, scratch), prefetch }
    }

    /// The columns of each row of B that these entries of A name.
    #[inline(always)]
    fn rows(&self, entries: Range<usize>) -> impl Iterator<Item = &'a [I]> + use<'a, I> {
        let (Pattern { indices, .. }, b, prefetch) = (self.a, self.b, self.prefetch);
        let ahead = indices.get(entries.start.saturating_add(ROWS_AHEAD)..).unwrap_or_default();
        indices.get(entries).unwrap_or_default().iter().enumerate().map(move |(k, row)| {
            if prefetch && let Some(ahead) = ahead.get(k) {
                processor::prefetch(b.indices, row_places(b.indptr, ahead.to_usize()).start, ENTRIES_AHEAD);
            }
            b.row(row.to_usize())
        })
    }

    /// The columns of the rows of B that these entries of A name, if they are few: ascending, but some of them several
    /// times.
    #[inline(always)]
    fn few<'f>(&self, entries: Range<usize>, few: &'f mut [I; FEW]) -> Option<&'f [I]> {
        let lengths =
            self.a.indices.get(entries.clone()).unwrap_or_default().iter().map(|row| self.b.row(row.to_usize()).len());
        let few = few.get_mut(..lengths.fold(0, usize::saturating_add))?;
        let mut places = few.iter_mut();
        for columns in self.rows(entries) {
            for (column, to) in columns.iter().zip(places.by_ref()) {
                *to = *column;
            }
        }
        few.sort_unstable();
        Some(few)
    }

    /// Writes the columns of a row, ascending, as far as there are places. Gives their number.
    #[inline(always)]
    fn find(&mut self, row: usize, to: &mut [I]) -> usize {
        let entries = row_places(self.a.indptr, row);
        if entries.len() == 1 {
            let columns = self.rows(entries).next().unwrap_or_default();
            for (to, column) in to.iter_mut().zip(columns) {
                *to = *column;
            }
            return columns.len();
        }
        if let Some(columns) = self.few(entries.clone(), &mut [I::default(); FEW]) {
            let mut count = 0;
            for columns in columns.chunk_by(|left, right| left == right) {
                if let (Some(to), Some(column)) = (to.get_mut(count), columns.first()) {
                    *to = *column;
                }
                count += 1;
            }
            return count;
        }
        for columns in self.rows(entries) {
            for column in columns {
                self.marks.insert(column.to_usize());
            }
        }
        self.marks.drain(to)
    }

    /// The number of columns of a row.
    #[inline(always)]
    fn count(&mut self, row: usize) -> usize {
        let entries = row_places(self.a.indptr, row);
        if entries.len() == 1 {
            return self.rows(entries).next().unwrap_or_default().len();
        }
        if let Some(columns) = self.few(entries.clone(), &mut [I::default(); FEW]) {
            return columns.chunk_by(|left, right| left == right).count();
        }
        let mut count = 0;
        for columns in self.rows(entries.clone()) {
            for column in columns {
                count += usize::from(self.marks.insert(column.to_usize()));
            }
        }
        // The same columns again are faster than a look at all words.
        for columns in self.rows(entries) {
            for column in columns {
                self.marks.remove(column.to_usize());
            }
        }
        count
    }
}

/// The structure call of [`csr_csr`](super::csr_csr()): the number of entries of each row of `a b`.
///
/// Written to `indptr[1..]` with `indptr[0] = 0`, they become pointers by
/// [`accumulate_indptr`](crate::cast::accumulate_indptr()), and columns are found by [`csr_csr_indices`]. They depend
/// on the patterns only: entries that are zero, or come to zero, count like others. `scratch`: [`csr_csr_scratch`]
/// words of the columns of `b`. Rows of `a` can be counted in parts, each with its own scratch.
///
/// # Errors
/// [`KernelError::Shape`] if the shapes do not fit, [`KernelError::Index`] if a count of all columns does not fit the
/// index type, [`KernelError::Capacity`] if `counts` is shorter than the rows of `a`, or `scratch` too short.
///
/// The example stands at [`csr_csr`](super::csr_csr()).
pub fn csr_csr_row_nnz<V: Value, I: Index>(
    a: Csr<'_, V, I>,
    b: Csr<'_, V, I>,
    counts: &mut [I],
    scratch: &mut [u64],
) -> Result<(), KernelError> {
    expect(Operand::Right, 0, a.columns(), b.rows())?;
    index_fits::<I>(b.columns())?;
    capacity(Operand::Output, a.rows(), counts.len())?;
    capacity(Operand::Scratch, csr_csr_scratch(b.columns()), scratch.len())?;
    count_rows(Union::new(Pattern::of(&a), Pattern::of(&b), b.columns(), scratch), &mut counts[..a.rows()]);
    Ok(())
}

#[inline(never)]
fn count_rows<I: Index>(mut union: Union<I>, counts: &mut [I]) {
    for (row, count) in counts.iter_mut().enumerate() {
        *count = I::from_usize(union.count(row));
    }
}

/// The second structure call of [`csr_csr`](super::csr_csr()): the columns of each row of `a b`, ascending, for the
/// pointers of [`csr_csr_row_nnz`].
///
/// `scratch` as there; `indices` has as many elements as the pointers say. Rows can be found in parts: those of `a`,
/// with their pointers, which count from the first.
///
/// # Errors
/// [`KernelError::Shape`], [`KernelError::Capacity`] for `scratch`, with nothing written; [`KernelError::Pattern`] at
/// the first row that has more or fewer columns than `indptr` says, with the rows before it, and a part of it, written.
///
/// The example stands at [`csr_csr`](super::csr_csr()).
pub fn csr_csr_indices<V: Value, I: Index>(
    a: Csr<'_, V, I>,
    b: Csr<'_, V, I>,
    indptr: &[I],
    indices: &mut [I],
    scratch: &mut [u64],
) -> Result<(), KernelError> {
    expect(Operand::Right, 0, a.columns(), b.rows())?;
    expect(Operand::Indptr, 2, a.rows().saturating_add(1), indptr.len())?;
    capacity(Operand::Scratch, csr_csr_scratch(b.columns()), scratch.len())?;
    find_rows(Union::new(Pattern::of(&a), Pattern::of(&b), b.columns(), scratch), indptr, indices)
}

#[inline(never)]
fn find_rows<I: Index>(mut union: Union<I>, indptr: &[I], indices: &mut [I]) -> Result<(), KernelError> {
    for row in 0..indptr.len().saturating_sub(1) {
        let columns = indices.get_mut(row_places(indptr, row)).unwrap_or_default();
        let expected = union.find(row, columns);
        if expected != columns.len() {
            return Err(KernelError::Pattern { operand: Operand::Output, row, expected, found: columns.len() });
        }
    }
    Ok(())
}
