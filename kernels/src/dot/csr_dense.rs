use super::dense_column::{OneColumn, rests_vary};
use crate::dispatch::Level;
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::tile::{self, with_tile_width};
use crate::unsigned::unsigned;
use crate::{Csr, Dense, DenseMut, Index, Number, Storage, processor};

/// The arguments of [`csr_dense`].
#[derive(Debug)]
pub struct CsrDense<'a, V, I> {
    /// R x K.
    pub a: Csr<'a, V, I>,
    /// K x n.
    pub b: Dense<'a, V>,
    /// R x n.
    pub out: DenseMut<'a, V>,
}
unsigned! { [V] CsrDense [V] [] { b, out; a } }

impl<V: Storage, I: Index> Body for CsrDense<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        expect(Operand::Right, 0, self.a.columns(), self.b.rows())?;
        expect(Operand::Output, 0, self.a.rows(), self.out.rows())?;
        expect(Operand::Output, 1, self.b.columns(), self.out.columns())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<V: Storage, I: Index> Work for CsrDense<'_, V, I> {
    type Output = ();
    const HIGHEST: Level = if processor::is_widened::<V>() { Level::Avx2 } else { Level::Avx512 };

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) {
        let Self { a, b, out } = self;
        // Without the check, B may have another number of columns: those of C are written.
        match out.columns() {
            0 => {}
            1 => simd.apart(OneColumn { a, b, out }),
            n => with_tile_width!(L, V, n, WIDTH => matrix::<WIDTH, L, V, I>(simd, a, b, out)),
        }
    }
}

impl<V: Storage, I: Index> Split for CsrDense<'_, V, I> {
    split_fields!((a, out), b);
}

/// Entries between the one in work and the one whose row of B is prefetched, by the bytes of a row.
const fn prefetch_distance(row_bytes: usize) -> usize {
    match row_bytes {
        0..=64 => 64,
        65..=256 => 16,
        _ => 8,
    }
}

/// Rows of B between the last one in work and the one that is asked for once a row, where not each entry asks.
const BAND_DISTANCE: usize = 32;

/// True if it pays to ask for rows of B before they are needed.
#[inline(always)]
fn pays_prefetch<V: Storage, I: Index>(indices: &[I], b: &Dense<V>) -> bool {
    let row_bytes = b.columns().saturating_mul(size_of::<V>());
    b.nbytes() >= processor::PREFETCH_BYTES
        && (row_bytes > processor::LINE_BYTES || !processor::is_local(indices, prefetch_distance(row_bytes), row_bytes))
}

/// The entries of a row of the csr. `PREFETCH` asks for `WIDTH` columns, from `ahead_column` on, of the rows of B that
/// the entries `ahead` name.
///
/// `STRIDE` is the distance of B's rows, if that is known when this is compiled, else 0. `VARY`: rows differ in their
/// numbers of entries.
pub(super) struct RowTerms<'a, V, I, const WIDTH: usize, const PREFETCH: bool, const STRIDE: usize, const VARY: bool> {
    pub(super) indices: &'a [I],
    pub(super) values: &'a [V],
    pub(super) ahead: &'a [I],
    pub(super) ahead_column: usize,
    pub(super) b: Dense<'a, V>,
}

impl<V: Storage, I: Index, const WIDTH: usize, const PREFETCH: bool, const STRIDE: usize, const VARY: bool>
    RowTerms<'_, V, I, WIDTH, PREFETCH, STRIDE, VARY>
{
    #[inline(always)]
    fn start(&self, column: I) -> usize {
        column.to_usize().wrapping_mul(if STRIDE == 0 { self.b.stride() } else { STRIDE })
    }

    #[inline(always)]
    fn prefetch(&self, column: I) {
        processor::prefetch(self.b.data(), self.start(column).wrapping_add(self.ahead_column), WIDTH);
    }
}

impl<V: Storage, I: Index, const WIDTH: usize, const PREFETCH: bool, const STRIDE: usize, const VARY: bool>
    tile::Terms<V::Arithmetic> for RowTerms<'_, V, I, WIDTH, PREFETCH, STRIDE, VARY>
{
    const BY_FOURS: bool = true;
    const VARY: bool = VARY;
    #[inline(always)]
    fn count(&self) -> usize {
        self.indices.len()
    }
    #[inline(always)]
    fn term(&self, k: usize) -> (V::Arithmetic, usize) {
        if PREFETCH && let Some(&column) = self.ahead.get(k) {
            self.prefetch(column);
        }
        match (self.indices.get(k), self.values.get(k)) {
            (Some(&index), Some(&value)) => (value.load(), self.start(index)),
            _ => (V::Arithmetic::ZERO, tile::NOWHERE),
        }
    }
    // Whole fours of each slice: one check for four entries.
    #[inline(always)]
    fn four(&self, four: usize) -> [(V::Arithmetic, usize); tile::FOUR] {
        if PREFETCH && let Some(ahead) = self.ahead.as_chunks::<{ tile::FOUR }>().0.get(four) {
            for &column in ahead {
                self.prefetch(column);
            }
        }
        let (indices, values) =
            (self.indices.as_chunks::<{ tile::FOUR }>().0, self.values.as_chunks::<{ tile::FOUR }>().0);
        match (indices.get(four), values.get(four)) {
            (Some(indices), Some(values)) => {
                let term = |i: usize| (values[i].load(), self.start(indices[i]));
                [term(0), term(1), term(2), term(3)]
            }
            _ => [(V::Arithmetic::ZERO, tile::NOWHERE); tile::FOUR],
        }
    }
}

