//! What the structure calls of random numbers refuse; kernels are in `derived`.
use super::{capacity, index, range, shape};
use lacuna::KernelError;
use lacuna::error::{Operand, Parameter};
use lacuna::random::{Stream, log_uniform, log_uniform_unique, power_law_pattern, row_ids, uniform_pattern};

const NONE: KernelError = KernelError::Parameter { parameter: Parameter::High, bits: 0 };

#[test]
fn classes_are_counted_and_fit() {
    let (mut ids, mut out) = ([7; 3], [7.0_f32; 3]);
    let mut call = |classes: usize, length: usize| {
        let result = log_uniform_unique(Stream::new(1, 2), classes, &mut ids[..length]);
        assert!(result.is_ok() || ids == [7; 3], "written before the refusal");
        result
    };
    assert_eq!(call(0, 0), Err(NONE));
    assert_eq!(call(2, 3), Err(range(0, 0..3, 2)));
    let most = i32::MAX as usize;
    assert_eq!(call(most + 2, 3), Err(index(most + 1, most)));
    assert_eq!(call(most + 1, 0), Ok(0));
    assert!(call(3, 3).is_ok_and(|tries| tries >= 3));
    assert_eq!(ids, [0, 1, 2]);
    assert_eq!(log_uniform(Stream::new(1, 2), most + 2, &mut ids, &mut out), Err(index(most + 1, most)));
    assert_eq!(log_uniform(Stream::new(1, 2), most + 1, &mut ids, &mut out), Ok(()));
    assert!(ids.iter().all(|&id| id >= 0));
}

#[test]
fn patterns() {
    let (mut indptr, mut indices) = ([7; 4], [7; 9]);
    let mut call = |columns: usize, density: f32, rows: usize, room: usize| {
        let result = uniform_pattern(Stream::new(1, 2), columns, density, &mut indptr[..rows], &mut indices[..room]);
        (result, indptr == [7; 4] && indices == [7; 9])
    };
    let most = i32::MAX as usize;
    let probability =
        |bits: f64| Err(KernelError::Parameter { parameter: Parameter::Probability, bits: bits.to_bits() });
    assert_eq!(call(3, -0.5, 4, 9), (probability(-0.5), true));
    assert_eq!(call(3, 1.5, 4, 9), (probability(1.5), true));
    assert_eq!(call(most + 2, 0.5, 4, 9), (Err(index(most + 1, most)), true));
    assert_eq!(call(3, 1.0, 0, 9), (Err(capacity(Operand::Indptr, 1, 0)), true));
    assert_eq!(call(3, 1.0, 4, 8), (Err(capacity(Operand::Indices, 9, 8)), false));
    assert_eq!(call(3, 1.0, 4, 9), (Ok(9), false));
    assert_eq!((indptr, indices), ([0, 3, 6, 9], [0, 1, 2, 0, 1, 2, 0, 1, 2]));
    assert_eq!(row_ids(Stream::new(1, 2), 4, 1.0_f64, &mut indices[..3]), Err(capacity(Operand::Indices, 4, 3)));
    assert_eq!(row_ids(Stream::new(1, 2), 4, 0.0_f64, &mut indices[..3]), Ok(0));
}

#[test]
fn power_law() {
    let (mut indptr, mut indices) = ([7; 4], [7; 12]);
    let mut call = |columns: usize, rows: usize, entries: usize| {
        let result = power_law_pattern(columns, &mut indptr[..rows], &mut indices[..entries]);
        assert!(result.is_ok() || indptr == [7; 4] && indices == [7; 12], "written before the refusal");
        result
    };
    assert_eq!(call(4, 0, 6), Err(capacity(Operand::Indptr, 1, 0)));
    assert_eq!(call(4, 4, 5), Err(capacity(Operand::Indices, 6, 5)));
    assert_eq!(call(4, 4, 11), Err(shape(Operand::Indices, 2, 10, 11)));
    assert_eq!(call(4, 4, 8), Ok(()));
    assert_eq!((indptr, &indices[..8]), ([0, 2, 6, 8], &[0, 1, 0, 1, 2, 3, 0, 1][..]));
}
