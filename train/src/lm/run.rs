//! A run of `lacuna train lm`.
use super::LmArguments;
use super::text::Text;
use crate::batch_run::{BatchData, BatchModel, BatchReport, BatchRun, Steps};
use crate::fit_arguments::ContextArguments;
use crate::input::short_name;
use crate::measures::{Measured, Task};
use crate::open::check_memory;
use crate::plot::Axes;
use crate::ranks::{OpenRanks, on_ranks};
use crate::report::Report;
use crate::run::Stop;
use anyhow::{Result, bail, ensure};
use indicatif::HumanCount;
use lacuna::optim::AdaGrad;
use lacuna_models::model::{LanguageModel, LanguageModelOptions, saved_shapes};
use lacuna_runtime::atomic_file::{check_target, write_atomically};
use lacuna_runtime::data::{Batches, TextWindows};
use lacuna_runtime::optimizer::Optimizer;
use std::io::Write;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::Path;

/// Numbers of an embedding, layers, hidden units, numbers of a projected state, rows of text: what learns the generated
/// sentences in seconds.
const SIZES: [(&str, usize); 5] = [
    ("numbers of an embedding", 64),
    ("layers", 1),
    ("hidden units", 256),
    ("projected numbers", 64),
    ("rows of text", 32),
];

/// Words of a row in a step, and words of noise.
const BPTT: usize = 20;
const SAMPLES: usize = 256;

/// Of MXNet's example.
const LEARNING_RATE: f64 = 0.2;
/// Epsilon, norm, factor of the embedding's gradient, and dropout of MXNet's example.
const RATES: [f64; 4] = [1.0, 10.0, 256.0, 0.1];

/// Steps between two lines.
const SHOW_EVERY: u64 = 200;

/// Runs `lacuna train lm`, and shows it on `out`.
///
/// # Errors
/// One line that says what is wrong with the arguments, the data or the files.
pub fn train_lm(arguments: &LmArguments, out: &mut (dyn Write + Send), stop: Stop<'_>) -> Result<BatchReport> {
    on_ranks(arguments, |arguments, ranks| {
        arguments.fit.expect_no_predictions("a language model")?;
        arguments.fit.check_targets_of_model()?;
        arguments.save_vocabulary.as_deref().map_or(Ok(()), check_target)?;
        let report = Report::new(out, arguments.fit.form());
        // A step has so many positions of text.
        let [rows, words] = [arguments.batch_size, arguments.bptt].map(|asked| asked.map(NonZeroUsize::get));
        let positions = rows.unwrap_or(SIZES[4].1).saturating_mul(words.unwrap_or(BPTT));
        arguments.fit.on_threads(positions, |threads| train(arguments, threads, report, stop, ranks))
    })
}

/// Words and sizes of a model that was saved.
fn saved_sizes(path: &Path) -> Result<(usize, [usize; 5])> {
    let shapes = saved_shapes(path)?;
    let shape = |name: &str| shapes.get(name).map(Vec::as_slice);
    let layers = (0..).take_while(|layer| shape(&format!("lstm{layer}_h2r_weight")).is_some()).count();
    match (shape("encoder_weight"), shape("lstm0_h2r_weight"), shape("lstm0_state_r")) {
        (Some(&[words, embedding]), Some(&[projection, hidden]), Some(&[rows, _])) => {
            Ok((words, [embedding, layers, hidden, projection, rows]))
        }
        _ => bail!("{}: not a model of `lacuna train lm`", path.display()),
    }
}

fn count(number: usize) -> String {
    HumanCount(number as u64).to_string()
}

fn options(arguments: &LmArguments, words: usize) -> Result<LanguageModelOptions> {
    let loaded = arguments.fit.load.as_deref().map(saved_sizes).transpose()?;
    if let Some((found, _)) = loaded {
        ensure!(found == words, "the loaded model has {} words, the vocabulary {}", count(found), count(words));
    }
    let &LmArguments { embedding, layers, hidden, projection, batch_size, .. } = arguments;
    let mut sizes = [0; 5];
    for (((asked, to), (what, default)), place) in
        [embedding, layers, hidden, projection, batch_size].into_iter().zip(&mut sizes).zip(SIZES).zip(0..)
    {
        let found = loaded.and_then(|(_, sizes)| sizes.get::<usize>(place).copied());
        let asked = asked.map(NonZeroUsize::get);
        if let (Some(found), Some(asked)) = (found, asked) {
            ensure!(found == asked, "the loaded model has {found} {what}, not {asked}");
        }
        *to = found.or(asked).unwrap_or(default);
    }
    let asked = [arguments.epsilon, arguments.clip, arguments.rescale_embedding, arguments.dropout];
    let mut rates = RATES;
    rates.iter_mut().zip(asked).for_each(|(rate, asked)| *rate = asked.unwrap_or(*rate));
    let [epsilon, clip, rescale_embedding, dropout] = rates;
    let mut options = LanguageModelOptions::new(words);
    [options.embedding, options.layers, options.hidden, options.projection, options.batch_size] = sizes;
    options.samples = arguments.samples.map_or(SAMPLES, NonZeroUsize::get);
    (options.clip, options.rescale_embedding, options.dropout) = (Some(clip), rescale_embedding, dropout);
    options.optimizer = arguments.optimizer.of(Optimizer::AdaGrad(AdaGrad::new(LEARNING_RATE, epsilon)), &[])?;
    if let Some(epsilon) = arguments.epsilon {
        options.optimizer.set("epsilon", epsilon)?;
    }
    Ok(options)
}

