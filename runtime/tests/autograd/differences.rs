//! Gradients beside quotients of differences, in `f64`.
use super::operators::{FUNCTIONS, named};
use lacuna::infer::Stype;
use lacuna_runtime::array::Array;
use lacuna_runtime::autograd::{GradientRequest, Tape};
use lacuna_runtime::operator::{Context, Map, Operator, SigmoidCrossEntropy};

/// Numbers between two others, of a sequence that starts at `seed`.
fn numbers(seed: u64, count: usize, least: f64, most: f64) -> Vec<f64> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) + 1;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    (0..count).map(|_| least + (most - least) * next()).collect()
}

/// A weighted sum of the result's stored elements, so that every element of the gradient differs.
fn total(operator: &dyn Operator, inputs: &[Array], weights: &[f64]) -> f64 {
    let output = Context::new().run(operator, &inputs.iter().collect::<Vec<_>>()).unwrap();
    output.data::<f64>().unwrap().iter().zip(weights).map(|(x, w)| x * w).sum()
}

/// Every stored element of operand `of`, once a little more, once a little less.
fn check(operator: &str, boxed: impl Fn() -> Box<dyn Operator>, inputs: &[Array], of: usize) {
    let output = Context::new().run(&*boxed(), &inputs.iter().collect::<Vec<_>>()).unwrap();
    let weights = numbers(99, output.nnz(), 0.5, 1.5);
    let mut tape = Tape::new();
    let variables: Vec<_> = inputs
        .iter()
        .enumerate()
        .map(|(number, input)| {
            let request = if number == of { GradientRequest::Write } else { GradientRequest::Null };
            tape.parameter(input.clone(), request, input.stype()).unwrap()
        })
        .collect();
    let result = tape.apply_boxed(boxed(), &variables).unwrap();
    let mut head = output.clone();
    head.data_mut::<f64>().unwrap().copy_from_slice(&weights);
    tape.backward_from(result, &head).unwrap();
    let gradient = tape.gradient(variables[of]).unwrap();
    assert_eq!((gradient.shape(), gradient.nnz()), (inputs[of].shape(), inputs[of].nnz()), "{operator}");
    let gradient = gradient.data::<f64>().unwrap();
    const STEP: f64 = 1e-6;
    for (place, &found) in gradient.iter().enumerate() {
        let moved = |step: f64| {
            let mut inputs = inputs.to_vec();
            inputs[of].data_mut::<f64>().unwrap()[place] += step;
            total(&*boxed(), &inputs, &weights)
        };
        let expected = (moved(STEP) - moved(-STEP)) / (2.0 * STEP);
        assert!(
            (found - expected).abs() <= 1e-7 * expected.abs().max(1.0),
            "{operator}, operand {of}, element {place}: {found}, not {expected}"
        );
    }
}

fn dense(seed: u64, shape: &[usize], least: f64, most: f64) -> Array {
    Array::dense(shape, numbers(seed, shape.iter().product(), least, most)).unwrap()
}

fn csr(seed: u64) -> Array {
    Array::csr(Some([4, 5]), vec![0, 2, 2, 5, 6], vec![1, 4, 0, 2, 3, 4], numbers(seed, 6, 0.5, 1.5)).unwrap()
}

fn row_sparse(seed: u64, ids: &[i64]) -> Array {
    Array::row_sparse(&[5, 2], ids.to_vec(), numbers(seed, ids.len() * 2, 0.5, 1.5)).unwrap()
}

#[test]
fn of_every_function() {
    for &(function, least, most) in FUNCTIONS {
        check(function.name(), || Box::new(Map(function)), &[dense(3, &[3, 2], least, most)], 0);
        if function.keeps_zero() {
            let mut sparse = csr(1);
            sparse.data_mut::<f64>().unwrap().copy_from_slice(&numbers(4, 6, least, most));
            check(function.name(), || Box::new(Map(function)), &[sparse], 0);
        }
    }
}

