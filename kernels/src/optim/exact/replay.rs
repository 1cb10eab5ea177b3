//! Any rule, step by step.
use super::{CatchUp, Missed};
use crate::Value;
use crate::optim::{Common, Hyper, Rule};

/// A rule whose missed steps are done one by one when a row is next touched or read: the bits of the standard update,
/// for any rule. It costs arithmetic in proportion to the steps that were missed, and memory as a lazy update.
///
/// ```
/// use lacuna::optim::exact::{Replay, Schedule, flush, update};
/// use lacuna::optim::{Adam, Update, adam};
/// use lacuna::{DenseMut, RowSparse};
/// let (mut memory, mut stamps) = ([None; 4], [0; 2]);
/// let mut schedule = Schedule::new(&mut memory);
/// let (mut exact, mut standard) = ([[1.0_f32, 2.0], [0.5, 0.0], [0.25, 0.0]], [[1.0_f32, 2.0], [0.5, 0.0], [0.25, 0.0]]);
/// for step in 1..4 {
///     let gradient = RowSparse::new(2, 1, &[1], &[4.0])?;
///     let hyper = Adam { weight_decay: 0.125, update: Update::Standard, ..Adam::new(0.5, 0.9, 0.999, 1e-8) }.bias_corrected(step);
///     let [weight, mean, variance] = exact.each_mut().map(|array| DenseMut::new(2, 1, array));
///     update(&mut schedule, &Replay(hyper), gradient, [weight?.into(), mean?.into(), variance?.into()], &mut stamps)?;
///     let [weight, mean, variance] = standard.each_mut().map(|array| DenseMut::new(2, 1, array));
///     adam(&hyper, gradient, weight?.into(), mean?.into(), variance?.into())?;
/// }
/// assert_ne!(exact, standard);
/// let [weight, mean, variance] = exact.each_mut().map(|array| DenseMut::new(2, 1, array));
/// flush::<_, _, i32, 3>(&mut schedule, [weight?.into(), mean?.into(), variance?.into()], &mut stamps)?;
/// assert_eq!(exact, standard);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Replay<R>(pub R);

impl<V, R: Hyper<V>> Hyper<V> for Replay<R> {
    const OWN: &'static [&'static str] = R::OWN;
    #[inline(always)]
    fn common(&self) -> Common<V> {
        self.0.common()
    }
}

impl<V: Value, R: Rule<V, N>, const N: usize> Rule<V, N> for Replay<R> {
    type Coefficients = R::Coefficients;

    #[inline(always)]
    fn coefficients(&self) -> R::Coefficients {
        self.0.coefficients()
    }

    #[inline(always)]
    fn prepare(common: &Common<V>, gradient: Option<V>, weight: V) -> V {
        R::prepare(common, gradient, weight)
    }

    #[inline(always)]
    fn step(coefficients: &R::Coefficients, gradient: V, old: [V; N]) -> [V; N] {
        R::step(coefficients, gradient, old)
    }
}

impl<V: Value, R: Rule<V, N> + PartialEq, const N: usize> CatchUp<V, N> for Replay<R> {
    type Summary = ();

    #[inline(always)]
    fn summary(&self) {}

    #[inline(always)]
    fn compose((): (), (): ()) {}

    #[inline(always)]
    fn catch_up<const COUNT: usize>(missed: &Missed<'_, Self, V, N>, arrays: [[V; COUNT]; N]) -> [[V; COUNT]; N] {
        missed.replay(arrays)
    }
}
