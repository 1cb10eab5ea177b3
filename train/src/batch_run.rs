//! A run of a model of [`lacuna_runtime::model`].
use crate::fit_arguments::FitArguments;
use crate::plot::Axes;
use crate::program::{Program, Run, RunReport};
use crate::report::{LOSS_DIGITS, Report, significant};
use crate::run::Stop;
use anyhow::{Context, Result, ensure};
use indicatif::HumanCount;
use lacuna_runtime::array::Array;
use lacuna_runtime::data::{Batch, Batches};
use lacuna_runtime::device::Device;
use lacuna_runtime::fit::{
    BufferedBatches, EpochReport, Every, Learner, MeanLoss, Outcome, Progress, Resume, for_each_batch,
};
use lacuna_runtime::metric::{Input, Metric, MetricError};
use lacuna_runtime::model::{
    FactorizationMachine, LanguageModel, LinearClassifier, MatrixFactorization, ModelError, WideDeep,
};
use std::io::Write;
use std::num::NonZeroU64;
use std::path::Path;
use std::time::Duration;

/// What a run has given.
pub type BatchReport = RunReport<MeanLoss>;

/// A model of `lacuna_runtime::model`.
pub(crate) trait BatchModel: Learner<Batch = Batch, Totals = MeanLoss, Error = ModelError> {
    fn predict(&mut self, data: &[Array]) -> Result<&Array, ModelError>;
    fn steps(&self) -> u64;
    fn set_threads(&mut self, threads: usize);
    fn set_context(&mut self, context: &Device) -> Result<(), ModelError>;
    fn load(&mut self, path: &Path) -> Result<(), ModelError>;
    /// Where it computes, and what it goes on from.
    fn set_up(&mut self, threads: usize, context: &Device, fit: &FitArguments) -> Result<(), ModelError> {
        self.set_threads(threads);
        self.set_context(context)?;
        fit.load.as_deref().map_or(Ok(()), |path| self.load(path))
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
            fn predict(&mut self, data: &[Array]) -> Result<&Array, ModelError> {
                $model::predict(self, data)
            }
            shared_methods! {}
        }
    )*};
}

/// The methods of all models.
macro_rules! shared_methods {
    () => {
        fn steps(&self) -> u64 {
            Self::steps(self)
        }
        fn set_threads(&mut self, threads: usize) {
            Self::set_threads(self, threads);
        }
        fn set_context(&mut self, context: &Device) -> Result<(), ModelError> {
            Self::set_context(self, context)
        }
        fn load(&mut self, path: &Path) -> Result<(), ModelError> {
            Self::load(self, path)
        }
    };
}
models! { FactorizationMachine LinearClassifier MatrixFactorization WideDeep }

impl BatchModel for LanguageModel {
    fn predict(&mut self, _data: &[Array]) -> Result<&Array, ModelError> {
        Err(ModelError::Unknown { name: "output of rows".to_owned() })
    }
    shared_methods! {}
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
        self,
        model: &mut impl BatchModel,
        data: BatchData<'_>,
        report: Report<'_>,
        stop: Stop<'_>,
    ) -> Result<BatchReport> {
        let Self { fit, steps, .. } = self;
        let every =
            steps.save_every.map(|every| Every::Steps(every, fit.save_every)).or(fit.save_every.map(Every::Epochs));
        let run = Run { fit, count: fit.passes(), resume: Resume::Steps(model.steps()), every, rows: data.rows };
        let BatchData { train, test, name, .. } = data;
        let mut shown = Shown { run: self, test, name, since: MeanLoss::default() };
        let source = &mut BufferedBatches::new(train);
        run.train(&mut shown, model, source, &mut Progress::default(), report, stop).map_err(explained)
    }
}

/// What is shown of a run.
struct Shown<'a> {
    run: BatchRun<'a>,
    test: Option<Box<dyn Batches>>,
    name: &'a str,
    /// What the steps since the last line have given.
    since: MeanLoss,
}

impl Shown<'_> {
    /// Of the column of the test rows.
    fn test_head(&self) -> String {
        if self.test.is_some() { format!("  test {}", self.run.metric.name()) } else { String::new() }
    }

    /// The metric of the model's outputs for the test rows, which are written down too if they are asked for.
    fn measure(&mut self, model: &mut impl BatchModel, text: Option<&mut Vec<u8>>) -> Result<Option<f64>> {
        let Some(test) = &mut self.test else { return Ok(None) };
        let outputs = |batch: &mut Batch| row_outputs(model, &batch.data);
        measure(&mut *self.run.metric, &mut **test, text, outputs).map(Some)
    }
}

