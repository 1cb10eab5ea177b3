//! A run of a model of [`lacuna_models::model`].
use crate::fit_arguments::FitArguments;
use crate::measures::{Measured, Scored, Task, measure};
use crate::plot::Axes;
use crate::program::{Program, Run, RunReport};
use crate::ranks::OpenRanks;
use crate::report::{Cell, Columns, LOSS_DIGITS, Report, significant};
use crate::run::Stop;
use anyhow::{Result, anyhow, ensure};
use indicatif::HumanCount;
use lacuna_models::fit::{BufferedBatches, EpochReport, Every, Learner, MeanLoss, Outcome, Progress, Resume};
use lacuna_models::metric::{Input, MetricError};
use lacuna_models::model::{
    FactorizationMachine, LanguageModel, LinearClassifier, MatrixFactorization, ModelError, WideDeep, newest_generation,
};
use lacuna_runtime::array::Array;
use lacuna_runtime::data::{AheadBatches, Batch, Batches, NextBatch};
use lacuna_runtime::device::Device;
use lacuna_runtime::kvstore::Moved;
use std::num::NonZeroU64;
use std::path::Path;
use std::time::Duration;

/// What a run has given.
pub type BatchReport = RunReport<MeanLoss>;

/// A model of `lacuna_models::model`.
pub(crate) trait BatchModel: Learner<Batch = Batch, Totals = MeanLoss, Error = ModelError> {
    fn predict(&mut self, data: &[Array]) -> Result<&Array, ModelError>;
    fn steps(&self) -> u64;
    fn set_threads(&mut self, threads: usize);
    fn set_context(&mut self, context: &Device) -> Result<(), ModelError>;
    fn load(&mut self, path: &Path) -> Result<(), ModelError>;
    /// Asks for the rows of the batch behind each one.
    fn set_next_batch(&mut self, next: NextBatch) -> Result<(), ModelError>;
    /// Waits for no other rank.
    fn set_asynchronous(&mut self) -> Result<(), ModelError>;
    /// What pulls and pushes of tables have moved on this rank, if some are cut.
    fn moved(&self) -> Option<[Moved; 2]>;
    /// Where it computes, and what it goes on from.
    fn set_up(&mut self, threads: usize, context: &Device, fit: &FitArguments) -> Result<()> {
        self.set_threads(threads);
        self.set_context(context)?;
        fit.load.as_deref().map_or(Ok(()), |path| self.load_with_states(path))
    }
    /// Loads, and says what is missing.
    fn load_with_states(&mut self, path: &Path) -> Result<()> {
        self.load(path).map_err(|error| match error {
            ModelError::Missing { name } if name.contains('/') => anyhow!(
                "there is no `{name}` in the file, a state of the optimizer: give the --optimizer, or the --preset, \
                 that the model was trained with"
            ),
            error => error.into(),
        })
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
            fn set_next_batch(&mut self, next: NextBatch) -> Result<(), ModelError> {
                $model::set_next_batch(self, next)
            }
            fn set_asynchronous(&mut self) -> Result<(), ModelError> {
                $model::set_asynchronous(self)
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
        fn moved(&self) -> Option<[Moved; 2]> {
            Self::moved(self)
        }
    };
}
models! { FactorizationMachine LinearClassifier MatrixFactorization WideDeep }

impl BatchModel for LanguageModel {
    fn predict(&mut self, _data: &[Array]) -> Result<&Array, ModelError> {
        Err(ModelError::Unknown { name: "output of rows".to_owned() })
    }
    fn set_next_batch(&mut self, _next: NextBatch) -> Result<(), ModelError> {
        Err(ModelError::NoRanks)
    }
    fn set_asynchronous(&mut self) -> Result<(), ModelError> {
        Err(ModelError::NoRanks)
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
    /// The unit of speeds, its key in JSON, and how many of them a row has.
    pub unit: &'static str,
    pub key: &'static str,
    pub in_row: u64,
    /// A line after each so many steps.
    pub show_every: Option<NonZeroU64>,
    /// A checkpoint after each so many.
    pub save_every: Option<NonZeroU64>,
}

impl Steps {
    /// Rows, and nothing within an epoch.
    pub const ROWS: Self = Self { unit: "rows", key: "rows_per_second", in_row: 1, show_every: None, save_every: None };

