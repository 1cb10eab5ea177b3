//! The drivers of functions of two csr matrices: into a known pattern, and in one pass.
//!
//! Which side stores the next column is hard to predict, so the merge of two rows moves its cursors by the results of
//! comparisons instead of branches.
use super::{Binary, Pattern};
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

/// The columns that either row stores, or that both do.
#[inline(always)]
pub fn count_row<I: Index>(union: bool, a: &[I], b: &[I]) -> usize {
    let (mut i, mut j, mut both) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        let (x, y) = (a[i], b[j]);
        both += usize::from(x == y);
        i += usize::from(x <= y);
        j += usize::from(y <= x);
    }
    if union { a.len() + b.len() - both } else { both }
}

fn count<V: Value, I: Index>(union: bool, a: Csr<V, I>, b: Csr<V, I>, counts: &mut [I]) -> Result<(), KernelError> {
    check_shapes(a, b)?;
    index_fits::<I>(a.columns())?;
    capacity(Operand::Output, a.rows(), counts.len())?;
    for (count, (of_a, of_b)) in counts.iter_mut().zip(a.row_slices().zip(b.row_slices())) {
        *count = I::from_usize(count_row(union, of_a.0, of_b.0));
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

/// Where a merge writes: as much as there is room for.
struct Room<'a, V, I> {
    indices: &'a mut [I],
    values: &'a mut [V],
}

impl<V: Value, I: Index> Room<'_, V, I> {
    #[inline(always)]
    fn put(&mut self, place: usize, column: I, value: V) {
        if let (Some(index), Some(to)) = (self.indices.get_mut(place), self.values.get_mut(place)) {
            (*index, *to) = (column, value);
        }
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
    merge::<F, V, I>(a, b, &mut Room { indices, values }, 0)
}

/// Merges two rows from `place` on, and gives the place behind them.
#[inline(always)]
fn merge<F: Binary, V: Value, I: Index>(
    (columns_a, a): Row<V, I>,
    (columns_b, b): Row<V, I>,
    out: &mut Room<V, I>,
    mut place: usize,
) -> usize {
    let (mut i, mut j) = (0, 0);
    let (Some(a), Some(b)) = (a.get(..columns_a.len()), b.get(..columns_b.len())) else { return place };
    while i < columns_a.len() && j < columns_b.len() {
        let (x, y) = (columns_a[i], columns_b[j]);
        let (of_a, of_b) = (x <= y, y <= x);
        if matches!(F::PATTERN, Pattern::Intersection) {
            // Until both store a column, the next one overwrites it.
            out.put(place, x, F::of(a[i], b[j]));
            place += usize::from(of_a && of_b);
        } else {
            let value = F::of(select_unpredictable(of_a, a[i], V::ZERO), select_unpredictable(of_b, b[j], V::ZERO));
            out.put(place, select_unpredictable(of_a, x, y), value);
            place += 1;
        }
        i += usize::from(of_a);
        j += usize::from(of_b);
    }
    if matches!(F::PATTERN, Pattern::Intersection) {
        return place;
    }
    for (&column, &x) in columns_a.iter().zip(a).skip(i) {
        out.put(place, column, F::of(x, V::ZERO));
        place += 1;
    }
    for (&column, &y) in columns_b.iter().zip(b).skip(j) {
        out.put(place, column, F::of(V::ZERO, y));
        place += 1;
    }
    place
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
    const WIDEST: bool = false;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) -> Result<(), KernelError> {
        let Self { a, b, mut out, .. } = self;
        let rows = out.rows();
        for (row, (of_a, of_b)) in a.row_slices().zip(b.row_slices()).enumerate().take(rows) {
            let (indices, values) = out.row_mut(row);
            let found = indices.len();
            let stored = merge_rows::<F, V, I>(of_a, of_b, indices, values);
            if stored != found {
                return Err(KernelError::Pattern { operand: Operand::Output, row, expected: stored, found });
            }
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
    const WIDEST: bool = false;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) -> Result<usize, KernelError> {
        let Self { a, b, indptr, indices, values, .. } = self;
        let lengths = (indices.len(), values.len());
        let room = lengths.0.min(lengths.1);
        let mut out = Room { indices: &mut indices[..room], values: &mut values[..room] };
        let Some((first, ends)) = indptr.split_first_mut() else { return Ok(0) };
        *first = I::from_usize(0);
        let mut stored = 0;
        for (end, (of_a, of_b)) in ends.iter_mut().zip(a.row_slices().zip(b.row_slices())) {
            stored = merge::<F, V, I>(of_a, of_b, &mut out, stored);
            *end = I::from_usize(stored);
        }
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
