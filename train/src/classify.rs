//! `lacuna train classify`, from its arguments to its last line.
use super::arguments::ClassifyArguments;
use super::input::{is_standard_input, open_stream};
use super::open::{Opened, Reading, check_memory, open_file, open_test};
use super::plot::{Axes, plot_loss};
use super::report::{LOSS_DIGITS, Report, significant};
use super::run::{Stop, input, memory_limit, threads};
use anyhow::{Context, Result, bail, ensure};
use indicatif::{HumanBytes, HumanCount};
use lacuna::Index;
use lacuna_runtime::Cpu;
use lacuna_runtime::atomic_file::check_target;
use lacuna_runtime::libsvm::{Batch, IndexBase, LibsvmOptions, LibsvmReader};
use lacuna_runtime::train::{
    Classifier, ClassifyProgress, ClassifySettings, LogLoss, MOST_EPOCHS, OnlineOptimizer, SavedClassifier, Settings, Source, Watch,
};
use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZeroU64;
use std::ops::ControlFlow;
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

impl Rows {
    fn read(&mut self, batch: &mut Batch<f32, i32>) -> Result<bool> {
        Ok(match self {
            Self::File(reader) => reader.read_batch(batch)?,
            Self::Stream(reader) => reader.read_batch(batch)?,
        })
    }

