//! A run of `lacuna train fm`.
use super::FmArguments;
use crate::batch_run::{BatchData, BatchModel, BatchReport, BatchRun, Steps};
use crate::measures::{Measured, Task};
use crate::open::check_memory;
use crate::optimizer::Rates;
use crate::plot::Axes;
use crate::ranks::{OpenRanks, on_ranks};
use crate::report::Report;
use crate::rows::Reading;
use crate::run::Stop;
use anyhow::{Result, ensure};
use indicatif::HumanCount;
use lacuna_models::model::{
    Description, FactorizationMachine, FactorizationMachineOptions, FactorizationTask, ParameterOptions, saved_shapes,
};
use lacuna_runtime::atomic_file::check_target;
use lacuna_runtime::initializer::Initializer;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::Path;

/// Factors of a feature.
const FACTORS: usize = 16;

/// What learns both few and many features: `benches/results/defaults.md`.
const ADAGRAD: Rates = Rates(0.03, 1e-4);

/// Deviation of the first factors.
const FIRST_FACTORS: f64 = 0.01;

/// Rows of a step.
const BATCH_ROWS: usize = 100;

/// Runs `lacuna train fm`, and shows it on `out`.
///
/// # Errors
/// One line that says what is wrong with the arguments, the data or the files.
pub fn train_fm(arguments: &FmArguments, out: &mut (dyn Write + Send), stop: Stop<'_>) -> Result<BatchReport> {
    on_ranks(arguments, |arguments, ranks| {
        arguments.fit.check_targets_of_model()?;
        arguments.rows.write_data.as_deref().map_or(Ok(()), check_target)?;
        let report = Report::new(out, arguments.fit.form());
        let rows = arguments.batch_size.map_or(BATCH_ROWS, NonZeroUsize::get);
        arguments.fit.on_threads(rows, |threads| train(arguments, threads, report, stop, ranks))
    })
}

/// Features and factors of a model that was saved.
fn saved_shape(path: &Path) -> Result<(usize, usize)> {
    match saved_shapes(path)?.get("v").map(Vec::as_slice) {
        Some(&[features, factors]) => Ok((features, factors)),
        _ => anyhow::bail!("{}: not a model of `lacuna train fm`", path.display()),
    }
}

/// A model that was saved, to predict with, and its features.
pub(crate) fn saved_machine(path: &Path, task: FactorizationTask) -> Result<(FactorizationMachine, usize)> {
    let (features, factors) = saved_shape(path)?;
    let mut options = FactorizationMachineOptions::new(features, factors);
    options.task = task;
    let mut machine = FactorizationMachine::new(&options, 0)?;
    machine.load_parameters(path)?;
    Ok((machine, features))
}

fn train(
    arguments: &FmArguments,
    threads: usize,
    mut report: Report<'_>,
    stop: Stop<'_>,
    ranks: Option<&OpenRanks>,
) -> Result<BatchReport> {
    let (limit, context) = (arguments.fit.memory(), arguments.place.open(ranks)?);
    if let Some(path) = &arguments.fit.load
        // What is no model, and a folder of shards, is told or read below.
        && let Ok(Some(Description { kind, .. })) = Description::read(path)
    {
        ensure!(kind == "fm", "{}: a model of the kind {kind:?}, not of `lacuna train fm`", path.display());
    }
    let loaded = arguments.fit.load.as_deref().map(saved_shape).transpose()?;
    let asked = (arguments.rows.features.map_or(0, NonZeroUsize::get), arguments.factors.map(NonZeroUsize::get));
    if let Some((features, factors)) = loaded {
        ensure!(asked.0 == 0 || asked.0 == features, "the loaded model has {features} features, not {}", asked.0);
        ensure!(
            asked.1.is_none_or(|asked| asked == factors),
            "the loaded model has {factors} factors, not {}",
            asked.1.unwrap_or_default()
        );
    }
    let seed = arguments.fit.seed();
    let batch_size = arguments.batch_size.map_or(BATCH_ROWS, NonZeroUsize::get);
    let reading = Reading {
        batch_size,
        features: loaded.map_or(asked.0, |(features, _)| features),
        seed,
        limit,
        strict: arguments.fit.strict,
        counted: report.counted(),
    };
    arguments.fit.expect_base(arguments.rows.data.is_some(), arguments.rows.format.index_base)?;
    let mut data = report.during("opening the data", || arguments.rows.open(&reading, ranks))?;
    let features = data.features;
    let factors = loaded.map_or(asked.1.unwrap_or(FACTORS), |(_, factors)| factors);
    let mut options = FactorizationMachineOptions::new(features, factors);
    options.optimizer = arguments.optimizer.default_of(ADAGRAD, options.optimizer);
    if !arguments.optimizer.is_mxnet() {
        let parameter = |sigma| ParameterOptions::with(Initializer::Normal { sigma }, 1.0, 1.0);
        [options.w0, options.w, options.v] = [parameter(0.01), parameter(0.01), parameter(FIRST_FACTORS)];
    }
    options.optimizer = arguments.optimizer.of(options.optimizer, &[])?;
    let optimizer = options.optimizer;
    report.fact("data", &data.facts)?;
    report.fact(
        "model",
        &format!("factorization machine, {} features, {factors} factors", HumanCount(features as u64)),
    )?;
    report.fact(
        "training",
        &arguments.fit.training(&arguments.optimizer.text(&optimizer), batch_size, threads, &context),
    )?;
    // Weights and states of w and v.
    let bytes = (1 + optimizer.states().len() as u128) * 4 * features as u128 * (factors as u128 + 1);
    check_memory(&format!("a model of {} features", HumanCount(features as u64)), bytes, limit)?;
    let mut model = FactorizationMachine::with_ranks(&options, seed, ranks.map(OpenRanks::shared))?;
    model.describe(Description { kind: "fm".to_owned(), index_base: Some(data.base.into()) });
    model.set_up(threads, &context, &arguments.fit)?;
    data.slice_rows.take().map_or(Ok(()), |rows| model.set_slice_rows(rows))?;
    let test = report.during("opening the test data", || arguments.rows.open_test(&data, &reading))?;
    let run = BatchRun {
        title: format!("Factorization machine, {}", data.name),
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
