use super::columns::{WIDTH, batch, batch_of, check_batch, part, part_mut};
use super::labels::{Targets, check, is_ignored};
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::Split;
use crate::{Dense, DenseMut, Index, Value};
use core::ops::Range;

/// The arguments of [`softmax_output_gradient_columns`].
#[derive(Debug)]
pub struct SoftmaxOutputGradientColumns<'a, V, I> {
    /// N C x P.
    pub probabilities: Dense<'a, V>,
    /// N P classes.
    pub labels: &'a [I],
    /// C: the rows of an element of the batch.
    pub classes: usize,
    /// The label that says nothing.
    pub ignore: usize,
    /// How much of the label's probability goes to the other classes.
    pub smooth_alpha: V,
    /// What the gradient is multiplied by.
    pub scale: V,
    /// N C x P.
    pub out: DenseMut<'a, V>,
}

impl<V: Value, I: Index> Body for SoftmaxOutputGradientColumns<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        let (rows, columns) = (self.probabilities.rows(), self.probabilities.columns());
        expect(Operand::Output, 0, rows, self.out.rows())?;
        expect(Operand::Output, 1, columns, self.out.columns())?;
        check_batch(rows, self.classes)?;
        check(self.labels, batch(rows, self.classes).saturating_mul(columns), self.classes, self.ignore)
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        let Self { probabilities: from, labels, classes, ignore, smooth_alpha, scale, mut out } = self;
        let targets = Targets::new(smooth_alpha, classes);
        for (element, labels) in (0..batch_of(&out, classes)).zip(labels.chunks(out.columns().max(1))) {
            let rows = element * classes..(element + 1) * classes;
            for (tile, labels) in labels.chunks(WIDTH).enumerate() {
                let first = tile * WIDTH;
                // The loop over classes is the same for all index types.
                let mut counts = [V::ZERO; WIDTH];
                for (counts, &label) in counts.iter_mut().zip(labels) {
                    *counts = if is_ignored(label, ignore) { V::ZERO } else { V::ONE };
                }
                let columns = first..first + labels.len();
                levels.run(OfOthers {
                    from,
                    rows: rows.clone(),
                    columns,
                    counts: &counts,
                    targets,
                    scale,
                    out: &mut out,
                });
                for (column, &label) in (first..).zip(labels) {
                    if is_ignored(label, ignore) || label.to_usize() >= classes {
                        continue;
                    }
                    let row = rows.start + label.to_usize();
                    if let (Some(&probability), Some(to)) =
                        (from.row(row).get(column), out.row_mut(row).get_mut(column))
                    {
                        *to = targets.of_label(probability) * scale;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Some columns of an element of the batch, as if no class were a label.
struct OfOthers<'a, 'v, V> {
    from: Dense<'v, V>,
    rows: Range<usize>,
    columns: Range<usize>,
    /// Not 0 for a column whose label is not ignored.
    counts: &'a [V; WIDTH],
    targets: Targets<V>,
    scale: V,
    out: &'a mut DenseMut<'v, V>,
}

impl<V: Value> Work for OfOthers<'_, '_, V> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { from, rows, columns, counts, targets, scale, out } = self;
        for row in rows {
            let probabilities = part(from, row, &columns);
            for ((to, &probability), &counts) in part_mut(out, row, &columns).iter_mut().zip(probabilities).zip(counts)
            {
                let gradient = targets.of_other(probability) * scale;
                *to = if counts == V::ZERO { V::ZERO } else { gradient };
            }
        }
    }
}

impl<V: Value, I: Index> Split for SoftmaxOutputGradientColumns<'_, V, I> {
    fn rows(&self) -> usize {
        batch(self.out.rows(), self.classes)
    }
    fn split_rows_at(self, row: usize) -> (Self, Self) {
        let Self { probabilities, labels, classes, ignore, smooth_alpha, scale, out } = self;
        let (labels, other_labels) = labels.split_at(row.saturating_mul(out.columns()).min(labels.len()));
        let row = row.saturating_mul(classes);
        let ((probabilities, other_probabilities), (out, rest)) =
            (probabilities.split_rows_at(row), out.split_rows_at(row));
        (
            Self { probabilities, labels, classes, ignore, smooth_alpha, scale, out },
            Self {
                probabilities: other_probabilities,
                labels: other_labels,
                classes,
                ignore,
                smooth_alpha,
                scale,
                out: rest,
            },
        )
    }
}

/// As [`softmax_output_gradient`](super::softmax_output_gradient()), with a label for each position, from the
/// probabilities of [`softmax_columns`](super::softmax_columns()):
/// `out[n C + c, p] = ((y[c] - 1) + smooth_alpha) * scale` where `c` is `labels[n P + p]`, else
/// `(y[c] - smooth_alpha / (C - 1)) * scale`, with `y[c] = probabilities[n C + c, p]`. A position whose label is
/// ignored has gradient 0.
///
/// MXNet's `grad_scale` is divided by P here, beside what its `normalization` divides by (N for batch); for valid it is
/// divided by the number of labels that are not ignored alone. MXNet has no `smooth_alpha` with `multi_output`: it uses
/// 0 silently.
///
/// - Shapes: `probabilities` and `out` dense N C x P, with C = `classes`, `labels` a slice of N P elements.
/// - Labels: classes, or [ignored](crate::loss).
/// - NaN stays.
/// - Cost: one read of the probabilities and one write of the output.
/// - Parts: elements of the batch; [`SoftmaxOutputGradientColumns`] [splits](crate::Split) them.
/// - Source: MXNet `SoftmaxOutput` with `multi_output`, backward.
///
/// # Errors
/// [`KernelError::Shape`], also for rows that are no multiple of `classes`, and [`KernelError::Ids`] for the first
/// label that is neither a class nor ignored; then nothing is written.
///
/// ```
/// use lacuna::{Dense, DenseMut, loss};
/// // Two classes at three positions, of which the last has no label.
/// let probabilities = Dense::new(2, 3, &[0.25_f32, 0.5, 0.25, 0.75, 0.5, 0.75])?;
/// let mut out = [9.0; 6];
/// loss::softmax_output_gradient_columns(probabilities, &[1, 0, -1], 2, usize::MAX, 0.0, 2.0, DenseMut::new(2, 3, &mut out)?)?;
/// assert_eq!(out, [0.5, -1.0, 0.0, -0.5, 1.0, 0.0]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[doc(alias = "_backward_SoftmaxOutput")]
#[inline]
pub fn softmax_output_gradient_columns<V: Value, I: Index>(
    probabilities: Dense<'_, V>,
    labels: &[I],
    classes: usize,
    ignore: usize,
    smooth_alpha: V,
    scale: V,
    out: DenseMut<'_, V>,
) -> Result<(), KernelError> {
    SoftmaxOutputGradientColumns { probabilities, labels, classes, ignore, smooth_alpha, scale, out }.call()
}
