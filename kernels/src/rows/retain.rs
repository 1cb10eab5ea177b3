use crate::dispatch::Level;
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::unsigned::unsigned;
use crate::view::{Finder, first_fault};
use crate::{Index, Number, RowSparse, RowSparseMut, processor};

/// The structure call of [`retain`]: checks the ids asked for and gives those that the result stores.
///
/// # Errors
/// [`KernelError::Ids`] for the first id that is negative, not below the number of rows, or not above the one before
/// it.
pub fn retain_ids<'i, V: Number, I: Index>(data: RowSparse<'_, V, I>, ids: &'i [I]) -> Result<&'i [I], KernelError> {
    match first_fault(ids, data.rows()) {
        Some((entry, fault, expected, found)) => Err(KernelError::Ids { entry, fault, expected, found }),
        None if data.stored_rows() == 0 => Ok(&[]),
        None => Ok(ids),
    }
}

/// The arguments of [`retain`].
#[derive(Debug)]
pub struct Retain<'a, V, I> {
    /// R x L.
    pub data: RowSparse<'a, V, I>,
    /// R x L, of the ids asked for.
    pub out: RowSparseMut<'a, V, I>,
}
unsigned! { [V] Retain [V] [] { ; data, out } }

impl<V: Number, I: Index> Body for Retain<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        expect(Operand::Output, 0, self.data.rows(), self.out.rows())?;
        expect(Operand::Output, 1, self.data.row_length(), self.out.row_length())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<V: Number, I: Index> Work for Retain<'_, V, I> {
    type Output = ();
    const HIGHEST: Level = Level::Baseline;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { data, out } = self;
        if out.stored_rows() * out.row_length() * size_of::<V>() < processor::STREAM_BYTES {
            each_row(data, out, |to, from| to.copy_from_slice(from));
        } else {
            each_row(data, out, processor::stream);
            processor::stream_fence();
        }
    }
}

#[inline(always)]
fn each_row<V: Number, I: Index>(data: RowSparse<V, I>, mut out: RowSparseMut<V, I>, copy: impl Fn(&mut [V], &[V])) {
    let (finder, ids) = (Finder::new(data), out.pattern());
    for k in 0..ids.stored_rows() {
        let to = out.stored_row_mut(k);
        let from = finder.find(ids.row_of(k)).map(|stored| data.stored_row(stored));
        match from.filter(|from| from.len() == to.len()) {
            Some(from) => copy(to, from),
            None => to.fill(V::ZERO),
        }
    }
}

impl<V: Number, I: Index> Split for Retain<'_, V, I> {
    split_fields!((out, data));
}

/// The rows asked for: `out[ids[k], :] = data[ids[k], :]`, zero where `data` does not store that row. The ids of `out`
/// come from [`retain_ids`].
///
/// - Shapes: `data` row_sparse R x L, `out` row_sparse R x L.
/// - Structure: exactly the ids asked for, which must be ascending and distinct; none at all if `data` stores no row
///   (as in MXNet).
/// - Rows are copied bit for bit.
/// - Cost: O(ids L); a search by doubling steps for each id.
/// - Parts: stored rows of `out`; [`Retain`] [splits](crate::Split) them.
/// - Source: MXNet `sparse_retain`, which takes ids in any order, and out of range.
///
/// # Errors
/// [`KernelError::Shape`]; then nothing is written.
///
/// ```
/// use lacuna::{RowSparse, RowSparseMut, rows};
/// let data = RowSparse::new(9, 2, &[1, 4], &[1.0_f32, 2.0, 3.0, 4.0])?;
/// let ids = rows::retain_ids(data, &[4, 8])?;
/// let mut kept = [9.0; 4];
/// rows::retain(data, RowSparseMut::new(9, 2, ids, &mut kept)?)?;
/// assert_eq!(kept, [3.0, 4.0, 0.0, 0.0]);
/// assert!(rows::retain_ids(data, &[4, 4]).is_err());
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "sparse_retain")]
#[inline]
pub fn retain<V: Number, I: Index>(data: RowSparse<'_, V, I>, out: RowSparseMut<'_, V, I>) -> Result<(), KernelError> {
    Retain { data, out }.call()
}
