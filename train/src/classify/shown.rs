//! What is shown of a run of a model that learns row after row.
use crate::linear::interrupted;
use crate::open::Opened;
use crate::plot::Axes;
use crate::program::Program;
use crate::report::{Cell, Columns, LOSS_DIGITS, Report, significant};
use anyhow::Result;
use indicatif::HumanCount;
use lacuna_models::fit::{BestEpoch, EpochReport, Outcome, Progress};
use lacuna_models::train::{Classifier, ClassifyProgress, ClassifyTotals, Digest, LogLoss, OnlineLoss, Quality};
use lacuna_runtime::kvstore::Moved;
use std::path::Path;
use std::time::Instant;

/// What is shown of a run.
pub(super) struct Shown<'a> {
    name: &'a str,
    test: Option<Opened<f32, i32>>,
    started: Instant,
    /// Of the pass that has ended.
    pass_seconds: f64,
    /// Rows of the pass that were learnt before it began here.
    first: u64,
    /// Rows and losses of the pass.
    curve: Vec<(u64, f64)>,
    /// Of the test rows, at the end of the pass.
    test_curve: Vec<(u64, f64)>,
    /// The losses of whole passes, and those of the test rows behind them.
    whole: [Vec<(u64, f64)>; 2],
    pub passes: Vec<LogLoss>,
    pub tests: Vec<LogLoss>,
    pub test_quality: Option<Quality>,
    loss: OnlineLoss,
    /// Passes without a lower loss on the test set before it ends.
    pub patience: Option<u64>,
    pub passes_option: &'static str,
    is_done: bool,
    /// The pass that is kept.
    best: Option<BestEpoch>,
    seconds: f64,
    rows: u64,
}

impl<'a> Shown<'a> {
    pub fn new(name: &'a str, test: Option<Opened<f32, i32>>, progress: &ClassifyProgress, loss: OnlineLoss) -> Self {
        let (curve, passes, tests) = (Vec::new(), Vec::new(), Vec::new());
        Self {
            test_quality: None,
            loss,
            patience: None,
            passes_option: "--passes",
            is_done: false,
            best: None,
            name,
            test,
            started: Instant::now(),
            pass_seconds: 0.0,
            first: progress.pass.rows,
            curve,
            test_curve: Vec::new(),
            whole: [Vec::new(), Vec::new()],
            passes,
            tests,
            seconds: 0.0,
            rows: 0,
        }
    }

    /// A row: of a pass that has ended, or of what it has learnt so far.
    fn row(&mut self, cells: [Cell; 2], loss: &LogLoss, test: Option<f64>, report: &mut Report<'_>) -> Result<()> {
        self.curve.push((loss.rows, loss.mean()));
        let [pass, since] = cells;
        let (event, seconds) = match pass {
            Cell::None => ("progress", self.started.elapsed().as_secs_f64()),
            _ => ("pass", self.pass_seconds),
        };
        let mut cells = vec![pass, Cell::Count(loss.rows), Cell::Number(loss.mean()), since];
        cells.extend(self.test.is_some().then_some(Cell::number(test)));
        cells.extend([Cell::Seconds(seconds), Cell::rate(loss.rows - self.first, seconds)]);
        report.row(event, &cells)
    }

    /// Whether the curve is that of passes: of one alone it is that of its rows.
    fn shows_passes(&self) -> bool {
        self.whole[0].len() > 1
    }

    /// The row of a pass that has ended.
    fn end(&mut self, pass: &EpochReport<ClassifyTotals>, report: &mut Report<'_>) -> Result<()> {
        let (loss, seconds) = (pass.totals.pass, pass.time.as_secs_f64());
        if self.curve.last().is_some_and(|&(rows, _)| rows == loss.rows) {
            self.curve.pop();
        }
        self.pass_seconds = seconds;
        self.row([Cell::Count(pass.epoch), Cell::None], &loss, pass.eval, report)?;
        self.seconds += seconds;
        self.rows += loss.rows - self.first;
        self.passes.push(loss);
        Ok(())
    }
}

/// Accuracy and area under the curve, in words.
fn qualities(pass: &Quality, test: Option<&Quality>) -> String {
    let text = |quality: &Quality| {
        let number = |value| significant(value, LOSS_DIGITS);
        let auc = quality.auc().map_or_else(String::new, |auc| format!(", auc {}", number(auc)));
        format!("accuracy {}{auc}", number(quality.accuracy()))
    };
    let test = test.map_or_else(String::new, |test| format!("; test {}", text(test)));
    text(pass) + &test
}

