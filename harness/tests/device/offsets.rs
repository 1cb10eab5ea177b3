//! Rows that begin more than 2^32 bytes into a matrix: an offset of 32 bits would wrap to another row. Only what is
//! touched takes memory.
#![cfg(target_pointer_width = "64")]
use crate::{assert_same_bits, for_each_type, gpu, indices};
use lacuna::error::Operand;
use lacuna::optim::{Sgd, SgdMomentum};
use lacuna::segments::{PlanShape, SegmentPlan};
use lacuna::{Csr, Dense, DenseMut, Index, KernelError, RowSparse, RowSparseMut, scalar};
use lacuna_cuda::{
    Buffer, DeviceCsr, DeviceDense, DevicePlan, DeviceRowSparse, Error, Gpu, Pattern, cast, dot, embedding, optim, rows,
};
use lacuna_harness::backend::AnyDriver;
use lacuna_testing::{Profile, Random, Real};

fn dense<V: Real>(gpu: &Gpu<AnyDriver>, rows: usize, array: &DeviceDense<AnyDriver, V>) -> Vec<V> {
    let mut found = vec![V::ZERO; rows * array.columns()];
    gpu.finish().unwrap();
    array.download(gpu, DenseMut::new(rows, array.columns(), &mut found).unwrap()).unwrap();
    found
}

fn stored<V: Real, I: Index>(gpu: &Gpu<AnyDriver>, array: &DeviceRowSparse<AnyDriver, V, I>) -> Vec<V> {
    gpu.finish().unwrap();
    array.download(gpu).unwrap().data
}

/// Rows that are trained and read: two that begin early, and more than a block of the law of those that begin after
/// byte 2^32.
const TRAINED: usize = 2 + 1103;

