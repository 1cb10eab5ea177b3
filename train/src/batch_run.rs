//! A run of a model that learns in batches: epochs, their table, checkpoints and what is written at the end.
use crate::arguments::{at_least_one, positive, threads};
use crate::plot::{Axes, plot_loss};
use crate::report::{LOSS_DIGITS, Report, significant};
use crate::run::Stop;
use anyhow::{Context, Result, ensure};
use clap::Args;
use indicatif::HumanCount;
use lacuna_runtime::Cpu;
use lacuna_runtime::array::Array;
use lacuna_runtime::atomic_file::{check_target, write_atomically};
use lacuna_runtime::data::{Batch, Batches};
use lacuna_runtime::device::Device;
use lacuna_runtime::metric::{Input, Metric, MetricError};
use lacuna_runtime::model::{FactorizationMachine, LanguageModel, LinearClassifier, MatrixFactorization, ModelError, WideDeep};
use std::io::Write;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The arguments of all runs in batches.
#[derive(Clone, Debug, Default, Args)]
pub struct FitArguments {
    /// Passes over the data; the rest of an interrupted one counts as one [default: 10]
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroU64>, help_heading = "Training")]
    pub epochs: Option<NonZeroU64>,
    /// Seed of the first weights and of generated data, and of the order of rows where there is one [default: 0]
    #[arg(long, value_name = "N", help_heading = "Training")]
    pub seed: Option<u64>,
    /// Threads, 1024 at most; the result does not depend on them [default: 1]
    #[arg(long, value_name = "N", value_parser = threads, help_heading = "Training")]
    pub threads: Option<NonZeroUsize>,
    /// Refuse a model that takes more memory than this many GiB [default: 4]
    #[arg(long, value_name = "GIB", value_parser = positive, help_heading = "Training")]
    pub memory_limit: Option<f64>,

    /// Go on from a model that --save has written
    #[arg(long, visible_alias = "resume", value_name = "FILE.safetensors", help_heading = "Files")]
    pub load: Option<PathBuf>,
    /// Write the model, with the optimizer's states if it has some, at the end or when interrupted
    #[arg(long, value_name = "FILE.safetensors", help_heading = "Files")]
    pub save: Option<PathBuf>,
    /// Write --save also after each so many epochs
    #[arg(long, value_name = "EPOCHS", value_parser = at_least_one::<NonZeroU64>, requires = "save", help_heading = "Files")]
    pub save_every: Option<NonZeroU64>,
    /// Write the model's output for each row of --test, a line each, at the end
    #[arg(long, value_name = "FILE", requires = "test", help_heading = "Files")]
    pub predictions: Option<PathBuf>,
    /// Draw the loss of each epoch
    #[arg(long, value_name = "FILE.svg", help_heading = "Files")]
    pub plot: Option<PathBuf>,
    /// Show nothing but errors, and where an interrupted run goes on
    #[arg(long, short)]
    pub quiet: bool,
}

/// The arguments of runs whose models compute on a device too.
#[derive(Clone, Debug, Default, Args)]
pub struct ContextArguments {
    /// Where it computes: cpu, gpu, or gpu:I for the GPU of that number; the result does not depend on it [default: cpu]
    #[arg(long, value_name = "CONTEXT", help_heading = "Training")]
    pub context: Option<String>,
}

impl ContextArguments {
    /// Where it computes.
    pub(crate) fn open(&self) -> Result<Device> {
        Ok(self.context.as_deref().map_or(Ok(Device::cpu()), str::parse)?)
    }

    /// `threads 2`, with the context if it is not the host.
    pub(crate) fn place(threads: usize, context: &Device) -> String {
        if context.is_cpu() { format!("threads {threads}") } else { format!("threads {threads}, {context}") }
    }
}

/// Epochs of a run that does not ask for a number.
const EPOCHS: u64 = 10;

impl FitArguments {
    /// Passes over the data.
    pub(crate) fn passes(&self) -> u64 {
        self.epochs.map_or(EPOCHS, NonZeroU64::get)
    }

    /// Refuses files that cannot be written, before anything is computed.
    pub(crate) fn check_targets(&self) -> Result<()> {
        [&self.save, &self.plot, &self.predictions].into_iter().flatten().try_for_each(|target| check_target(target))
    }

    /// Runs on as many threads as are asked for.
    pub(crate) fn on_threads<T: Send>(&self, run: impl FnOnce(usize) -> Result<T> + Send) -> Result<T> {
        match self.threads.map_or(1, NonZeroUsize::get) {
            1 => run(1),
            threads => Cpu::pool(threads)?.install(|| run(threads)),
        }
    }
}

