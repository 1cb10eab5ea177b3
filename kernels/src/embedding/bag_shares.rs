use crate::dispatch::Level;
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::Split;
use crate::{Csr, Index, Value};

/// The arguments of [`bag_shares`].
#[derive(Debug)]
pub struct BagShares<'a, V, I> {
    /// B x R.
    pub bags: Csr<'a, V, I>,
    /// The id that stands for nothing.
    pub padding: usize,
    /// One for each entry.
    pub out: &'a mut [V],
}

impl<V: Value, I: Index> Body for BagShares<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        expect(Operand::Output, 2, self.bags.nnz(), self.out.len())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<V: Value, I: Index> Work for BagShares<'_, V, I> {
    type Output = ();
    const HIGHEST: Level = Level::Avx2;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { bags, padding, out } = self;
        let (ids, values) = bags.stored();
        for entries in bags.entry_ranges() {
            let (Some(ids), Some(values), Some(out)) =
                (ids.get(entries.clone()), values.get(entries.clone()), out.get_mut(entries))
            else {
                continue;
            };
            let count = V::of_count(ids.iter().filter(|id| id.to_usize() != padding).count());
            for ((to, id), &value) in out.iter_mut().zip(ids).zip(values) {
                *to = if id.to_usize() == padding { V::ZERO } else { value / count };
            }
        }
    }
}

impl<V: Value, I: Index> Split for BagShares<'_, V, I> {
    fn rows(&self) -> usize {
        self.bags.rows()
    }
    fn cut(&self, part: usize, parts: usize) -> usize {
        self.bags.cut(part, parts)
    }
    fn split_rows_at(self, row: usize) -> (Self, Self) {
        let Self { bags, padding, out } = self;
        let (top, rest) = bags.split_rows_at(row);
        let (out_top, out_rest) = out.split_at_mut(top.nnz().min(out.len()));
        (Self { bags: top, padding, out: out_top }, Self { bags: rest, padding, out: out_rest })
    }
}

/// What each entry adds to the mean of its bag: `out[k] = bags.values[k] / n`, for the n entries of its bag whose id is
/// not `padding`; 0 for padding.
///
/// These are the values of the bags in the gradient of [`bag_mean`](super::bag_mean()).
///
/// - Shapes: `bags` csr B x R, by [`Csr::trusted`]; `out` a slice of one value for each entry.
/// - Cost: one read of ids and values, and one write of `out`.
/// - Parts: bags; [`BagShares`] [splits](crate::Split) them.
///
/// # Errors
/// [`KernelError::Shape`]; then nothing is written.
///
/// ```
/// use lacuna::{Csr, embedding};
/// let bags = Csr::trusted(2, 9, &[0, 3, 4], &[7, 0, 2, 7], &[1.0_f32; 4])?;
/// let mut shares = [9.0; 4];
/// embedding::bag_shares(bags, 0, &mut shares)?;
/// assert_eq!(shares, [0.5, 0.0, 0.5, 1.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[inline]
pub fn bag_shares<V: Value, I: Index>(bags: Csr<'_, V, I>, padding: usize, out: &mut [V]) -> Result<(), KernelError> {
    BagShares { bags, padding, out }.call()
}