    fn restart(&mut self) -> Result<()> {
        match self {
            Self::File(reader) => reader.reset()?,
            // There is one pass.
            Self::Stream(_) => {}
        }
        Ok(())
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
pub fn train_classify(arguments: &ClassifyArguments, out: &mut (dyn Write + Send), stop: Stop<'_>) -> Result<ClassifyReport> {
    for target in [&arguments.save, &arguments.plot].into_iter().flatten() {
        check_target(target)?;
    }
    let twice = is_standard_input(&arguments.data) && arguments.test.as_deref().is_some_and(is_standard_input);
    ensure!(!twice, "standard input can be --data or --test, not both");
    let saved = arguments.load.as_deref().map(SavedClassifier::read).transpose()?;
    let settings = arguments.settings(saved.as_ref().map(|saved| &saved.settings))?;
    let run = Run { arguments, threads: threads(arguments.threads) };
    let report = Report::new(out, arguments.quiet);
    let train = || run.train(settings, saved, report, stop);
    if run.threads == 1 { train() } else { Cpu::pool(run.threads)?.install(train) }
}

struct Run<'a> {
    arguments: &'a ClassifyArguments,
    threads: usize,
}

impl Run<'_> {
    fn train(
        &self,
        mut settings: ClassifySettings,
        saved: Option<SavedClassifier>,
        mut report: Report<'_>,
        stop: Stop<'_>,
    ) -> Result<ClassifyReport> {
        let arguments = self.arguments;
        // Before anything is read.
        Classifier::<f32>::new(&ClassifySettings { features: 0, ..settings.clone() })?;
        let mut progress = saved.as_ref().map_or_else(ClassifyProgress::default, |saved| saved.progress);
        let count = arguments.passes.map_or(1, NonZeroU64::get);
        let last = progress.passes.checked_add(count).filter(|&last| last <= MOST_EPOCHS);
        let last = last.with_context(|| format!("{count} passes after {}: at most {MOST_EPOCHS} are supported", progress.passes))?;
        let mut data = self.open(&mut settings, count, &mut report)?;
        let mut test = match &arguments.test {
            Some(path) => Some(open_test::<f32, i32>(input(path, &mut report)?, self.reading(), &self.shape(&settings))?),
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
        let bytes = Classifier::<f32>::bytes(&settings);
        check_memory(&format!("a model of {features} features"), bytes, memory_limit(arguments.memory_limit))?;
        let mut classifier = match saved {
            Some(saved) => saved.classifier()?,
            None => Classifier::new(&settings)?,
        };

        report.line(&head(test.is_some()))?;
        report.start(data.count.map(|rows| rows.saturating_mul(count)))?;
        let save = arguments.save.as_deref();
        let every = arguments.save_every.map(NonZeroU64::get).filter(|_| save.is_some());
        let mut shown = Shown {
            report,
            stop,
            settings: &settings,
            test: test.is_some(),
            save,
            every,
            last,
            started: None,
            took: None,
            first: 0,
            learnt: 0,
            unsaved: 0,
            curve: Vec::new(),
        };
        let (mut passes, mut tests, mut interrupted, mut seconds, mut rows) = (Vec::new(), Vec::new(), false, 0.0, 0);
        while progress.passes < last && !interrupted {
            let pass = progress.passes + 1;
            data.rows.restart()?;
            shown.begin(&progress);
            let loss = classifier.pass(&mut progress, self.threads, |batch| data.rows.read(batch), &mut shown)?;
            shown.took = Some(shown.seconds());
            let whole = progress.passes == pass;
            let test = match &mut test {
                Some(test) if whole => Some(self.test(&mut classifier, test)?),
                _ => None,
            };
            shown.end(pass, &loss, test.as_ref())?;
            seconds += shown.seconds();
            rows += loss.rows - shown.first;
            passes.push(loss);
            tests.extend(test);
            // Also Ctrl-C while the loss on the test set was measured.
            interrupted = !whole || (pass < last && (shown.stop)()?);
        }
        let Shown { mut report, curve, .. } = shown;
        report.finish();
        let hash = classifier.hash();
        let speed = HumanCount((rows as f64 / f64::max(seconds, 1e-9)) as u64);
        let loss = passes.last().map_or_else(String::new, |loss| significant(loss.mean(), LOSS_DIGITS));
        let nonzero = HumanCount(classifier.nonzero() as u64);
        report.line(&format!(
            "\n{} rows in {seconds:.4} s, {speed} rows/s; log loss {loss}\n{nonzero} weights are not 0; weights {hash:016x}",
            HumanCount(rows)
        ))?;
        if let Some(path) = arguments.plot.as_ref().filter(|_| !curve.is_empty()) {
            plot_loss(path, &format!("Classification, {}", data.name), Axes::ROWS, &curve)?;
            report.line(&format!("loss curve written to {}", path.display()))?;
        }
        if let Some(path) = &arguments.save {
            classifier.save(path, &settings, &progress)?;
            report.line(&format!("weights written to {}", path.display()))?;
        }
        if interrupted {
            report.notice(&self.interrupted(&progress, last));
        }
        Ok(ClassifyReport { passes, test: tests, hash, interrupted })
    }

    fn reading(&self) -> Reading {
        Reading { sort_rows: self.arguments.sort_rows, two_classes: true, threads: self.threads }
    }

    fn batch_rows(&self) -> usize {
        if self.threads == 1 { BATCH_ROWS } else { BATCH_ROWS_AHEAD }
    }

    /// What opening a file looks at.
    fn shape(&self, settings: &ClassifySettings) -> Settings {
        Settings { features: settings.features, index_base: settings.index_base, batch_size: self.batch_rows(), ..Settings::default() }
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
                sort_rows: self.arguments.sort_rows,
                two_classes: true,
                threads: self.threads,
                ..LibsvmOptions::default()
            };
            let reader = LibsvmReader::from_stream(&name, stream, &options)?;
            let facts = format!("{name}: {} features, indices from {}, as it comes", HumanCount(features as u64), reader.base());
            return Ok(Data { rows: Rows::Stream(Box::new(reader)), name, facts, count: None });
        }
        let mut shape = self.shape(settings);
        let opened: Opened<f32, i32> = open_file(input(path, report)?, self.reading(), &mut shape)?;
        (settings.features, settings.index_base) = (shape.features, shape.index_base);
        let Opened { source, name, facts, rows } = opened;
        let Source::File { reader, .. } = source else { bail!("{name}: not a file") };
        Ok(Data { rows: Rows::File(reader), name, facts, count: rows })
    }

    fn test(&self, classifier: &mut Classifier<f32>, test: &mut Opened<f32, i32>) -> Result<LogLoss> {
        test.source.restart()?;
        let Source::File { reader, .. } = &mut test.source else { bail!("{}: not a file", test.name) };
        classifier.evaluate(|batch| Ok(reader.read_batch(batch)?))
    }

    fn model(&self, settings: &ClassifySettings) -> String {
        let bytes = u64::try_from(Classifier::<f32>::bytes(settings)).unwrap_or(u64::MAX);
        let origin = self.arguments.load.as_deref().map_or_else(|| "from zeros".to_owned(), |path| format!("from {}", path.display()));
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

    /// How a run that was interrupted goes on.
    fn interrupted(&self, progress: &ClassifyProgress, last: u64) -> String {
        let place = match progress.pass.rows {
            0 => format!("after pass {}", progress.passes),
            rows => format!("in pass {} after its row {}", progress.passes + 1, HumanCount(rows)),
        };
        match &self.arguments.save {
            Some(path) => format!("interrupted {place}: go on with --load {} --passes {}", path.display(), last - progress.passes),
            None => format!("interrupted {place}: there was no --save"),
        }
    }
}

