//! Operands with room for more rows than they store. What is in that room nobody wrote, and it is in no result.
use crate::{assert_same_bits, for_each_type, gpu, indices};
use lacuna::optim::Sgd;
use lacuna::{Csr, Dense, DenseMut, Index, RowSparse, RowSparseMut, scalar};
use lacuna_cuda::{Buffer, DeviceCsr, DeviceDense, DeviceRowSparse, Pattern, cast, dot, embedding, optim, rows};
use lacuna_testing::{Profile, Random, Real};

const ROWS: usize = 70;
const STORED: [usize; 6] = [0, 3, 4, 31, 33, 64];

fn few_of_many<V: Real, I: Index>(columns: usize) {
    let (gpu, mut numbers) = (gpu(), Random::seeded(15));
    let mut all = vec![V::ZERO; ROWS * columns];
    let data = Profile::Plain.values::<V>(&mut numbers, STORED.len() * columns);
    for (row, stored) in STORED.iter().zip(data.chunks(columns)) {
        all[row * columns..][..columns].copy_from_slice(stored);
    }
    let ids = indices::<I>(STORED);
    let array = RowSparse::new(ROWS, columns, &ids, &data).unwrap();
    let dense = Dense::new(ROWS, columns, &all).unwrap();
    let pattern = cast::dense_row_ids::<_, V, I>(&gpu, &DeviceDense::upload(&gpu, dense).unwrap()).unwrap();
    assert_eq!((pattern.capacity(), pattern.download(&gpu).unwrap()), (ROWS, ids.clone()));
    let mut there = DeviceRowSparse::new(&gpu, &pattern, columns).unwrap();
    cast::dense_to_row_sparse(&gpu, &DeviceDense::upload(&gpu, dense).unwrap(), &mut there).unwrap();
    let same = |name: &str, rows: usize, out: &DeviceDense<_, V>, expected: &[V]| {
        let mut found = vec![V::ONE; expected.len()];
        gpu.finish().unwrap_or_else(|error| panic!("{name}: {error}"));
        out.download(&gpu, DenseMut::new(rows, expected.len() / rows, &mut found).unwrap()).unwrap();
        assert_same_bits(&format!("{name}, {columns} columns"), &found, expected);
    };

    let mut out = DeviceDense::new(&gpu, ROWS, columns).unwrap();
    cast::row_sparse_to_dense(&gpu, &there, &mut out).unwrap();
    same("row_sparse_to_dense", ROWS, &out, &all);

    let asked = [0, 1, 64, 3, 69, 65, 33];
    let expected: Vec<V> = asked.iter().flat_map(|row| all[row * columns..][..columns].to_vec()).collect();
    let mut out = DeviceDense::new(&gpu, asked.len(), columns).unwrap();
    embedding::lookup_row_sparse(&gpu, &Buffer::upload(&gpu, &indices::<I>(asked)).unwrap(), &there, &mut out).unwrap();
    same("lookup_row_sparse", asked.len(), &out, &expected);

    let kept = indices::<I>([0, 1, 33, 64, 69]);
    let mut expected = vec![V::ONE; kept.len() * columns];
    lacuna::rows::retain(array, RowSparseMut::new(ROWS, columns, &kept, &mut expected).unwrap()).unwrap();
    let mut out = DeviceRowSparse::new(&gpu, &Pattern::upload(&gpu, ROWS, &kept).unwrap(), columns).unwrap();
    rows::retain(&gpu, &there, &mut out).unwrap();
    gpu.finish().unwrap();
    assert_same_bits("retain", &out.download(&gpu).unwrap().data, &expected);

    // Each row of the csr asks for every row, stored or not.
    let (indptr, places) = (indices::<I>([0, ROWS, 2 * ROWS]), indices::<I>((0..2 * ROWS).map(|entry| entry % ROWS)));
    let values = Profile::Plain.values::<V>(&mut numbers, 2 * ROWS);
    let a = Csr::new(2, ROWS, &indptr, &places, &values).unwrap();
    let mut expected = vec![V::ONE; 2 * columns];
    scalar::csr_row_sparse(a, array, DenseMut::new(2, columns, &mut expected).unwrap()).unwrap();
    let mut out = DeviceDense::new(&gpu, 2, columns).unwrap();
    // Where a row is not stored, what stands in the last place there is room for is loaded and left out.
    let nothing = vec![V::narrow(f64::NAN); ROWS * columns];
    let mut loaded = DeviceRowSparse::with_pattern(&gpu, &pattern, columns, &nothing).unwrap();
    cast::dense_to_row_sparse(&gpu, &DeviceDense::upload(&gpu, dense).unwrap(), &mut loaded).unwrap();
    dot::csr_row_sparse(&gpu, &DeviceCsr::upload(&gpu, a).unwrap(), &loaded, &mut out).unwrap();
    same("csr_row_sparse", 2, &out, &expected);

    let left = Profile::Plain.values::<V>(&mut numbers, 3 * columns);
    let left = Dense::new(3, columns, &left).unwrap();
    let mut expected = vec![V::ONE; 3 * ROWS];
    scalar::dense_row_sparse_t(left, array, DenseMut::new(3, ROWS, &mut expected).unwrap()).unwrap();
    let mut out = DeviceDense::new(&gpu, 3, ROWS).unwrap();
    dot::dense_row_sparse_t(&gpu, &DeviceDense::upload(&gpu, left).unwrap(), &there, &mut out).unwrap();
    same("dense_row_sparse_t", 3, &out, &expected);

    let mut expected = Profile::Plain.values::<V>(&mut numbers, ROWS * columns);
    let mut weight = DeviceDense::upload(&gpu, Dense::new(ROWS, columns, &expected).unwrap()).unwrap();
    let sgd = Sgd::new(V::narrow(0.3));
    scalar::sgd(&sgd, array, DenseMut::new(ROWS, columns, &mut expected).unwrap().into()).unwrap();
    optim::sgd(&gpu, &sgd, &there, (&mut weight).into()).unwrap();
    same("sgd", ROWS, &weight, &expected);
}

fn of_every_width<V: Real, I: Index>() {
    for columns in [1, 4, 5] {
        few_of_many::<V, I>(columns);
    }
}

#[test]
fn room_for_more_rows_is_in_no_result() {
    for_each_type!(of_every_width());
}