/// What one epoch has given.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BatchEpoch {
    /// The mean loss of the rows that were learnt in this run.
    pub loss: f64,
    /// These rows.
    pub rows: u64,
    /// Time of all steps.
    pub steps: Duration,
    /// Time of everything, the reading of the data among it.
    pub whole: Duration,
    /// The metric of the test rows afterwards, if there are any.
    pub test: Option<f64>,
}

/// What a run has given.
#[derive(Clone, Debug, PartialEq)]
pub struct BatchReport {
    /// One for each epoch that this run has ended.
    pub epochs: Vec<BatchEpoch>,
    /// True if it was stopped before its last epoch ended.
    pub interrupted: bool,
}

/// A model of `lacuna_runtime::model`.
pub(crate) trait BatchModel {
    fn step(&mut self, batch: &Batch) -> Result<f64, ModelError>;
    fn predict(&mut self, data: &[Array]) -> Result<&Array, ModelError>;
    fn steps(&self) -> u64;
    fn save(&self, path: &Path) -> Result<(), ModelError>;
    /// An epoch begins.
    fn begin(&mut self) -> Result<(), ModelError> {
        Ok(())
    }
    /// What the model says about the test rows, if that is more than a metric of its outputs.
    fn evaluate(&mut self, _rows: &mut dyn Batches) -> Option<Result<f64, ModelError>> {
        None
    }
    /// Time of dense products, if steps are bound by them and it is known.
    fn dense_products(&self) -> Option<Duration> {
        None
    }
}

macro_rules! models {
    ($($model:ident)*) => {$(
        impl BatchModel for $model {
            fn step(&mut self, batch: &Batch) -> Result<f64, ModelError> {
                $model::step(self, batch)
            }
            fn predict(&mut self, data: &[Array]) -> Result<&Array, ModelError> {
                $model::predict(self, data)
            }
            fn steps(&self) -> u64 {
                $model::steps(self)
            }
            fn save(&self, path: &Path) -> Result<(), ModelError> {
                $model::save(self, path)
            }
        }
    )*};
}
models! { FactorizationMachine LinearClassifier MatrixFactorization WideDeep }

impl BatchModel for LanguageModel {
    fn step(&mut self, batch: &Batch) -> Result<f64, ModelError> {
        Self::step(self, batch)
    }
    fn predict(&mut self, _data: &[Array]) -> Result<&Array, ModelError> {
        Err(ModelError::Unknown { name: "output of rows".to_owned() })
    }
    fn steps(&self) -> u64 {
        Self::steps(self)
    }
    fn save(&self, path: &Path) -> Result<(), ModelError> {
        Self::save(self, path)
    }
    fn begin(&mut self) -> Result<(), ModelError> {
        Self::begin(self)
    }
    fn evaluate(&mut self, rows: &mut dyn Batches) -> Option<Result<f64, ModelError>> {
        Some(Self::evaluate(self, rows).map(|found| found.perplexity()))
    }
    fn dense_products(&self) -> Option<Duration> {
        // Of the host: on a device nobody waits for them.
        Some(Self::dense_products(self)).filter(|products| !products.is_zero())
    }
}

/// What is counted, and what happens within an epoch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steps {
    /// The unit of speeds, and how many of them a row has.
    pub unit: &'static str,
    pub in_row: u64,
    /// A line after each so many steps.
    pub show_every: Option<NonZeroU64>,
    /// A checkpoint after each so many.
    pub save_every: Option<NonZeroU64>,
}

impl Steps {
    /// Rows, and nothing within an epoch.
    pub const ROWS: Self = Self { unit: "rows", in_row: 1, show_every: None, save_every: None };

    /// Units a second.
    fn speed(&self, rows: u64, time: Duration) -> String {
        HumanCount((rows.saturating_mul(self.in_row) as f64 / time.as_secs_f64().max(1e-9)) as u64).to_string()
    }
}

/// How a run goes.
pub(crate) struct BatchRun<'a> {
    /// Of the plot.
    pub title: String,
    pub axes: Axes,
    /// Head of the column of losses.
    pub loss: &'static str,
    /// Of the test rows.
    pub metric: Box<dyn Metric>,
    pub steps: Steps,
    pub fit: &'a FitArguments,
}

