//! Casts of numbers: each pair of types as on the CPU.
use super::gpu;
use half::{bf16, f16};
use lacuna::cast::CastTo;
use lacuna::{KernelError, Number, error::Operand};
use lacuna_cuda::{Buffer, Error};
use lacuna_testing::Random;

/// More than the threads of one block take, and a part.
const LENGTH: usize = 2 * 1024 + 77;

fn numbers<A: Number>() -> Vec<A>
where
    f64: CastTo<A>,
{
    let mut draws = Random::seeded(7);
    let special = [
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        -0.0,
        0.5,
        -0.5,
        1.5,
        2.5,
        65_519.9,
        65_520.0,
        2e9,
        -3e9,
        1e19,
        -1e19,
        127.5,
        128.0,
        255.5,
        1e-7,
    ];
    let drawn =
        (special.len()..LENGTH).map(|place| (draws.below(1 << 20) as f64 - 5e5) * 2.0_f64.powi(place as i32 % 64 - 32));
    special.into_iter().chain(drawn).map(CastTo::cast).collect()
}

fn casts<A: CastTo<B>, B: Number>()
where
    f64: CastTo<A>,
{
    let (gpu, numbers) = (gpu(), numbers::<A>());
    let mut expected = vec![B::default(); LENGTH];
    lacuna::cast::cast(&numbers, &mut expected).unwrap();
    let input = Buffer::upload_values(&gpu, &numbers).unwrap();
    let mut out = Buffer::upload_values(&gpu, &[B::default(); LENGTH]).unwrap();
    lacuna_cuda::cast::cast(&gpu, &input, &mut out).unwrap();
    let found = out.download_values(&gpu).unwrap();
    // What is no number has no order, and is the same as another such.
    let is_none = |number: &B| number.partial_cmp(number).is_none();
    let differs = found
        .iter()
        .zip(&expected)
        .position(|(found, expected)| found != expected && !(is_none(found) && is_none(expected)));
    assert_eq!(
        differs.map(|place| (place, numbers[place], found[place], expected[place])),
        None,
        "{} to {}",
        A::NAME,
        B::NAME
    );
    let mut short = Buffer::upload_values(&gpu, &[B::default(); 3]).unwrap();
    let refused = lacuna_cuda::cast::cast(&gpu, &input, &mut short).unwrap_err();
    let shape = KernelError::Shape { operand: Operand::Output, axis: 2, expected: LENGTH, found: 3 };
    assert!(matches!(refused, Error::Kernel(error) if error == shape), "{refused:?}");
}

macro_rules! pairs {
    ($($from:ident)*; $to:tt) => { $(pairs! { @from $from $to })* };
    (@from $from:ident [$($to:ident)*]) => { $(casts::<$from, $to>();)* };
}

#[test]
fn every_type_to_every_type() {
    pairs!(f32 f64 f16 bf16 i32 i64 u8 i8; [f32 f64 f16 bf16 i32 i64 u8 i8]);
}
