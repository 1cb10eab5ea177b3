//! The pattern of a product of two csr matrices.
use crate::error::{KernelError, Operand, capacity, expect, index_fits};
use crate::view::row_places;
use crate::{Csr, Index, Value};

/// Words of `u64` that [`csr_csr_row_nnz`] and [`csr_csr_indices`] need as scratch for a result of so many columns: a bit for each, and one for each 64 of them.
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

    /// Takes all marks away, and gives their columns, ascending.
    #[inline(always)]
    fn drain(&mut self, mut take: impl FnMut(usize)) {
        for (k, summary) in self.words.iter_mut().enumerate() {
            let mut words = core::mem::take(summary);
            while words != 0 {
                let word = k * BITS + words.trailing_zeros() as usize;
                words &= words - 1;
                let mut columns = self.columns.get_mut(word).map_or(0, core::mem::take);
                while columns != 0 {
                    take(word * BITS + columns.trailing_zeros() as usize);
                    columns &= columns - 1;
                }
            }
        }
    }
}

/// Which columns the rows of a product store.
struct Union<'a, I> {
    b: Pattern<'a, I>,
    marks: Marks<'a>,
}

impl<I: Index> Union<'_, I> {
    /// Calls `take` for each column of the rows of B that `rows` names, ascending, once each. Gives their number.
    #[inline(always)]
    fn each(&mut self, rows: &[I], mut take: impl FnMut(I)) -> usize {
        let of_b = |row: &I| self.b.row(row.to_usize());
        if let [row] = rows {
            let columns = of_b(row);
            columns.iter().for_each(|column| take(*column));
            return columns.len();
        }
        let mut count = 0;
        let terms = rows.iter().fold(0_usize, |terms, row| terms.saturating_add(of_b(row).len()));
        if terms <= FEW {
            let mut few = [I::default(); FEW];
            for (to, column) in few.iter_mut().zip(rows.iter().flat_map(of_b)) {
                *to = *column;
            }
            let few = &mut few[..terms];
            few.sort_unstable();
            let mut before = None;
            for column in few {
                if before != Some(*column) {
                    take(*column);
                    count += 1;
                }
                before = Some(*column);
            }
            return count;
        }
        for row in rows {
            for column in self.b.row(row.to_usize()) {
                self.marks.insert(column.to_usize());
            }
        }
        self.marks.drain(|column| {
            take(I::from_usize(column));
            count += 1;
        });
        count
    }

    /// The number of columns of the rows of B that `rows` names.
    fn count(&mut self, rows: &[I]) -> usize {
        let terms = rows.iter().fold(0_usize, |terms, row| terms.saturating_add(self.b.row(row.to_usize()).len()));
        if terms <= FEW || rows.len() == 1 {
            return self.each(rows, |_| {});
        }
        let mut count = 0;
        for row in rows {
            for column in self.b.row(row.to_usize()) {
                count += usize::from(self.marks.insert(column.to_usize()));
            }
        }
        // The same columns again are faster than a look at all words.
        for row in rows {
            for column in self.b.row(row.to_usize()) {
                let word = column.to_usize() / BITS;
                if let (Some(columns), Some(summary)) = (self.marks.columns.get_mut(word), self.marks.words.get_mut(word / BITS)) {
                    (*columns, *summary) = (0, 0);
                }
            }
        }
        count
    }
}

/// The structure call of [`csr_csr`](super::csr_csr()): the number of entries of each row of `a b`.
///
/// Written to `indptr[1..]` with `indptr[0] = 0`, they become pointers by [`accumulate_indptr`](crate::cast::accumulate_indptr()), and columns are found by [`csr_csr_indices`]. They depend on
/// the patterns only: entries that are zero, or come to zero, count like others. `scratch`: [`csr_csr_scratch`] words of the columns of `b`. Rows of `a` can be counted in parts, each with its
/// own scratch.
///
/// # Errors
/// [`KernelError::Shape`] if the shapes do not fit, [`KernelError::Index`] if a count of all columns does not fit the index type, [`KernelError::Capacity`] if `counts` is shorter than the rows
/// of `a`, or `scratch` too short.
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
    count_rows(Pattern::of(&a), Union { b: Pattern::of(&b), marks: Marks::new(b.columns(), scratch) }, &mut counts[..a.rows()]);
    Ok(())
}

#[inline(never)]
fn count_rows<I: Index>(a: Pattern<I>, mut union: Union<I>, counts: &mut [I]) {
    for (row, count) in counts.iter_mut().enumerate() {
        *count = I::from_usize(union.count(a.row(row)));
    }
}

/// The second structure call of [`csr_csr`](super::csr_csr()): the columns of each row of `a b`, ascending, for the pointers of [`csr_csr_row_nnz`].
///
/// `scratch` as there; `indices` has as many elements as the pointers say. Rows can be found in parts: those of `a`, with their pointers, which count from the first.
///
/// # Errors
/// [`KernelError::Shape`], [`KernelError::Capacity`] for `scratch`, with nothing written; [`KernelError::Pattern`] at the first row that has more or fewer columns than `indptr` says, with the
/// rows before it, and a part of it, written.
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
    find_rows(Pattern::of(&a), Union { b: Pattern::of(&b), marks: Marks::new(b.columns(), scratch) }, indptr, indices)
}

#[inline(never)]
fn find_rows<I: Index>(a: Pattern<I>, mut union: Union<I>, indptr: &[I], indices: &mut [I]) -> Result<(), KernelError> {
    for row in 0..indptr.len().saturating_sub(1) {
        let columns = indices.get_mut(row_places(indptr, row)).unwrap_or_default();
        let mut places = columns.iter_mut();
        let expected = union.each(a.row(row), |column| {
            if let Some(place) = places.next() {
                *place = column;
            }
        });
        if expected != columns.len() {
            return Err(KernelError::Pattern { operand: Operand::Output, row, expected, found: columns.len() });
        }
    }
    Ok(())
}
