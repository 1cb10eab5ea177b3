//! Results in one call, against sums over dense matrices of small integers, which no order of additions changes.
#![allow(clippy::unwrap_used)]

use lacuna::owned::{self, OwnedCsr, OwnedDense, OwnedPlan, OwnedRowSparse};
use lacuna::{Csr, Dense, Error, FormatError, Index, KernelError};
use lacuna_testing::{Random, check_seeds};

type Matrix = Vec<Vec<f64>>;

/// A matrix of which some elements are 0, and rows and columns may be empty.
fn matrix(random: &mut Random, rows: usize, columns: usize) -> Matrix {
    let mut element = || if random.below(3) == 0 { random.below(9) as f64 - 4.0 } else { 0.0 };
    (0..rows).map(|_| (0..columns).map(|_| element()).collect()).collect()
}

fn dense(matrix: &Matrix, columns: usize) -> OwnedDense<f64> {
    OwnedDense::new(matrix.len(), columns, matrix.concat()).unwrap()
}

fn product(a: &Matrix, b: &Matrix, columns: usize) -> Vec<f64> {
    let of = |row: &Vec<f64>, column: usize| row.iter().zip(b).map(|(x, row)| x * row[column]).sum::<f64>();
    a.iter().flat_map(|row| (0..columns).map(move |column| of(row, column))).collect()
}

fn transposed(a: &Matrix, columns: usize) -> Matrix {
    (0..columns).map(|column| a.iter().map(|row| row[column]).collect()).collect()
}

fn case<I: Index>(seed: u64) {
    let mut random = Random::seeded(seed);
    let [rows, inner, columns] = [0; 3].map(|_: usize| random.below(6));
    let (a, b, c) =
        (matrix(&mut random, rows, inner), matrix(&mut random, inner, columns), matrix(&mut random, rows, columns));
    let other = matrix(&mut random, rows, inner);
    let sparse = |matrix: &Matrix, columns| owned::dense_to_csr::<f64, I>(dense(matrix, columns).view()).unwrap();
    let (of_a, of_b, of_other) = (sparse(&a, inner), sparse(&b, columns), sparse(&other, inner));
    assert_eq!(of_a.nnz(), a.iter().flatten().filter(|element| **element != 0.0).count());
    let whole = |csr: &OwnedCsr<f64, I>| owned::csr_to_dense(csr.view()).unwrap().into_data();
    assert_eq!(whole(&of_a), a.concat());

    assert_eq!(owned::csr_dense(of_a.view(), dense(&b, columns).view()).unwrap().data(), product(&a, &b, columns));
    assert_eq!(whole(&owned::csr_csr(of_a.view(), of_b.view()).unwrap()), product(&a, &b, columns));
    let t = transposed(&a, inner);
    let of_t = owned::transpose(of_a.view()).unwrap();
    assert_eq!((of_t.rows(), of_t.columns(), whole(&of_t)), (inner, rows, t.concat()));
    let plan = OwnedPlan::transpose(of_a.view()).unwrap();
    let expected = product(&t, &c, columns);
    let of_c = dense(&c, columns);
    assert_eq!(owned::csr_t_dense_to_dense(&plan, of_a.values(), of_c.view()).unwrap().data(), expected);
    let stored = owned::csr_t_dense(&plan, of_a.values(), of_c.view()).unwrap();
    let mut found = vec![0.0; inner * columns];
    for (place, id) in stored.indices().iter().enumerate() {
        let row = id.to_usize() * columns..(id.to_usize() + 1) * columns;
        found[row].copy_from_slice(&stored.data()[place * columns..(place + 1) * columns]);
    }
    assert_eq!(found, expected);
    assert!(stored.indices().iter().all(|id| t[id.to_usize()].iter().any(|element| *element != 0.0)));

    type Pair = fn(f64, f64) -> f64;
    type Result<I> = std::result::Result<OwnedCsr<f64, I>, Error>;
    let pairs: [(Pair, Result<I>); 3] = [
        (|x, y| x + y, owned::add(of_a.view(), of_other.view())),
        (|x, y| x - y, owned::subtract(of_a.view(), of_other.view())),
        (|x, y| x * y, owned::multiply(of_a.view(), of_other.view())),
    ];
    for (pair, found) in pairs {
        let expected: Vec<f64> = a.iter().flatten().zip(other.iter().flatten()).map(|(x, y)| pair(*x, *y)).collect();
        assert_eq!(whole(&found.unwrap()), expected);
    }

    // In any order, and each element in two parts.
    let mut triplets = Vec::new();
    for (row, elements) in a.iter().enumerate() {
        for (column, element) in elements.iter().enumerate().filter(|(_, element)| **element != 0.0) {
            triplets.push((I::from_usize(row), I::from_usize(column), element - 1.0));
            triplets.insert(0, (I::from_usize(row), I::from_usize(column), 1.0));
        }
    }
    assert_eq!(OwnedCsr::from_triplets(rows, inner, &triplets).unwrap(), of_a);
    for part in 0..=rows {
        let view = of_a.view().row_range(part..rows).unwrap();
        assert_eq!(OwnedCsr::copy(view).unwrap().view(), view);
    }
}

#[test]
fn results_are_those_of_dense_matrices() {
    check_seeds(200, |seed| {
        case::<i32>(seed);
        case::<i64>(seed);
        case::<u32>(seed);
    });
}

#[test]
fn what_does_not_fit_is_refused() {
    let a = OwnedCsr::from_triplets(2, 3, &[(0, 0, 1.0_f32), (1, 2, 2.0)]).unwrap();
    assert!(a.view().is_checked());
    let b = OwnedDense::new(2, 1, vec![1.0, 2.0]).unwrap();
    assert!(matches!(owned::csr_dense(a.view(), b.view()), Err(Error::Kernel(KernelError::Shape { .. }))));
    assert!(matches!(owned::csr_csr(a.view(), a.view()), Err(Error::Kernel(KernelError::Shape { .. }))));
    let narrow = OwnedCsr::from_triplets(2, 2, &[(0, 0, 1.0_f32)]).unwrap();
    assert!(owned::add(a.view(), narrow.view()).is_err());
    assert!(OwnedCsr::from_triplets(2, 3, &[(2, 0, 1.0_f32)]).is_err());
    assert!(OwnedCsr::from_triplets(2, 3, &[(0, -1, 1.0_f32)]).is_err());
    assert!(matches!(
        OwnedCsr::new(1, 2, vec![0, 2], vec![1, 0], vec![1.0_f32, 2.0]),
        Err(FormatError::CsrIndices { .. })
    ));
    assert!(OwnedRowSparse::new(3, 1, vec![2, 1], vec![1.0_f32, 2.0]).is_err());
    assert!(OwnedDense::new(2, 2, vec![1.0_f32; 3]).is_err());
    // More than there is memory for.
    let wide = Csr::new(0, usize::MAX >> 1, &[0_i64], &[], &[] as &[f64]).unwrap();
    assert!(matches!(owned::transpose(wide), Err(Error::Kernel(KernelError::Capacity { .. }))));
    let rows = vec![0_i64; 1 << 20];
    let tall = Csr::new((1 << 20) - 1, 0, &rows, &[], &[] as &[f64]).unwrap();
    let empty = Dense::new(0, usize::MAX >> 3, &[] as &[f64]).unwrap();
    assert!(matches!(owned::csr_dense(tall, empty), Err(Error::Kernel(KernelError::Capacity { .. }))));
}
