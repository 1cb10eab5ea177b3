//! Models of rows on several ranks: the file of the first one is that of one process with as many slices.
#![allow(clippy::unwrap_used)]

use lacuna_models::fit::{BatchSource, Epochs, Learner, Observer, Progress, fit};
use lacuna_models::train::{
    Classes, Classifier, ClassifyProgress, ClassifySettings, FfmSettings, LinearModel, LinearRegression, Mlp,
    MlpSettings, MlpSource, MlpVariant, OnlineLoss, OnlineOptimizer, ReadAhead, Saved, SavedClassifier, SavedMlp,
    SavedOptimizer, Settings, SlicedRows, Source, TrainError, TrainValue,
};
use lacuna_runtime::data::DataError;
use lacuna_runtime::exchange::{Exchange, ExchangeError, Local, Threads};
use lacuna_runtime::kvstore::{KvError, RankOptions};
use lacuna_runtime::libsvm::{CsrBatch, IndexBase, LibsvmError, LibsvmOptions, LibsvmReader, TextForm};
use lacuna_runtime::optimizer::Optimizer;
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(60);
const RANKS: [usize; 5] = [1, 2, 3, 4, 8];
const FEATURES: usize = 60;

type Shared = (Arc<dyn Exchange>, RankOptions);

fn on_ranks<T: Send>(ranks: usize, run: impl Fn(Arc<dyn Exchange>) -> T + Sync) -> Vec<T> {
    let run = &run;
    std::thread::scope(|scope| {
        let ranks = Threads::new(ranks, LIMIT).into_iter();
        let threads: Vec<_> = ranks.map(|rank| scope.spawn(move || run(Arc::new(rank)))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

/// Every number of ranks, with tables that are cut and tables that are not, gives what one process does.
fn expect_one_result<T: PartialEq + Send>(slices: usize, run: impl Fn(Shared) -> T + Sync) -> T {
    let alone = run((Arc::new(Local), RankOptions { slices, sharded_from: 1 }));
    for ranks in RANKS.into_iter().filter(|&ranks| ranks <= slices) {
        for sharded_from in [1, usize::MAX] {
            let options = RankOptions { slices, sharded_from };
            let found = on_ranks(ranks, |exchange| run((exchange, options)));
            assert!(found[0] == alone, "{ranks} ranks, {slices} slices, from {sharded_from}");
        }
    }
    alone
}

/// Where a training ends: after so many epochs, or some steps before.
#[derive(Clone, Copy)]
struct Until {
    epochs: u64,
    steps: u64,
}

impl From<u32> for Until {
    fn from(epochs: u32) -> Self {
        Self { epochs: epochs.into(), steps: u64::MAX }
    }
}

impl<L: Learner<Error = TrainError>> Observer<L> for Until {
    type Error = TrainError;

    fn batch_end(&mut self, _: &L, _: &Progress<L::Totals>, _: u64) -> Result<(), TrainError> {
        self.steps -= 1;
        Ok(())
    }

    fn stop(&mut self) -> Result<bool, TrainError> {
        Ok(self.steps == 0)
    }
}

/// The bytes of what the first rank has saved; nothing on the others.
fn bytes(shared: Option<&Shared>, save: impl FnOnce(&Path)) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model");
    save(&path);
    if shared.is_none_or(|(exchange, _)| exchange.rank() == 0) { std::fs::read(path).unwrap() } else { Vec::new() }
}

/// Rows of so many labels, some with a weight, which may be 0. Some have no feature. Of a field-aware machine, features
/// have fields, each once in a row or not.
fn text(rows: u32, label: impl Fn(u32) -> String, weights: bool, fields: Option<(u32, bool)>) -> String {
    let (mut text, mut state) = (String::new(), 7_u32);
    let mut random = move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state >> 16
    };
    for row in 0..rows {
        let mut entries = String::new();
        let mut next_field = 0;
        for feature in 0..FEATURES as u32 {
            if random() % 6 != 0 {
                continue;
            }
            let value = f64::from(random() % 64) / 32.0 - 0.5;
            match fields {
                None => write!(entries, " {feature}:{value}").unwrap(),
                Some((fields, true)) if next_field < fields => {
                    write!(entries, " {next_field}:{feature}:{value}").unwrap();
                    next_field += 1;
                }
                Some((_, true)) => {}
                Some((fields, false)) => write!(entries, " {}:{feature}:{value}", random() % fields).unwrap(),
            }
        }
        let weight = if weights { [":1", ":0.5", ":0", ":2"][random() as usize % 4] } else { "" };
        writeln!(text, "{}{weight}{entries}", label(row)).unwrap();
    }
    text
}

fn class(row: u32) -> String {
    ["1", "-1"][(row * row % 3 % 2) as usize].to_owned()
}

fn options(batch_rows: usize, columns: usize) -> LibsvmOptions {
    let (features, base) = (Some(columns), IndexBase::Zero);
    LibsvmOptions { batch_rows, features, base, threads: 1, ..LibsvmOptions::default() }
}

/// Another number of ranks goes on with the file of the first one, between two epochs and inside one.
fn split(slices: usize, run: impl Fn(Shared, Option<&[u8]>, Until) -> Vec<u8> + Sync) {
    let options = RankOptions { slices, sharded_from: 1 };
    let whole = run((Arc::new(Local), options), None, 4.into());
    let (between, inside) = (Until::from(1), Until { epochs: 2, steps: 8 });
    for (before, after, until) in [(1, 4, between), (4, 3, inside), (3, 1, inside), (2, 8, between), (1, 2, inside)] {
        let half = on_ranks(before, |exchange| run((exchange, options), None, until));
        let end = on_ranks(after, |exchange| run((exchange, options), Some(&half[0]), 3.into()));
        assert!(end[0] == whole, "{before}, then {after} ranks");
    }
}

mod linear {
    use super::*;

    fn settings(optimizer: &str, batch_size: usize) -> Settings {
        let mut own = Optimizer::create(optimizer, &[]).unwrap();
        own.set("learning_rate", 0.05).unwrap();
        own.set("weight_decay", 0.01).unwrap();
        let optimizer = Some(SavedOptimizer::from(&own));
        Settings { features: FEATURES, batch_size, learning_rate: 0.05, optimizer, ..Settings::default() }
    }

    fn data(folder: &Path, rows: u32) -> std::path::PathBuf {
        let path = folder.join("rows");
        std::fs::write(&path, text(rows, |row| format!("{}", f64::from(row % 11) / 4.0), true, None)).unwrap();
        path
    }

    fn read<V: TrainValue>(path: &Path, batch_rows: usize) -> LibsvmReader<std::fs::File, V, i32> {
        LibsvmReader::open(path, &LibsvmOptions { row_weights: true, ..options(batch_rows, FEATURES) }).unwrap()
    }

    fn sliced<V: TrainValue>(path: &Path, batch_rows: usize, (exchange, options): &Shared) -> SlicedRows<V, i32> {
        let read = LibsvmOptions { row_weights: true, ..super::options(batch_rows, FEATURES) };
        SlicedRows::open(path, &read, exchange.clone(), options.slices).unwrap()
    }

    /// Epochs of a model, from a file or from the seed: the losses, and what is saved.
    fn trained<V: TrainValue>(
        settings: &Settings,
        source: &mut impl BatchSource<Batch = CsrBatch<V, i32>, Error = TrainError>,
        shared: Option<&Shared>,
        from: Option<&[u8]>,
        until: impl Into<Until>,
    ) -> (f64, Vec<u8>) {
        let mut until = until.into();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("from");
        let mut progress = Progress::default();
        let model = match from {
            Some(bytes) => {
                std::fs::write(&path, bytes).unwrap();
                let saved = Saved::read(&path).unwrap();
                progress = saved.trained.into();
                LinearModel::from_state(saved.state().unwrap()).unwrap()
            }
            None => LinearModel::<V, i32>::new(FEATURES, 3).unwrap(),
        };
        let mut regression = LinearRegression::new(model, settings, 1).unwrap();
        if let Some((exchange, options)) = shared {
            regression.set_ranks(exchange.clone(), *options).unwrap();
        }
        fit(&mut regression, source, &Epochs::new(until.epochs), &mut progress, &mut until).unwrap();
        assert!(regression.is_finite().unwrap());
        let loss = regression.evaluate(&mut Source::Memory { all: all(), batch_rows: 7, next: 0 }).unwrap();
        (loss, bytes(shared, |path| Learner::save(&regression, path, &progress).unwrap()))
    }

    fn all<V: TrainValue>() -> CsrBatch<V, i32> {
        let folder = tempfile::tempdir().unwrap();
        let (mut all, path) = (CsrBatch::new(), data(folder.path(), 23));
        read(&path, 100).read_batch(&mut all).unwrap();
        all
    }

    #[test]
    fn bits_do_not_depend_on_the_ranks() {
        let folder = tempfile::tempdir().unwrap();
        let path = data(folder.path(), 101);
        for optimizer in ["sgd", "adagrad", "adam"] {
            let settings = settings(optimizer, 16);
            for slices in [1, 8] {
                expect_one_result(slices, |shared| {
                    trained::<f32>(&settings, &mut sliced(&path, 16, &shared), Some(&shared), None, 3)
                });
            }
        }
        let settings = Settings { batch_size: 16, features: FEATURES, ..Settings::default() };
        expect_one_result(8, |shared| {
            trained::<f64>(&settings, &mut sliced(&path, 16, &shared), Some(&shared), None, 2)
        });
    }

    /// Every rank has all rows.
    #[test]
    fn batches_that_all_ranks_have_are_cut() {
        let settings = settings("adagrad", 9);
        let source = || Source::Memory { all: all::<f32>(), batch_rows: 9, next: 0 };
        let cut = expect_one_result(8, |shared| trained(&settings, &mut source(), Some(&shared), None, 3));
        assert_ne!(cut, trained(&settings, &mut source(), None, None, 3));
        let one = expect_one_result(1, |shared| trained(&settings, &mut source(), Some(&shared), None, 3));
        assert_eq!(one, trained(&settings, &mut source(), None, None, 3));
    }

    #[test]
    fn one_slice_is_the_plain_step() {
        let folder = tempfile::tempdir().unwrap();
        let path = data(folder.path(), 50);
        for settings in [settings("adagrad", 8), Settings { batch_size: 8, features: FEATURES, ..Settings::default() }]
        {
            let shared: Shared = (Arc::new(Local), RankOptions { slices: 1, sharded_from: 1 });
            let one = trained::<f32>(&settings, &mut sliced(&path, 8, &shared), Some(&shared), None, 3);
            let mut source = Source::File { reader: Box::new(read(&path, 8)), batch: CsrBatch::new() };
            assert_eq!(one, trained::<f32>(&settings, &mut source, None, None, 3));
        }
    }

    #[test]
    fn saved_and_loaded() {
        let folder = tempfile::tempdir().unwrap();
        let path = data(folder.path(), 77);
        for settings in [settings("adam", 16), Settings { batch_size: 16, features: FEATURES, ..Settings::default() }] {
            let run = |shared: Shared, from: Option<&[u8]>, until: Until| {
                trained::<f32>(&settings, &mut sliced(&path, 16, &shared), Some(&shared), from, until).1
            };
            split(8, run);
        }
    }

    /// The broken line is in the last part, and its number is that of the file.
    #[test]
    fn a_broken_row_is_found_by_the_rank_that_reads_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = data(folder.path(), 80);
        let mut lines: Vec<String> = std::fs::read_to_string(&path).unwrap().lines().map(str::to_owned).collect();
        lines[77] = "1 5:x".to_owned();
        std::fs::write(&path, lines.join("\n")).unwrap();
        let settings = settings("sgd", 8);
        let errors = on_ranks(4, |exchange| {
            let shared = (exchange, RankOptions { slices: 4, sharded_from: 1 });
            let mut regression =
                LinearRegression::<f32, i32>::new(LinearModel::zero(FEATURES).unwrap(), &settings, 1).unwrap();
            regression.set_ranks(shared.0.clone(), shared.1).unwrap();
            let (source, progress) = (&mut sliced(&path, 8, &shared), &mut Progress::default());
            fit(&mut regression, source, &Epochs::new(1), progress, &mut ()).unwrap_err()
        });
        let TrainError::Data(DataError::Libsvm(LibsvmError::Row { line: 78, .. })) = &errors[3] else {
            panic!("{}", errors[3])
        };
        for error in &errors[..3] {
            let TrainError::Store(error) = error else { panic!("{error}") };
            let KvError::Exchange(ExchangeError::Failed { rank: 3, cause }) = &**error else { panic!("{error}") };
            assert!(cause.contains("78"), "{cause}");
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let refused = |optimizer: &str, options| {
            let settings = settings(optimizer, 8);
            let model = LinearModel::<f32, i32>::zero(FEATURES).unwrap();
            let mut regression = LinearRegression::new(model, &settings, 1).unwrap();
            regression.set_ranks(Arc::new(Local), options).unwrap_err().to_string()
        };
        assert_eq!(
            refused("sgd", RankOptions::new(3)),
            "3 slices for 1 rank: the slices are a power of two, and at least one for each rank"
        );
        let folder = tempfile::tempdir().unwrap();
        let path = data(folder.path(), 10);
        let error = SlicedRows::<f32, i32>::open(&path, &options(4, FEATURES), Arc::new(Local), 8).unwrap_err();
        assert_eq!(error.to_string(), "a step of 4 rows has none for each of 8 slices");
        std::fs::write(&path, "").unwrap();
        let mut empty = SlicedRows::<f32, i32>::open(&path, &options(8, FEATURES), Arc::new(Local), 8).unwrap();
        let error = empty.next(|_| ()).unwrap_err();
        assert!(matches!(error, TrainError::Libsvm(LibsvmError::Empty { .. })), "{error}");
    }
}

/// A pass of a classifier or more, and what is left: the loss and accuracy of the last pass, and what is saved.
fn learnt<S>(
    settings: &ClassifySettings,
    source: &mut S,
    shared: Option<&Shared>,
    from: Option<&[u8]>,
    until: impl Into<Until>,
) -> (f64, Vec<u8>)
where
    S: BatchSource<Batch = CsrBatch<f32, i32>, Error = TrainError>,
{
    let mut until = until.into();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("from");
    let mut progress = Progress::from(ClassifyProgress::default());
    let mut classifier = match from {
        Some(bytes) => {
            std::fs::write(&path, bytes).unwrap();
            let saved = SavedClassifier::read(&path).unwrap();
            progress = saved.progress.into();
            saved.classifier::<f32>(settings).unwrap()
        }
        None => Classifier::new(settings).unwrap(),
    };
    if let Some((exchange, options)) = shared {
        classifier.set_ranks(exchange.clone(), *options).unwrap();
    }
    fit(&mut classifier, source, &Epochs::new(until.epochs), &mut progress, &mut until).unwrap();
    classifier.share_quality().unwrap();
    let accuracy = classifier.quality().accuracy();
    let saved = bytes(shared, |path| Learner::save(&classifier, path, &progress).unwrap());
    if shared.is_none_or(|(exchange, _)| exchange.rank() == 0) {
        std::fs::write(&path, &saved).unwrap();
        let again = SavedClassifier::read(&path).unwrap().classifier::<f32>(settings).unwrap();
        classifier.shared_digest().map(|digest| assert_eq!(digest, again.digest())).unwrap();
    } else {
        classifier.shared_digest().unwrap();
    }
    (accuracy, saved)
}

mod classifier {
    use super::*;

    /// Settings, labels of rows, and the numbers that they stand for.
    fn cases() -> Vec<ClassifySettings> {
        let mut cases = Vec::new();
        for optimizer in OnlineOptimizer::ALL {
            for classes in [Classes::Two, Classes::Softmax, Classes::OneAgainstRest] {
                let several = classes != Classes::Two;
                let labels = if several { vec![0.0, 1.0, 2.0] } else { Vec::new() };
                let class_weights = if several { vec![(2.0, 0.5)] } else { vec![(1.0, 1.5)] };
                let loss =
                    if classes == Classes::OneAgainstRest { OnlineLoss::SquaredHinge } else { OnlineLoss::Logistic };
                let l1 = if optimizer == OnlineOptimizer::Ftrl { 0.05 } else { 0.0 };
                let base = ClassifySettings::new(optimizer, FEATURES);
                cases.push(ClassifySettings { classes, labels, class_weights, loss, l1, l2: 0.01, ..base });
            }
        }
        cases.push(ClassifySettings { no_bias: true, ..ClassifySettings::new(OnlineOptimizer::AdaGrad, FEATURES) });
        cases
    }

    fn data(folder: &Path, settings: &ClassifySettings, rows: u32) -> std::path::PathBuf {
        let path = folder.join("rows");
        let label = |row: u32| if settings.labels.is_empty() { class(row) } else { (row * row % 3).to_string() };
        std::fs::write(&path, text(rows, label, true, None)).unwrap();
        path
    }

    fn options(settings: &ClassifySettings, batch_rows: usize) -> LibsvmOptions {
        let labels = (!settings.labels.is_empty()).then(|| (&*settings.labels).into());
        let two_classes = settings.labels.is_empty();
        LibsvmOptions { two_classes, labels, row_weights: true, ..super::options(batch_rows, FEATURES) }
    }

    fn sliced(path: &Path, settings: &ClassifySettings, rows: usize, shared: &Shared) -> SlicedRows<f32, i32> {
        SlicedRows::open(path, &options(settings, rows), shared.0.clone(), shared.1.slices).unwrap()
    }

    #[test]
    fn bits_do_not_depend_on_the_ranks() {
        let folder = tempfile::tempdir().unwrap();
        for settings in cases() {
            let path = data(folder.path(), &settings, 90);
            expect_one_result(8, |shared| {
                learnt(&settings, &mut sliced(&path, &settings, 16, &shared), Some(&shared), None, 2)
            });
        }
    }

    /// Steps of one row are those of rows that are learnt one by one.
    #[test]
    fn one_row_in_one_slice_is_learnt_as_a_row() {
        let folder = tempfile::tempdir().unwrap();
        for settings in cases() {
            let path = data(folder.path(), &settings, 90);
            let shared: Shared = (Arc::new(Local), RankOptions { slices: 1, sharded_from: 1 });
            let one = learnt(&settings, &mut sliced(&path, &settings, 1, &shared), Some(&shared), None, 2);
            let reader = LibsvmReader::<_, f32, i32>::open(&path, &options(&settings, 32)).unwrap();
            let online = learnt(&settings, &mut ReadAhead::new(reader, 1), None, None, 2);
            // The sums that passes have shown are at other rows, and no part of what is learnt.
            assert!(one == online, "{settings:?}");
        }
    }

    #[test]
    fn saved_and_loaded() {
        let folder = tempfile::tempdir().unwrap();
        for settings in [cases().remove(1), cases().remove(3)] {
            let path = data(folder.path(), &settings, 90);
            let run = |shared: Shared, from: Option<&[u8]>, until: Until| {
                learnt(&settings, &mut sliced(&path, &settings, 16, &shared), Some(&shared), from, until).1
            };
            split(8, run);
        }
    }

    /// The best pass is kept on each rank, goes through the file, and is gone back to.
    #[test]
    fn the_best_pass_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let settings = ClassifySettings::new(OnlineOptimizer::AdaGrad, FEATURES);
        let path = data(folder.path(), &settings, 60);
        expect_one_result(4, |shared| {
            let (mut source, mut progress) = (sliced(&path, &settings, 8, &shared), Progress::default());
            let mut classifier = Classifier::<f32>::new(&settings).unwrap();
            classifier.set_ranks(shared.0.clone(), shared.1).unwrap();
            fit(&mut classifier, &mut source, &Epochs::new(1), &mut progress, &mut ()).unwrap();
            let best = classifier.shared_digest().unwrap();
            classifier.keep_if_best(1, 0.5);
            fit(&mut classifier, &mut source, &Epochs::new(1), &mut progress, &mut ()).unwrap();
            classifier.keep_if_best(2, 0.6);
            assert_ne!(classifier.shared_digest().unwrap(), best);
            let saved = bytes(Some(&shared), |path| Learner::save(&classifier, path, &progress).unwrap());
            let all = shared.0.all_gather(saved).unwrap();
            let folder = tempfile::tempdir().unwrap();
            std::fs::write(folder.path().join("model"), &all[0]).unwrap();
            let loaded = SavedClassifier::read(&folder.path().join("model")).unwrap();
            let mut loaded = loaded.classifier::<f32>(&settings).unwrap();
            loaded.set_ranks(shared.0.clone(), shared.1).unwrap();
            for mut classifier in [classifier, loaded] {
                assert_eq!(classifier.restore_best().unwrap().map(|best| best.epoch), Some(1));
                assert_eq!(classifier.shared_digest().unwrap(), best);
            }
            all[0].clone()
        });
    }

    /// By the formulas of the page of the law, in `f64`.
    #[test]
    fn gradients_of_a_step_are_added() {
        let shared: Shared = (Arc::new(Local), RankOptions { slices: 2, sharded_from: 1 });
        let settings =
            ClassifySettings { learning_rate: 0.5, l2: 0.1, ..ClassifySettings::new(OnlineOptimizer::Sgd, 3) };
        let mut classifier = Classifier::<f64>::new(&settings).unwrap();
        classifier.set_ranks(shared.0, shared.1).unwrap();
        let all = CsrBatch {
            labels: vec![1.0, 0.0, 1.0, 0.0],
            weights: vec![],
            indptr: vec![0, 2, 3, 4, 4],
            indices: vec![0, 2, 0, 2],
            values: vec![2.0, 1.0, -1.0, 3.0],
            features: 3,
        };
        let mut source = Source::Memory { all, batch_rows: 4, next: 0 };
        let mut progress = Progress::default();
        fit(&mut classifier, &mut source, &Epochs::new(2), &mut progress, &mut ()).unwrap();
        let (rows, labels) = ([[2.0, 0.0, 1.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 3.0], [0.0; 3]], [1.0, 0.0, 1.0, 0.0]);
        let (mut weight, mut bias) = ([0.0; 3], 0.0);
        for _ in 0..2 {
            let logit = |row: &[f64; 3]| row.iter().zip(&weight).map(|(x, w)| x * w).sum::<f64>() + bias;
            let slopes: Vec<f64> =
                rows.iter().zip(labels).map(|(row, label)| 1.0 / (1.0 + (-logit(row)).exp()) - label).collect();
            for feature in [0, 2] {
                let gradient: f64 = rows.iter().zip(&slopes).map(|(row, slope)| row[feature] * slope).sum();
                weight[feature] -= 0.5 * (gradient + 0.1 * weight[feature]);
            }
            bias -= 0.5 * slopes.iter().sum::<f64>();
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("model");
        Learner::save(&classifier, &path, &progress).unwrap();
        let found = SavedClassifier::read(&path).unwrap().classifier::<f64>(&settings).unwrap().weight();
        for (found, expected) in found.0.iter().chain(&found.1).zip(weight.iter().chain([&bias])) {
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        }
    }

    #[test]
    fn what_needs_single_rows_is_refused() {
        let refused = |settings: &ClassifySettings| {
            let mut classifier = Classifier::<f32>::new(settings).unwrap();
            classifier.set_ranks(Arc::new(Local), RankOptions::new(2)).unwrap_err().to_string()
        };
        let settings = ClassifySettings { l1: 0.1, ..ClassifySettings::new(OnlineOptimizer::AdaGrad, FEATURES) };
        assert_eq!(
            refused(&settings),
            "the l1 norm of adagrad pulls at all weights behind each row, which steps of several rows do not: ftrl \
             has one for them"
        );
        let mut classifier = Classifier::<f32>::new(&ClassifySettings::new(OnlineOptimizer::Ftrl, FEATURES)).unwrap();
        classifier.set_ranks(Arc::new(Local), RankOptions::new(2)).unwrap();
        let error = classifier.logits(lacuna::Csr::new(0, FEATURES, &[0], &[], &[]).unwrap()).unwrap_err();
        assert!(matches!(error, TrainError::ScoresOfRanks), "{error}");
    }
}

mod field_aware_machine {
    use super::*;

    const FIELDS: usize = 4;

    fn settings(optimizer: OnlineOptimizer, factors: usize, normalise: bool) -> ClassifySettings {
        let ffm = FfmSettings { fields: FIELDS, factors, normalise, seed: 5 };
        ClassifySettings { l2: 0.003, ..ClassifySettings::machine(optimizer, FEATURES, ffm) }
    }

    fn data(folder: &Path, each_once: bool) -> std::path::PathBuf {
        let path = folder.join("rows");
        std::fs::write(&path, text(90, class, true, Some((FIELDS as u32, each_once)))).unwrap();
        path
    }

    fn options(batch_rows: usize) -> LibsvmOptions {
        let form = TextForm::Fields { fields: FIELDS };
        let columns = FEATURES * FIELDS;
        LibsvmOptions { two_classes: true, row_weights: true, form, ..super::options(batch_rows, columns) }
    }

    fn sliced(path: &Path, rows: usize, shared: &Shared) -> SlicedRows<f32, i32> {
        SlicedRows::open(path, &options(rows), shared.0.clone(), shared.1.slices).unwrap()
    }

    const CASES: [(OnlineOptimizer, usize, bool); 3] =
        [(OnlineOptimizer::AdaGrad, 4, true), (OnlineOptimizer::Sgd, 3, false), (OnlineOptimizer::AdaGrad, 7, false)];

    #[test]
    fn bits_do_not_depend_on_the_ranks() {
        let folder = tempfile::tempdir().unwrap();
        for (optimizer, factors, normalise) in CASES {
            let settings = settings(optimizer, factors, normalise);
            for each_once in [true, false] {
                let path = data(folder.path(), each_once);
                expect_one_result(8, |shared| {
                    learnt(&settings, &mut sliced(&path, 16, &shared), Some(&shared), None, 2)
                });
            }
        }
    }

    #[test]
    fn one_row_in_one_slice_is_learnt_as_a_row() {
        let folder = tempfile::tempdir().unwrap();
        let path = data(folder.path(), true);
        for (optimizer, factors, normalise) in CASES {
            let settings = settings(optimizer, factors, normalise);
            let shared: Shared = (Arc::new(Local), RankOptions { slices: 1, sharded_from: 1 });
            let one = learnt(&settings, &mut sliced(&path, 1, &shared), Some(&shared), None, 2);
            let reader = LibsvmReader::<_, f32, i32>::open(&path, &options(32)).unwrap();
            assert!(one == learnt(&settings, &mut ReadAhead::new(reader, 1), None, None, 2), "{settings:?}");
        }
    }

    #[test]
    fn saved_and_loaded() {
        let folder = tempfile::tempdir().unwrap();
        let (path, settings) = (data(folder.path(), false), settings(OnlineOptimizer::AdaGrad, 4, true));
        let run = |shared: Shared, from: Option<&[u8]>, until: Until| {
            learnt(&settings, &mut sliced(&path, 16, &shared), Some(&shared), from, until).1
        };
        split(8, run);
    }
}

mod network {
    use super::*;
    use lacuna_runtime::data::{Batch, LibsvmBatches, LibsvmBatchesOptions};

    fn settings(optimizer: Option<&str>) -> MlpSettings {
        let optimizer = optimizer.map(|name| SavedOptimizer::from(&Optimizer::create(name, &[]).unwrap()));
        MlpSettings {
            features: FEATURES,
            hidden: vec![6, 3],
            learning_rate: 0.5,
            seed: 3,
            optimizer,
            ..MlpSettings::default()
        }
    }

    fn data(folder: &Path) -> std::path::PathBuf {
        let path = folder.join("rows");
        std::fs::write(
            &path,
            text(83, |row| class(row).replace('-', "").replace('1', &(row % 2).to_string()), false, None),
        )
        .unwrap();
        path
    }

    /// Epochs of a network, from a file or from the seed: the outputs of all rows, and what is saved.
    fn trained(
        settings: &MlpSettings,
        path: &Path,
        rows: usize,
        shared: Option<&Shared>,
        from: Option<&[u8]>,
        until: impl Into<Until>,
    ) -> (Vec<f32>, Vec<u8>) {
        let mut until = until.into();
        let folder = tempfile::tempdir().unwrap();
        let (mut progress, mut network) = match from {
            Some(bytes) => {
                let path = folder.path().join("from");
                std::fs::write(&path, bytes).unwrap();
                let saved = SavedMlp::read(&path).unwrap();
                (saved.progress.into(), saved.network_with(settings, 1).unwrap())
            }
            None => (Progress::default(), Mlp::new(settings, 1).unwrap()),
        };
        let open = || {
            let options =
                LibsvmBatchesOptions { read: options(rows, FEATURES), round_batch: false, ..Default::default() };
            LibsvmBatches::<f32>::open(&[path.to_owned()], &options).unwrap()
        };
        let (mut whole, batch) = (open(), Batch::default());
        let mut source = match shared {
            Some((exchange, ranks)) => {
                network.set_ranks(exchange.clone(), *ranks).unwrap();
                let rows = SlicedRows::open(path, &options(rows, FEATURES), exchange.clone(), ranks.slices).unwrap();
                MlpSource::Sliced { rows: Box::new(rows), batch }
            }
            None => MlpSource::Whole { batches: &mut whole, batch },
        };
        fit(&mut network, &mut source, &Epochs::new(until.epochs), &mut progress, &mut until).unwrap();
        let (mut batch, mut outputs, mut all) = (Batch::default(), Vec::new(), open());
        while lacuna_runtime::data::Batches::next_batch(&mut all, &mut batch).unwrap() {
            outputs.extend(network.predict(&mut batch).unwrap().0);
        }
        let hash = network.shared_hash().unwrap();
        let saved = bytes(shared, |path| Learner::save(&network, path, &progress).unwrap());
        if !saved.is_empty() {
            let path = folder.path().join("again");
            std::fs::write(&path, &saved).unwrap();
            assert_eq!(SavedMlp::read(&path).unwrap().network(1).unwrap().hash(), hash);
        }
        (outputs, saved)
    }

    #[test]
    fn bits_do_not_depend_on_the_ranks() {
        let folder = tempfile::tempdir().unwrap();
        let path = data(folder.path());
        for optimizer in [None, Some("adam")] {
            expect_one_result(8, |shared| trained(&settings(optimizer), &path, 16, Some(&shared), None, 2));
        }
    }

    #[test]
    fn one_slice_is_the_plain_step() {
        let folder = tempfile::tempdir().unwrap();
        let path = data(folder.path());
        for optimizer in [None, Some("adagrad"), Some("adam")] {
            let shared: Shared = (Arc::new(Local), RankOptions { slices: 1, sharded_from: 1 });
            let one = trained(&settings(optimizer), &path, 10, Some(&shared), None, 3);
            assert!(one == trained(&settings(optimizer), &path, 10, None, None, 3), "{optimizer:?}");
        }
    }

    #[test]
    fn saved_and_loaded() {
        let folder = tempfile::tempdir().unwrap();
        let path = data(folder.path());
        let settings = settings(Some("adam"));
        let run = |shared: Shared, from: Option<&[u8]>, until: Until| {
            trained(&settings, &path, 16, Some(&shared), from, until).1
        };
        split(8, run);
    }

    /// Every rank has all rows.
    #[test]
    fn batches_that_all_ranks_have_are_cut() {
        let folder = tempfile::tempdir().unwrap();
        let path = data(folder.path());
        let read = LibsvmBatchesOptions { read: options(9, FEATURES), round_batch: false, ..Default::default() };
        expect_one_result(8, |(exchange, ranks)| {
            let mut network = Mlp::new(&settings(None), 1).unwrap();
            network.set_ranks(exchange.clone(), ranks).unwrap();
            let mut batches = LibsvmBatches::<f32>::open(std::slice::from_ref(&path), &read).unwrap();
            let mut source = MlpSource::Whole { batches: &mut batches, batch: Batch::default() };
            fit(&mut network, &mut source, &Epochs::new(2), &mut Progress::default(), &mut ()).unwrap();
            network.shared_hash().unwrap()
        });
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let settings = MlpSettings { variant: MlpVariant::SparseDot, ..settings(None) };
        let mut network = Mlp::new(&settings, 1).unwrap();
        assert_eq!(
            network.set_ranks(Arc::new(Local), RankOptions::new(2)).unwrap_err().to_string(),
            "the sparse-dot variant has a gradient of all features: ranks share the row-sparse one"
        );
    }
}
