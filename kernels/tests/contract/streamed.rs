//! Outputs so large that they are written past the caches: each row is written once, and all of it.
use lacuna::{Csr, DenseMut, Index, Value, cast, scalar};

/// Columns in any order, repeated and outside, beside rows as they should be.
fn broken_order<V: Value, I: Index>() {
    // 8 MiB and more, and rows that end within a piece of what is made at a time, and within a vector.
    let (rows, columns) = (9 * (1 << 20) / size_of::<V>() / 1_531, 1_531);
    let patterns: [&[usize]; 7] =
        [&[], &[1_530, 1_024, 512, 511, 0], &[3, 3, 700], &[0, 511, 512, 1_530], &[5, columns, 6], &[600, 5], &[usize::MAX, 1_530]];
    let (mut indptr, mut indices, mut values) = (vec![I::default()], Vec::new(), Vec::new());
    let mut expected = vec![V::ZERO; rows * columns];
    for row in 0..rows {
        let mut value = V::ONE;
        for &column in patterns[row % patterns.len()] {
            value = value + V::ONE;
            indices.push(I::from_usize(column));
            values.push(value);
            if column < columns {
                expected[row * columns + column] = value;
            }
        }
        indptr.push(I::from_usize(indices.len()));
    }
    let csr = Csr::trusted(rows, columns, &indptr, &indices, &values).unwrap();
    for door in [cast::csr_to_dense, scalar::csr_to_dense] {
        for stride in [columns, columns + 3] {
            let mut out = vec![-V::ONE; rows * stride];
            door(csr, DenseMut::with_stride(rows, columns, stride, &mut out).unwrap()).unwrap();
            for (row, (out, expected)) in out.chunks(stride).zip(expected.chunks(columns)).enumerate() {
                assert!(out[..columns] == *expected, "row {row}");
                assert!(out[columns..].iter().all(|&gap| gap == -V::ONE), "behind row {row}");
            }
        }
    }
}

#[test]
fn csr_to_dense_with_a_broken_order() {
    broken_order::<f32, i32>();
    broken_order::<f64, i64>();
}
