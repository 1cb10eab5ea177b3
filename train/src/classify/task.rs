//! A run of a model that learns row after row: its data, its model, and what it gives.
use super::cache::Cache;
use super::online::{OnlineArguments, OnlineData};
use super::shown::Shown;
use crate::fit_arguments::FitArguments;
use crate::input::{Input, open_input, open_stream};
use crate::left_out::Counted;
use crate::open::{Opened, Reading, check_memory, open_file, open_sliced, open_test};
use crate::program::{Run, RunReport, last_epoch};
use crate::ranks::{OpenRanks, expect_file};
use crate::report::Report;
use crate::run::Stop;
use anyhow::{Context, Result, bail, ensure};
use indicatif::{HumanBytes, HumanCount};
use lacuna::Index;
use lacuna_models::fit::{Every, Resume};
use lacuna_models::train::{
    Classes, Classifier, ClassifyProgress, ClassifySettings, FfmSettings, LogLoss, OnlineLoss, OnlineOptimizer,
    Quality, ReadAhead, ReadBatch, SavedBase, SavedClassifier, Settings, SlicedSteps, Source,
};
use lacuna_runtime::Cpu;
use lacuna_runtime::libsvm::{
    CsrBatch, IndexBase, LibsvmError, LibsvmOptions, LibsvmReader, TextForm, scan_fields, scan_labels,
};
use std::fs::File;
use std::io::{Read, Seek};
use std::num::NonZeroU64;
use std::path::Path;

/// Rows of a batch on one thread: what is parsed stays in the cache until it is learnt.
const BATCH_ROWS: usize = 256;

/// Rows of a batch that is learnt while others are parsed.
const BATCH_ROWS_AHEAD: usize = 8192;

/// Classes that a pass over the data may find.
const MOST_CLASSES: usize = 1 << 16;

/// What a run has given.
#[derive(Clone, Debug, PartialEq)]
pub struct ClassifyReport {
    /// The progressive loss of each pass, of the last one as far as it went.
    pub passes: Vec<LogLoss>,
    /// The loss on the test set after each whole pass; none without a test set.
    pub test: Vec<LogLoss>,
    /// Accuracy and area under the curve of the last pass, as far as it went here.
    pub quality: Quality,
    /// The same on the test set.
    pub test_quality: Option<Quality>,
    /// Hash of the weight and the bias at the end.
    pub hash: u64,
    /// True if it was stopped before its last pass ended.
    pub interrupted: bool,
}

/// Rows to learn.
enum Rows {
    File(Box<LibsvmReader<File, f32, i32>>),
    Cache(Box<Cache>),
    Stream(Box<LibsvmReader<Box<dyn Read + Send>, f32, i32>>),
}

impl ReadBatch<f32> for Rows {
    fn read(&mut self, batch: &mut CsrBatch<f32, i32>) -> Result<bool, LibsvmError> {
        match self {
            Self::File(reader) => reader.read_batch(batch),
            Self::Cache(cache) => cache.read(batch),
            Self::Stream(reader) => reader.read_batch(batch),
        }
    }

