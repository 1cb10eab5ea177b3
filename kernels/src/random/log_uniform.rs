use super::expected_counts::{Count, Repeated, check_classes, share};
use super::{BLOCK, Distribution, Draw, Stream};
use crate::dispatch::Level;
use crate::elementary::Elementary;
use crate::error::{KernelError, Operand, expect, index_fits};
use crate::kernel::{Body, Kernel};
use crate::simd::{Levels, Simd, Work};
use crate::split::Split;
use crate::{Index, Value};

/// Ids that a loop works on at a time.
const TILE: usize = 256;

/// `(classes + 1)^u` of a unit `u`: from 1 to below `classes + 1`, except for the rounding.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Powers {
    log: f64,
}

impl Powers {
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    pub fn new(classes: usize) -> Self {
        Self { log: log_of(classes) }
    }
}

impl Distribution<f64> for Powers {
    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        Ok(())
    }

    #[inline(always)]
    fn of(self, units: [f64; BLOCK]) -> [f64; BLOCK] {
        units.map(|unit| Elementary::exp(unit * self.log))
    }
}

/// `log(classes + 1)`
#[inline(always)]
pub(super) fn log_of(classes: usize) -> f64 {
    Elementary::ln_1p(classes as f64)
}

/// The class of a power.
#[doc(hidden)]
#[inline(always)]
#[must_use]
pub fn class(power: f64, classes: usize) -> usize {
    (power as usize).saturating_sub(1).min(classes.saturating_sub(1))
}

/// Refuses classes whose numbers do not fit the index type.
#[inline(always)]
pub(super) fn check_range<I: Index>(classes: usize) -> Result<(), KernelError> {
    check_classes(classes)?;
    index_fits::<I>(classes.saturating_sub(1))
}

/// The arguments of [`log_uniform`].
#[derive(Debug)]
pub struct LogUniform<'a, V, I> {
    /// Random numbers.
    pub stream: Stream,
    /// How many there are.
    pub classes: usize,
    /// Draws of the whole call.
    pub draws: usize,
    /// Any length.
    pub ids: &'a mut [I],
    /// As many.
    pub out: &'a mut [V],
}

impl<V: Value, I: Index> Body for LogUniform<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        check_range::<I>(self.classes)?;
        expect(Operand::Output, 2, self.ids.len(), self.out.len())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        let Self { stream, classes, draws, ids, out } = self;
        levels.run(LogUniform { stream, classes, draws, ids: I::unsigned_mut(ids), out });
        Ok(())
    }
}

impl<V: Value, I: Index> Work for LogUniform<'_, V, I> {
    type Output = ();
    const HIGHEST: Level = Level::Avx2;

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) {
        let Self { mut stream, classes, draws, ids, out } = self;
        let (distribution, log, draws) = (Powers::new(classes), log_of(classes), draws as f64);
        for (ids, out) in ids.chunks_mut(TILE).zip(out.chunks_mut(TILE)) {
            let mut powers = [0.0; TILE];
            let Some(powers) = powers.get_mut(..ids.len()) else { return };
            simd.apart(Draw { distribution, stream, out: powers });
            for (id, power) in ids.iter_mut().zip(&*powers) {
                *id = I::from_usize(class(*power, classes));
            }
            for (to, id) in out.iter_mut().zip(&*ids) {
                *to = V::narrow(Repeated.of(share(id.to_usize(), log), draws));
            }
            stream = stream.after(ids.len() as u64);
        }
    }
}

impl<V: Value, I: Index> Split for LogUniform<'_, V, I> {
    fn rows(&self) -> usize {
        self.ids.len()
    }
    fn split_rows_at(self, row: usize) -> (Self, Self) {
        let Self { stream, classes, draws, ids, out } = self;
        let ((ids, other_ids), (out, other_out)) = (ids.split_rows_at(row), out.split_rows_at(row));
        let after = stream.after(ids.len() as u64);
        (
            Self { stream, classes, draws, ids, out },
            Self { stream: after, classes, draws, ids: other_ids, out: other_out },
        )
    }
}

/// `ids[i] = floor((classes + 1)^u[i]) - 1`: classes drawn with repetition from the log-uniform distribution,
/// `p(c) = (log(c + 2) - log(c + 1)) / log(classes + 1)`; and `out[i] = n p(ids[i])`, how often each is expected among
/// these `n` draws. It is the distribution of words that are ordered by frequency, as a sampled softmax takes its noise
/// from.
///
/// `u` are the [units](super::Unit) of the stream of 53 bits, whatever the value type, and everything is computed in
/// `f64`; the counts are then rounded to the value type. Of 2^47 classes or more, some are less probable than one unit,
/// and may never be drawn.
///
/// - Shapes: `ids` and `out` slices of one length.
/// - Cost: arithmetic: twenty rounds of the generator for two ids, an exponential function and a logarithm for each.
/// - Parts: any; [`LogUniform`] [splits](crate::Split) them, and knows how many draws the whole has.
/// - Source: MXNet `contrib.rand_zipfian`, whose draws depend on the calls before. Its expected counts of the true
///   classes are [`expected_counts`](super::expected_counts()).
///
/// # Errors
/// [`KernelError::Parameter`] for no classes, [`KernelError::Index`] if the largest does not fit the index type,
/// [`KernelError::Shape`]; then nothing is written.
///
/// ```
/// use lacuna::random::{self, Stream};
/// let (mut ids, mut counts) = ([0_i32; 1000], [0.0_f64; 1000]);
/// random::log_uniform(Stream::new(42, 0), 3, &mut ids, &mut counts)?;
/// // log 2 / log 4, half of them.
/// assert!(ids.iter().zip(counts).all(|(&id, count)| id != 0 || (count - 500.0).abs() < 1e-9));
/// assert!((450..550).contains(&ids.iter().filter(|&&id| id == 0).count()) && ids.iter().all(|id| *id < 3));
/// # Ok::<(), lacuna::KernelError>(())
/// ```
#[doc(alias = "rand_zipfian")]
#[inline]
pub fn log_uniform<V: Value, I: Index>(
    stream: Stream,
    classes: usize,
    ids: &mut [I],
    out: &mut [V],
) -> Result<(), KernelError> {
    LogUniform { stream, classes, draws: ids.len(), ids, out }.call()
}
