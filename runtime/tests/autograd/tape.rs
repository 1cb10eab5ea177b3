//! What a tape promises.
use lacuna::infer::Stype;
use lacuna_runtime::array::{Array, Function};
use lacuna_runtime::autograd::{GradientRequest, Tape, Variable};
use lacuna_runtime::operator::{Backward, Context, Fallback, Inputs, Operator, OperatorError};

fn vector(values: &[f64]) -> Array {
    Array::dense(&[values.len()], values.to_vec()).unwrap()
}

fn parameter(tape: &mut Tape, values: &[f64], request: GradientRequest) -> Variable {
    tape.parameter(vector(values), request, Stype::Dense).unwrap()
}

fn gradient(tape: &Tape, variable: Variable) -> Vec<f64> {
    tape.gradient(variable).unwrap().data::<f64>().unwrap().to_vec()
}

#[test]
fn write_replaces_add_adds_and_null_has_none() {
    let mut tape = Tape::new();
    let [write, add] =
        [GradientRequest::Write, GradientRequest::Add].map(|request| parameter(&mut tape, &[2.0, 3.0], request));
    let null = parameter(&mut tape, &[5.0, 7.0], GradientRequest::Null);
    let product = tape.multiply(write, add).unwrap();
    let product = tape.multiply(product, null).unwrap();
    assert_eq!(gradient(&tape, add), [0.0, 0.0]);
    for times in 1..4 {
        tape.backward(product).unwrap();
        assert_eq!(gradient(&tape, write), [10.0, 21.0]);
        assert_eq!(gradient(&tape, add), [10.0, 21.0].map(|each| each * f64::from(times)));
    }
    assert_eq!(tape.gradient(null), Err(OperatorError::Variable));
    tape.zero_gradient(add).unwrap();
    assert_eq!(gradient(&tape, add), [0.0, 0.0]);
}

#[test]
fn several_uses_heads_and_results() {
    let mut tape = Tape::new();
    let x = parameter(&mut tape, &[1.0, -2.0], GradientRequest::Write);
    let square = tape.multiply(x, x).unwrap();
    let cube = tape.multiply(square, x).unwrap();
    tape.backward(cube).unwrap();
    assert_eq!(gradient(&tape, x), [3.0, 12.0]);
    tape.backward_from(cube, &vector(&[10.0, 100.0])).unwrap();
    assert_eq!(gradient(&tape, x), [30.0, 1200.0]);
    // autograd.backward([square, cube], [ones, head])
    tape.backward_all(&[(square, None), (cube, Some(&vector(&[10.0, 100.0])))]).unwrap();
    assert_eq!(gradient(&tape, x), [32.0, 1196.0]);
    // Twice the same result.
    tape.backward_all(&[(square, None), (square, None)]).unwrap();
    assert_eq!(gradient(&tape, x), [4.0, -8.0]);
    let wrong = tape.backward_from(cube, &vector(&[1.0])).unwrap_err();
    assert_eq!(wrong.to_string(), "backward: operand 0 has shape [1], but that of the result is needed");
}

#[test]
fn detached_and_paused_are_constant() {
    let mut tape = Tape::new();
    let x = parameter(&mut tape, &[3.0], GradientRequest::Write);
    let square = tape.multiply(x, x).unwrap();
    let constant = tape.detach(square).unwrap();
    let y = tape.multiply(constant, x).unwrap();
    tape.backward(y).unwrap();
    assert_eq!(gradient(&tape, x), [9.0]);
    // Nothing reaches it: the gradient stays.
    tape.backward(constant).unwrap();
    assert_eq!(gradient(&tape, x), [9.0]);
    let paused = tape.pause(|tape| tape.multiply(x, x)).unwrap();
    let y = tape.multiply(paused, x).unwrap();
    tape.backward_from(y, &vector(&[2.0])).unwrap();
    assert_eq!(gradient(&tape, x), [18.0]);
}

