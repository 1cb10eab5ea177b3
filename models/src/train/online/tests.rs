mod ffm;
mod objectives;

use super::*;
use crate::fit::{Epochs, Learner, Observer, Outcome, Progress, fit};
use crate::metric::LogLoss;
use crate::train::{TrainError, TrainValue};
use lacuna::{Csr, Dense, DenseMut, Kernel, RowSparse, dot, map, optim};
use lacuna_runtime::Cpu;
use lacuna_runtime::libsvm::{CsrBatch, LibsvmOptions, LibsvmReader};
use std::fmt::Write;
use std::io::Cursor;

const FEATURES: usize = 40;

/// Rows whose label follows their features, some of them without any.
fn text(rows: u32) -> String {
    let (mut text, mut state) = (String::new(), 7_u32);
    let mut random = move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state >> 16
    };
    for _ in 0..rows {
        let (mut entries, mut score) = (String::new(), -0.3);
        for feature in 0..FEATURES as u32 {
            if random() % 5 == 0 {
                let value = f64::from(random() % 64) / 32.0 - 0.5;
                score += value * (f64::from(feature % 7) - 3.0);
                write!(entries, " {feature}:{value}").unwrap();
            }
        }
        writeln!(text, "{}{entries}", if score > 0.0 { "+1" } else { ["0", "-1"][random() as usize % 2] }).unwrap();
    }
    text
}

fn reader<V: lacuna_runtime::libsvm::LibsvmValue>(
    text: &str,
    batch_rows: usize,
) -> LibsvmReader<Cursor<&[u8]>, V, i32> {
    let options = LibsvmOptions {
        features: Some(FEATURES),
        two_classes: true,
        row_weights: true,
        threads: 1,
        batch_rows,
        ..LibsvmOptions::default()
    };
    LibsvmReader::from_seekable("clicks", Cursor::new(text.as_bytes()), &options).unwrap()
}

/// Learns one pass, or the rest of one, and gives its loss.
fn pass<V: TrainValue>(
    classifier: &mut Classifier<V>,
    progress: &mut ClassifyProgress,
    text: &str,
    threads: usize,
    batch_rows: usize,
) -> Result<LogLoss, TrainError> {
    /// Keeps the loss of the pass.
    struct Pass(LogLoss);
    impl<V: TrainValue> Observer<Classifier<V>> for Pass {
        type Error = TrainError;
        fn batch_end(
            &mut self,
            _: &Classifier<V>,
            progress: &Progress<ClassifyTotals>,
            _: u64,
        ) -> Result<(), TrainError> {
            self.0 = progress.totals.pass;
            Ok(())
        }
    }
    let (mut own, mut shown) = (Progress::from(*progress), Pass(progress.pass));
    let mut rows = ReadAhead::new(reader::<V>(text, batch_rows), threads);
    fit(classifier, &mut rows, &Epochs::new(1), &mut own, &mut shown)?;
    *progress = ClassifyProgress::from(&own);
    Ok(shown.0)
}

fn settings(optimizer: OnlineOptimizer) -> ClassifySettings {
    let l1 = if optimizer == OnlineOptimizer::Ftrl { 0.05 } else { 0.0 };
    ClassifySettings { learning_rate: 0.2, l1, l2: 0.01, ..ClassifySettings::new(optimizer, FEATURES) }
}

/// The formulas of the three optimizers, as their papers have them, in f64 and with the functions of std.
fn step(settings: &ClassifySettings, l1: f64, l2: f64, gradient: f64, [weight, a, b]: [&mut f64; 3]) {
    let ClassifySettings { learning_rate: rate, epsilon, beta, .. } = *settings;
    match settings.optimizer {
        OnlineOptimizer::Sgd => *weight -= rate * (gradient + l2 * *weight),
        OnlineOptimizer::AdaGrad => {
            *a += gradient * gradient;
            *weight -= rate * (gradient / (*a + epsilon).sqrt() + l2 * *weight);
        }
        OnlineOptimizer::Ftrl => {
            let sigma = ((*b + gradient * gradient).sqrt() - b.sqrt()) / rate;
            *a += gradient - sigma * *weight;
            *b += gradient * gradient;
            *weight = if a.abs() <= l1 { 0.0 } else { -(*a - a.signum() * l1) / ((beta + b.sqrt()) / rate + l2) };
        }
    }
}

