//! `lacuna train`, from its arguments to its last line.
use super::arguments::{InitialWeights, LinearArguments, TrainArguments, TrainModel};
use super::classify::train_classify;
use super::describe;
use super::fm::train_fm;
use super::input::{Input, is_standard_input};
use super::interrupt::Interrupt;
use super::linear_classification::train_linear_classification;
use super::lm::train_lm;
use super::mf::train_mf;
use super::mlp::train_mlp;
use super::open::{Opened, Reading, check_memory, generate, open_file, open_test};
use super::plot::{Axes, plot_loss};
use super::report::Report;
use super::wide_deep::train_wide_deep;
use anyhow::{Context, Result, ensure};
use lacuna_runtime::Cpu;
use lacuna_runtime::atomic_file::check_target;
use lacuna_runtime::train::{DType, EpochReport, LinearModel, MOST_EPOCHS, Saved, Settings, TrainValue, Trained, Trainer, save};
use std::io::Write;
use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::ControlFlow;
use std::path::Path;

/// The index type of all runs: the weights of more features would not fit into memory.
pub type Index = i32;

/// Epochs of a run that does not ask for a number.
const EPOCHS: u64 = 10;

/// Memory of the model, in GiB, without a limit of the user's.
const MEMORY_LIMIT: f64 = 4.0;

/// What a run has given.
#[derive(Clone, Debug, PartialEq)]
pub struct RunReport {
    /// One for each whole epoch of this run.
    pub epochs: Vec<EpochReport>,
    /// The loss on the test set after each of them; none without a test set.
    pub test_mse: Vec<f64>,
    /// Hash of the weight and the bias at the end.
    pub hash: u64,
    /// True if it was stopped before its last epoch ended.
    pub interrupted: bool,
}

/// Whether a run shall end; asked after each step.
pub type Stop<'a> = &'a mut (dyn FnMut() -> Result<bool> + Send);

/// Runs `lacuna train`, shows it on standard output, and gives the exit status: 0, or that of the signal which has ended it, 130 after Ctrl-C.
///
/// # Errors
/// One line that says what is wrong with the arguments, the data or the files.
pub fn run(arguments: &TrainArguments) -> Result<u8> {
    // Until the first step there is nothing to save, and Ctrl-C ends the program as usual.
    let mut interrupt = None;
    let mut stop = || {
        let listening = match &interrupt {
            Some(listening) => listening,
            None => interrupt.insert(Interrupt::listen()?),
        };
        Ok(listening.is_asked())
    };
    let mut out = std::io::stdout();
    let interrupted = match &arguments.model {
        TrainModel::Linear(linear) => train_linear(linear, &mut out, &mut stop)?.interrupted,
        TrainModel::Fm(fm) => train_fm(fm, &mut out, &mut stop)?.interrupted,
        TrainModel::Lm(lm) => train_lm(lm, &mut out, &mut stop)?.interrupted,
        TrainModel::Mf(mf) => train_mf(mf, &mut out, &mut stop)?.interrupted,
        TrainModel::LinearClassification(linear) => train_linear_classification(linear, &mut out, &mut stop)?.interrupted,
        TrainModel::WideDeep(wide_deep) => train_wide_deep(wide_deep, &mut out, &mut stop)?.interrupted,
        TrainModel::Mlp(mlp) => train_mlp(mlp, &mut out, &mut stop)?.interrupted,
        TrainModel::Classify(classify) => train_classify(classify, &mut out, &mut stop)?.interrupted,
    };
    Ok(interrupt.filter(|_| interrupted).map_or(0, |listening| listening.status()))
}

