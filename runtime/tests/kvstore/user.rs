//! Every call of `user.json`: keys that are numbers, lists, optimizers by MXNet's names, and what belongs to them.
use super::peer::difference;
use super::told::{array, list};
use lacuna::infer::Stype;
use lacuna_runtime::Cpu;
use lacuna_runtime::array::{Array, Dtype};
use lacuna_runtime::kvstore::{Key, KvStore, Optimizer, RowIds};
use lacuna_runtime::optimizer::Multipliers;
use lacuna_runtime::schedule::{Decay, LearningRateSchedule};
use serde_json::Value;

fn key(value: &Value) -> Key<'_> {
    value.as_str().map_or_else(|| Key::Number(value.as_i64().unwrap()), Key::Text)
}

/// `float16` stands in the file as the numbers that it has.
pub fn told(value: &Value) -> Array {
    if value["dtype"] == "float16" {
        let mut wide = value.clone();
        wide["dtype"] = "float32".into();
        return array(&wide).astype(Dtype::F16).unwrap();
    }
    array(value)
}

fn arrays(value: &Value) -> Vec<Vec<Array>> {
    let lists = value.as_array().map(Vec::as_slice).unwrap_or_default();
    lists
        .iter()
        .map(|each| each.as_array().map_or_else(|| vec![told(each)], |each| each.iter().map(told).collect()))
        .collect()
}

fn optimizer(value: &Value) -> Optimizer {
    let parameters = value["parameters"].as_object().unwrap();
    let parameters: Vec<(&str, f64)> =
        parameters.iter().map(|(name, number)| (&**name, number.as_f64().unwrap())).collect();
    Optimizer::create(value["class"].as_str().unwrap(), &parameters).unwrap()
}

/// Gives a store what belongs to its optimizer.
fn equip(store: &mut KvStore, scenario: &Value) {
    store.set_optimizer(optimizer(&scenario["optimizer"]));
    store.set_multi_precision(scenario["multi_precision"].as_bool().unwrap());
    if let Some(schedule) = scenario["schedule"].as_object() {
        let number = |name: &str| schedule[name].as_f64().unwrap();
        let decay = Decay::Factor { step: number("step") as u64, factor: number("factor"), minimum: 1e-8 };
        store.set_schedule(Some(LearningRateSchedule::new(number("base"), decay).unwrap()));
    }
    let (rates, decays) = (scenario["lr_mult"].as_object().unwrap(), scenario["wd_mult"].as_object().unwrap());
    for name in rates.keys().chain(decays.keys()) {
        let of = |all: &serde_json::Map<String, Value>| all.get(name).map_or(1.0, |number| number.as_f64().unwrap());
        let multipliers = Multipliers { learning_rate: of(rates), weight_decay: of(decays) };
        match name.parse::<i64>() {
            Ok(number) => store.set_multipliers(number, multipliers).unwrap(),
            Err(_) => store.set_multipliers(name, multipliers).unwrap(),
        }
    }
}

