//! `Cpu` gives the bits of `Scalar` at any number of threads, and writes nothing where the kernel refuses.
use lacuna::optim::{Sgd, SgdMomentum, Update};
use lacuna::rows;
use lacuna::{Csr, CsrMut, Dense, DenseMut, KernelError, RowSparse, RowSparseMut, RowsMut, cast, dot};
use lacuna_harness::backend::{Backend, Cpu, Scalar};
use lacuna_runtime::PlanMemory;
use lacuna_testing::Random;

const THREADS: [usize; 6] = [0, 2, 3, 4, 7, 64];

fn values(random: &mut Random, length: usize) -> Vec<f32> {
    (0..length).map(|_| random.below(2001) as f32 / 64.0 - 15.0).collect()
}

/// Ascending, each with a probability of `per_mille`.
fn some(random: &mut Random, bound: usize, per_mille: usize) -> Vec<i32> {
    (0..bound).filter(|_| random.below(1000) < per_mille).map(|index| index as i32).collect()
}

struct Matrix {
    columns: usize,
    indptr: Vec<i32>,
    indices: Vec<i32>,
    values: Vec<f32>,
}

impl Matrix {
    /// Rows of very different lengths, some of them empty.
    fn new(random: &mut Random, rows: usize, columns: usize) -> Self {
        let (mut indptr, mut indices) = (vec![0], Vec::new());
        for _ in 0..rows {
            let density = [0, 10, 100, 900][random.below(4)];
            indices.extend(some(random, columns, density));
            indptr.push(indices.len() as i32);
        }
        let values = values(random, indices.len());
        Self { columns, indptr, indices, values }
    }

    fn view(&self) -> Csr<'_, f32, i32> {
        Csr::new(self.indptr.len() - 1, self.columns, &self.indptr, &self.indices, &self.values).unwrap()
    }
}

/// The result of an expression on every number of threads, inside and outside of a pool, against the one on `Scalar`.
macro_rules! assert_same_bits {
    (|$backend:ident| $result:expr) => {{
        let expected = {
            let $backend: &dyn Backend = &Scalar;
            $result
        };
        for threads in THREADS {
            let $backend = &Cpu { threads };
            assert_eq!($result, expected, "{threads} threads, in the default pool");
            let pool = Cpu::pool(threads).unwrap();
            assert_eq!(pool.install(|| $result), expected, "{threads} threads, in a pool of their own");
        }
    }};
}

fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}

const SIZES: [(usize, usize, usize); 6] = [(0, 5, 3), (1, 1, 1), (3, 0, 2), (6, 40, 1), (250, 90, 5), (90, 700, 33)];

#[test]
fn products() {
    let random = &mut Random::seeded(1);
    for (rows, columns, n) in SIZES {
        let matrix = Matrix::new(random, rows, columns);
        let a = matrix.view();
        let b = values(random, columns * n);
        assert_same_bits!(|backend| {
            let mut out = vec![9.0; rows * n];
            backend
                .csr_dense(a, Dense::new(columns, n, &b).unwrap(), DenseMut::new(rows, n, &mut out).unwrap())
                .unwrap();
            bits(&out)
        });
        let ids = some(random, columns, 400);
        let b = RowSparse::new(columns, n, &ids, &b[..ids.len() * n]).unwrap();
        assert_same_bits!(|backend| {
            let mut out = vec![9.0; rows * n];
            backend.csr_row_sparse(a, b, DenseMut::new(rows, n, &mut out).unwrap()).unwrap();
            bits(&out)
        });
    }
}

#[test]
fn transposed_products() {
    let random = &mut Random::seeded(2);
    for (rows, columns, n) in SIZES {
        let matrix = Matrix::new(random, rows, columns);
        let a = matrix.view();
        let b = values(random, rows * n);
        let dense = Dense::new(rows, n, &b).unwrap();
        let mut memory = PlanMemory::new(a.nnz());
        let (buffers, scratch) = memory.buffers();
        let plan = dot::transpose_plan(a, 0..columns, buffers, scratch).unwrap();
        assert_same_bits!(|backend| {
            let mut out = vec![9.0; plan.stored_rows() * n];
            backend
                .csr_t_dense(&plan, a.values(), dense, RowSparseMut::new(columns, n, plan.ids(), &mut out).unwrap())
                .unwrap();
            bits(&out)
        });
        assert_same_bits!(|backend| {
            let mut out = vec![9.0; columns * n];
            backend
                .csr_t_dense_to_dense(&plan, a.values(), dense, DenseMut::new(columns, n, &mut out).unwrap())
                .unwrap();
            bits(&out)
        });
        let ids = some(random, rows, 600);
        let b = RowSparse::new(rows, n, &ids, &b[..ids.len() * n]).unwrap();
        let mut memory = PlanMemory::new(a.nnz());
        let (buffers, scratch) = memory.buffers();
        let plan = dot::transpose_plan_row_sparse(a, b, 0..columns, buffers, scratch).unwrap();
        assert_same_bits!(|backend| {
            let mut out = vec![9.0; plan.stored_rows() * n];
            backend
                .csr_t_row_sparse(&plan, a.values(), b, RowSparseMut::new(columns, n, plan.ids(), &mut out).unwrap())
                .unwrap();
            bits(&out)
        });
    }
}