    fn restart(&mut self) -> Result<(), LibsvmError> {
        match self {
            Self::File(reader) => reader.reset(),
            Self::Cache(cache) => cache.restart(),
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

/// A run without its settings.
pub(crate) struct Task<'a> {
    pub fit: &'a FitArguments,
    pub data: &'a Path,
    pub test: Option<&'a Path>,
    /// What the arguments say about rows.
    pub rows: LibsvmOptions,
    /// Passes without a lower loss on the test rows.
    pub early_stop: Option<u64>,
    /// Where rows are kept as they are in memory.
    pub cache: Option<&'a Path>,
    /// Passes without a number of the user's.
    pub passes: u64,
    pub passes_option: &'static str,
    pub threads: usize,
    /// What is left out of the rows.
    pub counted: Counted,
    /// The processes that share it.
    pub ranks: Option<&'a OpenRanks>,
}

impl<'a> Task<'a> {
    /// A run of such arguments.
    pub fn of(
        fit: &'a FitArguments,
        rows: &'a OnlineData,
        online: &'a OnlineArguments,
        threads: usize,
        counted: Counted,
    ) -> Self {
        Self {
            fit,
            data: &rows.data,
            test: rows.test.as_deref(),
            rows: LibsvmOptions { strict: fit.strict, ..rows.format.reading() },
            cache: online.cache.as_deref(),
            early_stop: online.early_stop.map(NonZeroU64::get),
            passes: 1,
            passes_option: "--passes",
            threads,
            counted,
            ranks: None,
        }
    }

    pub fn train(
        &self,
        mut settings: ClassifySettings,
        saved: Option<SavedClassifier>,
        mut report: Report<'_>,
        stop: Stop<'_>,
    ) -> Result<ClassifyReport> {
        let fit = self.fit;
        if settings.ffm.is_none()
            && let Some(features) = settings.form.hashed_features()
        {
            (settings.features, settings.index_base) = (features, SavedBase::Zero);
        }
        // Before anything is read.
        if !settings.classes.are_several() || !settings.labels.is_empty() {
            Classifier::<f32>::new(&ClassifySettings { features: 0, ..settings.clone() })?;
        }
        let progress = saved.as_ref().map_or_else(ClassifyProgress::default, |saved| saved.progress);
        if let Some(saved) = saved.as_ref().filter(|saved| saved.progress.pass.rows > 0) {
            let found = saved.settings.steps;
            let how = found.map_or_else(
                || "row after row: go on there without --batch-size, --slices and --exchange".to_owned(),
                |SlicedSteps { rows, slices }| {
                    format!("in steps: go on there with --batch-size {rows} --slices {slices}")
                },
            );
            ensure!(settings.steps == found, "the loaded weights are inside a pass that is learnt {how}");
        }
        let count = fit.epochs.map_or(self.passes, NonZeroU64::get);
        let last = last_epoch(progress.passes, count, "passes")?;
        let data = self.open(&mut settings, count, &mut report)?;
        let test = self.open_test(&settings, &mut report)?;
        settings.form = match (settings.form, settings.ffm) {
            (TextForm::Fields { .. }, Some(ffm)) => TextForm::Fields { fields: ffm.fields },
            (form, _) => form,
        };
        let (features, most) = (settings.columns(), <i32 as Index>::MAX);
        let of_fields = if settings.ffm.is_some() { " in all fields" } else { "" };
        ensure!(features <= most, "{features} features{of_fields}: at most {most} are supported");

        report.fact("data", &data.facts)?;
        if let Some(test) = &test {
            report.fact("test", &test.facts)?;
        }
        report.fact("model", &self.model(&settings))?;
        report.fact("training", &self.training(&settings, &progress, last))?;
        check_memory(
            &format!("a model of {} features", settings.features),
            Classifier::<f32>::bytes(&settings),
            fit.memory(),
        )?;
        let mut classifier = match saved {
            Some(saved) => saved.classifier(&settings)?,
            None => Classifier::new(&settings)?,
        };
        if let Some(ranks) = self.ranks {
            let (exchange, options) = ranks.together()?;
            classifier.set_ranks(exchange, options)?;
        }
        let mut shown = Shown::new(&data.name, test, &progress, settings.loss);
        shown.patience = self.early_stop;
        shown.passes_option = self.passes_option;
        if shown.patience.is_none() {
            classifier.forget_best();
        }
        let run = Run {
            fit,
            count,
            resume: Resume::Place,
            every: fit.save_every.map(Every::Rows),
            rows: data.count,
            ranks: self.ranks,
        };
        let mut progress = progress.into();
        let RunReport { interrupted, hash, .. } = match self.ranks {
            Some(ranks) => {
                let mut rows = open_sliced(self.data, &self.reading(&settings), &self.shape(&settings), ranks)?;
                run.train(&mut shown, &mut classifier, &mut rows, &mut progress, report, stop)?
            }
            None => {
                let mut rows = ReadAhead::new(data.rows, self.threads);
                run.train(&mut shown, &mut classifier, &mut rows, &mut progress, report, stop)?
            }
        };
        Ok(ClassifyReport {
            passes: shown.passes,
            test: shown.tests,
            quality: classifier.quality().clone(),
            test_quality: shown.test_quality,
            hash: hash.unwrap_or_default(),
            interrupted,
        })
    }

    fn reading(&self, settings: &ClassifySettings) -> Reading {
        let two_classes = settings.classes == Classes::Two;
        let labels = (!settings.labels.is_empty()).then(|| (&*settings.labels).into());
        let rows = LibsvmOptions { two_classes, labels, form: settings.form.clone(), ..self.rows.clone() };
        Reading { rows, threads: self.threads, shown: !self.fit.quiet, counted: self.counted.clone() }
    }

    /// The labels of several classes, if they are still to be found.
    fn find_labels(&self, settings: &mut ClassifySettings, input: &mut Input) -> Result<()> {
        if !settings.classes.are_several() || !settings.labels.is_empty() {
            return Ok(());
        }
        let options = self.reading(settings).rows;
        let found = scan_labels(&input.name, &input.file, &options, MOST_CLASSES)?;
        let name = || input.name.clone();
        settings.labels = found.with_context(|| format!("{}: more than {MOST_CLASSES} different labels", name()))?;
        ensure!(settings.labels.len() > 1, "{}: all rows have one label", name());
        input.file.rewind().with_context(name)
    }

    fn batch_rows(&self) -> usize {
        if self.threads == 1 { BATCH_ROWS } else { BATCH_ROWS_AHEAD }
    }

    /// What opening a file looks at.
    fn shape(&self, settings: &ClassifySettings) -> Settings {
        Settings {
            features: settings.columns(),
            index_base: settings.index_base,
            batch_size: settings.steps.map_or_else(|| self.batch_rows(), |steps| steps.rows),
            ..Settings::default()
        }
    }

    /// Whether nothing has to be found out by a pass over the data.
    fn is_known(&self, settings: &ClassifySettings) -> bool {
        settings.columns() > 0
            && settings.index_base != SavedBase::Auto
            && (!settings.classes.are_several() || !settings.labels.is_empty())
    }

    fn open(&self, settings: &mut ClassifySettings, passes: u64, report: &mut Report<'_>) -> Result<Data> {
        if self.ranks.is_some() {
            expect_file(self.data)?;
        } else if passes == 1
            && self.cache.is_none()
            && self.is_known(settings)
            && let Some((name, stream)) = open_stream(self.data)?
        {
            let options = LibsvmOptions {
                batch_rows: self.batch_rows(),
                features: Some(settings.columns()),
                base: settings.index_base.into(),
                threads: self.threads,
                unused: self.counted.of(&name),
                ..self.reading(settings).rows
            };
            let reader = LibsvmReader::from_stream(&name, stream, &options)?;
            let features = HumanCount(settings.features as u64);
            let facts = format!("{name}: {features} features, indices from {}, as it comes", reader.base());
            return Ok(Data { rows: Rows::Stream(Box::new(reader)), name, facts, count: None });
        }
        let mut input = open_input(self.data, report)?;
        if let Some(path) = self.cache {
            return self.open_cache(path, input, settings, report);
        }
        self.find_labels(settings, &mut input)?;
        self.find_fields(settings, &mut input)?;
        let Opened { source, name, facts, rows } = self.open_whole(input, settings)?;
        let Source::File { reader, .. } = source else { bail!("{name}: not a file") };
        let facts = match settings.ffm {
            Some(ffm) => {
                format!("{name}: {} features in {} fields", HumanCount(settings.features as u64), ffm.fields)
            }
            None => facts,
        };
        Ok(Data { rows: Rows::File(reader), name, facts, count: rows })
    }

    /// Opens rows that were kept, or keeps them.
    fn open_cache(
        &self,
        path: &Path,
        mut input: Input,
        settings: &mut ClassifySettings,
        report: &mut Report<'_>,
    ) -> Result<Data> {
        // What else the rows depend on is in the head.
        let form = if settings.ffm.is_some() { TextForm::Fields { fields: 0 } } else { settings.form.clone() };
        let rows = LibsvmOptions { base: IndexBase::Zero, ..self.rows.clone() };
        let reading = format!("{form:?}, several {}, {rows:?}", settings.classes != Classes::Two);
        let cache = match Cache::open(path, &mut input, &reading)? {
            Some(cache) => cache,
            None => {
                report.line(&format!("keeping the rows of {} in {}", input.name, path.display()))?;
                self.find_labels(settings, &mut input)?;
                self.find_fields(settings, &mut input)?;
                // The two share one place in the file, so the text is looked at before it is read.
                let text = Cache::text(&mut input)?;
                let Opened { source, .. } = self.open_whole(input.try_clone()?, settings)?;
                let Source::File { mut reader, .. } = source else { bail!("{}: not a file", input.name) };
                let fields = settings.ffm.map_or(0, |ffm| ffm.fields);
                let counts = [settings.features, fields, settings.columns()];
                let head = Cache::head(text, &reading, counts, settings.index_base, &settings.labels);
                Cache::write(path, &input.name, &head, &mut *reader)?;
                Cache::open(path, &mut input, &reading)?.with_context(|| format!("{}: is gone", path.display()))?
            }
        };
        let head = &cache.head;
        let differs = |asked: bool, what: &str| {
            ensure!(!asked, "{}: its rows have other {what}; delete it, and it is made anew", path.display());
            Ok(())
        };
        differs(settings.features > 0 && settings.features != head.features, "features")?;
        differs(settings.index_base != SavedBase::Auto && settings.index_base != head.index_base, "index bases")?;
        differs(!settings.labels.is_empty() && settings.labels != head.labels, "labels")?;
        (settings.features, settings.index_base) = (head.features, head.index_base);
        settings.labels.clone_from(&head.labels);
        if let Some(ffm) = &mut settings.ffm {
            differs(ffm.fields > 0 && ffm.fields != head.fields, "fields")?;
            ffm.fields = head.fields;
            settings.form = TextForm::Fields { fields: head.fields };
        }
        let facts =
            format!("{}, rows from {}, {} features", input.name, path.display(), HumanCount(settings.features as u64));
        Ok(Data { rows: Rows::Cache(Box::new(cache)), name: input.short_name, facts, count: None })
    }

    /// Opens a file that is read from its start to its end.
    fn open_whole(&self, input: Input, settings: &mut ClassifySettings) -> Result<Opened<f32, i32>> {
        let mut shape = self.shape(settings);
        let opened = open_file(input, &self.reading(settings), &mut shape)?;
        if settings.ffm.is_none() {
            settings.features = shape.features;
        }
        settings.index_base = shape.index_base;
        Ok(opened)
    }

    /// Opens the rows to measure on. Text of other forms is checked while it is read.
    fn open_test(&self, settings: &ClassifySettings, report: &mut Report<'_>) -> Result<Option<Opened<f32, i32>>> {
        let Some(path) = self.test else { return Ok(None) };
        let input = open_input(path, report)?;
        if settings.form == TextForm::Plain {
            return Ok(Some(open_test(input, &self.reading(settings), &self.shape(settings))?));
        }
        Ok(Some(self.open_whole(input, &mut settings.clone())?))
    }

    /// The features and fields of a field-aware machine, if they are still to be found.
    fn find_fields(&self, settings: &mut ClassifySettings, input: &mut Input) -> Result<()> {
        let Some(ffm) = &mut settings.ffm else { return Ok(()) };
        if ffm.fields == 0 || settings.features == 0 {
            let found = scan_fields(&input.name, &input.file, &self.rows)?;
            input.file.rewind().with_context(|| input.name.clone())?;
            ensure!(found.features > 0, "{}: no row has a feature; give --features and --fields", input.name);
            ffm.fields = if ffm.fields == 0 { found.fields } else { ffm.fields };
            settings.features = if settings.features == 0 { found.features } else { settings.features };
        }
        settings.form = TextForm::Fields { fields: ffm.fields };
        Ok(())
    }

    fn model(&self, settings: &ClassifySettings) -> String {
        let bytes = u64::try_from(Classifier::<f32>::bytes(settings)).unwrap_or(u64::MAX);
        let origin = self.fit.load.as_deref().map_or_else(
            || if settings.ffm.is_some() { "from random numbers" } else { "from zeros" }.to_owned(),
            |path| format!("from {}", path.display()),
        );
        let features = HumanCount(settings.features as u64);
        if let Some(ffm) = settings.ffm {
            let FfmSettings { fields, factors, normalise, seed } = ffm;
            let rows = if normalise { ", rows divided by their length" } else { "" };
            return format!(
                "field-aware factorization machine in f32, {features} features x {fields} fields x {factors} factors, \
                 {}{rows}, {}, {origin}, seed {seed}",
                settings.loss.name(),
                HumanBytes(bytes)
            );
        }
        let outputs = settings.outputs();
        let formula = match (settings.classes, settings.loss) {
            (Classes::Two, OnlineLoss::Logistic) => "p = 1 / (1 + e^-(x w + b))".to_owned(),
            (Classes::Two | Classes::Regression, loss) => format!("x w + b, {} loss,", loss.name()),
            (Classes::Softmax, _) => format!("softmax(x w + b) of {outputs} classes"),
            (Classes::OneAgainstRest, loss) => {
                format!("x w + b of {outputs} classes, each against the rest, {} loss,", loss.name())
            }
        };
        format!("{formula} in f32, w {features} x {outputs}, {} with its states, {origin}", HumanBytes(bytes))
    }

    fn training(&self, settings: &ClassifySettings, progress: &ClassifyProgress, last: u64) -> String {
        let ClassifySettings { optimizer, learning_rate, l1, l2, epsilon, beta, .. } = settings;
        let mut text = format!("passes {} to {last}, ", progress.passes + 1);
        if progress.pass.rows > 0 {
            text += &format!("the first one from its row {} on, ", HumanCount(progress.pass.rows + 1));
        }
        match settings.steps {
            Some(SlicedSteps { rows, .. }) => text += &format!("steps of {rows} rows, "),
            None => text += "row after row, ",
        }
        text += &format!("{} with learning rate {learning_rate:?}", optimizer.name());
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
        for (label, weight) in &settings.class_weights {
            text += &format!(", class {label} weighs {weight}");
        }
        text + &format!("; {}", Cpu { threads: self.threads }.name())
    }
}
