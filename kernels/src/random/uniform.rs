use super::{BLOCK, Distribution, Draw, Stream};
use crate::error::{KernelError, Parameter};
use crate::kernel::Kernel;
use crate::{Value, order};

/// The distribution of [`uniform`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Uniform<V> {
    /// The least number.
    pub low: V,
    /// The bound above.
    pub high: V,
}

impl<V: Value> Distribution<V> for Uniform<V> {
    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        // Neither NaN nor beyond the largest number.
        let width = self.high - self.low;
        if width >= V::ZERO && width < V::INFINITY {
            return Ok(());
        }
        Err(KernelError::Parameter { parameter: Parameter::High, bits: self.high.widen().to_bits() })
    }

    #[inline(always)]
    fn of(self, units: [V; BLOCK]) -> [V; BLOCK] {
        let width = self.high - self.low;
        units.map(|unit| order::add_product(self.low, width, unit))
    }
}

/// `out[i] = low + (high - low) u[i]`, where `u` are the [units](super::Unit) of the stream: 24 random bits in `f32`,
/// 53 in `f64`.
///
/// - Shapes: `out` a slice of any length: the values of a dense, csr or row_sparse array.
/// - Rounding, of the difference, the product and the sum, can give `high` itself, where `low` is not 0 or the
///   difference no power of two.
/// - Cost: arithmetic, ten rounds of the generator for 16 bytes; one write of the output, streamed if it is large.
/// - Parts: any; [`Draw`] [splits](crate::Split) them.
/// - Source: MXNet `random.uniform`, which draws from generators of other kinds, one for each device, whose numbers
///   depend on the calls before.
///
/// # Errors
/// [`KernelError::Parameter`] for bounds that are no numbers, in the wrong order, or further apart than the largest
/// number; then nothing is written.
///
/// ```
/// use lacuna::random::{self, Stream};
/// let mut out = [0.0_f32; 3];
/// random::uniform(Stream::new(0, 0), -1.0, 1.0, &mut out)?;
/// assert_eq!(out, [0x6627e8, 0xe169c5, 0xbc57ac].map(|word| word as f32 / 8388608.0 - 1.0));
/// assert!(random::uniform(Stream::new(0, 0), 1.0, -1.0, &mut out).is_err());
/// # Ok::<(), lacuna::KernelError>(())
/// ```
#[doc(alias = "random_uniform")]
#[inline]
pub fn uniform<V: Value>(stream: Stream, low: V, high: V, out: &mut [V]) -> Result<(), KernelError> {
    Draw { distribution: Uniform { low, high }, stream, out }.call()
}
