//! What operators refuse, in words; and that their paths are those of the inference, or more.
use super::operators::named;
use lacuna::infer::{Call, Device, Mode, Operator as Inferred, Parameters, Stype, infer};
use lacuna_runtime::array::{Array, Dtype};
use lacuna_runtime::operator::{Context, Fallback, FullyConnected, OperatorError, ScaleGradient};

fn matrix(rows: usize, columns: usize) -> Array {
    Array::dense(&[rows, columns], vec![1.0_f32; rows * columns]).unwrap()
}

#[test]
fn errors_say_what_is_wrong() {
    let vector = Array::dense(&[2], vec![1.0_f32; 2]).unwrap();
    let double = Array::dense(&[3, 2], vec![1.0_f64; 6]).unwrap();
    let integers = Array::dense(&[2, 3], vec![1_i32; 6]).unwrap();
    let half = Array::dense(&[2], vec![0.5_f32, 1.0]).unwrap();
    let wide = Array::dense(&[2], vec![0.0_f32, 3.0]).unwrap();
    let cases: &[(&str, &[&Array], &str)] = &[
        ("dot", &[&matrix(2, 3)], "dot has 2 operands, not 1"),
        (
            "dot",
            &[&matrix(2, 3), &matrix(2, 3)],
            "dot: operand 1 has shape [2, 3], but as many rows as the first has columns is needed",
        ),
        (
            "dot",
            &[&matrix(2, 3), &vector],
            "dot: operand 1 has shape [2], but as many rows as the first has columns is needed",
        ),
        ("dot", &[&matrix(2, 3), &double], "dot: operand 1 is float64, but float32 is needed"),
        (
            "dot",
            &[&integers, &matrix(3, 2)],
            "dot computes with float32 and float64, not with int32: astype gives them",
        ),
        (
            "elemwise_add",
            &[&matrix(2, 3), &matrix(3, 2)],
            "elemwise_add: operand 1 has shape [3, 2], but that of the first is needed",
        ),
        (
            "broadcast_add",
            &[&matrix(2, 3), &vector],
            "broadcast_add: operand 1 has shape [2], but one element for each column of the first is needed",
        ),
        (
            "sum_1",
            &[&vector],
            "sum: operand 0 has shape [2], but an array with these axes, each once, in 8 dimensions or fewer, is needed",
        ),
        (
            "Embedding",
            &[&half, &matrix(3, 2)],
            "Embedding: element 0 is 0.5, which is not an integer from 0 to 3 (exclusive)",
        ),
        (
            "Embedding",
            &[&wide, &matrix(3, 2)],
            "Embedding: element 1 is 3, which is not an integer from 0 to 3 (exclusive)",
        ),
        (
            "SoftmaxCrossEntropyLoss",
            &[&matrix(2, 3), &wide],
            "SoftmaxCrossEntropyLoss: element 1 is 3, which is not an integer from 0 to 3 (exclusive)",
        ),
        ("SoftmaxOutput", &[&vector, &vector], "SoftmaxOutput: operand 0 has shape [2], but a matrix is needed"),
        (
            "LinearRegressionOutput",
            &[&matrix(2, 3), &vector],
            "LinearRegressionOutput: operand 1 has shape [2], but as many labels as there are predictions is needed",
        ),
    ];
    for (name, inputs, expected) in cases {
        let refused = Context::new().run(&*named(name), inputs).unwrap_err();
        assert_eq!(refused.to_string(), *expected);
    }
}

