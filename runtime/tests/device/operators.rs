//! Each operator and each of its gradients: the bits of the host.
use super::some::{assert_same, between, csr, dense, ids, row_sparse, there};
#[path = "../autograd/operators.rs"]
mod named;

use lacuna::infer::Stype;
use lacuna_runtime::array::{Array, Dtype, Function};
use lacuna_runtime::autograd::{GradientRequest, Tape};
use lacuna_runtime::operator::{
    Add, AddRow, CastStorage, Concat, Context, Copy, Detach, Divide, Dot, Dropout, Embedding, Flatten, FullyConnected,
    Interaction, LinearRegressionOutput, LogisticRegressionOutput, MakeLoss, Map, Mean, Multiply, Operator, Reshape,
    ScaleGradient, SigmoidCrossEntropy, SliceColumns, SoftmaxCrossEntropy, SoftmaxOutput, SplitColumns, Subtract, Sum,
};
use lacuna_runtime::symbol::Symbol;
use named::FUNCTIONS;

/// Runs an operator in both contexts, with gradients of operands that have one, stored as asked for, and compares
/// everything.
fn compare<O: Operator + Clone + 'static>(operator: O, operands: &[(Array, Option<Stype>)]) {
    let what = format!("{operator:?} of {}", operands[0].0.dtype());
    let run = |moved: fn(&Array) -> Array| {
        let mut tape = Tape::new();
        tape.context_mut().training = true;
        let variables: Vec<_> = operands
            .iter()
            .map(|(array, stype)| match stype {
                Some(stype) => tape.parameter(moved(array), GradientRequest::Write, *stype).unwrap(),
                None => tape.constant(moved(array)),
            })
            .collect();
        let output = tape.apply(operator.clone(), &variables).unwrap();
        let value = tape.value(output).unwrap().clone();
        if operands.iter().any(|(_, stype)| stype.is_some()) {
            let head = dense(99, value.shape(), value.dtype());
            tape.backward_from(output, &moved(&head)).unwrap();
        }
        let gradients = variables.iter().zip(operands).filter(|(_, (_, stype))| stype.is_some());
        let gradients: Vec<_> = gradients.map(|(&variable, _)| tape.gradient(variable).unwrap().clone()).collect();
        (value, gradients)
    };
    let (found, expected) = (run(there), run(Array::clone));
    assert_same(&what, &found.0, &expected.0);
    for (operand, (found, expected)) in found.1.iter().zip(&expected.1).enumerate() {
        assert_same(&format!("{what}: gradient {operand}"), found, expected);
    }
}

const FLOATS: [Dtype; 2] = [Dtype::F32, Dtype::F64];
const GRADIENT: Option<Stype> = Some(Stype::Dense);

#[test]
fn products() {
    for dtype in FLOATS {
        let sparse = || (csr(1, [9, 12], dtype), None);
        for columns in [1, 5] {
            for stype in [Stype::Dense, Stype::RowSparse] {
                compare(Dot::default(), &[sparse(), (dense(2, &[12, columns], dtype), Some(stype))]);
            }
            compare(
                Dot { transpose_a: true, transpose_b: false },
                &[sparse(), (dense(2, &[9, columns], dtype), GRADIENT)],
            );
        }
        compare(Dot::default(), &[(csr(1, [9, 12], dtype), Some(Stype::Csr)), (dense(2, &[12, 4], dtype), None)]);
        compare(Dot::default(), &[sparse(), (row_sparse(2, &[12, 4], dtype), None)]);
        compare(Dot { transpose_a: true, transpose_b: false }, &[sparse(), (row_sparse(2, &[9, 4], dtype), None)]);
        compare(Dot::default(), &[(dense(3, &[4, 9], dtype), GRADIENT), (csr(4, [9, 5], dtype), None)]);
        compare(
            Dot { transpose_a: false, transpose_b: true },
            &[(dense(3, &[4, 5], dtype), GRADIENT), (csr(4, [9, 5], dtype), None)],
        );
        for (transpose_a, transpose_b) in [(false, false), (true, false), (false, true)] {
            let a = if transpose_a { [7, 3] } else { [3, 7] };
            let b = if transpose_b { [4, 7] } else { [7, 4] };
            let gradients = if transpose_a || transpose_b { [None, GRADIENT] } else { [GRADIENT, GRADIENT] };
            compare(
                Dot { transpose_a, transpose_b },
                &[(dense(1, &a, dtype), gradients[0]), (dense(2, &b, dtype), gradients[1])],
            );
        }
        let (x, weight, bias) = (dense(1, &[6, 5], dtype), dense(2, &[3, 5], dtype), dense(3, &[3], dtype));
        compare(FullyConnected::default(), &[(x.clone(), GRADIENT), (weight.clone(), GRADIENT), (bias, GRADIENT)]);
        compare(FullyConnected { no_bias: true }, &[(x.clone(), GRADIENT), (weight.clone(), GRADIENT)]);
        compare(FullyConnected::default(), &[(x, None), (weight, None), (row_sparse(3, &[3], dtype), None)]);
    }
}

