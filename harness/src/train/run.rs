//! `lacuna train`, from its arguments to its last line.
use super::arguments::{InitialWeights, LinearArguments, TrainArguments, TrainModel};
use super::epoch::{EpochReport, run_epoch};
use super::linear::LinearModel;
use super::open::{generate, open_file};
use super::plot::plot_loss;
use super::report::{LOSS_DIGITS, Report, significant};
use super::scalar::TrainValue;
use super::settings::{DType, Settings};
use super::weights::{Saved, save};
use crate::atomic_file::check_target;
use crate::backend::{Backend, Cpu};
use anyhow::{Result, ensure};
use bumpalo::Bump;
use indicatif::HumanCount;
use std::io::Write;
use std::num::{NonZeroU64, NonZeroUsize};

/// The index type of all runs: the weights of more features would not fit into memory.
type Index = i32;

/// Epochs of a run that does not ask for a number.
const EPOCHS: u64 = 10;

/// What a run has given.
#[derive(Clone, Debug, PartialEq)]
pub struct RunReport {
    /// One for each epoch of this run.
    pub epochs: Vec<EpochReport>,
    /// Hash of the weight and the bias at the end.
    pub hash: u64,
}

/// Runs `lacuna train`, and shows it on standard output.
///
/// # Errors
/// One line that says what is wrong with the arguments, the data or the files.
pub fn run(arguments: &TrainArguments) -> Result<()> {
    match &arguments.model {
        TrainModel::Linear(linear) => train_linear(linear, &mut std::io::stdout()).map(drop),
    }
}

/// Runs `lacuna train linear`, and shows it on `out`.
///
/// # Errors
/// As [`run`].
pub fn train_linear(arguments: &LinearArguments, out: &mut (dyn Write + Send)) -> Result<RunReport> {
    for target in [&arguments.save, &arguments.plot].into_iter().flatten() {
        check_target(target)?;
    }
    let saved = arguments.load.as_deref().map(Saved::read).transpose()?;
    let settings = arguments.settings(saved.as_ref().map(|saved| &saved.settings))?;
    let threads = arguments.threads.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    let run = Run { arguments, saved, threads };
    let train = |out| match settings.dtype {
        DType::F32 => run.train::<f32>(settings, out),
        DType::F64 => run.train::<f64>(settings, out),
    };
    if threads == 1 { train(out) } else { Cpu::pool(threads)?.install(|| train(out)) }
}

struct Run<'a> {
    arguments: &'a LinearArguments,
    saved: Option<Saved>,
    threads: usize,
}

impl Run<'_> {
    fn train<V: TrainValue>(&self, mut settings: Settings, out: &mut (dyn Write + Send)) -> Result<RunReport> {
        let hyper = settings.hyper::<V>()?;
        let mut data = match &self.arguments.data {
            Some(path) => open_file(path, self.arguments.sort_rows, self.threads, &mut settings)?,
            None => generate(&settings)?,
        };
        let most = <Index as lacuna::Index>::MAX;
        ensure!(settings.features <= most, "{} features: at most {most} are supported", settings.features);
        let (mut model, done) = match &self.saved {
            Some(saved) => (LinearModel::<V, Index>::from_state(saved.state()?)?, saved.epochs),
            None => match self.arguments.initial_weights.unwrap_or_default() {
                InitialWeights::Normal => (LinearModel::new(settings.features, settings.seed)?, 0),
                InitialWeights::Zero => (LinearModel::zero(settings.features)?, 0),
            },
        };
        let count = self.arguments.epochs.map_or(EPOCHS, NonZeroU64::get);
        let last = done.saturating_add(count);

        let mut report = Report::new(out);
        report.line(&format!("data      {}", data.facts))?;
        report.line(&self.describe(&settings, done, last))?;
        report.epoch_head()?;
        report.start(data.rows.map(|rows| rows.saturating_mul(count)))?;
        let (mut epochs, mut arena) = (Vec::new(), Bump::new());
        for epoch in done + 1..=last {
            report.epoch(epoch, last);
            let advance = |rows| report.advance(rows);
            let result = run_epoch(epoch, &mut model, &hyper, &mut data.source, self.threads, &mut arena, advance)?;
            report.epoch_row(&result)?;
            let sound = result.mse.is_finite() && model.is_finite();
            ensure!(sound, "the loss is not finite in epoch {epoch}: a smaller --learning-rate may help");
            epochs.push(result);
        }
        report.finish();
        if let Some(result) = epochs.last() {
            report.memory(&memory(&model, &settings, result))?;
        }
        let hash = model.hash();
        report.line(&summary(&epochs, hash))?;

        if let Some(path) = &self.arguments.plot {
            let losses: Vec<_> = epochs.iter().map(|result| (result.epoch, result.mse)).collect();
            plot_loss(path, &format!("Linear regression, {}", data.name), &losses)?;
            report.line(&format!("loss curve written to {}", path.display()))?;
        }
        if let Some(path) = &self.arguments.save {
            save(path, &model.into_state(), &settings, last)?;
            report.line(&format!("weights written to {}", path.display()))?;
        }
        Ok(RunReport { epochs, hash })
    }

    fn describe(&self, settings: &Settings, done: u64, last: u64) -> String {
        let Settings { features, batch_size, learning_rate, momentum, weight_decay, clip_gradient, seed, .. } = settings;
        let (dtype, features) = (settings.dtype.name(), HumanCount(*features as u64));
        let origin = match &self.arguments.load {
            Some(path) => format!("from {}", path.display()),
            None => match self.arguments.initial_weights.unwrap_or_default() {
                InitialWeights::Normal => format!("from seed {seed}"),
                InitialWeights::Zero => "from zeros".to_owned(),
            },
        };
        let mut text = format!("model     y = x w + b in {dtype}, w row_sparse {features} x 1, {origin}\n");
        text += &format!("training  epochs {} to {last}, batch size {batch_size}, ", done + 1);
        text += &format!("SGD with learning rate {learning_rate:?}, momentum {momentum:?}");
        if *weight_decay != 0.0 {
            text += &format!(", weight decay {weight_decay:?}");
        }
        if let Some(bound) = clip_gradient {
            text += &format!(", gradient within {bound:?}");
        }
        text + &format!("; {}", Cpu { threads: self.threads }.name())
    }
}

/// Name, sparse bytes and dense bytes of what a run holds.
fn memory<V: TrainValue>(model: &LinearModel<V, Index>, settings: &Settings, epoch: &EpochReport) -> [(&'static str, u64, u128); 4] {
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

fn summary(epochs: &[EpochReport], hash: u64) -> String {
    let steps: u64 = epochs.iter().map(|epoch| epoch.steps).sum();
    let seconds: f64 = epochs.iter().map(|epoch| epoch.time.as_secs_f64()).sum();
    let speed = HumanCount((steps as f64 / seconds.max(1e-9)) as u64);
    let mse = epochs.last().map_or_else(String::new, |epoch| significant(epoch.mse, LOSS_DIGITS));
    format!("\n{} steps in {seconds:.4} s, {speed} steps/s; mse {mse}; weights {hash:016x}", HumanCount(steps))
}
