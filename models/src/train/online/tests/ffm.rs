//! The field-aware factorization machine, against its formula in f64 and differences of its loss.
use super::*;
use crate::train::{FfmSettings, OnlineLoss};
use lacuna_runtime::libsvm::TextForm;

const FIELDS: usize = 5;
const FEATURES: usize = 12;

fn settings(factors: usize, normalise: bool, optimizer: OnlineOptimizer) -> ClassifySettings {
    let ffm = FfmSettings { fields: FIELDS, factors, normalise, seed: 3 };
    ClassifySettings { l2: 0.003, ..ClassifySettings::machine(optimizer, FEATURES, ffm) }
}

/// Rows of some fields, in any order, whose label depends on pairs.
fn text(rows: u32) -> String {
    let (mut text, mut state) = (String::new(), 11_u32);
    let mut random = move |below: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) % below
    };
    for _ in 0..rows {
        let (mut entries, mut sum) = (String::new(), 0);
        for field in [3_u32, 0, 4, 1, 2] {
            if random(4) > 0 {
                let feature = random(FEATURES as u32);
                sum += feature * (field + 1);
                write!(entries, " {field}:{feature}:{}", f64::from(random(5) + 1) / 4.0).unwrap();
            }
        }
        writeln!(text, "{}{entries}", ["-1", "0", "1"][if sum % 7 < 4 { 2 } else { (sum % 2) as usize }]).unwrap();
    }
    text
}

fn reader<V: lacuna_runtime::libsvm::LibsvmValue>(
    text: &str,
    batch_rows: usize,
    threads: usize,
) -> LibsvmReader<Cursor<&[u8]>, V, i32> {
    let options = LibsvmOptions {
        features: Some(FEATURES * FIELDS),
        form: TextForm::Fields { fields: FIELDS },
        two_classes: true,
        threads,
        batch_rows,
        ..LibsvmOptions::default()
    };
    LibsvmReader::from_seekable("clicks", Cursor::new(text.as_bytes()), &options).unwrap()
}

/// The entries of a line by field, feature and value, in the order that rows are learnt in, and its class.
fn parsed(line: &str) -> (f64, Vec<(usize, usize, f64)>) {
    let mut tokens = line.split(' ');
    let label = if tokens.next() == Some("1") { 1.0 } else { -1.0 };
    let mut entries: Vec<_> = tokens
        .map(|token| {
            let mut parts = token.split(':');
            let mut next = || parts.next().unwrap();
            (next().parse().unwrap(), next().parse().unwrap(), next().parse().unwrap())
        })
        .collect();
    entries.sort_by_key(|&(field, feature, _): &(usize, usize, f64)| (feature, field));
    (label, entries)
}

/// A factor for each feature, field and number.
struct Formula {
    factors: usize,
    normalise: bool,
    w: Vec<f64>,
}

impl Formula {
    fn at(&self, feature: usize, field: usize, factor: usize) -> usize {
        (feature * FIELDS + field) * self.factors + factor
    }

    fn scale(&self, entries: &[(usize, usize, f64)]) -> f64 {
        let squares: f64 = entries.iter().map(|entry| entry.2 * entry.2).sum();
        if !self.normalise {
            1.0
        } else if squares > 0.0 {
            1.0 / squares
        } else {
            0.0
        }
    }

    fn logit(&self, entries: &[(usize, usize, f64)]) -> f64 {
        let mut sum = 0.0;
        for (place, &(field, feature, value)) in entries.iter().enumerate() {
            for &(its_field, its_feature, its_value) in &entries[place + 1..] {
                for factor in 0..self.factors {
                    let own = self.w[self.at(feature, its_field, factor)];
                    sum += own * self.w[self.at(its_feature, field, factor)] * value * its_value;
                }
            }
        }
        sum * self.scale(entries)
    }
}

fn loss(logit: f64, label: f64) -> f64 {
    (1.0 + (-label * logit).exp()).ln()
}

#[test]
fn losses_and_weights_are_those_of_the_formula() {
    let rows = text(200);
    for (factors, normalise) in [(1, true), (4, true), (6, false)] {
        for optimizer in [OnlineOptimizer::AdaGrad, OnlineOptimizer::Sgd] {
            let settings = settings(factors, normalise, optimizer);
            let mut classifier = Classifier::<f64>::new(&settings).unwrap();
            let first = classifier.weight().0;
            let bound = 1.0 / (factors as f64).sqrt();
            assert!(first.iter().all(|&w| (0.0..bound).contains(&w)));
            assert!((first.iter().sum::<f64>() / first.len() as f64 - bound / 2.0).abs() < 0.15 * bound);
            let mut formula = Formula { factors, normalise, w: first };
            let mut squares = vec![1.0; formula.w.len()];
            let mut expected = 0.0;
            for line in rows.lines() {
                let (label, entries) = parsed(line);
                let logit = formula.logit(&entries);
                expected += loss(logit, label);
                let slope = -label / (1.0 + (label * logit).exp()) * formula.scale(&entries);
                for (place, &(field, feature, value)) in entries.iter().enumerate() {
                    for &(its_field, its_feature, its_value) in &entries[place + 1..] {
                        for factor in 0..factors {
                            let places = [(feature, its_field), (its_feature, field)];
                            let [own, its] = places.map(|(feature, field)| formula.at(feature, field, factor));
                            let gradients = [(own, its), (its, own)]
                                .map(|(a, b)| settings.l2 * formula.w[a] + slope * value * its_value * formula.w[b]);
                            for (place, gradient) in [own, its].into_iter().zip(gradients) {
                                squares[place] += gradient * gradient;
                                let pace = if optimizer == OnlineOptimizer::Sgd { 1.0 } else { squares[place] };
                                formula.w[place] -= settings.learning_rate / pace.sqrt() * gradient;
                            }
                        }
                    }
                }
            }
            let mut rows_of = ReadAhead::new(reader::<f64>(&rows, 16, 1), 1);
            let mut watch = Totals::default();
            fit(&mut classifier, &mut rows_of, &Epochs::new(1), &mut Progress::default(), &mut watch).unwrap();
            assert!((watch.0.sum - expected).abs() < 1e-9 * expected, "{} and {expected}", watch.0.sum);
            for (found, expected) in classifier.weight().0.iter().zip(&formula.w) {
                assert!((found - expected).abs() < 1e-10, "{found} and {expected}");
            }
            let sum: f64 = rows.lines().map(parsed).map(|(label, row)| loss(formula.logit(&row), label)).sum();
            let found = classifier.evaluate(&mut rows_of).unwrap();
            assert!((found.sum - sum).abs() < 1e-9 * sum);
            assert!(sum < expected, "{sum} and {expected}");
        }
    }
}