/// The loss of a pass.
fn reference(settings: &ClassifySettings, batch: &CsrBatch<f64, i32>) -> f64 {
    let mut states = vec![[0.0_f64; 3]; FEATURES + 1];
    let mut loss = 0.0;
    for (row, &label) in batch.labels.iter().enumerate() {
        let entries = batch.indptr[row] as usize..batch.indptr[row + 1] as usize;
        let mut entries: Vec<_> = entries.map(|k| (batch.indices[k] as usize, batch.values[k])).collect();
        entries.push((FEATURES, 1.0));
        let logit: f64 = entries.iter().map(|&(feature, value)| states[feature][0] * value).sum();
        let probability = 1.0 / (1.0 + (-logit).exp());
        let class = if label > 0.0 { 1.0 } else { 0.0 };
        let own = batch.weights.get(row).copied().unwrap_or(1.0);
        loss -= own * if class > 0.0 { probability.ln() } else { (1.0 - probability).ln() };
        if own == 0.0 {
            continue;
        }
        for (feature, value) in entries {
            let [weight, a, b] = &mut states[feature];
            let gradient = own * (probability - class) * value;
            let (l1, l2) = if feature == FEATURES { (0.0, 0.0) } else { (settings.l1, settings.l2) };
            step(settings, l1, l2, gradient, [weight, a, b]);
        }
    }
    loss
}

#[test]
fn losses_are_those_of_the_formulas() {
    let text = text(500);
    let mut all = CsrBatch::new();
    reader::<f64>(&text, 500).read_rest(&mut all).unwrap();
    for optimizer in OnlineOptimizer::ALL {
        let settings = settings(optimizer);
        let expected = reference(&settings, &all);
        let mut progress = ClassifyProgress::default();
        let mut classifier = Classifier::<f64>::new(&settings).unwrap();
        let loss = pass(&mut classifier, &mut progress, &text, 1, 64).unwrap();
        assert_eq!((loss.rows, progress.passes, progress.pass.rows), (500, 1, 0));
        assert!((loss.sum - expected).abs() < 1e-9 * expected, "{optimizer:?}: {} and {expected}", loss.sum);
        assert!(loss.mean() < std::f64::consts::LN_2, "{optimizer:?} is no better than guessing: {}", loss.mean());
        let mut classifier = Classifier::<f32>::new(&settings).unwrap();
        let loss = pass(&mut classifier, &mut ClassifyProgress::default(), &text, 1, 64).unwrap();
        assert!((loss.sum - expected).abs() < 1e-4 * expected, "{optimizer:?}: {} and {expected}", loss.sum);
    }
}

/// The text with the weights 0, 0.5, 1, 2.25, and 1 left out, in turn.
fn weighted(text: &str) -> String {
    let lines = text.lines().zip(["", ":0.5", ":1", ":2.25", ":0"].into_iter().cycle());
    lines.map(|(line, weight)| line.replacen(' ', &format!("{weight} "), 1) + "\n").collect()
}

#[test]
fn weighted_losses_are_those_of_the_formulas() {
    let text = weighted(&text(500));
    let mut all = CsrBatch::new();
    reader::<f64>(&text, 500).read_rest(&mut all).unwrap();
    let total: f64 = all.weights.iter().sum();
    assert!(all.weights.contains(&0.0) && total != 500.0);
    for optimizer in OnlineOptimizer::ALL {
        let settings = settings(optimizer);
        let expected = reference(&settings, &all);
        for (threads, batch_rows) in [(1, 64), (2, 7)] {
            let mut classifier = Classifier::<f64>::new(&settings).unwrap();
            let mut progress = ClassifyProgress::default();
            let loss = pass(&mut classifier, &mut progress, &text, threads, batch_rows).unwrap();
            assert_eq!((loss.rows, loss.weight), (500, total));
            assert!((loss.sum - expected).abs() < 1e-9 * expected, "{optimizer:?}: {} and {expected}", loss.sum);
            assert_eq!(loss.mean(), loss.sum / total);
        }
    }
}

