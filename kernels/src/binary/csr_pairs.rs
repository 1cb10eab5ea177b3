//! The drivers of functions of two csr matrices: into a known pattern, and in one pass.
//!
//! Which side stores the next column is hard to predict, so the merge of two rows moves its cursors by the results of
//! comparisons instead of branches. Each step waits for the one before it, so two rows are merged at once.
use super::{Binary, Pattern};
use crate::dispatch::Level;
use crate::error::{KernelError, Operand, capacity, expect, index_fits};
use crate::kernel::{Body, How, perform};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::unsigned::unsigned;
use crate::{Csr, CsrMut, Index, Value};
use core::hint::select_unpredictable;

/// Columns and values of one row.
type Row<'a, V, I> = (&'a [I], &'a [V]);

fn check_shapes<V: Value, I: Index>(a: Csr<V, I>, b: Csr<V, I>) -> Result<(), KernelError> {
    expect(Operand::Right, 0, a.rows(), b.rows())?;
    expect(Operand::Right, 1, a.columns(), b.columns())
}

/// Two rows of which the common columns are being counted.
struct Common<'a, I> {
    a: &'a [I],
    b: &'a [I],
    i: usize,
    j: usize,
    both: usize,
}

impl<'a, I: Index> Common<'a, I> {
    #[inline(always)]
    fn start(a: &'a [I], b: &'a [I]) -> Self {
        Self { a, b, i: 0, j: 0, both: 0 }
    }

    #[inline(always)]
    fn step(&mut self) -> bool {
        let (Some(&x), Some(&y)) = (self.a.get(self.i), self.b.get(self.j)) else { return false };
        self.both += usize::from(x == y);
        self.i += usize::from(x <= y);
        self.j += usize::from(y <= x);
        true
    }

    /// The columns that either row stores, or that both do.
    #[inline(always)]
    fn finish(mut self, union: bool) -> usize {
        while self.step() {}
        if union { self.a.len() + self.b.len() - self.both } else { self.both }
    }
}

/// The columns that either row stores, or that both do.
#[inline(always)]
pub fn count_row<I: Index>(union: bool, a: &[I], b: &[I]) -> usize {
    Common::start(a, b).finish(union)
}

fn count<V: Value, I: Index>(union: bool, a: Csr<V, I>, b: Csr<V, I>, counts: &mut [I]) -> Result<(), KernelError> {
    check_shapes(a, b)?;
    index_fits::<I>(a.columns())?;
    capacity(Operand::Output, a.rows(), counts.len())?;
    let mut rows = a.row_slices().zip(b.row_slices()).map(|(of_a, of_b)| Common::start(of_a.0, of_b.0));
    let (pairs, last) = counts[..a.rows()].as_chunks_mut();
    for [first, second] in pairs {
        if let (Some(mut of_first), Some(mut of_second)) = (rows.next(), rows.next()) {
            while of_first.step() && of_second.step() {}
            *first = I::from_usize(of_first.finish(union));
            *second = I::from_usize(of_second.finish(union));
        }
    }
    for (count, row) in last.iter_mut().zip(rows) {
        *count = I::from_usize(row.finish(union));
    }
    Ok(())
}

/// The structure call of [`csr_add`](super::csr_add()) and its kind: for each row, the number of columns that `a` or
/// `b` stores.
///
/// Written to `indptr[1..]` with `indptr[0] = 0`, they become pointers by
/// [`accumulate_indptr`](crate::cast::accumulate_indptr).
///
/// # Errors
/// [`KernelError::Shape`] for matrices of different shapes, [`KernelError::Index`] if a count of all columns does not
/// fit the index type, [`KernelError::Capacity`] if `counts` is shorter than the rows; then nothing is written.
pub fn csr_union_nnz<V: Value, I: Index>(
    a: Csr<'_, V, I>,
    b: Csr<'_, V, I>,
    counts: &mut [I],
) -> Result<(), KernelError> {
    count(true, a, b, counts)
}

/// The structure call of [`csr_multiply`](super::csr_multiply()): for each row, the number of columns that both `a` and
/// `b` store.
///
/// # Errors
/// As [`csr_union_nnz`].
pub fn csr_intersection_nnz<V: Value, I: Index>(
    a: Csr<'_, V, I>,
    b: Csr<'_, V, I>,
    counts: &mut [I],
) -> Result<(), KernelError> {
    count(false, a, b, counts)
}

