//! The driver of all distributions.
use super::Stream;
use crate::error::KernelError;
use crate::kernel::Body;
use crate::kernel::{How, perform};
use crate::simd::{Levels, Simd, Work};
use crate::split::Split;
use crate::{Value, processor};

/// Elements that a distribution makes together: those whose numbers have the same quotient.
pub const BLOCK: usize = 4;
/// Blocks that a loop works on at a time.
const BLOCKS: usize = 16;
const TILE: usize = BLOCK * BLOCKS;

/// How numbers from 0 to below 1 become random numbers of another kind.
pub trait Distribution<V: Value>: Copy {
    /// Refuses parameters that mean nothing.
    ///
    /// # Errors
    /// [`KernelError::Parameter`].
    fn check(&self) -> Result<(), KernelError>;

    /// The elements `4 b` to `4 b + 3`, from the [units](super::Unit) of these elements.
    fn of(self, units: [V; BLOCK]) -> [V; BLOCK];
}

/// The arguments of a draw.
#[derive(Debug)]
pub struct Draw<'a, D, V> {
    /// What of.
    pub distribution: D,
    /// The element of its sequence that `out[0]` gets.
    pub stream: Stream,
    /// Any length.
    pub out: &'a mut [V],
}

/// The blocks `first + l`, and the places of their elements.
#[inline(always)]
fn tile<const L: usize, V: Value, D: Distribution<V>>(distribution: D, stream: Stream, first: u64) -> [[V; BLOCK]; L] {
    let units = V::units::<L>(stream, first);
    let mut tile = [[V::ZERO; BLOCK]; L];
    for l in 0..L {
        tile[l] = distribution.of([units[0][l], units[1][l], units[2][l], units[3][l]]);
    }
    tile
}

/// One block: what a thread of a GPU makes.
#[doc(hidden)]
#[inline(always)]
pub fn block<V: Value, D: Distribution<V>>(distribution: D, stream: Stream, block: u64) -> [V; BLOCK] {
    let [block] = tile(distribution, stream, block);
    block
}

/// A distribution whose numbers are made by a function of its own, for a loop that takes them one after the other:
/// within such a loop the compiler makes them one by one, and here in pairs.
#[derive(Clone, Copy)]
pub(super) struct Apart<D>(pub D);

impl<V: Value, D: Distribution<V>> Distribution<V> for Apart<D> {
    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        self.0.check()
    }

    #[inline(never)]
    fn of(self, units: [V; BLOCK]) -> [V; BLOCK] {
        self.0.of(units)
    }
}

/// An element of a block. An array indexed by a variable would be local memory on a GPU.
#[doc(hidden)]
#[inline(always)]
pub fn element<V: Copy>([a, b, c, d]: [V; BLOCK], place: usize) -> V {
    match place {
        0 => a,
        1 => b,
        2 => c,
        _ => d,
    }
}

impl<D: Distribution<V>, V: Value> Body for Draw<'_, D, V> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        self.distribution.check()
    }

    #[inline(always)]
    fn run<L: Levels>(self, levels: L) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<D: Distribution<V>, V: Value> Work for Draw<'_, D, V> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { distribution, stream, out } = self;
        let streamed = size_of_val(out) >= processor::STREAM_BYTES;
        let before = (stream.first % BLOCK as u64) as usize;
        let mut number = stream.first / BLOCK as u64;
        let mut rest = out;
        if before > 0 {
            let (head, others) = rest.split_at_mut(rest.len().min(BLOCK - before));
            for (to, value) in head.iter_mut().zip(&block(distribution, stream, number)[before..]) {
                *to = *value;
            }
            (rest, number) = (others, number + 1);
        }
        let (tiles, rest) = rest.as_chunks_mut::<TILE>();
        for to in tiles {
            let values = tile::<BLOCKS, V, D>(distribution, stream, number);
            let values = values.as_flattened();
            if let (true, Some(values)) = (streamed, values.first_chunk::<TILE>()) {
                processor::stream_array(to, values);
            } else {
                to.copy_from_slice(values);
            }
            number += BLOCKS as u64;
        }
        for to in rest.chunks_mut(BLOCK) {
            let values = block(distribution, stream, number);
            for (to, value) in to.iter_mut().zip(values) {
                *to = value;
            }
            number += 1;
        }
        if streamed {
            processor::stream_fence();
        }
    }
}

impl<D: Distribution<V>, V: Value> Split for Draw<'_, D, V> {
    fn rows(&self) -> usize {
        self.out.len()
    }
    fn split_rows_at(self, row: usize) -> (Self, Self) {
        let Self { distribution, stream, out } = self;
        let (out, rest) = out.split_rows_at(row);
        let after = stream.after(out.len() as u64);
        (Self { distribution, stream, out }, Self { distribution, stream: after, out: rest })
    }
}

/// `out[i] = D(element stream.first + i)`, for any distribution.
///
/// # Errors
/// Those of its check; then nothing is written.
///
/// ```
/// use lacuna::random::{Distribution, Stream, draw};
/// use lacuna::{KernelError, Value};
///
/// #[derive(Clone, Copy)]
/// struct Sign;
/// impl<V: Value> Distribution<V> for Sign {
///     fn check(&self) -> Result<(), KernelError> {
///         Ok(())
///     }
///     fn of(self, units: [V; 4]) -> [V; 4] {
///         units.map(|unit| if unit + unit < V::ONE { V::ONE } else { -V::ONE })
///     }
/// }
///
/// let mut out = [0.0_f32; 3];
/// draw(Sign, Stream::new(42, 0), &mut out)?;
/// assert!(out.iter().all(|sign| sign.abs() == 1.0));
/// # Ok::<(), KernelError>(())
/// ```
pub fn draw<V: Value, D: Distribution<V>>(distribution: D, stream: Stream, out: &mut [V]) -> Result<(), KernelError> {
    perform(Draw { distribution, stream, out }, How::CALL)
}