/// Weights of many rows, dense and as stored rows: everything that reads rows must find what an optimizer wrote. What
/// is expected comes from the trained rows alone.
fn many_rows<V: Real, I: Index>(columns: usize) {
    let (gpu, mut numbers) = (gpu(), Random::seeded(4));
    let late = (1_usize << 32).div_ceil(columns * size_of::<V>());
    let rows = late + TRAINED;
    let (few, far) = (indices::<I>(0..TRAINED), indices::<I>([1, 3].into_iter().chain(late + 1..late + TRAINED - 1)));

    // Every row is stored: so nobody asks for ids.
    let pattern = Pattern::upload(&gpu, rows, &vec![I::default(); rows]).unwrap();
    let [mut weight, mut with_momentum, mut momentum] =
        [(); 3].map(|()| DeviceDense::<_, V>::zeros(&gpu, rows, columns).unwrap());
    let mut weight_rows = DeviceRowSparse::zeros(&gpu, &pattern, columns).unwrap();
    let gradient = Profile::Plain.values::<V>(&mut numbers, TRAINED * columns);
    let there = DeviceRowSparse::upload(&gpu, RowSparse::new(rows, columns, &far, &gradient).unwrap()).unwrap();
    let gradient = RowSparse::new(TRAINED, columns, &few, &gradient).unwrap();
    let (sgd, sgd_momentum) = (Sgd::new(V::narrow(0.3)), SgdMomentum::new(V::narrow(0.3), V::narrow(0.9)));
    let mut expected = [(); 3].map(|()| vec![V::ZERO; TRAINED * columns]);
    // Twice: the second step reads what the first wrote.
    for _ in 0..2 {
        optim::sgd(&gpu, &sgd, &there, (&mut weight).into()).unwrap();
        optim::sgd(&gpu, &sgd, &there, (&mut weight_rows).into()).unwrap();
        optim::sgd_momentum(&gpu, &sgd_momentum, &there, (&mut with_momentum).into(), (&mut momentum).into()).unwrap();
        let [first, second, third] =
            expected.each_mut().map(|array| DenseMut::new(TRAINED, columns, array).unwrap().into());
        scalar::sgd(&sgd, gradient, first).unwrap();
        scalar::sgd_momentum(&sgd_momentum, gradient, second, third).unwrap();
    }

    let mut kept = DeviceRowSparse::zeros(&gpu, &Pattern::upload(&gpu, rows, &far).unwrap(), columns).unwrap();
    rows::retain(&gpu, &weight_rows, &mut kept).unwrap();
    assert_same_bits("retain of sgd", &stored(&gpu, &kept), &expected[0]);

    // Sums of one early row, of 47 late rows, of all late rows, and of one of each: what is left after fours, and after
    // fours of each lane, are three terms.
    let bounds = indices::<I>([0, 1, 48, 48 + TRAINED - 2, 48 + TRAINED]);
    let of_terms: Vec<_> = [0].into_iter().chain(2..49).chain(2..TRAINED).chain([1, 500]).collect();
    let (of_few, of_far) =
        (indices::<I>(of_terms.iter().copied()), of_terms.iter().map(|&row| far[row]).collect::<Vec<_>>());
    let values = Profile::Plain.values::<V>(&mut numbers, of_terms.len());
    let a = Csr::new(4, TRAINED, &bounds, &of_few, &values).unwrap();
    let a_there = DeviceCsr::upload(&gpu, Csr::new(4, rows, &bounds, &of_far, &values).unwrap()).unwrap();
    let mut product = vec![V::ZERO; 4 * columns];
    let mut out = DeviceDense::new(&gpu, 4, columns).unwrap();
    // The last is that of the weight.
    for (name, array, expected) in [
        ("momentum", &momentum, &expected[2]),
        ("second weight", &with_momentum, &expected[1]),
        ("weight", &weight, &expected[0]),
    ] {
        let expected = Dense::new(TRAINED, columns, expected).unwrap();
        scalar::csr_dense(a, expected, DenseMut::new(4, columns, &mut product).unwrap()).unwrap();
        dot::csr_dense(&gpu, &a_there, array, &mut out).unwrap();
        assert_same_bits(&format!("csr_dense of the {name}"), &dense(&gpu, 4, &out), &product);
    }
    dot::csr_row_sparse(&gpu, &a_there, &weight_rows, &mut out).unwrap();
    assert_same_bits("csr_row_sparse", &dense(&gpu, 4, &out), &product);

    // Lookups, and bags, whose entries count.
    let trained = Dense::new(TRAINED, columns, &expected[0]).unwrap();
    let asked = Buffer::upload(&gpu, &of_far).unwrap();
    let mut looked_up = DeviceDense::new(&gpu, of_few.len(), columns).unwrap();
    let mut rows_of_ids = vec![V::ZERO; of_few.len() * columns];
    let here = DenseMut::new(of_few.len(), columns, &mut rows_of_ids).unwrap();
    lacuna::embedding::lookup(&of_few, trained, here).unwrap();
    embedding::lookup(&gpu, &asked, &weight, &mut looked_up).unwrap();
    assert_same_bits("lookup", &dense(&gpu, of_few.len(), &looked_up), &rows_of_ids);
    embedding::lookup_row_sparse(&gpu, &asked, &weight_rows, &mut looked_up).unwrap();
    assert_same_bits("lookup_row_sparse", &dense(&gpu, of_few.len(), &looked_up), &rows_of_ids);
    let mut bags = vec![V::ZERO; 4 * columns];
    lacuna::embedding::bag_sum(a, usize::MAX, trained, DenseMut::new(4, columns, &mut bags).unwrap()).unwrap();
    embedding::bag_sum(&gpu, &a_there, usize::MAX, &weight, &mut out).unwrap();
    assert_same_bits("bag_sum", &dense(&gpu, 4, &out), &bags);
    lacuna::embedding::bag_mean(a, usize::MAX, trained, DenseMut::new(4, columns, &mut bags).unwrap()).unwrap();
    embedding::bag_mean(&gpu, &a_there, usize::MAX, &weight, &mut out).unwrap();
    assert_same_bits("bag_mean", &dense(&gpu, 4, &out), &bags);
    let mut entries = vec![I::default(); 4 * columns];
    let mut entries_there = Buffer::upload(&gpu, &entries).unwrap();
    let here = DenseMut::new(4, columns, &mut bags).unwrap();
    lacuna::embedding::bag_max(a, usize::MAX, trained, &mut entries, here).unwrap();
    embedding::bag_max(&gpu, &a_there, usize::MAX, &weight, &mut entries_there, &mut out).unwrap();
    assert_same_bits("bag_max", &dense(&gpu, 4, &out), &bags);
    assert_eq!(entries_there.download(&gpu).unwrap(), entries);

    // The same sums by plans.
    let (ids, entries) = (indices::<I>([0, 1, 3, 4]), indices::<I>(0..of_terms.len()));
    let plan = |operand_rows, of_terms| {
        SegmentPlan::new(
            &ids,
            &bounds,
            of_terms,
            &entries,
            PlanShape { values: values.len(), operand_rows, output_rows: 5 },
        )
        .unwrap()
    };
    let (plan, there) = (plan(TRAINED, &of_few), DevicePlan::upload(&gpu, &plan(rows, &of_far)).unwrap());
    let values_there = Buffer::upload_values(&gpu, &values).unwrap();
    let operand = Dense::new(TRAINED, columns, &expected[0]).unwrap();
    let mut sums = vec![V::ZERO; 4 * columns];
    scalar::csr_t_dense(&plan, &values, operand, RowSparseMut::new(5, columns, &ids, &mut sums).unwrap()).unwrap();
    let mut out = DeviceRowSparse::new(&gpu, there.pattern(), columns).unwrap();
    dot::csr_t_dense(&gpu, &there, &values_there, &weight, &mut out).unwrap();
    assert_same_bits("csr_t_dense", &stored(&gpu, &out), &sums);
    dot::csr_t_row_sparse(&gpu, &there, &values_there, &weight_rows, &mut out).unwrap();
    assert_same_bits("csr_t_row_sparse", &stored(&gpu, &out), &sums);
    rows::coalesce(&gpu, &there, &weight_rows, &mut out).unwrap();
    let input = RowSparse::trusted(TRAINED, columns, &few, &expected[0]).unwrap();
    scalar::coalesce(&plan, input, RowSparseMut::new(5, columns, &ids, &mut sums).unwrap()).unwrap();
    assert_same_bits("coalesce", &stored(&gpu, &out), &sums);
    let mut in_dense = vec![V::ZERO; 5 * columns];
    scalar::csr_t_dense_to_dense(&plan, &values, operand, DenseMut::new(5, columns, &mut in_dense).unwrap()).unwrap();
    let mut out = DeviceDense::new(&gpu, 5, columns).unwrap();
    dot::csr_t_dense_to_dense(&gpu, &there, &values_there, &weight, &mut out).unwrap();
    assert_same_bits("csr_t_dense_to_dense", &dense(&gpu, 5, &out), &in_dense);
}

