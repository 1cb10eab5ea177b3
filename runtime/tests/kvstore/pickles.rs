//! Optimizer states that MXNet has saved, of `states.json`: the next step is MXNet's. And files that are none.
use super::peer::difference;
use super::user::told;
use lacuna::infer::Stype;
use lacuna_models::module::{BindOptions, Bucket, BucketingModule, Module, load_checkpoint};
use lacuna_runtime::Cpu;
use lacuna_runtime::array::Array;
use lacuna_runtime::autograd::{GradientRequest, Tape};
use lacuna_runtime::data::Batch;
use lacuna_runtime::kvstore::{Key, KvStore, Optimizer};
use lacuna_runtime::operator::{Context, Multiply};
use lacuna_runtime::optimizer::Trainer;
use lacuna_runtime::symbol::{Apply, Symbol};
use serde_json::Value;
use std::fs;
use std::path::Path;

fn file() -> Value {
    serde_json::from_str(include_str!("../data/kvstore/states.json")).unwrap()
}

fn bytes(value: &Value) -> Vec<u8> {
    let text = value.as_str().unwrap().as_bytes();
    let digit = |byte: u8| char::from(byte).to_digit(16).unwrap() as u8;
    text.chunks(2).map(|pair| digit(pair[0]) << 4 | digit(pair[1])).collect()
}

fn optimizer(case: &Value) -> Optimizer {
    let parameters = case["parameters"].as_object().unwrap();
    let parameters: Vec<(&str, f64)> =
        parameters.iter().map(|(name, number)| (&**name, number.as_f64().unwrap())).collect();
    Optimizer::create(case["class"].as_str().unwrap(), &parameters).unwrap()
}

fn key(case: &Value) -> Key<'_> {
    case["key"].as_str().map_or_else(|| Key::Number(case["key"].as_i64().unwrap()), Key::Text)
}

fn store(case: &Value) -> KvStore {
    let mut store = KvStore::new(Cpu { threads: 2 });
    store.set_optimizer(optimizer(case));
    store.set_multi_precision(case["multi_precision"].as_bool().unwrap());
    store.init(key(case), told(&case["weight"])).unwrap();
    store
}

fn cases(all: &Value) -> impl Iterator<Item = &Value> {
    all["stores"].as_array().unwrap().iter().filter(|case| case["class"].is_string())
}

