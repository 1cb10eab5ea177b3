use super::labels::{check, is_ignored};
use super::rows::sum_of_exponentials;
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::{Dense, Index, Value};

/// The arguments of [`softmax_cross_entropy`].
#[derive(Debug)]
pub struct SoftmaxCrossEntropy<'a, V, I> {
    /// R x C.
    pub logits: Dense<'a, V>,
    /// R classes.
    pub labels: &'a [I],
    /// The label that says nothing.
    pub ignore: usize,
    /// R values.
    pub out: &'a mut [V],
}

impl<V: Value, I: Index> Body for SoftmaxCrossEntropy<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        expect(Operand::Output, 2, self.logits.rows(), self.out.len())?;
        check(self.labels, self.logits.rows(), self.logits.columns(), self.ignore)
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        let Self { logits, labels, ignore, out } = self;
        // The loop over a row is the same for all index types.
        for (row, (to, &label)) in out.iter_mut().zip(labels).enumerate() {
            *to = if is_ignored(label, ignore) {
                V::ZERO
            } else {
                levels.run(OfRow { row: logits.row(row), label: label.to_usize() })
            };
        }
        Ok(())
    }
}

/// The loss of a row from the sum of its exponentials.
#[inline(always)]
pub fn loss_of_row<V: Value>(logit: V, largest: V, sum: V) -> V {
    sum.ln() - (logit - largest)
}

struct OfRow<'a, V> {
    row: &'a [V],
    label: usize,
}

impl<V: Value> Work for OfRow<'_, V> {
    type Output = V;

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) -> V {
        let Self { row, label } = self;
        let (sum, largest) = sum_of_exponentials(row);
        loss_of_row(row.get(label).copied().unwrap_or(V::ZERO), largest, sum)
    }
}

impl<V: Value, I: Index> Split for SoftmaxCrossEntropy<'_, V, I> {
    split_fields!((out, logits, labels), ignore);
}

/// The cross entropy of each row of logits with its label: `out[r] = ln(s) - (x[labels[r]] - m)`, with `x` row `r` of
/// the logits, `m` its largest number and `s` the sum of `e^(x[j] - m)` over all `j`. An ignored label has loss 0.
///
/// - Shapes: `logits` dense R x C, `labels` and `out` slices of R elements.
/// - Labels: classes, or [ignored](crate::loss).
/// - Order: [`order`](crate::order), sum of a row.
/// - NaN and infinities: see the [module](crate::loss). Infinity where the logit of the label alone is -infinity.
/// - Cost: two reads of the logits, the second from cache, and an exponential for each.
/// - Parts: rows; [`SoftmaxCrossEntropy`] [splits](crate::Split) them.
/// - Source: MXNet `softmax_cross_entropy`, which adds all rows, and forms a logarithm of a probability that may be 0;
///   Gluon's `SoftmaxCrossEntropyLoss`.
///
/// # Errors
/// [`KernelError::Shape`], and [`KernelError::Ids`] for the first label that is neither a class nor ignored; then
/// nothing is written.
///
/// ```
/// use lacuna::{Dense, KernelError, error::IndexFault, loss};
/// let logits = Dense::new(3, 2, &[0.0_f32, 0.0, 500.0, 600.0, 1.0, 2.0])?;
/// let mut out = [9.0; 3];
/// loss::softmax_cross_entropy(logits, &[1, 0, -1], usize::MAX, &mut out)?;
/// assert_eq!(out, [0.6931472, 100.0, 0.0]);
/// let refused = KernelError::Ids { entry: 2, fault: IndexFault::Negative, expected: 0, found: -1 };
/// assert_eq!(loss::softmax_cross_entropy(logits, &[1, 0, -1], 7, &mut out), Err(refused));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[inline]
pub fn softmax_cross_entropy<V: Value, I: Index>(
    logits: Dense<'_, V>,
    labels: &[I],
    ignore: usize,
    out: &mut [V],
) -> Result<(), KernelError> {
    SoftmaxCrossEntropy { logits, labels, ignore, out }.call()
}
