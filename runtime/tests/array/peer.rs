//! Examples of MXNet's documents and programs.
use half::{bf16, f16};
use lacuna::infer::Stype;
use lacuna_runtime::array::{Array, ArrayError, Dtype, Element, Function};

/// The csr of MXNet's tutorial.
fn tutorial_csr() -> Array {
    Array::csr(Some([3, 4]), vec![0, 2, 2, 3], vec![0, 2, 1], vec![7.0_f32, 8.0, 9.0]).unwrap()
}

/// The row_sparse array of MXNet's tutorial.
fn tutorial_rows() -> Array {
    Array::row_sparse(&[6, 2], vec![1, 4], vec![1.0_f32, 2.0, 3.0, 4.0]).unwrap()
}

fn numbers<V: Element>(array: &Array) -> Vec<V> {
    array.tostype(Stype::Dense).unwrap().data().unwrap().to_vec()
}

#[test]
fn tutorials() {
    let csr = tutorial_csr();
    assert_eq!(numbers::<f32>(&csr), [7.0, 0.0, 8.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 9.0, 0.0, 0.0]);
    assert_eq!(csr.to_string(), "\n<CSRNDArray 3x4 @cpu(0)>");
    let dense = csr.tostype(Stype::Dense).unwrap();
    assert_eq!(dense.to_string(), "\n[[7. 0. 8. 0.]\n [0. 0. 0. 0.]\n [0. 9. 0. 0.]]\n<NDArray 3x4 @cpu(0)>");
    assert_eq!(dense.tostype(Stype::Csr).unwrap(), csr);
    assert_eq!(numbers::<f32>(&csr.slice_rows(Some(1), Some(2)).unwrap()), [0.0; 4]);
    assert_eq!(numbers::<f32>(&csr.row(-1).unwrap()), [0.0, 9.0, 0.0, 0.0]);

    let rows = tutorial_rows();
    assert_eq!(numbers::<f32>(&rows), [0.0, 0.0, 1.0, 2.0, 0.0, 0.0, 0.0, 0.0, 3.0, 4.0, 0.0, 0.0]);
    assert_eq!(rows.to_string(), "\n<RowSparseNDArray 6x2 @cpu(0)>");
    assert_eq!(rows.tostype(Stype::Dense).unwrap().tostype(Stype::RowSparse).unwrap(), rows);
    assert_eq!((rows.nnz(), csr.nnz(), csr.nbytes()), (4, 3, 3 * 4 + 3 * 8 + 4 * 8));

    // a[:] = b, with each storage type that MXNet takes.
    let mut target = Array::zeros(Stype::Csr, &[3, 4], Dtype::F32).unwrap();
    for source in [&csr, &dense] {
        target.assign(source).unwrap();
        assert_eq!(target, csr);
    }
    assert!(csr.equal(&dense).unwrap().data::<f32>().unwrap().iter().all(|&equal| equal == 1.0));
}

#[test]
fn prints_are_the_peers() {
    let text = include_str!("../data/arrays/prints.txt");
    for line in text.lines() {
        let mut fields = line.splitn(4, ' ');
        let mut field = || fields.next().unwrap();
        let (dtype, shape, bits) = (Dtype::named(field()).unwrap(), field(), field());
        let shape: Vec<usize> = shape.split(',').map(|length| length.parse().unwrap()).collect();
        let bytes: Vec<u8> =
            (0..bits.len() / 2).map(|k| u8::from_str_radix(&bits[2 * k..2 * k + 2], 16).unwrap()).collect();
        let expected = field().trim_matches('\'').replace("\\n", "\n");
        let array = match dtype {
            Dtype::F16 => Array::dense(&shape, bytes.as_chunks().0.iter().map(|&b| f16::from_le_bytes(b)).collect()),
            Dtype::F32 => Array::dense(&shape, bytes.as_chunks().0.iter().map(|&b| f32::from_le_bytes(b)).collect()),
            Dtype::F64 => Array::dense(&shape, bytes.as_chunks().0.iter().map(|&b| f64::from_le_bytes(b)).collect()),
            Dtype::I32 => Array::dense(&shape, bytes.as_chunks().0.iter().map(|&b| i32::from_le_bytes(b)).collect()),
            Dtype::I64 => Array::dense(&shape, bytes.as_chunks().0.iter().map(|&b| i64::from_le_bytes(b)).collect()),
            Dtype::I8 => Array::dense(&shape, bytes.as_chunks().0.iter().map(|&b| i8::from_le_bytes(b)).collect()),
            _ => Array::dense(&shape, bytes),
        };
        assert_eq!(array.unwrap().to_string(), expected, "{dtype} {shape:?}");
    }
}

