//! What is learned: how much two rooms warm up within an hour, from what their sensors say. The readings are invented;
//! each is a number that a sensor gives exactly.
//!
//! | column | feature | column | feature |
//! |---|---|---|---|
//! | 0 | always 1 | 9 | heater of room 2, share of the hour |
//! | 1 to 6 | 1 in that sixth of the day | 10, 11 | window of room 1, 2, share of the hour |
//! | 7 | outside minus inside, in 10 K | 12, 13 | people in room 1, 2 |
//! | 8 | heater of room 1, share of the hour | 14, 15 | sun in kW/m^2, fan (never on here) |
use crate::Hash;
use core::ops::AddAssign;
use lacuna::{Csr, FormatError, Value};

/// Readings.
pub const ROWS: usize = 8;
/// Features.
pub const COLUMNS: usize = 16;
/// Numbers that are predicted from a reading.
pub const OUTPUTS: usize = 2;
/// Stored entries of all readings.
pub const ENTRIES: usize = 45;
/// Readings of a step: half of them.
pub const BATCH: usize = 4;
/// Passes over all readings.
pub const EPOCHS: u32 = 100;

/// Where the entries of each reading start.
pub static INDPTR: [i32; ROWS + 1] = [0, 5, 11, 17, 22, 29, 34, 39, 45];

/// The features that a reading stores.
#[rustfmt::skip]
pub static INDICES: [i32; ENTRIES] = [
    0, 1, 7, 8, 9,
    0, 2, 7, 8, 9, 12,
    0, 3, 7, 8, 10, 14,
    0, 4, 7, 13, 14,
    0, 5, 7, 8, 9, 12, 13,
    0, 6, 7, 8, 9,
    0, 3, 7, 11, 14,
    0, 5, 7, 9, 10, 13,
];

/// Their values.
#[rustfmt::skip]
const VALUES: [f32; ENTRIES] = [
    1.0, 1.0, -1.25, 0.5, 0.375,
    1.0, 1.0, -1.125, 0.75, 0.75, 1.0,
    1.0, 1.0, -0.75, 0.25, 0.5, 0.5,
    1.0, 1.0, -0.5, 2.0, 0.75,
    1.0, 1.0, -0.75, 0.5, 0.25, 2.0, 1.0,
    1.0, 1.0, -1.0, 0.25, 0.25,
    1.0, 1.0, -0.625, 0.5, 0.625,
    1.0, 1.0, -0.875, 0.5, 0.25, 2.0,
];

/// By how many K the two rooms warmed up in the hour after each reading.
#[rustfmt::skip]
const TARGETS: [f32; ROWS * OUTPUTS] = [
    0.875, 0.5,
    1.9375, 1.4375,
    0.125, -0.0625,
    0.5, 0.6875,
    1.625, 0.625,
    0.25, 0.25,
    0.3125, -0.4375,
    -0.8125, 1.4375,
];

const fn widen<const N: usize>(narrow: [f32; N]) -> [f64; N] {
    let mut wide = [0.0; N];
    let mut k = 0;
    while k < N {
        wide[k] = narrow[k] as f64;
        k += 1;
    }
    wide
}

/// A value type with the problem in it.
pub trait Float: Value + AddAssign {
    /// Values of the entries.
    const VALUES: &'static [Self; ENTRIES];
    /// What is to be predicted.
    const TARGETS: &'static [Self; ROWS * OUTPUTS];
    /// lr.
    const LEARNING_RATE: Self;
    /// mu.
    const MOMENTUM: Self;
    /// wd.
    const WEIGHT_DECAY: Self;
    /// 1 / (readings of a step).
    const PER_BATCH: Self;
    /// 1 / (predicted numbers).
    const PER_OUTPUT: Self;
    /// FNV-1a of weights and predictions after all epochs, computed on an x86-64 computer.
    const EXPECTED: (Hash, Hash);

    /// The hash with the bytes of this value, lowest first.
    fn hash(self, hash: Hash) -> Hash;
    /// The bit pattern.
    fn bits(self) -> u64;
    /// In millionths, cut off: so that it can be printed without formatting floats.
    fn millionths(self) -> u32;
}

macro_rules! float {
    ($type:ident, $values:expr, $targets:expr, $expected:expr) => {
        impl Float for $type {
            const VALUES: &'static [Self; ENTRIES] = &$values;
            const TARGETS: &'static [Self; ROWS * OUTPUTS] = &$targets;
            const LEARNING_RATE: Self = 0.05;
            const MOMENTUM: Self = 0.9;
            const WEIGHT_DECAY: Self = 0.0001;
            const PER_BATCH: Self = 1.0 / BATCH as Self;
            const PER_OUTPUT: Self = 1.0 / (ROWS * OUTPUTS) as Self;
            const EXPECTED: (Hash, Hash) = $expected;

            fn hash(self, hash: Hash) -> Hash {
                hash.with(&self.to_le_bytes())
            }
            fn bits(self) -> u64 {
                self.to_bits().into()
            }
            fn millionths(self) -> u32 {
                (self * 1e6) as u32
            }
        }
    };
}
float!(f32, VALUES, TARGETS, (Hash(0xdfac_04d7_20d5_0f8f), Hash(0xd9da_d296_c2ef_5bcd)));
float!(f64, widen(VALUES), widen(TARGETS), (Hash(0xd3bd_4815_e4f9_88be), Hash(0xf6db_3d74_cff0_c95b)));

/// The readings, checked.
pub fn readings<V: Float>() -> Result<Csr<'static, V, i32>, FormatError> {
    Csr::new(ROWS, COLUMNS, &INDPTR, &INDICES, V::VALUES)
}
