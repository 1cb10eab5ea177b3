use crate::dispatch::Level;
use crate::error::{KernelError, Operand, capacity, expect};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::Split;
use crate::unsigned::unsigned;
use crate::{Csr, CsrMut, Index, Value, order, processor};

/// The arguments of [`csr_csr`].
#[derive(Debug)]
pub struct CsrCsr<'a, V, I> {
    /// R x K.
    pub a: Csr<'a, V, I>,
    /// K x C.
    pub b: Csr<'a, V, I>,
    /// None, or C values for each part.
    pub scratch: &'a mut [V],
    /// R x C, with its columns.
    pub out: CsrMut<'a, V, I>,
}
unsigned! { [V] CsrCsr [V] [] { scratch; a, b, out } }

impl<V: Value, I: Index> Body for CsrCsr<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        expect(Operand::Right, 0, self.a.columns(), self.b.rows())?;
        expect(Operand::Output, 0, self.a.rows(), self.out.rows())?;
        expect(Operand::Output, 1, self.b.columns(), self.out.columns())?;
        if self.scratch.is_empty() { Ok(()) } else { capacity(Operand::Scratch, self.b.columns(), self.scratch.len()) }
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<V: Value, I: Index> Work for CsrCsr<'_, V, I> {
    type Output = ();
    const HIGHEST: Level = Level::Avx2;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { a, b, scratch, out } = self;
        match scratch.get_mut(..b.columns()) {
            Some(sums) if !sums.is_empty() => scatter(a, b, sums, out),
            _ => search(a, b, out),
        }
    }
}

impl<V: Value, I: Index> Split for CsrCsr<'_, V, I> {
    fn rows(&self) -> usize {
        self.out.rows()
    }
    fn cut(&self, part: usize, parts: usize) -> usize {
        self.a.cut(part, parts)
    }
    /// Each part takes the scratch that it needs, as long as there is some.
    fn split_rows_at(self, row: usize) -> (Self, Self) {
        let Self { a, b, scratch, out } = self;
        let ((a, a_rest), (out, out_rest)) = (a.split_rows_at(row), out.split_rows_at(row));
        let (scratch, scratch_rest) = scratch.split_at_mut(b.columns().min(scratch.len()));
        (Self { a, b, scratch, out }, Self { a: a_rest, b, scratch: scratch_rest, out: out_rest })
    }
}

/// Entries between the one in work and those whose row of B is prefetched: its pointers, and then what they point to.
const POINTERS_AHEAD: usize = 16;
const ENTRIES_AHEAD: usize = 8;

/// A sum for each column, of which those of the row's pattern count.
#[inline(always)]
fn scatter<V: Value, I: Index>(a: Csr<V, I>, b: Csr<V, I>, sums: &mut [V], mut out: CsrMut<V, I>) {
    let all = a.indices();
    let prefetch = processor::PREFETCHES && b.nbytes() >= processor::PREFETCH_BYTES;
    for (row, entries) in a.entry_ranges().enumerate() {
        let (columns, values) = out.row_mut(row);
        for column in &*columns {
            if let Some(sum) = sums.get_mut(column.to_usize()) {
                *sum = V::ZERO;
            }
        }
        let (indices, factors) = a.row(row);
        if indices.is_empty() {
            values.fill(V::ZERO);
        }
        let mut place = entries.start;
        for (block, (indices, factors)) in indices.chunks(order::BLOCK).zip(factors.chunks(order::BLOCK)).enumerate() {
            for (index, &factor) in indices.iter().zip(factors) {
                if prefetch {
                    if let Some(ahead) = all.get(place.wrapping_add(POINTERS_AHEAD)) {
                        processor::prefetch(b.indptr(), ahead.to_usize(), 1);
                    }
                    if let Some(ahead) = all.get(place.wrapping_add(ENTRIES_AHEAD)) {
                        let start = b.entries(ahead.to_usize()).start;
                        processor::prefetch(b.indices(), start, 16);
                        processor::prefetch(b.values(), start, 16);
                    }
                    place = place.wrapping_add(1);
                }
                let (to, terms) = b.row(index.to_usize());
                for (column, &term) in to.iter().zip(terms) {
                    if let Some(sum) = sums.get_mut(column.to_usize()) {
                        *sum = order::add_product(*sum, factor, term);
                    }
                }
            }
            for (column, value) in columns.iter().zip(&mut *values) {
                let sum = sums.get_mut(column.to_usize()).map_or(V::ZERO, core::mem::take);
                *value = if block == 0 { sum } else { order::add(*value, sum) };
            }
        }
    }
}

/// Without scratch: each element by itself.
#[inline(always)]
fn search<V: Value, I: Index>(a: Csr<V, I>, b: Csr<V, I>, mut out: CsrMut<V, I>) {
    for row in 0..out.rows() {
        let (indices, factors) = a.row(row);
        let (columns, values) = out.row_mut(row);
        for (column, value) in columns.iter().zip(values) {
            *value = element(indices, factors, b, *column);
        }
    }
}

