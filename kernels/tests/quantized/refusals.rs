//! What is refused, with which numbers; then nothing is written.
use lacuna::error::Operand;
use lacuna::optim::{Adam, QuantizedStep, Rounding, Sgd, Update};
use lacuna::quantized::{bag_mean, bag_sum, decode, encode, lookup};
use lacuna::{Csr, Dense, DenseMut, Error, Kernel, KernelError, RowSparse, RowSparseMut, RowsMut, error};

const CODES: [u8; 6] = [1, 2, 3, 4, 5, 6];
const SCALES: [f32; 8] = [1.0; 8];

fn codes(rows: usize, columns: usize) -> Dense<'static, u8> {
    Dense::new(rows, columns, &CODES[..rows * columns]).unwrap()
}

fn scales(rows: usize, columns: usize) -> Dense<'static, f32> {
    Dense::new(rows, columns, &SCALES[..rows * columns]).unwrap()
}

fn shape(operand: Operand, axis: u8, expected: usize, found: usize) -> Result<(), KernelError> {
    Err(KernelError::Shape { operand, axis, expected, found })
}

/// Calls with a result of a shape, which a refused call leaves as it is.
fn refused(
    [rows, columns]: [usize; 2],
    call: impl Fn(DenseMut<f32>) -> Result<(), KernelError>,
    expected: Result<(), KernelError>,
) {
    let mut out = vec![7.0; rows * columns];
    assert_eq!(call(DenseMut::new(rows, columns, &mut out).unwrap()), expected);
    assert!(out.iter().all(|&number| number == 7.0), "{out:?}");
}

#[test]
fn codes_and_scales() -> Result<(), Error> {
    let dense = Dense::new(3, 2, &[0.0_f32; 6])?;
    for (code_shape, scale_shape, expected) in [
        ([2, 2], [3, 2], shape(Operand::Codes, 0, 3, 2)),
        ([3, 1], [3, 2], shape(Operand::Codes, 1, 2, 1)),
        ([3, 2], [2, 2], shape(Operand::Scales, 0, 3, 2)),
        ([3, 2], [3, 1], shape(Operand::Scales, 1, 2, 1)),
    ] {
        let mut written = CODES;
        let target = |codes: &mut [u8; 6], out: DenseMut<f32>| {
            encode(
                dense,
                DenseMut::new(code_shape[0], code_shape[1], &mut codes[..code_shape[0] * code_shape[1]]).unwrap(),
                out,
            )
        };
        let mut out = vec![7.0; scale_shape[0] * scale_shape[1]];
        assert_eq!(target(&mut written, DenseMut::new(scale_shape[0], scale_shape[1], &mut out)?), expected);
        assert_eq!((written, out), (CODES, vec![7.0; scale_shape[0] * scale_shape[1]]));
    }
    refused([3, 2], |out| decode(codes(3, 2), scales(2, 2), out), shape(Operand::Scales, 0, 3, 2));
    refused([2, 2], |out| decode(codes(3, 2), scales(3, 2), out), shape(Operand::Output, 0, 3, 2));
    refused([3, 1], |out| decode(codes(3, 2), scales(3, 2), out), shape(Operand::Output, 1, 2, 1));
    Ok(())
}

#[test]
fn ids() -> Result<(), Error> {
    let outside =
        |entry, found| Err(KernelError::Ids { entry, fault: error::IndexFault::TooLarge, expected: 3, found });
    refused([2, 2], |out| lookup(&[0], codes(3, 2), scales(3, 2), out), shape(Operand::Output, 0, 1, 2));
    refused([1, 3], |out| lookup(&[0], codes(3, 2), scales(3, 2), out), shape(Operand::Output, 1, 2, 3));
    refused([1, 2], |out| lookup(&[0], codes(3, 2), scales(3, 1), out), shape(Operand::Scales, 1, 2, 1));
    refused([2, 2], |out| lookup(&[2, 3], codes(3, 2), scales(3, 2), out), outside(1, 3));
    let bags = Csr::trusted(1, 3, &[0, 2], &[1, 5], &[1.0, 1.0])?;
    for bag in [bag_sum, bag_mean] {
        refused([1, 2], |out| bag(bags, usize::MAX, codes(3, 2), scales(3, 2), out), outside(1, 5));
        refused([1, 2], |out| bag(bags, usize::MAX, codes(2, 2), scales(3, 2), out), shape(Operand::Codes, 0, 3, 2));
        refused([1, 2], |out| bag(bags, usize::MAX, codes(3, 2), scales(2, 2), out), shape(Operand::Scales, 0, 3, 2));
        refused([2, 2], |out| bag(bags, usize::MAX, codes(3, 2), scales(3, 2), out), shape(Operand::Output, 0, 1, 2));
        refused([1, 1], |out| bag(bags, usize::MAX, codes(3, 2), scales(3, 2), out), shape(Operand::Output, 1, 2, 1));
    }
    Ok(())
}