#[test]
fn of_operators_on_dense_arrays() {
    let matrix = |seed, rows, columns| dense(seed, &[rows, columns], 0.5, 1.5);
    for (name, inputs) in [
        ("dot", vec![matrix(1, 3, 4), matrix(2, 4, 2)]),
        ("dot_ta", vec![matrix(1, 4, 3), matrix(2, 4, 2)]),
        ("dot_tb", vec![matrix(1, 3, 4), matrix(2, 2, 4)]),
        ("elemwise_add", vec![matrix(1, 3, 2), matrix(2, 3, 2)]),
        ("elemwise_sub", vec![matrix(1, 3, 2), matrix(2, 3, 2)]),
        ("elemwise_mul", vec![matrix(1, 3, 2), matrix(2, 3, 2)]),
        ("elemwise_div", vec![matrix(1, 3, 2), matrix(2, 3, 2)]),
        ("broadcast_add", vec![matrix(1, 3, 2), matrix(2, 1, 2)]),
        ("sum", vec![matrix(1, 3, 2)]),
        ("sum_0", vec![matrix(1, 3, 2)]),
        ("sum_1", vec![matrix(1, 3, 2)]),
        ("mean", vec![matrix(1, 3, 2)]),
        ("mean_1", vec![matrix(1, 3, 2)]),
        ("FullyConnected", vec![matrix(1, 3, 2), matrix(2, 4, 2), matrix(3, 1, 4)]),
    ] {
        (0..inputs.len()).for_each(|of| check(name, || named(name), &inputs, of));
    }
    let labels = Array::dense(&[3], vec![2.0, 0.0, 1.0]).unwrap();
    check("SoftmaxCrossEntropyLoss", || named("SoftmaxCrossEntropyLoss"), &[matrix(1, 3, 4), labels], 0);
    check("SigmoidCrossEntropy", || Box::new(SigmoidCrossEntropy), &[matrix(1, 3, 2), dense(2, &[3, 2], 0.0, 1.0)], 0);
}

#[test]
fn of_operators_on_sparse_arrays() {
    // Of a csr operand, on its pattern.
    check("dot", || named("dot"), &[csr(1), dense(2, &[5, 3], 0.5, 1.5)], 0);
    check("dot", || named("dot"), &[csr(1), dense(2, &[5, 3], 0.5, 1.5)], 1);
    check("dot_ta", || named("dot_ta"), &[csr(1), dense(2, &[4, 3], 0.5, 1.5)], 1);
    check("dot", || named("dot"), &[dense(2, &[3, 4], 0.5, 1.5), csr(1)], 0);
    check("dot_tb", || named("dot_tb"), &[dense(2, &[3, 5], 0.5, 1.5), csr(1)], 0);
    let every = row_sparse(3, &[0, 1, 2, 3, 4]);
    check("elemwise_mul", || named("elemwise_mul"), &[every.clone(), row_sparse(4, &[1, 3])], 1);
    check("elemwise_mul", || named("elemwise_mul"), &[every.clone(), dense(5, &[5, 2], 0.5, 1.5)], 0);
    check("elemwise_add", || named("elemwise_add"), &[every.clone(), row_sparse(4, &[0, 1, 2, 3, 4])], 1);
    check("elemwise_mul", || named("elemwise_mul"), &[csr(1), dense(5, &[4, 5], 0.5, 1.5)], 0);
    check("_square_sum", || named("_square_sum"), &[row_sparse(4, &[1, 3, 4])], 0);
    let ids = Array::dense(&[3], vec![4.0, 0.0, 4.0]).unwrap();
    let mut tape = Tape::new();
    let (ids, weight) = (tape.constant(ids), tape.parameter(every, GradientRequest::Write, Stype::RowSparse).unwrap());
    let rows = tape.embedding(ids, weight).unwrap();
    tape.backward(rows).unwrap();
    let gradient = tape.gradient(weight).unwrap();
    assert_eq!((gradient.indices(), gradient.data::<f64>()), (Some(&[0, 4][..]), Some(&[1.0, 1.0, 2.0, 2.0][..])));
}