/// Rows to learn, and rows to measure on.
pub(crate) struct BatchData<'a> {
    pub train: &'a mut dyn Batches,
    pub test: Option<Box<dyn Batches>>,
    pub name: &'a str,
    /// Rows of an epoch, if known.
    pub rows: Option<u64>,
}

impl BatchRun<'_> {
    /// Trains from where the model is: batches that it has seen before it was saved pass by.
    pub(crate) fn train(
        mut self,
        model: &mut dyn BatchModel,
        mut data: BatchData<'_>,
        mut report: Report<'_>,
        stop: Stop<'_>,
    ) -> Result<BatchReport> {
        let (fit, count) = (self.fit, self.fit.passes());
        let head = if data.test.is_some() { format!("  test {}", self.metric.name()) } else { String::new() };
        let speed = format!("{}/s", self.steps.unit);
        report.line(&format!("\n{:>5}  {:>9}  {:>10}  {:>10}  {speed:>10}{head}", "epoch", self.loss, "steps ms", "epoch ms"))?;
        report.start(data.rows.map(|rows| rows.saturating_mul(count)))?;
        let (mut done, mut interrupted, mut epochs, mut curve) = (0_u64, false, Vec::new(), Vec::new());
        // Those that were over before the model was saved pass by.
        let mut passed = 0;
        for number in 1.. {
            report.epoch(number, passed + count);
            let (whole, stopped) = self.epoch(model, &mut data, &mut done, &mut report, stop)?;
            interrupted = stopped;
            let Some(mut epoch) = whole else { break };
            if epoch.rows == 0 {
                passed += 1;
                continue;
            }
            let last = passed.saturating_add(count);
            ensure!(epoch.loss.is_finite(), "the loss is not finite in epoch {number}: a smaller --learning-rate may help");
            if let Some(test) = &mut data.test {
                epoch.test = Some(match model.evaluate(&mut **test) {
                    Some(found) => found?,
                    None => self.measure(model, &mut **test, None)?,
                });
            }
            report.line(&row(number, &epoch, self.steps, head.len()))?;
            curve.push((number, epoch.loss));
            epochs.push(epoch);
            if number >= last || interrupted {
                break;
            }
            if stop()? {
                interrupted = true;
                break;
            }
            if let (Some(path), Some(every)) = (&fit.save, fit.save_every)
                && number.is_multiple_of(every.get())
            {
                model.save(path)?;
            }
        }
        report.finish();
        report.line("")?;
        let in_steps: f64 = epochs.iter().map(|epoch: &BatchEpoch| epoch.steps.as_secs_f64()).sum();
        if let (Some(products), false) = (model.dense_products(), in_steps == 0.0) {
            report.line(&format!("dense products: {:.1}% of the time of these steps", 100.0 * products.as_secs_f64() / in_steps))?;
        }
        if let Some(path) = fit.plot.as_ref().filter(|_| !curve.is_empty()) {
            plot_loss(path, &self.title, self.axes, &curve)?;
            report.line(&format!("loss curve written to {}", path.display()))?;
        }
        if let (Some(path), Some(test)) = (&fit.predictions, &mut data.test) {
            let mut text = Vec::new();
            self.measure(model, &mut **test, Some(&mut text))?;
            write_atomically(path, &text)?;
            report.line(&format!("predictions written to {}", path.display()))?;
        }
        if let Some(path) = &fit.save {
            model.save(path)?;
            report.line(&format!("model written to {}", path.display()))?;
        }
        if interrupted {
            let steps = model.steps();
            report.notice(&match &fit.save {
                Some(path) => format!("stopped after {steps} steps; --load {} goes on there", path.display()),
                None => format!("stopped after {steps} steps; without --save nothing is kept"),
            });
        }
        Ok(BatchReport { epochs, interrupted })
    }

    /// One epoch, without the steps that the model has taken before, and whether it was stopped: behind its last step it is whole. `done` counts the batches that have passed by.
    fn epoch(
        &self,
        model: &mut dyn BatchModel,
        data: &mut BatchData<'_>,
        done: &mut u64,
        report: &mut Report<'_>,
        stop: Stop<'_>,
    ) -> Result<(Option<BatchEpoch>, bool)> {
        let started = Instant::now();
        let mut since = Since::default();
        let (mut batch, mut epoch, mut loss, mut met, mut stopped) = (Batch::default(), BatchEpoch::default(), 0.0, 0, false);
        data.train.restart()?;
        while data.train.next_batch(&mut batch)? {
            let (rows, first) = (batch.rows() as u64, met == 0);
            met += rows;
            *done += 1;
            if *done <= model.steps() {
                continue;
            }
            if first {
                model.begin()?;
            }
            let begun = Instant::now();
            let own = model.step(&batch).map_err(explained)?;
            loss += own * rows as f64;
            epoch.steps += begun.elapsed();
            epoch.rows += rows;
            report.advance(rows);
            since.add(own, rows, begun.elapsed());
            self.within(model, &mut since, report)?;
            if stop()? {
                stopped = true;
                if data.train.next_batch(&mut batch)? {
                    return Ok((None, true));
                }
                break;
            }
        }
        ensure!(met > 0, "{}: no rows", data.name);
        Ok((Some(BatchEpoch { loss: loss / epoch.rows as f64, whole: started.elapsed(), ..epoch }), stopped))
    }

    /// What is due after so many steps.
    fn within(&self, model: &dyn BatchModel, since: &mut Since, report: &mut Report<'_>) -> Result<()> {
        let due = |every: Option<NonZeroU64>| every.is_some_and(|every| model.steps().is_multiple_of(every.get()));
        if due(self.steps.show_every) {
            let (loss, speed) = (since.loss / since.rows as f64, self.steps.speed(since.rows, since.time));
            let (loss, perplexity) = (significant(loss, LOSS_DIGITS), significant(loss.exp(), LOSS_DIGITS));
            let (count, unit) = (HumanCount(model.steps()), self.steps.unit);
            report.line(&format!("      step {count}: {speed} {unit}/s, {} {loss}, perplexity {perplexity}", self.loss))?;
            *since = Since::default();
        }
        if let (true, Some(path)) = (due(self.steps.save_every), &self.fit.save) {
            model.save(path)?;
        }
        Ok(())
    }

    /// The metric of the model's outputs for all rows, which are written down too if they are asked for.
    fn measure(&mut self, model: &mut dyn BatchModel, rows: &mut dyn Batches, text: Option<&mut Vec<u8>>) -> Result<f64> {
        measure(&mut *self.metric, rows, text, |batch| {
            let outputs = model.predict(&batch.data)?;
            let values = outputs.data::<f32>().unwrap_or_default();
            // Of two classes, the probability of the second.
            Ok(if let [_, 2] = outputs.shape() { values.iter().skip(1).step_by(2).copied().collect() } else { values.to_vec() })
        })
    }
}