impl<M: BatchModel> Program<M> for Shown<'_> {
    const SAVED: &'static str = "model";

    fn head(&self) -> String {
        let (test, speed) = (self.test_head(), format!("{}/s", self.run.steps.unit));
        format!("\n{:>5}  {:>9}  {:>10}  {:>10}  {speed:>10}{test}", "epoch", self.run.loss, "steps ms", "epoch ms")
    }

    fn batch_end(
        &mut self,
        model: &M,
        progress: &Progress<MeanLoss>,
        rows: u64,
        report: &mut Report<'_>,
    ) -> Result<()> {
        let (since, Steps { unit, show_every, .. }) = (&mut self.since, self.run.steps);
        if progress.steps == 1 {
            *since = MeanLoss::default();
        }
        since.add(progress.totals.last, rows as usize, progress.totals.last_time);
        if show_every.is_some_and(|every| model.steps().is_multiple_of(every.get())) {
            let (loss, speed) = (since.mean(), self.run.steps.speed(since.rows, since.time));
            let (loss, perplexity) = (significant(loss, LOSS_DIGITS), significant(loss.exp(), LOSS_DIGITS));
            let (count, name) = (HumanCount(model.steps()), self.run.loss);
            report.line(&format!("      step {count}: {speed} {unit}/s, {name} {loss}, perplexity {perplexity}"))?;
            *since = MeanLoss::default();
        }
        Ok(())
    }

    fn evaluate(&mut self, model: &mut M, epoch: &EpochReport<MeanLoss>) -> Result<Option<f64>> {
        ensure!(epoch.rows > 0, "{}: no rows", self.name);
        ensure!(
            epoch.metric.is_finite(),
            "the loss is not finite in epoch {}: a smaller --learning-rate may help",
            epoch.epoch
        );
        match self.test.as_mut().and_then(|test| model.evaluate(&mut **test)) {
            Some(found) => Ok(Some(found?)),
            None => self.measure(model, None),
        }
    }

    fn epoch_end(&mut self, _: &M, epoch: &EpochReport<MeanLoss>, report: &mut Report<'_>) -> Result<()> {
        report.line(&row(epoch, self.run.steps, self.test_head().len()))
    }

    fn closing(
        &mut self,
        model: &M,
        epochs: &[EpochReport<MeanLoss>],
        _: &Outcome<MeanLoss>,
        report: &mut Report<'_>,
    ) -> Result<Option<u64>> {
        report.line("")?;
        let in_steps: f64 = epochs.iter().map(|epoch| epoch.totals.time.as_secs_f64()).sum();
        if let (Some(products), false) = (model.dense_products(), in_steps == 0.0) {
            report.line(&format!(
                "dense products: {:.1}% of the time of these steps",
                100.0 * products.as_secs_f64() / in_steps
            ))?;
        }
        Ok(None)
    }

    fn title(&self) -> (String, Axes) {
        (self.run.title.clone(), self.run.axes)
    }

    fn predictions(&mut self, model: &mut M) -> Result<Option<Vec<u8>>> {
        let mut text = Vec::new();
        Ok(self.measure(model, Some(&mut text))?.map(|_| text))
    }

    fn stopped(&self, model: &M, _: &Progress<MeanLoss>, _: u64, save: Option<&Path>) -> String {
        let steps = model.steps();
        match save {
            Some(path) => format!("stopped after {steps} steps; --load {} goes on there", path.display()),
            None => format!("stopped after {steps} steps; without --save nothing is kept"),
        }
    }
}

/// A model's output for each row: of two classes, the probability of the second.
pub(crate) fn row_outputs(model: &mut impl BatchModel, data: &[Array]) -> Result<Vec<f32>> {
    let outputs = model.predict(data)?;
    let values = outputs.data::<f32>().unwrap_or_default();
    Ok(match outputs.shape() {
        [_, 2] => values.iter().skip(1).step_by(2).copied().collect(),
        _ => values.to_vec(),
    })
}

/// What to do about a training that went too far.
fn explained(error: anyhow::Error) -> anyhow::Error {
    match error.downcast_ref() {
        Some(ModelError::Metric(MetricError::NotANumber { input: Input::Prediction, .. })) => {
            anyhow::anyhow!("the model's output is no number any more: a smaller --learning-rate may help")
        }
        _ => error,
    }
}

fn row(epoch: &EpochReport<MeanLoss>, counted: Steps, width: usize) -> String {
    let &EpochReport { epoch: number, metric: loss, learnt, time, eval, totals, .. } = epoch;
    let [steps, whole] = [totals.time, time].map(|time| time.as_secs_f64() * 1e3);
    let speed = counted.speed(learnt, time);
    let test = eval.map_or_else(String::new, |value| format!("{:>width$}", significant(value, LOSS_DIGITS)));
    format!("{number:>5}  {:>9}  {steps:>10.3}  {whole:>10.3}  {speed:>10}{test}", significant(loss, LOSS_DIGITS))
}

/// The metric of a model's outputs for all rows, which are written down too if they are asked for.
pub(crate) fn measure(
    metric: &mut dyn Metric,
    rows: &mut dyn Batches,
    mut text: Option<&mut Vec<u8>>,
    mut predict: impl FnMut(&mut Batch) -> Result<Vec<f32>>,
) -> Result<f64> {
    metric.reset();
    for_each_batch(&mut BufferedBatches::new(rows), |batch| {
        let outputs = predict(batch)?;
        if let Some(text) = &mut text {
            outputs.iter().try_for_each(|output| writeln!(text, "{output}"))?;
        }
        let labels = batch.label.first().context("a batch without labels")?;
        Ok::<_, anyhow::Error>(metric.update(labels, &Array::dense(&[outputs.len()], outputs)?)?)
    })?;
    Ok(metric.value())
}
