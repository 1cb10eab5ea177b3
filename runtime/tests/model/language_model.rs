//! A language model: its gradients beside differences, and that neither threads, interruptions, evaluations nor
//! refusals leave a trace.
use super::counting::{allocations, counter};
use super::some::{text, text_file};
use lacuna::infer::Stype;
use lacuna::optim::Sgd;
use lacuna_models::model::{LanguageModel, LanguageModelOptions};
use lacuna_runtime::Cpu;
use lacuna_runtime::array::{Array, Dtype};
use lacuna_runtime::data::{Batch, Batches, TextWindows};
use lacuna_runtime::optimizer::Optimizer;

const WORDS: usize = 30;
const ROWS: usize = 10;

fn options() -> LanguageModelOptions {
    let mut options = LanguageModelOptions::new(WORDS);
    (options.embedding, options.hidden, options.projection, options.layers) = (5, 6, 4, 2);
    (options.batch_size, options.samples, options.dropout) = (ROWS, 12, 0.25);
    options
}

fn model(seed: u64) -> LanguageModel {
    LanguageModel::new(&options(), seed).unwrap()
}

/// Windows of different lengths.
fn windows() -> Vec<Batch> {
    (0..6).map(|number| text(number, ROWS, 7 - number as usize, WORDS)).collect()
}

fn all(model: &LanguageModel) -> Vec<(String, Array)> {
    model.parameters().map(|(name, array)| (name.to_owned(), array.clone())).collect()
}

#[test]
fn gradients_are_those_of_differences() {
    let mut own = options();
    (own.dtype, own.optimizer, own.clip) = (Dtype::F64, Optimizer::Sgd(Sgd::new(0.0)), None);
    (own.batch_size, own.rescale_embedding) = (3, 1.0);
    let (batch, noise) = (text(3, 3, 4, WORDS), [0, 4, 1, 1, 9, 0, 29]);
    // Dropout is the same in each of the models' first steps; states come from a window before, which has no gradient.
    let fresh = || LanguageModel::new(&own, 5).unwrap();
    let first = all(&fresh());
    let run = |changed: Option<(&str, usize, f64)>| {
        let mut model = fresh();
        model.step_with_noise(&text(1, 3, 5, WORDS), &noise).unwrap();
        for (name, array) in &first {
            let mut array = array.clone();
            for (place, value) in array.data_mut::<f64>().unwrap().iter_mut().enumerate() {
                *value += (place % 7) as f64 * 0.05 - 0.15;
                if let Some((changed, at, step)) = changed
                    && (changed, at) == (&**name, place)
                {
                    *value += step;
                }
            }
            model.set_parameter(name, array).unwrap();
        }
        // The mean of the words that count, as the sum of what is learnt.
        let counts: f32 = batch.data[1].data::<f32>().unwrap().iter().sum();
        let loss = model.step_with_noise(&batch, &noise).unwrap() * f64::from(counts) / 3.0;
        (loss, model)
    };
    let (_, model) = run(None);
    const STEP: f64 = 1e-6;
    for (name, _) in &first {
        let gradient = model.gradient(name).unwrap().tostype(Stype::Dense).unwrap();
        let found = gradient.data::<f64>().unwrap();
        assert!(found.iter().any(|&number| number != 0.0), "{name}");
        for (place, &found) in found.iter().enumerate() {
            let expected = (run(Some((name, place, STEP))).0 - run(Some((name, place, -STEP))).0) / (2.0 * STEP);
            assert!(
                (found - expected).abs() <= 1e-7 * expected.abs().max(1.0),
                "{name}, element {place}: {found}, not {expected}"
            );
        }
    }
    for (table, stored) in
        [("encoder_weight", batch.data[0].data::<i64>()), ("decoder_bias", batch.label[0].data::<i64>())]
    {
        let gradient = model.gradient(table).unwrap();
        assert_eq!(gradient.stype(), Stype::RowSparse);
        let mut expected = stored.unwrap().to_vec();
        expected.extend(noise.iter().filter(|_| table == "decoder_bias"));
        expected.sort_unstable();
        expected.dedup();
        assert_eq!(gradient.indices(), Some(&*expected));
    }
}