/// Runs `lacuna train linear`, and shows it on `out`.
///
/// # Errors
/// As [`run`].
pub fn train_linear(arguments: &LinearArguments, out: &mut (dyn Write + Send), stop: Stop<'_>) -> Result<RunReport> {
    for target in [&arguments.save, &arguments.plot].into_iter().flatten() {
        check_target(target)?;
    }
    let twice = [&arguments.data, &arguments.test].iter().all(|path| path.as_deref().is_some_and(is_standard_input));
    ensure!(!twice, "standard input can be --data or --test, not both");
    let saved = arguments.load.as_deref().map(Saved::read).transpose()?;
    let settings = arguments.settings(saved.as_ref().map(|saved| &saved.settings))?;
    let threads = threads(arguments.threads);
    let run = Run { arguments, saved, threads };
    let report = Report::new(out, arguments.quiet);
    let train = || match settings.dtype {
        DType::F32 => run.train::<f32>(settings, report, stop),
        DType::F64 => run.train::<f64>(settings, report, stop),
    };
    if threads == 1 { train() } else { Cpu::pool(threads)?.install(train) }
}

/// The threads of a run.
pub(super) fn threads(asked: Option<NonZeroUsize>) -> usize {
    asked.map_or_else(|| std::thread::available_parallelism().map_or(1, NonZeroUsize::get).min(Cpu::MOST_THREADS), NonZeroUsize::get)
}

/// Bytes of so many GiB, or of the limit without one of the user's. More than any machine has becomes no limit.
pub(super) fn memory_limit(asked: Option<f64>) -> u64 {
    (asked.unwrap_or(MEMORY_LIMIT) * (1_u64 << 30) as f64) as u64
}

struct Run<'a> {
    arguments: &'a LinearArguments,
    saved: Option<Saved>,
    threads: usize,
}

/// The epochs of a run.
#[derive(Default)]
struct Epochs {
    whole: Vec<EpochReport>,
    test_mse: Vec<f64>,
    /// The one that was stopped.
    stopped: Option<EpochReport>,
    interrupted: bool,
}

impl Run<'_> {
    fn train<V: TrainValue>(&self, mut settings: Settings, mut report: Report<'_>, stop: Stop<'_>) -> Result<RunReport> {
        let arguments = self.arguments;
        let hyper = settings.hyper::<V>()?;
        let limit = memory_limit(arguments.memory_limit);
        let mut data = match &arguments.data {
            Some(path) => open_file(input(path, &mut report)?, self.reading(), &mut settings)?,
            None => generate(&settings, limit)?,
        };
        let most = <Index as lacuna::Index>::MAX;
        ensure!(settings.features <= most, "{} features: at most {most} are supported", settings.features);
        let mut test = match &arguments.test {
            Some(path) => Some(open_test::<V, Index>(input(path, &mut report)?, self.reading(), &settings)?),
            None => None,
        };
        let mut trained = self.saved.as_ref().map_or(Trained::default(), |saved| saved.trained);
        let count = arguments.epochs.map_or(EPOCHS, NonZeroU64::get);
        let last = trained.epochs.checked_add(count).filter(|&last| last <= MOST_EPOCHS);
        let last = last.with_context(|| format!("{count} epochs after {}: at most {MOST_EPOCHS} are supported", trained.epochs))?;

        report.fact("data", &data.facts)?;
        if let Some(test) = &test {
            report.fact("test", &test.facts)?;
        }
        report.fact("model", &describe::model::<V>(arguments, &settings))?;
        report.fact("training", &describe::training(&settings, &trained, last, self.threads))?;
        let features = settings.features;
        check_memory(&format!("a model of {features} features"), LinearModel::<V, Index>::bytes(features), limit)?;
        let mut trainer = Trainer::new(self.model::<V>(&settings)?, hyper, self.threads);

        report.epoch_head(test.is_some())?;
        report.start(data.rows.map(|rows| rows.saturating_mul(count)))?;
        let checkpoint = |number: u64, model: &LinearModel<V, Index>, trained: &Trained| match (&arguments.save, arguments.save_every) {
            (Some(path), Some(every)) if number.is_multiple_of(every.get()) => save(path, &model.state(), &settings, *trained),
            _ => Ok(()),
        };
        let mut course = Course { last, checkpoint: &checkpoint, report: &mut report, stop };
        let epochs = course.run(&mut trainer, &mut data, test.as_mut(), &mut trained)?;
        report.finish();
        if let (Some(epoch), false) = (epochs.whole.last(), epochs.interrupted) {
            report.memory(&describe::memory(&trainer.model, &settings, epoch))?;
        }
        let hash = trainer.model.hash();
        report.line(&describe::summary(epochs.whole.iter().chain(&epochs.stopped), hash))?;

        let losses: Vec<_> = epochs.whole.iter().map(|epoch| (epoch.epoch, epoch.mse)).collect();
        if let Some(path) = arguments.plot.as_ref().filter(|_| !losses.is_empty()) {
            plot_loss(path, &format!("Linear regression, {}", data.name), Axes::EPOCHS, &losses)?;
            report.line(&format!("loss curve written to {}", path.display()))?;
        }
        if let Some(path) = &arguments.save {
            save(path, &trainer.model.into_state(), &settings, trained)?;
            report.line(&format!("weights written to {}", path.display()))?;
        }
        if epochs.interrupted {
            report.notice(&describe::interrupted(arguments, &trained, last));
        }
        let Epochs { whole, test_mse, interrupted, .. } = epochs;
        Ok(RunReport { epochs: whole, test_mse, hash, interrupted })
    }

    fn reading(&self) -> Reading {
        Reading { sort_rows: self.arguments.sort_rows, two_classes: false, threads: self.threads }
    }

    fn model<V: TrainValue>(&self, settings: &Settings) -> Result<LinearModel<V, Index>> {
        Ok(match (&self.saved, self.arguments.initial_weights.unwrap_or_default()) {
            (Some(saved), _) => LinearModel::from_state(saved.state()?)?,
            (None, InitialWeights::Normal) => LinearModel::new(settings.features, settings.seed)?,
            (None, InitialWeights::Zero) => LinearModel::zero(settings.features)?,
        })
    }
}