impl Program<Classifier<f32>> for Shown<'_> {
    const SAVED: &'static str = "weights";

    fn columns(&self) -> Columns {
        let [loss, test] = match self.loss {
            OnlineLoss::Logistic => ["log_loss", "test_log_loss"],
            OnlineLoss::Hinge => ["hinge", "test_hinge"],
            OnlineLoss::SquaredHinge => ["squared_hinge", "test_squared_hinge"],
            OnlineLoss::Squared => ["squared_loss", "test_squared_loss"],
        };
        let columns = Columns::default().with("pass", "pass", 4).with("rows", "rows", 13);
        let columns = columns.with(self.loss.title(), loss, 10).with("since last", "since_last", 10);
        let columns = if self.test.is_some() { columns.with("test loss", test, 10) } else { columns };
        columns.with_speed("rows", "rows_per_second")
    }

    fn epoch_begin(&mut self) {
        self.started = Instant::now();
        self.curve.clear();
        self.test_curve.clear();
    }

    fn batch_end(
        &mut self,
        classifier: &Classifier<f32>,
        _: &Progress<ClassifyTotals>,
        _: u64,
        report: &mut Report<'_>,
    ) -> Result<()> {
        for [pass, since] in classifier.doubled() {
            self.row([Cell::None, Cell::Number(since.mean())], pass, None, report)?;
        }
        Ok(())
    }

    fn evaluate(
        &mut self,
        classifier: &mut Classifier<f32>,
        pass: &EpochReport<ClassifyTotals>,
    ) -> Result<Option<f64>> {
        let Some(test) = &mut self.test else { return Ok(None) };
        let (loss, quality) = classifier.measure(&mut test.source)?;
        if let Some(patience) = self.patience {
            classifier.keep_if_best(pass.epoch, loss.mean());
            let waited = classifier.best().map_or(0, |best| pass.epoch - best.epoch.min(pass.epoch));
            self.is_done = waited >= patience;
        }
        self.test_curve.push((pass.totals.pass.rows, loss.mean()));
        self.tests.push(loss);
        self.test_quality = Some(quality);
        Ok(Some(loss.mean()))
    }

    fn epoch_end(
        &mut self,
        _: &Classifier<f32>,
        pass: &EpochReport<ClassifyTotals>,
        report: &mut Report<'_>,
    ) -> Result<()> {
        self.end(pass, report)?;
        let [losses, tests] = &mut self.whole;
        losses.push((pass.epoch, pass.totals.pass.mean()));
        tests.extend(pass.eval.map(|loss| (pass.epoch, loss)));
        self.first = 0;
        Ok(())
    }

    fn is_done(&self) -> bool {
        self.is_done
    }

    fn finish(
        &mut self,
        classifier: &mut Classifier<f32>,
        progress: &mut Progress<ClassifyTotals>,
        is_stopped: bool,
    ) -> Result<()> {
        classifier.share_quality()?;
        // A run that is interrupted goes on with what it has.
        if !is_stopped && let Some(best) = classifier.restore_best()? {
            progress.epochs = best.epoch;
            self.best = Some(best);
        }
        Ok(())
    }

    fn closing(
        &mut self,
        classifier: &Classifier<f32>,
        _: &[EpochReport<ClassifyTotals>],
        outcome: &Outcome<ClassifyTotals>,
        report: &mut Report<'_>,
    ) -> Result<Option<u64>> {
        if let Outcome::Inside(pass) = outcome {
            self.end(pass, report)?;
        }
        let speed = HumanCount((self.rows as f64 / f64::max(self.seconds, 1e-9)) as u64);
        let loss = self.passes.last().map_or_else(String::new, |loss| significant(loss.mean(), LOSS_DIGITS));
        let name = self.loss.title();
        if let Some(best) = self.best {
            report.line(&format!("\nthe weights of pass {} are kept", best.epoch))?;
        }
        let Digest { hash, nonzero } = classifier.shared_digest()?;
        report.line(&format!(
            "\n{} rows in {:.4} s, {speed} rows/s; {name} {loss}\n{}\n{} weights are not 0; weights {hash:016x}",
            HumanCount(self.rows),
            self.seconds,
            qualities(classifier.quality(), self.test_quality.as_ref()),
            HumanCount(nonzero as u64)
        ))?;
        let of = |quality: Option<&Quality>| {
            [Cell::number(quality.map(Quality::accuracy)), Cell::number(quality.and_then(Quality::auc))]
        };
        let ([accuracy, auc], [test_accuracy, test_auc]) =
            (of(Some(classifier.quality())), of(self.test_quality.as_ref()));
        report.record(
            "quality",
            &[
                ("accuracy", accuracy),
                ("auc", auc),
                ("test_accuracy", test_accuracy),
                ("test_auc", test_auc),
                ("nonzero_weights", Cell::Count(nonzero as u64)),
                ("kept_pass", self.best.map_or(Cell::None, |best| Cell::Count(best.epoch))),
            ],
        )?;
        Ok(Some(hash))
    }

    fn moved(&self, classifier: &Classifier<f32>) -> Option<[Moved; 2]> {
        classifier.moved()
    }

    fn title(&self) -> (String, Axes) {
        let axes = match (self.loss, self.shows_passes()) {
            (OnlineLoss::Logistic, false) => Axes::ROWS,
            (_, false) => Axes { y: "mean loss up to here", ..Axes::ROWS },
            (OnlineLoss::Logistic, true) => Axes { x: "pass", ..Axes::LOG_LOSS },
            (_, true) => Axes { x: "pass", y: "mean loss", doubles: false },
        };
        (format!("Classification, {}", self.name), axes)
    }

    fn points(&self, _: &[EpochReport<ClassifyTotals>]) -> Vec<(u64, f64)> {
        if self.shows_passes() { self.whole[0].clone() } else { self.curve.clone() }
    }

    fn test_points(&self) -> Vec<(u64, f64)> {
        if self.shows_passes() { self.whole[1].clone() } else { self.test_curve.clone() }
    }

    fn stopped(
        &self,
        _: &Classifier<f32>,
        progress: &Progress<ClassifyTotals>,
        last: u64,
        save: Option<&Path>,
    ) -> String {
        let place = match progress.rows {
            0 => format!("after pass {}", progress.epochs),
            rows => format!("in pass {} after its row {}", progress.epochs + 1, HumanCount(rows)),
        };
        interrupted(&place, save, self.passes_option, last - progress.epochs)
    }
}