#[test]
fn rows_that_weigh_1_or_0_change_no_bit() {
    let (plain, weighing) = (text(300), weighted(&text(300)));
    let learnt = |text: &str, optimizer| {
        let mut classifier = Classifier::<f32>::new(&settings(optimizer)).unwrap();
        let loss = pass(&mut classifier, &mut ClassifyProgress::default(), text, 1, 64).unwrap();
        (0..settings(optimizer).optimizer.arrays().len())
            .map(|place| classifier.array(place))
            .zip([loss.sum; 3])
            .collect::<Vec<_>>()
    };
    let ones: String = plain.lines().map(|line| line.replacen(' ', ":1 ", 1) + "\n").collect();
    let weighs = |line: &&str| !line.split(' ').next().is_some_and(|head| head.ends_with(":0"));
    let kept: String = weighing.lines().filter(weighs).map(|line| format!("{line}\n")).collect();
    assert!(ones != plain && kept.len() < weighing.len());
    for optimizer in OnlineOptimizer::ALL {
        assert_eq!(learnt(&ones, optimizer), learnt(&plain, optimizer));
        assert_eq!(learnt(&weighing, optimizer), learnt(&kept, optimizer));
    }
}

/// A row is learnt with the bits that the kernels give: the product with one column, the logistic function and the lazy
/// update.
fn has_bits_of_the_kernels<R: Copy, const N: usize>(settings: &ClassifySettings, [rule, bias_rule]: [R; 2])
where
    for<'a> optim::Step<'a, R, f32, i32, N>: Kernel<Output = ()>,
{
    fn step<R, const N: usize>(rule: R, ids: &[i32], gradients: &[f32], arrays: &mut [Vec<f32>; N])
    where
        for<'a> optim::Step<'a, R, f32, i32, N>: Kernel<Output = ()>,
    {
        let rows = arrays[0].len();
        let gradient = RowSparse::new(rows, 1, ids, gradients).unwrap();
        let states = arrays.each_mut().map(|values| DenseMut::new(rows, 1, values).unwrap().into());
        optim::Step { rule, gradient, states }.call().unwrap();
    }
    let text = text(300);
    let mut all = CsrBatch::<f32, i32>::new();
    reader::<f32>(&text, 300).read_rest(&mut all).unwrap();
    let x = Csr::new(300, FEATURES, &all.indptr, &all.indices, &all.values).unwrap();
    assert!(x.iter().any(|(indices, _)| indices.len() > 8) && x.iter().any(|(indices, _)| indices.len() < 8));
    let (mut weights, mut biases) = ([const { Vec::new() }; N], [const { Vec::new() }; N]);
    weights.iter_mut().for_each(|array| array.resize(FEATURES, 0.0_f32));
    biases.iter_mut().for_each(|array| array.resize(1, 0.0_f32));
    for (row, label) in all.labels.iter().enumerate() {
        let mut logit = [0.0_f32];
        dot::csr_dense(
            x.row_range(row..row + 1).unwrap(),
            Dense::new(FEATURES, 1, &weights[0]).unwrap(),
            DenseMut::new(1, 1, &mut logit).unwrap(),
        )
        .unwrap();
        let mut probability = [0.0];
        map::sigmoid(&[logit[0] + biases[0][0]], &mut probability).unwrap();
        let gradient = probability[0] - if *label > 0.0 { 1.0 } else { 0.0 };
        let (indices, values) = x.row(row);
        let products: Vec<_> = values.iter().map(|value| gradient * value).collect();
        step(rule, indices, &products, &mut weights);
        step(bias_rule, &[0], &[gradient], &mut biases);
    }
    let mut classifier = Classifier::<f32>::new(settings).unwrap();
    pass(&mut classifier, &mut ClassifyProgress::default(), &text, 1, 7).unwrap();
    for (array, expected) in weights.into_iter().zip(biases).enumerate() {
        assert_eq!(classifier.array(array), expected, "array {array}");
    }
}

#[test]
fn bits_are_those_of_the_kernels() {
    let of = settings;
    let settings = of(OnlineOptimizer::Sgd);
    has_bits_of_the_kernels(&settings, settings.sgd::<f32>().unwrap());
    let settings = of(OnlineOptimizer::AdaGrad);
    has_bits_of_the_kernels(&settings, settings.adagrad::<f32>().unwrap());
    let settings = of(OnlineOptimizer::Ftrl);
    has_bits_of_the_kernels(&settings, settings.ftrl::<f32>().unwrap());
}

/// Ends the pass behind a batch, with what a checkpoint there has.
struct Stop<'a> {
    after: u64,
    path: &'a std::path::Path,
    doubled: Vec<u64>,
    is_saved: bool,
}

