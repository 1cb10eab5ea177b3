//! The stride of a matrix of one row, or without columns, is never used: it may be anything.
use lacuna::dot::BlockEnds;
use lacuna::optim::{Sgd, SgdMomentum};
use lacuna::segments::PlanBuffers;
use lacuna::{Csr, CsrMut, Dense, DenseMut, RowSparse, RowSparseMut, cast, dot, optim, scalar};

const STRIDES: [usize; 4] = [0, 1, 2, usize::MAX];

fn dense(columns: usize, stride: usize) -> Dense<'static, f32> {
    Dense::with_stride(1, columns, stride, &[1.0, 2.0, 3.0][..columns]).unwrap()
}

/// Calls `function` with a matrix of one row, and gives what it writes.
fn row<E: std::fmt::Debug>(
    columns: usize,
    stride: usize,
    function: impl FnOnce(DenseMut<f32>) -> Result<(), E>,
) -> Vec<f32> {
    let mut out = vec![9.0; columns];
    function(DenseMut::with_stride(1, columns, stride, &mut out).unwrap()).unwrap();
    out
}

#[test]
fn products() {
    // [[2]] and its transpose.
    let a = Csr::<f32, i32>::new(1, 1, &[0, 1], &[0], &[2.0]).unwrap();
    let (mut ids, mut segments, mut rows, mut entries) = ([0; 1], [0; 2], [0; 1], [0; 1]);
    let buffers = PlanBuffers { ids: &mut ids, segments: &mut segments, rows: &mut rows, entries: &mut entries };
    let plan = dot::transpose_plan(a, 0..1, buffers, &mut [0_u64; 2]).unwrap();
    let mut memory = [[0; 12]; 2];
    let [memory, memory_of_transposed] = &mut memory;
    let sliced = dot::sell_plan(a, memory);
    let sell_transposed = dot::sell_plan_transposed(a, &[0], memory_of_transposed);
    for stride in STRIDES {
        for columns in 0..=3 {
            let b = dense(columns, stride);
            let doubled: Vec<f32> = b.row(0).iter().map(|x| 2.0 * x).collect();
            let stored = RowSparse::new(1, columns, &[0], b.row(0)).unwrap();
            for function in [dot::csr_dense, scalar::csr_dense] {
                assert_eq!(row(columns, stride, |out| function(a, b, out)), doubled);
            }
            for function in [dot::csr_row_sparse, scalar::csr_row_sparse] {
                assert_eq!(row(columns, stride, |out| function(a, stored, out)), doubled);
            }
            for function in [dot::csr_t_dense_to_dense, scalar::csr_t_dense_to_dense] {
                assert_eq!(row(columns, stride, |out| function(&plan, a.values(), b, out)), doubled);
            }
            let ends = BlockEnds::default();
            for function in [dot::csr_t_dense_scatter, scalar::csr_t_dense_scatter] {
                assert_eq!(row(columns, stride, |out| function(a, &ends, b, &mut [], out)), doubled);
            }
            for function in [dot::csr_t_row_sparse_scatter, scalar::csr_t_row_sparse_scatter] {
                assert_eq!(row(columns, stride, |out| function(a, &ends, stored, &mut [], out)), doubled);
            }
            if columns == 1 {
                for function in [dot::csr_t_column, scalar::csr_t_column] {
                    assert_eq!(row(columns, stride, |out| function(a, b, &mut [], &mut [], out)), doubled);
                }
                for sliced in [sliced.unwrap(), sell_transposed.unwrap()] {
                    for function in [dot::sell_column, scalar::sell_column] {
                        assert_eq!(row(columns, stride, |out| function(&sliced, a.values(), b, out)), doubled);
                    }
                }
            }
            let mut data = vec![9.0; columns];
            dot::csr_t_dense(&plan, a.values(), b, RowSparseMut::new(1, columns, plan.ids(), &mut data).unwrap())
                .unwrap();
            assert_eq!(data, doubled);
        }
    }
}

#[test]
fn casts() {
    for stride in STRIDES {
        for columns in 1..=3 {
            let from = dense(columns, stride);
            let (mut indptr, mut indices, mut values) = ([0; 2], vec![0; columns], vec![0.0; columns]);
            cast::dense_row_nnz(from, &mut indptr[1..]).unwrap();
            cast::dense_to_csr(from, CsrMut::new(1, columns, &indptr, &mut indices, &mut values).unwrap()).unwrap();
            assert_eq!((indptr[1], &values[..]), (columns as i32, from.row(0)));
            values.fill(0.0);
            assert_eq!(cast::dense_to_csr_one_pass(from, &mut indptr, &mut indices, &mut values), Ok(columns));
            let csr = Csr::new(1, columns, &indptr, &indices, &values).unwrap();
            assert_eq!(row(columns, stride, |out| cast::csr_to_dense(csr, out)), from.row(0));
            let (mut ids, mut data) = ([9], vec![0.0; columns]);
            assert_eq!(cast::dense_row_ids(from, 0, &mut ids), Ok(1));
            cast::dense_to_row_sparse(from, RowSparseMut::new(1, columns, &ids, &mut data).unwrap()).unwrap();
            let stored = RowSparse::new(1, columns, &ids, &data).unwrap();
            assert_eq!(row(columns, stride, |out| cast::row_sparse_to_dense(stored, out)), from.row(0));
        }
    }
}

#[test]
fn optimizers() {
    let gradient = RowSparse::new(1, 2, &[0], &[1.0, 2.0]).unwrap();
    for stride in STRIDES {
        assert_eq!(row(2, stride, |weight| optim::sgd(&Sgd::new(1.0), gradient, weight.into())), [8.0, 7.0]);
        let mut momentum = [0.0; 2];
        let weight = row(2, stride, |weight| {
            let momentum = DenseMut::with_stride(1, 2, stride, &mut momentum).unwrap();
            optim::sgd_momentum(&SgdMomentum::new(1.0, 0.5), gradient, weight.into(), momentum.into())
        });
        assert_eq!((weight, momentum), (vec![8.0, 7.0], [-1.0, -2.0]));
    }
}

#[test]
fn matrices_without_columns() {
    for stride in STRIDES {
        let a = Csr::<f32, i32>::new(3, 2, &[0, 1, 1, 2], &[0, 1], &[1.0, 2.0]).unwrap();
        let none = |rows| Dense::<f32>::with_stride(rows, 0, stride, &[]).unwrap();
        dot::csr_dense(a, none(2), DenseMut::with_stride(3, 0, stride, &mut []).unwrap()).unwrap();
        assert_eq!(cast::dense_row_ids(none(3), 0, &mut [0; 3]), Ok(0));
        assert_eq!(cast::dense_to_csr_one_pass(none(3), &mut [9; 4], &mut [], &mut []), Ok(0));
        let stored = RowSparse::<f32, i32>::new(3, 0, &[1], &[]).unwrap();
        cast::row_sparse_to_dense(stored, DenseMut::with_stride(3, 0, stride, &mut []).unwrap()).unwrap();
        optim::sgd(&Sgd::new(1.0), stored, DenseMut::with_stride(3, 0, stride, &mut []).unwrap().into()).unwrap();
    }
}
