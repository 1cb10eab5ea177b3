//! A run of `lacuna train classify`, from its arguments to its last line.
use super::ClassifyArguments;
use crate::fit_arguments::LONG_BLOCKS;
use crate::input::{expect_one_standard_input, open_input, open_stream};
use crate::linear::interrupted;
use crate::open::{Opened, Reading, check_memory, open_file, open_test};
use crate::plot::Axes;
use crate::program::{Program, Run, RunReport, last_epoch};
use crate::report::{Cell, Columns, LOSS_DIGITS, Report, significant};
use crate::run::Stop;
use anyhow::{Result, bail, ensure};
use indicatif::{HumanBytes, HumanCount};
use lacuna::Index;
use lacuna_runtime::Cpu;
use lacuna_runtime::fit::{EpochReport, Every, Outcome, Progress, Resume};
use lacuna_runtime::libsvm::{CsrBatch, IndexBase, LibsvmError, LibsvmOptions, LibsvmReader};
use lacuna_runtime::train::{
    Classifier, ClassifyProgress, ClassifySettings, ClassifyTotals, LogLoss, OnlineOptimizer, ReadAhead, ReadBatch,
    SavedClassifier, Settings, Source,
};
use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZeroU64;
use std::path::Path;
use std::time::Instant;

/// Rows of a batch on one thread: what is parsed stays in the cache until it is learnt.
const BATCH_ROWS: usize = 256;

/// Rows of a batch that is learnt while others are parsed.
const BATCH_ROWS_AHEAD: usize = 8192;

/// What a run has given.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassifyReport {
    /// The progressive loss of each pass, of the last one as far as it went.
    pub passes: Vec<LogLoss>,
    /// The loss on the test set after each whole pass; none without a test set.
    pub test: Vec<LogLoss>,
    /// Hash of the weight and the bias at the end.
    pub hash: u64,
    /// True if it was stopped before its last pass ended.
    pub interrupted: bool,
}

/// Rows to learn.
enum Rows {
    File(Box<LibsvmReader<File, f32, i32>>),
    Stream(Box<LibsvmReader<Box<dyn Read + Send>, f32, i32>>),
}

impl ReadBatch<f32> for Rows {
    fn read(&mut self, batch: &mut CsrBatch<f32, i32>) -> Result<bool, LibsvmError> {
        match self {
            Self::File(reader) => reader.read_batch(batch),
            Self::Stream(reader) => reader.read_batch(batch),
        }
    }

    fn restart(&mut self) -> Result<(), LibsvmError> {
        match self {
            Self::File(reader) => reader.reset(),
            // There is one pass.
            Self::Stream(_) => Ok(()),
        }
    }
}

/// Data that has been opened.
struct Data {
    rows: Rows,
    name: String,
    facts: String,
    count: Option<u64>,
}

/// Runs `lacuna train classify`, and shows it on `out`.
///
/// # Errors
/// One line that says what is wrong with the arguments, the data or the files.
pub fn train_classify(
    arguments: &ClassifyArguments,
    out: &mut (dyn Write + Send),
    stop: Stop<'_>,
) -> Result<ClassifyReport> {
    ensure!(arguments.fit.seed.is_none(), "classification draws nothing: --seed is not for it");
    arguments.fit.expect_no_predictions("classification")?;
    arguments.fit.check_targets()?;
    expect_one_standard_input(Some(&arguments.data), arguments.test.as_deref())?;
    let saved = arguments.fit.load.as_deref().map(SavedClassifier::read).transpose()?;
    let settings = arguments.settings(saved.as_ref().map(|saved| &saved.settings))?;
    let report = Report::new(out, arguments.fit.form());
    arguments
        .fit
        .on_threads(LONG_BLOCKS, |threads| Classification { arguments, threads }.train(settings, saved, report, stop))
}

struct Classification<'a> {
    arguments: &'a ClassifyArguments,
    threads: usize,
}