fn play(scenario: &Value, threads: usize) -> f64 {
    let mut store = KvStore::new(Cpu { threads });
    if !scenario["optimizer"].is_null() {
        equip(&mut store, scenario);
    }
    let (mut largest, folder) = (0.0_f64, tempfile::tempdir().unwrap());
    for call in scenario["calls"].as_array().unwrap() {
        let keys: Vec<Key<'_>> = call["keys"].as_array().unwrap().iter().map(key).collect();
        let (values, expected) = (arrays(&call["values"]), arrays(&call["outs"]));
        let empty = |out: &Array| Array::zeros(out.stype(), out.shape(), out.dtype()).unwrap();
        let mut outs: Vec<Vec<Array>> = expected.iter().map(|each| each.iter().map(empty).collect()).collect();
        let mut targets: Vec<Vec<&mut Array>> = outs.iter_mut().map(|each| each.iter_mut().collect()).collect();
        let pushed: Vec<Vec<&Array>> = values.iter().map(|each| each.iter().collect()).collect();
        match call["call"].as_str().unwrap() {
            "init" => store.init_all(keys.into_iter().zip(values.into_iter().flatten())).unwrap(),
            "push" => {
                let pushes: Vec<_> = keys.iter().zip(&pushed).map(|(key, values)| (*key, &**values)).collect();
                store.push_all(&pushes).unwrap();
            }
            "pull" => {
                let ignore = call["ignore_sparse"].as_bool().unwrap();
                let mut pulls: Vec<_> = keys.iter().zip(&mut targets).map(|(key, outs)| (*key, &mut **outs)).collect();
                let pulled = store.pull_all(&mut pulls, ignore).unwrap();
                let sparse = expected.iter().flatten().filter(|out| out.stype() != Stype::Dense).count();
                assert_eq!(pulled.ignored, if ignore { sparse } else { 0 });
            }
            "pushpull" => drop(store.push_pull(keys[0], &pushed[0], &mut targets[0]).unwrap()),
            "row_sparse_pull" => {
                let ids = arrays(&call["ids"]);
                let ids: Vec<Vec<RowIds<'_>>> =
                    ids.iter().map(|each| each.iter().map(RowIds::from).collect()).collect();
                let pulls = keys.iter().zip(&mut targets).zip(&ids);
                let mut pulls: Vec<_> = pulls.map(|((key, outs), ids)| (*key, &mut **outs, &**ids)).collect();
                store.row_sparse_pull_all(&mut pulls).unwrap();
            }
            "reload" => {
                let path = folder.path().join("states.safetensors");
                store.save_optimizer_states(&path).unwrap();
                equip(&mut store, scenario);
                store.load_optimizer_states(&path).unwrap();
            }
            "states" => {
                let names = list(&call["names"], |name| name.as_str().unwrap().to_owned());
                assert!(store.states(keys[0]).map(|(name, _)| name).eq(names), "{}", scenario["name"]);
                let states = store.states(keys[0]).zip(&expected[0]);
                outs = vec![states.map(|((_, state), expected)| state.tostype(expected.stype()).unwrap()).collect()];
            }
            other => panic!("call {other}"),
        }
        for (found, expected) in outs.iter().flatten().zip(expected.iter().flatten()) {
            // A copy that is one unit apart may be rounded to the number beside it.
            let unit = if expected.dtype() == Dtype::F16 { 1e-7 / (1.0 / 1024.0) } else { 1.0 };
            largest = largest.max(difference(found, expected) * unit);
        }
        assert_eq!(outs.iter().map(Vec::len).collect::<Vec<_>>(), expected.iter().map(Vec::len).collect::<Vec<_>>());
    }
    largest
}

/// As for `peer.json`.
fn tolerance(scenario: &Value) -> f64 {
    if scenario["optimizer"].is_null() { 0.0 } else { 4.0 }
}

