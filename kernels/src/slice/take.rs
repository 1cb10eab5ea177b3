use super::{check_lengths, copy_entries, pointers};
use crate::dispatch::Level;
use crate::error::{IndexFault, KernelError, Operand, expect, index_fits};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::view::first_outside;
use crate::{Csr, CsrMut, Index, Number, processor};

fn check_ids<I: Index>(ids: &[I], rows: usize) -> Result<(), KernelError> {
    let Some((entry, _)) = first_outside(ids, rows) else { return Ok(()) };
    let found = ids[entry].to_i64();
    let (fault, expected) = if found < 0 {
        (IndexFault::Negative, 0)
    } else {
        (IndexFault::TooLarge, i64::try_from(rows).unwrap_or(i64::MAX))
    };
    Err(KernelError::Ids { entry, fault, expected, found })
}

/// The structure call of [`take`]: writes the pointers of the rows `ids` of `csr` to `indptr`, which has one more
/// element than there are ids, and gives the number of entries.
///
/// # Errors
/// [`KernelError::Ids`] for the first id that is not a row of `csr`, [`KernelError::Index`] for more entries than the
/// index type counts, [`KernelError::Capacity`]; then nothing is written.
pub fn take_indptr<V: Number, I: Index>(csr: Csr<'_, V, I>, ids: &[I], indptr: &mut [I]) -> Result<usize, KernelError> {
    check_ids(ids, csr.rows())?;
    let lengths = ids.iter().map(|id| csr.entries(id.to_usize()).len());
    index_fits::<I>(lengths.clone().fold(0, usize::saturating_add))?;
    pointers::write(ids.len(), lengths, indptr)
}

/// The arguments of [`take`].
#[derive(Debug)]
pub struct Take<'a, V, I> {
    /// R x C.
    pub csr: Csr<'a, V, I>,
    /// Rows of it.
    pub ids: &'a [I],
    /// n x C, of the right pointers.
    pub out: CsrMut<'a, V, I>,
}

impl<V: Number, I: Index> Body for Take<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        expect(Operand::Output, 0, self.ids.len(), self.out.rows())?;
        expect(Operand::Output, 1, self.csr.columns(), self.out.columns())?;
        check_ids(self.ids, self.csr.rows())?;
        check_lengths(&self.out, |row| self.ids.get(row).map_or(0, |id| self.csr.entries(id.to_usize()).len()))
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<V: Number, I: Index> Work for Take<'_, V, I> {
    type Output = ();
    const HIGHEST: Level = Level::Baseline;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        /// Rows between the one that is asked for and the one that is copied.
        const AHEAD: usize = 8;
        /// Of a longer row, the processor finds the rest by itself.
        const MOST: usize = 64;
        let Self { csr, ids, mut out } = self;
        let far = processor::PREFETCHES && size_of_val(csr.values()) >= processor::PREFETCH_BYTES;
        for (row, id) in ids.iter().enumerate() {
            if far && let Some(id) = ids.get(row.wrapping_add(AHEAD)) {
                let places = csr.entries(id.to_usize());
                let length = places.len().min(MOST);
                processor::prefetch(csr.indices(), places.start, length);
                processor::prefetch(csr.values(), places.start, length);
            }
            copy_entries(out.row_mut(row), csr.row(id.to_usize()), 0);
        }
    }
}

impl<V: Number, I: Index> Split for Take<'_, V, I> {
    split_fields!((out, ids), csr);
}

/// Rows by ids: `out[k, :] = csr[ids[k], :]`. The pointers of `out` come from [`take_indptr`].
///
/// - Shapes: `csr` R x C, `ids` n of its rows in any order, repeated or not; `out` n x C.
/// - Structure: that of the rows; columns and values are copied bit for bit, explicit zeros too.
/// - Ids outside are refused. [`resolve_ids`](super::resolve_ids) makes rows of them before, as MXNet's modes do. Rows
///   that follow each other are a view, [`Csr::row_range`](crate::Csr::row_range).
/// - Gradient: each taken row adds to its row of `csr`, repeated ones in the order of `ids`:
///   [`canonical_coo`](super::canonical_coo) of the triplets `(ids[k], column, value)`.
/// - Cost: one read of the rows and one write of the result; the check reads two pointers for each id.
/// - Parts: rows of `out`; [`Take`] [splits](crate::Split) them.
/// - Source: MXNet `take` of a csr, axis 0.
///
/// # Errors
/// [`KernelError::Shape`]; [`KernelError::Ids`] for the first id that is not a row of `csr`; [`KernelError::Pattern`]
/// for the first row of `out` that does not store as many entries as it is given. Nothing is written then.
///
/// ```
/// use lacuna::{Csr, CsrMut, slice};
/// let csr = Csr::new(3, 9, &[0, 2, 2, 3], &[1, 7, 4], &[1.0_f32, 2.0, 3.0])?;
/// let ids = [2, 0, 2];
/// let mut indptr = [0; 4];
/// assert_eq!(slice::take_indptr(csr, &ids, &mut indptr)?, 4);
/// let (mut indices, mut values) = ([0; 4], [0.0; 4]);
/// slice::take(csr, &ids, CsrMut::new(3, 9, &indptr, &mut indices, &mut values)?)?;
/// assert_eq!((indptr, indices, values), ([0, 1, 3, 4], [4, 1, 7, 4], [3.0, 1.0, 2.0, 3.0]));
/// assert!(slice::take_indptr(csr, &[3], &mut indptr).is_err());
/// # Ok::<(), lacuna::Error>(())
/// ```
#[inline]
pub fn take<V: Number, I: Index>(csr: Csr<'_, V, I>, ids: &[I], out: CsrMut<'_, V, I>) -> Result<(), KernelError> {
    Take { csr, ids, out }.call()
}
