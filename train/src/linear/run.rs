//! A run of `lacuna train linear`, from its arguments to its last line.
use super::{InitialWeights, LinearArguments, describe};
use crate::fit_arguments::LONG_BLOCKS;
use crate::input::{expect_one_standard_input, open_input};
use crate::open::{Opened, Reading, check_memory, generate, open_file, open_sliced, open_test};
use crate::plot::Axes;
use crate::program::{Program, Run, RunReport, last_epoch};
use crate::ranks::{OpenRanks, expect_file, on_ranks};
use crate::report::{Columns, Report};
use crate::run::Stop;
use anyhow::{Result, ensure};
use lacuna_models::fit::{EpochReport, Every, Outcome, Progress, Resume};
use lacuna_models::train::{DType, LinearModel, LinearRegression, LinearTotals, Saved, Settings, TrainValue, Trained};
use lacuna_runtime::kvstore::Moved;
use lacuna_runtime::libsvm::LibsvmOptions;
use std::io::Write;
use std::path::Path;

/// The index type of all runs: the weights of more features would not fit into memory.
pub(crate) type Index = i32;

/// Runs `lacuna train linear`, and shows it on `out`.
///
/// # Errors
/// One line that says what is wrong with the arguments, the data or the files.
pub fn train_linear(arguments: &LinearArguments, out: &mut (dyn Write + Send), stop: Stop<'_>) -> Result<RunReport> {
    on_ranks(arguments, |arguments, ranks| run(arguments, out, stop, ranks))
}

fn run(
    arguments: &LinearArguments,
    out: &mut (dyn Write + Send),
    stop: Stop<'_>,
    ranks: Option<&OpenRanks>,
) -> Result<RunReport> {
    arguments.fit.expect_no_predictions("linear regression")?;
    arguments.fit.check_targets()?;
    expect_one_standard_input(arguments.data.as_deref(), arguments.test.as_deref())?;
    arguments.fit.expect_base(arguments.data.is_some(), arguments.format.index_base)?;
    let saved = arguments.fit.load.as_deref().map(Saved::read).transpose()?;
    let mut settings = arguments.settings(saved.as_ref().map(|saved| &saved.settings))?;
    settings.slices = ranks.map_or(1, |ranks| ranks.options.slices);
    if let Some(saved) = saved.as_ref().filter(|saved| saved.trained.unfinished.is_some()) {
        let found = saved.settings.slices;
        ensure!(
            settings.slices == found,
            "the loaded weights are inside an epoch of steps in {found} slices: go on there with --slices {found}"
        );
    }
    let report = Report::new(out, arguments.fit.form());
    arguments.fit.on_threads(LONG_BLOCKS, |threads| match settings.dtype {
        DType::F32 => train::<f32>(arguments, saved, settings, threads, report, stop, ranks),
        DType::F64 => train::<f64>(arguments, saved, settings, threads, report, stop, ranks),
    })
}

fn train<V: TrainValue>(
    arguments: &LinearArguments,
    saved: Option<Saved>,
    mut settings: Settings,
    threads: usize,
    mut report: Report<'_>,
    stop: Stop<'_>,
    ranks: Option<&OpenRanks>,
) -> Result<RunReport> {
    let states = settings.hyper::<V>()?.weight.states().len();
    let (fit, limit) = (&arguments.fit, arguments.fit.memory());
    let reading = Reading {
        rows: LibsvmOptions { strict: fit.strict, ..arguments.format.reading() },
        threads,
        shown: report.shows_progress(),
        counted: report.counted(),
    };
    if let (Some(path), Some(_)) = (&arguments.data, ranks) {
        expect_file(path)?;
    }
    let mut data = match &arguments.data {
        Some(path) => open_file(open_input(path, &mut report)?, &reading, &mut settings)?,
        None => generate(&settings, limit)?,
    };
    let (features, most) = (settings.features, <Index as lacuna::Index>::MAX);
    ensure!(features <= most, "{features} features: at most {most} are supported");
    let test = match &arguments.test {
        Some(path) => Some(open_test::<V, Index>(open_input(path, &mut report)?, &reading, &settings)?),
        None => None,
    };
    let trained = saved.as_ref().map_or(Trained::default(), |saved| saved.trained);
    let count = fit.passes();
    let last = last_epoch(trained.epochs, count, "epochs")?;

    report.fact("data", &data.facts)?;
    if let Some(test) = &test {
        report.fact("test", &test.facts)?;
    }
    report.fact("model", &describe::model::<V>(arguments, &settings, states))?;
    report.fact("training", &describe::training(&settings, &trained, last, threads))?;
    check_memory(&format!("a model of {features} features"), LinearModel::<V, Index>::bytes(features, states), limit)?;
    let model = match (&saved, arguments.initial_weights.unwrap_or_default()) {
        (Some(saved), _) => LinearModel::from_state(saved.state()?)?,
        (None, InitialWeights::Normal) => LinearModel::new(features, settings.seed)?,
        (None, InitialWeights::Zero) => LinearModel::zero(features)?,
    };
    drop(saved);
    let mut regression = LinearRegression::new(model, &settings, threads)?;
    if let Some(ranks) = ranks {
        let (exchange, options) = ranks.together()?;
        regression.set_ranks(exchange, options)?;
    }
    let mut shown = Shown { settings: &settings, name: &data.name, test, tests: Vec::new() };
    let run =
        Run { fit, count, resume: Resume::Place, every: fit.save_every.map(Every::Epochs), rows: data.rows, ranks };
    let mut progress = trained.into();
    if let (Some(path), Some(ranks)) = (&arguments.data, ranks) {
        let mut parts = open_sliced(path, &reading, &settings, ranks)?;
        return run.train(&mut shown, &mut regression, &mut parts, &mut progress, report, stop);
    }
    run.train(&mut shown, &mut regression, &mut data.source, &mut progress, report, stop)
}

