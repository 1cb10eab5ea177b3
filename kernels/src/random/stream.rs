//! Where the words of a draw come from.
use super::philox::blocks;

/// A sequence of random numbers: one of 2^64 for each seed, and the element with which a draw begins.
///
/// The counter of the [generator](super::philox) is the number of the block, its low half first, then the stream; the
/// key is the seed, low half first.
///
/// ```
/// use lacuna::random::{Stream, uniform};
/// let (mut all, mut rest) = ([0.0_f32; 9], [0.0; 4]);
/// let stream = Stream::new(42, 0);
/// uniform(stream, 0.0, 1.0, &mut all)?;
/// uniform(stream.after(5), 0.0, 1.0, &mut rest)?;
/// assert_eq!(all[5..], rest);
/// # Ok::<(), lacuna::KernelError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stream {
    /// What a program is started with.
    pub seed: u64,
    /// Which of the sequences of the seed: a number for each use.
    pub stream: u64,
    /// The element that is the first of a draw.
    pub first: u64,
}

impl Stream {
    /// A sequence from its start.
    #[must_use]
    pub const fn new(seed: u64, stream: u64) -> Self {
        Self { seed, stream, first: 0 }
    }

    /// The same sequence without its next `count` elements. Behind element 2^64 - 1 comes element 0.
    #[must_use]
    pub const fn after(self, count: u64) -> Self {
        Self { first: self.first.wrapping_add(count), ..self }
    }

    /// The words of the blocks `first + every * l`, by place in the block. Numbers of blocks have so many bits less
    /// than those of elements.
    #[inline(always)]
    pub(super) fn words<const L: usize>(self, first: u64, every: u64, element_bits: u32) -> [[u32; L]; 4] {
        let [stream, seed] = [self.stream, self.seed].map(|number| [number as u32, (number >> 32) as u32]);
        let mut words = [[0; L], [0; L], [stream[0]; L], [stream[1]; L]];
        let [low, high, ..] = &mut words;
        for (l, (low, high)) in low.iter_mut().zip(high).enumerate() {
            let block = first.wrapping_add(every.wrapping_mul(l as u64)) & u64::MAX >> element_bits;
            (*low, *high) = (block as u32, (block >> 32) as u32);
        }
        blocks(words, seed)
    }

    /// The words of one block.
    #[inline(always)]
    #[must_use]
    pub fn block(self, block: u64) -> [u32; 4] {
        self.words::<1>(block, 1, 0).map(|[word]| word)
    }
}

#[cfg(test)]
mod tests {
    use super::super::philox;
    use super::*;

    #[test]
    fn counter_and_key_have_their_halves_in_order() {
        let stream = Stream::new(0x1111_2222_3333_4444, 0x5555_6666_7777_8888);
        let counter = [0x0b0b_0b0b, 0x0a0a_0a0a, 0x7777_8888, 0x5555_6666];
        assert_eq!(stream.block(0x0a0a_0a0a_0b0b_0b0b), philox(counter, [0x3333_4444, 0x1111_2222]));
    }
}
