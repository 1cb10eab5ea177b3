use super::{copy, is_stored};
use crate::dispatch::Level;
use crate::error::{KernelError, Operand, capacity, expect, index_fits};
use crate::instances::OfValue;
use crate::kernel::How;
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::unsigned::unsigned;
use crate::{Dense, Index, RowSparseMut, Value};

#[inline(always)]
fn has_nonzero<V: Value>(row: &[V]) -> bool {
    let (chunks, rest) = row.as_chunks::<16>();
    chunks.iter().any(|chunk| V::nonzero_mask(chunk) != 0) || rest.iter().any(|&value| is_stored(value))
}

/// The arguments of [`dense_row_ids`].
pub struct RowIds<'a, V, I> {
    pub(crate) dense: Dense<'a, V>,
    pub(crate) first_row: usize,
    pub(crate) ids: &'a mut [I],
}

impl<V: Value, I: Index> Body for RowIds<'_, V, I> {
    type Output = usize;

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        // The last row may be stored.
        index_fits::<I>(self.first_row.saturating_add(self.dense.rows()).saturating_sub(1))
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<usize, KernelError> {
        levels.run(self)
    }
}

impl<V: Value, I: Index> Work for RowIds<'_, V, I> {
    type Output = Result<usize, KernelError>;
    const HIGHEST: Level = Level::Avx2;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) -> Result<usize, KernelError> {
        let Self { dense, first_row, ids } = self;
        // There may be any number of rows without elements.
        let rows = if dense.columns() == 0 { 0 } else { dense.rows() };
        let mut stored = 0;
        for row in 0..rows {
            if has_nonzero(dense.row(row)) {
                if let Some(id) = ids.get_mut(stored) {
                    *id = I::from_usize(first_row.wrapping_add(row));
                }
                stored += 1;
            }
        }
        capacity(Operand::Ids, stored, ids.len())?;
        Ok(stored)
    }
}

/// The structure call of [`dense_to_row_sparse`](super::dense_to_row_sparse()): writes the numbers of the rows with an
/// element `!= 0`, counted from `first_row`, and gives how many there are.
///
/// # Errors
/// [`KernelError::Index`] if the last row does not fit the index type, [`KernelError::Capacity`] with the needed
/// length; `ids` then holds the first ones. `rows` is always enough.
#[inline]
pub fn dense_row_ids<V: Value, I: Index>(
    dense: Dense<'_, V>,
    first_row: usize,
    ids: &mut [I],
) -> Result<usize, KernelError> {
    <V as OfValue<V>>::dense_row_ids::<I>(RowIds { dense, first_row, ids }, How::CALL)
}

/// The arguments of [`dense_to_row_sparse`].
#[derive(Debug)]
pub struct DenseToRowSparse<'a, V, I> {
    /// R x L.
    pub dense: Dense<'a, V>,
    /// R x L, of the right ids.
    pub out: RowSparseMut<'a, V, I>,
}
unsigned! { [V] DenseToRowSparse [V] [] { dense; out } }

impl<V: Value, I: Index> Body for DenseToRowSparse<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        expect(Operand::Output, 0, self.dense.rows(), self.out.rows())?;
        expect(Operand::Output, 1, self.dense.columns(), self.out.row_length())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<V: Value, I: Index> Work for DenseToRowSparse<'_, V, I> {
    type Output = ();
    const HIGHEST: Level = Level::Avx2;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { dense, mut out } = self;
        let ids = out.pattern();
        for k in 0..ids.stored_rows() {
            copy(out.stored_row_mut(k), dense.row(ids.row_of(k)));
        }
    }
}

impl<V: Value, I: Index> Split for DenseToRowSparse<'_, V, I> {
    split_fields!((out, dense));
}

/// Dense to row_sparse: copies the rows that `out` stores. Its ids come from [`dense_row_ids`](super::dense_row_ids()):
/// the rows with an element `!= 0`.
///
/// - Shapes: `dense` R x L (a higher rank counts as L = the product of its trailing dimensions), `out` row_sparse R x
///   L.
/// - A kept row is copied bit for bit, with its -0.0.
/// - Cost: one read of the dense matrix to find the rows, one copy of those kept.
/// - Parts: stored rows; [`DenseToRowSparse`] [splits](crate::Split) them. [`dense_row_ids`](super::dense_row_ids())
///   takes the number of the first row of its part.
/// - Source: MXNet `cast_storage(default -> row_sparse)`.
///
/// # Errors
/// [`KernelError::Shape`]; then nothing is written.
///
/// ```
/// use lacuna::{Dense, RowSparseMut, cast};
/// let dense = Dense::new(3, 2, &[0.0_f32, 0.0, 1.0, 0.0, 0.0, -0.0])?;
/// let mut ids = [0_i32; 3];
/// let stored = cast::dense_row_ids(dense, 0, &mut ids)?;
/// let mut data = [9.0; 2];
/// cast::dense_to_row_sparse(dense, RowSparseMut::new(3, 2, &ids[..stored], &mut data)?)?;
/// assert_eq!((&ids[..stored], data), (&[1][..], [1.0, 0.0]));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "cast_storage")]
#[inline]
pub fn dense_to_row_sparse<V: Value, I: Index>(
    dense: Dense<'_, V>,
    out: RowSparseMut<'_, V, I>,
) -> Result<(), KernelError> {
    DenseToRowSparse { dense, out }.call()
}
