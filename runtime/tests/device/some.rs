//! Arrays, the same in every run.
use super::device;
use lacuna::infer::Stype;
use lacuna_runtime::array::{Array, Dtype};
use lacuna_runtime::device::Device;

/// Numbers below `end`, of a sequence that starts at `seed`.
pub fn numbers(seed: u64, count: usize, end: usize) -> Vec<usize> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) + 1;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % end
    };
    (0..count).map(|_| next()).collect()
}

/// Numbers between two, whose sums depend on the order of their terms.
pub fn between(low: f64, high: f64, seed: u64, shape: &[usize], dtype: Dtype) -> Array {
    let values = numbers(seed, shape.iter().product(), 1 << 20).into_iter();
    let values = values.map(|number| low + (high - low) * number as f64 / f64::from(1 << 20)).collect();
    Array::dense(shape, values).unwrap().astype(dtype).unwrap()
}

pub fn dense(seed: u64, shape: &[usize], dtype: Dtype) -> Array {
    between(-1.0, 1.0, seed, shape, dtype)
}

/// Rows with none to 7 entries.
pub fn csr(seed: u64, [rows, columns]: [usize; 2], dtype: Dtype) -> Array {
    let (mut indptr, mut indices) = (vec![0], Vec::new());
    for (row, count) in numbers(seed, rows, 8).into_iter().enumerate() {
        let mut row = numbers(seed * 1000 + row as u64, count, columns);
        row.sort_unstable();
        row.dedup();
        indices.extend(row.iter().map(|&column| column as i64));
        indptr.push(indices.len() as i64);
    }
    let values = dense(seed + 7, &[indices.len()], Dtype::F64).data::<f64>().unwrap().to_vec();
    Array::csr(Some([rows, columns]), indptr, indices, values).unwrap().astype(dtype).unwrap()
}

/// Every third row.
pub fn row_sparse(seed: u64, shape: &[usize], dtype: Dtype) -> Array {
    let ids: Vec<_> = (0..shape[0] as i64).filter(|id| id % 3 == 1).collect();
    let values =
        dense(seed, &[ids.len() * shape[1..].iter().product::<usize>()], Dtype::F64).data::<f64>().unwrap().to_vec();
    Array::row_sparse(shape, ids, values).unwrap().astype(dtype).unwrap()
}

pub fn ids(seed: u64, count: usize, end: usize) -> Array {
    Array::dense(&[count], numbers(seed, count, end).into_iter().map(|id| id as i64).collect()).unwrap()
}

pub fn there(array: &Array) -> Array {
    array.as_in_context(device()).unwrap()
}

pub fn here(array: &Array) -> Array {
    array.as_in_context(&Device::cpu()).unwrap()
}

/// Storage type, structure and every bit.
pub fn assert_same(what: &str, found: &Array, expected: &Array) {
    let found = here(found);
    let form = |array: &Array| (array.stype(), array.dtype(), array.shape().to_vec());
    assert_eq!(form(&found), form(expected), "{what}");
    assert_eq!((found.indptr(), found.indices()), (expected.indptr(), expected.indices()), "{what}");
    // A NaN is a NaN, whatever its payload.
    let bits = |array: &Array| -> Vec<u64> {
        match array.dtype() {
            Dtype::F32 => array
                .data::<f32>()
                .unwrap()
                .iter()
                .map(|value| if value.is_nan() { u64::MAX } else { value.to_bits().into() })
                .collect(),
            Dtype::F64 => array
                .data::<f64>()
                .unwrap()
                .iter()
                .map(|value| if value.is_nan() { u64::MAX } else { value.to_bits() })
                .collect(),
            _ => array.data::<i64>().unwrap().iter().map(|&value| value as u64).collect(),
        }
    };
    assert_eq!(bits(&found), bits(expected), "{what}");
}

/// An array of each storage type.
pub fn forms(dtype: Dtype) -> [(Stype, Array); 3] {
    [
        (Stype::Dense, dense(1, &[5, 3], dtype)),
        (Stype::Csr, csr(2, [6, 9], dtype)),
        (Stype::RowSparse, row_sparse(3, &[8, 2, 2], dtype)),
    ]
}