#[test]
fn matrices_of_many_rows() {
    for columns in [1, 4, 5] {
        for_each_type!(many_rows(columns));
    }
}

/// Two rows of a dense matrix, so far apart that the second begins 64 bytes after byte 2^32: written and read by
/// everything that takes a stride.
fn far_rows<V: Real, I: Index>(zeros: &[V], columns: usize) {
    let (gpu, mut numbers) = (gpu(), Random::seeded(6));
    let wide = Dense::with_stride(2, columns, stride::<V>(), zeros).unwrap();
    let mut wide = DeviceDense::upload(&gpu, wide).unwrap();
    let (unit, ones) = ((indices::<I>(0..3), indices::<I>(0..2)), [V::ONE; 2]);
    let unit_there = DeviceCsr::upload(&gpu, Csr::new(2, 2, &unit.0, &unit.1, &ones).unwrap()).unwrap();
    let read = |name: &str, wide: &DeviceDense<AnyDriver, V>, expected: &[V]| {
        let mut out = DeviceDense::new(&gpu, 2, columns).unwrap();
        dot::csr_dense(&gpu, &unit_there, wide, &mut out).unwrap();
        assert_same_bits(&format!("{name}, {columns} columns"), &dense(&gpu, 2, &out), expected);
    };

    // Rows of few terms, and of more than a block of the law. New values each time, so that it shows if a row was left
    // as it was.
    const INNER: usize = 1100;
    let ids = indices::<I>(0..INNER);
    let mut expected = vec![V::ZERO; 2 * columns];
    for terms in [5, INNER] {
        let (pointers, values) = (indices::<I>([0, 3, 3 + terms]), Profile::Plain.values::<V>(&mut numbers, 3 + terms));
        let places = indices::<I>([0, 5, 9].into_iter().chain(0..terms));
        let a = Csr::new(2, INNER, &pointers, &places, &values).unwrap();
        let there = DeviceCsr::upload(&gpu, a).unwrap();
        let [data, other] = [(); 2].map(|()| Profile::Plain.values::<V>(&mut numbers, INNER * columns));
        let (b, other) =
            (Dense::new(INNER, columns, &data).unwrap(), RowSparse::new(INNER, columns, &ids, &other).unwrap());
        scalar::csr_dense(a, b, DenseMut::new(2, columns, &mut expected).unwrap()).unwrap();
        dot::csr_dense(&gpu, &there, &DeviceDense::upload(&gpu, b).unwrap(), &mut wide).unwrap();
        read("csr_dense", &wide, &expected);
        scalar::csr_row_sparse(a, other, DenseMut::new(2, columns, &mut expected).unwrap()).unwrap();
        dot::csr_row_sparse(&gpu, &there, &DeviceRowSparse::upload(&gpu, other).unwrap(), &mut wide).unwrap();
        read("csr_row_sparse", &wide, &expected);
    }

    // Transposed: row 1 has few terms, more than a block, and none.
    for (terms, id) in [(5, 1), (INNER, 1), (5, 0)] {
        let (segments, ids, of_terms) = (indices::<I>([0, terms]), indices::<I>([id]), indices::<I>(0..terms));
        let shape = PlanShape { values: terms, operand_rows: INNER, output_rows: 2 };
        let plan = SegmentPlan::new(&ids, &segments, &of_terms, &of_terms, shape).unwrap();
        let (values, data) = (
            Profile::Plain.values::<V>(&mut numbers, terms),
            Profile::Plain.values::<V>(&mut numbers, INNER * columns),
        );
        let b = Dense::new(INNER, columns, &data).unwrap();
        scalar::csr_t_dense_to_dense(&plan, &values, b, DenseMut::new(2, columns, &mut expected).unwrap()).unwrap();
        let (there, values) = (DevicePlan::upload(&gpu, &plan).unwrap(), Buffer::upload_values(&gpu, &values).unwrap());
        dot::csr_t_dense_to_dense(&gpu, &there, &values, &DeviceDense::upload(&gpu, b).unwrap(), &mut wide).unwrap();
        read("csr_t_dense_to_dense", &wide, &expected);
    }

    // Row 0 is empty, row 1 is full.
    let data = Profile::Plain.values::<V>(&mut numbers, columns);
    expected = [vec![V::ZERO; columns], data.clone()].concat();
    let (pointers, all) = (indices::<I>([0, 0, columns]), indices::<I>(0..columns));
    let a = Csr::new(2, columns, &pointers, &all, &data).unwrap();
    cast::csr_to_dense(&gpu, &DeviceCsr::upload(&gpu, a).unwrap(), &mut wide).unwrap();
    read("csr_to_dense", &wide, &expected);
    let pointers_of_all = pointers.clone();
    for found in
        [cast::to_csr::<_, V, I>(&gpu, &wide).unwrap(), cast::dense_to_csr_one_pass(&gpu, &wide, columns).unwrap()]
    {
        let found = found.download(&gpu).unwrap();
        assert_eq!((&found.indptr, &found.indices), (&pointers, &all), "to_csr");
        assert_same_bits("to_csr", &found.values, &data);
    }
    let pattern = cast::dense_row_ids::<_, V, I>(&gpu, &wide).unwrap();
    assert_eq!(pattern.download(&gpu).unwrap(), indices::<I>([1]), "dense_row_ids");
    let mut out = DeviceRowSparse::new(&gpu, &pattern, columns).unwrap();
    cast::dense_to_row_sparse(&gpu, &wide, &mut out).unwrap();
    assert_same_bits("dense_to_row_sparse", &stored(&gpu, &out), &data);
    let (pointers, places, room) = (
        indices::<I>([0, 0, columns + 1]),
        indices::<I>(0..columns + 1),
        Profile::Plain.values::<V>(&mut numbers, columns + 1),
    );
    let mut out = DeviceCsr::upload(&gpu, Csr::trusted(2, columns, &pointers, &places, &room).unwrap()).unwrap();
    cast::dense_to_csr(&gpu, &wide, &mut out).unwrap();
    let refusal = KernelError::Pattern { operand: Operand::Output, row: 1, expected: columns, found: columns + 1 };
    assert_eq!(gpu.finish(), Err(Error::Kernel(refusal)), "dense_to_csr");
    let mut out =
        DeviceCsr::upload(&gpu, Csr::new(2, columns, &pointers_of_all, &all, &room[..columns]).unwrap()).unwrap();
    cast::dense_to_csr(&gpu, &wide, &mut out).unwrap();
    gpu.finish().unwrap();
    assert_same_bits("dense_to_csr", &out.download(&gpu).unwrap().values, &data);

    // Rows of ids, and of bags of one entry.
    let data = Profile::Plain.values::<V>(&mut numbers, 2 * columns);
    let weight = DeviceDense::upload(&gpu, Dense::new(2, columns, &data).unwrap()).unwrap();
    let backwards = indices::<I>([1, 0]);
    let swapped = [&data[columns..], &data[..columns]].concat();
    embedding::lookup(&gpu, &Buffer::upload(&gpu, &backwards).unwrap(), &weight, &mut wide).unwrap();
    gpu.finish().unwrap();
    read("lookup", &wide, &swapped);
    let ids = indices::<I>([0, 1]);
    let stored = DeviceRowSparse::upload(&gpu, RowSparse::new(2, columns, &ids, &data).unwrap()).unwrap();
    embedding::lookup_row_sparse(&gpu, &Buffer::upload(&gpu, &ids).unwrap(), &stored, &mut wide).unwrap();
    gpu.finish().unwrap();
    read("lookup_row_sparse", &wide, &data);
    let bags = Csr::trusted(2, 2, &unit.0, &backwards, &ones).unwrap();
    let bags = DeviceCsr::upload(&gpu, bags).unwrap();
    embedding::bag_sum(&gpu, &bags, usize::MAX, &weight, &mut wide).unwrap();
    gpu.finish().unwrap();
    read("bag_sum", &wide, &swapped);
    embedding::bag_mean(&gpu, &unit_there, usize::MAX, &weight, &mut wide).unwrap();
    gpu.finish().unwrap();
    read("bag_mean", &wide, &data);
    let mut entries = Buffer::upload(&gpu, &vec![I::default(); 2 * columns]).unwrap();
    embedding::bag_max(&gpu, &bags, usize::MAX, &weight, &mut entries, &mut wide).unwrap();
    gpu.finish().unwrap();
    read("bag_max", &wide, &swapped);

    let row = indices::<I>([1]);
    let data = Profile::Plain.values::<V>(&mut numbers, columns);
    expected[columns..].copy_from_slice(&data);
    let input = DeviceRowSparse::upload(&gpu, RowSparse::new(2, columns, &row, &data).unwrap()).unwrap();
    cast::row_sparse_to_dense(&gpu, &input, &mut wide).unwrap();
    read("row_sparse_to_dense", &wide, &expected);
}

const fn stride<V>() -> usize {
    ((1 << 32) + 64) / size_of::<V>()
}

#[test]
fn rows_far_apart() {
    let zeros = vec![0.0_f32; stride::<f32>() + 5];
    for columns in [1, 4, 5] {
        far_rows::<f32, i32>(&zeros, columns);
        far_rows::<f32, i64>(&zeros, columns);
    }
    let zeros = vec![0.0_f64; stride::<f64>() + 5];
    for columns in [1, 4, 5] {
        far_rows::<f64, i32>(&zeros, columns);
        far_rows::<f64, i64>(&zeros, columns);
    }
}