#[test]
fn pairs_and_rows() {
    for dtype in FLOATS {
        let operands = || [(dense(1, &[5, 3], dtype), GRADIENT), (between(0.5, 2.0, 2, &[5, 3], dtype), GRADIENT)];
        compare(Add, &operands());
        compare(Subtract, &operands());
        compare(Multiply, &operands());
        compare(Divide, &operands());
        let forms = || {
            [
                row_sparse(1, &[9, 3], dtype),
                Array::row_sparse(&[9, 3], vec![1, 2], vec![0.5; 6]).unwrap().astype(dtype).unwrap(),
            ]
        };
        for [left, right] in
            [forms(), [forms()[0].clone(), dense(2, &[9, 3], dtype)], [dense(3, &[9, 3], dtype), forms()[0].clone()]]
        {
            let operands = [(left, None), (right, None)];
            compare(Add, &operands);
            compare(Subtract, &operands);
            compare(Multiply, &operands);
            compare(Divide, &operands);
        }
        for order in [[0, 1], [1, 0]] {
            let operands = || order.map(|place| [csr(1, [9, 7], dtype), dense(2, &[9, 7], dtype)][place].clone());
            let operands = operands().map(|array| (array, None));
            compare(Add, &operands);
            compare(Subtract, &operands);
            compare(Multiply, &operands);
            compare(Divide, &operands);
        }
        compare(AddRow, &[(dense(1, &[5, 3], dtype), GRADIENT), (dense(2, &[3], dtype), GRADIENT)]);
        compare(AddRow, &[(csr(1, [5, 9], dtype), None), (dense(2, &[9], dtype), GRADIENT)]);
        compare(Map(Function::PlusScalar(0.5)), &[(csr(1, [5, 9], dtype), None)]);
        compare(Flatten, &[(dense(1, &[5, 3, 2], dtype), GRADIENT)]);
        compare(MakeLoss, &[(dense(1, &[5, 3], dtype), GRADIENT)]);
        compare(SliceColumns { begin: Some(1), end: Some(-1) }, &[(dense(1, &[5, 4], dtype), GRADIENT)]);
        for squeeze in [false, true] {
            let split = SplitColumns { part: 2, parts: if squeeze { 6 } else { 3 }, squeeze };
            compare(split, &[(dense(1, &[5, 6], dtype), GRADIENT)]);
        }
        compare(Copy, &[(dense(1, &[5, 3], dtype), GRADIENT)]);
        compare(Detach, &[(dense(1, &[5, 3], dtype), None)]);
        compare(Reshape { shape: vec![3, 5] }, &[(dense(1, &[5, 3], dtype), GRADIENT)]);
        compare(CastStorage { stype: Stype::RowSparse }, &[(dense(1, &[5, 3], dtype), GRADIENT)]);
        for axis in [None, Some(0), Some(1)] {
            compare(Sum { axis }, &[(dense(1, &[40, 37], dtype), GRADIENT)]);
            compare(Mean { axis }, &[(dense(1, &[6, 7], dtype), GRADIENT)]);
        }
    }
}

#[test]
fn functions() {
    for dtype in FLOATS {
        for &(function, low, high) in FUNCTIONS {
            compare(Map(function), &[(between(low, high, 1, &[7], dtype), GRADIENT)]);
        }
    }
    // All names in the list of cases that MXNet made.
    assert_eq!(named::named("dot").name(), "dot");
}

#[test]
fn tables() {
    for dtype in FLOATS {
        for stype in [Stype::Dense, Stype::RowSparse] {
            compare(Embedding, &[(ids(1, 9, 6), None), (dense(2, &[6, 3], dtype), Some(stype))]);
            compare(Interaction, &[(csr(1, [7, 20], dtype), None), (dense(2, &[20, 4], dtype), Some(stype))]);
        }
        // No rows, and ids of two dimensions.
        compare(Embedding, &[(ids(1, 0, 6), None), (dense(2, &[6, 3], dtype), Some(Stype::RowSparse))]);
        let list = Array::dense(&[2, 3], ids(3, 6, 6).data::<i64>().unwrap().to_vec()).unwrap();
        compare(Embedding, &[(list, None), (dense(2, &[6, 2], dtype), Some(Stype::RowSparse))]);
        compare(Embedding, &[(ids(1, 9, 6), None), (row_sparse(2, &[6, 3], dtype), None)]);
        let empty = Array::csr(Some([2, 20]), vec![0, 0, 0], vec![], Vec::<f64>::new()).unwrap().astype(dtype).unwrap();
        compare(Interaction, &[(empty, None), (dense(2, &[20, 4], dtype), Some(Stype::RowSparse))]);
    }
}

