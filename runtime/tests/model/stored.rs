//! Parameters in the store of a network: beside Gluon's of MXNet 1.9.1 (data/layer/generate.py), and beside tables that
//! are on the tape.
use lacuna::infer::Stype;
use lacuna::optim::{AdaGrad, Adam, Sgd, SgdMomentum};
use lacuna_runtime::array::Array;
use lacuna_runtime::autograd::Variable;
use lacuna_runtime::exchange::{Exchange, Threads};
use lacuna_runtime::initializer::Initializer;
use lacuna_runtime::kvstore::{RankOptions, RowIds};
use lacuna_runtime::layer::{Dense, Embedding, Layer, Network, Sequential, SparseEmbedding};
use lacuna_runtime::optimizer::{Optimizer, Trainer};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

#[derive(Deserialize)]
struct Known {
    first: BTreeMap<String, Vec<f32>>,
    batches: Vec<(Vec<i64>, Vec<i64>)>,
    cases: BTreeMap<String, Case>,
}

#[derive(Deserialize)]
struct Case {
    losses: Vec<Vec<f32>>,
    pulled: Vec<Vec<i64>>,
    last: BTreeMap<String, Vec<f32>>,
}

fn known() -> Known {
    serde_json::from_str(include_str!("../data/layer/stored.json")).unwrap()
}

const OPTIMIZERS: [Optimizer; 4] = [
    Optimizer::Sgd(Sgd::new(0.5)),
    Optimizer::SgdMomentum(SgdMomentum::new(0.25, 0.9)),
    Optimizer::AdaGrad(AdaGrad::new(0.25, 0.01)),
    Optimizer::Adam(Adam::new(0.05, 0.9, 0.999, 1e-8)),
];

const ROWS: usize = 12;
const TABLE: &str = "table.weight";

fn ids(ids: &[i64]) -> Array {
    Array::dense(&[ids.len()], ids.to_vec()).unwrap()
}

/// A table and a dense layer, with the weights that MXNet began with.
struct Words {
    network: Network,
    layers: Sequential,
    trainer: Trainer,
}

impl Words {
    fn new(known: &Known, optimizer: Optimizer, in_store: bool) -> Self {
        let (name, rows, units) = ("table".to_owned(), ROWS, 3);
        let table: Box<dyn Layer> = if in_store {
            Box::new(SparseEmbedding { name, rows, units })
        } else {
            Box::new(Embedding { name, rows, units, gradient: Stype::RowSparse })
        };
        let layers = Sequential(vec![table, Box::new(Dense { name: "head".into(), units: 2, activation: None })]);
        let mut network = Network::new(1);
        let x = network.tape.constant(ids(&[0]));
        layers.forward(&mut network, x).unwrap();
        let first = Array::dense(&[ROWS, 3], known.first[TABLE].clone()).unwrap();
        if in_store {
            network.store_mut().push(TABLE, &[&first.tostype(Stype::RowSparse).unwrap()]).unwrap();
        } else {
            *network.tape.value_mut(network.named(TABLE).unwrap()).unwrap() = first;
        }
        *network.tape.value_mut(network.named("head.weight").unwrap()).unwrap() =
            Array::dense(&[2, 3], known.first["head.weight"].clone()).unwrap();
        let trainer = network.trainer(optimizer).unwrap();
        Self { network, layers, trainer }
    }

    /// Losses of a batch, which is then trained on.
    fn step(&mut self, (rows, labels): &(Vec<i64>, Vec<i64>)) -> Variable {
        self.network.tape.clear();
        let [x, label] = [rows, labels].map(|numbers| self.network.tape.constant(ids(numbers)));
        let y = self.layers.forward(&mut self.network, x).unwrap();
        let losses = self.network.tape.softmax_cross_entropy(y, label).unwrap();
        self.network.tape.backward(losses).unwrap();
        self.network.step(&mut self.trainer, rows.len()).unwrap();
        losses
    }

    fn weight(&self, name: &str) -> Vec<f32> {
        let network = &self.network;
        let array =
            network.store().get(name).unwrap_or_else(|| network.tape.value(network.named(name).unwrap()).unwrap());
        array.data::<f32>().unwrap().to_vec()
    }
}