#[test]
fn variables_of_other_steps_and_tapes_are_refused() {
    let mut tape = Tape::new();
    let x = parameter(&mut tape, &[3.0], GradientRequest::Write);
    let y = tape.multiply(x, x).unwrap();
    tape.clear();
    assert_eq!(tape.value(y), Err(OperatorError::Variable));
    assert_eq!(tape.multiply(x, y), Err(OperatorError::Variable));
    assert_eq!(tape.backward(y), Err(OperatorError::Variable));
    let z = tape.multiply(x, x).unwrap();
    assert_eq!(tape.value(z).unwrap().data::<f64>(), Some(&[9.0][..]));
    assert_eq!(tape.value(y), Err(OperatorError::Variable));
    assert_eq!(Tape::new().value(x), Err(OperatorError::Variable));
    assert!(tape.set(x, vector(&[1.0, 2.0])).unwrap_err().to_string().contains("shape [2]"));
    assert_eq!(tape.set(z, vector(&[1.0])), Err(OperatorError::Variable));
}

#[test]
fn what_is_refused_is_not_remembered() {
    let mut tape = Tape::new();
    let x = parameter(&mut tape, &[3.0], GradientRequest::Write);
    let two = tape.constant(vector(&[1.0, 2.0]));
    let y = tape.map(x, Function::Square).unwrap();
    assert!(tape.add(y, two).is_err());
    let z = tape.multiply(y, x).unwrap();
    tape.backward(z).unwrap();
    assert_eq!(gradient(&tape, x), [27.0]);
}

#[test]
fn replay_takes_other_values() {
    let mut tape = Tape::new();
    let x = tape.constant(Array::csr(Some([1, 3]), vec![0, 1], vec![2], vec![2.0]).unwrap());
    let weight = tape
        .parameter(Array::dense(&[3, 1], vec![1.0, 10.0, 100.0]).unwrap(), GradientRequest::Write, Stype::RowSparse)
        .unwrap();
    let y = tape.dot(x, weight).unwrap();
    let loss = tape.map(y, Function::Square).unwrap();
    tape.backward(loss).unwrap();
    assert_eq!(tape.gradient(weight).unwrap().indices(), Some(&[2][..]));
    let before =
        tape.set(x, Array::csr(Some([2, 3]), vec![0, 1, 3], vec![0, 0, 1], vec![1.0, 1.0, 1.0]).unwrap()).unwrap();
    assert_eq!(before.shape(), [1, 3]);
    tape.replay().unwrap();
    assert_eq!(tape.value(loss).unwrap().data::<f64>(), Some(&[1.0, 121.0][..]));
    tape.backward(loss).unwrap();
    let gradient = tape.gradient(weight).unwrap();
    assert_eq!((gradient.indices(), gradient.data::<f64>()), (Some(&[0, 1][..]), Some(&[24.0, 22.0][..])));
}

/// MXNet's own example of a function with its own gradient.
#[derive(Debug)]
struct Sigmoid;

impl Operator for Sigmoid {
    fn name(&self) -> &'static str {
        "own sigmoid"
    }
    fn forward(&self, _: &Context, inputs: Inputs<'_>, output: &mut Array) -> Result<(), OperatorError> {
        let [x] = inputs.all(self.name())?;
        *output = x.map(Function::Sigmoid)?;
        Ok(())
    }
    fn backward(
        &self,
        context: &Context,
        call: &Backward<'_>,
        _operand: usize,
        gradient: &mut Array,
    ) -> Result<(), OperatorError> {
        let y = call.output;
        let slope = y.map(Function::RminusScalar(1.0))?;
        let mut product = Array::default();
        lacuna_runtime::operator::Multiply.forward(context, Inputs::from(&[y, &slope][..]), &mut product)?;
        lacuna_runtime::operator::Multiply.forward(context, Inputs::from(&[&product, call.gradient][..]), gradient)
    }
}

/// A gradient that stores one row, of so many rows.
#[derive(Debug)]
struct OneRow(usize);

impl Operator for OneRow {
    fn name(&self) -> &'static str {
        "one row"
    }
    fn forward(&self, _: &Context, _: Inputs<'_>, output: &mut Array) -> Result<(), OperatorError> {
        *output = Array::dense(&[1], vec![1.0_f64])?;
        Ok(())
    }
    fn backward(
        &self,
        _: &Context,
        _: &Backward<'_>,
        _operand: usize,
        gradient: &mut Array,
    ) -> Result<(), OperatorError> {
        *gradient = Array::row_sparse(&[self.0, 1], vec![1], vec![2.0_f64])?;
        Ok(())
    }
}