/// What is shown of a run.
struct Shown<'a, V> {
    settings: &'a Settings,
    name: &'a str,
    test: Option<Opened<V, Index>>,
    /// Losses of the test rows after each epoch.
    tests: Vec<(u64, f64)>,
}

type Regression<V> = LinearRegression<V, Index>;

fn is_sound<V: TrainValue>(regression: &Regression<V>, epoch: &EpochReport<LinearTotals>) -> Result<bool> {
    Ok(epoch.metric.is_finite() && regression.is_finite()?)
}

fn expect_sound<V: TrainValue>(regression: &Regression<V>, epoch: &EpochReport<LinearTotals>) -> Result<()> {
    ensure!(
        is_sound(regression, epoch)?,
        "the loss is not finite in epoch {}: a smaller --learning-rate may help",
        epoch.epoch
    );
    Ok(())
}

impl<V: TrainValue> Program<Regression<V>> for Shown<'_, V> {
    const SAVED: &'static str = "weights";

    fn columns(&self) -> Columns {
        describe::columns(self.test.is_some())
    }

    fn evaluate(&mut self, regression: &mut Regression<V>, epoch: &EpochReport<LinearTotals>) -> Result<Option<f64>> {
        let Some(test) = &mut self.test else { return Ok(None) };
        let sound = is_sound(regression, epoch)?;
        Ok(Some(if sound { regression.evaluate(&mut test.source)? } else { f64::NAN }))
    }

    fn epoch_end(
        &mut self,
        regression: &Regression<V>,
        epoch: &EpochReport<LinearTotals>,
        report: &mut Report<'_>,
    ) -> Result<()> {
        self.tests.extend(epoch.eval.filter(|loss| loss.is_finite()).map(|loss| (epoch.epoch, loss)));
        report.row("epoch", &describe::row(epoch, self.test.is_some()))?;
        expect_sound(regression, epoch)
    }

    fn closing(
        &mut self,
        regression: &Regression<V>,
        epochs: &[EpochReport<LinearTotals>],
        outcome: &Outcome<LinearTotals>,
        report: &mut Report<'_>,
    ) -> Result<Option<u64>> {
        let mut stopped = None;
        match outcome {
            Outcome::Done => {
                if let Some(epoch) = epochs.last() {
                    report.memory(&describe::memory::<V>(self.settings, epoch))?;
                }
            }
            Outcome::Between => {}
            Outcome::Inside(epoch) => {
                expect_sound(regression, epoch)?;
                stopped = Some(epoch);
            }
        }
        let hash = regression.whole()?.map_or(0, |model| model.hash());
        report.line(&describe::summary(epochs.iter().chain(stopped), hash))?;
        Ok(Some(hash))
    }

    fn moved(&self, regression: &Regression<V>) -> Option<[Moved; 2]> {
        regression.moved()
    }

    fn title(&self) -> (String, Axes) {
        (format!("Linear regression, {}", self.name), Axes::EPOCHS)
    }

    fn test_points(&self) -> Vec<(u64, f64)> {
        self.tests.clone()
    }

    fn stopped(&self, _: &Regression<V>, progress: &Progress<LinearTotals>, last: u64, save: Option<&Path>) -> String {
        let place = match progress.steps {
            0 => format!("after epoch {}", progress.epochs),
            steps => format!("in epoch {} after its step {}", progress.epochs + 1, indicatif::HumanCount(steps)),
        };
        describe::interrupted(&place, save, "--epochs", last - progress.epochs)
    }
}