/// Bytes of parameters with their states and a gradient of the layers, and of what a step of the layers and of the
/// softmax computes.
fn bytes(options: &LanguageModelOptions, bptt: usize) -> u128 {
    let [layers, hidden, projection, samples] =
        [options.layers, options.hidden, options.projection, options.samples].map(|number| number as u128);
    let positions = options.batch_size as u128 * bptt as u128;
    let of_layers = layers * positions * (20 * hidden + 4 * projection);
    let arrays = 2 + options.optimizer.states().len() as u128;
    4 * (arrays * options.parameters() + of_layers + positions * 2 * samples)
}

fn train(
    arguments: &LmArguments,
    threads: usize,
    mut report: Report<'_>,
    stop: Stop<'_>,
    ranks: Option<&OpenRanks>,
) -> Result<BatchReport> {
    let together = ranks.map(OpenRanks::together).transpose()?;
    let (seed, context) = (arguments.fit.seed(), arguments.place.open(ranks)?);
    let text = report.during("counting words", || Text::open(arguments, seed))?;
    text.left_out.tell(&arguments.fit, &mut report)?;
    if let Some(path) = &arguments.save_vocabulary {
        write_atomically(path, text.vocabulary.to_text().as_bytes())?;
    }
    let words = text.vocabulary.len();
    let options = options(arguments, words)?;
    ranks.map_or(Ok(()), |ranks| ranks.expect_rows(options.batch_size))?;
    let bptt = arguments.bptt.map_or(BPTT, NonZeroUsize::get);
    let LanguageModelOptions { embedding, layers, hidden, projection, batch_size, samples, dropout, .. } = options;
    report.fact("data", &format!("{}, {} words", text.name, count(words)))?;
    let parameters = HumanCount(u64::try_from(options.parameters()).unwrap_or(u64::MAX));
    report.fact(
        "model",
        &format!(
            "embedding {embedding}, {layers} x LSTMP {hidden}-{projection}, dropout {dropout}, {parameters} parameters"
        ),
    )?;
    let epsilon = options.optimizer.get("epsilon").map_or_else(String::new, |epsilon| format!(", epsilon {epsilon}"));
    report.fact(
        "training",
        &format!(
            "{}{epsilon}, norm {}, batches of {batch_size} x {bptt} words, {} of noise, {} epochs, seed {seed}, {}",
            arguments.optimizer.text(&options.optimizer),
            options.clip.unwrap_or_default(),
            count(samples),
            arguments.fit.passes(),
            ContextArguments::place(threads, &context)
        ),
    )?;
    let what = format!("a language model of {} words", count(words));
    check_memory(&what, bytes(&options, bptt), arguments.fit.memory())?;
    let mut model =
        report.during("drawing the first weights", || LanguageModel::with_ranks(&options, seed, together))?;
    model.set_up(threads, &context, &arguments.fit)?;
    let windows = |files| TextWindows::new(text.vocabulary.clone(), files, batch_size, bptt);
    let mut batches = windows(text.files.clone())?;
    if !arguments.in_order {
        batches = batches.shuffled(seed);
    }
    let test =
        text.test.clone().map(|file| windows(vec![file]).map(|test| Box::new(test) as Box<dyn Batches>)).transpose()?;
    let run = BatchRun {
        title: format!("Language model, {}", short_name(Path::new(&text.name))),
        axes: Axes::WORDS,
        task: Task::Words,
        eval: Measured::loss,
        steps: Steps {
            unit: "words",
            key: "words_per_second",
            in_row: bptt as u64,
            show_every: arguments.show_every.or(NonZeroU64::new(SHOW_EVERY)),
            save_every: arguments.save_every_steps,
        },
        fit: &arguments.fit,
        ranks,
    };
    run.train(&mut model, BatchData { train: &mut batches, test, name: &text.name, rows: None }, report, stop)
}
