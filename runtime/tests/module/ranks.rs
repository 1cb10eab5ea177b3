//! Modules on several ranks: the files of the first one are those of one module with as many contexts.
use lacuna::infer::Stype;
use lacuna_models::module::{BindOptions, Module};
use lacuna_runtime::array::Array;
use lacuna_runtime::data::Batch;
use lacuna_runtime::device::Device;
use lacuna_runtime::exchange::{Exchange, Local, Threads};
use lacuna_runtime::initializer::Initializer;
use lacuna_runtime::kvstore::RankOptions;
use lacuna_runtime::operator::Context;
use lacuna_runtime::optimizer::Optimizer;
use lacuna_runtime::symbol::{Apply, Symbol};
use std::sync::Arc;
use std::time::Duration;

const FEATURES: usize = 40;
const ROWS: usize = 8;

/// Rows of three entries, of all or of a part of a batch.
fn batch(step: usize, rows: std::ops::Range<usize>) -> Batch {
    let column = |row: usize, entry: usize| ((step * 31 + row * 17) % 13 + 13 * entry) as i64;
    let indices = rows.clone().flat_map(|row| (0..3).map(move |entry| column(row, entry))).collect();
    let values = rows.clone().flat_map(|row| (0..3).map(move |entry| ((row + entry) as f32).sin())).collect();
    let indptr = (0..=rows.len()).map(|row| 3 * row as i64).collect();
    let labels = rows.clone().map(|row| ((row + step) % 2) as f32).collect();
    let data = Array::csr(Some([rows.len(), FEATURES]), indptr, indices, values).unwrap();
    Batch { data: vec![data], label: vec![Array::dense(&[rows.len()], labels).unwrap()], pad: 0 }
}

fn symbol() -> Symbol {
    let weight = Symbol::variable("the_weight").with_stype(Stype::RowSparse).with_shape(&[FEATURES, 2]);
    let bias = Symbol::variable("bias").with_shape(&[2]);
    let product = Symbol::variable("data").with_stype(Stype::Csr).dot(&weight).unwrap();
    let logits = Symbol::apply("broadcast_add", &[&product, &bias], &[]).unwrap();
    Apply::new("SoftmaxOutput").named("softmax").operand(&logits).symbol().unwrap()
}

/// The files of a training on one rank of several.
fn trained(exchange: Arc<dyn Exchange>, sharded_from: usize, slices: usize, optimizer: Optimizer) -> [Vec<u8>; 2] {
    let (rank, ranks) = (exchange.rank(), exchange.size());
    let (contexts, own) = (slices / ranks, ROWS * rank / ranks..ROWS * (rank + 1) / ranks);
    let mut options = BindOptions::default();
    options.contexts = vec![Device::cpu(); contexts];
    let names = (&["data"][..], &["softmax_label"][..]);
    let first = batch(0, own.clone());
    let mut module = Module::bind_with(&symbol(), names.0, names.1, &first, Context::new(), options).unwrap();
    module.init_params(Initializer::Normal { sigma: 0.5 }, 1).unwrap();
    module.set_ranks(exchange, RankOptions { slices, sharded_from }).unwrap();
    module.init_optimizer(optimizer);
    for step in 0..5 {
        let batch = batch(step, own.clone());
        let ids = batch.data[0].indices().unwrap().to_vec();
        // In one step, all rows are pulled.
        if step != 3 {
            module.prepare(&[("the_weight".to_owned(), ids)]).unwrap();
        }
        module.forward(&batch, true).unwrap();
        module.backward().unwrap();
        module.update().unwrap();
    }
    let folder = tempfile::tempdir().unwrap();
    module.save_checkpoint(folder.path().join("m"), 5, true).unwrap();
    let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap_or_default();
    [read("m-0005.params"), read("m-0005.states")]
}

#[test]
fn bits_do_not_depend_on_the_ranks() {
    for (name, parameters) in [("sgd", &[("momentum", 0.5), ("wd", 0.25)][..]), ("adam", &[])] {
        let optimizer = Optimizer::create(name, parameters).unwrap();
        for slices in [2, 4] {
            let alone = trained(Arc::new(Local), 1, slices, optimizer);
            assert!(alone.iter().all(|file| !file.is_empty()));
            for (ranks, sharded_from) in [(2, 1), (2, 1000), (slices, 1), (slices, 1000)] {
                std::thread::scope(|scope| {
                    let threads: Vec<_> = Threads::new(ranks, Duration::from_secs(60))
                        .into_iter()
                        .map(|exchange| {
                            scope.spawn(move || trained(Arc::new(exchange), sharded_from, slices, optimizer))
                        })
                        .collect();
                    let found: Vec<_> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
                    assert!(found[0] == alone, "{name}, {ranks} ranks, {slices} slices, from {sharded_from}");
                });
            }
        }
    }
}

#[test]
fn contexts_are_slices() {
    let first = batch(0, 0..4);
    let mut module = Module::bind(&symbol(), &["data"], &["softmax_label"], &first, Context::new()).unwrap();
    let refused = module.set_ranks(Arc::new(Local), RankOptions::new(2)).unwrap_err();
    assert_eq!(refused.to_string(), "the parameters have no values yet: init_params or set_params gives them");
    module.init_params(Initializer::Zero, 1).unwrap();
    let refused = module.set_ranks(Arc::new(Local), RankOptions::new(2)).unwrap_err();
    assert_eq!(refused.to_string(), "key `the_weight`: 1 values, but this rank has 2 slices of a step");
}

#[test]
fn a_checkpoint_that_cannot_be_written_ends_all_ranks() {
    let folder = tempfile::tempdir().unwrap();
    let prefix = folder.path().join("missing").join("model");
    for with_states in [false, true] {
        let ranks = Threads::new(4, Duration::from_secs(60)).into_iter();
        let errors: Vec<String> = std::thread::scope(|scope| {
            let threads: Vec<_> = ranks
                .map(|exchange| {
                    let prefix = &prefix;
                    scope.spawn(move || {
                        let first = batch(0, 0..2);
                        let names = (&["data"][..], &["softmax_label"][..]);
                        let mut module = Module::bind(&symbol(), names.0, names.1, &first, Context::new()).unwrap();
                        module.init_params(Initializer::Normal { sigma: 0.5 }, 1).unwrap();
                        module.set_ranks(Arc::new(exchange), RankOptions { slices: 4, sharded_from: 1 }).unwrap();
                        module.save_checkpoint(prefix, 1, with_states).unwrap_err().to_string()
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(errors[0].contains("no such folder") || errors[0].contains("cannot be written"), "{errors:?}");
        for error in &errors[1..] {
            assert_eq!(*error, format!("rank 0 has failed: {}", errors[0]), "{with_states}");
        }
    }
}
