//! Modules on several contexts, with other batch sizes, with multipliers, fixed parameters and gradients of inputs:
//! `user.json` of data/module/generate_user.py.
use lacuna_models::metric::Accuracy;
use lacuna_models::module::{BindOptions, Module, ModuleError};
use lacuna_runtime::array::Array;
use lacuna_runtime::data::{Batch, MemoryBatches};
use lacuna_runtime::device::Device;
use lacuna_runtime::initializer::Initializer;
use lacuna_runtime::operator::Context;
use lacuna_runtime::optimizer::{Multipliers, Optimizer};
use lacuna_runtime::schedule::{Decay, LearningRateSchedule};
use lacuna_runtime::symbol::{Apply, Symbol};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
pub struct Known {
    first: BTreeMap<String, Told>,
    cases: Vec<Case>,
    pub buckets: Buckets,
    sums: Vec<Sums>,
}

#[derive(Deserialize)]
pub struct Sums {
    contexts: usize,
    data: Vec<Told>,
    gradients: Vec<Told>,
    outputs: Vec<Told>,
    input_gradients: Vec<Told>,
}

#[derive(Deserialize)]
pub struct Case {
    name: String,
    contexts: usize,
    inputs_need_grad: bool,
    fixed: Vec<String>,
    optimizer: String,
    parameters: BTreeMap<String, f64>,
    lr_mult: BTreeMap<String, f64>,
    wd_mult: BTreeMap<String, f64>,
    steps: Vec<Step>,
    last: BTreeMap<String, Told>,
    held: Held,
    score: f64,
    predicted: Told,
}

#[derive(Deserialize)]
pub struct Step {
    pub key: Option<usize>,
    data: Told,
    pub label: Told,
    pub output: Told,
    input_gradient: Option<Told>,
}

#[derive(Deserialize)]
pub struct Held {
    data: Told,
    label: Told,
}

#[derive(Deserialize)]
pub struct Buckets {
    pub first: BTreeMap<String, Told>,
    pub steps: Vec<Step>,
    pub last: BTreeMap<String, Told>,
}

#[derive(Deserialize)]
pub struct Told {
    shape: Vec<usize>,
    pub data: Vec<f32>,
}

impl Told {
    pub fn array(&self) -> Array {
        Array::dense(&self.shape, self.data.clone()).unwrap()
    }
}

pub fn known() -> Known {
    serde_json::from_str(include_str!("../data/module/user.json")).unwrap()
}

/// As that of `fits.json`.
const TOLERANCE: f32 = 4e-6;

pub fn compare(what: &str, expected: &Told, found: &Array) {
    assert_eq!(found.shape(), expected.shape, "{what}");
    for (place, (found, expected)) in found.data::<f32>().unwrap().iter().zip(&expected.data).enumerate() {
        let apart = (found - expected).abs();
        assert!(apart <= TOLERANCE * expected.abs().max(1.0), "{what}, element {place}: {found}, not {expected}");
    }
}

fn network() -> Symbol {
    let bias =
        Symbol::variable("second_bias").with_attribute("__lr_mult__", "2.0").with_attribute("__wd_mult__", "0.5");
    let layer = |name: &str, units: usize| Apply::new("FullyConnected").named(name).parameter("num_hidden", units);
    let hidden = layer("first", 5).operand(&Symbol::variable("data")).symbol().unwrap();
    let hidden = Apply::new("Activation").operand(&hidden).parameter("act_type", "tanh").symbol().unwrap();
    let out = layer("second", 3).operand(&hidden).operand_named("bias", &bias).symbol().unwrap();
    Apply::new("SoftmaxOutput").named("softmax").operand(&out).symbol().unwrap()
}

pub fn params(told: &BTreeMap<String, Told>) -> Vec<(String, Array)> {
    told.iter().map(|(name, told)| (name.clone(), told.array())).collect()
}

fn bound(batch: &Batch, threads: usize, options: BindOptions) -> Result<Module, ModuleError> {
    Module::bind_with(&network(), &["data"], &["softmax_label"], batch, Context::with_threads(threads), options)
}

fn started(batch: &Batch) -> Module {
    let mut module = bound(batch, 1, BindOptions::default()).unwrap();
    module.set_params(params(&known().first)).unwrap();
    module.init_optimizer(Optimizer::create("sgd", &[("learning_rate", 0.5), ("wd", 0.25)]).unwrap());
    module
}

impl Step {
    pub fn batch(&self) -> Batch {
        Batch { data: vec![self.data.array()], label: vec![self.label.array()], pad: 0 }
    }
}