#[test]
fn the_bits_do_not_depend_on_threads() {
    let trained = |threads: usize| {
        let mut model = model(3);
        model.set_threads(threads);
        let losses: Vec<_> = windows().iter().map(|batch| model.step(batch).unwrap().to_bits()).collect();
        let (_file, mut rows) = text_file(WORDS, 3, 5);
        (losses, all(&model), model.evaluate(&mut rows).unwrap())
    };
    let alone = trained(1);
    assert!(alone.0.iter().all(|&loss| f64::from_bits(loss).is_finite()));
    for threads in [2, 7] {
        assert_eq!(Cpu::pool(threads).unwrap().install(|| trained(threads)), alone, "{threads}");
    }
}

#[test]
fn the_bits_do_not_depend_on_an_interruption() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.safetensors");
    let windows = windows();
    for at in 0..windows.len() {
        let (before, after) = windows.split_at(at);
        let mut whole = model(3);
        before.iter().for_each(|batch| assert!(whole.step(batch).is_ok()));
        whole.save(&path).unwrap();
        // Not fresh: nothing of it stays.
        let mut resumed = model(3);
        resumed.step(&windows[5]).unwrap();
        resumed.load(&path).unwrap();
        assert_eq!(resumed.steps(), at as u64);
        for batch in after {
            assert_eq!(resumed.step(batch).unwrap().to_bits(), whole.step(batch).unwrap().to_bits());
            assert_eq!(resumed.noise(), whole.noise());
        }
        assert_eq!(all(&whole), all(&resumed));
    }
}

#[test]
fn states_are_carried_until_an_epoch_begins() {
    let windows = windows();
    let run = |begin: bool| {
        let mut model = model(3);
        model.step(&windows[0]).unwrap();
        if begin {
            model.begin().unwrap();
        }
        model.step(&windows[1]).unwrap()
    };
    assert_ne!(run(false), run(true));
    // An evaluation in between begins with states of its own, and leaves those of the training.
    let mut model = model(3);
    model.step(&windows[0]).unwrap();
    let (_file, mut rows) = text_file(WORDS, 3, 5);
    let found = model.evaluate(&mut rows).unwrap();
    assert_eq!(model.evaluate(&mut rows).unwrap(), found);
    assert_eq!(model.step(&windows[1]).unwrap().to_bits(), run(false).to_bits());
}

#[test]
fn an_evaluation_does_not_depend_on_how_the_text_is_cut() {
    let mut model = model(3);
    windows().iter().for_each(|batch| assert!(model.step(batch).is_ok()));
    let mut losses = Vec::new();
    for steps in [1, 4, 50] {
        let (_file, mut rows) = text_file(WORDS, 1, steps);
        losses.push(model.evaluate(&mut rows).unwrap());
    }
    assert_eq!(losses[0].words, 11 * 9);
    assert!(losses.windows(2).all(|pair| pair[0] == pair[1]), "{losses:?}");
    // Of this text it has learnt next to nothing: near that of words which are all as likely.
    assert!((losses[0].perplexity() / WORDS as f64 - 1.0).abs() < 0.1, "{losses:?}");
}

/// The same formulas, number by number: the mean cross entropy of sentences that follow each other.
struct Plain<'a> {
    model: &'a LanguageModel,
    r: [Vec<f64>; 2],
    c: [Vec<f64>; 2],
}