/// Two rows that are being merged, and where their entries go, as far as there is room.
struct Merge<'a, 'o, V, I> {
    a: Row<'a, V, I>,
    b: Row<'a, V, I>,
    i: usize,
    j: usize,
    indices: &'o mut [I],
    values: &'o mut [V],
    stored: usize,
}

impl<'a, 'o, V: Value, I: Index> Merge<'a, 'o, V, I> {
    #[inline(always)]
    fn start(a: Row<'a, V, I>, b: Row<'a, V, I>, indices: &'o mut [I], values: &'o mut [V]) -> Self {
        // Shows the compiler that there are as many values as columns: one check then does for both.
        let cut = |(columns, values): Row<'a, V, I>| {
            values.get(..columns.len()).map_or((&[][..], &[][..]), |values| (columns, values))
        };
        Self { a: cut(a), b: cut(b), i: 0, j: 0, indices, values, stored: 0 }
    }

    #[inline(always)]
    fn put(&mut self, column: I, value: V) {
        if let (Some(index), Some(to)) = (self.indices.get_mut(self.stored), self.values.get_mut(self.stored)) {
            (*index, *to) = (column, value);
        }
    }

    /// The next column of both; false if one row has none left.
    #[inline(always)]
    fn step<F: Binary>(&mut self) -> bool {
        let ((columns_a, a), (columns_b, b)) = (self.a, self.b);
        let (Some(&x), Some(&y)) = (columns_a.get(self.i), columns_b.get(self.j)) else { return false };
        let (Some(&of_x), Some(&of_y)) = (a.get(self.i), b.get(self.j)) else { return false };
        let (in_a, in_b) = (x <= y, y <= x);
        if const { matches!(F::PATTERN, Pattern::Intersection) } {
            // Until both store a column, the next one overwrites it.
            self.put(x, F::of(of_x, of_y));
            self.stored += usize::from(in_a && in_b);
        } else {
            self.put(select_unpredictable(in_a, x, y), F::of(of_x.or_zero(in_a), of_y.or_zero(in_b)));
            self.stored += 1;
        }
        self.i += usize::from(in_a);
        self.j += usize::from(in_b);
        true
    }

    /// The number of entries.
    #[inline(always)]
    fn finish<F: Binary>(mut self) -> usize {
        while self.step::<F>() {}
        if const { matches!(F::PATTERN, Pattern::Intersection) } {
            return self.stored;
        }
        let ((columns_a, a), (columns_b, b)) = (self.a, self.b);
        for (&column, &x) in columns_a.iter().zip(a).skip(self.i) {
            self.put(column, F::of(x, V::ZERO));
            self.stored += 1;
        }
        for (&column, &y) in columns_b.iter().zip(b).skip(self.j) {
            self.put(column, F::of(V::ZERO, y));
            self.stored += 1;
        }
        self.stored
    }

    /// The numbers of entries of two merges, at once.
    #[inline(always)]
    fn finish_both<F: Binary>(mut self, mut other: Merge<'_, '_, V, I>) -> [usize; 2] {
        while self.step::<F>() && other.step::<F>() {}
        [self.finish::<F>(), other.finish::<F>()]
    }
}

/// Merges two rows into columns and values, as far as there is room, and gives the number of entries.
#[inline(always)]
pub fn merge_rows<F: Binary, V: Value, I: Index>(
    a: Row<V, I>,
    b: Row<V, I>,
    indices: &mut [I],
    values: &mut [V],
) -> usize {
    Merge::start(a, b, indices, values).finish::<F>()
}

/// The arguments of a function of two csr matrices.
#[derive(Debug)]
pub struct CsrPairs<'a, F, V, I> {
    /// Which one.
    pub function: F,
    /// R x C.
    pub a: Csr<'a, V, I>,
    /// R x C.
    pub b: Csr<'a, V, I>,
    /// R x C, of the right pointers.
    pub out: CsrMut<'a, V, I>,
}
unsigned! { [F, V] CsrPairs [F V] [] { function; a, b, out } }

impl<F: Binary, V: Value, I: Index> Body for CsrPairs<'_, F, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        check_shapes(self.a, self.b)?;
        expect(Operand::Output, 0, self.a.rows(), self.out.rows())?;
        expect(Operand::Output, 1, self.a.columns(), self.out.columns())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self)
    }
}