#[inline(always)]
fn matrix<const WIDTH: usize, L: Simd, V: Storage, I: Index>(simd: L, a: Csr<V, I>, b: Dense<V>, out: DenseMut<V>) {
    let stream = out.is_contiguous() && out.nbytes() >= processor::STREAM_BYTES;
    if processor::PREFETCHES && pays_prefetch(a.indices(), &b) {
        matrix_rows::<WIDTH, true, L, V, I>(simd, a, b, out, stream);
    } else {
        matrix_rows::<WIDTH, false, L, V, I>(simd, a, b, out, stream);
    }
    if stream {
        processor::stream_fence();
    }
}

/// Rows of up to so many bytes are written two rows late.
///
/// A load waits for a store before it whose address ends in the same 12 bits. Large arrays often begin at the same
/// place of a page, so in a banded matrix the row of B that is read next would wait for the row just written.
const WAITING_BYTES: usize = 64;

/// A row of C, if there is one, and its sums.
type Waiting<'a, V, const WIDTH: usize> = Option<(&'a mut [V; WIDTH], [<V as Storage>::Arithmetic; WIDTH])>;

/// Rows as wide as a tile, without gaps.
struct WholeRows<'a, V, I, const WIDTH: usize, const PREFETCH: bool, const VARY: bool> {
    a: Csr<'a, V, I>,
    b: Dense<'a, V>,
    out: &'a mut [V],
    stream: bool,
}

impl<V: Storage, I: Index, const WIDTH: usize, const PREFETCH: bool, const VARY: bool> Work
    for WholeRows<'_, V, I, WIDTH, PREFETCH, VARY>
{
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) {
        let Self { a, b, out, stream } = self;
        let (indices, values) = a.stored();
        let ahead = indices.get(prefetch_distance(WIDTH * size_of::<V>())..).unwrap_or(&[]);
        let mut waiting: [Waiting<'_, V, WIDTH>; 2] = [None, None];
        for (entries, out) in a.entry_ranges().zip(out.as_chunks_mut().0) {
            let sums: [V::Arithmetic; WIDTH] = match (indices.get(entries.clone()), values.get(entries.clone())) {
                (Some(indices), Some(values)) => {
                    processor::prefetch_entries(indices, values);
                    if !PREFETCH {
                        // A row of B where the band goes on.
                        if let Some(&last) = indices.last() {
                            processor::prefetch(
                                b.data(),
                                last.to_usize().wrapping_add(BAND_DISTANCE).wrapping_mul(WIDTH),
                                WIDTH,
                            );
                        }
                    }
                    // Near the end nothing is ahead: the row asks for itself.
                    let ahead = if PREFETCH { ahead.get(entries).unwrap_or(indices) } else { indices };
                    tile::sum(
                        simd,
                        b.data(),
                        0,
                        &RowTerms::<V, I, WIDTH, PREFETCH, WIDTH, VARY> { indices, values, ahead, ahead_column: 0, b },
                    )
                }
                _ => [V::Arithmetic::ZERO; WIDTH],
            };
            if const { WIDTH * size_of::<V>() > WAITING_BYTES } {
                tile::write(simd, out, sums, stream);
                continue;
            }
            let [first, second] = waiting;
            if let Some((out, sums)) = first {
                tile::write(simd, out, sums, stream);
            }
            waiting = [second, Some((out, sums))];
        }
        for (out, sums) in waiting.into_iter().flatten() {
            tile::write(simd, out, sums, stream);
        }
    }
}

/// The entries of a row of the csr for two tiles, which ask for the columns of both.
struct TwoTiles<'a, V, I, const WIDTH: usize, const PREFETCH: bool> {
    terms: RowTerms<'a, V, I, WIDTH, PREFETCH, 0, false>,
    second: usize,
}

impl<V: Storage, I: Index, const WIDTH: usize, const PREFETCH: bool> tile::Terms<V::Arithmetic>
    for TwoTiles<'_, V, I, WIDTH, PREFETCH>
{
    const BY_FOURS: bool = false;
    #[inline(always)]
    fn count(&self) -> usize {
        self.terms.count()
    }
    #[inline(always)]
    fn term(&self, k: usize) -> (V::Arithmetic, usize) {
        if PREFETCH && let Some(&column) = self.terms.ahead.get(k) {
            processor::prefetch(self.terms.b.data(), self.terms.start(column).wrapping_add(self.second), WIDTH);
        }
        self.terms.term(k)
    }
}