impl Plain<'_> {
    fn numbers(&self, name: &str) -> &[f64] {
        self.model.parameter(name).unwrap().data::<f64>().unwrap()
    }

    fn product(&self, name: &str, x: &[f64]) -> Vec<f64> {
        self.numbers(name).chunks(x.len()).map(|row| row.iter().zip(x).map(|(w, x)| w * x).sum()).collect()
    }

    fn loss(&mut self, word: usize, target: usize) -> f64 {
        let mut x = self.numbers("encoder_weight").chunks(5).nth(word).unwrap().to_vec();
        for layer in 0..2 {
            let name = |of: &str| format!("lstm{layer}_{of}");
            let mut gates = self.product(&name("i2h_weight"), &x);
            let others = [self.product(&name("h2h_weight"), &self.r[layer]), self.numbers(&name("i2h_bias")).to_vec()];
            for other in others.iter().map(Vec::as_slice).chain([self.numbers(&name("h2h_bias"))]) {
                gates.iter_mut().zip(other).for_each(|(gate, other)| *gate += other);
            }
            let sigmoid = |x: f64| 1.0 / (1.0 + (-x).exp());
            let mut h = Vec::new();
            for unit in 0..6 {
                let [i, f, g, o] = [0, 6, 12, 18].map(|of| gates[of + unit]);
                let c = sigmoid(f) * self.c[layer][unit] + sigmoid(i) * g.tanh();
                self.c[layer][unit] = c;
                h.push(sigmoid(o) * c.tanh());
            }
            x = self.product(&name("h2r_weight"), &h);
            self.r[layer] = x.clone();
        }
        let mut logits = self.product("decoder_weight", &x);
        logits.iter_mut().zip(self.numbers("decoder_bias")).for_each(|(logit, bias)| *logit += bias);
        logits.iter().map(|logit| logit.exp()).sum::<f64>().ln() - logits[target]
    }
}

#[test]
fn an_evaluation_is_that_of_the_formulas() {
    let mut own = options();
    own.dtype = Dtype::F64;
    let mut model = LanguageModel::new(&own, 3).unwrap();
    // Dropout is for training alone.
    windows().iter().for_each(|batch| assert!(model.step(batch).is_ok()));
    let (_file, mut rows) = text_file(WORDS, 1, 7);
    let found = model.evaluate(&mut rows).unwrap();
    let mut plain = Plain { model: &model, r: [vec![0.0; 4], vec![0.0; 4]], c: [vec![0.0; 6], vec![0.0; 6]] };
    let (mut batch, mut total) = (Batch::default(), 0.0);
    rows.restart().unwrap();
    while rows.next_batch(&mut batch).unwrap() {
        let [words, targets] = [&batch.data[0], &batch.label[0]].map(|array| array.data::<i64>().unwrap());
        for ((&word, &target), &mask) in words.iter().zip(targets).zip(batch.data[1].data::<f32>().unwrap()) {
            total += plain.loss(word as usize, target as usize) * f64::from(mask);
        }
    }
    let expected = total / found.words as f64;
    assert!((found.loss - expected).abs() < 1e-12 * expected, "{found:?}, not {expected}");
    assert_eq!(found.perplexity(), found.loss.exp());
}

#[test]
fn a_step_of_known_sizes_allocates_nothing() {
    let (mut model, batch) = (model(1), text(1, ROWS, 6, WORDS));
    (0..9).for_each(|_| assert!(model.step(&batch).is_ok()));
    assert_eq!(allocations(counter(None), || assert!(model.step(&batch).is_ok())), 0);
}