#[test]
fn what_is_zero() {
    let dense = Array::dense(&[2, 3], vec![-0.0_f32, f32::NAN, 1e-45, 0.0, -0.0, 0.0]).unwrap();
    assert_eq!(dense.tostype(Stype::Csr).unwrap().indices(), Some(&[1, 2][..]));
    let rows = dense.tostype(Stype::RowSparse).unwrap();
    assert_eq!(rows.indices(), Some(&[0][..]));
    // A kept row is copied bit for bit.
    assert!(rows.data::<f32>().unwrap()[0].is_sign_negative());
}

#[test]
fn every_dtype_in_every_storage_type() {
    for &dtype in Dtype::ALL {
        let dense = Array::dense(&[3, 2], vec![0.0_f64, 3.0, 0.0, 0.0, 5.0, 7.0]).unwrap().astype(dtype).unwrap();
        for stype in [Stype::Csr, Stype::RowSparse] {
            let sparse = dense.tostype(stype).unwrap();
            assert_eq!((sparse.dtype(), sparse.stype()), (dtype, stype));
            assert_eq!(sparse.tostype(Stype::Dense).unwrap(), dense, "{dtype} {stype}");
            let zeros = Array::zeros(stype, &[3, 2], dtype).unwrap();
            assert_eq!(zeros.tostype(Stype::Dense).unwrap(), Array::zeros(Stype::Dense, &[3, 2], dtype).unwrap());
        }
    }
    // More bits than an f64 has, and the payload of a NaN, stay.
    let large = Array::dense(&[1, 2], vec![0, i64::MAX - 1]).unwrap();
    assert_eq!(large.tostype(Stype::Csr).unwrap().data(), Some(&[i64::MAX - 1][..]));
    assert_eq!(large.equal(&Array::dense(&[1, 2], vec![0, i64::MAX]).unwrap()).unwrap().data(), Some(&[1_i64, 0][..]));
    let nan = Array::dense(&[1, 2], vec![f16::ZERO, f16::from_bits(0x7e12)]).unwrap();
    assert_eq!(nan.tostype(Stype::Csr).unwrap().data::<f16>().unwrap()[0].to_bits(), 0x7e12);
}

#[test]
fn casts_round_once() {
    // Both would be rounded to another number by way of f32.
    let number = 1.0 + 2.0_f64.powi(-8) + 2.0_f64.powi(-40);
    let cast = Array::dense(&[1], vec![number]).unwrap().astype(Dtype::Bf16).unwrap();
    assert_eq!(cast.data(), Some(&[bf16::from_bits(0x3f81)][..]));
    let cast = Array::dense(&[1], vec![(1_i64 << 60) + (1 << 36) + 1]).unwrap().astype(Dtype::F32).unwrap();
    assert_eq!(cast.data(), Some(&[f32::from_bits(0x5d80_0001)][..]));
    let cast = Array::dense(&[3], vec![300_i32, -1, 128]).unwrap();
    assert_eq!(cast.astype(Dtype::I8).unwrap().data(), Some(&[44_i8, -1, -128][..]));
    assert_eq!(cast.astype(Dtype::U8).unwrap().data(), Some(&[44_u8, 255, 128][..]));
    assert_eq!(
        Array::dense(&[2], vec![1e30_f32, -7.9]).unwrap().astype(Dtype::I64).unwrap().data(),
        Some(&[i64::MAX, -7][..])
    );
}

