//! Models on several ranks: the file of the first one is that of one process with as many slices.
use super::counting::largest;
use super::some::{
    CONTINUOUS, FEATURES, ITEMS, TABLES, USERS, census, classifier, clicks, factorization, machine, scores, wide_deep,
};
use lacuna::infer::Stype;
use lacuna_models::model::{
    FactorizationMachine, FactorizationMachineOptions, LinearClassifier, LinearClassifierOptions, MatrixFactorization,
    MatrixFactorizationOptions, ModelError, ParameterOptions, WideDeep, WideDeepOptions, newest_generation,
    saved_shapes,
};
use lacuna_runtime::array::{Array, Dtype};
use lacuna_runtime::data::{
    AheadBatches, Batch, Batches, DataError, LibsvmBatches, LibsvmBatchesOptions, NextBatch, SliceRows, SlicedBatches,
};
use lacuna_runtime::exchange::tree::slices_of;
use lacuna_runtime::exchange::{Exchange, ExchangeError, Local, Threads};
use lacuna_runtime::initializer::Initializer;
use lacuna_runtime::kvstore::{KvError, RankOptions};
use lacuna_runtime::layer::LayerError;
use lacuna_runtime::libsvm::{IndexBase, LibsvmOptions};
use lacuna_runtime::optimizer::Optimizer;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(60);

/// Batches of different sizes: with 3 rows most slices have none.
fn batches(of: impl Fn(u64, usize) -> Batch) -> Vec<Batch> {
    [60, 3, 47, 8].into_iter().enumerate().map(|(number, rows)| of(number as u64, rows)).collect()
}

pub type OnRanks = (Arc<dyn Exchange>, RankOptions);

/// What a rank gives: the losses, predictions, and on the first one the file.
type Trained = (Vec<f64>, Vec<f32>, Vec<u8>);

