//! Predictions and weights of a few steps as MXNet 1.9.1 makes them: data/model/generate.py.
use lacuna::optim::{AdaGrad, Adam, Sgd};
use lacuna_models::model::{
    FactorizationMachine, FactorizationMachineOptions, LinearClassifier, LinearClassifierOptions, MatrixFactorization,
    MatrixFactorizationOptions, WideDeep, WideDeepOptions,
};
use lacuna_runtime::array::Array;
use lacuna_runtime::data::Batch;
use lacuna_runtime::optimizer::Optimizer;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct Case {
    first: BTreeMap<String, Told>,
    steps: Vec<Step>,
    last: BTreeMap<String, Told>,
}

#[derive(Deserialize)]
struct Step {
    inputs: Vec<Told>,
    label: Told,
    output: Told,
}

#[derive(Deserialize)]
struct Told {
    shape: Vec<usize>,
    data: Vec<f32>,
    indices: Option<Vec<i64>>,
    indptr: Option<Vec<i64>>,
}

impl Told {
    fn array(&self) -> Array {
        match (&self.indptr, &self.indices) {
            (Some(indptr), Some(indices)) => {
                Array::csr(Some([self.shape[0], self.shape[1]]), indptr.clone(), indices.clone(), self.data.clone())
                    .unwrap()
            }
            _ => Array::dense(&self.shape, self.data.clone()).unwrap(),
        }
    }
}

/// Sums of up to a dozen terms in another order, and a logistic function of another make: a few units of the last place
/// of numbers below 8, over six steps.
const TOLERANCE: f32 = 4e-6;

fn compare(what: &str, expected: &[f32], found: &Array) {
    let found = found.data::<f32>().unwrap();
    assert_eq!(found.len(), expected.len(), "{what}");
    for (place, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!(
            (found - expected).abs() <= TOLERANCE * expected.abs().max(1.0),
            "{what}, element {place}: {found}, not {expected}"
        );
    }
}

macro_rules! check {
    ($model:expr, $case:expr, $loss:expr) => {{
        let (mut model, case) = ($model, $case);
        for (name, first) in &case.first {
            model.set_parameter(name, first.array()).unwrap();
        }
        for (number, step) in case.steps.iter().enumerate() {
            let batch =
                Batch { data: step.inputs.iter().map(Told::array).collect(), label: vec![step.label.array()], pad: 0 };
            compare(&format!("predictions of step {number}"), &step.output.data, model.predict(&batch.data).unwrap());
            let outputs = step.output.data.chunks(step.output.data.len() / step.label.data.len());
            let losses = outputs.zip(&step.label.data).map(|(output, &label)| $loss(output, label));
            let (expected, found) = (losses.sum::<f64>() / step.label.data.len() as f64, model.step(&batch).unwrap());
            assert!(
                (found - expected).abs() <= f64::from(TOLERANCE) * expected.max(1.0),
                "loss of step {number}: {found}, not {expected}"
            );
        }
        assert_eq!(model.parameters().count(), case.last.len());
        for (name, last) in &case.last {
            compare(name, &last.data, model.parameter(name).unwrap());
            assert_ne!(last.data, case.first[name].data, "{name}");
        }
    }};
}

/// Of a probability for each class.
fn log_loss(output: &[f32], label: f32) -> f64 {
    -f64::from(output[label as usize]).ln()
}

#[test]
fn as_the_peer() {
    let mut cases: BTreeMap<String, Case> = serde_json::from_str(include_str!("../data/model/steps.json")).unwrap();
    let mut case = |name: &str| cases.remove(name).unwrap();
    let options = FactorizationMachineOptions::new(11, 3);
    check!(FactorizationMachine::new(&options, 0).unwrap(), case("fm"), |output: &[f32], label: f32| {
        -f64::from(if label == 1.0 { output[0] } else { 1.0 - output[0] }).ln()
    });
    let options = MatrixFactorizationOptions::new(9, 6, 4);
    check!(MatrixFactorization::new(&options, 0).unwrap(), case("mf"), |output: &[f32], label: f32| f64::from(
        output[0] - label
    )
    .powi(2));
    let mut options = WideDeepOptions::new(10, &[6, 4], 5);
    (options.width, options.hidden) = (3, vec![7, 6]);
    check!(WideDeep::new(&options, 0).unwrap(), case("wide_deep"), log_loss);
    for optimizer in [
        Optimizer::Sgd(Sgd::new(0.01)),
        Optimizer::AdaGrad(AdaGrad::new(0.01, 1e-7)),
        Optimizer::Adam(Adam::new(0.01, 0.9, 0.999, 1e-8)),
    ] {
        let mut options = LinearClassifierOptions::new(9);
        options.optimizer = optimizer;
        let case = case(&format!("classifier_{}", optimizer.name()));
        check!(LinearClassifier::new(&options, 0).unwrap(), case, log_loss);
    }
}