#[test]
fn casts() {
    let random = &mut Random::seeded(3);
    for (rows, columns, _) in SIZES {
        let matrix = Matrix::new(random, rows, columns);
        let csr = matrix.view();
        assert_same_bits!(|backend| {
            let mut out = vec![9.0; rows * columns];
            backend.csr_to_dense(csr, DenseMut::new(rows, columns, &mut out).unwrap()).unwrap();
            bits(&out)
        });
        let mut dense = vec![9.0; rows * columns];
        cast::csr_to_dense(csr, DenseMut::new(rows, columns, &mut dense).unwrap()).unwrap();
        let dense = Dense::new(rows, columns, &dense).unwrap();
        assert_same_bits!(|backend| {
            let mut indptr = vec![0_i32; rows + 1];
            backend.dense_row_nnz(dense, &mut indptr[1..]).unwrap();
            let stored = cast::accumulate_indptr(&mut indptr).unwrap();
            let (mut indices, mut values) = (vec![-1; stored], vec![9.0; stored]);
            backend
                .dense_to_csr(dense, CsrMut::new(rows, columns, &indptr, &mut indices, &mut values).unwrap())
                .unwrap();
            (indptr, indices, bits(&values))
        });
        // With room for every element, and with just enough room.
        let stored = dense.data().iter().filter(|&&value| value != 0.0).count();
        for room in [rows * columns, stored] {
            assert_same_bits!(|backend| {
                let (mut indptr, mut indices, mut values) = (vec![-1_i32; rows + 1], vec![-1; room], vec![9.0; room]);
                let stored = backend.dense_to_csr_one_pass(dense, &mut indptr, &mut indices, &mut values).unwrap();
                indices.truncate(stored);
                (indptr, indices, bits(&values[..stored]))
            });
        }
        assert_same_bits!(|backend| {
            let mut ids = vec![-1_i32; rows];
            let stored = backend.dense_row_ids(dense, 0, &mut ids).unwrap();
            ids.truncate(stored);
            let mut data = vec![9.0; stored * columns];
            backend.dense_to_row_sparse(dense, RowSparseMut::new(rows, columns, &ids, &mut data).unwrap()).unwrap();
            let input = RowSparse::new(rows, columns, &ids, &data).unwrap();
            let mut out = vec![9.0; rows * columns];
            backend.row_sparse_to_dense(input, DenseMut::new(rows, columns, &mut out).unwrap()).unwrap();
            (bits(&out), ids, bits(&data))
        });
    }
}

#[test]
fn stored_rows() {
    let random = &mut Random::seeded(4);
    for (inputs, rows, length) in [(1, 0, 3), (2, 300, 4), (5, 80, 17), (17, 40, 1)] {
        let ids: Vec<_> = (0..inputs).map(|_| some(random, rows, 300)).collect();
        let data: Vec<_> = ids.iter().map(|ids| values(random, ids.len() * length)).collect();
        let views: Vec<_> =
            ids.iter().zip(&data).map(|(ids, data)| RowSparse::new(rows, length, ids, data).unwrap()).collect();
        let mut cursors = vec![0; inputs];
        let mut union = vec![0; rows];
        let stored = rows::add_n_ids(&views, &mut cursors, &mut union).unwrap();
        assert_same_bits!(|backend| {
            let (mut cursors, mut ids) = (cursors.clone(), vec![-1; rows * inputs]);
            let stored = backend.add_n_ids(&views, &mut cursors, &mut ids).unwrap();
            ids.truncate(stored);
            ids
        });
        assert_same_bits!(|backend| {
            let (mut cursors, mut out) = (cursors.clone(), vec![9.0; stored * length]);
            backend
                .add_n(&views, &mut cursors, RowSparseMut::new(rows, length, &union[..stored], &mut out).unwrap())
                .unwrap();
            bits(&out)
        });
        let wanted = some(random, rows, 500);
        assert_same_bits!(|backend| {
            let mut out = vec![9.0; wanted.len() * length];
            backend.retain(views[0], RowSparseMut::new(rows, length, &wanted, &mut out).unwrap()).unwrap();
            bits(&out)
        });
        let repeated: Vec<i32> = (0..200).filter(|_| rows > 0).map(|_| random.below(rows) as i32).collect();
        let data = values(random, repeated.len() * length);
        let input = RowSparse::trusted(rows, length, &repeated, &data).unwrap();
        let mut memory = PlanMemory::new(repeated.len());
        let (buffers, scratch) = memory.buffers();
        let plan = rows::coalesce_plan(input, buffers, scratch).unwrap();
        assert_same_bits!(|backend| {
            let mut out = vec![9.0; plan.stored_rows() * length];
            backend.coalesce(&plan, input, RowSparseMut::new(rows, length, plan.ids(), &mut out).unwrap()).unwrap();
            bits(&out)
        });
    }
}

