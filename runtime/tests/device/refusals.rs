//! What a device does not do is an error that names it.
use super::device;
use super::some::{csr, dense, ids, row_sparse, there};
use lacuna::infer::Stype;
use lacuna_runtime::array::{Array, Dtype, Function};
use lacuna_runtime::autograd::{GradientRequest, Tape};
use lacuna_runtime::device::Device;
use lacuna_runtime::initializer::{Initializer, named};
use lacuna_runtime::kvstore::KvStore;
use lacuna_runtime::operator::{
    Add, Backward, Concat, Context, Dot, Dropout, Embedding, Fallback, Inputs, Operator, OperatorError, Retain,
    ScaleGradient, SoftmaxOutput,
};

#[test]
fn without_a_gpu() {
    match Device::gpu(0) {
        // There is one.
        Ok(device) => assert_eq!((device.to_string(), Device::gpu(0)), ("gpu(0)".to_owned(), Ok(device))),
        Err(error) => {
            let error = error.to_string();
            assert!(error.starts_with("gpu(0) cannot be used: no CUDA d"), "{error}");
            assert!(!error.contains('\n'), "{error}");
            assert_eq!("gpu".parse::<Device>().unwrap_err().to_string(), error);
        }
    }
    let error = Device::gpu(4096).unwrap_err().to_string();
    assert!(error.starts_with("gpu(4096) cannot be used: no CUDA d"), "{error}");
    for name in ["", "cpu:1", "gpu:", "gpu:-1", "gpu:x", "GPU", "gpu1"] {
        let error = name.parse::<Device>().unwrap_err().to_string();
        assert_eq!(error, format!("no context `{name}`: cpu, gpu or gpu:I, with I the number of a GPU"));
    }
}

/// Its results are the host's alone.
#[derive(Debug)]
struct Own;

impl Operator for Own {
    fn name(&self) -> &'static str {
        "own"
    }
    fn forward(&self, _: &Context, _: Inputs<'_>, _: &mut Array) -> Result<(), OperatorError> {
        panic!("called on the host")
    }
    fn backward(&self, _: &Context, _: &Backward<'_>, _: usize, _: &mut Array) -> Result<(), OperatorError> {
        panic!("called on the host")
    }
}

#[test]
fn operators_without_kernels() {
    let (a, rows) = (there(&dense(1, &[2, 3], Dtype::F32)), there(&row_sparse(1, &[5, 3], Dtype::F32)));
    let (csr, list) = (there(&csr(1, [2, 3], Dtype::F32)), there(&ids(1, 2, 5)));
    let mut context = Context::new();
    // Not even with copies.
    context.fallback = Fallback::Dense;
    let mut refused =
        |operator: &dyn Operator, inputs: &[&Array]| context.run(operator, inputs).unwrap_err().to_string();
    let tail = ": as_in_context gives copies on the host";
    assert_eq!(refused(&Own, &[&a]), format!("own has no kernel for ptx-vm with operands stored as [default]{tail}"));
    assert_eq!(
        refused(&Retain, &[&rows, &list]),
        format!("sparse_retain has no kernel for ptx-vm with operands stored as [row_sparse, default]{tail}")
    );
    assert_eq!(
        refused(&Dot::default(), &[&csr, &there(&super::some::csr(2, [3, 4], Dtype::F32))]),
        format!("dot has no kernel for ptx-vm with operands stored as [csr, csr]{tail}")
    );
    assert_eq!(
        refused(&SoftmaxOutput::default(), &[&csr, &there(&ids(1, 2, 3))]),
        format!("SoftmaxOutput has no kernel for ptx-vm with operands stored as [csr, default]{tail}")
    );
    assert_eq!(
        refused(&Add, &[&a, &there(&dense(1, &[3, 2], Dtype::F32))]),
        "elemwise_add: operand 1 has shape [3, 2], but that of the first is needed"
    );
    assert!(context.notices().is_empty());
}

#[test]
fn operands_of_two_contexts() {
    let (host, device) = (dense(1, &[2], Dtype::F32), there(&dense(1, &[2], Dtype::F32)));
    let other = crate::another_device();
    let refused = |a: &Array, b: &Array| Context::new().run(&Add, &[a, b]).unwrap_err().to_string();
    let tail = "as_in_context gives a copy there";
    assert_eq!(
        refused(&device, &host),
        format!("elemwise_add: operand 1 is on cpu(0), and the first on ptx-vm: {tail}")
    );
    assert_eq!(
        refused(&host, &device),
        format!("elemwise_add: operand 1 is on ptx-vm, and the first on cpu(0): {tail}")
    );
    assert!(matches!(
        Context::new().run(&Add, &[&device, &host.as_in_context(&other).unwrap()]),
        Err(OperatorError::Contexts { operand: 1, .. })
    ));
    // From one device to another.
    assert_eq!(device.as_in_context(&other).unwrap().as_in_context(&Device::cpu()).unwrap(), host);

    let mut tape = Tape::new();
    let weight = tape.parameter(device.clone(), GradientRequest::Write, Stype::Dense).unwrap();
    assert_eq!(
        tape.set(weight, host.clone()).unwrap_err().to_string(),
        format!("the array is on cpu(0), not on ptx-vm: {tail}")
    );
    let square = tape.multiply(weight, weight).unwrap();
    let refused = tape.backward_from(square, &host).unwrap_err().to_string();
    assert_eq!(refused, format!("backward: operand 0 is on cpu(0), and the first on ptx-vm: {tail}"));
}

