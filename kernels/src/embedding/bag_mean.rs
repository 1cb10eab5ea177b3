use super::bag::{Bag, Reduction};
use crate::kernel::Kernel;
use crate::{Csr, Dense, DenseMut, Index, KernelError, Storage, Value};

/// The reduction of [`bag_mean`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mean;

impl Reduction for Mean {
    const NAME: &'static str = "bag_mean";
    #[inline(always)]
    fn finish<V: Value>(sum: V, count: usize) -> V {
        sum / V::of_count(count.max(1))
    }
}

/// The mean of each bag: `out[b, :] = bag_sum[b, :] / n`, for the n entries of bag b whose id is not `padding`.
///
/// Shapes, order, cost and parts as [`bag_sum`](super::bag_sum()); the sum is rounded before it is divided. An empty
/// bag gives 0. The gradient of the weight takes the [`bag_shares`](super::bag_shares()) as the values of the bags. No
/// such operator in MXNet; PyTorch's `EmbeddingBag` with mode `mean`, whose samples have no weights.
///
/// # Errors
/// [`KernelError::Shape`], and [`KernelError::Ids`] for the first id that is no row, padding or not; then nothing is
/// written.
///
/// ```
/// use lacuna::{Csr, Dense, DenseMut, embedding};
/// let weight = Dense::new(3, 1, &[1.0_f32, 3.0, 8.0])?;
/// let bags = Csr::trusted(3, 3, &[0, 3, 3, 5], &[2, 0, 1, 1, 0], &[1.0; 5])?;
/// let mut out = [9.0; 3];
/// embedding::bag_mean(bags, 0, weight, DenseMut::new(3, 1, &mut out)?)?;
/// assert_eq!(out, [5.5, 0.0, 3.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias("EmbeddingBag", "embedding_bag"))]
#[inline]
pub fn bag_mean<V: Storage, I: Index>(
    bags: Csr<'_, V, I>,
    padding: usize,
    weight: Dense<'_, V>,
    out: DenseMut<'_, V>,
) -> Result<(), KernelError> {
    Bag { reduction: Mean, bags, padding, weight, out }.call()
}
