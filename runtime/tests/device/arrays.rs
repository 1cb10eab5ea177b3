//! Arrays on a device: copies there and back, storage types, dtypes, and what is printed.
use super::device;
use super::some::{assert_same, csr, dense, forms, here, row_sparse, there};
use lacuna::infer::Stype;
use lacuna_runtime::array::file::{Format, load, save};
use lacuna_runtime::array::{Array, Dtype};
use lacuna_runtime::device::Device;

#[test]
fn there_and_back() {
    for dtype in [Dtype::F32, Dtype::F64, Dtype::I64] {
        for (stype, array) in forms(dtype) {
            let copy = there(&array);
            assert_eq!((copy.context(), array.context()), (device().clone(), Device::cpu()));
            assert_eq!(
                (copy.stype(), copy.dtype(), copy.shape(), copy.nnz()),
                (stype, dtype, array.shape(), array.nnz())
            );
            assert_eq!((copy.indptr(), copy.indices(), copy.data::<f32>()), (None, None, None));
            assert_eq!(copy.nbytes(), array.nbytes());
            assert_eq!(copy.count_nonzero(), array.count_nonzero());
            assert_eq!(copy.row_nonzeros().collect::<Vec<_>>(), array.row_nonzeros().collect::<Vec<_>>());
            assert_same(&format!("{stype} of {dtype}"), &copy, &array);
        }
    }
    for empty in [
        Array::zeros(Stype::Csr, &[0, 4], Dtype::F32),
        Array::zeros(Stype::RowSparse, &[9, 0], Dtype::F32),
        Array::dense(&[], vec![2.0_f64]),
    ] {
        let empty = empty.unwrap();
        assert_same("small", &there(&empty), &empty);
    }
}

#[test]
fn storage_types_and_dtypes() {
    let zeros =
        Array::dense(&[4, 3], vec![0.0_f32, 1.5, 0.0, 0.0, 0.0, 0.0, -2.0, -0.0, f32::NAN, 0.0, 0.0, 3.0]).unwrap();
    for stype in [Stype::Dense, Stype::Csr, Stype::RowSparse] {
        let there = there(&zeros).tostype(stype).unwrap();
        assert_eq!(there.context(), *device());
        assert_same(&format!("to {stype}"), &there, &zeros.tostype(stype).unwrap());
    }
    for (_, array) in forms(Dtype::F64) {
        assert_same("to default", &there(&array).tostype(Stype::Dense).unwrap(), &array.tostype(Stype::Dense).unwrap());
    }
    let numbers = Array::dense(&[4], vec![1.75_f64, -300.5, 1e300, f64::NAN]).unwrap();
    for dtype in [Dtype::F32, Dtype::I64] {
        assert_same(&format!("to {dtype}"), &there(&numbers).astype(dtype).unwrap(), &numbers.astype(dtype).unwrap());
    }
    let refused = there(&csr(1, [3, 4], Dtype::F32)).tostype(Stype::RowSparse).unwrap_err();
    assert_eq!(refused.to_string(), "csr cannot become row_sparse: it can become default, and that row_sparse");
}

#[test]
fn printed_with_their_context() {
    let a = there(&Array::dense(&[2], vec![1.0_f32, 2.0]).unwrap());
    assert_eq!(a.to_string(), "\n[1. 2.]\n<NDArray 2 @ptx-vm>");
    assert_eq!(there(&csr(1, [3, 4], Dtype::F32)).to_string(), "\n<CSRNDArray 3x4 @ptx-vm>");
}

/// `a.copyto(b)` with `b` elsewhere, as MXNet.
#[test]
fn copies_into_another_context() {
    let source = row_sparse(3, &[7, 2], Dtype::F32);
    let mut destination = there(&dense(1, &[7, 2], Dtype::F32));
    source.copyto(&mut destination).unwrap();
    assert_eq!((destination.stype(), destination.context()), (Stype::Dense, device().clone()));
    assert_same("copied", &destination, &source.tostype(Stype::Dense).unwrap());
    let mut back = Array::zeros(Stype::RowSparse, &[7, 2], Dtype::F32).unwrap();
    there(&source).copyto(&mut back).unwrap();
    assert_eq!((back.context(), &back), (Device::cpu(), &source));
}

#[test]
fn saved_from_a_device() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("arrays.safetensors");
    let arrays: Vec<_> = forms(Dtype::F32).into_iter().map(|(stype, array)| (stype.name().to_owned(), array)).collect();
    let copies: Vec<_> = arrays.iter().map(|(name, array)| (name.clone(), there(array))).collect();
    save(&path, Format::Safetensors, &copies).unwrap();
    let mut loaded = load(&path).unwrap();
    loaded.sort_by(|(a, _), (b, _)| a.cmp(b));
    let mut expected = arrays;
    expected.sort_by(|(a, _), (b, _)| a.cmp(b));
    assert_eq!(loaded, expected);
}

/// Copies on a device share memory; no one sees what is written to another.
#[test]
fn a_copy_stays_when_the_other_is_updated() {
    use lacuna::optim::Sgd;
    use lacuna_runtime::autograd::{GradientRequest, Tape};
    use lacuna_runtime::optimizer::{Optimizer, Trainer};
    let first = dense(1, &[6, 2], Dtype::F32);
    let copy = there(&first);
    let mut tape = Tape::new();
    let weight = tape.parameter(copy.clone(), GradientRequest::Write, Stype::Dense).unwrap();
    let mut trainer = Trainer::new(Optimizer::Sgd(Sgd::new(0.5)));
    trainer.add(&tape, weight).unwrap();
    let square = tape.multiply(weight, weight).unwrap();
    tape.backward(square).unwrap();
    trainer.step(&mut tape, 1).unwrap();
    assert_same("the copy", &copy, &first);
    assert!(here(tape.value(weight).unwrap()) != first);
}