/// Of one column, of none, and of a single row; zeros keep their sign.
#[test]
fn columns_beside_each_other() {
    for dtype in FLOATS {
        for (rows, widths) in
            [(6, vec![1, 4, 1]), (1, vec![3, 2]), (5, vec![1]), (3, vec![2, 0, 5]), (0, vec![2, 1]), (4, vec![0])]
        {
            let operands: Vec<_> = (1..)
                .zip(&widths)
                .map(|(seed, &columns): (u64, _)| (dense(seed, &[rows, columns], dtype), GRADIENT))
                .collect();
            compare(Concat, &operands);
        }
        let zeros = Array::dense(&[2, 1], vec![-0.0_f64, f64::INFINITY]).unwrap().astype(dtype).unwrap();
        compare(Concat, &[(zeros, GRADIENT), (dense(1, &[2, 2], dtype), None)]);
    }
}

#[test]
fn what_is_left_out_and_what_is_scaled() {
    let step = |number: i64| Array::dense(&[1], vec![number]).unwrap();
    for dtype in FLOATS {
        for shape in [&[7, 5][..], &[1, 1], &[40], &[0, 3]] {
            let x = || (dense(1, shape, dtype), GRADIENT);
            for (probability, number) in [(0.5, 0), (0.1, 9), (0.0, 2)] {
                compare(Dropout { probability, seed: 3, name: "first".into() }, &[x(), (step(number), None)]);
            }
            compare(ScaleGradient { factor: -0.3 }, &[x()]);
        }
    }
    // Nothing is left out without a training; a number that the device has made is read there.
    let (x, dropout) =
        (there(&dense(1, &[9], Dtype::F32)), Dropout { probability: 0.5, seed: 3, name: "first".into() });
    let mut context = Context::new();
    assert_same("no training", &context.run(&dropout, &[&x, &there(&step(1))]).unwrap(), &dense(1, &[9], Dtype::F32));
    context.training = true;
    let ours = there(&Array::dense(&[1], vec![4.0_f32]).unwrap()).astype(Dtype::I64).unwrap();
    let expected = context.run(&dropout, &[&dense(1, &[9], Dtype::F32), &step(4)]).unwrap();
    assert_same("a number of the device", &context.run(&dropout, &[&x, &ours]).unwrap(), &expected);
}

#[test]
fn losses() {
    for dtype in FLOATS {
        let (logits, classes) = (dense(1, &[6, 5], dtype), ids(2, 6, 5));
        compare(SoftmaxCrossEntropy, &[(logits.clone(), GRADIENT), (classes.clone(), None)]);
        compare(
            SoftmaxOutput { grad_scale: 0.5, ..SoftmaxOutput::default() },
            &[(logits.clone(), GRADIENT), (classes, None)],
        );
        let labels = between(0.0, 1.0, 3, &[6, 5], dtype);
        compare(SigmoidCrossEntropy, &[(logits.clone(), GRADIENT), (labels.clone(), None)]);
        compare(LinearRegressionOutput { grad_scale: 0.5 }, &[(logits.clone(), GRADIENT), (labels.clone(), None)]);
        compare(LogisticRegressionOutput::default(), &[(logits.clone(), GRADIENT), (labels, None)]);
        compare(LinearRegressionOutput::default(), &[(logits, GRADIENT), (csr(4, [6, 5], dtype), None)]);
        compare(
            LogisticRegressionOutput::default(),
            &[(dense(1, &[6, 1], dtype), GRADIENT), (dense(2, &[6], dtype), None)],
        );
    }
}

/// A graph casts what an operator stores in another way than was inferred, there as here.
#[test]
fn graphs_store_results_as_inferred() {
    let (a, b) = (Symbol::variable("a"), Symbol::variable("b").with_stype(Stype::Csr));
    let product = a.dot(&b).unwrap();
    let arrays = vec![("a", dense(1, &[4, 9], Dtype::F32)), ("b", csr(2, [9, 5], Dtype::F32))];
    let mut executor = product.bind(arrays, GradientRequest::Null).unwrap();
    executor.forward(false).unwrap();
    let expected = executor.output(0).unwrap().clone();
    assert_eq!(expected.stype(), Stype::Csr);
    executor.set_context(super::device()).unwrap();
    executor.forward(false).unwrap();
    assert_same("dot", executor.output(0).unwrap(), &expected);
}