fn compare(what: &str, expected: &[f32], found: &[f32]) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (place, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!(
            (found - expected).abs() <= 4e-6 * expected.abs().max(1.0),
            "{what}, element {place}: {found}, not {expected}"
        );
    }
}

#[test]
fn beside_gluon() {
    let known = known();
    for optimizer in OPTIMIZERS {
        let (mut words, case) = (Words::new(&known, optimizer, true), &known.cases[optimizer.name()]);
        let name = optimizer.name();
        for (step, batch) in known.batches.iter().enumerate() {
            let losses = words.step(batch);
            let network = &words.network;
            compare(
                &format!("{name}, losses of step {step}"),
                &case.losses[step],
                network.tape.value(losses).unwrap().data().unwrap(),
            );
            let held = network.tape.value(network.named(TABLE).unwrap()).unwrap();
            assert_eq!(held.indices(), Some(&*case.pulled[step]), "{name}, step {step}");
        }
        for (parameter, expected) in &case.last {
            compare(&format!("{name}, {parameter}"), expected, &words.weight(parameter));
        }
    }
}

/// Two ranks with half of each batch: the sums are added in another order than Gluon's, and are the same numbers.
#[test]
fn on_ranks_beside_gluon() {
    let known = known();
    for optimizer in OPTIMIZERS {
        std::thread::scope(|scope| {
            for exchange in Threads::new(2, Duration::from_secs(60)) {
                let known = &known;
                scope.spawn(move || {
                    let rank = exchange.rank();
                    let mut words = Words::new(known, optimizer, true);
                    let options = RankOptions { slices: 2, sharded_from: 1 };
                    words.network.store_mut().set_ranks(Arc::new(exchange), options).unwrap();
                    let ids = words.network.store().get(TABLE).and_then(Array::indices).unwrap().to_vec();
                    assert_eq!(
                        ids,
                        (ROWS as i64 / 2 * rank as i64..ROWS as i64 / 2 * (rank as i64 + 1)).collect::<Vec<_>>()
                    );
                    for (rows, labels) in &known.batches {
                        let half = [0..rows.len() / 2, rows.len() / 2..rows.len()][rank].clone();
                        words.step(&(rows[half.clone()].to_vec(), labels[half].to_vec()));
                    }
                    for (parameter, expected) in &known.cases[optimizer.name()].last {
                        let own = match &**parameter {
                            TABLE => &expected[3 * ids[0] as usize..][..3 * ids.len()],
                            _ => expected,
                        };
                        compare(
                            &format!("{}, {parameter} on rank {rank}", optimizer.name()),
                            own,
                            &words.weight(parameter),
                        );
                    }
                });
            }
        });
    }
}

/// The same rows, gradients and updates as of a table on the tape, bit for bit.
#[test]
fn beside_a_table_on_the_tape() {
    let known = known();
    for optimizer in OPTIMIZERS {
        let [mut stored, mut whole] = [true, false].map(|in_store| Words::new(&known, optimizer, in_store));
        for batch in known.batches.iter().cycle().take(20) {
            stored.step(batch);
            whole.step(batch);
        }
        for name in [TABLE, "head.weight", "head.bias"] {
            let bits = |words: &Words| words.weight(name).iter().map(|value| value.to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(&stored), bits(&whole), "{}, {name}", optimizer.name());
        }
        let moved = stored.network.store().pushed();
        assert!(moved.bytes < moved.whole, "{moved:?}");
    }
}

/// MXNet's second lookup of a step overwrites the rows of the first.
#[test]
fn two_lookups_of_one_table() {
    let known = known();
    let mut words = Words::new(&known, OPTIMIZERS[0], true);
    let Words { network, trainer, .. } = &mut words;
    let before = network.store().get(TABLE).unwrap().data::<f32>().unwrap().to_vec();
    let table = SparseEmbedding { name: "table".into(), rows: ROWS, units: 3 };
    network.tape.clear();
    let [left, right] = [&[3, 5], &[5, 8]].map(|rows: &[i64; 2]| network.tape.constant(ids(rows)));
    let left = table.forward(network, left).unwrap();
    let right = table.forward(network, right).unwrap();
    let sum = network.tape.add(left, right).unwrap();
    let expected: Vec<_> = [[3, 5], [5, 8]]
        .iter()
        .flat_map(|[a, b]| (0..3).map(|k| before[3 * a + k] + before[3 * b + k]).collect::<Vec<_>>())
        .collect();
    assert_eq!(network.tape.value(sum).unwrap().data::<f32>(), Some(&*expected));
    network.tape.backward(sum).unwrap();
    network.step(trainer, 1).unwrap();
    let after = network.store().get(TABLE).unwrap().data::<f32>().unwrap();
    for row in 0..ROWS {
        // Row 5 is read twice.
        let change =
            [(3, 0.5), (5, 1.0), (8, 0.5)].iter().find(|(id, _)| *id == row).map_or(0.0, |(_, change)| *change);
        (0..3).for_each(|k| assert_eq!(after[3 * row + k], before[3 * row + k] - change, "row {row}"));
    }
}

