use super::lookup::{self, Lookup};
use crate::dispatch::Level;
use crate::error::KernelError;
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::view::Finder;
use crate::{Dense, DenseMut, Index, RowSparse, Value};

/// The arguments of [`lookup_row_sparse`].
#[derive(Debug)]
pub struct LookupRowSparse<'a, V, I> {
    /// Rows of the weight.
    pub ids: &'a [I],
    /// R x L.
    pub weight: RowSparse<'a, V, I>,
    /// As many rows as ids, of L elements.
    pub out: DenseMut<'a, V>,
}

impl<V: Value, I: Index> Body for LookupRowSparse<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        lookup::check(self.ids, [self.weight.rows(), self.weight.row_length()], &self.out)
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        let Self { ids, weight, out } = self;
        match Dense::new(weight.stored_rows(), weight.row_length(), weight.data()) {
            // Nothing is to be searched.
            Ok(all) if weight.stored_rows() == weight.rows() => levels.run(Lookup { ids, weight: all, out }),
            _ => levels.run(Self { ids, weight, out }),
        }
        Ok(())
    }
}

impl<V: Value, I: Index> Work for LookupRowSparse<'_, V, I> {
    type Output = ();
    const HIGHEST: Level = Level::Baseline;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { ids, weight, mut out } = self;
        if out.columns() == 0 {
            return;
        }
        let finder = Finder::new(weight);
        for (k, id) in ids.iter().enumerate() {
            let to = out.row_mut(k);
            let from = finder.find(id.to_usize()).map(|stored| weight.stored_row(stored));
            match from.filter(|from| from.len() == to.len()) {
                Some(from) => to.copy_from_slice(from),
                None => to.fill(V::ZERO),
            }
        }
    }
}

impl<V: Value, I: Index> Split for LookupRowSparse<'_, V, I> {
    split_fields!((ids, out), weight);
}

/// The rows of the ids, of a row_sparse weight: `out[k, :] = weight[ids[k], :]`, zero where the weight does not store
/// that row.
///
/// - Shapes: `ids` a slice of any length n, in any order and repeated; `weight` row_sparse R x L; `out` dense n x L,
///   overwritten.
/// - Rows are copied bit for bit.
/// - Cost: a read of the ids for the check, then a search by doubling steps and a read of a row for each; nothing is
///   searched where all rows are stored.
/// - Parts: rows of `out`; [`LookupRowSparse`] [splits](crate::Split) them.
/// - The gradient of the weight, by storage: see the [module](crate::embedding).
/// - Source: MXNet `Embedding` with a row_sparse weight, which does not look at the ids if no row is stored.
///
/// # Errors
/// [`KernelError::Shape`], and [`KernelError::Ids`] for the first id that is no row; then nothing is written.
///
/// ```
/// use lacuna::{DenseMut, RowSparse, embedding};
/// let weight = RowSparse::new(9, 2, &[1, 4], &[1.0_f32, 2.0, 3.0, 4.0])?;
/// let mut out = [9.0; 4];
/// embedding::lookup_row_sparse(&[4, 0], weight, DenseMut::new(2, 2, &mut out)?)?;
/// assert_eq!(out, [3.0, 4.0, 0.0, 0.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "Embedding")]
#[inline]
pub fn lookup_row_sparse<V: Value, I: Index>(
    ids: &[I],
    weight: RowSparse<'_, V, I>,
    out: DenseMut<'_, V>,
) -> Result<(), KernelError> {
    LookupRowSparse { ids, weight, out }.call()
}
