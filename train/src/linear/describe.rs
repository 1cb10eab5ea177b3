//! What a run is and was, in words.
use super::run::Index;
use super::{InitialWeights, LinearArguments};
use crate::measures::Task;
use crate::report::{Cell, Columns, LOSS_DIGITS, significant};
use indicatif::{HumanBytes, HumanCount};
use lacuna_models::fit::EpochReport;
use lacuna_models::train::{LinearModel, LinearTotals, Settings, TrainValue, Trained};
use lacuna_runtime::Cpu;
use std::path::Path;

/// The model, and where its numbers come from.
pub fn model<V: TrainValue>(arguments: &LinearArguments, settings: &Settings, states: usize) -> String {
    let (dtype, features) = (settings.dtype.name(), HumanCount(settings.features as u64));
    let origin = match &arguments.fit.load {
        Some(path) => format!("from {}", path.display()),
        None => match arguments.initial_weights.unwrap_or_default() {
            InitialWeights::Normal => format!("from seed {}", settings.seed),
            InitialWeights::Zero => "from zeros".to_owned(),
        },
    };
    let bytes = u64::try_from(LinearModel::<V, Index>::bytes(settings.features, states)).unwrap_or(u64::MAX);
    let with = if settings.optimizer.is_none() { "momentum" } else { "states" };
    format!("y = x w + b in {dtype}, w row_sparse {features} x 1, {} with its {with}, {origin}", HumanBytes(bytes))
}

/// How it is trained.
pub fn training(settings: &Settings, trained: &Trained, last: u64, threads: usize) -> String {
    let Settings { batch_size, learning_rate, momentum, weight_decay, clip_gradient, .. } = settings;
    let mut text = format!("epochs {} to {last}, ", trained.epochs + 1);
    if let Some(place) = &trained.unfinished {
        text += &format!("the first one from its step {} on, ", HumanCount(place.steps.saturating_add(1)));
    }
    text += &format!("batch size {batch_size}, ");
    match &settings.optimizer {
        None => text += &format!("SGD with learning rate {learning_rate:?}, momentum {momentum:?}"),
        Some(optimizer) => text += &format!("{} with learning rate {learning_rate:?}", optimizer.name),
    }
    if *weight_decay != 0.0 {
        text += &format!(", weight decay {weight_decay:?}");
    }
    if let Some(bound) = clip_gradient {
        text += &format!(", gradient within {bound:?}");
    }
    text + &format!("; {}", Cpu { threads }.name())
}

/// Name, sparse bytes and dense bytes of what a run holds.
pub fn memory<V: TrainValue>(settings: &Settings, epoch: &EpochReport<LinearTotals>) -> [(&'static str, u64, u128); 4] {
    let (value, index) = (size_of::<V>() as u64, size_of::<Index>() as u64);
    let row = u128::from(value) * settings.features as u128;
    // What `nbytes` of the whole data as one csr would be; a file never is.
    let data = epoch.entries * (value + index) + (epoch.rows + 1) * index;
    let batch_rows = (settings.batch_size as u64).min(epoch.rows);
    [
        ("data, csr", data, row * u128::from(epoch.rows)),
        ("largest batch, csr", epoch.batch_bytes as u64, row * u128::from(batch_rows)),
        ("weight, row_sparse with all rows", settings.features as u64 * (value + index), row),
        ("gradient of a step, row_sparse, mean", epoch.totals.gradient_bytes / epoch.steps.max(1), row),
    ]
}

/// The last line of a run, of all epochs that it has begun.
pub fn summary<'e>(epochs: impl Iterator<Item = &'e EpochReport<LinearTotals>> + Clone, hash: u64) -> String {
    let steps: u64 = epochs.clone().map(|epoch| epoch.steps).sum();
    let seconds: f64 = epochs.clone().map(|epoch| epoch.time.as_secs_f64()).sum();
    let speed = HumanCount((steps as f64 / seconds.max(1e-9)) as u64);
    let mse = epochs.last().map_or_else(String::new, |epoch| significant(epoch.metric, LOSS_DIGITS));
    format!("\n{} steps in {seconds:.4} s, {speed} steps/s; mse {mse}; weights {hash:016x}", HumanCount(steps))
}

/// How a run that was interrupted at a place goes on.
pub fn interrupted(place: &str, save: Option<&Path>, epochs: &str, left: u64) -> String {
    match save {
        Some(path) => format!("interrupted {place}: go on with --load {} {epochs} {left}", path.display()),
        None => format!("interrupted {place}: there was no --save"),
    }
}

/// The columns of the table of epochs.
pub fn columns(test: bool) -> Columns {
    let (loss, key) = Task::Regression.loss();
    let columns = Columns::of_epochs(loss, key);
    let columns = if test { Task::Regression.columns(columns) } else { columns };
    columns.with_speed("rows", "rows_per_second")
}

/// A row of it.
pub fn row(report: &EpochReport<LinearTotals>, test: bool) -> Vec<Cell> {
    let EpochReport { epoch, metric: mse, eval, time, rows, .. } = report;
    let seconds = time.as_secs_f64();
    let mut cells = vec![Cell::Count(*epoch), Cell::Number(*mse)];
    cells.extend(test.then_some(Cell::number(*eval)));
    cells.extend([Cell::Seconds(seconds), Cell::rate(*rows, seconds)]);
    cells
}
