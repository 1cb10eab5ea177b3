//! First weights and the order of examples, fixed by a seed: candle's generator on the CPU cannot be seeded.
use anyhow::{Result, bail};
use candle_core::{Device, Var};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Tables of more bytes are refused: so large a one comes from a mistyped number or id more often than not.
pub const MAX_TABLE_BYTES: usize = 2 << 30;

/// A generator that gives the same numbers on every platform.
#[derive(Clone, Debug)]
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Uniform on -bound..bound.
    pub fn uniform(&mut self, bound: f32) -> f32 {
        let unit = (self.0.next_u64() >> 40) as f32 / (1_u64 << 24) as f32;
        (2.0 * unit - 1.0) * bound
    }

    /// Uniform on 0..bound, except for a bias below bound / 2^64.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.0.next_u64()) * bound as u128) >> 64) as usize
    }

    /// Puts the items into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// The values of a table, uniform on -bound..bound.
    pub fn values(&mut self, rows: usize, columns: usize, bound: f32) -> Result<Vec<f32>> {
        match rows.checked_mul(columns) {
            Some(count) if count <= MAX_TABLE_BYTES / size_of::<f32>() => {
                Ok((0..count).map(|_| self.uniform(bound)).collect())
            }
            _ => bail!(
                "a table of {rows} rows of {columns} values is larger than {MAX_TABLE_BYTES} bytes, the limit of this \
                    program"
            ),
        }
    }

    /// A variable of candle with such values.
    pub fn matrix(&mut self, rows: usize, columns: usize, bound: f32) -> Result<Var> {
        Ok(Var::from_vec(self.values(rows, columns, bound)?, (rows, columns), &Device::Cpu)?)
    }
}