#[test]
fn triplets_are_added() {
    let (rows, columns) = ([2, 0, 2, 2], [1, 3, 0, 1]);
    for &dtype in Dtype::ALL {
        let values = Array::dense(&[4], vec![1.0_f64, 2.0, 3.0, 4.0]).unwrap().astype(dtype).unwrap();
        macro_rules! coo {
            ($($Type:ty)*) => {
                [
                    $(values.data::<$Type>().map(|values| Array::coo(None, &rows, &columns, values.to_vec()).unwrap())),
                    *
                ].into_iter().flatten().next().unwrap()
            };
        }
        let csr = coo!(f16 bf16 f32 f64 i8 u8 i32 i64);
        assert_eq!(
            (csr.shape(), csr.indptr(), csr.indices()),
            (&[3, 4][..], Some(&[0, 1, 1, 3][..]), Some(&[3, 0, 1][..]))
        );
        assert_eq!(csr.astype(Dtype::F64).unwrap().data(), Some(&[2.0, 3.0, 5.0][..]));
    }
    let wrapped = Array::coo(Some([1, 1]), &[0, 0], &[0, 0], vec![200_u8, 100]).unwrap();
    assert_eq!(wrapped.data(), Some(&[44_u8][..]));
    assert!(Array::coo(Some([1, 1]), &[0, 1], &[0, 0], vec![1.0_f32; 2]).unwrap_err().to_string().contains('1'));
    assert!(matches!(Array::coo(None, &[], &[], Vec::<f32>::new()), Err(ArrayError::UnknownShape)));
    assert!(matches!(
        Array::coo(Some([1, 1]), &[0], &[0], vec![1.0_f32; 2]),
        Err(ArrayError::Length { expected: 1, found: 2, .. })
    ));
}

#[test]
fn outputs_keep_their_storage_type() {
    let a = tutorial_csr();
    let out = |stype| Array::zeros(stype, &[3, 4], Dtype::F32).unwrap();
    // MXNet's example of a fallback: log(a, out=e) with a csr e.
    let mut e = out(Stype::Csr);
    a.map_into(Function::Log, &mut e).unwrap();
    assert_eq!((e.stype(), e.nnz()), (Stype::Csr, 12));
    assert_eq!(e.data::<f32>().unwrap()[..2], [7.0_f32.ln(), f32::NEG_INFINITY]);
    let mut dense = out(Stype::Dense);
    a.map_into(Function::MulScalar(2.0), &mut dense).unwrap();
    assert_eq!(dense.data::<f32>().unwrap()[..4], [14.0, 0.0, 16.0, 0.0]);
    let mut rows = out(Stype::RowSparse);
    a.tostype(Stype::Dense).unwrap().map_into(Function::Sqrt, &mut rows).unwrap();
    assert_eq!((rows.stype(), rows.indices()), (Stype::RowSparse, Some(&[0, 2][..])));
    let before = rows.clone();
    assert!(matches!(a.map_into(Function::Sqrt, &mut rows), Err(ArrayError::Stype { .. })));
    assert!(matches!(
        a.map_into(Function::Sqrt, &mut Array::zeros(Stype::Csr, &[3, 4], Dtype::F64).unwrap()),
        Err(ArrayError::Dtype { .. })
    ));
    assert!(matches!(
        a.map_into(Function::Sqrt, &mut Array::zeros(Stype::Csr, &[4, 3], Dtype::F32).unwrap()),
        Err(ArrayError::Shape { .. })
    ));
    assert_eq!(rows, before);
    a.tostype_into(&mut dense).unwrap();
    assert_eq!(dense, a.tostype(Stype::Dense).unwrap());
    // 16 bits are computed in f32 and rounded once; integers are not computed with.
    let half = a.astype(Dtype::F16).unwrap().map(Function::DivScalar(3.0)).unwrap();
    assert_eq!(half.data(), Some(&[7.0, 8.0, 9.0].map(|number: f32| f16::from_f32(number / 3.0))[..]));
    let refused = a.astype(Dtype::I32).unwrap().map(Function::Exp).unwrap_err();
    assert_eq!(refused.to_string(), "exp computes with floats, not with int32: astype gives them");
}