/// A row of A times a column of B.
#[inline(always)]
fn element<V: Value, I: Index>(indices: &[I], factors: &[V], b: Csr<V, I>, column: I) -> V {
    let mut total = V::ZERO;
    for (indices, factors) in indices.chunks(order::BLOCK).zip(factors.chunks(order::BLOCK)) {
        let mut sum = V::ZERO;
        for (index, &factor) in indices.iter().zip(factors) {
            let (columns, terms) = b.row(index.to_usize());
            if let Ok(place) = columns.binary_search(&column)
                && let Some(&term) = terms.get(place)
            {
                sum = order::add_product(sum, factor, term);
            }
        }
        total = order::add(total, sum);
    }
    total
}

/// `out = a b` for two csr matrices, into a known pattern:
/// `out[i, j] = sum over the entries k of row i of a of a[i, k] * b[k, j]`, at the places that `out` stores.
///
/// - Shapes: `a` csr R x K, `b` csr K x C, `out` csr R x C, whose pointers and columns are read and whose values are
///   written.
/// - The pattern of the whole product is that of [`csr_csr_row_nnz`](super::csr_csr_row_nnz()),
///   [`accumulate_indptr`](crate::cast::accumulate_indptr()) and [`csr_csr_indices`](super::csr_csr_indices()): columns
///   that any entries meet in, ascending, whatever their values. Found once, it serves as long as the patterns of `a`
///   and `b` stay.
/// - With another pattern, the product is sampled there: an element without terms is 0, and elements elsewhere are left
///   out. So it is its own gradient: with `g` of the pattern of `out`, that of `a` is `csr_csr(g, b^T)` sampled on the
///   pattern of `a`, that of `b` is `csr_csr(a^T, g)` sampled on that of `b`. `a^T` and `b^T` are their
///   [`transpose`](super::transpose()), which also make `a b^T` and `a^T b`.
/// - `scratch`: none, or C values for each part. With it each term is added to the sum of its column, without it each
///   element of `out` is searched for in the rows of `b`.
/// - Order: [`order`](crate::order), row 1: the entries of row i of `a` in storage order; one that meets nothing keeps
///   its place. So with finite values the bits are those of [`csr_dense`](super::csr_dense()) with `b` as dense, of two
///   columns and more.
/// - Columns of `b` ascend within a row, or the search misses them; with scratch they may stand in any order.
/// - An explicit zero is a term like any other: times NaN or infinity it gives NaN.
/// - Cost: with scratch O(terms + entries of `out`); without, O(entries of `out` times those of the row of `a`), each a
///   binary search.
/// - Parts: rows of `a` and `out`; [`CsrCsr`] [splits](crate::Split) them and the scratch; a part beyond it searches.
/// - Source: MXNet `dot(csr, csr)`, which it computes as dense.
///
/// # Errors
/// [`KernelError::Shape`], and [`KernelError::Capacity`] for scratch that is too short; then nothing is written.
///
/// ```
/// use lacuna::{Csr, CsrMut, cast, dot};
/// let a = Csr::new(2, 3, &[0, 2, 3], &[0, 2, 1], &[1.0_f32, 2.0, 3.0])?;
/// let b = Csr::new(3, 4, &[0, 2, 2, 4], &[1, 3, 0, 3], &[1.0, 10.0, 5.0, -5.0])?;
/// let (mut indptr, mut scratch) = ([0; 3], vec![0; dot::csr_csr_scratch(4)]);
/// dot::csr_csr_row_nnz(a, b, &mut indptr[1..], &mut scratch)?;
/// let nnz = cast::accumulate_indptr(&mut indptr)?;
/// let (mut indices, mut values) = (vec![0; nnz], vec![0.0; nnz]);
/// dot::csr_csr_indices(a, b, &indptr, &mut indices, &mut scratch)?;
/// dot::csr_csr(a, b, &mut [0.0; 4], CsrMut::new(2, 4, &indptr, &mut indices, &mut values)?)?;
/// assert_eq!((&indptr[..], &indices[..]), (&[0, 3, 3][..], &[0, 1, 3][..]));
/// // 10 - 10 is stored.
/// assert_eq!(values, [10.0, 1.0, 0.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias("dot", "SpGEMM", "cusparseSpGEMM", "torch.sparse.mm"))]
#[inline]
pub fn csr_csr<V: Value, I: Index>(
    a: Csr<'_, V, I>,
    b: Csr<'_, V, I>,
    scratch: &mut [V],
    out: CsrMut<'_, V, I>,
) -> Result<(), KernelError> {
    CsrCsr { a, b, scratch, out }.call()
}