impl<F: Binary, V: Value, I: Index> Work for CsrPairs<'_, F, V, I> {
    type Output = Result<(), KernelError>;
    const HIGHEST: Level = Level::Avx2;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) -> Result<(), KernelError> {
        let Self { a, b, mut out, .. } = self;
        let check = |row: usize, stored: usize, found: usize| match stored == found {
            true => Ok(()),
            false => Err(KernelError::Pattern { operand: Operand::Output, row, expected: stored, found }),
        };
        let mut rows = a.row_slices().zip(b.row_slices()).take(out.rows());
        let mut row = 0;
        while let Some((of_a, of_b)) = rows.next() {
            // Beside the last of an odd number of rows there is an empty one.
            let (second_a, second_b) = rows.next().unwrap_or_default();
            let [(indices, values), (second_indices, second_values)] = out.two_rows_mut(row);
            let found = [indices.len(), second_indices.len()];
            let stored = Merge::start(of_a, of_b, indices, values).finish_both::<F>(Merge::start(
                second_a,
                second_b,
                second_indices,
                second_values,
            ));
            check(row, stored[0], found[0])?;
            check(row + 1, stored[1], found[1])?;
            row += 2;
        }
        Ok(())
    }
}

impl<F: Binary, V: Value, I: Index> Split for CsrPairs<'_, F, V, I> {
    split_fields!((out, a, b), function);
}

/// The arguments of a function of two csr matrices in one pass.
#[derive(Debug)]
pub struct CsrPairsOnePass<'a, F, V, I> {
    /// Which one.
    pub function: F,
    /// R x C.
    pub a: Csr<'a, V, I>,
    /// R x C.
    pub b: Csr<'a, V, I>,
    /// R + 1 pointers at least.
    pub indptr: &'a mut [I],
    /// As many as are stored, at least.
    pub indices: &'a mut [I],
    /// As many as are stored, at least.
    pub values: &'a mut [V],
}

/// Rows one behind the other, as far as there is room.
struct OnePass<'o, V, I> {
    indices: &'o mut [I],
    values: &'o mut [V],
    stored: usize,
}

impl<V: Value, I: Index> OnePass<'_, V, I> {
    #[inline(always)]
    fn add_row<F: Binary>(&mut self, (a, b): (Row<V, I>, Row<V, I>)) {
        let start = self.stored.min(self.indices.len());
        self.stored += merge_rows::<F, V, I>(a, b, &mut self.indices[start..], &mut self.values[start..]);
    }

    /// Gives the number of entries up to the second row.
    #[inline(always)]
    fn add_two_rows<F: Binary>(&mut self, first: (Row<V, I>, Row<V, I>), second: (Row<V, I>, Row<V, I>)) -> usize {
        let most = |(a, b): (Row<V, I>, Row<V, I>)| match F::PATTERN {
            Pattern::Intersection => a.0.len().min(b.0.len()),
            _ => a.0.len() + b.0.len(),
        };
        let start = self.stored;
        let middle = start + most(first);
        let end = middle + most(second);
        let (Some(indices), Some(values)) = (self.indices.get_mut(start..end), self.values.get_mut(start..end)) else {
            let mut between = 0;
            for row in [first, second] {
                between = self.stored;
                self.add_row::<F>(row);
            }
            return between;
        };
        let (indices, second_indices) = indices.split_at_mut(middle - start);
        let (values, second_values) = values.split_at_mut(middle - start);
        let [of_first, of_second] = Merge::start(first.0, first.1, indices, values).finish_both::<F>(Merge::start(
            second.0,
            second.1,
            second_indices,
            second_values,
        ));
        let between = start + of_first;
        self.stored = between + of_second;
        // The second row stands behind all that the first one might have stored.
        if between != middle {
            self.indices.copy_within(middle..middle + of_second, between);
            self.values.copy_within(middle..middle + of_second, between);
        }
        between
    }
}

impl<F: Binary, V: Value, I: Index> Body for CsrPairsOnePass<'_, F, V, I> {
    type Output = usize;

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        check_shapes(self.a, self.b)?;
        capacity(Operand::Indptr, self.a.rows().saturating_add(1), self.indptr.len())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<usize, KernelError> {
        levels.run(self)
    }
}

