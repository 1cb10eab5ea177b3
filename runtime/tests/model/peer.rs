//! Predictions and weights of a few steps as MXNet 1.9.1 makes them: data/model/generate.py.
use lacuna_runtime::array::Array;
use lacuna_runtime::data::Batch;
use lacuna_runtime::model::{FactorizationMachine, FactorizationMachineOptions, MatrixFactorization, MatrixFactorizationOptions};
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
                Array::csr(Some([self.shape[0], self.shape[1]]), indptr.clone(), indices.clone(), self.data.clone()).unwrap()
            }
            _ => Array::dense(&self.shape, self.data.clone()).unwrap(),
        }
    }
}

/// Sums of up to a dozen terms in another order, and a logistic function of another make: a few units of the last place of numbers below 8, over six steps.
const TOLERANCE: f32 = 4e-6;

fn compare(what: &str, expected: &[f32], found: &Array) {
    let found = found.data::<f32>().unwrap();
    assert_eq!(found.len(), expected.len(), "{what}");
    for (place, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!((found - expected).abs() <= TOLERANCE * expected.abs().max(1.0), "{what}, element {place}: {found}, not {expected}");
    }
}

macro_rules! check {
    ($model:expr, $case:expr, $loss:expr) => {{
        let (mut model, case) = ($model, $case);
        for (name, first) in &case.first {
            model.set_parameter(name, first.array()).unwrap();
        }
        for (number, step) in case.steps.iter().enumerate() {
            let batch = Batch { data: step.inputs.iter().map(Told::array).collect(), label: vec![step.label.array()], pad: 0 };
            compare(&format!("predictions of step {number}"), &step.output.data, model.predict(&batch.data).unwrap());
            let losses = step.output.data.iter().zip(&step.label.data).map(|(&output, &label)| $loss(f64::from(output), f64::from(label)));
            let (expected, found) = (losses.sum::<f64>() / step.label.data.len() as f64, model.step(&batch).unwrap());
            assert!((found - expected).abs() <= f64::from(TOLERANCE) * expected.max(1.0), "loss of step {number}: {found}, not {expected}");
        }
        assert_eq!(model.parameters().count(), case.last.len());
        for (name, last) in &case.last {
            compare(name, &last.data, model.parameter(name).unwrap());
            assert_ne!(last.data, case.first[name].data, "{name}");
        }
    }};
}

#[test]
fn as_the_peer() {
    let mut cases: BTreeMap<String, Case> = serde_json::from_str(include_str!("../data/model/steps.json")).unwrap();
    let (machine, factorization) = (cases.remove("fm").unwrap(), cases.remove("mf").unwrap());
    let options = FactorizationMachineOptions::new(11, 3);
    check!(FactorizationMachine::new(&options, 0).unwrap(), machine, |output: f64, label: f64| {
        -(if label == 1.0 { output } else { 1.0 - output }).ln()
    });
    let options = MatrixFactorizationOptions::new(9, 6, 4);
    check!(MatrixFactorization::new(&options, 0).unwrap(), factorization, |output: f64, label: f64| (output - label).powi(2));
}