fn optimizer(class: &str, parameters: &BTreeMap<String, f64>) -> Optimizer {
    let parameters: Vec<_> = parameters.iter().map(|(name, value)| (&**name, *value)).collect();
    Optimizer::create(class, &parameters).unwrap()
}

/// The parameters after all steps of a case, each of which is compared.
fn learn(known: &Known, case: &Case, threads: usize) -> Vec<(String, Array)> {
    let mut options = BindOptions::default();
    options.inputs_need_grad = case.inputs_need_grad;
    options.fixed.clone_from(&case.fixed);
    options.contexts = vec![Device::cpu(); case.contexts];
    let mut module = bound(&case.steps[0].batch(), threads, options).unwrap();
    module.set_params(params(&known.first)).unwrap();
    module.init_optimizer(optimizer(&case.optimizer, &case.parameters));
    for name in case.lr_mult.keys().chain(case.wd_mult.keys()) {
        let own = module.multipliers(name).unwrap();
        let of = |all: &BTreeMap<String, f64>, own: f64| all.get(name).copied().unwrap_or(own);
        let multipliers = Multipliers {
            learning_rate: of(&case.lr_mult, own.learning_rate),
            weight_decay: of(&case.wd_mult, own.weight_decay),
        };
        module.set_multipliers(name, multipliers).unwrap();
    }
    for (number, step) in case.steps.iter().enumerate() {
        let (batch, what) = (step.batch(), format!("{}, step {number}", case.name));
        if !module.fits(&batch) {
            assert!(module.forward(&batch, true).is_err());
            module.reshape(&batch).unwrap();
        }
        module.forward(&batch, true).unwrap();
        module.backward().unwrap();
        compare(&format!("{what}, output"), &step.output, module.output(0).unwrap());
        match &step.input_gradient {
            Some(told) => compare(&format!("{what}, gradient"), told, &module.input_gradient("data").unwrap()),
            None => assert!(module.input_gradient("data").is_err()),
        }
        assert_eq!(module.gradients("first_bias").unwrap().len(), case.contexts);
        module.update().unwrap();
    }
    for (name, value) in module.params() {
        compare(&format!("{}, {name}", case.name), &case.last[name], value);
        if case.fixed.iter().any(|fixed| fixed == name) {
            assert_eq!(value, &known.first[name].array());
            assert!(module.gradient(name).is_err());
        }
    }
    let (data, label) = (case.held.data.array(), case.held.label.array());
    let mut held = MemoryBatches::new(vec![data.clone()], vec![label], data.shape()[0]).unwrap();
    let score = module.score(&mut held, &mut Accuracy::default(), None).unwrap();
    assert!((score - case.score).abs() < 1e-6, "{}: {score}, not {}", case.name, case.score);
    compare(&format!("{}, predictions", case.name), &case.predicted, &module.predict(&mut held, None).unwrap());
    module.params().map(|(name, array)| (name.to_owned(), array.clone())).collect()
}

#[test]
fn cases_are_those_of_the_peer_on_any_number_of_threads() {
    let known = known();
    assert_eq!(known.cases.len(), 9);
    for case in &known.cases {
        let one = learn(&known, case, 1);
        for threads in [2, 7] {
            assert_eq!(learn(&known, case, threads), one, "{}, {threads} threads", case.name);
        }
    }
}

#[test]
fn gradients_of_several_inputs_by_those_of_the_outputs() {
    let [a, b, c] = ["a", "b", "c"].map(Symbol::variable);
    let apply = |name: &str, operands: &[&Symbol]| Symbol::apply(name, operands, &[]).unwrap();
    let product = apply("elemwise_mul", &[&a, &b]);
    let graph = Symbol::group(&[&apply("elemwise_add", &[&product, &c]), &apply("square", &[&c])]).unwrap();
    for Sums { contexts, data, gradients, outputs, input_gradients } in known().sums {
        let mut options = BindOptions::default();
        options.inputs_need_grad = true;
        options.contexts = vec![Device::cpu(); contexts];
        let batch = Batch { data: data.iter().map(Told::array).collect(), label: vec![], pad: 0 };
        let mut module = Module::bind_with(&graph, &["a", "b", "c"], &[], &batch, Context::new(), options).unwrap();
        module.set_params(vec![]).unwrap();
        module.forward(&batch, true).unwrap();
        let heads: Vec<Array> = gradients.iter().map(Told::array).collect();
        module.backward_from(&heads.iter().collect::<Vec<_>>()).unwrap();
        for (place, told) in outputs.iter().enumerate() {
            compare("output", told, module.output(place).unwrap());
        }
        for (name, told) in ["a", "b", "c"].into_iter().zip(&input_gradients) {
            compare(name, told, &module.input_gradient(name).unwrap());
        }
        assert!(module.output(2).is_err());
        let refused = module.backward_from(&[&heads[0]]).unwrap_err().to_string();
        assert!(refused.contains('1') && refused.contains('2'), "{refused}");
    }
}

