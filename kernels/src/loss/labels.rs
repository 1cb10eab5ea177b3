//! Classes of rows, and the driver of gradients that they have a part in.
use super::rows::exponentials;
use crate::error::{IndexFault, KernelError, Operand, expect};
use crate::kernel::Body;
use crate::reduce::Itself;
use crate::reduce::lanes::sum_of_row;
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::{Dense, DenseMut, Index, Value};
use core::marker::PhantomData;

/// True for a label that says nothing: it equals `ignore`, or is below 0 where that is `usize::MAX`.
#[inline(always)]
pub fn is_ignored<I: Index>(label: I, ignore: usize) -> bool {
    if label.to_i64() < 0 { ignore == usize::MAX } else { label.to_usize() == ignore }
}

/// True for a label that is neither ignored nor a class.
#[inline(always)]
pub fn is_refused<I: Index>(label: I, classes: usize, ignore: usize) -> bool {
    (label.to_i64() < 0 || label.to_usize() >= classes) && !is_ignored(label, ignore)
}

/// Refuses a number of labels that is not that of the rows, and labels that are neither ignored nor classes.
pub(super) fn check<I: Index>(labels: &[I], rows: usize, classes: usize, ignore: usize) -> Result<(), KernelError> {
    expect(Operand::Ids, 2, rows, labels.len())?;
    let Some(entry) = labels.iter().position(|&label| is_refused(label, classes, ignore)) else { return Ok(()) };
    let found = labels[entry].to_i64();
    let (fault, expected) = if found < 0 {
        (IndexFault::Negative, 0)
    } else {
        (IndexFault::TooLarge, i64::try_from(classes).unwrap_or(i64::MAX))
    };
    Err(KernelError::Ids { entry, fault, expected, found })
}

/// What the elements of a row are.
pub trait RowInput: Copy + 'static {
    /// True for logits, whose probabilities are their [`softmax`](super::softmax()).
    const LOGITS: bool;
}

/// Logits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Logits;

impl RowInput for Logits {
    const LOGITS: bool = true;
}

/// Probabilities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Probabilities;

impl RowInput for Probabilities {
    const LOGITS: bool = false;
}

/// The arguments of a gradient of the cross entropy.
#[derive(Debug)]
pub struct LabelGradient<'a, F, V, I> {
    /// What the input is.
    pub of: F,
    /// R x C.
    pub input: Dense<'a, V>,
    /// R classes.
    pub labels: &'a [I],
    /// The label that says nothing.
    pub ignore: usize,
    /// How much of the label's probability goes to the other classes.
    pub smooth_alpha: V,
    /// What the gradient is multiplied by.
    pub scale: V,
    /// R x C.
    pub out: DenseMut<'a, V>,
}

impl<F: RowInput, V: Value, I: Index> Body for LabelGradient<'_, F, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        let (rows, columns) = (self.input.rows(), self.input.columns());
        expect(Operand::Output, 0, rows, self.out.rows())?;
        expect(Operand::Output, 1, columns, self.out.columns())?;
        check(self.labels, rows, columns, self.ignore)
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        let Self { input, labels, ignore, smooth_alpha, scale, mut out, .. } = self;
        let targets = Targets::new(smooth_alpha, out.columns());
        // There may be any number of rows without elements. The loops are the same for all index types.
        let labels = if out.columns() == 0 { &[] } else { labels };
        for (row, &label) in labels.iter().enumerate() {
            let to = out.row_mut(row);
            if is_ignored(label, ignore) {
                to.fill(V::ZERO);
            } else {
                levels.run(RowGradient::<F, V> {
                    from: input.row(row),
                    label: label.to_usize(),
                    targets,
                    scale,
                    to,
                    of: PhantomData,
                });
            }
        }
        Ok(())
    }
}

/// What the probabilities of a row should be.
#[derive(Clone, Copy, Debug)]
pub struct Targets<V> {
    smooth_alpha: V,
    others: V,
}

impl<V: Value> Targets<V> {
    /// With a part of the label's probability shared out among the other classes.
    #[inline(always)]
    pub fn new(smooth_alpha: V, classes: usize) -> Self {
        // A class alone has no others.
        Self { smooth_alpha, others: smooth_alpha / V::of_count(classes.max(2) - 1) }
    }

    /// How far the label's probability is from what it should be.
    #[inline(always)]
    pub fn of_label(self, probability: V) -> V {
        (probability - V::ONE) + self.smooth_alpha
    }

    /// As [`of_label`](Self::of_label), of another class.
    #[inline(always)]
    pub fn of_other(self, probability: V) -> V {
        probability - self.others
    }
}

struct RowGradient<'a, F, V> {
    from: &'a [V],
    label: usize,
    targets: Targets<V>,
    scale: V,
    to: &'a mut [V],
    of: PhantomData<F>,
}

impl<F: RowInput, V: Value> Work for RowGradient<'_, F, V> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) {
        let Self { from, label, targets, scale, to, .. } = self;
        let length = to.len().min(from.len());
        let (from, to) = (&from[..length], &mut to[..length]);
        let at_label;
        if F::LOGITS {
            exponentials(from, to);
            let sum = V::narrow(sum_of_row::<Itself, V, L>(simd, to));
            at_label = to.get(label).map_or(V::ZERO, |&term| term / sum);
            for to in to.iter_mut() {
                *to = targets.of_other(*to / sum) * scale;
            }
        } else {
            at_label = from.get(label).copied().unwrap_or(V::ZERO);
            for (to, &probability) in to.iter_mut().zip(from) {
                *to = targets.of_other(probability) * scale;
            }
        }
        if let Some(to) = to.get_mut(label) {
            *to = targets.of_label(at_label) * scale;
        }
    }
}

impl<F: RowInput, V: Value, I: Index> Split for LabelGradient<'_, F, V, I> {
    split_fields!((out, input, labels), of, ignore, smooth_alpha, scale);
}
