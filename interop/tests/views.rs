//! Products by this project against those of each library, and what has no view. All numbers are small whole ones, so
//! that every order of additions gives the same sum.
#![allow(clippy::unwrap_used)]
#![cfg(all(feature = "sprs", feature = "faer", feature = "nalgebra", feature = "ndarray"))]

use lacuna::owned::{self, OwnedCsr};
use lacuna::{Dense, FormatError, dot};
use lacuna_interop::{AsCsr, AsDense, AsDenseMut, AsTransposedCsr, AsTransposedDense, Error};
use ndarray::{Array1, Array2, arr2, s};

/// [[1, 0, 2], [0, 0, 0], [0, 3, 4], [5, 0, 0]].
const TRIPLETS: [(usize, usize, f64); 5] = [(0, 0, 1.0), (0, 2, 2.0), (2, 1, 3.0), (2, 2, 4.0), (3, 0, 5.0)];
const RIGHT: [f64; 6] = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];

/// The matrix times the 3 x 2 one.
const PRODUCT: [f64; 8] = [11.0, 14.0, 0.0, 0.0, 29.0, 36.0, 5.0, 10.0];

fn product(csr: impl AsCsr<Value = f64>) -> Vec<f64> {
    owned::csr_dense(csr.as_csr().unwrap(), Dense::new(3, 2, &RIGHT).unwrap()).unwrap().into_data()
}

fn of_sprs<I: sprs::SpIndex>() -> sprs::CsMatI<f64, I> {
    let mut triplets = sprs::TriMatI::<f64, I>::new((4, 3));
    for (row, column, value) in TRIPLETS {
        triplets.add_triplet(row, column, value);
    }
    triplets.to_csr()
}

#[test]
fn csr_of_sprs_with_every_index() {
    assert_eq!(product(of_sprs::<usize>()), PRODUCT);
    assert_eq!(product(of_sprs::<i32>()), PRODUCT);
    assert_eq!(product(of_sprs::<i64>()), PRODUCT);
    assert_eq!(product(of_sprs::<u32>()), PRODUCT);
    assert_eq!(product(of_sprs::<usize>().view()), PRODUCT);
}

#[test]
fn columns_of_sprs_are_the_transposed() {
    let columns = of_sprs::<usize>().to_csc();
    let transposed = owned::transpose(columns.as_transposed_csr().unwrap()).unwrap();
    assert_eq!(owned::csr_dense(transposed.view(), Dense::new(3, 2, &RIGHT).unwrap()).unwrap().into_data(), PRODUCT);
    assert_eq!(columns.as_csr().unwrap_err(), Error::Compressed("columns"));
    assert_eq!(of_sprs::<usize>().as_transposed_csr().unwrap_err(), Error::Compressed("rows"));
    assert_eq!(
        columns.as_csr().unwrap_err().to_string(),
        "its columns are compressed: it has the view of the other kind, plain or transposed"
    );
}

#[test]
fn a_part_of_a_matrix_of_sprs_counts_from_elsewhere() {
    let matrix = of_sprs::<usize>();
    let part = matrix.slice_outer(2..4);
    assert!(matches!(part.as_csr().unwrap_err(), Error::Format(FormatError::CsrIndptr { row: 0, found: 2, .. })));
    // The rows of the whole are a part that kernels take.
    let rows = matrix.as_csr().unwrap().row_range(2..4).unwrap();
    let found = owned::csr_dense(rows, Dense::new(3, 2, &RIGHT).unwrap()).unwrap();
    assert_eq!(found.data(), &PRODUCT[4..]);
}

#[test]
fn matrices_of_faer() {
    let triplets = TRIPLETS.map(|(row, column, value)| faer::sparse::Triplet::new(row, column, value));
    let rows = faer::sparse::SparseRowMat::<usize, f64>::try_new_from_triplets(4, 3, &triplets).unwrap();
    assert_eq!(product(rows.clone()), PRODUCT);
    assert_eq!(product(rows.as_ref()), PRODUCT);
    let columns = faer::sparse::SparseColMat::<usize, f64>::try_new_from_triplets(4, 3, &triplets).unwrap();
    let transposed = columns.as_transposed_csr().unwrap();
    assert_eq!((transposed.rows(), transposed.columns()), (3, 4));
    assert_eq!(transposed, owned::transpose(rows.as_csr().unwrap()).unwrap().view());
    assert_eq!(columns.as_ref().as_transposed_csr().unwrap(), transposed);

    let x = faer::Col::from_fn(3, |row| (row + 1) as f64);
    let mut y = faer::Col::<f64>::zeros(4);
    dot::csr_dense(rows.as_csr().unwrap(), x.as_dense().unwrap(), y.as_dense_mut().unwrap()).unwrap();
    assert_eq!(y, &rows * &x);
}