#[test]
fn parameters_may_be_missing_or_more() {
    let known = known();
    let batch = known.cases[0].steps[0].batch();
    let mut module = bound(&batch, 1, BindOptions::default()).unwrap();
    let some = || vec![("first_bias".to_owned(), known.first["first_bias"].array())];
    let extra = || ("other".to_owned(), known.first["first_bias"].array());
    let missing = "there is no parameter `first_weight`";
    for (params, allow_missing, allow_extra, expected) in [
        (some(), false, false, missing),
        // There is no value to keep.
        (some(), true, false, missing),
        (vec![extra()], true, false, "the module has no parameter `other`"),
    ] {
        let refused = module.set_params_with(params, allow_missing, allow_extra).unwrap_err();
        assert_eq!((refused.to_string(), module.params().count()), (expected.to_owned(), 0));
    }
    // What is given stays, and the rest is that of the initializer.
    let mut whole = bound(&batch, 1, BindOptions::default()).unwrap();
    whole.init_params(Initializer::Normal { sigma: 0.5 }, 7).unwrap();
    module.init_params_from(some(), Initializer::Normal { sigma: 0.5 }, 7).unwrap();
    for ((name, found), (_, initial)) in module.params().zip(whole.params()) {
        let expected = if name == "first_bias" { &known.first[name].array() } else { initial };
        assert_eq!(found, expected, "{name}");
    }
    assert!(module.init_params_from(vec![extra()], Initializer::Zero, 7).is_err());
    whole.set_params_with([some(), vec![extra()]].concat(), true, true).unwrap();
    assert!(whole.params().eq(module.params()));
}

#[test]
fn what_is_refused() {
    let known = known();
    let batch = known.cases[0].steps[0].batch();
    let with = |change: &dyn Fn(&mut BindOptions)| {
        let mut options = BindOptions::default();
        change(&mut options);
        bound(&batch, 1, options).map(drop).map_err(|error| error.to_string())
    };
    let many = with(&|options| options.contexts = vec![Device::cpu(); 7]);
    assert_eq!(many, Err("6 rows cannot be cut for 7 contexts: some would have none".to_owned()));
    let fixed = with(&|options| options.fixed = vec!["third_weight".to_owned()]);
    assert_eq!(fixed, Err("the module has no parameter `third_weight`".to_owned()));
    let mut symbol = network();
    symbol.set_attribute("first_bias", "wd_mult", "some").unwrap();
    let refused = Module::bind(&symbol, &["data"], &["softmax_label"], &batch, Context::new()).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "argument first_bias: its attribute __wd_mult__ is \"some\", which is no finite number"
    );

    let mut module = started(&batch);
    assert_eq!(
        module.set_multipliers("data", Multipliers::default()).unwrap_err().to_string(),
        "the module has no parameter `data`"
    );
    assert!(module.multipliers("data").is_err());
    assert_eq!(
        module.input_gradient("first_bias").unwrap_err().to_string(),
        "the module has no parameter `first_bias`"
    );
    module.forward(&batch, true).unwrap();
    let before = module.output(0).unwrap().clone();
    let wide = Batch { data: vec![Array::dense(&[6, 7], vec![0.0_f32; 42]).unwrap()], ..batch.clone() };
    let refused = module.reshape(&wide).unwrap_err().to_string();
    assert!(refused.starts_with("argument first_weight is "), "{refused}");
    module.forward(&batch, true).unwrap();
    assert_eq!(module.output(0).unwrap(), &before);
}

/// A schedule is of the step, and what reshapes goes on with the states.
#[test]
fn schedules() {
    let known = known();
    let batch = known.cases[0].steps[0].batch();
    let after = |scheduled: bool| {
        let mut module = started(&batch);
        for step in 1..4 {
            if scheduled {
                let decay = Decay::Factor { step: 1, factor: 0.5, minimum: 0.0 };
                module.set_schedule(Some(LearningRateSchedule::new(0.5, decay).unwrap()));
            } else {
                module.set_schedule(Some(
                    LearningRateSchedule::new(1.0 / f64::from(1 << step), Decay::Constant).unwrap(),
                ));
            }
            module.forward(&batch, true).unwrap();
            module.backward().unwrap();
            module.update().unwrap();
            module.reshape(&batch).unwrap();
        }
        module.params().map(|(_, array)| array.clone()).collect::<Vec<_>>()
    };
    assert_eq!(after(true), after(false));
}
