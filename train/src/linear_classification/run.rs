//! A run of `lacuna train linear-classification`.
use super::LinearClassificationArguments;
use crate::batch_run::{BatchData, BatchModel, BatchReport, BatchRun, Steps};
use crate::measures::{Measured, Task};
use crate::open::check_memory;
use crate::optimizer::Rates;
use crate::plot::Axes;
use crate::ranks::{OpenRanks, on_ranks};
use crate::report::Report;
use crate::rows::Reading;
use crate::run::Stop;
use anyhow::{Result, bail, ensure};
use indicatif::HumanCount;
use lacuna_models::model::{Description, LinearClassifier, LinearClassifierOptions, saved_shapes};
use lacuna_runtime::atomic_file::check_target;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::Path;

/// What learns both few and many features: `benches/results/defaults.md`.
const ADAGRAD: Rates = Rates(0.03, 1e-4);

/// Rows of a step.
const BATCH_ROWS: usize = 100;

/// Runs `lacuna train linear-classification`, and shows it on `out`.
///
/// # Errors
/// One line that says what is wrong with the arguments, the data or the files.
pub fn train_linear_classification(
    arguments: &LinearClassificationArguments,
    out: &mut (dyn Write + Send),
    stop: Stop<'_>,
) -> Result<BatchReport> {
    on_ranks(arguments, |arguments, ranks| {
        arguments.fit.check_targets_of_model()?;
        arguments.rows.write_data.as_deref().map_or(Ok(()), check_target)?;
        let report = Report::new(out, arguments.fit.form());
        let rows = arguments.batch_size.map_or(BATCH_ROWS, NonZeroUsize::get);
        arguments.fit.on_threads(rows, |threads| train(arguments, threads, report, stop, ranks))
    })
}

/// Features of a model that was saved.
fn saved_features(path: &Path) -> Result<usize> {
    let shapes = saved_shapes(path)?;
    let shape = |name: &str| shapes.get(name).map(Vec::as_slice);
    match (shape("weight"), shape("bias")) {
        (Some(&[features, 2]), Some(&[2])) => Ok(features),
        _ => bail!("{}: not a model of `lacuna train linear-classification`", path.display()),
    }
}

/// A model that was saved, to predict with, and its features.
pub(crate) fn saved_classifier(path: &Path) -> Result<(LinearClassifier, usize)> {
    let features = saved_features(path)?;
    let mut classifier = LinearClassifier::new(&LinearClassifierOptions::new(features), 0)?;
    classifier.load_parameters(path)?;
    Ok((classifier, features))
}

fn train(
    arguments: &LinearClassificationArguments,
    threads: usize,
    mut report: Report<'_>,
    stop: Stop<'_>,
    ranks: Option<&OpenRanks>,
) -> Result<BatchReport> {
    let (limit, context) = (arguments.fit.memory(), arguments.place.open(ranks)?);
    let loaded = arguments.fit.load.as_deref().map(saved_features).transpose()?;
    let asked = arguments.rows.features.map_or(0, NonZeroUsize::get);
    if let Some(features) = loaded {
        ensure!(asked == 0 || asked == features, "the loaded model has {features} features, not {asked}");
    }
    let seed = arguments.fit.seed();
    let batch_size = arguments.batch_size.map_or(BATCH_ROWS, NonZeroUsize::get);
    let reading = Reading {
        batch_size,
        features: loaded.unwrap_or(asked),
        seed,
        limit,
        strict: arguments.fit.strict,
        counted: report.counted(),
    };
    arguments.fit.expect_base(arguments.rows.data.is_some(), arguments.rows.format.index_base)?;
    let mut data = report.during("opening the data", || arguments.rows.open(&reading, ranks))?;
    let features = data.features;
    let mut options = LinearClassifierOptions::new(features);
    let default = arguments.optimizer.default_of(ADAGRAD, options.optimizer);
    options.optimizer = arguments.optimizer.of(default, &[("sgd", 0.1), ("adam", 0.01)])?;
    let optimizer = options.optimizer;
    let of_preset = options.positive_weight.filter(|_| arguments.optimizer.is_mxnet());
    options.positive_weight = arguments.positive_weight.or(of_preset);
    let weighted = options.positive_weight.map_or_else(String::new, |weight| format!(", positive weight {weight}"));
    report.fact("data", &data.facts)?;
    report.fact("model", &format!("softmax(x W + b), W {} x 2{weighted}", HumanCount(features as u64)))?;
    report.fact(
        "training",
        &arguments.fit.training(&arguments.optimizer.text(&optimizer), batch_size, threads, &context),
    )?;
    let bytes = 8 * (1 + optimizer.states().len() as u128) * features as u128;
    check_memory(&format!("a model of {} features", HumanCount(features as u64)), bytes, limit)?;
    let mut model = LinearClassifier::with_ranks(&options, seed, ranks.map(OpenRanks::shared))?;
    let index_base = Some(data.base.into());
    model.describe(Description { kind: "linear-classification".to_owned(), index_base });
    model.set_up(threads, &context, &arguments.fit)?;
    data.slice_rows.take().map_or(Ok(()), |rows| model.set_slice_rows(rows))?;
    let test = report.during("opening the test data", || arguments.rows.open_test(&data, &reading))?;
    let run = BatchRun {
        title: format!("Linear classification, {}", data.name),
        axes: Axes::LOG_LOSS,
        task: Task::Classes,
        eval: Measured::auc,
        steps: Steps::ROWS,
        fit: &arguments.fit,
        ranks,
    };
    let data = BatchData { train: &mut *data.batches, test, name: &data.name, rows: data.rows };
    run.train(&mut model, data, report, stop)
}