pub fn on_ranks<T: Send>(ranks: usize, run: impl Fn(Arc<dyn Exchange>) -> T + Sync) -> Vec<T> {
    let run = &run;
    std::thread::scope(|scope| {
        let ranks = Threads::new(ranks, LIMIT).into_iter();
        let threads: Vec<_> = ranks.map(|rank| scope.spawn(move || run(Arc::new(rank)))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

/// How a model that goes on from a file gets its rows.
#[derive(Clone, Copy, Debug)]
enum Loads {
    /// It reads all, then it is cut.
    Whole,
    /// It is made of its own rows, and reads those.
    Own,
}

macro_rules! tests {
    ($name:ident, $model:expr, $batch:expr) => {
        mod $name {
            use super::*;

            /// With the number of a batch before which it goes through what all ranks save there.
            fn trained(ranks: Option<OnRanks>, loads: Loads, split: Option<(usize, &Path)>) -> Trained {
                let folder = tempfile::tempdir().unwrap();
                let rank = ranks.as_ref().map_or(0, |(exchange, _)| exchange.rank());
                let made = |seed, path: Option<&Path>| match loads {
                    Loads::Whole => {
                        let mut model = $model(seed, None);
                        path.map_or(Ok(()), |path| model.load(path)).unwrap();
                        if let Some((exchange, options)) = ranks.clone() {
                            model.set_ranks(exchange, options).unwrap();
                        }
                        model
                    }
                    Loads::Own => {
                        let mut model = $model(seed, ranks.clone());
                        path.map_or(Ok(()), |path| model.load(path)).unwrap();
                        model
                    }
                };
                let mut model = made(3, None);
                let batches = batches($batch);
                let mut losses = Vec::new();
                for (number, batch) in batches.iter().enumerate() {
                    if let Some((_, path)) = split.filter(|(before, _)| *before == number) {
                        model.save(path).unwrap();
                        model = made(8, Some(path));
                    }
                    losses.push(model.step(batch).unwrap());
                }
                let predictions = model.predict(&batches[2].data).unwrap().data::<f32>().unwrap().to_vec();
                let path = folder.path().join("model");
                model.save(&path).unwrap();
                (losses, predictions, if rank == 0 { std::fs::read(&path).unwrap() } else { Vec::new() })
            }

            #[test]
            fn bits_do_not_depend_on_the_ranks() {
                let options = RankOptions { slices: 8, sharded_from: 1 };
                let alone = trained(Some((Arc::new(Local), options)), Loads::Whole, None);
                for ranks in [1, 2, 3, 4, 8] {
                    for (sharded_from, loads) in
                        [(1, Loads::Whole), (1, Loads::Own), (1000, Loads::Own), (usize::MAX, Loads::Own)]
                    {
                        let options = RankOptions { sharded_from, ..options };
                        let found = on_ranks(ranks, |exchange| trained(Some((exchange, options)), loads, None));
                        for (rank, (losses, predictions, file)) in found.iter().enumerate() {
                            assert_eq!((losses, predictions), (&alone.0, &alone.1), "rank {rank} of {ranks}");
                            assert!(rank > 0 || *file == alone.2, "{ranks} ranks, from {sharded_from}, {loads:?}");
                        }
                    }
                }
            }

            #[test]
            fn one_slice_is_the_plain_step() {
                let options = RankOptions { slices: 1, sharded_from: 1 };
                let plain = trained(None, Loads::Own, None);
                assert!(trained(Some((Arc::new(Local), options)), Loads::Own, None).2 == plain.2);
            }

            #[test]
            fn saved_and_loaded() {
                let options = RankOptions { slices: 4, sharded_from: 1 };
                let alone = trained(Some((Arc::new(Local), options)), Loads::Whole, None);
                for ranks in [1, 3] {
                    for (loads, name) in
                        [(Loads::Whole, "file"), (Loads::Own, "file"), (Loads::Whole, "a/"), (Loads::Own, "b/")]
                    {
                        let folder = tempfile::tempdir().unwrap();
                        let path = folder.path().join(name);
                        let found =
                            on_ranks(ranks, |exchange| trained(Some((exchange, options)), loads, Some((2, &path))));
                        assert!(found[0].2 == alone.2, "{ranks} {loads:?} {name}");
                        assert_eq!(path.is_dir(), name.ends_with('/'));
                    }
                }
            }
        }
    };
}

fn machine_on(seed: u64, ranks: Option<OnRanks>) -> FactorizationMachine {
    FactorizationMachine::with_ranks(&FactorizationMachineOptions::new(FEATURES, 5), seed, ranks).unwrap()
}

fn adam(seed: u64, ranks: Option<OnRanks>) -> FactorizationMachine {
    let mut options = FactorizationMachineOptions::new(FEATURES, 5);
    options.optimizer = Optimizer::create("adam", &[("wd", 0.01)]).unwrap();
    FactorizationMachine::with_ranks(&options, seed, ranks).unwrap()
}

fn classifier_on(seed: u64, ranks: Option<OnRanks>) -> LinearClassifier {
    LinearClassifier::with_ranks(&LinearClassifierOptions::new(FEATURES), seed, ranks).unwrap()
}

fn factorization_on(seed: u64, ranks: Option<OnRanks>) -> MatrixFactorization {
    MatrixFactorization::with_ranks(&MatrixFactorizationOptions::new(USERS, ITEMS, 6), seed, ranks).unwrap()
}

fn wide_deep_on(seed: u64, ranks: Option<OnRanks>) -> WideDeep {
    WideDeep::with_ranks(&WideDeepOptions::new(FEATURES, &TABLES, CONTINUOUS), seed, ranks).unwrap()
}

tests!(of_a_factorization_machine, machine_on, |seed, rows| clicks(seed, rows, FEATURES, Dtype::F32));
tests!(of_a_machine_with_adam, adam, |seed, rows| clicks(seed, rows, FEATURES, Dtype::F32));
tests!(of_a_linear_classifier, classifier_on, |seed, rows| clicks(seed, rows, FEATURES, Dtype::F32));
tests!(of_a_matrix_factorization, factorization_on, |seed, rows| scores(seed, rows, USERS, ITEMS, Dtype::F32));
tests!(of_a_wide_and_deep_model, wide_deep_on, |seed, rows| census(
    seed,
    rows,
    FEATURES,
    TABLES,
    CONTINUOUS,
    Dtype::F32
));

/// The types of the models are those of the module's page.
#[test]
fn every_model_has_ranks() {
    fn check(result: Result<(), ModelError>) {
        assert_eq!(
            result.unwrap_err().to_string(),
            "3 slices for 1 rank: the slices are a power of two, and at least one for each rank"
        );
    }
    let options = RankOptions::new(3);
    let (a, b): (&mut LinearClassifier, &mut MatrixFactorization) = (&mut classifier(1), &mut factorization(1));
    let (c, d): (&mut WideDeep, &mut FactorizationMachine) = (&mut wide_deep(1), &mut machine(1));
    check(a.set_ranks(Arc::new(Local), options));
    check(b.set_ranks(Arc::new(Local), options));
    check(c.set_ranks(Arc::new(Local), options));
    check(d.set_ranks(Arc::new(Local), options));
}

#[test]
fn a_batch_that_is_refused_on_one_rank_ends_the_others() {
    let found = on_ranks(3, |exchange| {
        let rank = exchange.rank();
        let mut model = machine(3);
        model.set_ranks(exchange, RankOptions { slices: 4, sharded_from: 1 }).unwrap();
        let mut batch = clicks(1, 20, FEATURES, Dtype::F32);
        if rank == 1 {
            batch.label.clear();
        }
        model.step(&batch).unwrap_err()
    });
    expect_blamed(found, "the model takes 1 label arrays, and the batch has 0");
}

/// The second rank says why it ends, the others that it has.
pub fn expect_blamed(found: Vec<ModelError>, cause: &str) {
    for (rank, error) in found.into_iter().enumerate() {
        if rank == 1 {
            assert_eq!(error.to_string(), cause);
            continue;
        }
        let ModelError::Parameter(LayerError::Store(error)) = error else { panic!("{error}") };
        let KvError::Exchange(error) = *error else { panic!("{error}") };
        assert_eq!(error, ExchangeError::Failed { rank: 1, cause: cause.to_owned() });
    }
}

/// The mean loss is that of weighted rows, by ranks as by one process.
#[test]
fn losses_of_weighted_rows() {
    let mut options = FactorizationMachineOptions::new(FEATURES, 3);
    (options.row_weights, options.dtype) = (true, Dtype::F64);
    let weighted = |seed| {
        let mut batch = clicks(seed, 20, FEATURES, Dtype::F64);
        // The last slice of eight has none at all.
        let weights = (0..20).map(|row| if row < 17 { 0.25 * (row % 5) as f64 } else { 0.0 }).collect();
        batch.data.push(Array::dense(&[20, 1], weights).unwrap());
        batch
    };
    let losses = |ranks: Option<OnRanks>| -> Vec<f64> {
        let mut model = FactorizationMachine::with_ranks(&options, 3, ranks).unwrap();
        (0..4).map(|seed| model.step(&weighted(seed)).unwrap()).collect()
    };
    let plain = losses(None);
    let cut = RankOptions { slices: 8, sharded_from: 1 };
    let mut all = on_ranks(3, |exchange| losses(Some((exchange, cut))));
    all.push(losses(Some((Arc::new(Local), cut))));
    for found in all {
        for (found, expected) in found.iter().zip(&plain) {
            assert!((found - expected).abs() <= 1e-12 * expected, "{found}, not {expected}");
        }
    }
}

/// Of a table of which each of 8 ranks has an eighth, none makes or reads more at a time than that eighth.
#[test]
fn no_rank_has_a_whole_table() {
    let (features, ranks) = (40_000, 8);
    let mut options = FactorizationMachineOptions::new(features, 8);
    options.optimizer = Optimizer::create("adagrad", &[]).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (file, shards) = (folder.path().join("file"), folder.path().join("shards/"));
    FactorizationMachine::new(&options, 4).unwrap().save(&file).unwrap();
    FactorizationMachine::new(&options, 4).unwrap().save(&shards).unwrap();
    let cut = RankOptions { slices: ranks, sharded_from: 1 };
    let found = on_ranks(ranks, |exchange| {
        let mut model = None;
        let make = || model = FactorizationMachine::with_ranks(&options, 4, Some((exchange, cut))).ok();
        let made = largest(make);
        let mut model = model.unwrap();
        let loaded = [&file, &shards].map(|path| largest(|| model.load(path).unwrap()));
        model.save(&shards).unwrap();
        [made, loaded[0], loaded[1]]
    });
    let part = features / ranks * 8 * 4;
    // Checksums are made of blocks.
    found
        .iter()
        .for_each(|found| assert!(found[0] <= part && found[1] <= part && found[2] <= part.max(1 << 20), "{found:?}"));
    // Nothing was changed on the way.
    let mut model = FactorizationMachine::new(&options, 5).unwrap();
    model.load(&shards).unwrap();
    model.save(folder.path().join("again")).unwrap();
    assert!(std::fs::read(folder.path().join("again")).unwrap() == std::fs::read(&file).unwrap());
}

/// Steps of a machine from what a folder has on; then it saves there, and gives its file.
fn gone_on(exchange: Arc<dyn Exchange>, steps: std::ops::Range<u64>, folder: &Path) -> Vec<u8> {
    let rank = exchange.rank();
    let mut model = adam(9 + steps.start, Some((exchange, RankOptions { slices: 8, sharded_from: 1 })));
    if steps.start > 0 {
        model.load(folder).unwrap();
    }
    for step in steps {
        model.step(&clicks(step, 40, FEATURES, Dtype::F32)).unwrap();
    }
    model.save(folder).unwrap();
    let file = tempfile::tempdir().unwrap();
    model.save(file.path().join("model")).unwrap();
    if rank == 0 { std::fs::read(file.path().join("model")).unwrap() } else { Vec::new() }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn generations_go_on_with_other_ranks() {
    let folder = tempfile::tempdir().unwrap();
    let whole = gone_on(Arc::new(Local), 0..5, &folder.path().join("alone"));
    let shards = folder.path().join("shards/");
    let mut file = Vec::new();
    for (step, ranks) in [3, 8, 1, 2, 4].into_iter().enumerate() {
        let step = step as u64;
        file = on_ranks(ranks, |exchange| gone_on(exchange, step..step + 1, &shards)).swap_remove(0);
    }
    assert!(file == whole);
    // The last two, of which the newest has four shards.
    assert_eq!(names(&shards), ["generation-00000004", "generation-00000005"]);
    let files = ["manifest.json", "shard-0.safetensors", "shard-1.safetensors"];
    assert_eq!(names(&shards.join("generation-00000004")), files);
    assert_eq!(names(&shards.join("generation-00000005")).len(), 5);
    // One process reads them, too, and so does whoever predicts.
    let shapes = saved_shapes(&shards).unwrap();
    assert_eq!(
        (&*shapes["v"], &*shapes["mean/w"], &*shapes["steps"]),
        (&[FEATURES, 5][..], &[FEATURES, 1][..], &[1][..])
    );
    let mut model = machine(1);
    model.load_parameters(&shards).unwrap();
    model.save(folder.path().join("parameters")).unwrap();
}

/// What is there when a rank has died, a file is cut short, or its bytes are others.
#[test]
fn broken_generations() {
    let folder = tempfile::tempdir().unwrap();
    let shards = folder.path().join("shards/");
    let first = on_ranks(3, |exchange| gone_on(exchange, 0..1, &shards)).swap_remove(0);
    let second = on_ranks(3, |exchange| gone_on(exchange, 1..2, &shards)).swap_remove(0);
    let at = |name: &str| shards.join(name);
    let loaded = |path: &Path, ranks: usize| {
        on_ranks(ranks, |exchange| {
            let rank = exchange.rank();
            let mut model = adam(7, Some((exchange, RankOptions { slices: 4, sharded_from: 1 })));
            model.load(path).map_err(|error| error.to_string())?;
            let file = tempfile::tempdir().unwrap();
            model.save(file.path().join("model")).unwrap();
            Ok::<_, String>(if rank == 0 { std::fs::read(file.path().join("model")).unwrap() } else { Vec::new() })
        })
    };
    assert!(loaded(&shards, 2)[0].as_ref() == Ok(&second));
    // Whoever writes a third one dies before all shards are there.
    std::fs::create_dir(at("generation-00000003")).unwrap();
    std::fs::write(at("generation-00000003/shard-1.safetensors"), "rows").unwrap();
    assert!(loaded(&shards, 2)[0].as_ref() == Ok(&second));
    assert!(newest_generation(&shards).unwrap() == at("generation-00000002"));
    // The next one has another number, and what was left is removed.
    on_ranks(2, |exchange| gone_on(exchange, 2..3, &shards));
    assert_eq!(names(&shards), ["generation-00000002", "generation-00000004"]);
    let shard = at("generation-00000004/shard-1.safetensors");
    let mut bytes = std::fs::read(&shard).unwrap();
    let older = format!("the generation before is {}", at("generation-00000002").display());
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&shard, &bytes).unwrap();
    for ranks in [1, 2, 3] {
        let found = loaded(&shards, ranks);
        let told = format!("{}: its checksum is not the one that was written; {older}", shard.display());
        // Whoever has compared it says so, the others that this rank has failed.
        assert!(found.iter().all(|found| found.as_ref().is_err_and(|error| error.ends_with(&told))), "{found:?}");
    }
    bytes.pop();
    std::fs::write(&shard, &bytes).unwrap();
    let told = |found: usize| format!("{}: {found} of {} bytes are there; {older}", shard.display(), bytes.len() + 1);
    assert_eq!(loaded(&shards, 1)[0], Err(told(bytes.len())));
    std::fs::remove_file(&shard).unwrap();
    assert_eq!(loaded(&shards, 1)[0], Err(told(0)));
    // The one before is loaded by its own path.
    assert!(loaded(&at("generation-00000002"), 4)[0].as_ref() == Ok(&second));
    let manifest = at("generation-00000002/manifest.json");
    let text = std::fs::read_to_string(&manifest).unwrap();
    for (from, to, cause) in [
        ("\"version\": 1", "\"version\": 7", "version 7 is not known"),
        ("\"version\": 1", "\"version\": \"?\"", "invalid type"),
        ("        0,\n", "        1,\n", "rank 0 has rows"),
    ] {
        assert!(text.contains(from));
        std::fs::write(&manifest, text.replacen(from, to, 1)).unwrap();
        let found = loaded(&at("generation-00000002"), 1).swap_remove(0).unwrap_err();
        assert!(found.starts_with(&format!("{}: {cause}", manifest.display())), "{found}");
    }
    for generation in ["generation-00000002", "generation-00000004"] {
        std::fs::remove_file(at(generation).join("manifest.json")).unwrap();
    }
    let told = format!("{}: no generation of shards that is whole", shards.display());
    assert_eq!(loaded(&shards, 1)[0], Err(told));
    assert!(first != second);
}

#[test]
fn a_shard_that_cannot_be_written_ends_all_ranks() {
    let folder = tempfile::tempdir().unwrap();
    let shards = folder.path().join("shards/");
    on_ranks(3, |exchange| gone_on(exchange, 0..1, &shards));
    // A folder where the second rank's file would be.
    let blocked = shards.join("generation-00000002");
    let found = on_ranks(3, |exchange| {
        let rank = exchange.rank();
        let mut model = adam(1, Some((exchange.clone(), RankOptions { slices: 4, sharded_from: 1 })));
        model.load(&shards).unwrap();
        if rank == 1 {
            while !blocked.is_dir() {
                std::thread::yield_now();
            }
            std::fs::create_dir(blocked.join("shard-1.safetensors")).unwrap();
        }
        model.save(&shards).unwrap_err().to_string()
    });
    let own = format!("{}: is a folder", blocked.join("shard-1.safetensors").display());
    assert_eq!(found, [format!("rank 1 has failed: {own}"), own.clone(), format!("rank 1 has failed: {own}")]);
    assert!(newest_generation(&shards).unwrap().ends_with("generation-00000001"));
}

/// Steps of a model whose ranks read parts of a file, and the file of the first one.
fn of_parts(
    exchange: Arc<dyn Exchange>,
    path: &std::path::Path,
    slices: usize,
    rows_of_slice: usize,
    is_ahead: bool,
) -> (Vec<f64>, Vec<u8>) {
    let (rank, ranks, folder) = (exchange.rank(), exchange.size(), tempfile::tempdir().unwrap());
    let read = LibsvmOptions {
        batch_rows: rows_of_slice,
        features: Some(FEATURES),
        base: IndexBase::Zero,
        ..LibsvmOptions::default()
    };
    let open = |part| {
        let options = LibsvmBatchesOptions { read: read.clone(), part, parts: slices, round_batch: false, label: None };
        LibsvmBatches::<f32>::open(&[path.to_owned()], &options).unwrap()
    };
    let parts = slices_of(slices, rank, ranks).map(open).collect();
    let data = Array::zeros(Stype::Csr, &[0, FEATURES], Dtype::F32).unwrap();
    let empty = Batch { data: vec![data], label: vec![Array::dense(&[0], Vec::<f32>::new()).unwrap()], pad: 0 };
    let rows = SliceRows::default();
    let batches = SlicedBatches::new(parts, empty, exchange.clone(), rows.clone());
    let mut model = machine(5);
    assert_eq!(
        model.set_slice_rows(rows.clone()).unwrap_err().to_string(),
        "the model has no ranks: set_ranks comes first"
    );
    model.set_ranks(exchange, RankOptions { slices, sharded_from: 1 }).unwrap();
    model.set_slice_rows(rows.clone()).unwrap();
    let mut batches: Box<dyn Batches> = if is_ahead {
        let next = NextBatch::default();
        model.set_next_batch(next.clone()).unwrap();
        Box::new(AheadBatches::new(batches, next, Some(rows)))
    } else {
        Box::new(batches)
    };
    let (mut batch, mut losses) = (Batch::default(), Vec::new());
    for epoch in 0..3 {
        batches.restart().unwrap();
        while batches.next_batch(&mut batch).unwrap() {
            losses.push(model.step(&batch).unwrap());
            // It ends in the middle, and something is predicted before it goes on.
            if epoch == 1 && losses.len() % 3 == 2 {
                model.predict(&clicks(9, 4, FEATURES, Dtype::F32).data).unwrap();
                break;
            }
        }
    }
    let saved = folder.path().join("model");
    model.save(&saved).unwrap();
    (losses, if rank == 0 { std::fs::read(saved).unwrap() } else { Vec::new() })
}

/// The file has fewer rows than some of the slices ask for: parts end at different steps, some have no row at all.
#[test]
fn each_rank_reads_its_parts() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows");
    let row = |row: u64| {
        let columns: Vec<u64> = (0..1 + row * 7 % 23).map(|entry| entry * 19 + row % 17).collect();
        format!("{}{}\n", row % 2, columns.iter().map(|column| format!(" {column}:0.5")).collect::<String>())
    };
    std::fs::write(&path, (0..53).map(row).collect::<String>()).unwrap();
    for (slices, rows_of_slice) in [(1, 8), (4, 3), (8, 5), (64, 1)] {
        let alone = of_parts(Arc::new(Local), &path, slices, rows_of_slice, false);
        for ranks in [1, 2, 3, 4, 8].into_iter().filter(|&ranks| ranks <= slices) {
            for is_ahead in [false, true] {
                let found = on_ranks(ranks, |exchange| of_parts(exchange, &path, slices, rows_of_slice, is_ahead));
                assert!(found.iter().all(|(losses, _)| *losses == alone.0), "{ranks} ranks, {slices} slices");
                assert!(found[0].1 == alone.1, "{ranks} ranks, {slices} slices, {is_ahead}");
            }
        }
        // One slice is the plain order.
        if slices == 1 {
            let read = LibsvmOptions {
                batch_rows: 8,
                features: Some(FEATURES),
                base: IndexBase::Zero,
                ..LibsvmOptions::default()
            };
            let options = LibsvmBatchesOptions { read, round_batch: false, ..LibsvmBatchesOptions::default() };
            let mut batches = LibsvmBatches::<f32>::open(std::slice::from_ref(&path), &options).unwrap();
            let (mut model, mut batch, mut losses) = (machine(5), Batch::default(), Vec::new());
            batches.restart().unwrap();
            while batches.next_batch(&mut batch).unwrap() {
                losses.push(model.step(&batch).unwrap());
            }
            assert_eq!(losses, alone.0[..losses.len()]);
        }
    }
}

#[test]
fn rows_of_slices_are_those_of_the_batch() {
    let (mut model, rows) = (machine(5), SliceRows::default());
    model.set_ranks(Arc::new(Local), RankOptions::new(2)).unwrap();
    model.set_slice_rows(rows.clone()).unwrap();
    rows.set(vec![3, 4]);
    let refused = model.step(&clicks(1, 8, FEATURES, Dtype::F32)).unwrap_err();
    assert_eq!(refused.to_string(), "the batch has 8 rows, and its slices have 7");
}

/// Batches that all ranks have.
struct Shared {
    batches: Vec<Batch>,
    next: usize,
}

impl Batches for Shared {
    fn batch_size(&self) -> usize {
        self.batches[0].rows()
    }
    fn next_batch(&mut self, batch: &mut Batch) -> Result<bool, DataError> {
        let next = self.batches.get(self.next);
        self.next += 1;
        if let Some(next) = next {
            batch.clone_from(next);
        }
        Ok(next.is_some())
    }
    fn reset(&mut self) -> Result<(), DataError> {
        self.restart()
    }
    fn restart(&mut self) -> Result<(), DataError> {
        self.next = 0;
        Ok(())
    }
}

#[test]
fn shared_batches_are_told_a_step_before() {
    let batches = batches(|seed, rows| census(seed, rows, FEATURES, TABLES, CONTINUOUS, Dtype::F32));
    let options = RankOptions { slices: 8, sharded_from: 1 };
    let trained = |exchange: Arc<dyn Exchange>, is_ahead: bool| {
        let mut model = wide_deep_on(3, Some((exchange.clone(), options)));
        let next = NextBatch::default();
        let shared = Shared { batches: batches.clone(), next: 0 };
        let mut source: Box<dyn Batches> = Box::new(shared);
        if is_ahead {
            model.set_next_batch(next.clone()).unwrap();
            source = Box::new(AheadBatches::new(source, next, None));
        }
        let (mut batch, mut losses) = (Batch::default(), Vec::new());
        for _epoch in 0..3 {
            source.restart().unwrap();
            while source.next_batch(&mut batch).unwrap() {
                losses.push(model.step(&batch).unwrap());
            }
        }
        (losses, exchange.traffic().messages)
    };
    let alone = trained(Arc::new(Local), false).0;
    for ranks in [2, 3, 8] {
        let [plain, ahead] = [false, true].map(|ahead| on_ranks(ranks, |exchange| trained(exchange, ahead)));
        for ((plain, messages), (told, fewer)) in plain.iter().zip(&ahead) {
            assert_eq!((plain, told), (&alone, &alone), "{ranks}");
            assert!(fewer < messages, "{fewer} of {messages}");
        }
    }
}

/// Rows of two classes that a line parts, and of which the halves have other features.
fn parted(seed: u64, rows: usize) -> Batch {
    let mut batch = clicks(seed, rows, FEATURES, Dtype::F32);
    let x = &batch.data[0];
    let (indptr, indices) = (x.indptr().unwrap(), x.indices().unwrap());
    let values = x.data::<f32>().unwrap();
    let score = |row: usize| -> f32 {
        let entries = indptr[row] as usize..indptr[row + 1] as usize;
        entries.map(|entry| values[entry] * if indices[entry] % 2 == 0 { 1.0 } else { -1.0 }).sum()
    };
    let labels = (0..rows).map(|row| if score(row) > 0.0 { 1.0_f32 } else { 0.0 }).collect();
    batch.label = vec![Array::dense(&[rows], labels).unwrap()];
    batch
}

/// The mean loss of rows.
fn loss_of(model: &mut FactorizationMachine, batch: &Batch) -> f64 {
    let labels = batch.label[0].data::<f32>().unwrap();
    let probabilities = model.predict(&batch.data).unwrap().data::<f32>().unwrap();
    let loss = |(label, p): (&f32, &f32)| -f64::from(if *label == 1.0 { *p } else { 1.0 - *p }).ln();
    labels.iter().zip(probabilities).map(loss).sum::<f64>() / labels.len() as f64
}

fn learner(ranks: Option<OnRanks>) -> FactorizationMachine {
    let mut options = FactorizationMachineOptions::new(FEATURES, 5);
    options.optimizer = Optimizer::create("adagrad", &[("learning_rate", 0.1)]).unwrap();
    let parameter = ParameterOptions::new(Initializer::Normal { sigma: 0.01 });
    [options.w0, options.w, options.v] = [parameter; 3];
    FactorizationMachine::with_ranks(&options, 2, ranks).unwrap()
}

/// What all ranks learn of the same batches, of which each has its slices.
fn learnt(exchange: Arc<dyn Exchange>, asynchronous: bool, batches: &[Batch], file: &Path) -> f64 {
    let mut model = learner(Some((exchange, RankOptions { slices: 4, sharded_from: 1 })));
    if asynchronous {
        model.set_asynchronous().unwrap();
    }
    for epoch in 0..30 {
        batches.iter().for_each(|batch| assert!(model.step(batch).unwrap().is_finite()));
        // All save as often.
        if epoch == 15 {
            model.save(file).unwrap();
        }
    }
    model.save(file).unwrap();
    loss_of(&mut model, &batches[0])
}

#[test]
fn ranks_that_do_not_wait_learn_as_well() {
    let batches: Vec<Batch> = (0..6).map(|seed| parted(seed, 64)).collect();
    let folder = tempfile::tempdir().unwrap();
    let before = loss_of(&mut learner(None), &batches[0]);
    let together = learnt(Arc::new(Local), false, &batches, &folder.path().join("together"));
    assert!(together < before / 2.0, "{before} {together}");
    for ranks in [2, 4] {
        for name in ["file", "shards/"] {
            let file = folder.path().join(name);
            let found = on_ranks(ranks, |exchange| learnt(exchange, true, &batches, &file));
            // Each push is a step, so there are more of them.
            found.iter().for_each(|loss| assert!(*loss < before / 2.0, "{ranks}: {before} {together} {loss}"));
            found.iter().for_each(|loss| assert!((loss - together).abs() < before / 4.0, "{together} {loss}"));
            // One process has it.
            let mut model = learner(None);
            model.load(&file).unwrap();
            let loss = loss_of(&mut model, &batches[0]);
            assert!(loss < before / 2.0, "{loss}");
            // What all have saved is what each has at the end.
            found.iter().for_each(|found| assert!((found - loss).abs() < 1e-6, "{found} {loss}"));
        }
    }
    // One rank is a step as before.
    let alone = |asynchronous, name: &str| {
        let file = folder.path().join(name);
        learnt(Arc::new(Local), asynchronous, &batches, &file);
        std::fs::read(file).unwrap()
    };
    assert!(alone(true, "alone") == alone(false, "as before"));
}

/// Some ranks make more steps than others, and one ends at once: it serves its rows until the others end.
#[test]
fn ranks_that_do_not_wait_end_when_they_like() {
    let batches: Vec<Batch> = (0..3).map(|seed| parted(seed, 32)).collect();
    let steps = on_ranks(4, |exchange| {
        let rank = exchange.rank();
        let mut model = learner(Some((exchange, RankOptions { slices: 4, sharded_from: 1 })));
        model.set_asynchronous().unwrap();
        for step in 0..20 * rank {
            model.step(&batches[step % 3]).unwrap();
        }
        assert!(rank == 0 || loss_of(&mut model, &batches[0]).is_finite());
        model.steps()
    });
    assert_eq!(steps, [0, 20, 40, 60]);
}

#[test]
fn a_rank_that_fails_ends_those_that_do_not_wait() {
    let batch = parted(1, 32);
    let found = on_ranks(3, |exchange| {
        let rank = exchange.rank();
        let mut model = learner(Some((exchange, RankOptions { slices: 4, sharded_from: 1 })));
        model.set_asynchronous().unwrap();
        for step in 0.. {
            let mut batch = batch.clone();
            if rank == 1 && step == 3 {
                batch.label.clear();
            }
            if let Err(error) = model.step(&batch) {
                return error.to_string();
            }
        }
        String::new()
    });
    let cause = "the model takes 1 label arrays, and the batch has 0";
    let told = format!("rank 1 has failed: {cause}");
    assert_eq!(found, [told.clone(), cause.to_owned(), told]);
    let mut model = learner(None);
    assert_eq!(model.set_asynchronous().unwrap_err().to_string(), "the model has no ranks: set_ranks comes first");
}
