//! Operands of 16 bits, and the same ones in `f32`.
use crate::cast_types::LEVEL;
use half::{bf16, f16};
use lacuna::dispatch::{Level, force};
use lacuna::{Kernel, Split, Storage};
use lacuna_testing::Random;
use std::sync::PoisonError;

pub trait Half: Storage<Arithmetic = f32> {
    const NAME: &'static str;
    fn of_bits(bits: u16) -> Self;
    fn to_bits(self) -> u16;
    /// As the crate `half` rounds and widens.
    fn round(value: f32) -> Self;
    fn widen(self) -> f32;
}

macro_rules! half {
    ($($type:ident),*) => {$(
        impl Half for $type {
            const NAME: &'static str = stringify!($type);
            fn of_bits(bits: u16) -> Self {
                $type::from_bits(bits)
            }
            fn to_bits(self) -> u16 {
                self.to_bits()
            }
            fn round(value: f32) -> Self {
                $type::from_f32(value)
            }
            fn widen(self) -> f32 {
                self.to_f32()
            }
        }
    )*};
}
half!(f16, bf16);

/// Numbers near 1, whose sums need rounding.
pub fn numbers<H: Half>(random: &mut Random, count: usize) -> Vec<H> {
    (0..count).map(|_| H::round(random.below(4_001) as f32 / 1_000.0 - 2.0)).collect()
}

/// Any bits: subnormal, huge, infinite, and no numbers.
pub fn any<H: Half>(random: &mut Random, count: usize) -> Vec<H> {
    (0..count).map(|_| H::of_bits(random.bits() as u16)).collect()
}

/// Rows of ascending columns: none, a few, and one with more than a block of terms.
pub fn pattern(random: &mut Random, rows: usize, columns: usize) -> (Vec<i32>, Vec<i32>) {
    let (mut indptr, mut indices) = (vec![0], Vec::new());
    for row in 0..rows {
        let share = if row == rows / 2 { 1 } else { 1 + random.below(columns / 2 + 1) };
        let skipped = random.below(3);
        indices.extend((0..columns).filter(|_| skipped > 0 && random.below(share) == 0).map(|column| column as i32));
        indptr.push(indices.len() as i32);
    }
    (indptr, indices)
}

pub fn widen<H: Half>(values: &[H]) -> Vec<f32> {
    values.iter().map(|&x| x.widen()).collect()
}

pub fn round<H: Half>(values: &[f32]) -> Vec<H> {
    values.iter().map(|&x| H::round(x)).collect()
}

/// Fails unless both have the same bits; those of any NaN are the same.
pub fn same<H: Half>(expected: &[H], found: &[H], what: &str) {
    let bits = |x: H| if x.widen().is_nan() { None } else { Some(x.to_bits()) };
    let first = expected.iter().zip(found).position(|(&a, &b)| bits(a) != bits(b));
    assert_eq!(expected.len(), found.len(), "{what}");
    assert!(first.is_none(), "{} {what}: {:?}", <H as Half>::NAME, first.map(|i| (i, expected[i], found[i])));
}

/// Calls at every level, whole and in parts, and without dispatch; `run` gets the way, and compares.
pub fn every_way(mut run: impl FnMut(Way)) {
    let _one_at_a_time = LEVEL.lock().unwrap_or_else(PoisonError::into_inner);
    for &level in Level::ALL.iter().filter(|level| level.is_available()) {
        force(Some(level)).unwrap();
        for parts in [1, 2, 3, 7] {
            run(Way { scalar: false, parts });
        }
    }
    force(None).unwrap();
    run(Way { scalar: true, parts: 2 });
}

#[derive(Clone, Copy)]
pub struct Way {
    scalar: bool,
    parts: usize,
}

impl Way {
    pub fn run<K: Kernel<Output = ()> + Split>(self, kernel: K) {
        kernel.check().unwrap();
        match self {
            Self { scalar: true, .. } => kernel.call_scalar().unwrap(),
            Self { parts: 1, .. } => kernel.call().unwrap(),
            Self { parts, .. } => kernel.split(parts).for_each(|part| part.run().unwrap()),
        }
    }
}
