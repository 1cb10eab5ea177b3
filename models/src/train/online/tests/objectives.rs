//! Losses, classes and norms, against formulas in f64 that touch every weight in every row.
use super::*;
use crate::fit::BatchSource;
use crate::train::{Classes, OnlineLoss, Quality};

const LABELS: [f64; 3] = [-2.0, 0.5, 7.0];

/// Rows of three classes, each with its feature and some others.
fn many(rows: u32) -> String {
    let two = text(rows);
    let lines = two.lines().enumerate().map(|(row, line)| {
        let class = (row * 7 + row / 3) % 3;
        let features = line.split_once(' ').map_or("", |(_, features)| features);
        let own = format!(" {}:1", FEATURES + class);
        let own = if row % 5 == 0 { "" } else { &own };
        format!("{} {features}{own}\n", LABELS[class])
    });
    lines.collect()
}

fn reader_of(text: &str, labels: bool, batch_rows: usize) -> LibsvmReader<Cursor<&[u8]>, f64, i32> {
    let options = LibsvmOptions {
        features: Some(FEATURES + 3),
        two_classes: !labels,
        labels: labels.then(|| LABELS[..].into()),
        row_weights: true,
        threads: 1,
        batch_rows,
        ..LibsvmOptions::default()
    };
    LibsvmReader::from_seekable("clicks", Cursor::new(text.as_bytes()), &options).unwrap()
}

/// The loss and the slope of one logit, of the class 1 or -1.
fn of_one(loss: OnlineLoss, z: f64, y: f64) -> (f64, f64) {
    match loss {
        OnlineLoss::Logistic => ((1.0 + (-y * z).exp()).ln(), 1.0 / (1.0 + (-z).exp()) - (y + 1.0) / 2.0),
        OnlineLoss::Hinge => ((1.0 - y * z).max(0.0), if y * z < 1.0 { -y } else { 0.0 }),
        OnlineLoss::SquaredHinge => ((1.0 - y * z).max(0.0).powi(2), -2.0 * y * (1.0 - y * z).max(0.0)),
        OnlineLoss::Squared => (0.5 * (z - y) * (z - y), z - y),
    }
}

/// The loss and the slopes of all logits of a row.
fn of_row(settings: &ClassifySettings, logits: &[f64], label: f64) -> (f64, Vec<f64>) {
    if settings.classes == Classes::Softmax {
        let sum: f64 = logits.iter().map(|z| z.exp()).sum();
        let own = label as usize;
        let slopes = logits.iter().enumerate().map(|(k, z)| z.exp() / sum - if k == own { 1.0 } else { 0.0 });
        return (sum.ln() - logits[own], slopes.collect());
    }
    if settings.classes == Classes::Regression {
        let distance = logits[0] - label;
        return (0.5 * distance * distance, vec![distance]);
    }
    let of_two = settings.classes == Classes::Two;
    let sign = |k| if (of_two && label > 0.0) || (!of_two && label == k as f64) { 1.0 } else { -1.0 };
    let each = logits.iter().enumerate().map(|(k, &z)| of_one(settings.loss, z, sign(k)));
    each.fold((0.0, Vec::new()), |(sum, mut slopes), (loss, slope)| {
        slopes.push(slope);
        (sum + loss, slopes)
    })
}

