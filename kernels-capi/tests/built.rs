//! A library of few types and families refuses what it does not have:
//! `cargo test -p lacuna-capi --no-default-features --features std,f32,i32,dot --test built`.
#![allow(clippy::unwrap_used)]
use lacuna_capi::hyper::Sgd;
use lacuna_capi::types::{Csr, Dense, DenseMut, RowSparse, RowsMut, Type};
use lacuna_capi::{ErrorNumbers, Status, kernels};
use std::ffi::c_void;
use std::ptr::{from_mut, from_ref, null};

const NO_ERROR: ErrorNumbers = ErrorNumbers::NONE;

fn data<T>(elements: &[T]) -> *const c_void {
    elements.as_ptr().cast()
}

/// `[[1, 0, 2], [0, 3, 0]] * [1, 10, 100]^T`, with these types.
fn product<V: Copy + From<u8>, I: Copy + From<u8>>(value: Type, index: Type) -> (Status, ErrorNumbers, [V; 2]) {
    let (indptr, indices) = ([0_u8, 2, 3].map(I::from), [0_u8, 2, 1].map(I::from));
    let (values, factors, mut out) = ([1_u8, 2, 3].map(V::from), [1_u8, 10, 100].map(V::from), [V::from(7); 2]);
    let (value_type, index_type) = (value as u32, index as u32);
    let a = Csr {
        value_type,
        index_type,
        trusted: 0,
        rows: 2,
        columns: 3,
        nnz: 3,
        indptr: data(&indptr),
        indices: data(&indices),
        values: data(&values),
    };
    let b = Dense { value_type, rows: 3, columns: 1, stride: 1, data: data(&factors) };
    let to = DenseMut { value_type, rows: 2, columns: 1, stride: 1, data: out.as_mut_ptr().cast() };
    let mut error = NO_ERROR;
    // SAFETY: arrays of these lengths and types.
    let status = unsafe { kernels::csr_dense::call(&a, &b, &to, from_mut(&mut error)) };
    (status, error, out)
}

fn check<V: Copy + From<u8> + PartialEq + std::fmt::Debug, I: Copy + From<u8>>(
    value: Type,
    index: Type,
    missing: Option<Type>,
) {
    let (status, error, out) = product::<V, I>(value, index);
    if !cfg!(feature = "dot") {
        assert_eq!((status, out), (Status::NotBuilt, [V::from(7); 2]));
    } else if let Some(missing) = missing {
        let numbers = ErrorNumbers { status: Status::NotBuilt as i32, found: missing as i64, ..NO_ERROR };
        assert_eq!((status, error, out), (Status::NotBuilt, numbers, [V::from(7); 2]));
    } else {
        assert_eq!((status, error, out), (Status::Ok, NO_ERROR, [V::from(201), V::from(30)]));
    }
}

#[test]
fn types_that_are_not_built_are_refused() {
    let missing = |built: bool, of: Type| (!built).then_some(of);
    let [f32, f64, i64] = [cfg!(feature = "f32"), cfg!(feature = "f64"), cfg!(feature = "i64")];
    let i32 = cfg!(feature = "i32");
    check::<f32, i32>(Type::F32, Type::I32, missing(f32, Type::F32).or(missing(i32, Type::I32)));
    check::<f32, u32>(Type::F32, Type::U32, missing(f32, Type::F32).or(missing(i32, Type::U32)));
    check::<f32, i64>(Type::F32, Type::I64, missing(f32, Type::F32).or(missing(i64, Type::I64)));
    check::<f64, i32>(Type::F64, Type::I32, missing(f64, Type::F64).or(missing(i32, Type::I32)));
    check::<f64, i64>(Type::F64, Type::I64, missing(f64, Type::F64).or(missing(i64, Type::I64)));
}

#[test]
fn families_that_are_not_built_are_refused() {
    let (ids, gradient, mut weight) = ([1_i32], [1.0_f32], [1.0_f32, 2.0]);
    let (value_type, index_type) = (Type::F32 as u32, Type::I32 as u32);
    let gradient = RowSparse {
        value_type,
        index_type,
        trusted: 0,
        rows: 2,
        row_length: 1,
        stored_rows: 1,
        first_row: 0,
        indices: data(&ids),
        data: data(&gradient),
    };
    let rows = RowsMut {
        value_type,
        index_type: 0,
        storage: 0,
        trusted: 0,
        rows: 2,
        row_length: 1,
        stride: 1,
        stored_rows: 0,
        first_row: 0,
        indices: null(),
        data: weight.as_mut_ptr().cast(),
    };
    let hyper =
        Sgd { learning_rate: 0.5, weight_decay: 0.0, rescale_gradient: 0.0, clip_gradient: 0.0, clips: 0, update: 0 };
    // SAFETY: arrays of these lengths and types.
    let status = unsafe { kernels::sgd::call(from_ref(&hyper), &gradient, &rows, std::ptr::null_mut()) };
    let is_built = cfg!(all(feature = "optim", feature = "f32", feature = "i32"));
    let expected = if is_built { (Status::Ok, [1.0, 1.5]) } else { (Status::NotBuilt, [1.0, 2.0]) };
    assert_eq!((status, weight), expected);
}