#[test]
fn goes_on_from_a_file() {
    let (known, path) =
        (known(), std::env::temp_dir().join(format!("lacuna-stored-{}.safetensors", std::process::id())));
    for optimizer in OPTIMIZERS {
        let mut straight = Words::new(&known, optimizer, true);
        for batch in &known.batches[..2] {
            straight.step(batch);
        }
        straight.network.store().save(&path).unwrap();
        let mut resumed = Words::new(&known, optimizer, true);
        resumed.network.store_mut().load(&path).unwrap();
        for name in ["head.weight", "head.bias"] {
            let value = straight.network.tape.value(straight.network.named(name).unwrap()).unwrap().clone();
            *resumed.network.tape.value_mut(resumed.network.named(name).unwrap()).unwrap() = value;
        }
        let states = straight.trainer.states().map(<[Array]>::to_vec).collect();
        resumed.trainer.restore(straight.trainer.steps(), states).unwrap();
        for batch in &known.batches[2..] {
            straight.step(batch);
            resumed.step(batch);
        }
        assert_eq!(straight.weight(TABLE), resumed.weight(TABLE), "{}", optimizer.name());
    }
    std::fs::remove_file(path).unwrap();
}

/// A schedule's rate counts in the store as well; the number of threads changes no bit.
#[test]
fn rates_and_threads() {
    let known = known();
    let weights = [(1.0, 1), (1.0, 7), (0.25, 1)].map(|(rate, threads)| {
        let mut words = Words::new(&known, OPTIMIZERS[2], true);
        words.network.tape.context_mut().cpu.threads = threads;
        words.trainer.set_rate(rate);
        for batch in &known.batches {
            words.step(batch);
        }
        words.weight(TABLE)
    });
    assert_eq!(weights[0], weights[1]);
    assert_ne!(weights[0], weights[2]);
}

#[test]
fn what_is_refused() {
    let known = known();
    let mut words = Words::new(&known, OPTIMIZERS[1], true);
    words.step(&known.batches[0]);
    let before = words.weight(TABLE);
    let Words { network, trainer, .. } = &mut words;
    let held = network.tape.value(network.named(TABLE).unwrap()).unwrap().clone();
    let said = |error: &dyn std::error::Error| error.to_string();
    assert_eq!(
        said(&trainer.step(&mut network.tape, 5).unwrap_err()),
        "parameter table.weight is in the store of its network: Network::step updates it"
    );
    assert_eq!(
        said(&network.pull_rows(TABLE, RowIds::Slice(&[3, 12])).unwrap_err()),
        "key `table.weight`, row id 1: row 12 is out of range: there are 12 rows"
    );
    assert_eq!(
        said(&network.pull_rows("head.weight", RowIds::Slice(&[0])).unwrap_err()),
        "key `head.weight` is not in the store: init it first"
    );
    let halves = Array::dense(&[2], vec![1.0_f32, 2.5]).unwrap();
    assert_eq!(
        said(&network.pull_rows(TABLE, RowIds::Array(&halves)).unwrap_err()),
        "key `table.weight`, row id 1: 2.5 is not a whole number"
    );
    let wide = network.stored_parameter(TABLE, &[ROWS, 4], Initializer::Zero).unwrap_err();
    assert_eq!(said(&wide), "parameter table.weight has shape [12, 3], but [12, 4] is asked for");
    assert_eq!(network.tape.value(network.named(TABLE).unwrap()).unwrap(), &held);
    assert_eq!((words.weight(TABLE), words.trainer.steps()), (before, 1));
}