/// The weighted loss of a pass, and the weights behind it: feature by feature, the bias behind them.
fn dense(settings: &ClassifySettings, batch: &CsrBatch<f64, i32>) -> (f64, f64, Vec<f64>) {
    let ClassifySettings { learning_rate: rate, epsilon, l1, .. } = *settings;
    let (outputs, features) = (settings.outputs(), settings.features);
    let mut states = vec![[0.0_f64; 3]; (features + 1) * outputs];
    let (mut sum, mut total) = (0.0, 0.0);
    for (row, &label) in batch.labels.iter().enumerate() {
        let entries = batch.indptr[row] as usize..batch.indptr[row + 1] as usize;
        let mut entries: Vec<_> = entries.map(|k| (batch.indices[k] as usize, batch.values[k])).collect();
        entries.push((features, 1.0));
        let logit = |k: usize| entries.iter().map(|&(j, x)| states[j * outputs + k][0] * x).sum::<f64>();
        let (loss, slopes) = of_row(settings, &(0..outputs).map(logit).collect::<Vec<_>>(), label);
        let name = if settings.classes == Classes::Two { label.max(0.0) } else { LABELS[label as usize] };
        let of_class = settings.class_weights.iter().find(|(own, _)| *own == name).map_or(1.0, |own| own.1);
        let own = of_class * batch.weights.get(row).copied().unwrap_or(1.0);
        sum += own * loss;
        total += own;
        if own == 0.0 {
            continue;
        }
        for &(feature, value) in &entries {
            for (k, slope) in slopes.iter().enumerate() {
                let [weight, a, b] = &mut states[feature * outputs + k];
                let gradient = own * slope * value;
                let (l1, l2) = if feature == features { (0.0, 0.0) } else { (l1, settings.l2) };
                step(settings, l1, l2, gradient, [weight, a, b]);
            }
        }
        // Every weight, whether the row has its feature or not.
        for [weight, history, _] in &mut states[..features * outputs] {
            let pull = match settings.optimizer {
                OnlineOptimizer::Sgd => rate * l1,
                OnlineOptimizer::AdaGrad => rate / (*history + epsilon).sqrt() * l1,
                OnlineOptimizer::Ftrl => 0.0,
            };
            *weight = weight.signum() * (weight.abs() - pull).max(0.0);
        }
    }
    (sum, total, states.iter().map(|states| states[0]).collect())
}

/// Each optimizer with each loss, of two and of three classes, with and without norms and weights.
fn products() -> Vec<(ClassifySettings, bool)> {
    let mut all = Vec::new();
    for optimizer in OnlineOptimizer::ALL {
        for (classes, losses) in [
            (Classes::Two, &OnlineLoss::ALL[..]),
            (Classes::OneAgainstRest, &OnlineLoss::ALL),
            (Classes::Softmax, &[OnlineLoss::Logistic]),
            (Classes::Regression, &[OnlineLoss::Squared]),
        ] {
            for (&loss, l1) in losses.iter().flat_map(|loss| [(loss, 0.0), (loss, 0.002)]) {
                let several = classes.are_several();
                let class_weights = match (loss, several) {
                    (OnlineLoss::Logistic, true) => vec![(7.0, 0.25), (-2.0, 3.0)],
                    (OnlineLoss::Hinge, false) => vec![(0.0, 2.5)],
                    _ => Vec::new(),
                };
                let labels = if several { LABELS.to_vec() } else { Vec::new() };
                let l1 = if optimizer == OnlineOptimizer::Ftrl { 50.0 * l1 } else { l1 };
                let base = ClassifySettings::new(optimizer, FEATURES + 3);
                let learning_rate = 0.05;
                all.push((
                    ClassifySettings { learning_rate, l1, l2: 0.01, loss, classes, labels, class_weights, ..base },
                    several,
                ));
            }
        }
    }
    all
}