#[inline(always)]
fn matrix_rows<const WIDTH: usize, const PREFETCH: bool, L: Simd, V: Storage, I: Index>(
    simd: L,
    a: Csr<V, I>,
    b: Dense<V>,
    mut out: DenseMut<V>,
    stream: bool,
) {
    if const { processor::many_loops::<V>() } && out.columns() == WIDTH && out.is_contiguous() && b.stride() == WIDTH {
        let out = out.into_data();
        // With wider rows, the terms cost more than the branches.
        return if const { WIDTH * size_of::<V>() <= 32 } && rests_vary(&a) {
            simd.apart(WholeRows::<V, I, WIDTH, PREFETCH, true> { a, b, out, stream })
        } else {
            simd.apart(WholeRows::<V, I, WIDTH, PREFETCH, false> { a, b, out, stream })
        };
    }
    let (indices, values) = a.stored();
    let (columns, out_stride) = (out.columns(), out.stride().max(1));
    let streamed = if stream { tile::end_of_lone_tiles(WIDTH, columns) } else { 0 };
    // One way through the entries for both tiles, where there are two.
    let two = WIDTH < columns && columns < 2 * WIDTH;
    for (entries, out) in a.entry_ranges().zip(out.data_mut().chunks_mut(out_stride)) {
        let (Some(row_indices), Some(values)) = (indices.get(entries.clone()), values.get(entries.clone())) else {
            if let Some(out) = out.get_mut(..columns) {
                out.fill(V::default());
            }
            continue;
        };
        processor::prefetch_entries(row_indices, values);
        let further = indices.get(entries.end..).and_then(|rest| rest.get(..row_indices.len())).unwrap_or(row_indices);
        if const { !processor::is_widened::<V>() && tile::two_fit::<WIDTH, L, V::Arithmetic>() } && two {
            let (terms, second) =
                (RowTerms { indices: row_indices, values, ahead: further, ahead_column: 0, b }, columns - WIDTH);
            let [left, right] =
                tile::two_sums(simd, b.data(), [0, second], &TwoTiles::<V, I, WIDTH, PREFETCH> { terms, second });
            for (first, sums) in [(0, left), (second, right)] {
                if let Some(out) = out.get_mut(first..).and_then(|rest| rest.first_chunk_mut()) {
                    tile::write::<WIDTH, L, V>(simd, out, sums, false);
                }
            }
            continue;
        }
        let mut tile = Some(0);
        while let Some(first) = tile {
            tile = tile::next(first, WIDTH, columns);
            // Each tile asks for the next one of the same rows, the last for the first one of as many entries more.
            let (ahead, ahead_column) = match tile {
                Some(next) => (row_indices, next),
                None => (further, 0),
            };
            let terms =
                RowTerms::<V, I, WIDTH, PREFETCH, 0, false> { indices: row_indices, values, ahead, ahead_column, b };
            if let Some(out) = out.get_mut(first..).and_then(|rest| rest.first_chunk_mut()) {
                tile::write::<WIDTH, L, V>(
                    simd,
                    out,
                    tile::sum(simd, b.data(), first, &terms),
                    first + WIDTH <= streamed,
                );
            }
        }
    }
}

/// `out = a b`: `out[i, j] = sum over the entries k of row i of a.values[k] * b[a.indices[k], j]`.
///
/// - Shapes: `a` csr R x K, `b` dense K x n, `out` dense R x n, overwritten.
/// - Order: [`order`](crate::order), rows 1 (n >= 2) and 2 (n = 1).
/// - An explicit zero is a term like any other: times NaN or infinity it gives NaN. Rows of `b` that no entry names are
///   not read.
/// - Cost: O(nnz n). Traffic: `a` and `out` once, one row of `b` for each entry, prefetched across row ends.
/// - Parts: rows of `a` and `out`; [`CsrDense`] [splits](crate::Split) them.
/// - Source: MXNet `dot(csr, default) -> default`.
///
/// # Errors
/// [`KernelError::Shape`] if the shapes do not fit; then nothing is written.
///
/// ```
/// use lacuna::{Csr, Dense, DenseMut, dot};
/// let a = Csr::new(2, 3, &[0, 1, 3], &[1, 0, 2], &[2.0_f64, 1.0, 4.0])?;
/// let x = Dense::new(3, 1, &[1.0, 10.0, 100.0])?;
/// let mut y = [0.0; 2];
/// dot::csr_dense(a, x, DenseMut::new(2, 1, &mut y)?)?;
/// assert_eq!(y, [20.0, 401.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias("dot", "SpMM", "SpMV", "cusparseSpMM", "cusparseSpMV", "torch.sparse.mm"))]
#[inline]
pub fn csr_dense<V: Storage, I: Index>(
    a: Csr<'_, V, I>,
    b: Dense<'_, V>,
    out: DenseMut<'_, V>,
) -> Result<(), KernelError> {
    CsrDense { a, b, out }.call()
}