/// What to do about a training that went too far.
fn explained(error: ModelError) -> anyhow::Error {
    match error {
        ModelError::Metric(MetricError::NotANumber { input: Input::Prediction, .. }) => {
            anyhow::anyhow!("the model's output is no number any more: a smaller --learning-rate may help")
        }
        error => error.into(),
    }
}

/// What the steps since the last line have given.
#[derive(Clone, Copy, Debug, Default)]
struct Since {
    loss: f64,
    rows: u64,
    time: Duration,
}

impl Since {
    fn add(&mut self, loss: f64, rows: u64, time: Duration) {
        self.loss += loss * rows as f64;
        self.rows += rows;
        self.time += time;
    }
}

fn row(number: u64, epoch: &BatchEpoch, counted: Steps, width: usize) -> String {
    let [steps, whole] = [epoch.steps, epoch.whole].map(|time| time.as_secs_f64() * 1e3);
    let speed = counted.speed(epoch.rows, epoch.whole);
    let test = epoch.test.map_or_else(String::new, |value| format!("{:>width$}", significant(value, LOSS_DIGITS)));
    format!("{number:>5}  {:>9}  {steps:>10.3}  {whole:>10.3}  {speed:>10}{test}", significant(epoch.loss, LOSS_DIGITS))
}

/// The metric of a model's outputs for all rows, which are written down too if they are asked for.
pub(crate) fn measure(
    metric: &mut dyn Metric,
    rows: &mut dyn Batches,
    mut text: Option<&mut Vec<u8>>,
    mut predict: impl FnMut(&mut Batch) -> Result<Vec<f32>>,
) -> Result<f64> {
    let mut batch = Batch::default();
    metric.reset();
    rows.restart()?;
    while rows.next_batch(&mut batch)? {
        let outputs = predict(&mut batch)?;
        if let Some(text) = &mut text {
            outputs.iter().try_for_each(|output| writeln!(text, "{output}"))?;
        }
        let labels = batch.label.first().context("a batch without labels")?;
        metric.update(labels, &Array::dense(&[outputs.len()], outputs)?)?;
    }
    Ok(metric.value())
}
