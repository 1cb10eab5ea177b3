//! What is shown of a run of a model that learns row after row.
use crate::linear::interrupted;
use crate::open::Opened;
use crate::plot::Axes;
use crate::program::Program;
use crate::report::{LOSS_DIGITS, Report, significant};
use anyhow::Result;
use indicatif::HumanCount;
use lacuna_runtime::fit::{BestEpoch, EpochReport, Outcome, Progress};
use lacuna_runtime::train::{Classifier, ClassifyProgress, ClassifyTotals, LogLoss, OnlineLoss, Quality};
use std::path::Path;
use std::time::Instant;

/// What is shown of a run.
pub(super) struct Shown<'a> {
    name: &'a str,
    test: Option<Opened<f32, i32>>,
    started: Instant,
    /// Rows of the pass that were learnt before it began here.
    first: u64,
    /// Rows and losses of the pass.
    curve: Vec<(u64, f64)>,
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
            first: progress.pass.rows,
            curve,
            passes,
            tests,
            seconds: 0.0,
            rows: 0,
        }
    }

    fn row(
        &mut self,
        pass: &str,
        loss: &LogLoss,
        since: &str,
        test: Option<f64>,
        seconds: f64,
        report: &mut Report<'_>,
    ) -> Result<()> {
        self.curve.push((loss.rows, loss.mean()));
        let speed = HumanCount(((loss.rows - self.first) as f64 / seconds.max(1e-9)) as u64).to_string();
        let test = match test {
            Some(test) => format!("  {test:>9.6}"),
            None if self.test.is_some() => format!("  {:>9}", ""),
            None => String::new(),
        };
        let (rows, mean) = (HumanCount(loss.rows).to_string(), loss.mean());
        report.line(&format!("{pass:>4}  {rows:>13}  {mean:>9.6}  {since:>10}{test}  {seconds:>10.4}  {speed:>11}"))
    }

    /// The row of a pass that has ended.
    fn end(&mut self, pass: &EpochReport<ClassifyTotals>, report: &mut Report<'_>) -> Result<()> {
        let (loss, seconds) = (pass.totals.pass, pass.time.as_secs_f64());
        if self.curve.last().is_some_and(|&(rows, _)| rows == loss.rows) {
            self.curve.pop();
        }
        self.row(&pass.epoch.to_string(), &loss, "", pass.eval, seconds, report)?;
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

    fn head(&self) -> String {
        let test = if self.test.is_some() { format!("  {:>9}", "test loss") } else { String::new() };
        format!(
            "\n{:>4}  {:>13}  {:>9}  {:>10}{test}  {:>10}  {:>11}",
            "pass",
            "rows",
            self.loss.title(),
            "since last",
            "seconds",
            "rows/s"
        )
    }

    fn epoch_begin(&mut self) {
        self.started = Instant::now();
        self.curve.clear();
    }

    fn batch_end(
        &mut self,
        classifier: &Classifier<f32>,
        _: &Progress<ClassifyTotals>,
        _: u64,
        report: &mut Report<'_>,
    ) -> Result<()> {
        for [pass, since] in classifier.doubled() {
            let seconds = self.started.elapsed().as_secs_f64();
            self.row("", pass, &format!("{:.6}", since.mean()), None, seconds, report)?;
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
        let (nonzero, hash) = (HumanCount(classifier.nonzero() as u64), classifier.hash());
        report.line(&format!(
            "\n{} rows in {:.4} s, {speed} rows/s; {name} {loss}\n{}\n{nonzero} weights are not 0; weights {hash:016x}",
            HumanCount(self.rows),
            self.seconds,
            qualities(classifier.quality(), self.test_quality.as_ref())
        ))?;
        Ok(Some(hash))
    }

    fn title(&self) -> (String, Axes) {
        (format!("Classification, {}", self.name), Axes::ROWS)
    }

    fn points(&self, _: &[EpochReport<ClassifyTotals>]) -> Vec<(u64, f64)> {
        self.curve.clone()
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
