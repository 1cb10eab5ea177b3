use super::bag::{Bag, Reduction};
use crate::kernel::Kernel;
use crate::{Csr, Dense, DenseMut, Index, KernelError, Storage, Value};

/// The reduction of [`bag_sum`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum;

impl Reduction for Sum {
    const NAME: &'static str = "bag_sum";
    const COUNTS: bool = false;
    #[inline(always)]
    fn finish<V: Value>(sum: V, _count: usize) -> V {
        sum
    }
}

/// The sum of each bag: `out[b, :] = sum over the entries k of bag b of bags.values[k] * weight[bags.indices[k], :]`,
/// without those whose id is `padding`.
///
/// - Shapes: `bags` csr B x R, by [`Csr::trusted`], since ids may stand in any order and repeat; `weight` dense R x L;
///   `out` dense B x L, overwritten. Without weights of samples the values of the bags are ones.
/// - `padding`: an id whose entries are left out, but keep their place; a number that is no id for none.
/// - Order: [`order`](crate::order), row 3: the entries of a bag in the order in which they are stored, one running
///   sum, also with one column. An empty bag gives 0.
/// - An explicit zero is a term like any other: times NaN or infinity it gives NaN.
/// - Cost: a read of the ids for the check, then of a row for each, prefetched across bags, and one write of `out`.
/// - Parts: bags; [`Bag`] [splits](crate::Split) them by entries.
/// - Gradients: of the weight by [`dot::csr_t_dense`](crate::dot::csr_t_dense()) or
///   [`dot::csr_t_dense_to_dense`](crate::dot::csr_t_dense_to_dense()) with a [`bag_plan`](super::bag_plan()) and the
///   values of the bags.
/// - No such operator in MXNet; PyTorch's `EmbeddingBag` with mode `sum`.
///
/// # Errors
/// [`KernelError::Shape`], and [`KernelError::Ids`] for the first id that is no row, padding or not; then nothing is
/// written.
///
/// ```
/// use lacuna::{Csr, Dense, DenseMut, embedding};
/// let weight = Dense::new(3, 2, &[1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0])?;
/// // Two bags: ids 2, 0 and 2, and id 1 with padding behind it.
/// let bags = Csr::trusted(2, 3, &[0, 3, 5], &[2, 0, 2, 1, 0], &[1.0, 0.5, 1.0, 1.0, 1.0])?;
/// let mut out = [0.0; 4];
/// embedding::bag_sum(bags.row_range(0..1)?, usize::MAX, weight, DenseMut::new(1, 2, &mut out[..2])?)?;
/// embedding::bag_sum(bags.row_range(1..2)?, 0, weight, DenseMut::new(1, 2, &mut out[2..])?)?;
/// assert_eq!(out, [10.5, 13.0, 3.0, 4.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias("EmbeddingBag", "embedding_bag"))]
#[inline]
pub fn bag_sum<V: Storage, I: Index>(
    bags: Csr<'_, V, I>,
    padding: usize,
    weight: Dense<'_, V>,
    out: DenseMut<'_, V>,
) -> Result<(), KernelError> {
    Bag { reduction: Sum, bags, padding, weight, out }.call()
}
