//! Parts of buffers and of dense matrices, and sums that stay `f64`.
use crate::{assert_same_bits, gpu};
use lacuna::error::Operand;
use lacuna::optim::GlobalNorm;
use lacuna::{Dense, DenseMut, KernelError};
use lacuna_cuda::{Buffer, DeviceBroadcast, DeviceDense, Error, Gpu, binary, optim, slice};
use lacuna_harness::backend::AnyDriver;
use lacuna_testing::{Profile, Random, Real};

fn refused<T>(result: Result<T, Error>) -> KernelError {
    match result {
        Err(Error::Kernel(error)) => error,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("not refused"),
    }
}

fn range(axis: u8, start: usize, end: usize, length: usize) -> KernelError {
    KernelError::Range { axis, start, end, length }
}

#[test]
fn of_a_buffer() {
    let gpu = gpu();
    let all = Buffer::upload(&gpu, &[10_i64, 11, 12, 13, 14]).unwrap();
    let some = all.part(&gpu, 1..4).unwrap();
    assert_eq!(some.download(&gpu).unwrap(), [11, 12, 13]);
    assert!(all.part(&gpu, 5..5).unwrap().is_empty());
    let mut to = all.duplicate(&gpu).unwrap();
    to.place(&gpu, 2, &some).unwrap();
    assert_eq!(to.download(&gpu).unwrap(), [10, 11, 11, 12, 13]);
    assert_eq!(refused(all.part(&gpu, 3..6)), range(2, 3, 6, 5));
    assert_eq!(refused(to.place(&gpu, 3, &some)), range(2, 3, 6, 5));
    assert_eq!(refused(to.place(&gpu, usize::MAX, &some)), range(2, usize::MAX, usize::MAX, 5));
    assert_eq!(to.download(&gpu).unwrap(), [10, 11, 11, 12, 13]);
}

/// A matrix with gaps between its rows.
fn matrix<V: Real>(
    gpu: &Gpu<AnyDriver>,
    [rows, columns, stride]: [usize; 3],
    values: &[V],
) -> DeviceDense<AnyDriver, V> {
    DeviceDense::upload(gpu, Dense::with_stride(rows, columns, stride, values).unwrap()).unwrap()
}

fn of_a_matrix_of<V: Real>() {
    let (gpu, mut numbers) = (gpu(), Random::seeded(3));
    let (mut from, to) =
        (Profile::Plain.values::<V>(&mut numbers, 5 * 9), Profile::Plain.values::<V>(&mut numbers, 6 * 8));
    from[2 * 9 + 3] = -V::ZERO;
    let source = matrix(&gpu, [5, 7, 9], &from);
    for (shape, first, at) in [
        ([3, 4], [1, 2], [3, 1]),
        ([5, 7], [0, 0], [1, 1]),
        ([1, 1], [4, 6], [5, 7]),
        ([0, 3], [5, 0], [6, 0]),
        ([2, 0], [0, 7], [0, 8]),
    ] {
        let mut out = matrix(&gpu, [6, 8, 8], &to);
        slice::copy_part(&gpu, shape, &source, first, &mut out, at).unwrap();
        let (mut found, mut expected) = (to.clone(), to.clone());
        out.download(&gpu, DenseMut::new(6, 8, &mut found).unwrap()).unwrap();
        for row in 0..shape[0] {
            for column in 0..shape[1] {
                expected[(at[0] + row) * 8 + at[1] + column] = from[(first[0] + row) * 9 + first[1] + column];
            }
        }
        assert_same_bits(&format!("{shape:?} from {first:?} to {at:?}"), &found, &expected);
    }
    let mut out = matrix(&gpu, [6, 8, 8], &to);
    let mut refusal = |shape, first, at| refused(slice::copy_part(&gpu, shape, &source, first, &mut out, at));
    assert_eq!(refusal([3, 4], [3, 0], [0, 0]), range(0, 3, 6, 5));
    assert_eq!(refusal([3, 4], [0, 4], [0, 0]), range(1, 4, 8, 7));
    assert_eq!(refusal([3, 4], [0, 0], [4, 0]), range(0, 4, 7, 6));
    assert_eq!(refusal([3, 4], [0, 0], [0, 5]), range(1, 5, 9, 8));
    assert_eq!(refusal([3, 4], [0, 0], [0, usize::MAX]), range(1, usize::MAX, usize::MAX, 8));

    // As an operand, without a copy.
    let (part, mut sum) = (DeviceBroadcast::<_, V, i32>::Part, matrix(&gpu, [2, 3, 3], &to[..6]));
    binary::accumulate_rows(&gpu, part(&source, [1, 2]), &mut sum).unwrap();
    let mut found = [V::ZERO; 6];
    sum.download(&gpu, DenseMut::new(2, 3, &mut found).unwrap()).unwrap();
    let expected: Vec<_> = (0..6).map(|place| to[place] + from[(1 + place / 3) * 9 + 2 + place % 3]).collect();
    assert_same_bits("a sum", &found, &expected);
    assert_eq!(refused(binary::accumulate_rows(&gpu, part(&source, [4, 0]), &mut sum)), range(0, 4, 6, 5));
    assert_eq!(refused(binary::accumulate_rows(&gpu, part(&source, [0, 5]), &mut sum)), range(1, 5, 8, 7));
    let narrow = DeviceBroadcast::<_, V, i32>::Dense(&source);
    let shape = KernelError::Shape { operand: Operand::Input, axis: 0, expected: 2, found: 5 };
    assert_eq!(refused(binary::accumulate_rows(&gpu, narrow, &mut sum)), shape);
}

#[test]
fn of_a_matrix() {
    of_a_matrix_of::<f32>();
    of_a_matrix_of::<f64>();
}

fn norms_of<V: Real>() {
    let (gpu, mut numbers) = (gpu(), Random::seeded(5));
    // None, less than a block, a block, more than two.
    let arrays: Vec<Vec<V>> =
        [7, 0, 1024, 1, 2500].iter().map(|&count| Profile::Plain.values(&mut numbers, count)).collect();
    let there: Vec<_> = arrays.iter().map(|array| Buffer::upload_values(&gpu, array).unwrap()).collect();
    for count in 0..=arrays.len() {
        let found = optim::global_norm(&gpu, &there.iter().take(count).collect::<Vec<_>>()).unwrap();
        let expected = arrays.iter().take(count).fold(GlobalNorm::default(), |norm, array| norm.and(array));
        assert_eq!(found, expected, "{count} arrays of {}", V::NAME);
    }
    let infinite = Buffer::upload_values(&gpu, &[V::narrow(f64::INFINITY)]).unwrap();
    assert_eq!(optim::global_norm(&gpu, &[&there[0], &infinite]).unwrap().rescale(1.0), None);
}

#[test]
fn norms() {
    norms_of::<f32>();
    norms_of::<f64>();
}