#[test]
fn stores_go_on_with_the_states_of_the_peer() {
    let (all, folder) = (file(), tempfile::tempdir().unwrap());
    let path = folder.path().join("states");
    let mut count = 0;
    for case in cases(&all) {
        for kind in ["plain", "dumped"] {
            let name = format!("{}, {kind}", case["name"]);
            fs::write(&path, bytes(&case[kind])).unwrap();
            let mut store = store(case);
            store.load_optimizer_states(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
            // Without the optimizer, updates begin anew.
            let steps = if kind == "dumped" { case["steps"].as_u64().unwrap() } else { 0 };
            assert_eq!(store.steps(key(case)), steps, "{name}");
            store.push(key(case), &[&told(&case["gradient"])]).unwrap();
            let next = &case[format!("{kind}_next")];
            if !next.is_null() {
                let half = if next["dtype"] == "float16" { 1e-7 / (1.0 / 1024.0) } else { 1.0 };
                let apart = difference(store.get(key(case)).unwrap(), &told(next)) * half;
                println!("{name}: {apart}");
                // As for `user.json`.
                assert!(apart <= 4.0, "{name}: {apart}");
            }
            count += 1;
        }
    }
    assert_eq!(count, 58);
}

/// What was loaded, and not yet used, is in the project's own files too.
#[test]
fn loaded_states_are_saved() {
    let (all, folder) = (file(), tempfile::tempdir().unwrap());
    let [path, own] = ["peer", "own"].map(|name| folder.path().join(name));
    for case in cases(&all) {
        fs::write(&path, bytes(&case["plain"])).unwrap();
        let (mut one, mut other) = (store(case), store(case));
        one.load_optimizer_states(&path).unwrap();
        one.save_optimizer_states(&own).unwrap();
        other.load_optimizer_states(&own).unwrap();
        assert!(one.states(key(case)).eq(other.states(key(case))), "{}", case["name"]);
    }
}

#[test]
fn a_trainer_goes_on() {
    let (all, folder) = (file(), tempfile::tempdir().unwrap());
    let (told_of, path) = (&all["trainer"], folder.path().join("states"));
    let list = |name: &str| told_of[name].as_array().unwrap().iter().map(told).collect::<Vec<_>>();
    fs::write(&path, bytes(&told_of["file"])).unwrap();
    let adam = Optimizer::create("adam", &[("learning_rate", 0.125), ("wd", 0.0625)]).unwrap();
    let (mut tape, mut trainer, mut variables) = (Tape::new(), Trainer::new(adam), Vec::new());
    for (weight, gradient) in list("weights").into_iter().zip(list("gradients")) {
        let weight = tape.parameter(weight, GradientRequest::Write, Stype::Dense).unwrap();
        let gradient = tape.constant(gradient);
        trainer.add(&tape, weight).unwrap();
        variables.push((weight, gradient));
    }
    let short = {
        let mut short = Trainer::new(adam);
        short.add(&tape, variables[0].0).unwrap();
        short.load_states(&path).unwrap_err().to_string()
    };
    assert_eq!(short, "`1` in the file: adam has no such state");
    trainer.load_states(&path).unwrap();
    assert_eq!(trainer.steps(), 2);
    let products: Vec<_> = variables.iter().map(|(w, g)| tape.apply(Multiply, &[*w, *g]).unwrap()).collect();
    for product in products {
        tape.backward(product).unwrap();
    }
    trainer.step(&mut tape, 1).unwrap();
    for ((weight, _), next) in variables.iter().zip(list("next")) {
        assert!(difference(tape.value(*weight).unwrap(), &next) <= 4.0);
    }
    let wrong = Optimizer::create("sgd", &[]).unwrap();
    let refused = Trainer::new(wrong).load_states(&path).unwrap_err().to_string();
    assert!(refused.ends_with("the states are those of MXNet's Adam, not of sgd"), "{refused}");
}

#[test]
fn modules_go_on() {
    for told_of in file()["modules"].as_array().unwrap() {
        let folder = tempfile::tempdir().unwrap();
        for (name, content) in told_of["files"].as_object().unwrap() {
            fs::write(folder.path().join(name), bytes(content)).unwrap();
        }
        let arrays: Vec<Array> = told_of["batch"].as_array().unwrap().iter().map(told).collect();
        let batch = Batch { data: vec![arrays[0].clone()], label: vec![arrays[1].clone()], pad: 0 };
        let prefix = folder.path().join("peer");
        let (symbol, params) = load_checkpoint(&prefix, 2).unwrap();
        let mut module = Module::bind(&symbol, &["data"], &["softmax_label"], &batch, Context::new()).unwrap();
        let adam = Optimizer::create("adam", &[("learning_rate", 0.125), ("wd", 0.0625)]).unwrap();
        module.set_params(params).unwrap();
        assert!(module.load_states(&prefix, 2).is_err());
        module.init_optimizer(adam);
        module.load_states(&prefix, 2).unwrap();
        module.forward(&batch, true).unwrap();
        module.backward().unwrap();
        module.update().unwrap();
        for (name, value) in module.params() {
            let apart = difference(value, &told(&told_of["next"][name]));
            assert!(apart <= 4.0, "{}, {name}: {apart}", told_of["kvstore"]);
        }
    }
}

/// States go from bucket to bucket: in one run, through files of either kind, and as in MXNet.
#[test]
fn buckets_go_on() {
    let all = file();
    let (told_of, folder) = (&all["buckets"], tempfile::tempdir().unwrap());
    let generate = |_: &usize| {
        let data = Symbol::variable("data");
        let sum = Apply::new("sum").operand(&data).parameter("axis", 1);
        let sum = sum.parameter("keepdims", "True").symbol()?;
        let out = Apply::new("FullyConnected").named("fc").operand(&sum).parameter("num_hidden", 3).symbol()?;
        let symbol = Apply::new("SoftmaxOutput").named("softmax").operand(&out).symbol()?;
        Ok(Bucket { symbol, inputs: vec!["data".to_owned()], labels: vec!["softmax_label".to_owned()] })
    };
    let steps: Vec<(usize, Batch)> = told_of["steps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| {
            let batch = Batch { data: vec![told(&step["batch"][0])], label: vec![told(&step["batch"][1])], pad: 0 };
            (step["key"].as_u64().unwrap() as usize, batch)
        })
        .collect();
    let params = |name: &str| -> Vec<(String, Array)> {
        told_of[name].as_object().unwrap().iter().map(|(name, array)| (name.clone(), told(array))).collect()
    };
    let started = |first: &str, key: usize| {
        let batch = &steps.iter().find(|(own, _)| *own == key).unwrap().1;
        let mut module = BucketingModule::bind(key, batch, Context::new(), BindOptions::default(), generate).unwrap();
        module.module_mut().set_params(params(first)).unwrap();
        let adam = Optimizer::create("adam", &[("learning_rate", 0.125), ("wd", 0.0625)]).unwrap();
        module.module_mut().init_optimizer(adam);
        module
    };
    let run = |module: &mut BucketingModule<usize>, steps: &[(usize, Batch)]| {
        for (key, batch) in steps {
            module.forward(key, batch, true).unwrap();
            module.module_mut().backward().unwrap();
            module.module_mut().update().unwrap();
        }
    };
    let compare = |module: &BucketingModule<usize>, expected: &str| {
        for (name, value) in module.module().params() {
            let apart = difference(value, &told(&told_of[expected][name]));
            // As for modules in `module/user.json`.
            assert!(apart <= 40.0, "{expected}, {name}: {apart}");
        }
    };
    let bits = |module: &BucketingModule<usize>| -> Vec<Array> {
        module.module().params().map(|(_, value)| value.clone()).collect()
    };

    let mut whole = started("first", 5);
    run(&mut whole, &steps[..4]);
    compare(&whole, "saved");
    let own = folder.path().join("own");
    whole.module().save_checkpoint(&own, 2, true).unwrap();
    run(&mut whole, &steps[4..]);
    compare(&whole, "next");
    // The project's own file, loaded in another bucket.
    let mut other = started("first", 2);
    other.module_mut().load_states(&own, 2).unwrap();
    run(&mut other, &steps[4..]);
    assert_eq!(bits(&other), bits(&whole));
    // MXNet's, which has no numbers of updates.
    let peer = folder.path().join("peer");
    fs::write(folder.path().join("peer-0002.states"), bytes(&told_of["file"])).unwrap();
    let mut loaded = started("saved", 3);
    loaded.module_mut().load_states(&peer, 2).unwrap();
    run(&mut loaded, &steps[4..]);
    compare(&loaded, "next_of_loaded");
    assert_ne!(bits(&loaded), bits(&whole));
}