impl<F: Binary, V: Value, I: Index> Work for CsrPairsOnePass<'_, F, V, I> {
    type Output = Result<usize, KernelError>;
    const HIGHEST: Level = Level::Baseline;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) -> Result<usize, KernelError> {
        let Self { a, b, indptr, indices, values, .. } = self;
        let lengths = (indices.len(), values.len());
        let room = lengths.0.min(lengths.1);
        let mut out = OnePass { indices: &mut indices[..room], values: &mut values[..room], stored: 0 };
        let Some((first, ends)) = indptr.split_first_mut() else { return Ok(0) };
        *first = I::from_usize(0);
        let count = a.rows().min(ends.len());
        let mut rows = a.row_slices().zip(b.row_slices());
        for ends in ends[..count].chunks_mut(2) {
            // Beside the last of an odd number of rows there is an empty one.
            let (Some(first), second) = (rows.next(), rows.next().unwrap_or_default()) else { break };
            let between = out.add_two_rows::<F>(first, second);
            for (end, stored) in ends.iter_mut().zip([between, out.stored]) {
                *end = I::from_usize(stored);
            }
        }
        let stored = out.stored;
        index_fits::<I>(stored)?;
        capacity(Operand::Indices, stored, lengths.0)?;
        capacity(Operand::Values, stored, lengths.1)?;
        Ok(stored)
    }
}

const fn gives_csr<F: Binary>() {
    assert!(!matches!(F::PATTERN, Pattern::Dense), "the result of this function is dense");
}

/// `out[r, c] = F(a[r, c], b[r, c])` of two csr matrices, for any function whose result is 0 where both are.
///
/// Shapes, structure, cost and errors are those of [`csr_add`](super::csr_add()); for a function of
/// [`Pattern::Intersection`] those of [`csr_multiply`](super::csr_multiply()).
///
/// # Errors
/// [`KernelError::Shape`], with nothing written; [`KernelError::Pattern`] as there. A function of [`Pattern::Dense`]
/// does not compile: its result is dense.
///
/// ```
/// use lacuna::{Csr, CsrMut, Value, binary};
///
/// /// The squared difference.
/// #[derive(Clone, Copy)]
/// struct SquaredDifference;
/// impl binary::Binary for SquaredDifference {
///     const NAME: &'static str = "squared_difference";
///     const PATTERN: binary::Pattern = binary::Pattern::Union;
///     fn of<V: Value>(x: V, y: V) -> V {
///         (x - y) * (x - y)
///     }
/// }
///
/// let a = Csr::new(1, 3, &[0, 2], &[0, 2], &[1.0_f32, 2.0])?;
/// let b = Csr::new(1, 3, &[0, 2], &[0, 1], &[3.0, 4.0])?;
/// let (indptr, mut indices, mut values) = ([0, 3], [0; 3], [0.0; 3]);
/// binary::csr(SquaredDifference, a, b, CsrMut::new(1, 3, &indptr, &mut indices, &mut values)?)?;
/// assert_eq!((indices, values), ([0, 1, 2], [4.0, 16.0, 4.0]));
/// # Ok::<(), lacuna::Error>(())
/// ```
pub fn csr<F: Binary, V: Value, I: Index>(
    function: F,
    a: Csr<'_, V, I>,
    b: Csr<'_, V, I>,
    out: CsrMut<'_, V, I>,
) -> Result<(), KernelError> {
    const { gives_csr::<F>() };
    perform(CsrPairs { function, a, b, out }, How::CALL)
}

/// As [`csr()`], in one pass into `indices` and `values` of any sufficient length; gives the number of entries stored.
///
/// Shapes, cost and errors are those of [`csr_add_one_pass`](super::csr_add_one_pass()).
///
/// # Errors
/// [`KernelError::Shape`], [`KernelError::Capacity`] and [`KernelError::Index`], as there.
///
/// ```
/// use lacuna::{Csr, binary};
/// let a = Csr::new(1, 3, &[0, 2], &[0, 2], &[1.0_f32, 2.0])?;
/// let b = Csr::new(1, 3, &[0, 2], &[0, 1], &[3.0, 4.0])?;
/// let (mut indptr, mut indices, mut values) = ([0; 2], [0; 4], [0.0; 4]);
/// let nnz = binary::csr_one_pass(binary::Maximum, a, b, &mut indptr, &mut indices, &mut values)?;
/// assert_eq!((&indices[..nnz], &values[..nnz]), (&[0, 1, 2][..], &[3.0, 4.0, 2.0][..]));
/// # Ok::<(), lacuna::Error>(())
/// ```
pub fn csr_one_pass<F: Binary, V: Value, I: Index>(
    function: F,
    a: Csr<'_, V, I>,
    b: Csr<'_, V, I>,
    indptr: &mut [I],
    indices: &mut [I],
    values: &mut [V],
) -> Result<usize, KernelError> {
    const { gives_csr::<F>() };
    perform(CsrPairsOnePass { function, a, b, indptr, indices, values }, How::CALL)
}