#[test]
fn users_get_what_the_peer_gives() {
    let user: Value = serde_json::from_str(include_str!("../data/kvstore/user.json")).unwrap();
    let scenarios = user["scenarios"].as_array().unwrap();
    assert_eq!(scenarios.len(), 90);
    let mut wrong = Vec::new();
    for scenario in scenarios {
        for threads in [1, 3] {
            let (name, largest) = (&scenario["name"], play(scenario, threads));
            println!("{name}, {threads} threads: {largest}");
            if largest.is_nan() || largest > tolerance(scenario) {
                wrong.push((name, largest));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn a_weight_of_16_bits_is_its_copy_rounded() {
    let rows = Array::row_sparse(&[4, 1], vec![1, 2], vec![1.0_f32 / 3.0; 2]).unwrap();
    for weight in [Stype::Dense, Stype::RowSparse] {
        for dtype in [Dtype::F16, Dtype::Bf16] {
            for name in Optimizer::mxnet_names() {
                let mut store = KvStore::new(Cpu { threads: 2 });
                store.set_optimizer(Optimizer::create(name, &[]).unwrap());
                store.set_multi_precision(true);
                let first = Array::dense(&[4, 1], vec![0.5_f32, -1.0, 2.0, 3.0]).unwrap();
                store.init("w", first.astype(dtype).unwrap().tostype(weight).unwrap()).unwrap();
                let before = store.get("w").unwrap().astype(Dtype::F32).unwrap();
                let gradient = rows.astype(dtype).unwrap();
                for _ in 0..3 {
                    store.push("w", &[&gradient, &gradient]).unwrap();
                }
                let (state, master) = store.states("w").last().unwrap();
                assert_eq!((state, master.dtype(), master.stype()), ("master", Dtype::F32, weight));
                assert_eq!(store.get("w").unwrap(), &master.astype(dtype).unwrap(), "{name}");
                // Smaller than a digit of 16 bits, where the step is.
                assert_ne!(master, &before, "{name}");
            }
        }
    }
}

/// MXNet's defaults, where the scenarios have others.
#[test]
fn defaults() {
    let ftml = Optimizer::create("FTML", &[]).unwrap();
    let number = |name| ftml.get(name).unwrap();
    assert_eq!(["learning_rate", "beta1", "beta2", "epsilon"].map(number), [0.01, 0.6, 0.999, 1e-8]);
    let signum = Optimizer::create("signum", &[]).unwrap();
    assert_eq!((signum.name(), signum.get("momentum"), signum.get("clip_gradient")), ("signum", Some(0.9), None));
    let nag = Optimizer::create("nag", &[("clip_gradient", 0.5)]).unwrap();
    assert_eq!((nag.name(), nag.get("learning_rate"), nag.get("clip_gradient")), ("sgd", Some(0.01), Some(0.5)));
}

/// Rows that a gradient does not have stay, and numbers that are no floats of 16 bits have no copy.
#[test]
fn what_is_refused() {
    let mut store = KvStore::new(Cpu { threads: 1 });
    let dense = |values: Vec<f32>| Array::dense(&[values.len()], values).unwrap();
    let half = dense(vec![1.0, 2.0]).astype(Dtype::F16).unwrap();
    store.set_optimizer(Optimizer::create("adam", &[]).unwrap());
    store.init_all([(1, half.clone()), (2, dense(vec![0.0, 1.0]))]).unwrap();
    assert_eq!(
        store.push(1, &[&half]).unwrap_err().to_string(),
        "key `1`: sums and updates are of float32 and float64, not of float16; set_multi_precision gives the weight a \
         master copy"
    );
    store.set_multi_precision(true);
    store.push(1, &[&half]).unwrap();
    assert_eq!((store.steps(1), store.get("1"), store.states("1").count(), store.steps("1")), (1, None, 0, 0));

    let text = |error: lacuna_runtime::kvstore::KvError| error.to_string();
    assert_eq!(store.init("w", half.clone()).map_err(text), Err("key `w`: the keys of the store are numbers".into()));
    assert_eq!(store.init(2, half.clone()).map_err(text), Err("key `2` is in the store already".into()));
    let twice = [(7, half.clone()), (7, half.clone())];
    assert_eq!(store.init_all(twice).map_err(text), Err("key `7` is in the store already".into()));
    let mixed = [(Key::Number(8), half.clone()), (Key::Text("w"), half.clone())];
    assert_eq!(store.init_all(mixed).map_err(text), Err("key `w`: the keys of the store are numbers".into()));
    assert!(store.keys().eq(["1", "2"]));

    // Of several pushes and pulls either all are checked, or none is done.
    let (one, before) = (dense(vec![1.0, 1.0]), store.get(2).unwrap().clone());
    let pushes: [(i32, &[&Array]); 2] = [(2, &[&one]), (3, &[&one])];
    assert_eq!(store.push_all(&pushes).map_err(text), Err("key `3` is not in the store: init it first".into()));
    let pushes: [(i32, &[&Array]); 2] = [(2, &[&one]), (2, &[&half])];
    let refused = "key `2`, array 1: dtype float16, but the parameter has float32";
    assert_eq!(store.push_all(&pushes).map_err(text), Err(refused.into()));
    assert_eq!(store.get(2), Some(&before));
    let (mut out, mut wrong) = (dense(vec![9.0, 9.0]), dense(vec![9.0]));
    let pulled = store.pull_all(&mut [(2, &mut [&mut out]), (1, &mut [&mut wrong])], true);
    assert_eq!(pulled.map_err(text), Err("key `1`, array 0: shape [1], but the parameter has [2]".into()));
    let pulled = store.push_pull(2, &[&one], &mut [&mut wrong]);
    assert_eq!(pulled.map_err(text), Err("key `2`, array 0: shape [1], but the parameter has [2]".into()));
    assert_eq!((store.get(2), out.data::<f32>()), (Some(&before), Some(&[9.0, 9.0][..])));
    let multipliers = store.set_multipliers("w", Multipliers::default());
    assert_eq!(multipliers.map_err(text), Err("key `w`: the keys of the store are numbers".into()));

    let path = tempfile::tempdir().unwrap().path().join("states");
    let mut none = KvStore::new(Cpu { threads: 1 });
    let no_optimizer = "there is no optimizer, so there are no states: set_optimizer comes first";
    assert_eq!(none.save_optimizer_states(&path).map_err(text), Err(no_optimizer.into()));
    assert_eq!(none.load_optimizer_states(&path).map_err(text), Err(no_optimizer.into()));

    let create = |name: &str, parameters: &[(&str, f64)]| Optimizer::create(name, parameters).unwrap_err().to_string();
    assert!(create("test", &[]).starts_with("there is no optimizer test: there are sgd, ccsgd, nag, "));
    assert_eq!(
        create("adagrad", &[("epsilon", 0.5)]),
        "adagrad has no hyper-parameter epsilon: it has learning_rate, wd, rescale_grad, clip_gradient, lazy_update, eps"
    );
    assert_eq!(create("GroupAdaGrad", &[("wd", 0.5)]), "groupadagrad has no weight decay: wd is 0, not 0.5");
}

/// States of another optimizer, of other keys, and of another form.
#[test]
fn states_that_do_not_fit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("states.safetensors");
    let gradient = Array::dense(&[2, 2], vec![1.0_f32, 2.0, 3.0, 4.0]).unwrap();
    let store = |class: &str, key: i32, shape: &[usize]| {
        let mut store = KvStore::new(Cpu { threads: 1 });
        store.set_optimizer(Optimizer::create(class, &[("learning_rate", 0.5)]).unwrap());
        store.init(key, Array::zeros(Stype::Dense, shape, Dtype::F32).unwrap()).unwrap();
        store
    };
    // A state of one number a row, too.
    for class in ["groupadagrad", "adam"] {
        let mut saved = store(class, 4, &[2, 2]);
        saved.push(4, &[&gradient]).unwrap();
        saved.save_optimizer_states(&path).unwrap();
        let mut other = store(class, 4, &[2, 2]);
        other.load_optimizer_states(&path).unwrap();
        assert!(other.states(4).eq(saved.states(4)) && other.steps(4) == 1);
        let whole = folder.path().join("whole.safetensors");
        saved.save(&whole).unwrap();
        other.load(&whole).unwrap();
        assert!(other.states(4).eq(saved.states(4)) && other.get(4) == saved.get(4));
    }
    for (mut other, expected) in [
        (store("sgd", 4, &[2, 2]), "`mean/4` in the file: sgd has no such state"),
        (store("ftrl", 4, &[2, 2]), "key `4` in the file: 0 of 2 states, and 1 updates"),
        (store("adam", 5, &[2, 2]), "`mean/4` in the file: adam has no such state"),
        (store("adam", 4, &[2, 3]), "key `4`, array 0: shape [2, 2], but the parameter has [2, 3]"),
    ] {
        let found = other.load_optimizer_states(&path).map_err(|error| error.to_string());
        assert_eq!(found, Err(expected.to_owned()));
        assert_eq!(other.states(4).count() + other.states(5).count(), 0);
    }
}