/// Loads it, and says what is wrong.
fn load(store: &mut KvStore, path: &Path, content: &[u8]) -> Result<(), String> {
    // A new file: one that is cut to nothing first is flushed by some file systems, which takes its time.
    let _ = fs::remove_file(path);
    fs::write(path, content).unwrap();
    let prefix = format!("{}: ", path.display());
    store.load_optimizer_states(path).map_err(|error| error.to_string().replace(&prefix, ""))
}

#[test]
fn what_is_refused() {
    let (all, folder) = (file(), tempfile::tempdir().unwrap());
    let path = folder.path().join("states");
    let adam = cases(&all).find(|case| case["name"] == "adam").unwrap();
    let mut adam_store = store(adam);
    let mut refused = |content: &[u8]| load(&mut adam_store, &path, content).unwrap_err();
    // os.system("true"), as pickles say it.
    assert_eq!(
        refused(b"\x80\x03cos\nsystem\nX\x04\x00\x00\x00true\x85R."),
        "byte 13: class os.system is not part of MXNet's optimizer states"
    );
    assert_eq!(
        refused(b"\x80\x04\x8c\x08builtins\x8c\x04eval\x93."),
        "byte 19: class builtins.eval is not part of MXNet's optimizer states"
    );
    // An instruction of persistent objects.
    assert_eq!(refused(b"\x80\x03Pwhat\n."), "byte 2: opcode 0x50 is not part of MXNet's optimizer states");
    assert_eq!(refused(b"\x80\x02}."), "pickle protocol 2: 3, 4 and 5 are read");
    assert_eq!(refused(b"\x80\x03}"), "byte 3: 1 bytes of a pickle, but 0 are left");
    assert_eq!(refused(b"\x80\x03}.."), "byte 4: the end of the file is expected, not more bytes");
    assert_eq!(refused(b"\x80\x03."), "byte 3: a value is expected, not an empty stack");
    assert_eq!(refused(b"\x80\x03h\x07."), "byte 4: something to recall is expected, not nothing");
    assert_eq!(refused(b"\x80\x03K\x07."), "MXNet's optimizer states: a dict of states is expected, not an int");
    assert_eq!(
        refused(b"\x80\x03}K\x00K\x01s."),
        "MXNet's optimizer states: arrays of a state is expected, not an int"
    );
    // A state of another optimizer, and of a weight of another shape.
    let ftrl = cases(&all).find(|case| case["name"] == "ftrl").unwrap();
    assert_eq!(refused(&bytes(&ftrl["dumped"])), "the states are those of MXNet's Ftrl, not of adam");
    let momentum = cases(&all).find(|case| case["name"] == "SGD").unwrap();
    assert_eq!(refused(&bytes(&momentum["plain"])), "key 0: 1 arrays of states, but adam has 2");
    let rows = cases(&all).find(|case| case["name"] == "rows with a text as key").unwrap();
    assert_eq!(refused(&bytes(&rows["plain"])), "`w` in the file: adam has no such state");
    assert!(adam_store.states(0).next().is_none() && adam_store.steps(0) == 0);
    let mut other = KvStore::new(Cpu { threads: 1 });
    other.set_optimizer(optimizer(adam));
    other.init(0, Array::dense(&[2], vec![1.0_f32; 2]).unwrap()).unwrap();
    assert_eq!(
        load(&mut other, &path, &bytes(&adam["plain"])).unwrap_err(),
        "key `0`, array 0: shape [4, 3], but the parameter has [2]"
    );
}

