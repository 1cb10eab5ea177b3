//! Random patterns of sparse arrays: their values are drawn by [`uniform`](super::uniform()) or another distribution.
use super::draw::Apart;
use super::{BLOCK, Distribution, Stream, block};
use crate::elementary::Elementary;
use crate::error::{KernelError, Operand, Parameter, capacity, expect, index_fits};
use crate::{Index, Value};

/// How many places are left out before each that is stored, if places are stored with a probability: geometrically
/// distributed.
#[derive(Clone, Copy)]
struct Gaps {
    /// `log(1 - probability)`
    log: f64,
}

impl Gaps {
    fn new<V: Value>(density: V) -> Result<Self, KernelError> {
        if density >= V::ZERO && density <= V::ONE {
            return Ok(Self { log: Elementary::ln_1p(-density.widen()) });
        }
        Err(KernelError::Parameter { parameter: Parameter::Probability, bits: density.widen().to_bits() })
    }

    /// Calls `store` for the places below `length` that are stored, as long as it gives true.
    #[inline(always)]
    fn stored(self, stream: Stream, length: usize, mut store: impl FnMut(usize) -> bool) {
        // Nothing is stored of probability 0, of which there is no such distribution.
        if self.log >= 0.0 {
            return;
        }
        let (mut place, mut number) = (0_usize, 0_u64);
        loop {
            for gap in block(Apart(self), stream, number) {
                place = place.saturating_add(gap as usize);
                if place >= length || !store(place) {
                    return;
                }
                place += 1;
            }
            number = number.wrapping_add(1);
        }
    }
}

impl Distribution<f64> for Gaps {
    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        Ok(())
    }

    #[inline(always)]
    fn of(self, units: [f64; BLOCK]) -> [f64; BLOCK] {
        units.map(|unit| Elementary::ln(1.0 - unit) / self.log)
    }
}

/// The stream of a row, or of a vertex: its seed and its number are the words of block `first + row`.
#[inline(always)]
pub(crate) fn stream_of(stream: Stream, row: usize) -> Stream {
    let [a, b, c, d] = stream.block(stream.first.wrapping_add(row as u64));
    let joined = |low: u32, high: u32| u64::from(high) << 32 | u64::from(low);
    Stream::new(joined(a, b), joined(c, d))
}

/// The pattern of a csr of which each element is stored with a probability, the density. Gives the number of entries.
///
/// `indptr` has one element more than there are rows, `indices` room for the entries: of `n` elements,
/// `n d + 6 sqrt(n d) + 9` are enough but once in a billion draws. The columns of row `r` are a function of the stream,
/// `first + r` and the density alone: the rows from `r` on are those of the stream [`after(r)`](Stream::after), and
/// more columns change none of those before. Gaps between columns are drawn, not columns: the cost is that of the
/// entries. As there, a row's own stream is that whose seed and number are the words of block `first + r`; gap `t` is
/// `floor(log(1 - u) / log(1 - d))` of its unit `t`, of 53 bits.
///
/// - Source: MXNet `test_utils.rand_sparse_ndarray`, which stores exactly `round(n d)` elements.
///
/// # Errors
/// [`KernelError::Parameter`] for a density that is not from 0 to 1, [`KernelError::Index`] if a column does not fit
/// the index type, [`KernelError::Capacity`] for an empty `indptr`: then nothing is written. [`KernelError::Capacity`]
/// if `indices` is too short, [`KernelError::Index`] if a pointer does not fit: both report one entry more than there
/// may be, and both arrays hold a part.
///
/// ```
/// use lacuna::random::{self, Stream};
/// let (mut indptr, mut indices) = ([0_i32; 11], [0; 200]);
/// let nnz = random::uniform_pattern(Stream::new(42, 0), 100, 0.1_f32, &mut indptr, &mut indices)?;
/// let ones = vec![1.0_f32; nnz];
/// assert!(lacuna::Csr::new(10, 100, &indptr, &indices[..nnz], &ones).is_ok() && (50..150).contains(&nnz));
/// # Ok::<(), lacuna::KernelError>(())
/// ```
pub fn uniform_pattern<V: Value, I: Index>(
    stream: Stream,
    columns: usize,
    density: V,
    indptr: &mut [I],
    indices: &mut [I],
) -> Result<usize, KernelError> {
    let gaps = Gaps::new(density)?;
    index_fits::<I>(columns.saturating_sub(1))?;
    capacity(Operand::Indptr, 1, indptr.len())?;
    let (mut stored, room) = (0_usize, indices.len().min(I::MAX));
    for (row, pointer) in indptr.iter_mut().enumerate() {
        if let Some(row) = row.checked_sub(1) {
            let mut full = false;
            gaps.stored(stream_of(stream, row), columns, |column| {
                full = stored >= room;
                if let (false, Some(to)) = (full, indices.get_mut(stored)) {
                    *to = I::from_usize(column);
                    stored += 1;
                }
                !full
            });
            if full {
                index_fits::<I>(stored.saturating_add(1))?;
                return Err(KernelError::Capacity {
                    operand: Operand::Indices,
                    needed: stored.saturating_add(1),
                    found: indices.len(),
                });
            }
        }
        *pointer = I::from_usize(stored);
    }
    Ok(stored)
}