#[test]
fn every_optimizer_learns_every_loss_of_every_number_of_classes() {
    let (two, three) = (weighted(&text(300)), weighted(&many(300)));
    let mut sparse = 0;
    for (settings, several) in products() {
        let text = if several { &three } else { &two };
        let mut all = CsrBatch::new();
        reader_of(text, several, 300).read_rest(&mut all).unwrap();
        let (expected, total, weights) = dense(&settings, &all);
        let mut classifier = Classifier::<f64>::new(&settings).unwrap();
        let mut rows = ReadAhead::new(reader_of(text, several, 32), 1);
        let mut progress = Progress::default();
        fit(&mut classifier, &mut rows, &Epochs::new(1), &mut progress, &mut ()).unwrap();
        let (weight, bias) = classifier.weight();
        assert_eq!(weight.len() + bias.len(), weights.len());
        for (found, expected) in weight.iter().chain(&bias).zip(&weights) {
            assert!((found - expected).abs() < 1e-9, "{settings:?}: {found} and {expected}");
        }
        sparse += weight.iter().zip(&weights).filter(|(found, expected)| **found == 0.0 && **expected == 0.0).count();
        // The loss of these weights on all rows.
        let logits = |row: usize| {
            let entries = all.indptr[row] as usize..all.indptr[row + 1] as usize;
            let outputs = settings.outputs();
            let terms = |k: usize| {
                let own = |e: usize| weights[all.indices[e] as usize * outputs + k] * all.values[e];
                entries.clone().map(own).sum::<f64>() + weights[settings.features * outputs + k]
            };
            (0..outputs).map(terms).collect::<Vec<_>>()
        };
        let weighs = |row: usize| {
            let name = if several { LABELS[all.labels[row] as usize] } else { all.labels[row].max(0.0) };
            all.weights[row] * settings.class_weights.iter().find(|own| own.0 == name).map_or(1.0, |own| own.1)
        };
        let sum: f64 = (0..300).map(|row| weighs(row) * of_row(&settings, &logits(row), all.labels[row]).0).sum();
        let (loss, quality) = classifier.measure(&mut rows).unwrap();
        assert!((loss.sum - sum).abs() < 1e-7 * sum && (loss.weight - total).abs() < 1e-9, "{settings:?}");
        let correct = (0..300).filter(|&row| {
            let logits = logits(row);
            if several {
                let largest = logits.iter().copied().fold(f64::MIN, f64::max);
                logits[all.labels[row] as usize] == largest
            } else {
                (logits[0] > 0.0) == (all.labels[row] > 0.0)
            }
        });
        assert_eq!((quality.rows(), quality.accuracy()), (300, correct.count() as f64 / 300.0), "{settings:?}");
        // A class that weighs more is guessed more often, and numbers are no guesses.
        let is_guess = settings.class_weights.is_empty() && settings.classes != Classes::Regression;
        let learns = !is_guess || quality.accuracy() > 0.6;
        assert!(expected.is_finite() && learns, "{settings:?}: {}", quality.accuracy());
    }
    assert!(sparse > 20, "{sparse}");
}

/// Slopes are those of the losses, by central differences.
#[test]
fn slopes_are_differences_of_losses() {
    for (settings, several) in products() {
        let objective = settings.objective().unwrap();
        let logits = if several { vec![0.3, -0.8, 1.7] } else { vec![0.4] };
        for label in 0..settings.outputs().max(2) {
            let label = label as f64;
            let mut slopes = logits.clone();
            objective.slopes(&mut slopes, label);
            for (k, slope) in slopes.into_iter().enumerate() {
                let at = |step: f64| {
                    let mut moved = logits.clone();
                    moved[k] += step;
                    objective.loss(&moved, label)
                };
                let difference = (at(1e-5) - at(-1e-5)) / 2e-5;
                assert!((difference - slope).abs() < 1e-6, "{settings:?}: {difference} and {slope}");
            }
        }
    }
}

#[test]
fn batches_and_saved_states_do_not_show() {
    let (two, three) = (text(120), many(120));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("half.safetensors");
    for (settings, several) in products() {
        let source = if several { &three } else { &two };
        let rows = |batch_rows| ReadAhead::new(reader_of(source, several, batch_rows), 1);
        let finish = |mut classifier: Classifier<f64>, progress: ClassifyProgress, batch_rows| {
            let mut progress = Progress::from(progress);
            while progress.epochs < 2 {
                fit(&mut classifier, &mut rows(batch_rows), &Epochs::new(1), &mut progress, &mut ()).unwrap();
            }
            classifier.save(&path, &(&progress).into()).unwrap();
            std::fs::read(&path).unwrap()
        };
        let new = || Classifier::<f64>::new(&settings).unwrap();
        let expected = finish(new(), ClassifyProgress::default(), 120);
        assert!(finish(new(), ClassifyProgress::default(), 7) == expected, "{settings:?}");
        for after in [1, 50, 119] {
            // A pass that ends there by itself would be a whole one.
            let mut classifier = new();
            let mut totals = ClassifyTotals::default();
            classifier.begin().unwrap();
            let mut source = rows(1);
            source.restart().unwrap();
            for _ in 0..after {
                source.next(|batch| classifier.step(batch, &mut totals).unwrap()).unwrap().unwrap();
            }
            // Looked at in between.
            assert_eq!(classifier.hash(), classifier.hash());
            let progress = Progress { rows: after, totals, ..Progress::default() };
            classifier.save(&path, &(&progress).into()).unwrap();
            let saved = SavedClassifier::read(&path).unwrap();
            let again = saved.classifier::<f64>(&saved.settings).unwrap();
            assert_eq!(again.hash(), classifier.hash(), "{settings:?} after {after}");
            assert!(finish(again, saved.progress, 11) == expected, "{settings:?} after {after}");
        }
    }
}