#[test]
fn what_the_host_does_with_arrays() {
    let mut a = there(&dense(1, &[4, 3], Dtype::F32));
    let refused =
        |operation: &str| format!("{operation}: not for an array on ptx-vm: as_in_context gives a copy on the host");
    let host = dense(2, &[4, 3], Dtype::F32);
    assert_eq!(a.map(Function::Exp).unwrap_err().to_string(), refused("exp"));
    assert_eq!(a.as_dense::<f32>().unwrap_err().to_string(), refused("a view"));
    assert_eq!(a.as_rows_mut::<f32>().unwrap_err().to_string(), refused("a view of rows"));
    assert_eq!(a.slice_rows(Some(0), Some(1)).unwrap_err().to_string(), refused("a slice"));
    assert_eq!(a.take_rows(&[1]).unwrap_err().to_string(), refused("rows by number"));
    assert_eq!(a.equal(&host).unwrap_err().to_string(), refused("a comparison"));
    assert_eq!(host.equal(&a).unwrap_err().to_string(), refused("a comparison"));
    assert_eq!(a.fill(1.0).unwrap_err().to_string(), refused("a number for all elements"));
    assert_eq!(a.assign_rows(0, &host).unwrap_err().to_string(), refused("assignment to some of the rows"));
    assert_eq!(
        Initializer::Normal { sigma: 1.0 }.fill(named(1, "a"), &mut a).unwrap_err().to_string(),
        refused("a number for all elements")
    );
    let mut store = KvStore::new(lacuna_runtime::Cpu { threads: 1 });
    store.init("a", a.as_in_context(&Device::cpu()).unwrap()).unwrap();
    store.set_updater(move |_, _, parameter| {
        *parameter = a.clone();
        Ok(())
    });
    let error = store.push("a", &[&host]).unwrap_err().to_string();
    assert_eq!(error, refused("a key-value store"));
    let small = Array::dense(&[1], vec![1_i8]).unwrap();
    let refused = small.as_in_context(device()).unwrap_err();
    assert_eq!(refused.to_string(), "ptx-vm keeps float32, float64 and int64, not int8: astype gives them");
}

#[test]
fn columns_and_dropout() {
    let (a, sparse) = (there(&dense(1, &[2, 3], Dtype::F32)), there(&csr(1, [2, 3], Dtype::F32)));
    let mut context = Context::new();
    context.training = true;
    let mut refused =
        |operator: &dyn Operator, inputs: &[&Array]| context.run(operator, inputs).unwrap_err().to_string();
    let tail = ": as_in_context gives copies on the host";
    assert_eq!(
        refused(&Concat, &[&a, &sparse]),
        format!("Concat has no kernel for ptx-vm with operands stored as [default, csr]{tail}")
    );
    assert_eq!(
        refused(&Concat, &[&a, &there(&dense(1, &[3, 3], Dtype::F32))]),
        "Concat: operand 1 has shape [3, 3], but as many rows as the first has is needed"
    );
    assert_eq!(
        refused(&Concat, &[&a, &there(&dense(1, &[6], Dtype::F32))]),
        "Concat: operand 1 has shape [6], but a matrix is needed"
    );
    assert_eq!(
        refused(&Concat, &[&a, &there(&dense(1, &[2, 1], Dtype::F64))]),
        "Concat: operand 1 is float64, but float32 is needed"
    );
    assert_eq!(
        refused(&Concat, &[&a, &dense(1, &[2, 1], Dtype::F32)]),
        "Concat: operand 1 is on cpu(0), and the first on ptx-vm: as_in_context gives a copy there"
    );
    let dropout = |probability| Dropout { probability, seed: 1, name: "first".into() };
    let step = there(&ids(1, 1, 5));
    assert_eq!(
        refused(&dropout(0.5), &[&sparse, &step]),
        format!("Dropout has no kernel for ptx-vm with operands stored as [csr, default]{tail}")
    );
    assert_eq!(
        refused(&dropout(1.0), &[&a, &step]),
        "Dropout: the probability is 1, which is not from 0 to 1 (exclusive)"
    );
    assert_eq!(
        refused(&dropout(0.5), &[&a, &there(&ids(1, 2, 5))]),
        "Dropout: operand 1 has shape [2], but one int64 is needed"
    );
    assert_eq!(refused(&dropout(0.5), &[&a, &a]), "Dropout: operand 1 is float32, but int64 is needed");
    assert_eq!(
        refused(&ScaleGradient { factor: 2.0 }, &[&sparse]),
        format!("ScaleGradient has no kernel for ptx-vm with operands stored as [csr]{tail}")
    );
}

/// Only the device sees ids: the first copy to the host reports them, and so does `finish`.
#[test]
fn ids_that_are_no_rows() {
    let own = crate::another_device();
    let there = |array: &Array| array.as_in_context(&own).unwrap();
    let (bad, weight) = (there(&Array::dense(&[2], vec![1_i64, 7]).unwrap()), there(&dense(1, &[5, 2], Dtype::F32)));
    let rows = Context::new().run(&Embedding, &[&bad, &weight]).unwrap();
    let refused = own.finish().unwrap_err().to_string();
    assert!(refused.contains('7') && refused.contains('5'), "{refused}");
    own.finish().unwrap();
    drop(rows);
    let rows = Context::new().run(&Embedding, &[&bad, &weight]).unwrap();
    assert_eq!(rows.as_in_context(&Device::cpu()).unwrap_err().to_string(), refused);
    let floats = there(&Array::dense(&[1], vec![1.0_f32]).unwrap());
    let refused = Context::new().run(&Embedding, &[&floats, &weight]).unwrap_err().to_string();
    assert_eq!(refused, "Embedding: operand 0 is float32, but int64 is needed");
}