/// The ids of a row_sparse of which each row is stored with a probability, the density. Gives their number.
///
/// They are the columns of a [`uniform_pattern`] of one row that has so many columns: room is needed for as many.
///
/// - Source: MXNet `test_utils.rand_sparse_ndarray`.
///
/// # Errors
/// As [`uniform_pattern`].
///
/// ```
/// use lacuna::random::{self, Stream};
/// let mut ids = [0_i32; 50];
/// let stored = random::row_ids(Stream::new(42, 0), 50, 0.5_f32, &mut ids)?;
/// assert!(ids[..stored].is_sorted_by(|id, next| id < next) && ids[..stored].iter().all(|&id| id < 50));
/// # Ok::<(), lacuna::KernelError>(())
/// ```
pub fn row_ids<V: Value, I: Index>(
    stream: Stream,
    rows: usize,
    density: V,
    ids: &mut [I],
) -> Result<usize, KernelError> {
    uniform_pattern(stream, rows, density, &mut [I::default(); 2], ids)
}

/// The pattern of a csr whose rows are twice as long from row to row, until all entries are there: row `r` has columns
/// 0 to before `2^(r + 1)`, as far as there are so many columns and entries; the rows behind have the first column
/// alone.
///
/// `indptr` has one element more than there are rows, `indices` one for each of the entries.
///
/// - Source: MXNet `test_utils.rand_sparse_ndarray` with the distribution `powerlaw`, where the number of entries is
///   `int(rows columns density)`.
///
/// # Errors
/// [`KernelError::Capacity`] for an empty `indptr`, or for fewer entries than two a row; [`KernelError::Shape`] for
/// more than there is room for in rows so long; [`KernelError::Index`] if a pointer or the last column does not fit the
/// index type. Then nothing is written.
///
/// ```
/// use lacuna::random;
/// let (mut indptr, mut indices) = ([0_i32; 6], [0; 40]);
/// random::power_law_pattern(16, &mut indptr, &mut indices)?;
/// assert_eq!((indptr, indices[2..7].iter().as_slice()), ([0, 2, 6, 14, 30, 40], &[0, 1, 2, 3, 0][..]));
/// # Ok::<(), lacuna::KernelError>(())
/// ```
pub fn power_law_pattern<I: Index>(columns: usize, indptr: &mut [I], indices: &mut [I]) -> Result<(), KernelError> {
    capacity(Operand::Indptr, 1, indptr.len())?;
    let (rows, entries) = (indptr.len().saturating_sub(1), indices.len());
    capacity(Operand::Indices, rows.saturating_mul(2), entries)?;
    let limit = |row: usize| {
        u32::try_from(row + 1)
            .ok()
            .and_then(|power| 1_usize.checked_shl(power))
            .map_or(columns, |most| most.min(columns))
    };
    let most = (0..rows).fold(0_usize, |most, row| most.saturating_add(limit(row)));
    expect(Operand::Indices, 2, entries.min(most), entries)?;
    index_fits::<I>(entries.max(columns.saturating_sub(1)))?;
    // Beside the first column of each row.
    let (mut left, mut rest) = (entries.saturating_sub(rows), indices);
    let mut stored = 0_usize;
    for (row, pointer) in indptr.iter_mut().enumerate() {
        if let Some(row) = row.checked_sub(1) {
            let more = limit(row).saturating_sub(1).min(left);
            let Some((of_row, others)) = core::mem::take(&mut rest).split_at_mut_checked(more.saturating_add(1)) else {
                break;
            };
            for (column, to) in of_row.iter_mut().enumerate() {
                *to = I::from_usize(column);
            }
            (left, rest, stored) = (left.saturating_sub(more), others, stored.saturating_add(of_row.len()));
        }
        *pointer = I::from_usize(stored);
    }
    Ok(())
}