pub(super) fn input(path: &Path, report: &mut Report<'_>) -> Result<Input> {
    Input::open(path, |name| report.line(&format!("reading {name} to its end")))
}

/// Writes what there is behind an epoch, if that is asked for.
type Checkpoint<'a, V> = dyn Fn(u64, &LinearModel<V, Index>, &Trained) -> Result<()> + 'a;

/// How the epochs of a run go.
struct Course<'r, 'o, 's, V> {
    last: u64,
    checkpoint: &'r Checkpoint<'r, V>,
    report: &'r mut Report<'o>,
    stop: Stop<'s>,
}

impl<V: TrainValue> Course<'_, '_, '_, V> {
    /// Trains up to the last epoch, or to the step after which `stop` says so.
    fn run(
        &mut self,
        trainer: &mut Trainer<V, Index>,
        data: &mut Opened<V, Index>,
        mut test: Option<&mut Opened<V, Index>>,
        trained: &mut Trained,
    ) -> Result<Epochs> {
        let (mut epochs, last) = (Epochs::default(), self.last);
        for epoch in trained.epochs + 1..=last {
            self.report.epoch(epoch, last);
            let mut failed = None;
            let result = trainer.epoch(epoch, &mut data.source, trained.unfinished.take(), |rows| {
                self.report.advance(rows);
                match (self.stop)() {
                    Ok(false) => return ControlFlow::Continue(()),
                    Ok(true) => {}
                    Err(error) => failed = Some(error),
                }
                ControlFlow::Break(())
            })?;
            if let Some(error) = failed {
                return Err(error);
            }
            let sound = result.mse.is_finite() && trainer.model.is_finite();
            if result.unfinished.is_none() {
                let test_mse = match &mut test {
                    Some(test) if sound => Some(trainer.evaluate(&mut test.source)?),
                    Some(_) => Some(f64::NAN),
                    None => None,
                };
                self.report.epoch_row(&result, test_mse)?;
                epochs.test_mse.extend(test_mse);
                epochs.whole.push(result);
                trained.epochs = epoch;
            } else {
                epochs.stopped = Some(result);
                trained.unfinished = result.unfinished;
            }
            ensure!(sound, "the loss is not finite in epoch {epoch}: a smaller --learning-rate may help");
            // Ctrl-C while the loss on the test set was measured.
            if result.unfinished.is_some() || (epoch < last && (self.stop)()?) {
                epochs.interrupted = true;
                break;
            }
            if epoch < last {
                (self.checkpoint)(epoch, &trainer.model, trained)?;
            }
        }
        Ok(epochs)
    }
}
