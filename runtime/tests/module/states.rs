//! Auxiliary states of a module, beside MXNet's: data/module/generate_states.py.
use super::known::folder;
use lacuna_models::module::{BindOptions, Module, load_checkpoint};
use lacuna_runtime::array::Array;
use lacuna_runtime::array::file::load_all;
use lacuna_runtime::data::Batch;
use lacuna_runtime::device::Device;
use lacuna_runtime::initializer::Initializer;
use lacuna_runtime::operator::Context;
use lacuna_runtime::optimizer::Optimizer;
use lacuna_runtime::symbol::Symbol;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct Told {
    data: Vec<f32>,
    label: Vec<f32>,
    first: BTreeMap<String, Vec<f32>>,
    beginning: BTreeMap<String, Vec<f32>>,
    arguments: BTreeMap<String, Vec<f32>>,
    states: BTreeMap<String, Vec<f32>>,
    prediction: Vec<f32>,
}

fn told() -> Told {
    serde_json::from_str(include_str!("../data/module/states.json")).unwrap()
}

fn batch(told: &Told, rows: usize) -> Batch {
    let data = Array::dense(&[rows, 2], told.data[..2 * rows].to_vec()).unwrap();
    let label = Array::dense(&[rows, 1], told.label[..rows].to_vec()).unwrap();
    Batch { data: vec![data], label: vec![label], pad: 0 }
}

fn bound(symbol: &Symbol, told: &Told) -> Module {
    Module::bind(symbol, &["data"], &["out_label"], &batch(told, 4), Context::new()).unwrap()
}

/// Within a few units in the last place.
fn compare<'a>(found: impl Iterator<Item = (String, &'a Array)>, expected: &BTreeMap<String, Vec<f32>>) {
    let mut names = Vec::new();
    for (name, array) in found {
        let values = array.data::<f32>().unwrap();
        assert_eq!(values.len(), expected[&name].len(), "{name}");
        for (found, expected) in values.iter().zip(&expected[&name]) {
            assert!((found - expected).abs() <= 1e-6 * expected.abs().max(1.0), "{name}: {found}, not {expected}");
        }
        names.push(name);
    }
    names.sort();
    assert!(names.iter().eq(expected.keys()), "{names:?}");
}

fn compare_states(module: &Module, expected: &BTreeMap<String, Vec<f32>>) {
    let states = module.states().unwrap();
    compare(states.iter().map(|(name, array)| (name.clone(), array)), expected);
}

#[test]
fn states_are_trained_saved_and_loaded_as_by_mxnet() {
    let told = told();
    let (symbol, params) = load_checkpoint(folder().join("states"), 2).unwrap();
    let mut module = bound(&symbol, &told);
    compare_states(&module, &told.beginning);
    let shapes = |name: &str| if name == "fc_weight" { vec![1, 2] } else { vec![told.first[name].len()] };
    let first =
        told.first.iter().map(|(name, values)| (name.clone(), Array::dense(&shapes(name), values.clone()).unwrap()));
    module.init_params_from(first.collect(), Initializer::Zero, 0).unwrap();
    module.init_optimizer(Optimizer::create("sgd", &[("learning_rate", 0.125)]).unwrap());
    for _ in 0..2 {
        module.forward(&batch(&told, 4), true).unwrap();
        module.backward().unwrap();
        module.update().unwrap();
    }
    compare(module.params().map(|(name, array)| (name.to_owned(), array)), &told.arguments);
    compare_states(&module, &told.states);

    // A file of MXNet's.
    let mut loaded = bound(&symbol, &told);
    loaded.set_params(params).unwrap();
    compare_states(&loaded, &told.states);
    // States stay with another batch.
    loaded.reshape(&batch(&told, 2)).unwrap();
    compare_states(&loaded, &told.states);
    loaded.reshape(&batch(&told, 4)).unwrap();
    loaded.forward(&batch(&told, 4), false).unwrap();
    let expected = BTreeMap::from([("output".to_owned(), told.prediction.clone())]);
    compare(std::iter::once(("output".to_owned(), loaded.output(0).unwrap())), &expected);

    // A file of our own, with the names that MXNet's has. For MXNet to load: generate_states.py --check.
    let own = tempfile::tempdir().unwrap();
    let prefix = std::env::var_os("LACUNA_STATES").map_or_else(|| own.path().to_owned(), Into::into).join("own");
    module.save_checkpoint(&prefix, 2, false).unwrap();
    let names = |path: std::path::PathBuf| {
        let mut names: Vec<String> = load_all(path).unwrap().into_iter().map(|(name, _)| name).collect();
        names.sort();
        names
    };
    assert_eq!(names(prefix.with_file_name("own-0002.params")), names(folder().join("states-0002.params")));
    let mut again = bound(&symbol, &told);
    again.set_params(load_checkpoint(&prefix, 2).unwrap().1).unwrap();
    assert_eq!(again.states().unwrap(), module.states().unwrap());
}

/// MXNet 1.9.1 on `[mx.cpu(0), mx.cpu(1)]`: .25 of the means of each half, and .75 of the 1 that variances begin with.
#[test]
fn states_of_several_contexts_are_their_means() {
    let told = told();
    let (symbol, _) = load_checkpoint(folder().join("states"), 2).unwrap();
    let mut options = BindOptions::default();
    options.contexts = vec![Device::cpu(); 2];
    let batch = batch(&told, 4);
    let mut module = Module::bind_with(&symbol, &["data"], &["out_label"], &batch, Context::new(), options).unwrap();
    module.init_params_from(Vec::new(), Initializer::One, 0).unwrap();
    module.forward(&batch, true).unwrap();
    module.backward().unwrap();
    let expected = [("bn_moving_mean", vec![0.15625, 0.375]), ("bn_moving_var", vec![1.070_312_5, 1.3125])];
    compare_states(&module, &expected.map(|(name, values)| (name.to_owned(), values)).into());
}

#[test]
fn a_state_of_another_shape_is_refused() {
    let told = told();
    let (symbol, mut params) = load_checkpoint(folder().join("states"), 2).unwrap();
    let mut module = bound(&symbol, &told);
    for (_, array) in params.iter_mut().filter(|(name, _)| name == "bn_moving_var") {
        *array = Array::dense(&[3], vec![1.0_f32; 3]).unwrap();
    }
    let refused = module.set_params(params).unwrap_err().to_string();
    assert!(refused.contains("bn_moving_var") && refused.contains("[3]"), "{refused}");
    compare_states(&module, &told.beginning);
    assert_eq!(module.params().count(), 0);
}
