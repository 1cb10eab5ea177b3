use super::{check_lengths, pointers};
use crate::cast::is_stored;
use crate::dispatch::Level;
use crate::error::{KernelError, Operand, capacity, expect};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::unsigned::unsigned;
use crate::{Csr, CsrMut, Index, RowSparse, Value};

#[inline(always)]
fn count<V: Value>(values: &[V]) -> usize {
    values.iter().filter(|&&value| is_stored(value)).count()
}

/// The structure call of [`prune`]: writes the pointers of what is left to `indptr`, which has one more element than
/// there are rows, and gives the number of entries.
///
/// # Errors
/// [`KernelError::Capacity`]; then nothing is written.
pub fn prune_indptr<V: Value, I: Index>(csr: Csr<'_, V, I>, indptr: &mut [I]) -> Result<usize, KernelError> {
    pointers::write(csr.rows(), csr.row_slices().map(|(_, values)| count(values)), indptr)
}

/// The ids of the stored rows of `array` that have an element `!= 0` (NaN is one), and how many there are. With them
/// [`rows::retain`](crate::rows::retain()) leaves away the rows of zeros. In a view of a row range, rows count from its
/// start.
///
/// # Errors
/// [`KernelError::Capacity`] with the needed length if `ids` is too short (it then holds the first ones).
///
/// ```
/// use lacuna::{RowSparse, slice};
/// let array = RowSparse::new(9, 2, &[1, 4, 6], &[0.0_f32, 2.0, -0.0, 0.0, f32::NAN, 0.0])?;
/// let mut ids = [0; 3];
/// let stored = slice::prune_ids(array, &mut ids)?;
/// assert_eq!(ids[..stored], [1, 6]);
/// # Ok::<(), lacuna::Error>(())
/// ```
pub fn prune_ids<V: Value, I: Index>(array: RowSparse<'_, V, I>, ids: &mut [I]) -> Result<usize, KernelError> {
    let mut stored = 0;
    for (row, values) in array.iter() {
        if !values.iter().any(|&value| is_stored(value)) {
            continue;
        }
        if let Some(id) = ids.get_mut(stored) {
            *id = I::from_usize(row);
        }
        stored += 1;
    }
    capacity(Operand::Ids, stored, ids.len())?;
    Ok(stored)
}

/// The arguments of [`prune`].
#[derive(Debug)]
pub struct Prune<'a, V, I> {
    /// R x C.
    pub csr: Csr<'a, V, I>,
    /// R x C, of the right pointers.
    pub out: CsrMut<'a, V, I>,
}
unsigned! { [V] Prune [V] [] { ; csr, out } }

impl<V: Value, I: Index> Body for Prune<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        expect(Operand::Output, 0, self.csr.rows(), self.out.rows())?;
        expect(Operand::Output, 1, self.csr.columns(), self.out.columns())?;
        check_lengths(&self.out, |row| count(self.csr.row(row).1))
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<V: Value, I: Index> Work for Prune<'_, V, I> {
    type Output = ();
    const HIGHEST: Level = Level::Baseline;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { csr, mut out } = self;
        for (row, (indices, values)) in csr.row_slices().enumerate() {
            let (to_indices, to_values) = out.row_mut(row);
            let mut stored = 0;
            // Which ones are zero is hard to predict, so each is written, and the next over one that is not to stay.
            for (&index, &value) in indices.iter().zip(values) {
                if let (Some(to_index), Some(to_value)) = (to_indices.get_mut(stored), to_values.get_mut(stored)) {
                    (*to_index, *to_value) = (index, value);
                }
                stored += usize::from(is_stored(value));
            }
        }
    }
}

impl<V: Value, I: Index> Split for Prune<'_, V, I> {
    split_fields!((csr, out));
}

/// The entries that are not zero: `out = csr`, of which only values `!= 0` are stored. The pointers of `out` come from
/// [`prune_indptr`].
///
/// - Shapes: both R x C.
/// - Structure: an entry is stored if it is `!= 0`, so NaN stays and -0.0 goes; what stays is copied bit for bit. This
///   is the only kernel on csr operands whose pattern depends on values.
/// - Cost: one read of the values for the check; one read of all, and one write of what stays.
/// - Parts: rows of both; [`Prune`] [splits](crate::Split) them.
/// - No such operator in MXNet, where only a cast to dense and back drops zeros.
///
/// # Errors
/// [`KernelError::Shape`]; [`KernelError::Pattern`] for the first row of `out` that does not store as many entries as
/// it is given. Nothing is written then.
///
/// ```
/// use lacuna::{Csr, CsrMut, slice};
/// let csr = Csr::new(2, 9, &[0, 3, 4], &[1, 4, 7, 5], &[1.0_f32, 0.0, 3.0, -0.0])?;
/// let mut indptr = [0; 3];
/// assert_eq!(slice::prune_indptr(csr, &mut indptr)?, 2);
/// let (mut indices, mut values) = ([0; 2], [0.0; 2]);
/// slice::prune(csr, CsrMut::new(2, 9, &indptr, &mut indices, &mut values)?)?;
/// assert_eq!((indptr, indices, values), ([0, 2, 2], [1, 7], [1.0, 3.0]));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[inline]
pub fn prune<V: Value, I: Index>(csr: Csr<'_, V, I>, out: CsrMut<'_, V, I>) -> Result<(), KernelError> {
    Prune { csr, out }.call()
}