const WEIGHT: (usize, usize) = (300, 3);

/// A weight or state of the stored rows; all of them in a dense one.
fn rows_mut<'a>(stored: Option<&'a Vec<i32>>, values: &'a mut [f32]) -> RowsMut<'a, f32, i32> {
    let (rows, length) = WEIGHT;
    match stored {
        None => DenseMut::new(rows, length, values).unwrap().into(),
        Some(stored) => RowSparseMut::new(rows, length, stored, values).unwrap().into(),
    }
}

#[test]
fn optimizers() {
    let random = &mut Random::seeded(5);
    let (rows, length) = WEIGHT;
    let ids = some(random, rows, 300);
    let data = values(random, ids.len() * length);
    let gradient = RowSparse::new(rows, length, &ids, &data).unwrap();
    let every_row: Vec<i32> = (0..rows as i32).collect();
    // Also a weight that stores the rows of the gradient and some others.
    let some_rows: Vec<i32> = every_row.iter().copied().filter(|row| row % 2 == 0 || ids.contains(row)).collect();
    for stored in [None, Some(&every_row), Some(&some_rows)] {
        let size = stored.map_or(rows, Vec::len) * length;
        let (weight, momentum) = (values(random, size), values(random, size));
        for update in [Update::Lazy, Update::Standard] {
            let sgd = Sgd { weight_decay: 0.25, update, ..Sgd::new(0.5) };
            assert_same_bits!(|backend| {
                let mut weight = weight.clone();
                backend.sgd(&sgd, gradient, rows_mut(stored, &mut weight)).unwrap();
                bits(&weight)
            });
            let hyper = SgdMomentum { weight_decay: 0.25, update, ..SgdMomentum::new(0.5, 0.75) };
            assert_same_bits!(|backend| {
                let (mut weight, mut momentum) = (weight.clone(), momentum.clone());
                backend
                    .sgd_momentum(&hyper, gradient, rows_mut(stored, &mut weight), rows_mut(stored, &mut momentum))
                    .unwrap();
                (bits(&weight), bits(&momentum))
            });
        }
    }
}

#[test]
fn a_refused_call_writes_nothing() {
    let random = &mut Random::seeded(6);
    let matrix = Matrix::new(random, 50, 20);
    let b = values(random, 20);
    let gradient = RowSparse::new(50, 1, &[0, 10, 20, 49], &[1.0_f32; 4]).unwrap();
    for threads in THREADS {
        let backend = Cpu { threads };
        let mut out = vec![9.0; 49];
        let refused =
            backend.csr_dense(matrix.view(), Dense::new(20, 1, &b).unwrap(), DenseMut::new(49, 1, &mut out).unwrap());
        assert!(matches!(refused, Err(KernelError::Shape { expected: 50, found: 49, .. })), "{refused:?}");
        assert_eq!(out, [9.0; 49]);

        let mut weight = vec![9.0; 4];
        let refused = backend.sgd(
            &Sgd::new(0.5),
            gradient,
            RowSparseMut::new(50, 1, &[0, 10, 20, 48], &mut weight).unwrap().into(),
        );
        assert!(matches!(refused, Err(KernelError::MissingRow { row: 49, .. })), "{refused:?}");
        assert_eq!(weight, [9.0; 4]);

        let dense = Dense::new(20, 1, &b).unwrap();
        let mut indptr = vec![0_i32; 21];
        let refused = backend.dense_to_csr_one_pass(dense, &mut indptr, &mut [], &mut []);
        assert!(matches!(refused, Err(KernelError::Capacity { .. })), "{refused:?}");

        // The first rows have ids that fit the index type, the last one has not.
        let dense = Dense::new(4, 1, &[1.0_f32; 4]).unwrap();
        for first_row in [i32::MAX as usize - 2, usize::MAX - 2] {
            let mut ids = [-1_i32; 4];
            let refused = backend.dense_row_ids(dense, first_row, &mut ids);
            assert!(matches!(refused, Err(KernelError::Index { .. })), "{refused:?}");
            assert_eq!(ids, [-1; 4]);
        }
    }
}
