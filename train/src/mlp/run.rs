//! A run of `lacuna train mlp`, from its arguments to its last line.
use super::MlpArguments;
use crate::fit_arguments::ContextArguments;
use crate::measures::{Measured, Scored, Task, measure};
use crate::open::check_memory;
use crate::plot::Axes;
use crate::program::{Program, Run, RunReport, last_epoch};
use crate::ranks::{OpenRanks, on_ranks};
use crate::report::{Cell, Columns, Report};
use crate::rows::Reading;
use crate::run::Stop;
use anyhow::{Result, ensure};
use indicatif::HumanCount;
use lacuna_models::fit::{EpochReport, Every, Outcome, Progress, Resume};
use lacuna_models::train::{Mlp, MlpProgress, MlpSettings, MlpSource, MlpTotals, SavedMlp};
use lacuna_runtime::atomic_file::check_target;
use lacuna_runtime::data::{Batch, Batches};
use lacuna_runtime::kvstore::Moved;
use std::io::Write;
use std::path::Path;

/// Runs `lacuna train mlp`, and shows it on `out`.
///
/// # Errors
/// One line that says what is wrong with the arguments, the data or the files.
pub fn train_mlp(
    arguments: &MlpArguments,
    out: &mut (dyn Write + Send),
    stop: Stop<'_>,
) -> Result<RunReport<MlpTotals>> {
    on_ranks(arguments, |arguments, ranks| run(arguments, out, stop, ranks))
}

fn run(
    arguments: &MlpArguments,
    out: &mut (dyn Write + Send),
    stop: Stop<'_>,
    ranks: Option<&OpenRanks>,
) -> Result<RunReport<MlpTotals>> {
    arguments.fit.check_targets()?;
    arguments.rows.write_data.as_deref().map_or(Ok(()), check_target)?;
    let saved = arguments.fit.load.as_deref().map(SavedMlp::read).transpose()?;
    let mut settings = arguments.settings(saved.as_ref().map(|saved| &saved.settings))?;
    settings.slices = ranks.map_or(1, |ranks| ranks.options.slices);
    if let Some(saved) = saved.as_ref().filter(|saved| saved.progress.batches > 0) {
        let found = saved.settings.slices;
        ensure!(
            settings.slices == found,
            "the loaded network is inside an epoch of steps in {found} slices: go on there with --slices {found}"
        );
    }
    let report = Report::new(out, arguments.fit.form());
    arguments
        .fit
        .on_threads(settings.batch_size, |threads| train(arguments, settings, saved, threads, report, stop, ranks))
}

fn train(
    arguments: &MlpArguments,
    mut settings: MlpSettings,
    saved: Option<SavedMlp>,
    threads: usize,
    mut report: Report<'_>,
    stop: Stop<'_>,
    ranks: Option<&OpenRanks>,
) -> Result<RunReport<MlpTotals>> {
    let (fit, limit, context) = (&arguments.fit, arguments.fit.memory(), arguments.place.open(ranks)?);
    let MlpSettings { batch_size, features, seed, .. } = settings;
    let reading = Reading { batch_size, features, seed, limit, strict: fit.strict, counted: report.counted() };
    arguments.fit.expect_base(arguments.rows.data.is_some(), arguments.rows.format.index_base)?;
    let mut data = report.during("opening the data", || arguments.rows.open(&reading, None))?;
    (settings.features, settings.index_base) = (data.features, data.base.into());
    let progress = saved.as_ref().map_or_else(MlpProgress::default, |saved| saved.progress);
    let count = fit.passes();
    let last = last_epoch(progress.epochs, count, "epochs")?;
    report.fact("data", &data.facts)?;
    let layers: Vec<String> = settings.hidden.iter().chain([&1]).map(ToString::to_string).collect();
    let features = HumanCount(settings.features as u64);
    report.fact("model", &format!("{features} -> {}, sigmoids; {}", layers.join(" -> "), settings.variant.name()))?;
    report.fact(
        "training",
        &format!(
            "{}, batches of {}, epochs {} to {last}, seed {}, {}",
            arguments.optimizer.text(&settings.optimizer()?),
            settings.batch_size,
            progress.epochs + 1,
            settings.seed,
            ContextArguments::place(threads, &context)
        ),
    )?;
    check_memory(&format!("a network of {features} features"), Mlp::bytes(&settings), limit)?;
    let mut network = match &saved {
        Some(saved) => {
            let (own, found) = (saved.settings.features, settings.features);
            ensure!(own == found, "the loaded network has {own} features, the data {found}");
            saved.network_with(&settings, threads)?
        }
        None => report.during("drawing the first weights", || Mlp::new(&settings, threads))?,
    };
    network.set_context(&context)?;
    if let Some(ranks) = ranks {
        let (exchange, options) = ranks.together()?;
        network.set_ranks(exchange, options)?;
    }
    drop(saved);

    let test = report.during("opening the test data", || arguments.rows.open_test(&data, &reading))?;
    let mut shown = Shown { name: &data.name, test, measured: Vec::new() };
    let run =
        Run { fit, count, resume: Resume::Place, every: fit.save_every.map(Every::Epochs), rows: data.rows, ranks };
    let parts = ranks.map(|ranks| arguments.rows.open_sliced(&data, &reading, ranks)).transpose()?.flatten();
    let batch = Batch::default();
    let mut source = match parts {
        Some(rows) => MlpSource::Sliced { rows: Box::new(rows), batch },
        None => MlpSource::Whole { batches: &mut *data.batches, batch },
    };
    run.train(&mut shown, &mut network, &mut source, &mut progress.into(), report, stop)
}

