//! What a run is and was, in words.
use super::arguments::{InitialWeights, LinearArguments};
use super::report::{LOSS_DIGITS, significant};
use super::run::Index;
use indicatif::{HumanBytes, HumanCount};
use lacuna_runtime::Cpu;
use lacuna_runtime::train::{EpochReport, LinearModel, Settings, TrainValue, Trained};

/// The model, and where its numbers come from.
pub fn model<V: TrainValue>(arguments: &LinearArguments, settings: &Settings) -> String {
    let (dtype, features) = (settings.dtype.name(), HumanCount(settings.features as u64));
    let origin = match &arguments.load {
        Some(path) => format!("from {}", path.display()),
        None => match arguments.initial_weights.unwrap_or_default() {
            InitialWeights::Normal => format!("from seed {}", settings.seed),
            InitialWeights::Zero => "from zeros".to_owned(),
        },
    };
    let bytes = u64::try_from(LinearModel::<V, Index>::bytes(settings.features)).unwrap_or(u64::MAX);
    format!("y = x w + b in {dtype}, w row_sparse {features} x 1, {} with its momentum, {origin}", HumanBytes(bytes))
}

/// How it is trained.
pub fn training(settings: &Settings, trained: &Trained, last: u64, threads: usize) -> String {
    let Settings { batch_size, learning_rate, momentum, weight_decay, clip_gradient, .. } = settings;
    let mut text = format!("epochs {} to {last}, ", trained.epochs + 1);
    if let Some(place) = &trained.unfinished {
        text += &format!("the first one from its step {} on, ", HumanCount(place.steps.saturating_add(1)));
    }
    text += &format!("batch size {batch_size}, SGD with learning rate {learning_rate:?}, momentum {momentum:?}");
    if *weight_decay != 0.0 {
        text += &format!(", weight decay {weight_decay:?}");
    }
    if let Some(bound) = clip_gradient {
        text += &format!(", gradient within {bound:?}");
    }
    text + &format!("; {}", Cpu { threads }.name())
}

/// Name, sparse bytes and dense bytes of what a run holds.
pub fn memory<V: TrainValue>(model: &LinearModel<V, Index>, settings: &Settings, epoch: &EpochReport) -> [(&'static str, u64, u128); 4] {
    let (value, index) = (size_of::<V>() as u64, size_of::<Index>() as u64);
    let row = u128::from(value) * settings.features as u128;
    // What `nbytes` of the whole data as one csr would be; a file never is.
    let data = epoch.entries * (value + index) + (epoch.rows + 1) * index;
    let batch_rows = (settings.batch_size as u64).min(epoch.rows);
    [
        ("data, csr", data, row * u128::from(epoch.rows)),
        ("largest batch, csr", epoch.batch_bytes as u64, row * u128::from(batch_rows)),
        ("weight, row_sparse with all rows", model.weight_bytes() as u64, row),
        ("gradient of a step, row_sparse, mean", epoch.gradient_bytes / epoch.steps.max(1), row),
    ]
}

/// The last line of a run, of all epochs that it has begun.
pub fn summary<'e>(epochs: impl Iterator<Item = &'e EpochReport> + Clone, hash: u64) -> String {
    let steps: u64 = epochs.clone().map(|epoch| epoch.steps).sum();
    let seconds: f64 = epochs.clone().map(|epoch| epoch.time.as_secs_f64()).sum();
    let speed = HumanCount((steps as f64 / seconds.max(1e-9)) as u64);
    let mse = epochs.last().map_or_else(String::new, |epoch| significant(epoch.mse, LOSS_DIGITS));
    format!("\n{} steps in {seconds:.4} s, {speed} steps/s; mse {mse}; weights {hash:016x}", HumanCount(steps))
}

/// How a run that was interrupted goes on.
pub fn interrupted(arguments: &LinearArguments, trained: &Trained, last: u64) -> String {
    let place = match &trained.unfinished {
        Some(place) => format!("in epoch {} after its step {}", trained.epochs + 1, HumanCount(place.steps)),
        None => format!("after epoch {}", trained.epochs),
    };
    match &arguments.save {
        Some(path) => format!("interrupted {place}: go on with --load {} --epochs {}", path.display(), last - trained.epochs),
        None => format!("interrupted {place}: there was no --save"),
    }
}