/// An operand that must be dense is not taken for one by what it stores.
#[test]
fn sparse_operands_where_dense_ones_belong() {
    let (x, weight) = (matrix(2, 3), matrix(4, 3));
    let bias = Array::csr(Some([1, 4]), vec![0, 4], vec![0, 1, 2, 3], vec![1.0_f32, 2.0, 3.0, 4.0]).unwrap();
    let operands = [&x, &weight, &bias];
    let mut context = Context::new();
    let refused = context.run(&FullyConnected::default(), &operands).unwrap_err().to_string();
    assert_eq!(
        refused,
        "FullyConnected has no path for operands stored as [default, default, csr]: tostype gives others"
    );
    let refused =
        context.run(&ScaleGradient { factor: 2.0 }, &[&x.tostype(Stype::Csr).unwrap()]).unwrap_err().to_string();
    assert_eq!(refused, "ScaleGradient has no path for operands stored as [csr]: tostype gives others");
    // One csr row with as many numbers as there are labels is not the labels.
    let labels = Array::csr(Some([1, 4]), vec![0, 2], vec![0, 3], vec![1.0_f32, 2.0]).unwrap();
    for (logits, labels) in
        [(x.clone(), labels), (x.tostype(Stype::Csr).unwrap(), Array::dense(&[2], vec![1.0_f32, 2.0]).unwrap())]
    {
        let refused = context.run(&*named("SoftmaxOutput"), &[&logits, &labels]).unwrap_err();
        assert!(matches!(&refused, OperatorError::NoPath { .. }), "{refused}");
    }
    context.fallback = Fallback::Dense;
    let found = context.run(&FullyConnected::default(), &operands).unwrap();
    assert_eq!(found.data::<f32>(), Some(&[4.0, 5.0, 6.0, 7.0, 4.0, 5.0, 6.0, 7.0][..]));
    assert_eq!(context.notices().len(), 1);
}

/// Where the inference finds a path, so does the operator; where it reports a fallback, the operator refuses, or has a
/// path that MXNet does not have.
#[test]
fn paths_are_those_of_the_inference() {
    let array = |stype: Stype| matrix(3, 3).tostype(stype).unwrap();
    let beyond = |name: &str, stypes: &[Stype]| match name {
        "elemwise_add" | "elemwise_sub" => {
            stypes == [Stype::RowSparse, Stype::Dense] || stypes == [Stype::Dense, Stype::RowSparse]
        }
        "dot" => stypes == [Stype::Dense, Stype::Csr],
        _ => false,
    };
    let mut paths = 0;
    for name in ["dot", "elemwise_add", "elemwise_sub", "elemwise_mul", "elemwise_div"] {
        for left in [Stype::Dense, Stype::Csr, Stype::RowSparse] {
            for right in [Stype::Dense, Stype::Csr, Stype::RowSparse] {
                let inputs = [left, right];
                let call = Call {
                    operator: Inferred::named(name).unwrap(),
                    parameters: Parameters::default(),
                    device: Device::Cpu,
                    inputs: &inputs,
                };
                let mut outputs = [None];
                let mode = infer(&call, &mut outputs).unwrap();
                let found = Context::new().run(&*named(name), &[&array(left), &array(right)]);
                match (mode, found) {
                    (Mode::Fallback, Err(OperatorError::NoPath { .. })) => {}
                    (Mode::Fallback, Ok(_)) => assert!(beyond(name, &inputs), "{name} {inputs:?}"),
                    (_, Ok(result)) => {
                        assert!(
                            outputs == [Some(result.stype())] || beyond(name, &inputs),
                            "{name} {inputs:?}: {}",
                            result.stype()
                        );
                        paths += 1;
                    }
                    (_, Err(error)) => panic!("{name} {inputs:?}: {error}"),
                }
            }
        }
    }
    assert!(paths > 15, "{paths}");
}

#[test]
fn outputs_keep_their_storage_type() {
    let mut context = Context::new();
    let mut out = Array::zeros(Stype::RowSparse, &[2, 2], Dtype::F32).unwrap();
    context.run_out(&*named("dot"), &[&matrix(2, 3), &matrix(3, 2)], &mut out).unwrap();
    assert_eq!((out.stype(), out.data::<f32>()), (Stype::RowSparse, Some(&[3.0; 4][..])));
    let before = out.clone();
    assert!(context.run_out(&*named("dot"), &[&matrix(3, 3), &matrix(3, 2)], &mut out).is_err());
    assert_eq!(out, before);
}
