//! The driver of functions of two operands with rows, into a dense or row_sparse result.
use super::Binary;
use crate::dispatch::Level;
use crate::elements::fill;
use crate::error::{KernelError, Operand, capacity, expect};
use crate::kernel::{Body, How, perform};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::unsigned::unsigned;
use crate::view::RowOf;
use crate::{Broadcast, Index, RowSparse, RowsMut, Value, processor};

/// The structure call of [`rows_multiply`](super::rows_multiply()) for two row_sparse arrays: writes the ids that both
/// store to `ids`, ascending, and gives their number. The union of ids, for the other functions, is that of
/// [`add_n_ids`](crate::rows::add_n_ids).
///
/// The stored rows of either are always enough for `ids`. In views of a row range, rows count from the start of the
/// view.
///
/// # Errors
/// [`KernelError::Shape`] for arrays of different shapes, [`KernelError::Capacity`] with the needed length if `ids` is
/// too short (it then holds the first ones).
pub fn rows_intersection_ids<V: Value, I: Index>(
    left: RowSparse<'_, V, I>,
    right: RowSparse<'_, V, I>,
    ids: &mut [I],
) -> Result<usize, KernelError> {
    expect(Operand::Right, 0, left.rows(), right.rows())?;
    expect(Operand::Right, 1, left.row_length(), right.row_length())?;
    let (mut i, mut j, mut count) = (0, 0, 0);
    while i < left.stored_rows() && j < right.stored_rows() {
        let (l, r) = (left.row_of(i), right.row_of(j));
        if l == r {
            if let Some(id) = ids.get_mut(count) {
                *id = I::from_usize(l);
            }
            count += 1;
        }
        i += usize::from(l <= r);
        j += usize::from(r <= l);
    }
    capacity(Operand::Ids, count, ids.len())?;
    Ok(count)
}

/// The arguments of a function of two operands with rows.
#[derive(Debug)]
pub struct RowPairs<'a, F, V, I> {
    /// Which one.
    pub function: F,
    /// The first numbers.
    pub left: Broadcast<'a, V, I>,
    /// The second numbers.
    pub right: Broadcast<'a, V, I>,
    /// R x C: all rows, or those of any ids.
    pub out: RowsMut<'a, V, I>,
}
unsigned! { [F, V] RowPairs [F V] [] { function; left, right, out } }

impl<F: Binary, V: Value, I: Index> Body for RowPairs<'_, F, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        let (rows, columns) = (self.out.rows(), self.out.row_length());
        self.left.check(Operand::Left, rows, columns)?;
        self.right.check(Operand::Right, rows, columns)
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<F: Binary, V: Value, I: Index> Work for RowPairs<'_, F, V, I> {
    type Output = ();
    const HIGHEST: Level = Level::Avx2;

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) {
        let Self { function, left, right, out } = self;
        let ids = out.pattern();
        let mut out = out.into_stored();
        let nbytes = out.nbytes();
        // There may be any number of rows without elements.
        if nbytes == 0 {
            return;
        }
        let (left, right) = (left.by_rows(), right.by_rows());
        let streamed = processor::STREAMS && nbytes >= processor::STREAM_BYTES;
        let mut same = [V::ZERO; PIECE];
        for k in 0..out.rows() {
            let row = ids.map_or(k, |ids| ids.row_of(k));
            let to = out.row_mut(k);
            let (left, right) = (left.row(row), right.row(row));
            match (left, right) {
                (RowOf::Each(x), RowOf::Each(y)) => fill(simd, function, [x, y], to, streamed),
                (RowOf::Same(x), RowOf::Same(y)) => to.fill(F::of(x, y)),
                // Repeated for a piece of the row, so that there is one loop over two slices, that of dense arrays.
                (RowOf::Each(_), RowOf::Same(number)) | (RowOf::Same(number), RowOf::Each(_)) => {
                    same[..to.len().min(PIECE)].fill(number);
                    for (piece, to) in to.chunks_mut(PIECE).enumerate() {
                        let numbers = |row| match row {
                            RowOf::Each(row) => row.get(piece * PIECE..).unwrap_or(&[]),
                            RowOf::Same(_) => &same,
                        };
                        fill(simd, function, [numbers(left), numbers(right)], to, streamed);
                    }
                }
            }
        }
        if streamed {
            processor::stream_fence();
        }
    }
}

const PIECE: usize = 256;

impl<F: Binary, V: Value, I: Index> Split for RowPairs<'_, F, V, I> {
    split_fields!((out, left, right), function);
}

/// `out[r, c] = F(left[r, c], right[r, c])` of two operands with rows, for any function, in the rows that `out` has.
///
/// Shapes, structure, cost and errors are those of [`rows_add`](super::rows_add()).
///
/// # Errors
/// [`KernelError::Shape`]; then nothing is written.
///
/// ```
/// use lacuna::{Broadcast, Dense, DenseMut, binary};
/// let (left, mut out) = (Dense::new(2, 2, &[3.0_f64, 1.0, 5.0, 12.0])?, [0.0; 4]);
/// binary::rows::<_, _, i64>(binary::Hypot, left.into(), Broadcast::Column(&[4.0, 0.0]), DenseMut::new(2, 2, &mut out)?.into())?;
/// assert_eq!(out, [5.0, 17.0_f64.sqrt(), 5.0, 12.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
pub fn rows<F: Binary, V: Value, I: Index>(
    function: F,
    left: Broadcast<'_, V, I>,
    right: Broadcast<'_, V, I>,
    out: RowsMut<'_, V, I>,
) -> Result<(), KernelError> {
    perform(RowPairs { function, left, right, out }, How::CALL)
}