#[test]
fn the_best_epoch_comes_back_from_a_file_too() {
    let settings = ClassifySettings { l1: 0.001, ..settings(OnlineOptimizer::AdaGrad) };
    let (text, folder) = (text(200), tempfile::tempdir().unwrap());
    let path = folder.path().join("best.safetensors");
    let (mut classifier, mut progress) = (Classifier::<f32>::new(&settings).unwrap(), ClassifyProgress::default());
    let mut hashes = Vec::new();
    for (epoch, loss) in [(1, 0.5), (2, f64::NAN), (3, 0.25), (4, 0.25), (5, 0.75)] {
        pass(&mut classifier, &mut progress, &text, 1, 64).unwrap();
        classifier.keep_if_best(epoch, loss);
        hashes.push(classifier.hash());
    }
    classifier.save(&path, &progress).unwrap();
    for _ in 0..2 {
        let best = classifier.restore_best().unwrap().unwrap();
        assert_eq!((best.epoch, best.loss, classifier.hash()), (3, 0.25, hashes[2]));
        let saved = SavedClassifier::read(&path).unwrap();
        classifier = saved.classifier(&saved.settings).unwrap();
        assert_eq!(classifier.hash(), hashes[4]);
    }
}

#[test]
fn what_several_classes_cannot_do_is_refused() {
    let base = ClassifySettings::new(OnlineOptimizer::Sgd, 2);
    let error = |settings: ClassifySettings| Classifier::<f32>::new(&settings).err().unwrap().to_string();
    let several = ClassifySettings { classes: Classes::Softmax, labels: vec![0.0, 1.0], ..base.clone() };
    assert_eq!(
        error(ClassifySettings { loss: OnlineLoss::Hinge, ..several.clone() }),
        "softmax has the logistic loss, not hinge: one-against-rest has any"
    );
    for labels in [vec![], vec![1.0], vec![1.0, 1.0], vec![2.0, 1.0]] {
        let expected = format!("{} labels: several classes need two or more, each once", labels.len());
        assert_eq!(error(ClassifySettings { labels, ..several.clone() }), expected);
    }
    assert_eq!(
        error(ClassifySettings { class_weights: vec![(2.0, 1.0)], ..several }),
        "a weight of class 2.0: there is no such class"
    );
    assert_eq!(
        error(ClassifySettings { class_weights: vec![(1.0, -1.0)], ..base.clone() }),
        "class weight -1.0 is not usable as f32"
    );
    let numbers = ClassifySettings { classes: Classes::Regression, loss: OnlineLoss::Squared, ..base.clone() };
    assert_eq!(
        error(ClassifySettings { loss: OnlineLoss::Logistic, ..numbers.clone() }),
        "regression has the squared loss, not logistic"
    );
    assert_eq!(
        error(ClassifySettings { class_weights: vec![(1.0, 2.0)], ..numbers }),
        "a weight of class 1.0: there is no such class"
    );
    assert_eq!(error(ClassifySettings { l1: -1.0, ..base }), "l1 -1.0 is not usable as f32");
}

/// The area under the curve is that of all pairs, of logits with few digits.
#[test]
fn area_is_that_of_all_pairs() {
    let rows: Vec<(f64, f64)> = (0..200_u32)
        .map(|row| (f64::from(row.wrapping_mul(2_654_435_761) >> 27) / 4.0 - 3.5, f64::from(row % 3 / 2)))
        .collect();
    let mut quality = Quality::default();
    rows.iter().for_each(|&(logit, label)| quality.add(&[logit], label));
    let (mut sum, mut pairs) = (0.0, 0.0);
    for one in rows.iter().filter(|row| row.1 > 0.0) {
        for zero in rows.iter().filter(|row| row.1 == 0.0) {
            sum += if one.0 > zero.0 {
                1.0
            } else if one.0 == zero.0 {
                0.5
            } else {
                0.0
            };
            pairs += 1.0;
        }
    }
    assert_eq!(quality.auc(), Some(sum / pairs));
    assert_eq!(Quality::default().auc(), None);
}
