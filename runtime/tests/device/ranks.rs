//! Several ranks with a device each: the file of one process on the host.
use super::another_device;
use super::small::{census, clicks, scores, text, text_file};
use lacuna_models::fit::{Epochs, Learner, Progress, fit};
use lacuna_models::model::{
    FactorizationMachine, FactorizationMachineOptions, LanguageModel, LanguageModelOptions, LinearClassifier,
    LinearClassifierOptions, MatrixFactorization, MatrixFactorizationOptions, WideDeep, WideDeepOptions,
};
use lacuna_models::train::{Mlp, MlpSettings, MlpSource};
use lacuna_runtime::array::Dtype;
use lacuna_runtime::data::{Batch, Batches, LibsvmBatches, LibsvmBatchesOptions};
use lacuna_runtime::device::Device;
use lacuna_runtime::exchange::{Exchange, Local, Threads};
use lacuna_runtime::kvstore::RankOptions;
use lacuna_runtime::libsvm::{IndexBase, LibsvmOptions};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

const FEATURES: usize = 60;
const TABLES: [usize; 2] = [7, 5];
const SLICES: usize = 4;
const LIMIT: Duration = Duration::from_secs(300);

/// Each rank gets its exchange and its device: two ranks have devices of their own, the third computes on the host.
fn on_ranks<T: Send>(run: impl Fn(Arc<dyn Exchange>, Device) -> T + Sync) -> Vec<T> {
    let run = &run;
    std::thread::scope(|scope| {
        let ranks = Threads::new(3, LIMIT).into_iter();
        let threads: Vec<_> = ranks
            .map(|rank| {
                let device = if rank.rank() < 2 { another_device() } else { Device::cpu() };
                scope.spawn(move || run(Arc::new(rank), device))
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

fn file(rank: usize, save: impl FnOnce(&Path)) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model");
    save(&path);
    if rank == 0 { std::fs::read(&path).unwrap() } else { Vec::new() }
}

macro_rules! tests {
    ($name:ident, $model:ident, $options:expr, $batch:expr) => {
        #[test]
        fn $name() {
            let batches: Vec<Batch> =
                [9, 3, 8].into_iter().zip(0_u64..).map(|(rows, number)| $batch(number, rows)).collect();
            let trained = |exchange: Arc<dyn Exchange>, device: Device, sharded_from: usize, split: Option<&Path>| {
                let (rank, cut) = (exchange.rank(), RankOptions { slices: SLICES, sharded_from });
                let mut model = $model::with_ranks(&$options, 3, Some((exchange.clone(), cut))).unwrap();
                model.set_context(&device).unwrap();
                let mut losses = Vec::new();
                for (number, batch) in batches.iter().enumerate() {
                    if let Some(path) = split.filter(|_| number == 1) {
                        // On from shards, cut where the device has all parameters.
                        model.save(path).unwrap();
                        model = $model::new(&$options, 8).unwrap();
                        model.set_context(&device).unwrap();
                        model.set_ranks(exchange.clone(), cut).unwrap();
                        model.load(path).unwrap();
                    }
                    losses.push(model.step(batch).unwrap().to_bits());
                }
                assert!(model.parameters().all(|(_, array)| array.context() == device));
                let predictions = model.predict(&batches[0].data).unwrap().data::<f32>().unwrap().to_vec();
                (losses, predictions, file(rank, |path| model.save(path).unwrap()))
            };
            let expected = trained(Arc::new(Local), Device::cpu(), 1, None);
            for (sharded_from, is_split) in [(1, false), (usize::MAX, false), (1, true)] {
                let folder = tempfile::tempdir().unwrap();
                let path = folder.path().join("shards/");
                let split = is_split.then_some(&*path);
                let found = on_ranks(|exchange, device| trained(exchange, device, sharded_from, split));
                for (rank, (losses, predictions, file)) in found.iter().enumerate() {
                    assert_eq!((losses, predictions), (&expected.0, &expected.1), "rank {rank}, from {sharded_from}");
                    assert!(rank > 0 || *file == expected.2, "from {sharded_from}, {is_split}");
                }
            }
        }
    };
}

tests!(factorization_machines, FactorizationMachine, FactorizationMachineOptions::new(FEATURES, 3), |number, rows| {
    clicks(number + 1, rows, FEATURES, Dtype::F32)
});
tests!(linear_classifiers, LinearClassifier, LinearClassifierOptions::new(FEATURES), |number, rows| {
    clicks(number + 1, rows, FEATURES, Dtype::F32)
});
tests!(matrix_factorizations, MatrixFactorization, MatrixFactorizationOptions::new(20, 9, 4), |number, rows| {
    scores(number + 1, rows, 20, 9, Dtype::F32)
});
tests!(wide_and_deep_models, WideDeep, small_wide_deep(), |number, rows| {
    census(number + 1, rows, FEATURES, TABLES, 3, Dtype::F32)
});

fn small_wide_deep() -> WideDeepOptions {
    let mut options = WideDeepOptions::new(FEATURES, &TABLES, 3);
    (options.width, options.hidden) = (2, vec![6, 5]);
    options
}

#[test]
fn language_models() {
    const WORDS: usize = 30;
    let mut options = LanguageModelOptions::new(WORDS);
    (options.embedding, options.hidden, options.projection, options.layers) = (5, 6, 3, 2);
    (options.batch_size, options.samples, options.dropout, options.clip) = (5, 7, 0.25, Some(0.01));
    let trained = |exchange: Arc<dyn Exchange>, device: Device, sharded_from: usize| {
        let (rank, cut) = (exchange.rank(), RankOptions { slices: SLICES, sharded_from });
        let mut model = LanguageModel::with_ranks(&options, 3, Some((exchange, cut))).unwrap();
        model.set_context(&device).unwrap();
        let (_file, mut rows) = text_file(WORDS, 3, 5);
        let mut losses = Vec::new();
        for number in 0..3 {
            losses.push(model.step(&text(number, 5, 4 - number as usize, WORDS)).unwrap().to_bits());
        }
        let found = model.evaluate(&mut rows).unwrap();
        // States of a device are carried on the host, where it has moved to.
        model.set_context(&Device::cpu()).unwrap();
        losses.push(model.step(&text(3, 5, 2, WORDS)).unwrap().to_bits());
        (losses, found, file(rank, |path| model.save(path).unwrap()))
    };
    let expected = trained(Arc::new(Local), Device::cpu(), 1);
    for sharded_from in [1, usize::MAX] {
        let found = on_ranks(|exchange, device| trained(exchange, device, sharded_from));
        for (rank, (losses, evaluation, file)) in found.iter().enumerate() {
            assert_eq!((losses, evaluation), (&expected.0, &expected.1), "rank {rank}, from {sharded_from}");
            assert!(rank > 0 || *file == expected.2, "from {sharded_from}");
        }
    }
}

/// The first weight is cut, or it is not.
#[test]
fn multilayer_perceptrons() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows");
    let row = |row: usize| format!("{} {}:1 {}:0.5 {}:-2\n", row % 2, row % 7, 10 + row % 11, 30 + row % 13);
    std::fs::write(&path, (0..40).map(row).collect::<String>()).unwrap();
    let read = LibsvmOptions { batch_rows: 9, features: Some(FEATURES), base: IndexBase::Zero, ..Default::default() };
    let read = LibsvmBatchesOptions { read, round_batch: false, ..Default::default() };
    let trained = |exchange: Arc<dyn Exchange>, device: Device, sharded_from: usize| {
        let (rank, cut) = (exchange.rank(), RankOptions { slices: SLICES, sharded_from });
        let settings = MlpSettings { features: FEATURES, hidden: vec![6, 3], seed: 3, ..MlpSettings::default() };
        let mut network = Mlp::new(&settings, 1).unwrap();
        network.set_context(&device).unwrap();
        network.set_ranks(exchange, cut).unwrap();
        let open = || LibsvmBatches::<f32>::open(std::slice::from_ref(&path), &read).unwrap();
        let (mut batches, mut progress) = (open(), Progress::default());
        let mut source = MlpSource::Whole { batches: &mut batches, batch: Batch::default() };
        fit(&mut network, &mut source, &Epochs::new(2), &mut progress, &mut ()).unwrap();
        let (mut batch, mut outputs, mut all) = (Batch::default(), Vec::new(), open());
        while all.next_batch(&mut batch).unwrap() {
            outputs.extend(network.predict(&mut batch).unwrap().0);
        }
        let hash = network.shared_hash().unwrap();
        let file = file(rank, |path| Learner::save(&network, path, &progress).unwrap());
        (outputs, if rank == 0 { hash } else { 0 }, file)
    };
    let expected = trained(Arc::new(Local), Device::cpu(), 1);
    for sharded_from in [1, usize::MAX] {
        let found = on_ranks(|exchange, device| trained(exchange, device, sharded_from));
        assert!(found.iter().all(|found| found.0 == expected.0), "from {sharded_from}");
        assert!(found[0] == expected, "from {sharded_from}");
    }
}

/// Without waiting: what is learnt is a model, and its file is read on the host.
#[test]
fn that_do_not_wait() {
    let options = FactorizationMachineOptions::new(FEATURES, 3);
    let found = on_ranks(|exchange, device| {
        let (rank, cut) = (exchange.rank(), RankOptions { slices: SLICES, sharded_from: 1 });
        let mut model = FactorizationMachine::with_ranks(&options, 3, Some((exchange, cut))).unwrap();
        model.set_context(&device).unwrap();
        model.set_asynchronous().unwrap();
        for number in 0..4 {
            assert!(model.step(&clicks(number + 1, 9, FEATURES, Dtype::F32)).unwrap().is_finite());
        }
        file(rank, |path| model.save(path).unwrap())
    });
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model");
    std::fs::write(&path, &found[0]).unwrap();
    let mut model = FactorizationMachine::new(&options, 1).unwrap();
    model.load(&path).unwrap();
    assert!(model.parameters().all(|(_, array)| array.data::<f32>().unwrap().iter().all(|value| value.is_finite())));
}