#[test]
fn matrices_of_nalgebra() {
    let mut triplets = nalgebra_sparse::CooMatrix::new(4, 3);
    for (row, column, value) in TRIPLETS {
        triplets.push(row, column, value);
    }
    let rows = nalgebra_sparse::CsrMatrix::from(&triplets);
    assert_eq!(product(rows.clone()), PRODUCT);
    let columns = nalgebra_sparse::CscMatrix::from(&triplets);
    assert_eq!(columns.as_transposed_csr().unwrap(), owned::transpose(rows.as_csr().unwrap()).unwrap().view());

    let x = nalgebra_sparse::na::DVector::from_vec(vec![1.0, 2.0, 3.0]);
    let mut y = nalgebra_sparse::na::DVector::zeros(4);
    dot::csr_dense(rows.as_csr().unwrap(), x.as_dense().unwrap(), y.as_dense_mut().unwrap()).unwrap();
    assert_eq!(y, &rows * &x);
    let table = nalgebra_sparse::na::DMatrix::from_row_slice(3, 2, &RIGHT);
    assert_eq!(table.as_transposed_dense().unwrap().data(), [1.0, 3.0, 5.0, 2.0, 4.0, 6.0]);
}

#[test]
fn arrays_of_ndarray() {
    let matrix = of_sprs::<usize>();
    let right = arr2(&[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]);
    let mut written = Array2::from_elem((4, 2), 9.0);
    dot::csr_dense(matrix.as_csr().unwrap(), right.as_dense().unwrap(), written.as_dense_mut().unwrap()).unwrap();
    assert_eq!(written.as_slice().unwrap(), PRODUCT);
    // Some rows of an array.
    assert_eq!(right.slice(s![1.., ..]).as_dense().unwrap().data(), [3.0, 4.0, 5.0, 6.0]);
    let mut vector = Array1::<f64>::zeros(4);
    let ones = Array1::from_elem(3, 1.0);
    dot::csr_dense(matrix.as_csr().unwrap(), ones.as_dense().unwrap(), vector.as_dense_mut().unwrap()).unwrap();
    assert_eq!(vector.to_vec(), [3.0, 0.0, 7.0, 5.0]);

    let scattered = Error::Scattered { rows: 3, columns: 1 };
    assert_eq!(right.slice(s![.., ..1]).as_dense().unwrap_err(), scattered);
    assert_eq!(right.slice(s![.., 1]).as_dense().unwrap_err(), scattered);
    assert_eq!(right.t().as_dense().unwrap_err(), Error::Scattered { rows: 2, columns: 3 });
    assert_eq!(right.t().as_transposed_dense().unwrap().data(), RIGHT);
    assert_eq!(scattered.to_string(), "the 3 x 1 elements do not follow each other, row after row");
}

#[test]
fn results_become_matrices_of_each_library() {
    let triplets = TRIPLETS.map(|(row, column, value)| (row as i64, column as i64, value));
    let owned = || OwnedCsr::<f64, i64>::from_triplets(4, 3, &triplets).unwrap();
    let dense = owned::csr_dense(owned().view(), Dense::new(3, 2, &RIGHT).unwrap()).unwrap();
    assert_eq!(lacuna_interop::ndarray::array(dense).unwrap().as_slice().unwrap(), PRODUCT);
    assert_eq!(product(lacuna_interop::sprs::matrix(owned())), PRODUCT);
    assert_eq!(product(lacuna_interop::faer::matrix(owned())), PRODUCT);
    assert_eq!(product(lacuna_interop::nalgebra::matrix(owned()).unwrap()), PRODUCT);
    let empty = OwnedCsr::<f64, i64>::from_triplets(0, 0, &[]).unwrap();
    assert_eq!(lacuna_interop::sprs::matrix(empty.clone()).nnz(), 0);
    assert_eq!(lacuna_interop::faer::matrix(empty.clone()).compute_nnz(), 0);
    assert_eq!(lacuna_interop::nalgebra::matrix(empty).unwrap().nnz(), 0);
}

#[test]
fn columns_that_do_not_ascend_are_refused() {
    // faer allows them.
    let symbolic =
        faer::sparse::SymbolicSparseRowMat::<usize>::new_unsorted_checked(1, 3, vec![0, 2], None, vec![2, 0]);
    let matrix = faer::sparse::SparseRowMat::new(symbolic, vec![1.0, 2.0]);
    assert!(matches!(matrix.as_csr().unwrap_err(), Error::Format(FormatError::CsrIndices { row: 0, entry: 1, .. })));
    let loose = faer::sparse::SymbolicSparseRowMat::<usize>::new_checked(1, 3, vec![0, 2], Some(vec![1]), vec![0, 2]);
    let matrix = faer::sparse::SparseRowMat::new(loose, vec![1.0, 2.0]);
    assert_eq!(matrix.as_csr().unwrap_err(), Error::Uncompressed);
}