/// The last totals of a pass.
#[derive(Default)]
struct Totals(LogLoss);

impl<V: TrainValue> Observer<Classifier<V>> for Totals {
    type Error = TrainError;
    fn batch_end(&mut self, _: &Classifier<V>, progress: &Progress<ClassifyTotals>, _: u64) -> Result<(), TrainError> {
        self.0 = progress.totals.pass;
        Ok(())
    }
}

/// A tiny step of SGD goes by the gradient, which is that of differences of the loss.
#[test]
fn gradients_are_differences_of_the_loss() {
    for loss_of in [OnlineLoss::Logistic, OnlineLoss::Squared, OnlineLoss::SquaredHinge] {
        for line in text(20).lines() {
            let settings = settings(3, true, OnlineOptimizer::Sgd);
            let rate = 1e-7;
            let settings = ClassifySettings { learning_rate: rate, l2: 0.0, loss: loss_of, ..settings };
            let mut classifier = Classifier::<f64>::new(&settings).unwrap();
            let w = classifier.weight().0;
            let mut rows = ReadAhead::new(reader::<f64>(line, 1, 1), 1);
            fit(&mut classifier, &mut rows, &Epochs::new(1), &mut Progress::default(), &mut ()).unwrap();
            let after = classifier.weight().0;
            let (label, entries) = parsed(line);
            let at = |place: usize, step: f64| {
                let mut formula = Formula { factors: 3, normalise: true, w: w.clone() };
                formula.w[place] += step;
                let margin = label * formula.logit(&entries);
                match loss_of {
                    OnlineLoss::Logistic => (1.0 + (-margin).exp()).ln(),
                    OnlineLoss::Squared => (margin - 1.0) * (margin - 1.0) / 2.0,
                    _ => (1.0 - margin).max(0.0).powi(2),
                }
            };
            for place in 0..w.len() {
                let difference = (at(place, 1e-5) - at(place, -1e-5)) / 2e-5;
                let found = (w[place] - after[place]) / rate;
                assert!((difference - found).abs() < 1e-5, "{difference} and {found}");
            }
        }
    }
}

#[test]
fn threads_batches_and_files_do_not_show() {
    let (rows, folder) = (text(300), tempfile::tempdir().unwrap());
    let path = folder.path().join("half.safetensors");
    for optimizer in [OnlineOptimizer::AdaGrad, OnlineOptimizer::Sgd] {
        let settings = settings(5, true, optimizer);
        let go_on = |mut classifier: Classifier<f32>, progress: ClassifyProgress, threads, batch_rows| {
            let mut progress = Progress::from(progress);
            while progress.epochs < 2 {
                let mut rows = ReadAhead::new(reader::<f32>(&rows, batch_rows, threads), threads);
                let mut run = || fit(&mut classifier, &mut rows, &Epochs::new(1), &mut progress, &mut ()).unwrap();
                if threads == 1 {
                    run()
                } else {
                    Cpu::pool(threads).unwrap().install(run)
                };
            }
            classifier.save(&path, &(&progress).into()).unwrap();
            std::fs::read(&path).unwrap()
        };
        let new = || Classifier::<f32>::new(&settings).unwrap();
        let expected = go_on(new(), ClassifyProgress::default(), 1, 300);
        for (threads, batch_rows) in [(1, 1), (2, 13), (3, 64)] {
            assert!(go_on(new(), ClassifyProgress::default(), threads, batch_rows) == expected);
        }
        for after in [1, 150, 299] {
            let mut watch = Stop { after, path: &path, doubled: Vec::new(), is_saved: false };
            let mut source = ReadAhead::new(reader::<f32>(&rows, 1, 1), 1);
            fit(&mut new(), &mut source, &Epochs::new(1), &mut Progress::default(), &mut watch).unwrap();
            let saved = SavedClassifier::read(&path).unwrap();
            assert_eq!(saved.progress.pass.rows, after);
            assert!(go_on(saved.classifier(&settings).unwrap(), saved.progress, 1, 7) == expected);
        }
    }
}

#[test]
fn what_a_machine_has_not_is_refused() {
    let error = |settings: ClassifySettings| Classifier::<f32>::new(&settings).err().unwrap().to_string();
    let base = settings(2, true, OnlineOptimizer::AdaGrad);
    let has_no = |what: &str| format!("a field-aware factorization machine has no {what}");
    assert_eq!(error(settings(2, true, OnlineOptimizer::Ftrl)), has_no("ftrl"));
    assert_eq!(error(ClassifySettings { l1: 0.1, ..base.clone() }), has_no("l1 norm"));
    let classes = crate::train::Classes::Softmax;
    assert_eq!(error(ClassifySettings { classes, labels: vec![0.0, 1.0], ..base }), has_no("several classes"));
}