/// A function of an empty csr has rows + 1 pointers, and slices of it work. (MXNet crashes.)
#[test]
fn defects_of_the_peer_are_none_here() {
    let none = Array::zeros(Stype::Csr, &[3, 4], Dtype::F32).unwrap();
    let root = none.map(Function::Sqrt).unwrap();
    assert_eq!(root.indptr(), Some(&[0; 4][..]));
    assert_eq!(root.slice_rows(Some(1), Some(3)).unwrap().shape(), [2, 4]);
    let csr = tutorial_csr();
    assert_eq!(csr.slice_rows(None, Some(0)).unwrap().shape(), [0, 4]);
    assert_eq!(csr.slice_rows(Some(2), Some(1)).unwrap().indptr(), Some(&[0][..]));
    for row in [3, -4, i64::MIN, i64::MAX] {
        assert_eq!(csr.row(row), Err(ArrayError::Row { row, rows: 3 }));
    }
    assert_eq!(Array::row_sparse_rows(&[1], vec![1, 4], vec![1.0_f32, 2.0]).unwrap().shape(), [5, 1]);
    let refused = [
        Array::row_sparse_rows(&[1], vec![4, 1], vec![1.0_f32, 2.0]),
        Array::csr(Some([1, 4]), vec![0, 2], vec![1, 1], vec![1.0_f32; 2]),
        Array::csr(Some([1, 4]), vec![0, 2], vec![2, 1], vec![1.0_f32; 2]),
        Array::csr(Some([1, 4]), vec![0, 1], vec![-1], vec![1.0_f32]),
        Array::csr(None, vec![], vec![0], vec![1.0_f32]),
        Array::csr(Some([2, 4]), vec![0, 2, 1], vec![0, 1], vec![1.0_f32; 2]),
        Array::csr(Some([usize::MAX, 4]), vec![0], vec![], Vec::<f32>::new()),
        Array::row_sparse(&[], vec![], Vec::<f32>::new()),
        Array::dense(&[usize::MAX, 2], vec![1.0_f32]),
        Array::zeros(Stype::Dense, &[1 << 40, 1 << 40], Dtype::F32),
        Array::zeros(Stype::Csr, &[usize::MAX, 1], Dtype::F32),
        Array::zeros(Stype::Csr, &[3], Dtype::F32),
    ];
    assert!(refused.iter().all(Result::is_err), "{refused:?}");
}

#[test]
fn assignments() {
    let (csr, rows) = (tutorial_csr(), tutorial_rows());
    let mut target = Array::zeros(Stype::RowSparse, &[6, 2], Dtype::F64).unwrap();
    // Of one storage type numbers are cast; between two, dtypes must be the same.
    target.assign(&rows).unwrap();
    assert_eq!(target, rows.astype(Dtype::F64).unwrap());
    assert!(matches!(target.assign(&rows.tostype(Stype::Dense).unwrap()), Err(ArrayError::Dtype { .. })));
    assert!(matches!(target.assign(&csr), Err(ArrayError::Shape { .. })));
    assert!(matches!(
        csr.clone().assign(&Array::zeros(Stype::RowSparse, &[3, 4], Dtype::F32).unwrap()),
        Err(ArrayError::Stype { .. })
    ));
    assert!(matches!(csr.clone().fill(1.0), Err(ArrayError::Unsupported { .. })));
    target.fill(0.0).unwrap();
    assert_eq!((target.indices().unwrap().len(), target.nnz()), (6, 12));
    let mut dense = Array::zeros(Stype::Dense, &[5, 4], Dtype::F32).unwrap();
    dense.fill(1.5).unwrap();
    dense.assign_rows(2, &csr).unwrap();
    assert_eq!(dense.data::<f32>().unwrap()[4..12], [1.5, 1.5, 1.5, 1.5, 7.0, 0.0, 8.0, 0.0]);
    let before = dense.clone();
    assert!(matches!(dense.assign_rows(3, &csr), Err(ArrayError::Row { row: 5, rows: 5 })));
    assert!(matches!(dense.assign_rows(0, &csr.astype(Dtype::F64).unwrap()), Err(ArrayError::Dtype { .. })));
    assert_eq!(dense, before);
    // Nothing to print, however long the other dimension is.
    assert!(Array::dense(&[usize::MAX, 0], Vec::<f32>::new()).unwrap().to_string().contains("[]"));
}
