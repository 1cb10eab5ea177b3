//! What a rule must know to make up for steps.
use super::schedule::{BLOCK, Record};
use crate::Value;
use crate::optim::Rule;

/// A rule whose steps without a gradient can be made up for later.
///
/// Any [`Rule`] is, by [`Replay`](super::Replay). One that has a shorter way says here what it keeps of a number of
/// steps, and what they do to an element.
pub trait CatchUp<V: Value, const N: usize>: Rule<V, N> + PartialEq {
    /// What some steps that follow each other do to a row that has no gradient in them.
    type Summary: Copy;

    /// Of the step of this rule.
    fn summary(&self) -> Self::Summary;

    /// Of the `earlier` steps and the `later` ones that follow them.
    fn compose(later: Self::Summary, earlier: Self::Summary) -> Self::Summary;

    /// True if the steps leave every element as it is, so that its memory need not be touched.
    #[inline(always)]
    fn changes_nothing(_summary: &Self::Summary) -> bool {
        false
    }

    /// The weight and the states of some elements after the steps that they missed.
    fn catch_up<const COUNT: usize>(missed: &Missed<'_, Self, V, N>, arrays: [[V; COUNT]; N]) -> [[V; COUNT]; N];
}

/// The steps that a row has missed, of which there is at least one.
#[derive(Debug)]
pub struct Missed<'a, R: CatchUp<V, N>, V: Value, const N: usize> {
    first: &'a Record<R, V, N>,
    records: &'a [Option<Record<R, V, N>>],
    summary: R::Summary,
}

impl<R: CatchUp<V, N>, V: Value, const N: usize> Clone for Missed<'_, R, V, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: CatchUp<V, N>, V: Value, const N: usize> Copy for Missed<'_, R, V, N> {}

impl<'a, R: CatchUp<V, N>, V: Value, const N: usize> Missed<'a, R, V, N> {
    /// Those of `records` from `stamp` on; `None` if there are none.
    #[inline(always)]
    pub(super) fn since(records: &'a [Option<Record<R, V, N>>], stamp: u32) -> Option<Self> {
        let stamp = usize::try_from(stamp).ok()?;
        let missed = records.get(stamp..)?;
        let first = missed.first()?.as_ref()?;
        let summary = match records.get(stamp | (BLOCK - 1)) {
            Some(Some(end)) if stamp % BLOCK != BLOCK - 1 => R::compose(end.summary, first.summary),
            _ => first.summary,
        };
        Some(Self { first, records: missed, summary })
    }

    /// What they do together.
    #[inline(always)]
    #[must_use]
    pub const fn summary(&self) -> &R::Summary {
        &self.summary
    }

    /// One after the other.
    #[inline(always)]
    pub fn records(&self) -> impl Iterator<Item = &'a Record<R, V, N>> + use<'a, R, V, N> {
        self.records.iter().flatten()
    }

    /// The newest.
    #[inline(always)]
    #[must_use]
    pub fn last(&self) -> &'a Record<R, V, N> {
        self.records.last().and_then(Option::as_ref).unwrap_or(self.first)
    }

    /// Does the steps themselves.
    ///
    /// It ends where a step changes nothing and the others are the same.
    #[inline(always)]
    pub fn replay<const COUNT: usize>(&self, mut arrays: [[V; COUNT]; N]) -> [[V; COUNT]; N] {
        let mut idle = None;
        for record in self.records() {
            if idle == Some(&record.rule) {
                continue;
            }
            let before = arrays;
            let common = record.rule.common();
            for i in 0..COUNT {
                let old = core::array::from_fn(|array| arrays[array][i]);
                let new = R::step(&record.coefficients, R::prepare(&common, None, old[0]), old);
                for (array, new) in arrays.iter_mut().zip(new) {
                    array[i] = new;
                }
            }
            idle = (before == arrays).then_some(&record.rule);
        }
        arrays
    }
}
