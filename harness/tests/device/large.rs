//! Sizes of several blocks, tiles and passes.
use crate::{assert_same_bits, device, gpu};
use lacuna::{Csr, Dense, DenseMut, RowSparse, RowSparseMut, rows};
use lacuna_cuda::DeviceRowSparse;
use lacuna_harness::backend::{Backend, Scalar};
use lacuna_runtime::PlanMemory;
use lacuna_testing::Random;

/// More entries than a block sorts, columns of more bits than a pass looks at, rows and columns of several blocks of
/// the law.
#[test]
fn a_plan_of_many_tiles_and_passes() {
    const COLUMNS: usize = 70_000;
    let mut numbers = Random::seeded(7);
    let (mut indptr, mut indices) = (vec![0_i32], Vec::new());
    for row in 0..3000 {
        let count = if row % 1000 == 999 { 2500 } else { numbers.below(20) };
        let mut columns: Vec<_> = (0..count).map(|_| numbers.below(COLUMNS) as i32).collect();
        // Column 5 has more than two blocks of terms.
        columns.push(5);
        columns.sort_unstable();
        columns.dedup();
        indices.extend(columns);
        indptr.push(indices.len() as i32);
    }
    let values: Vec<f32> = (0..indices.len()).map(|_| numbers.below(1000) as f32 / 7.0 - 70.0).collect();
    let a = Csr::new(3000, COLUMNS, &indptr, &indices, &values).unwrap();
    let (entries, device, scalar) = (a.nnz(), &device() as &dyn Backend, &Scalar as &dyn Backend);
    assert!(entries > 4 * 4096);
    let (mut on_cpu, mut on_device) = (PlanMemory::new(entries), PlanMemory::new(entries));
    let ((buffers, scratch), (buffers_there, scratch_there)) = (on_cpu.buffers(), on_device.buffers());
    let expected = scalar.transpose_plan(a, 0..COLUMNS, buffers, scratch).unwrap();
    let plan = device.transpose_plan(a, 0..COLUMNS, buffers_there, scratch_there);
    assert_eq!(device.take_fault(), None);
    let plan = plan.unwrap();
    assert_eq!(plan.ids(), expected.ids());
    assert_eq!(plan.segments(), expected.segments());
    assert_eq!(plan.term_rows(), expected.term_rows());
    assert_eq!(plan.entries(), expected.entries());

    for columns in [1, 4, 5] {
        let g: Vec<f32> = (0..3000 * columns).map(|_| numbers.below(1000) as f32 / 3.0).collect();
        let x: Vec<f32> = (0..COLUMNS * columns).map(|_| numbers.below(1000) as f32 / 3.0).collect();
        let (g, x) = (Dense::new(3000, columns, &g).unwrap(), Dense::new(COLUMNS, columns, &x).unwrap());
        let stored = plan.stored_rows();
        let mut results = [(); 2].map(|()| (vec![0.0; stored * columns], vec![0.0; 3000 * columns]));
        let [(gradient, product), (gradient_there, product_there)] = &mut results;
        scalar
            .csr_t_dense(&plan, &values, g, RowSparseMut::new(COLUMNS, columns, plan.ids(), gradient).unwrap())
            .unwrap();
        scalar.csr_dense(a, x, DenseMut::new(3000, columns, product).unwrap()).unwrap();
        let result = device.csr_t_dense(
            &plan,
            &values,
            g,
            RowSparseMut::new(COLUMNS, columns, plan.ids(), gradient_there).unwrap(),
        );
        assert_eq!((device.take_fault(), result), (None, Ok(())));
        let result = device.csr_dense(a, x, DenseMut::new(3000, columns, product_there).unwrap());
        assert_eq!((device.take_fault(), result), (None, Ok(())));
        assert!(results[0] == results[1], "{columns} columns");
    }
}

/// More elements than one block adds the totals of at once: what it carries over is added twice.
#[test]
fn running_totals_of_many_tiles() {
    let mut numbers = Random::seeded(3);
    let counts: Vec<i64> = (0..1_100_000).map(|_| numbers.below(5) as i64).collect();
    let (mut expected, mut found) = (counts.clone(), counts);
    let (device, scalar) = (&device() as &dyn Backend, &Scalar as &dyn Backend);
    assert_eq!(device.accumulate_indptr(&mut found), scalar.accumulate_indptr(&mut expected));
    assert_eq!(device.take_fault(), None);
    assert!(found == expected);
}

/// A grid has 65535 blocks along y, one for each input: most inputs are empty, and those around the end of the first
/// grid are not.
#[test]
fn a_sum_of_more_inputs_than_a_grid_has_blocks() {
    const INPUTS: usize = 65_540;
    let empty: &[i32] = &[];
    let kinds = [(empty, vec![]), (&[1, 4], vec![0.1_f32, 1e8]), (&[0, 4], vec![3.0, 0.3]), (&[4], vec![-1e8])];
    let arrays: Vec<_> = kinds.iter().map(|(ids, data)| RowSparse::new(6, 1, ids, data).unwrap()).collect();
    let kind = |input: usize| match input {
        0 | 65_534 => 1,
        7 | 65_535 => 2,
        65_533 | 65_539 => 3,
        _ => 0,
    };
    let inputs: Vec<_> = (0..INPUTS).map(|input| arrays[kind(input)]).collect();
    let (mut ids, mut cursors, mut sums) = ([0; 6], vec![0; INPUTS], [0.0; 6]);
    let stored = rows::add_n_ids(&inputs, &mut cursors, &mut ids).unwrap();
    let out = RowSparseMut::new(6, 1, &ids[..stored], &mut sums[..stored]).unwrap();
    rows::add_n(&inputs, &mut cursors, out).unwrap();

    let gpu = gpu();
    let there: Vec<_> = arrays.iter().map(|&array| DeviceRowSparse::upload(&gpu, array).unwrap()).collect();
    let inputs: Vec<_> = (0..INPUTS).map(|input| &there[kind(input)]).collect();
    let pattern = lacuna_cuda::rows::add_n_ids(&gpu, &inputs).unwrap();
    let mut out = DeviceRowSparse::new(&gpu, &pattern, 1).unwrap();
    lacuna_cuda::rows::add_n(&gpu, &inputs, &mut out).unwrap();
    gpu.finish().unwrap();
    let out = out.download(&gpu).unwrap();
    assert_eq!(out.indices, ids[..stored]);
    assert_same_bits("sum", &out.data, &sums[..stored]);
}