/// A dictionary that holds itself, and tuples that double in each of many levels, take neither time nor memory.
#[test]
fn small_files_stay_small() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("states");
    let mut none = KvStore::new(Cpu { threads: 1 });
    none.set_optimizer(Optimizer::create("adam", &[]).unwrap());
    none.init(0, Array::dense(&[2], vec![1.0_f32; 2]).unwrap()).unwrap();
    let refused = load(&mut none, &path, b"\x80\x03}q\x00K\x00h\x00s.").unwrap_err();
    assert_eq!(refused, "MXNet's optimizer states: arrays of a state is expected, not a dict");
    let mut doubling = b"\x80\x03}K\x00N".to_vec();
    for _ in 0..200 {
        doubling.extend(b"q\x00h\x00\x86");
    }
    doubling.extend(b"s.");
    let refused = load(&mut none, &path, &doubling).unwrap_err();
    assert_eq!(refused, "MXNet's optimizer states: arrays of a state is expected, not tuples in tuples");
    // A text of 2^32 - 1 bytes that is not there.
    let refused = load(&mut none, &path, b"\x80\x03X\xff\xff\xff\xff").unwrap_err();
    assert_eq!(refused, "byte 7: 4294967295 bytes of a pickle, but 0 are left");
}

/// Every shortened file is refused; one with other bytes is refused, or is a file of other numbers.
#[test]
fn files_with_faults() {
    let (all, folder) = (file(), tempfile::tempdir().unwrap());
    let path = folder.path().join("states");
    let mut random = 1_u64;
    let mut draw = |below: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % below
    };
    let (mut refused, mut taken) = (0, 0);
    for name in ["adam", "rows with a text as key", "float16, sgd"] {
        let case = cases(&all).find(|case| case["name"] == name).unwrap();
        let mut store = store(case);
        for kind in ["plain", "dumped"] {
            let whole = bytes(&case[kind]);
            for length in 0..whole.len() {
                let error = load(&mut store, &path, &whole[..length]).unwrap_err();
                assert!(error.len() < 300, "{error}");
            }
            for _ in 0..1000 {
                let mut other = whole.clone();
                for _ in 0..=draw(3) {
                    let place = draw(other.len());
                    other[place] = draw(256) as u8;
                }
                match load(&mut store, &path, &other) {
                    Ok(()) => taken += 1,
                    Err(error) => {
                        assert!(error.len() < 400, "{error}");
                        refused += 1;
                    }
                }
            }
        }
    }
    // Half of the bytes are values of arrays and hyper-parameters, which may be any.
    assert!(refused > 1000 && taken > 100, "{refused} {taken}");
}

/// A schedule, and the attributes of a symbol, are passed over.
#[test]
fn what_else_an_optimizer_has() {
    let (all, folder) = (file(), tempfile::tempdir().unwrap());
    let case = all["stores"].as_array().unwrap().iter().find(|case| case["name"] == "a schedule").unwrap();
    let mut store = KvStore::new(Cpu { threads: 1 });
    store.set_optimizer(Optimizer::create("sgd", &[("momentum", 0.5)]).unwrap());
    store.init(0, Array::dense(&[3], vec![1.0_f32; 3]).unwrap()).unwrap();
    load(&mut store, &folder.path().join("states"), &bytes(&case["dumped"])).unwrap();
    assert_eq!((store.steps(0), store.states(0).count()), (1, 1));
}
