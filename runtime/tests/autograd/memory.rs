//! A step of training that was recorded once allocates nothing.
use super::counting::{allocations, counter};
use lacuna::infer::Stype;
use lacuna_runtime::array::{Array, Function};
use lacuna_runtime::autograd::{GradientRequest, Tape};

#[test]
fn a_replayed_step_allocates_nothing() {
    let mut tape = Tape::new();
    let x = tape.constant(
        Array::csr(Some([4, 50]), vec![0, 2, 4, 5, 7], vec![3, 40, 3, 7, 9, 40, 49], vec![1.0_f32; 7]).unwrap(),
    );
    let ids = tape.constant(Array::dense(&[4], vec![3.0_f32, 1.0, 3.0, 0.0]).unwrap());
    let labels = tape.constant(Array::dense(&[4], vec![0_i64, 1, 1, 0]).unwrap());
    let mut parameter = |shape: &[usize], stype| {
        let ones = vec![0.5_f32; shape.iter().product()];
        tape.parameter(Array::dense(shape, ones).unwrap(), GradientRequest::Write, stype).unwrap()
    };
    let first = parameter(&[50, 8], Stype::RowSparse);
    let table = parameter(&[5, 8], Stype::RowSparse);
    let bias = parameter(&[8], Stype::Dense);
    let (second, second_bias) = (parameter(&[2, 8], Stype::Dense), parameter(&[2], Stype::Dense));
    let hidden = tape.dot(x, first).unwrap();
    let hidden = tape.add_row(hidden, bias).unwrap();
    let rows = tape.embedding(ids, table).unwrap();
    let hidden = tape.add(hidden, rows).unwrap();
    // Used twice, so that gradients are added.
    let active = tape.map(hidden, Function::Relu).unwrap();
    let active = tape.multiply(active, hidden).unwrap();
    let logits = tape.fully_connected(active, second, second_bias).unwrap();
    let losses = tape.softmax_cross_entropy(logits, labels).unwrap();
    let loss = tape.mean(losses).unwrap();
    let mut step = || {
        tape.replay().unwrap();
        tape.backward(loss).unwrap();
        tape.gradient(first).unwrap().nnz()
    };
    let counter = counter(None);
    (0..9).for_each(|_| assert_eq!(step(), 5 * 8));
    assert_eq!(allocations(counter, || assert_eq!(step(), 5 * 8)), 0);
}