#[test]
fn steps() -> Result<(), Error> {
    let gradient = RowSparse::new(3, 2, &[1], &[1.0_f32, 2.0])?;
    let step = |rule: Sgd<f32>, code_rows: usize, code_columns: usize, scale_rows: usize| {
        let (mut codes, mut scales) = (CODES, SCALES);
        let step = QuantizedStep {
            rule,
            gradient,
            codes: DenseMut::new(code_rows, code_columns, &mut codes[..code_rows * code_columns]).unwrap(),
            scales: DenseMut::new(scale_rows, 2, &mut scales[..scale_rows * 2]).unwrap(),
            states: [],
            rounding: Rounding::Nearest,
        };
        let result = step.call();
        assert_eq!((codes, scales), (CODES, SCALES));
        result
    };
    assert_eq!(step(Sgd::new(0.1), 2, 2, 3), shape(Operand::Codes, 0, 3, 2));
    assert_eq!(step(Sgd::new(0.1), 3, 1, 3), shape(Operand::Codes, 1, 2, 1));
    assert_eq!(step(Sgd::new(0.1), 3, 2, 2), shape(Operand::Scales, 0, 3, 2));
    let bad = step(Sgd { clip_gradient: Some(-1.0), ..Sgd::new(0.1) }, 3, 2, 3);
    assert!(matches!(bad, Err(KernelError::Parameter { .. })), "{bad:?}");

    let adam = |update, mean: &[i32], variance_columns: usize| {
        let (mut codes, mut scales) = (CODES, [1.0_f32; 6]);
        let (mut of_mean, mut of_variance) = (vec![0.5; mean.len() * 2], vec![0.5; 3 * variance_columns]);
        let states: [RowsMut<f32, i32>; 2] = [
            RowSparseMut::new(3, 2, mean, &mut of_mean).unwrap().into(),
            DenseMut::new(3, variance_columns, &mut of_variance).unwrap().into(),
        ];
        let rule = Adam { update, ..Adam::new(0.1, 0.9, 0.999, 1e-8) };
        let step = QuantizedStep {
            rule,
            gradient,
            codes: DenseMut::new(3, 2, &mut codes).unwrap(),
            scales: DenseMut::new(3, 2, &mut scales).unwrap(),
            states,
            rounding: Rounding::Nearest,
        };
        let result = step.call();
        if result.is_err() {
            assert_eq!((codes, scales), (CODES, [1.0; 6]));
            assert!(of_mean.iter().chain(&of_variance).all(|&number| number == 0.5));
        }
        result
    };
    assert_eq!(adam(Update::Lazy, &[1], 2), Ok(()));
    assert_eq!(adam(Update::Lazy, &[0, 2], 2), Err(KernelError::MissingRow { operand: Operand::State(1), row: 1 }));
    assert_eq!(adam(Update::Lazy, &[1], 3), shape(Operand::State(2), 1, 2, 3));
    // Codes have every row, so a standard update needs every row of the states.
    assert_eq!(adam(Update::Standard, &[1], 2), Err(KernelError::MissingRow { operand: Operand::State(1), row: 0 }));
    assert_eq!(adam(Update::Standard, &[0, 1, 2], 2), Ok(()));
    Ok(())
}
