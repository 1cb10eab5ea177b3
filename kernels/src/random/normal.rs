use super::{BLOCK, Distribution, Draw, Stream};
use crate::error::{KernelError, Parameter};
use crate::kernel::Kernel;
use crate::{Value, order};

/// The distribution of [`normal`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Normal<V> {
    /// The mean.
    pub mean: V,
    /// The standard deviation.
    pub deviation: V,
}

impl<V: Value> Normal<V> {
    /// Two independent numbers from two units.
    #[inline(always)]
    fn pair(self, [first, second]: [V; 2]) -> [V; 2] {
        // From above 0 to 1, exactly.
        let radius = (V::narrow(-2.0) * (V::ONE - first).ln()).root();
        let angle = V::narrow(core::f64::consts::TAU) * second;
        // The plain reduction of angles, which is all of it for these.
        let [(cos, _), (sin, _)] = [angle.cos_quick(), angle.sin_quick()];
        [radius * cos, radius * sin].map(|number| order::add_product(self.mean, self.deviation, number))
    }
}

impl<V: Value> Distribution<V> for Normal<V> {
    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        if self.deviation >= V::ZERO {
            return Ok(());
        }
        Err(KernelError::Parameter { parameter: Parameter::Deviation, bits: self.deviation.widen().to_bits() })
    }

    #[inline(always)]
    fn of(self, [a, b, c, d]: [V; BLOCK]) -> [V; BLOCK] {
        let ([a, b], [c, d]) = (self.pair([a, b]), self.pair([c, d]));
        [a, b, c, d]
    }
}

/// `out[i] = mean + deviation z[i]`, where `z` are normally distributed with mean 0 and standard deviation 1, by the
/// transform of Box and Muller.
///
/// `z[2 p] = r cos(2 pi v)` and `z[2 p + 1] = r sin(2 pi v)` with `r = sqrt(-2 log(1 - u))`, where `u` and `v` are the
/// [units](super::Unit) `2 p` and `2 p + 1` of the stream: one draw for each element, no rejection. Logarithm, sine and
/// cosine are those of [`elementary`](crate::elementary), so the bits are the same everywhere.
///
/// - Shapes: `out` a slice of any length: the values of a dense, csr or row_sparse array.
/// - Tails: the least `1 - u` is 2^-24 in `f32` and 2^-53 in `f64`, so no `z` is beyond 5.77 (`f32`), 8.58 (`f64`). A
///   true normal number is beyond these once in 10^8, and once in 10^17.
/// - Standard deviation 0 gives the mean. A mean or standard deviation that is infinite, or so large that the sum
///   overflows, gives what the arithmetic gives.
/// - Cost: arithmetic, ten rounds of the generator for 16 bytes, for each two elements a logarithm, a root, a sine and
///   a cosine; one write of the output, streamed if it is large.
/// - Parts: any; [`Draw`] [splits](crate::Split) them.
/// - Source: MXNet `random.normal`, which draws from generators of other kinds, one for each device, whose numbers
///   depend on the calls before.
///
/// # Errors
/// [`KernelError::Parameter`] for a standard deviation that is below 0, or no number; then nothing is written.
///
/// ```
/// use lacuna::random::{self, Stream};
/// let mut out = [0.0_f64; 1000];
/// random::normal(Stream::new(42, 0), 10.0, 0.5, &mut out)?;
/// let mean = out.iter().sum::<f64>() / 1000.0;
/// assert!((mean - 10.0).abs() < 0.05 && out.iter().all(|value| (value - 10.0).abs() < 4.3));
/// assert!(random::normal(Stream::new(42, 0), 10.0, -0.5, &mut out).is_err());
/// # Ok::<(), lacuna::KernelError>(())
/// ```
#[doc(alias = "random_normal")]
#[inline]
pub fn normal<V: Value>(stream: Stream, mean: V, deviation: V, out: &mut [V]) -> Result<(), KernelError> {
    Draw { distribution: Normal { mean, deviation }, stream, out }.call()
}