/// What is shown of a run.
struct Shown<'a> {
    name: &'a str,
    test: Option<Box<dyn Batches>>,
    /// Of the test rows after each epoch.
    measured: Vec<(u64, Measured)>,
}

impl Shown<'_> {
    /// Measures the outputs for the test rows, which are written down too if they are asked for.
    fn measure(&mut self, network: &mut Mlp, text: Option<&mut Vec<u8>>) -> Result<Option<Measured>> {
        let score = |batch: &mut Batch| {
            let (outputs, loss) = network.predict(batch)?;
            Ok(Scored::of(outputs, loss))
        };
        self.test.as_mut().map(|test| measure(Task::Classes, &mut **test, text, score)).transpose()
    }
}

fn expect_finite(epoch: &EpochReport<MlpTotals>) -> Result<()> {
    let finite = epoch.totals.loss.is_finite();
    ensure!(finite, "the loss is not finite in epoch {}: a smaller --learning-rate may help", epoch.epoch);
    Ok(())
}

impl Program<Mlp> for Shown<'_> {
    const SAVED: &'static str = "network";

    fn columns(&self) -> Columns {
        let (loss, key) = Task::Classes.loss();
        let columns = Columns::of_epochs(loss, key);
        let columns = if self.test.is_some() { Task::Classes.columns(columns) } else { columns };
        let columns = columns.with("forward", "forward_seconds", 8).with("backward", "backward_seconds", 8);
        columns.with_speed("rows", "rows_per_second")
    }

    fn evaluate(&mut self, network: &mut Mlp, epoch: &EpochReport<MlpTotals>) -> Result<Option<f64>> {
        ensure!(epoch.rows > 0, "{}: no rows", self.name);
        expect_finite(epoch)?;
        let measured = self.measure(network, None)?;
        self.measured.extend(measured.map(|measured| (epoch.epoch, measured)));
        Ok(measured.as_ref().map(Measured::auc))
    }

    fn epoch_end(&mut self, _: &Mlp, epoch: &EpochReport<MlpTotals>, report: &mut Report<'_>) -> Result<()> {
        let EpochReport { epoch: number, metric: loss, learnt: rows, time, totals, .. } = epoch;
        let mut cells = vec![Cell::Count(*number), Cell::Number(*loss)];
        if self.test.is_some() {
            cells.extend(Task::Classes.cells(self.measured.last().map(|(_, measured)| measured)));
        }
        cells.extend([totals.forward, totals.backward, *time].map(|time| Cell::Seconds(time.as_secs_f64())));
        cells.push(Cell::rate(*rows, time.as_secs_f64()));
        report.row("epoch", &cells)
    }

    fn closing(
        &mut self,
        network: &Mlp,
        epochs: &[EpochReport<MlpTotals>],
        outcome: &Outcome<MlpTotals>,
        report: &mut Report<'_>,
    ) -> Result<Option<u64>> {
        match outcome {
            Outcome::Done => {
                let (memory, (rows, entries)) =
                    (network.memory(), epochs.last().map_or((0, 0), |epoch| (epoch.rows, epoch.entries)));
                let weight = memory.weight as u64;
                let dense = u128::from(rows) * network.features() as u128 * 4;
                report.memory(&[
                    ("data, csr", entries * 12 + (rows + 1) * 8, dense),
                    ("first weight", weight, u128::from(weight)),
                    ("its gradient", memory.gradient as u64, u128::from(weight)),
                ])?;
            }
            Outcome::Between => {}
            Outcome::Inside(epoch) => expect_finite(epoch)?,
        }
        let hash = network.shared_hash()?;
        report.line(&format!("\nweights {hash:016x}"))?;
        Ok(Some(hash))
    }

    fn moved(&self, network: &Mlp) -> Option<[Moved; 2]> {
        network.moved()
    }

    fn title(&self) -> (String, Axes) {
        (format!("Network on sparse features, {}", self.name), Axes::LOG_LOSS)
    }

    fn test_points(&self) -> Vec<(u64, f64)> {
        self.measured.iter().map(|(epoch, measured)| (*epoch, measured.loss())).collect()
    }

    fn predictions(&mut self, network: &mut Mlp) -> Result<Option<Vec<u8>>> {
        let mut text = Vec::new();
        Ok(self.measure(network, Some(&mut text))?.map(|_| text))
    }

    fn stopped(&self, _: &Mlp, progress: &Progress<MlpTotals>, last: u64, save: Option<&Path>) -> String {
        let place = format!("stopped after {} epochs and {} batches", progress.epochs, progress.steps);
        match save {
            Some(path) => {
                format!("{place}; --load {} --epochs {} goes on there", path.display(), last - progress.epochs)
            }
            None => format!("{place}; without --save nothing is kept"),
        }
    }
}