    /// Units a second.
    fn speed(&self, rows: u64, time: Duration) -> Cell {
        Cell::rate(rows.saturating_mul(self.in_row), time.as_secs_f64())
    }
}

/// How a run goes.
pub(crate) struct BatchRun<'a> {
    /// Of the plot.
    pub title: String,
    pub axes: Axes,
    /// What the outputs are.
    pub task: Task,
    /// What reports of epochs give of the test rows.
    pub eval: fn(&Measured) -> f64,
    pub steps: Steps,
    pub fit: &'a FitArguments,
    pub ranks: Option<&'a OpenRanks>,
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
        let run = Run {
            fit,
            count: fit.passes(),
            resume: Resume::Steps(model.steps()),
            every,
            rows: data.rows,
            ranks: self.ranks,
        };
        let BatchData { train, test, name, .. } = data;
        let mut report = report;
        if let Some(folder) = fit.load.as_deref().filter(|path| path.is_dir()) {
            let steps = HumanCount(model.steps());
            report.fact("loaded", &format!("{}, after {steps} steps", newest_generation(folder)?.display()))?;
        }
        let mut shown = Shown { run: self, test, name, since: MeanLoss::default(), measured: Vec::new() };
        let ranks = shown.run.ranks;
        let told = ranks.map(|ranks| ranks.set_up(model)).transpose()?.flatten();
        let mut train: Box<dyn Batches + '_> = Box::new(train);
        if let (Some(next), Some(ranks)) = (told, ranks) {
            train = Box::new(AheadBatches::new(train, next, ranks.slice_rows.get().cloned()));
        }
        let source = &mut BufferedBatches::new(&mut train);
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
    /// Of the test rows after each epoch.
    measured: Vec<(u64, Measured)>,
}

impl Shown<'_> {
    /// Measures the model's outputs for the test rows, which are written down too if they are asked for.
    fn measure(&mut self, model: &mut impl BatchModel, text: Option<&mut Vec<u8>>) -> Result<Option<Measured>> {
        let (Some(test), task) = (&mut self.test, self.run.task) else { return Ok(None) };
        let score = |batch: &mut Batch| {
            let outputs = row_outputs(model, &batch.data)?;
            let labels = batch.label.first().and_then(|labels| labels.data::<f32>()).unwrap_or_default();
            let loss = task.sum_of_losses(labels, &outputs)?;
            Ok(Scored::of(outputs, loss))
        };
        measure(task, &mut **test, text, score).map(Some)
    }
}

impl<M: BatchModel> Program<M> for Shown<'_> {
    const SAVED: &'static str = "model";

    fn columns(&self) -> Columns {
        let (task, steps) = (self.run.task, self.run.steps);
        let (loss, key) = task.loss();
        let columns = Columns::of_epochs(loss, key);
        let columns = if self.test.is_some() { task.columns(columns) } else { columns };
        columns.with("steps s", "steps_seconds", 8).with_speed(steps.unit, steps.key)
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
            let (mean, speed) = (since.mean(), self.run.steps.speed(since.rows, since.time));
            let (loss, perplexity) = (significant(mean, LOSS_DIGITS), significant(mean.exp(), LOSS_DIGITS));
            let (count, (name, key), speed_text) = (HumanCount(model.steps()), self.run.task.loss(), speed.text());
            let line = format!("      step {count}: {speed_text} {unit}/s, {name} {loss}, perplexity {perplexity}");
            let members =
                [("step", Cell::Count(model.steps())), (key, Cell::Number(mean)), (self.run.steps.key, speed)];
            report.event("step", &members, &line)?;
            *since = MeanLoss::default();
        }
        Ok(())
    }

    fn evaluate(&mut self, model: &mut M, epoch: &EpochReport<MeanLoss>) -> Result<Option<f64>> {
        ensure!(epoch.steps > 0, "{}: no rows", self.name);
        ensure!(
            epoch.metric.is_finite(),
            "the loss is not finite in epoch {}: a smaller --learning-rate may help",
            epoch.epoch
        );
        let measured = match self.test.as_mut().and_then(|test| model.evaluate(&mut **test)) {
            Some(found) => Some(Measured::of_loss(found?)),
            None => self.measure(model, None)?,
        };
        self.measured.extend(measured.map(|measured| (epoch.epoch, measured)));
        Ok(measured.as_ref().map(self.run.eval))
    }

    fn epoch_end(&mut self, _: &M, epoch: &EpochReport<MeanLoss>, report: &mut Report<'_>) -> Result<()> {
        let &EpochReport { epoch: number, metric: loss, learnt, time, totals, .. } = epoch;
        // Those of all ranks.
        let learnt = if self.run.ranks.is_some() { totals.rows } else { learnt };
        let mut cells = vec![Cell::Count(number), Cell::Number(loss)];
        if self.test.is_some() {
            cells.extend(self.run.task.cells(self.measured.last().map(|(_, measured)| measured)));
        }
        cells.extend([totals.time, time].map(|time| Cell::Seconds(time.as_secs_f64())));
        cells.push(self.run.steps.speed(learnt, time));
        report.row("epoch", &cells)
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

    fn moved(&self, model: &M) -> Option<[Moved; 2]> {
        model.moved()
    }

    fn title(&self) -> (String, Axes) {
        (self.run.title.clone(), self.run.axes)
    }

    fn test_points(&self) -> Vec<(u64, f64)> {
        // A perplexity is e to the mean loss of a word.
        let loss = |measured: &Measured| match self.run.task {
            Task::Words => measured.loss().ln(),
            _ => measured.loss(),
        };
        self.measured.iter().map(|(epoch, measured)| (*epoch, loss(measured))).collect()
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
            anyhow!("the model's output is no number any more: a smaller --learning-rate may help")
        }
        _ => error,
    }
}
