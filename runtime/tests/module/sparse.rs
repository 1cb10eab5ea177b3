//! MXNet's sparse models from their JSON and `.params`: outputs, gradients, steps and predictions as MXNet's, which
//! data/module/generate_sparse.py has recorded. `peer` has those of the linear classification.
use super::known::{Told, folder};
use lacuna::infer::Stype;
use lacuna::optim::{Adam, Sgd};
use lacuna_models::module::{Module, load_checkpoint};
use lacuna_runtime::array::Array;
use lacuna_runtime::data::Batch;
use lacuna_runtime::operator::Context;
use lacuna_runtime::optimizer::{Multipliers, Optimizer};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct Known {
    name: String,
    inputs: Vec<String>,
    steps: Vec<Step>,
    held: Held,
    last: BTreeMap<String, Told>,
}

#[derive(Deserialize)]
struct Step {
    inputs: BTreeMap<String, Told>,
    output: Told,
    gradients: BTreeMap<String, Told>,
    stypes: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct Held {
    inputs: BTreeMap<String, Told>,
    output: Told,
}

/// Six steps in float32, whose sums have another order.
const TOLERANCE: f32 = 4e-6;

fn compare(what: &str, expected: &Told, found: &Array) {
    assert_eq!(found.shape(), expected.shape, "{what}");
    let found = found.tostype(Stype::Dense).unwrap();
    for (place, (found, expected)) in found.data::<f32>().unwrap().iter().zip(&expected.data).enumerate() {
        let apart = (found - expected).abs();
        assert!(apart <= TOLERANCE * expected.abs().max(1.0), "{what}, element {place}: {found}, not {expected}");
    }
}

impl Known {
    fn batch(&self, arrays: &BTreeMap<String, Told>) -> Batch {
        let data = self.inputs.iter().map(|name| arrays[name].array()).collect();
        Batch { data, label: vec![arrays["label"].array()], pad: 0 }
    }

    /// The graph with the parameters of an epoch.
    fn module(&self, epoch: usize) -> Module {
        let (symbol, params) = load_checkpoint(folder().join(&self.name), epoch).unwrap();
        let inputs: Vec<_> = self.inputs.iter().map(String::as_str).collect();
        let batch = self.batch(&self.held.inputs);
        let mut module = Module::bind(&symbol, &inputs, &["label"], &batch, Context::new()).unwrap();
        module.set_params(params).unwrap();
        module
    }
}

fn known() -> Vec<Known> {
    serde_json::from_str(include_str!("../data/module/sparse.json")).unwrap()
}

/// As `generate_sparse.py` has it.
fn learn_as_the_peer(name: &str, module: &mut Module) {
    match name {
        "fm" => {
            module.init_optimizer(Optimizer::Adam(Adam { weight_decay: 1.0, ..Adam::new(1.0, 0.9, 0.999, 1e-8) }));
            for (name, learning_rate, weight_decay) in [("w0", 0.1, 0.01), ("w", 1e-3, 1e-3), ("v", 1e-4, 1e-5)] {
                module.set_multipliers(name, Multipliers { learning_rate, weight_decay }).unwrap();
            }
        }
        "mf" => module.init_optimizer(Optimizer::Sgd(Sgd::new(0.1))),
        _ => module.init_optimizer(Optimizer::Adam(Adam::new(0.001, 0.9, 0.999, 1e-8))),
    }
}

#[test]
fn outputs_gradients_and_steps_are_the_peers() {
    let all = known();
    assert_eq!(all.iter().map(|known| &*known.name).collect::<Vec<_>>(), ["fm", "mf", "wide_deep"]);
    for known in &all {
        let mut module = known.module(0);
        learn_as_the_peer(&known.name, &mut module);
        for (number, step) in known.steps.iter().enumerate() {
            module.forward(&known.batch(&step.inputs), true).unwrap();
            module.backward().unwrap();
            compare(&format!("{}, output {number}", known.name), &step.output, module.output(0).unwrap());
            assert!(!step.gradients.is_empty());
            for (name, expected) in &step.gradients {
                let gradient = module.gradient(name).unwrap();
                assert_eq!(gradient.stype().name(), step.stypes[name], "{} {name}", known.name);
                compare(&format!("{}, gradient {number} of {name}", known.name), expected, gradient);
            }
            module.update().unwrap();
        }
        let params: BTreeMap<_, _> = module.params().collect();
        assert_eq!(params.keys().collect::<Vec<_>>(), known.last.keys().collect::<Vec<_>>());
        for (name, expected) in &known.last {
            compare(&format!("{}, {name} at the end", known.name), expected, params[&**name]);
        }
        module.forward(&known.batch(&known.held.inputs), false).unwrap();
        compare(&format!("{}, prediction", known.name), &known.held.output, module.output(0).unwrap());
    }
}

#[test]
fn trained_models_predict_as_the_peer() {
    for known in known() {
        let mut module = known.module(6);
        module.forward(&known.batch(&known.held.inputs), false).unwrap();
        compare(&known.name, &known.held.output, module.output(0).unwrap());
        // Saved here, they are MXNet's parameters and graph.
        let own = tempfile::tempdir().unwrap();
        module.save_checkpoint(own.path().join("own"), 6, false).unwrap();
        let (symbol, params) = load_checkpoint(own.path().join("own"), 6).unwrap();
        let (of_peer, params_of_peer) = load_checkpoint(folder().join(&known.name), 6).unwrap();
        assert_eq!(symbol.to_json(), of_peer.to_json(), "{}", known.name);
        let sorted = |params: Vec<(String, Array)>| params.into_iter().collect::<BTreeMap<_, _>>();
        let (found, expected) = (sorted(params), sorted(params_of_peer));
        assert!(found.len() == known.last.len() && found == expected, "{}", known.name);
    }
}
