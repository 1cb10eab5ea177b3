//! Every call of `peer.json`.
use super::told::{array, list};
use lacuna::optim::Update;
use lacuna_runtime::Cpu;
use lacuna_runtime::array::{Array, Dtype};
use lacuna_runtime::kvstore::{KvStore, Moved, Optimizer, RowIds};
use serde_json::Value;

fn optimizer(parameters: &Value) -> Optimizer {
    let number = |name: &str| parameters[name].as_f64();
    let mut optimizer =
        Optimizer::named(parameters["kind"].as_str().unwrap(), number("learning_rate").unwrap()).unwrap();
    let common = ["wd", "rescale_grad", "clip_gradient"].map(number);
    for (name, value) in ["weight_decay", "rescale_gradient", "clip_gradient"].into_iter().zip(common) {
        if let Some(value) = value {
            optimizer.set(name, value).unwrap();
        }
    }
    for (name, value) in parameters["own"].as_object().unwrap() {
        optimizer.set(name, value.as_f64().unwrap()).unwrap();
    }
    if parameters["lazy_update"].as_bool() == Some(false) {
        optimizer.set_update(Update::Standard);
    }
    optimizer
}

/// The largest difference of two arrays of one structure, in units of `1e-7` of the larger number or of 1: about one
/// unit in the last place of `f32`.
pub fn difference(found: &Array, expected: &Array) -> f64 {
    assert_eq!((found.shape(), found.dtype(), found.stype()), (expected.shape(), expected.dtype(), expected.stype()));
    assert_eq!((found.indptr(), found.indices()), (expected.indptr(), expected.indices()));
    let numbers = |array: &Array| array.astype(Dtype::F64).unwrap().data::<f64>().unwrap().to_vec();
    let apart =
        |(found, expected): (f64, f64)| (found - expected).abs() / found.abs().max(expected.abs()).max(1.0) / 1e-7;
    numbers(found).into_iter().zip(numbers(expected)).map(apart).fold(0.0, f64::max)
}

/// Plays a scenario, and gives the largest difference from what MXNet has given.
fn play(scenario: &Value, threads: usize) -> f64 {
    let mut store = KvStore::new(Cpu { threads });
    if !scenario["optimizer"].is_null() {
        store.set_optimizer(optimizer(&scenario["optimizer"]));
    }
    if scenario["updater"].is_string() {
        store.set_updater(|_, sum, parameter| {
            let numbers = parameter.data_mut::<f32>().ok_or("dtype")?;
            numbers
                .iter_mut()
                .zip(sum.data().ok_or("dtype")?)
                .for_each(|(to, from): (_, &f32)| *to = *to * 0.5 + from * 2.0);
            Ok(())
        });
    }
    let mut largest = 0.0_f64;
    let mut compare = |found: &Array, expected: &Array| largest = largest.max(difference(found, expected));
    for call in scenario["calls"].as_array().unwrap() {
        let key = call["key"].as_str().unwrap();
        let arrays =
            |name: &str| call[name].as_array().map(|arrays| arrays.iter().map(array).collect()).unwrap_or_default();
        let (values, expected): (Vec<Array>, Vec<Array>) = (arrays("values"), arrays("outs"));
        let mut outs: Vec<Array> =
            expected.iter().map(|out| Array::zeros(out.stype(), out.shape(), out.dtype()).unwrap()).collect();
        match call["call"].as_str().unwrap() {
            "init" => store.init(key, values[0].clone()).unwrap(),
            "push" => drop(store.push(key, &values.iter().collect::<Vec<_>>()).unwrap()),
            "stored" => outs = vec![store.get(key).unwrap().clone()],
            "pull" => drop(store.pull(key, &mut outs.iter_mut().collect::<Vec<_>>()).unwrap()),
            "row_sparse_pull" => {
                let ids: Vec<Array> = arrays("ids");
                let ids: Vec<RowIds<'_>> = ids.iter().map(RowIds::from).collect();
                let moved = store.row_sparse_pull(key, &mut outs.iter_mut().collect::<Vec<_>>(), &ids).unwrap();
                let [bytes, whole] = [Array::nbytes, |out: &Array| out.size() * out.dtype().size()]
                    .map(|of| outs.iter().map(of).sum::<usize>());
                assert_eq!(moved, Moved { bytes: bytes as u64, whole: whole as u64 });
            }
            "states" => {
                let names = list(&call["names"], |name| name.as_str().unwrap().to_owned());
                assert!(store.states(key).map(|(name, _)| name).eq(names));
                // MXNet's states of a standard update are dense, also beside a row_sparse parameter.
                let states = store.states(key).zip(&expected);
                outs = states.map(|((_, state), expected)| state.tostype(expected.stype()).unwrap()).collect();
            }
            other => panic!("call {other}"),
        }
        assert_eq!(outs.len(), expected.len());
        outs.iter().zip(&expected).for_each(|(found, expected)| compare(found, expected));
    }
    largest
}

/// Sums and pulls have MXNet's bits. MXNet's optimizers round some products elsewhere: four units leave room for that
/// in the updates of a scenario, three or five.
fn tolerance(scenario: &Value) -> f64 {
    if scenario["optimizer"].is_null() { 0.0 } else { 4.0 }
}

#[test]
fn calls_give_what_the_peer_gives() {
    let peer: Value = serde_json::from_str(include_str!("../data/kvstore/peer.json")).unwrap();
    let scenarios = peer["scenarios"].as_array().unwrap();
    assert_eq!(scenarios.len(), 49);
    for scenario in scenarios {
        for threads in [1, 3] {
            let (name, largest) = (&scenario["name"], play(scenario, threads));
            println!("{name}, {threads} threads: {largest}");
            assert!(largest <= tolerance(scenario), "{name}: {largest}");
        }
    }
}
