use super::log_uniform::log_of;
use crate::elementary::Elementary;
use crate::error::{KernelError, Operand, Parameter, expect};
use crate::graph::vertices_inside;
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::{Index, Value};

/// How often a class of a probability is expected in a number of tries.
pub trait Count: Copy {
    #[doc(hidden)]
    #[must_use]
    fn of(self, share: f64, tries: f64) -> f64;
}

/// What is drawn is drawn again.
#[derive(Clone, Copy, Debug)]
pub struct Repeated;

impl Count for Repeated {
    #[inline(always)]
    fn of(self, share: f64, tries: f64) -> f64 {
        tries * share
    }
}

/// `p(c)`, without the cancellation of two logarithms that are near each other.
#[doc(hidden)]
#[inline(always)]
#[must_use]
pub fn share(class: usize, log: f64) -> f64 {
    Elementary::ln_1p(1.0 / (class as f64 + 1.0)) / log
}

/// As often as an element of a result says it.
#[doc(hidden)]
#[inline(always)]
pub fn expected<C: Count>(count: C, class: usize, classes: usize, tries: usize) -> f64 {
    count.of(share(class, log_of(classes)), tries as f64)
}

/// Refuses a distribution of nothing.
#[inline(always)]
pub(super) fn check_classes(classes: usize) -> Result<(), KernelError> {
    if classes > 0 {
        return Ok(());
    }
    Err(KernelError::Parameter { parameter: Parameter::High, bits: 0 })
}

/// The arguments of [`expected_counts`] and [`expected_counts_unique`](super::expected_counts_unique()).
#[derive(Debug)]
pub struct ExpectedCounts<'a, C, V, I> {
    /// Which of them.
    pub count: C,
    /// Any length.
    pub ids: &'a [I],
    /// How many there are.
    pub classes: usize,
    /// Draws.
    pub tries: usize,
    /// As many as ids.
    pub out: &'a mut [V],
}

impl<C: Count, V: Value, I: Index> Body for ExpectedCounts<'_, C, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        check_classes(self.classes)?;
        expect(Operand::Output, 2, self.ids.len(), self.out.len())?;
        vertices_inside(self.ids, self.classes)
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        let Self { count, ids, classes, tries, out } = self;
        levels.run(ExpectedCounts { count, ids: I::unsigned(ids), classes, tries, out });
        Ok(())
    }
}

impl<C: Count, V: Value, I: Index> Work for ExpectedCounts<'_, C, V, I> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { count, ids, classes, tries, out } = self;
        let (log, tries) = (log_of(classes), tries as f64);
        for (to, id) in out.iter_mut().zip(ids) {
            *to = V::narrow(count.of(share(id.to_usize(), log), tries));
        }
    }
}

impl<C: Count, V: Value, I: Index> Split for ExpectedCounts<'_, C, V, I> {
    split_fields!((out, ids), count, classes, tries);
}

/// `out[i] = tries p(ids[i])`: how often classes are expected among draws with repetition of the [log-uniform
/// distribution](super::log_uniform()), `p(c) = (log(c + 2) - log(c + 1)) / log(classes + 1)`.
///
/// - Shapes: `ids`, from 0 to below `classes`, in any order and repeated, and `out` slices of one length.
/// - Computed in `f64`, as `tries log1p(1 / (c + 1)) / log1p(classes)`, and rounded to the value type.
/// - Cost: a logarithm for each.
/// - Parts: any; [`ExpectedCounts`] [splits](crate::Split) them.
/// - Source: MXNet `contrib.rand_zipfian`, the expected counts of the true classes.
///
/// # Errors
/// [`KernelError::Parameter`] for no classes, [`KernelError::Shape`], [`KernelError::Ids`] for the first id that is
/// none of the classes; then nothing is written.
///
/// ```
/// use lacuna::random;
/// let mut counts = [0.0_f64; 3];
/// random::expected_counts(&[0, 1, 2], 3, 100, &mut counts)?;
/// assert!((counts[0] - 50.0).abs() < 1e-12 && (counts.iter().sum::<f64>() - 100.0).abs() < 1e-12);
/// assert!(random::expected_counts(&[0, 3, 2], 3, 100, &mut counts).is_err());
/// # Ok::<(), lacuna::KernelError>(())
/// ```
#[doc(alias = "rand_zipfian")]
#[inline]
pub fn expected_counts<V: Value, I: Index>(
    ids: &[I],
    classes: usize,
    tries: usize,
    out: &mut [V],
) -> Result<(), KernelError> {
    ExpectedCounts { count: Repeated, ids, classes, tries, out }.call()
}
