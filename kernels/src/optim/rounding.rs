//! How a weight of 16 bits is rounded.
use crate::Storage;
use crate::random::{philox, philox_blocks};

/// How the numbers of a weight are rounded when they are stored.
///
/// ```
/// use lacuna::optim::{Rounding, RoundingStream, Sgd, update_mixed};
/// use lacuna::{DenseMut, RowSparse};
/// // Of 1,024 steps of 1/1024 of the last digit of 1, one in 1,024 takes the whole digit, and the mean is right.
/// # #[cfg(feature = "half")] {
/// let gradient = [half::bf16::from_f32(-1.0 / 131_072.0); 64];
/// let gradient = RowSparse::new(1, 64, &[0], &gradient)?;
/// let mut weight = [half::bf16::ONE; 64];
/// for step in 0..1_024 {
///     let rounding = Rounding::Stochastic(RoundingStream { seed: 7, parameter: 0, step, first_row: 0 });
///     update_mixed(&Sgd::new(1.0), gradient, DenseMut::new(1, 64, &mut weight)?.into(), None, [], rounding)?;
/// }
/// let mean = weight.iter().map(|w| w.to_f32()).sum::<f32>() / 64.0;
/// assert!((mean - (1.0 + 1.0 / 128.0)).abs() < 0.003, "{mean}");
/// # }
/// # Ok::<(), lacuna::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rounding {
    /// To the nearest, of two to the even one: steps of less than half the last digit are lost.
    #[default]
    Nearest,
    /// To one of the two beside it, so that the mean is right: small steps count with the probability of their size.
    Stochastic(RoundingStream),
}

/// The random numbers of stochastic rounding: a function of these, the row and the column, so that they are the same on
/// every processor, with any number of threads and after a resume.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RoundingStream {
    /// What a program is started with.
    pub seed: u64,
    /// Which parameter of the model.
    pub parameter: u64,
    /// Which step: a number of its own for each update.
    pub step: u64,
    /// What is added to the number of a row: of a part of a table, its first row.
    pub first_row: u64,
}

impl Rounding {
    /// The random numbers; none round to the nearest.
    #[inline(always)]
    pub(super) fn draws(self) -> Option<RoundingDraws> {
        match self {
            Self::Nearest => None,
            Self::Stochastic(stream) => Some(stream.draws()),
        }
    }

    /// The same for a weight of this type, unless it is computed with as it is stored.
    #[doc(hidden)]
    #[must_use]
    #[inline(always)]
    pub fn draws_of<V: Storage>(self) -> Option<RoundingDraws> {
        if size_of::<V>() < size_of::<V::Arithmetic>() { self.draws() } else { None }
    }

    /// That of the rows behind the first `rows`.
    pub(super) fn after(self, rows: usize) -> Self {
        match self {
            Self::Nearest => Self::Nearest,
            Self::Stochastic(stream) => {
                Self::Stochastic(RoundingStream { first_row: stream.first_row.wrapping_add(rows as u64), ..stream })
            }
        }
    }
}

/// A stream whose key is made.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct RoundingDraws {
    pub key: [u32; 2],
    pub first_row: u64,
}

impl RoundingStream {
    /// The key is the first half of the block of parameter and step.
    #[inline(always)]
    pub(super) fn draws(self) -> RoundingDraws {
        let [[p, q], [s, t], seed] =
            [self.parameter, self.step, self.seed].map(|number| [number as u32, (number >> 32) as u32]);
        let [low, high, ..] = philox([p, q, s, t], seed);
        RoundingDraws { key: [low, high], first_row: self.first_row }
    }
}

impl RoundingDraws {
    /// Columns that one block of the generator serves: 16 bits each.
    pub const COLUMNS: usize = 8;

    /// The numbers of `BLOCKS * 8` columns of a row, from the first one of a block.
    #[must_use]
    #[inline(always)]
    pub fn columns<const BLOCKS: usize>(&self, row: usize, first_column: usize) -> [[u16; Self::COLUMNS]; BLOCKS] {
        let row = self.first_row.wrapping_add(row as u64);
        let block = core::array::from_fn::<u64, BLOCKS, _>(|l| (first_column / Self::COLUMNS + l) as u64);
        let counter = [
            block.map(|block| block as u32),
            block.map(|block| (block >> 32) as u32),
            [row as u32; BLOCKS],
            [(row >> 32) as u32; BLOCKS],
        ];
        let words = philox_blocks(counter, self.key);
        core::array::from_fn(|l| core::array::from_fn(|c| (words[c / 2][l] >> (16 * (c % 2))) as u16))
    }
}
