use crate::dispatch::Level;
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::view::ids_inside;
use crate::{Dense, DenseMut, Index, Number, processor};

/// The arguments of [`lookup`].
#[derive(Debug)]
pub struct Lookup<'a, V, I> {
    /// Rows of the weight.
    pub ids: &'a [I],
    /// R x L.
    pub weight: Dense<'a, V>,
    /// As many rows as ids, of L elements.
    pub out: DenseMut<'a, V>,
}

/// Refuses a result that is not a row of the weight for each id, and ids of no row.
#[inline(always)]
pub(super) fn check<V: Number, I: Index>(
    ids: &[I],
    [rows, columns]: [usize; 2],
    out: &DenseMut<V>,
) -> Result<(), KernelError> {
    expect(Operand::Output, 0, ids.len(), out.rows())?;
    expect(Operand::Output, 1, columns, out.columns())?;
    ids_inside(ids, rows)
}

impl<V: Number, I: Index> Body for Lookup<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        check(self.ids, [self.weight.rows(), self.weight.columns()], &self.out)
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        let Self { ids, weight, out } = self;
        levels.run(Lookup { ids: I::unsigned(ids), weight, out });
        Ok(())
    }
}

impl<V: Number, I: Index> Work for Lookup<'_, V, I> {
    type Output = ();
    const HIGHEST: Level = Level::Baseline;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { ids, weight, out } = self;
        // There may be any number of rows without elements.
        if out.columns() == 0 {
            return;
        }
        if out.is_contiguous() && out.nbytes() >= processor::STREAM_BYTES {
            each_row(ids, weight, out, processor::stream);
            processor::stream_fence();
        } else {
            each_row(ids, weight, out, |to, from| to.copy_from_slice(from));
        }
    }
}

#[inline(always)]
fn each_row<V: Number, I: Index>(ids: &[I], weight: Dense<V>, mut out: DenseMut<V>, copy: impl Fn(&mut [V], &[V])) {
    let (columns, stride) = (weight.columns(), weight.stride());
    let ahead = processor::rows_ahead(columns.saturating_mul(size_of::<V>()));
    let prefetch = processor::PREFETCHES && weight.nbytes() >= processor::PREFETCH_BYTES;
    for (k, id) in ids.iter().enumerate() {
        if prefetch && let Some(next) = ids.get(k + ahead) {
            processor::prefetch(weight.data(), next.to_usize().wrapping_mul(stride), columns);
        }
        let (to, from) = (out.row_mut(k), weight.row(id.to_usize()));
        if to.len() == from.len() { copy(to, from) } else { to.fill(V::default()) }
    }
}

impl<V: Number, I: Index> Split for Lookup<'_, V, I> {
    split_fields!((ids, out), weight);
}

/// The rows of the ids: `out[k, :] = weight[ids[k], :]`.
///
/// - Shapes: `ids` a slice of any length n, in any order and repeated; `weight` dense R x L; `out` dense n x L,
///   overwritten.
/// - Rows are copied bit for bit.
/// - Cost: a read of the ids for the check, then of a row for each, prefetched, and one write of `out`.
/// - Parts: rows of `out`; [`Lookup`] [splits](crate::Split) them.
/// - The gradient of the weight, by storage: see the [module](crate::embedding).
/// - Source: MXNet `Embedding`, which takes the nearest row for an id outside.
///
/// # Errors
/// [`KernelError::Shape`], and [`KernelError::Ids`] for the first id that is no row; then nothing is written.
///
/// ```
/// use lacuna::{Dense, DenseMut, KernelError, embedding, error};
/// let weight = Dense::new(3, 2, &[1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0])?;
/// let mut out = [0.0; 6];
/// embedding::lookup(&[2, 0, 2], weight, DenseMut::new(3, 2, &mut out)?)?;
/// assert_eq!(out, [5.0, 6.0, 1.0, 2.0, 5.0, 6.0]);
/// let refused = KernelError::Ids { entry: 1, fault: error::IndexFault::TooLarge, expected: 3, found: 3 };
/// assert_eq!(embedding::lookup(&[0, 3, 1], weight, DenseMut::new(3, 2, &mut out)?), Err(refused));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias("Embedding", "embedding"))]
#[inline]
pub fn lookup<V: Number, I: Index>(ids: &[I], weight: Dense<'_, V>, out: DenseMut<'_, V>) -> Result<(), KernelError> {
    Lookup { ids, weight, out }.call()
}