#[test]
fn what_is_refused_changes_nothing() {
    let good = text(1, ROWS, 6, WORDS);
    let with = |change: &dyn Fn(&mut Batch)| {
        let mut batch = good.clone();
        change(&mut batch);
        batch
    };
    let integers = |shape: &[usize], of: i64| Array::dense(shape, vec![of; shape.iter().product()]).unwrap();
    let cases = [
        (with(&|batch| batch.data.truncate(1)), "the model takes 2 input arrays, and the batch has 1"),
        (with(&|batch| batch.label.clear()), "the model takes 1 label arrays, and the batch has 0"),
        (
            with(&|batch| batch.data[0] = integers(&[9, 6], 0)),
            "words of shape [9, 6] in a batch: words, mask and targets are matrices of one shape with 10 rows",
        ),
        (
            with(&|batch| batch.label[0] = integers(&[10, 5], 0)),
            "targets of shape [10, 5] in a batch: words, mask and targets are matrices of one shape with 10 rows",
        ),
        (
            with(&|batch| batch.data[0] = Array::dense(&[10, 6], vec![0.0_f32; 60]).unwrap()),
            "LanguageModel: operand 0 is float32, but int64 is needed",
        ),
        (
            with(&|batch| batch.data[1] = integers(&[10, 6], 1)),
            "LanguageModel: operand 1 is int64, but float32 is needed",
        ),
        (
            with(&|batch| batch.data[0] = integers(&[10, 6], 30)),
            "Embedding: element 0 is 30, which is not an integer from 0 to 30 (exclusive)",
        ),
        (
            with(&|batch| batch.label[0] = integers(&[10, 6], -1)),
            "Embedding: element 0 is -1, which is not an integer from 0 to 30 (exclusive)",
        ),
    ];
    let (mut model, mut other) = (model(1), self::model(1));
    for (batch, expected) in &cases {
        assert_eq!(model.step(batch).unwrap_err().to_string(), *expected);
    }
    assert_eq!(
        model.step_with_noise(&good, &[]).unwrap_err().to_string(),
        "SampledSoftmax: operand 1 has shape [60, 4], but more rows than the first has, and as many columns, is needed"
    );
    assert_eq!(model.steps(), 0);
    assert_eq!(model.step(&good).unwrap().to_bits(), other.step(&good).unwrap().to_bits());
    // A norm that is no number changes no weight.
    let name = "lstm0_h2h_bias";
    model.set_parameter(name, Array::dense(&[24], vec![f32::NAN; 24]).unwrap()).unwrap();
    let before = all(&model);
    assert_eq!(
        model.step(&good).unwrap_err().to_string(),
        "the norm of the gradients is NaN: a smaller learning rate may help"
    );
    let bits = |parameters: &[(String, Array)]| {
        parameters
            .iter()
            .flat_map(|(_, array)| array.data::<f32>().unwrap().iter().map(|value| value.to_bits()))
            .collect::<Vec<_>>()
    };
    assert_eq!((bits(&before), model.steps()), (bits(&all(&model)), 1));
}

#[test]
fn options_and_files_are_checked() {
    let refused = |change: &dyn Fn(&mut LanguageModelOptions)| {
        let mut options = options();
        change(&mut options);
        LanguageModel::new(&options, 1).unwrap_err().to_string()
    };
    assert_eq!(refused(&|options| options.samples = 0), "samples is 0, but 1 or more is needed");
    assert_eq!(refused(&|options| options.dropout = 1.0), "dropout is 1, but 0 or more, below 1, is needed");
    assert_eq!(refused(&|options| options.clip = Some(0.0)), "clip is 0, but a finite number above 0 is needed");
    assert_eq!(
        refused(&|options| options.dtype = Dtype::I64),
        "a model computes with float32 and float64, not with int64"
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.safetensors");
    let mut own = options();
    own.batch_size = ROWS + 1;
    LanguageModel::new(&own, 1).unwrap().save(&path).unwrap();
    let (mut model, before) = (model(2), model(2));
    assert_eq!(
        model.load(&path).unwrap_err().to_string(),
        "`lstm0_state_r` is default of float32 and shape [11, 4], not default of float32 and shape [10, 4]"
    );
    assert_eq!(all(&model), all(&before));
}

#[test]
fn text_of_a_file_is_learnt() {
    let mut own = options();
    (own.samples, own.dropout) = (40, 0.0);
    let mut model = LanguageModel::new(&own, 1).unwrap();
    let (_file, mut rows): (_, TextWindows) = text_file(WORDS, ROWS, 5);
    let before = model.evaluate(&mut rows).unwrap();
    let mut batch = Batch::default();
    for _ in 0..120 {
        rows.restart().unwrap();
        model.begin().unwrap();
        while rows.next_batch(&mut batch).unwrap() {
            model.step(&batch).unwrap();
        }
    }
    // Each sentence counts up from its first word: only that one, one of 30, must be guessed.
    let after = model.evaluate(&mut rows).unwrap();
    assert!(before.perplexity() > 20.0 && after.perplexity() < 4.0, "{before:?}, {after:?}");
}
