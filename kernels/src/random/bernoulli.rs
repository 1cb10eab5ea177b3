use super::{BLOCK, Distribution, Draw, Stream};
use crate::Value;
use crate::error::{KernelError, Parameter};
use crate::kernel::Kernel;

/// The distribution of [`bernoulli`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bernoulli<V> {
    /// How often it is not 0.
    pub probability: V,
    /// What it is then.
    pub value: V,
}

impl<V: Value> Distribution<V> for Bernoulli<V> {
    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        if self.probability >= V::ZERO && self.probability <= V::ONE {
            return Ok(());
        }
        Err(KernelError::Parameter { parameter: Parameter::Probability, bits: self.probability.widen().to_bits() })
    }

    #[inline(always)]
    fn of(self, units: [V; BLOCK]) -> [V; BLOCK] {
        units.map(|unit| if unit < self.probability { self.value } else { V::ZERO })
    }
}

/// `out[i] = value` with the given probability, else 0: where `u[i] < probability`, and `u` are the
/// [units](super::Unit) of the stream.
///
/// The mask of a dropout that keeps a share `k` is that of probability `k` and value `1 / k`; its result, and the
/// gradient behind it, is [`binary::multiply`](crate::binary::multiply()) with this mask, on the values of an array of
/// any kind. Probability 1 gives `value` everywhere, 0 nowhere.
///
/// - Shapes: `out` a slice of any length.
/// - Cost: arithmetic, ten rounds of the generator for 16 bytes; one write of the output, streamed if it is large.
/// - Parts: any; [`Draw`] [splits](crate::Split) them.
/// - Source: MXNet `Dropout`, and `random.bernoulli`.
///
/// # Errors
/// [`KernelError::Parameter`] for a probability that is not from 0 to 1; then nothing is written.
///
/// ```
/// use lacuna::random::{self, Stream};
/// let mut mask = [0.0_f64; 1000];
/// random::bernoulli(Stream::new(7, 3), 0.75, 4.0 / 3.0, &mut mask)?;
/// let kept = mask.iter().filter(|&&value| value == 4.0 / 3.0).count();
/// assert!(mask.iter().all(|&value| value == 0.0 || value == 4.0 / 3.0) && (700..800).contains(&kept));
/// # Ok::<(), lacuna::KernelError>(())
/// ```
#[doc(alias = "random_bernoulli")]
#[inline]
pub fn bernoulli<V: Value>(stream: Stream, probability: V, value: V, out: &mut [V]) -> Result<(), KernelError> {
    Draw { distribution: Bernoulli { probability, value }, stream, out }.call()
}