impl Observer<Classifier<f32>> for Stop<'_> {
    type Error = TrainError;

    fn batch_end(
        &mut self,
        classifier: &Classifier<f32>,
        progress: &Progress<ClassifyTotals>,
        _: u64,
    ) -> Result<(), TrainError> {
        for [pass, since] in classifier.doubled() {
            assert_eq!(since.rows, if pass.rows == 1 { 1 } else { pass.rows / 2 });
            self.doubled.push(pass.rows);
        }
        if progress.totals.pass.rows >= self.after {
            Learner::save(classifier, self.path, progress)?;
            self.is_saved = true;
        }
        Ok(())
    }

    fn stop(&mut self) -> Result<bool, TrainError> {
        Ok(self.is_saved)
    }
}

#[test]
fn batches_threads_and_interruptions_do_not_show() {
    let text = text(200);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("half.safetensors");
    let end = folder.path().join("end.safetensors");
    for optimizer in OnlineOptimizer::ALL {
        let settings = settings(optimizer);
        // Two passes, the file of their end.
        let go_on = |mut classifier: Classifier<f32>, mut progress: ClassifyProgress, threads, batch_rows| {
            while progress.passes < 2 {
                let mut pass = || pass(&mut classifier, &mut progress, &text, threads, batch_rows);
                let done = if threads == 1 { pass() } else { Cpu::pool(threads).unwrap().install(pass) };
                done.unwrap();
            }
            classifier.save(&end, &progress).unwrap();
            std::fs::read(&end).unwrap()
        };
        let new = || Classifier::<f32>::new(&settings).unwrap();
        let expected = go_on(new(), ClassifyProgress::default(), 1, 200);
        for (threads, batch_rows) in [(1, 1), (2, 3), (7, 16), (2, 1000)] {
            assert_eq!(
                go_on(new(), ClassifyProgress::default(), threads, batch_rows),
                expected,
                "{optimizer:?}, {threads} threads"
            );
        }
        for after in [1, 20, 63, 64, 65, 199, 200] {
            let mut watch = Stop { after, path: &path, doubled: Vec::new(), is_saved: false };
            let mut rows = ReadAhead::new(reader::<f32>(&text, 1), 1);
            let outcome = fit(&mut new(), &mut rows, &Epochs::new(1), &mut Progress::default(), &mut watch).unwrap();
            assert!(matches!(outcome, Outcome::Inside(_)));
            assert!(watch.doubled.iter().copied().eq((0..=after.ilog2()).map(|power| 1 << power)));
            let saved = SavedClassifier::read(&path).unwrap();
            assert_eq!(saved.progress.pass.rows, after);
            assert_eq!(
                go_on(saved.classifier(&settings).unwrap(), saved.progress, 1, 9),
                expected,
                "{optimizer:?} after row {after}"
            );
        }
    }
}

#[test]
fn what_cannot_be_learnt_is_refused_with_its_place() {
    let refusal = |text: &str, settings: &ClassifySettings, progress: &mut ClassifyProgress| {
        pass(&mut Classifier::<f32>::new(settings).unwrap(), progress, text, 1, 2).unwrap_err().to_string()
    };
    let settings = settings(OnlineOptimizer::Sgd);
    let fresh = ClassifyProgress::default;
    assert_eq!(refusal("1 0:1\n\n  2 0:1\n", &settings, &mut fresh()), "clicks:3:3: label `2` is not 1, 0 or -1");
    assert_eq!(refusal("1 0:1\n0.5\n", &settings, &mut fresh()), "clicks:2:1: label `0.5` is not 1, 0 or -1");
    assert_eq!(
        refusal("-1 40:1\n", &settings, &mut fresh()),
        "clicks:1:4: feature index 40 is out of range: 40 features counted from 0"
    );
    assert_eq!(refusal("", &settings, &mut fresh()), "clicks: no rows");
    let mut later = ClassifyProgress { passes: 1, pass: LogLoss { rows: 5, sum: 1.0, weight: 5.0 }, ..fresh() };
    assert_eq!(
        refusal("1 0:1\n0 1:1\n", &settings, &mut later),
        "5 rows of this pass were learnt before, here are 2: it needs the same data"
    );
    let steep = ClassifySettings { learning_rate: 1e38, l2: 0.0, ..settings.clone() };
    let rows = "1 0:1e30\n0 0:1e30\n".repeat(3);
    let error = refusal(&rows, &steep, &mut fresh());
    assert!(error.starts_with("the loss is not finite in pass 1, up to row "), "{error}");

    let error = |settings: &ClassifySettings| Classifier::<f32>::new(settings).err().unwrap().to_string();
    assert_eq!(
        error(&ClassifySettings { learning_rate: 1e-60, ..settings }),
        "learning rate 1e-60 is not usable as f32"
    );
}
