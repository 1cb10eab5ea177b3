//! A run of `lacuna train mf`.
use super::MfArguments;
use super::ratings::Ratings;
use crate::batch_run::{BatchData, BatchModel, BatchReport, BatchRun, Steps};
use crate::input::short_name;
use crate::left_out::LeftOut;
use crate::measures::{Measured, Task};
use crate::open::check_memory;
use crate::optimizer::Rates;
use crate::plot::Axes;
use crate::ranks::{OpenRanks, on_ranks};
use crate::report::Report;
use crate::run::Stop;
use anyhow::{Result, bail, ensure};
use indicatif::HumanCount;
use lacuna::optim::Sgd;
use lacuna_models::model::{Description, MatrixFactorization, MatrixFactorizationOptions, saved_shapes};
use lacuna_runtime::data::Batches;
use lacuna_runtime::optimizer::Optimizer;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::Path;

/// Factors of a user and of an item.
const FACTORS: usize = 64;

/// Rows of a step.
const BATCH_ROWS: usize = 64;

/// What learns the generated scores in ten epochs: `benches/results/defaults.md`.
const ADAGRAD: Rates = Rates(0.05, 1e-4);

/// Step size of plain SGD.
const LEARNING_RATE_OF_MXNET: f64 = 0.2;

/// Generated users, items and scores.
const GENERATED: [usize; 3] = [2000, 1000, 100_000];

/// Runs `lacuna train mf`, and shows it on `out`.
///
/// # Errors
/// One line that says what is wrong with the arguments, the data or the files.
pub fn train_mf(arguments: &MfArguments, out: &mut (dyn Write + Send), stop: Stop<'_>) -> Result<BatchReport> {
    on_ranks(arguments, |arguments, ranks| {
        arguments.fit.check_targets_of_model()?;
        let report = Report::new(out, arguments.fit.form());
        let rows = arguments.batch_size.map_or(BATCH_ROWS, NonZeroUsize::get);
        arguments.fit.on_threads(rows, |threads| train(arguments, threads, report, stop, ranks))
    })
}

/// Users, items and factors of a model that was saved.
fn saved_shape(path: &Path) -> Result<[usize; 3]> {
    let shapes = saved_shapes(path)?;
    let shape = |name: &str| shapes.get(name).map(Vec::as_slice);
    match (shape("user_weight"), shape("item_weight")) {
        (Some(&[users, factors]), Some(&[items, _])) => Ok([users, items, factors]),
        _ => bail!("{}: not a model of `lacuna train mf`", path.display()),
    }
}

/// A model that was saved, to predict with, and its users and items.
pub(crate) fn saved_factorization(path: &Path) -> Result<(MatrixFactorization, [usize; 2])> {
    let [users, items, factors] = saved_shape(path)?;
    let mut factorization = MatrixFactorization::new(&MatrixFactorizationOptions::new(users, items, factors), 0)?;
    factorization.load_parameters(path)?;
    Ok((factorization, [users, items]))
}

fn train(
    arguments: &MfArguments,
    threads: usize,
    mut report: Report<'_>,
    stop: Stop<'_>,
    ranks: Option<&OpenRanks>,
) -> Result<BatchReport> {
    let context = arguments.place.open(ranks)?;
    let get = NonZeroUsize::get;
    let loaded = arguments.fit.load.as_deref().map(saved_shape).transpose()?;
    let asked = [arguments.users, arguments.items, arguments.factors].map(|asked| asked.map(get));
    if let Some(loaded) = loaded {
        for ((asked, found), what) in asked.iter().zip(loaded).zip(["users", "items", "factors"]) {
            ensure!(
                asked.is_none_or(|asked| asked == found),
                "the loaded model has {found} {what}, not {}",
                asked.unwrap_or_default()
            );
        }
    }
    let seed = arguments.fit.seed();
    let size =
        |place: usize| loaded.and_then(|loaded| loaded.get(place).copied()).or(asked.get(place).copied().flatten());
    let mut left_out = LeftOut::default();
    let (name, ratings) = match &arguments.data {
        Some(path) => (
            path.display().to_string(),
            report.during("reading the scores", || Ratings::read(path, true, &mut left_out))?,
        ),
        None => {
            let [users, items, scores] = GENERATED;
            let (users, items) = (size(0).unwrap_or(users), size(1).unwrap_or(items));
            ("generated".to_owned(), Ratings::generate(seed, arguments.scores.map_or(scores, get), users, items)?)
        }
    };
    let (found_users, found_items) = ratings.ends();
    let (users, items, factors) =
        (size(0).unwrap_or(found_users), size(1).unwrap_or(found_items), size(2).unwrap_or(FACTORS));
    ratings.expect(&name, users, items)?;
    let test = match &arguments.test {
        Some(path) => {
            let test = Ratings::read(path, true, &mut left_out)?;
            test.expect(&path.display().to_string(), users, items)?;
            Some(test)
        }
        None => None,
    };
    left_out.tell(&arguments.fit, &mut report)?;
    let batch_size = arguments.batch_size.map_or(BATCH_ROWS, get);
    let optimizer = {
        let of_mxnet = Optimizer::Sgd(Sgd::new(LEARNING_RATE_OF_MXNET));
        arguments.optimizer.of(arguments.optimizer.default_of(ADAGRAD, of_mxnet), &[])?
    };
    let rows = ratings.scores.len() as u64;
    report.fact("data", &ratings.facts(&name))?;
    let count = |number: usize| HumanCount(number as u64).to_string();
    report.fact(
        "model",
        &format!("matrix factorization, {} users, {} items, {factors} factors", count(users), count(items)),
    )?;
    report.fact(
        "training",
        &arguments.fit.training(&arguments.optimizer.text(&optimizer), batch_size, threads, &context),
    )?;
    let bytes = (1 + optimizer.states().len() as u128) * 4 * (users as u128 + items as u128) * factors as u128;
    check_memory(
        &format!("a model of {} users and {} items", count(users), count(items)),
        bytes,
        arguments.fit.memory(),
    )?;
    let mut options = MatrixFactorizationOptions::new(users, items, factors);
    options.optimizer = optimizer;
    let mut model = MatrixFactorization::with_ranks(&options, seed, ranks.map(OpenRanks::shared))?;
    model.describe(Description { kind: "mf".to_owned(), index_base: None });
    model.set_up(threads, &context, &arguments.fit)?;
    let mut batches = ratings.batches(batch_size, (!arguments.in_order).then_some(seed))?;
    let test =
        test.map(|test| test.batches(batch_size, None).map(|test| Box::new(test) as Box<dyn Batches>)).transpose()?;
    let run = BatchRun {
        title: format!("Matrix factorization, {}", short_name(Path::new(&name))),
        axes: Axes::EPOCHS,
        task: Task::Regression,
        eval: Measured::loss,
        steps: Steps::ROWS,
        fit: &arguments.fit,
        ranks,
    };
    run.train(&mut model, BatchData { train: &mut batches, test, name: &name, rows: Some(rows) }, report, stop)
}