impl Classification<'_> {
    fn train(
        &self,
        mut settings: ClassifySettings,
        saved: Option<SavedClassifier>,
        mut report: Report<'_>,
        stop: Stop<'_>,
    ) -> Result<ClassifyReport> {
        let (arguments, fit) = (self.arguments, &self.arguments.fit);
        // Before anything is read.
        Classifier::<f32>::new(&ClassifySettings { features: 0, ..settings.clone() })?;
        let progress = saved.as_ref().map_or_else(ClassifyProgress::default, |saved| saved.progress);
        let count = fit.epochs.map_or(1, NonZeroU64::get);
        let last = last_epoch(progress.passes, count, "passes")?;
        let data = self.open(&mut settings, count, &mut report)?;
        let test = match &arguments.test {
            Some(path) => {
                Some(open_test::<f32, i32>(open_input(path, &mut report)?, &self.reading(), &self.shape(&settings))?)
            }
            None => None,
        };
        let (features, most) = (settings.features, <i32 as Index>::MAX);
        ensure!(features <= most, "{features} features: at most {most} are supported");

        report.fact("data", &data.facts)?;
        if let Some(test) = &test {
            report.fact("test", &test.facts)?;
        }
        report.fact("model", &self.model(&settings))?;
        report.fact("training", &self.training(&settings, &progress, last))?;
        check_memory(&format!("a model of {features} features"), Classifier::<f32>::bytes(&settings), fit.memory())?;
        let mut classifier = match saved {
            Some(saved) => saved.classifier(&settings)?,
            None => Classifier::new(&settings)?,
        };
        let mut shown = Shown::new(&data.name, test, &progress);
        let run = Run { fit, count, resume: Resume::Place, every: fit.save_every.map(Every::Rows), rows: data.count };
        let mut rows = ReadAhead::new(data.rows, self.threads);
        let RunReport { interrupted, hash, .. } =
            run.train(&mut shown, &mut classifier, &mut rows, &mut progress.into(), report, stop)?;
        Ok(ClassifyReport { passes: shown.passes, test: shown.tests, hash: hash.unwrap_or_default(), interrupted })
    }

    fn reading(&self) -> Reading {
        let rows = LibsvmOptions { two_classes: true, ..self.arguments.format.reading() };
        Reading { rows, threads: self.threads, shown: !self.arguments.fit.quiet }
    }

    fn batch_rows(&self) -> usize {
        if self.threads == 1 { BATCH_ROWS } else { BATCH_ROWS_AHEAD }
    }

    /// What opening a file looks at.
    fn shape(&self, settings: &ClassifySettings) -> Settings {
        Settings {
            features: settings.features,
            index_base: settings.index_base,
            batch_size: self.batch_rows(),
            ..Settings::default()
        }
    }

    fn open(&self, settings: &mut ClassifySettings, passes: u64, report: &mut Report<'_>) -> Result<Data> {
        let (path, base) = (&*self.arguments.data, IndexBase::from(settings.index_base));
        let features = settings.features;
        if passes == 1
            && features > 0
            && base != IndexBase::Auto
            && let Some((name, stream)) = open_stream(path)?
        {
            let options = LibsvmOptions {
                batch_rows: self.batch_rows(),
                features: Some(features),
                base,
                threads: self.threads,
                ..self.reading().rows
            };
            let reader = LibsvmReader::from_stream(&name, stream, &options)?;
            let facts = format!(
                "{name}: {} features, indices from {}, as it comes",
                HumanCount(features as u64),
                reader.base()
            );
            return Ok(Data { rows: Rows::Stream(Box::new(reader)), name, facts, count: None });
        }
        let mut shape = self.shape(settings);
        let opened: Opened<f32, i32> = open_file(open_input(path, report)?, &self.reading(), &mut shape)?;
        (settings.features, settings.index_base) = (shape.features, shape.index_base);
        let Opened { source, name, facts, rows } = opened;
        let Source::File { reader, .. } = source else { bail!("{name}: not a file") };
        Ok(Data { rows: Rows::File(reader), name, facts, count: rows })
    }

    fn model(&self, settings: &ClassifySettings) -> String {
        let bytes = u64::try_from(Classifier::<f32>::bytes(settings)).unwrap_or(u64::MAX);
        let origin = self
            .arguments
            .fit
            .load
            .as_deref()
            .map_or_else(|| "from zeros".to_owned(), |path| format!("from {}", path.display()));
        let features = HumanCount(settings.features as u64);
        format!("p = 1 / (1 + e^-(x w + b)) in f32, w {features} x 1, {} with its states, {origin}", HumanBytes(bytes))
    }

    fn training(&self, settings: &ClassifySettings, progress: &ClassifyProgress, last: u64) -> String {
        let ClassifySettings { optimizer, learning_rate, l1, l2, epsilon, beta, .. } = settings;
        let mut text = format!("passes {} to {last}, ", progress.passes + 1);
        if progress.pass.rows > 0 {
            text += &format!("the first one from its row {} on, ", HumanCount(progress.pass.rows + 1));
        }
        text += &format!("row after row, {} with learning rate {learning_rate:?}", optimizer.name());
        match optimizer {
            OnlineOptimizer::Sgd => {}
            OnlineOptimizer::AdaGrad => text += &format!(", epsilon {epsilon:?}"),
            OnlineOptimizer::Ftrl => text += &format!(", beta {beta:?}"),
        }
        for (name, value) in [("l1", l1), ("l2", l2)] {
            if *value != 0.0 {
                text += &format!(", {name} {value:?}");
            }
        }
        text + &format!("; {}", Cpu { threads: self.threads }.name())
    }
}