#[test]
fn a_sum_of_gradients_stays_where_one_does_not_fit() {
    let mut tape = Tape::new();
    let x = Array::dense(&[3, 1], vec![0.0_f64; 3]).unwrap();
    let x = tape.parameter(x, GradientRequest::Add, Stype::RowSparse).unwrap();
    for _ in 0..2 {
        tape.clear();
        let y = tape.apply(OneRow(3), &[x]).unwrap();
        tape.backward(y).unwrap();
    }
    let sum = tape.gradient(x).unwrap().clone();
    assert_eq!((sum.shape(), sum.data::<f64>()), (&[3, 1][..], Some(&[4.0][..])));
    tape.clear();
    let y = tape.apply(OneRow(4), &[x]).unwrap();
    tape.backward(y).unwrap_err();
    assert_eq!(tape.gradient(x).unwrap(), &sum);
}

#[test]
fn own_functions_have_their_own_gradient() {
    let mut tape = Tape::new();
    let x = parameter(&mut tape, &[0.0, 2.0], GradientRequest::Write);
    let [own, theirs] = [tape.apply(Sigmoid, &[x]).unwrap(), tape.map(x, Function::Sigmoid).unwrap()];
    tape.backward(own).unwrap();
    let own = gradient(&tape, x);
    tape.backward(theirs).unwrap();
    for (own, theirs) in own.iter().zip(gradient(&tape, x)) {
        assert!((own - theirs).abs() < 1e-15);
    }
}

#[test]
fn sparse_gradients_add_up() {
    // row_sparse with row_sparse, and with dense: as the parameter wants it, in either order.
    for (first, second) in [(true, false), (false, true), (true, true), (false, false)] {
        for wanted in [Stype::Dense, Stype::RowSparse] {
            for request in [GradientRequest::Write, GradientRequest::Add] {
                let mut tape = Tape::new();
                let weight =
                    tape.parameter(Array::dense(&[3, 1], vec![1.0, 2.0, 3.0]).unwrap(), request, wanted).unwrap();
                let ids = tape.constant(Array::dense(&[2], vec![2.0, 2.0]).unwrap());
                let mut part = |sparse: bool| {
                    if sparse { tape.embedding(ids, weight) } else { tape.map(weight, Function::MulScalar(5.0)) }
                        .and_then(|part| tape.sum(part))
                        .unwrap()
                };
                let parts = (part(first), part(second));
                let sum = tape.add(parts.0, parts.1).unwrap();
                tape.backward(sum).unwrap();
                let gradient = tape.gradient(weight).unwrap();
                assert_eq!(gradient.stype(), wanted);
                let each = |sparse: bool| if sparse { [0.0, 0.0, 2.0] } else { [5.0; 3] };
                let expected: Vec<f64> = each(first).iter().zip(each(second)).map(|(a, b)| a + b).collect();
                let dense = gradient.tostype(Stype::Dense).unwrap();
                assert_eq!(dense.data::<f64>().unwrap(), expected);
            }
        }
    }
}

#[test]
fn fallback_is_told_once_and_only_where_asked_for() {
    let mut tape = Tape::new();
    let x = tape.constant(Array::csr(Some([1, 2]), vec![0, 1], vec![1], vec![0.0]).unwrap());
    let refused = tape.map(x, Function::Exp).unwrap_err();
    assert_eq!(refused.to_string(), "exp has no path for operands stored as [csr]: tostype gives others");
    tape.context_mut().fallback = Fallback::Dense;
    for _ in 0..2 {
        let y = tape.map(x, Function::Exp).unwrap();
        assert_eq!(tape.value(y).unwrap().data::<f64>(), Some(&[1.0, 1.0][..]));
    }
    let notices = tape.context().notices();
    assert_eq!(notices.len(), 1);
    assert!(notices[0].to_string().starts_with("storage type fallback: exp has no path for operands stored as [csr]"));
}