/// The head of the table.
fn head(test: bool) -> String {
    let test = if test { format!("  {:>9}", "test loss") } else { String::new() };
    format!("\n{:>4}  {:>13}  {:>9}  {:>10}{test}  {:>10}  {:>11}", "pass", "rows", "log loss", "since last", "seconds", "rows/s")
}

/// What a pass shows and saves while it runs.
struct Shown<'a, 'r, 's> {
    report: Report<'r>,
    stop: Stop<'s>,
    settings: &'a ClassifySettings,
    /// Whether there is a test set.
    test: bool,
    save: Option<&'a Path>,
    every: Option<u64>,
    last: u64,
    started: Option<Instant>,
    /// Seconds of a pass that has ended.
    took: Option<f64>,
    /// Rows of the pass that were learnt before it began here, and up to the last batch.
    first: u64,
    learnt: u64,
    /// Rows since the last checkpoint.
    unsaved: u64,
    /// Rows and losses of the pass.
    curve: Vec<(u64, f64)>,
}

impl Shown<'_, '_, '_> {
    fn begin(&mut self, progress: &ClassifyProgress) {
        self.report.epoch(progress.passes + 1, self.last);
        (self.first, self.learnt, self.started) = (progress.pass.rows, progress.pass.rows, Some(Instant::now()));
        self.took = None;
        self.curve.clear();
    }

    fn seconds(&self) -> f64 {
        self.took.or_else(|| self.started.map(|started| started.elapsed().as_secs_f64())).unwrap_or(0.0)
    }

    fn row(&mut self, pass: &str, loss: &LogLoss, since: &str, test: Option<&LogLoss>) -> Result<()> {
        self.curve.push((loss.rows, loss.mean()));
        let seconds = self.seconds();
        let speed = HumanCount(((loss.rows - self.first) as f64 / seconds.max(1e-9)) as u64).to_string();
        let test = match test {
            Some(test) => format!("  {:>9.6}", test.mean()),
            None if self.test => format!("  {:>9}", ""),
            None => String::new(),
        };
        let (rows, mean) = (HumanCount(loss.rows).to_string(), loss.mean());
        self.report.line(&format!("{pass:>4}  {rows:>13}  {mean:>9.6}  {since:>10}{test}  {seconds:>10.4}  {speed:>11}"))
    }

    /// The row of a pass that has ended.
    fn end(&mut self, pass: u64, loss: &LogLoss, test: Option<&LogLoss>) -> Result<()> {
        if self.curve.last().is_some_and(|&(rows, _)| rows == loss.rows) {
            self.curve.pop();
        }
        self.row(&pass.to_string(), loss, "", test)
    }
}

impl Watch<f32> for Shown<'_, '_, '_> {
    fn doubled(&mut self, pass: &LogLoss, since: &LogLoss) -> Result<()> {
        self.row("", pass, &format!("{:.6}", since.mean()), None)
    }

    fn batch(&mut self, classifier: &Classifier<f32>, progress: &ClassifyProgress) -> Result<ControlFlow<()>> {
        // Before anything is saved: from the first question on, Ctrl-C ends no run whose file is there.
        let is_asked = (self.stop)()?;
        let rows = progress.pass.rows - self.learnt;
        self.learnt = progress.pass.rows;
        self.report.advance(rows);
        self.unsaved += rows;
        if let (Some(path), Some(every)) = (self.save, self.every)
            && self.unsaved >= every
        {
            classifier.save(path, self.settings, progress)?;
            self.unsaved = 0;
        }
        Ok(if is_asked { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }
}
