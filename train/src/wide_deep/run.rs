//! A run of `lacuna train wide-deep`.
use super::WideDeepArguments;
use super::data::Data;
use super::form::Form;
use crate::batch_run::{BatchData, BatchModel, BatchReport, BatchRun, Steps};
use crate::input::short_name;
use crate::measures::{Measured, Task};
use crate::open::check_memory;
use crate::optimizer::Rates;
use crate::plot::Axes;
use crate::ranks::{OpenRanks, on_ranks};
use crate::report::Report;
use crate::run::Stop;
use anyhow::{Result, ensure};
use indicatif::HumanCount;
use lacuna::optim::Adam;
use lacuna_models::model::{Description, WideDeep};
use lacuna_runtime::atomic_file::check_target;
use lacuna_runtime::data::Batches;
use lacuna_runtime::optimizer::Optimizer;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::Path;

/// What learns the generated rows in few epochs: `benches/results/defaults.md`.
const ADAGRAD: Rates = Rates(0.1, 1e-4);

/// Rows of a step.
const BATCH_ROWS: usize = 100;

/// Runs `lacuna train wide-deep`, and shows it on `out`.
///
/// # Errors
/// One line that says what is wrong with the arguments, the data or the files.
pub fn train_wide_deep(
    arguments: &WideDeepArguments,
    out: &mut (dyn Write + Send),
    stop: Stop<'_>,
) -> Result<BatchReport> {
    on_ranks(arguments, |arguments, ranks| {
        arguments.fit.check_targets_of_model()?;
        [&arguments.write_data, &arguments.write_deep]
            .into_iter()
            .flatten()
            .try_for_each(|target| check_target(target))?;
        let report = Report::new(out, arguments.fit.form());
        let rows = arguments.batch_size.map_or(BATCH_ROWS, NonZeroUsize::get);
        arguments.fit.on_threads(rows, |threads| train(arguments, threads, report, stop, ranks))
    })
}

/// A model that was saved, to predict with.
pub(crate) fn saved_wide_deep(path: &Path) -> Result<(WideDeep, Form)> {
    let form = Form::saved(path)?;
    let mut model = WideDeep::new(&form.options(), 0)?;
    model.load_parameters(path)?;
    Ok((model, form))
}

fn numbers(given: &[NonZeroUsize]) -> Option<Vec<usize>> {
    (!given.is_empty()).then(|| given.iter().map(|number| number.get()).collect())
}

fn agree<T: PartialEq + std::fmt::Debug>(what: &str, asked: Option<&T>, found: &T) -> Result<()> {
    ensure!(
        asked.is_none_or(|asked| asked == found),
        "the loaded model has {what} {found:?}, not {:?}",
        asked.unwrap_or(found)
    );
    Ok(())
}

fn train(
    arguments: &WideDeepArguments,
    threads: usize,
    mut report: Report<'_>,
    stop: Stop<'_>,
    ranks: Option<&OpenRanks>,
) -> Result<BatchReport> {
    let get = NonZeroUsize::get;
    let (limit, context) = (arguments.fit.memory(), arguments.place.open(ranks)?);
    let loaded = arguments.fit.load.as_deref().map(Form::saved).transpose()?;
    let (asked_tables, asked_hidden) = (numbers(&arguments.table_rows), numbers(&arguments.hidden));
    if let Some(form) = &loaded {
        agree("features", arguments.features.map(get).as_ref(), &form.features)?;
        agree("table rows", asked_tables.as_ref(), &form.tables)?;
        agree("id columns", arguments.id_columns.as_ref(), &form.tables.len())?;
        agree("continuous columns", arguments.continuous.as_ref(), &form.continuous)?;
        agree("width", arguments.width.map(get).as_ref(), &form.width)?;
        agree("hidden layers", asked_hidden.as_ref(), &form.hidden)?;
    }
    if let (Some(tables), Some(columns)) = (&asked_tables, arguments.id_columns) {
        ensure!(tables.len() == columns, "--table-rows has {} numbers, for {columns} id columns", tables.len());
    }
    let tables = loaded.as_ref().map(|form| form.tables.clone()).or(asked_tables);
    arguments.fit.expect_base(arguments.data.is_some(), arguments.format.index_base)?;
    let data = report.during("reading the data", || Data::open(arguments, loaded.as_ref(), tables, limit))?;
    let form = loaded.unwrap_or_else(|| Form {
        features: data.train.wide.shape().get(1).copied().unwrap_or_default(),
        tables: data.tables,
        continuous: data.train.deep.columns,
        width: arguments.width.map_or(8, get),
        hidden: asked_hidden.unwrap_or_else(|| vec![50, 100]),
    });
    let seed = arguments.fit.seed();
    let batch_size = arguments.batch_size.map_or(BATCH_ROWS, get);
    let optimizer = {
        let of_mxnet = Optimizer::Adam(Adam::new(0.001, 0.9, 0.999, 1e-8));
        arguments.optimizer.of(arguments.optimizer.default_of(ADAGRAD, of_mxnet), &[])?
    };
    let count = |number: usize| HumanCount(number as u64).to_string();
    data.left_out.tell(&arguments.fit, &mut report)?;
    report.fact("data", &data.facts)?;
    let of_tables =
        form.tables.iter().map(|&rows| format!("table {} x {}, ", count(rows), form.width)).collect::<String>();
    let layers = form.hidden.iter().chain([&2]).map(|&outputs| count(outputs)).collect::<Vec<_>>().join(" -> ");
    report.fact(
        "model",
        &format!(
            "wide: {} columns; deep: {of_tables}{} continuous columns -> {layers}",
            count(form.features),
            count(form.continuous)
        ),
    )?;
    report.fact(
        "training",
        &arguments.fit.training(&arguments.optimizer.text(&optimizer), batch_size, threads, &context),
    )?;
    check_memory(
        &format!("a model of {} features", count(form.features)),
        form.bytes(optimizer.states().len()),
        limit,
    )?;
    let mut options = form.options();
    options.optimizer = optimizer;
    let mut model = WideDeep::with_ranks(&options, seed, ranks.map(OpenRanks::shared))?;
    let index_base = Some(data.base.into());
    model.describe(Description { kind: "wide-deep".to_owned(), index_base });
    model.set_up(threads, &context, &arguments.fit)?;
    let rows = data.train.labels.len() as u64;
    let mut batches = data.train.batches(batch_size, (!arguments.in_order).then_some(seed))?;
    let test = data
        .test
        .map(|test| test.batches(batch_size, None).map(|test| Box::new(test) as Box<dyn Batches>))
        .transpose()?;
    let run = BatchRun {
        title: format!("Wide and deep, {}", short_name(Path::new(&data.name))),
        axes: Axes::LOG_LOSS,
        task: Task::Classes,
        eval: Measured::accuracy,
        steps: Steps::ROWS,
        fit: &arguments.fit,
        ranks,
    };
    run.train(&mut model, BatchData { train: &mut batches, test, name: &data.name, rows: Some(rows) }, report, stop)
}