/// What is shown of a run.
struct Shown<'a> {
    name: &'a str,
    test: Option<Opened<f32, i32>>,
    started: Instant,
    /// Of the pass that has ended.
    pass_seconds: f64,
    /// Rows of the pass that were learnt before it began here.
    first: u64,
    /// Rows and losses of the pass.
    curve: Vec<(u64, f64)>,
    passes: Vec<LogLoss>,
    tests: Vec<LogLoss>,
    seconds: f64,
    rows: u64,
}

impl<'a> Shown<'a> {
    fn new(name: &'a str, test: Option<Opened<f32, i32>>, progress: &ClassifyProgress) -> Self {
        let (curve, passes, tests) = (Vec::new(), Vec::new(), Vec::new());
        Self {
            name,
            test,
            started: Instant::now(),
            pass_seconds: 0.0,
            first: progress.pass.rows,
            curve,
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
        let event = if pass == Cell::None { "progress" } else { "pass" };
        let seconds = if pass == Cell::None { self.started.elapsed().as_secs_f64() } else { self.pass_seconds };
        let mut cells = vec![pass, Cell::Count(loss.rows), Cell::Number(loss.mean()), since];
        cells.extend(self.test.is_some().then_some(Cell::number(test)));
        cells.extend([Cell::Seconds(seconds), Cell::rate(loss.rows - self.first, seconds)]);
        report.row(event, &cells)
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

impl Program<Classifier<f32>> for Shown<'_> {
    const SAVED: &'static str = "weights";

    fn columns(&self) -> Columns {
        let columns = Columns::default().with("pass", "pass", 4).with("rows", "rows", 13);
        let columns = columns.with("log loss", "log_loss", 9).with("since last", "since_last", 10);
        let columns = if self.test.is_some() { columns.with("test loss", "test_log_loss", 9) } else { columns };
        columns.with_speed("rows", "rows_per_second")
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
            self.row([Cell::None, Cell::Number(since.mean())], pass, None, report)?;
        }
        Ok(())
    }

    fn evaluate(&mut self, classifier: &mut Classifier<f32>, _: &EpochReport<ClassifyTotals>) -> Result<Option<f64>> {
        let Some(test) = &mut self.test else { return Ok(None) };
        let loss = classifier.evaluate(&mut test.source)?;
        self.tests.push(loss);
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
        let (nonzero, hash) = (HumanCount(classifier.nonzero() as u64), classifier.hash());
        report.line(&format!(
            "\n{} rows in {:.4} s, {speed} rows/s; log loss {loss}\n{nonzero} weights are not 0; weights {hash:016x}",
            HumanCount(self.rows),
            self.seconds
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
        interrupted(&place, save, "--passes", last - progress.epochs)
    }
}
