//! A run of `lacuna predict`, from its arguments to its last line.
use super::PredictArguments;
use super::output::Output;
use super::scores::{Linear, OfCsr, Scores};
use super::streamed::{reading, score_all};
use crate::batch_run::{BatchModel, row_outputs};
use crate::fit_arguments::{LONG_BLOCKS, on_threads};
use crate::fm::saved_machine;
use crate::hints::{Reads, with_options};
use crate::left_out::LeftOut;
use crate::linear_classification::saved_classifier;
use crate::measures::{Measures, Task};
use crate::mf::{Ratings, saved_factorization};
use crate::wide_deep::{WideDeepRows, saved_wide_deep};
use anyhow::{Context, Result, bail, ensure};
use lacuna_models::fit::{BufferedBatches, for_each_batch};
use lacuna_models::model::{Description, FactorizationTask};
use lacuna_models::train::{
    Classes, Classifier, ClassifySettings, DType, LinearModel, Saved, SavedBase, SavedClassifier, SavedMlp,
    read_metadata,
};
use lacuna_runtime::Cpu;
use lacuna_runtime::data::Batches;
use lacuna_runtime::libsvm::LibsvmOptions;
use std::collections::BTreeMap;
use std::io::Write;

/// Runs `lacuna predict`: predictions on standard output, measures on standard error.
///
/// # Errors
/// One line that says what is wrong with the arguments, the model or the rows.
pub fn run_predict(arguments: &PredictArguments) -> Result<()> {
    let measures = predict(arguments, &mut std::io::stdout())?;
    if let Some(measures) = measures.filter(|_| !arguments.quiet) {
        eprintln!("{measures}");
    }
    Ok(())
}

/// Runs `lacuna predict`; predictions are written on `out`, unless a file is asked for. The measures of labelled rows,
/// in words.
///
/// # Errors
/// As [`run_predict`].
pub fn predict(arguments: &PredictArguments, out: &mut (dyn Write + Send)) -> Result<Option<String>> {
    let measures = on_threads(arguments.threads, LONG_BLOCKS, |threads| {
        let mut output = Output::open(arguments, out)?;
        let measures = Prediction { arguments, threads }.run(&mut output)?;
        output.finish()?;
        Ok(measures)
    });
    let measures = measures.map_err(|error| with_options(error, Reads::Unlabelled))?;
    measures.map(|mut measures| measures.text()).transpose()
}

struct Prediction<'a> {
    arguments: &'a PredictArguments,
    threads: usize,
}

impl Prediction<'_> {
    /// The metadata of the file say which model it is.
    fn run(&self, output: &mut Output<'_>) -> Result<Option<Measures>> {
        let path = &*self.arguments.model;
        // A folder has the generations of a model.
        let metadata = if path.is_dir() { BTreeMap::new() } else { read_metadata(path)? };
        let has = |key: &str| metadata.contains_key(key);
        if has("lacuna_train_classify") {
            let saved = SavedClassifier::read(path)?;
            let mut model = saved.classifier::<f32>(&saved.settings)?;
            return self.classify(&mut model, output);
        }
        if has("lacuna_train_linear") {
            let saved = Saved::read(path)?;
            let (base, cpu) = (saved.settings.index_base, Cpu { threads: self.threads });
            return match saved.settings.dtype {
                DType::F32 => {
                    let model = LinearModel::from_state(saved.state()?)?;
                    self.stream(&mut Linear::<f32> { model, cpu }, base, false, output)
                }
                DType::F64 => {
                    let model = LinearModel::from_state(saved.state()?)?;
                    self.stream(&mut Linear::<f64> { model, cpu }, base, false, output)
                }
            };
        }
        if has("lacuna_train_mlp") {
            let saved = SavedMlp::read(path)?;
            return self.stream(&mut saved.network(self.threads)?, saved.settings.index_base, true, output);
        }
        let Some(Description { kind, index_base }) = Description::read(path)? else {
            bail!(
                "{}: its metadata name no model; one that an older version has saved gets a name when it is trained on \
                 with --load and --save",
                path.display()
            );
        };
        let base = index_base.unwrap_or_default();
        match &*kind {
            "fm" | "fm-regression" => {
                let is_class = kind == "fm";
                let (of_model, task) = if is_class {
                    (FactorizationTask::Classes, Task::Classes)
                } else {
                    (FactorizationTask::Numbers, Task::Regression)
                };
                let (mut model, features) = saved_machine(path, of_model)?;
                model.set_threads(self.threads);
                self.stream(&mut OfCsr { model, features, task }, base, is_class, output)
            }
            "linear-classification" => {
                let (mut model, features) = saved_classifier(path)?;
                model.set_threads(self.threads);
                self.stream(&mut OfCsr { model, features, task: Task::Classes }, base, true, output)
            }
            "mf" => self.ratings(output),
            "wide-deep" => self.wide_deep(base, output),
            "lm" => bail!("{}: a language model has no outputs of rows", path.display()),
            _ => bail!("{}: a model of the unknown kind {kind:?}", path.display()),
        }
    }

    fn reading(&self, base: SavedBase, two_classes: bool, features: usize) -> Result<LibsvmOptions> {
        let read = reading(self.arguments, base, features)?;
        Ok(LibsvmOptions { two_classes, threads: self.threads, ..read })
    }

    fn stream<S: Scores>(
        &self,
        model: &mut S,
        base: SavedBase,
        two_classes: bool,
        output: &mut Output<'_>,
    ) -> Result<Option<Measures>> {
        self.expect_no_deep()?;
        let options = self.reading(base, two_classes, model.features())?;
        self.score(model, &options, output)
    }

    fn classify(&self, model: &mut Classifier<f32>, output: &mut Output<'_>) -> Result<Option<Measures>> {
        let ClassifySettings { index_base, classes, labels, form, .. } = model.settings().clone();
        self.expect_no_deep()?;
        let options = self.reading(index_base, classes == Classes::Two, model.features())?;
        let labels = classes.are_several().then(|| labels.into());
        ensure!(classes == Classes::Two || options.positive.is_none(), "--positive is for models of two classes");
        self.score(model, &LibsvmOptions { labels, form, ..options }, output)
    }

    fn score<S: Scores>(
        &self,
        model: &mut S,
        options: &LibsvmOptions,
        output: &mut Output<'_>,
    ) -> Result<Option<Measures>> {
        let (measures, left_out) = score_all(model, self.arguments, options, output)?;
        self.tell(&left_out)?;
        Ok(measures)
    }

    /// Says on standard error what the reader has left out.
    fn tell(&self, left_out: &LeftOut) -> Result<()> {
        left_out.expect_none(self.arguments.strict)?;
        if !self.arguments.quiet {
            left_out.sentences().for_each(|sentence| eprintln!("{sentence}"));
        }
        Ok(())
    }

    fn expect_no_deep(&self) -> Result<()> {
        let PredictArguments { model, deep, .. } = self.arguments;
        ensure!(deep.is_none(), "{}: this model has no --deep columns", model.display());
        Ok(())
    }

    fn ratings(&self, output: &mut Output<'_>) -> Result<Option<Measures>> {
        let PredictArguments { model: path, data, unlabelled, format, .. } = self.arguments;
        self.expect_no_deep()?;
        format.expect_default("the users and items of mf")?;
        let (mut model, [users, items]) = saved_factorization(path)?;
        model.set_threads(self.threads);
        let mut left_out = LeftOut::default();
        let ratings = Ratings::read(data, !unlabelled, &mut left_out)?;
        self.tell(&left_out)?;
        ratings.expect(&data.display().to_string(), users, items)?;
        self.batches(&mut model, &mut ratings.batches(BATCH_ROWS, None)?, Task::Regression, output)
    }

    fn wide_deep(&self, base: SavedBase, output: &mut Output<'_>) -> Result<Option<Measures>> {
        let PredictArguments { model: path, data, deep, .. } = self.arguments;
        let deep = deep.as_deref().context("a model of wide-deep needs the columns of --deep, too")?;
        let (mut model, form) = saved_wide_deep(path)?;
        model.set_threads(self.threads);
        let options = self.reading(base, true, form.features)?;
        let mut left_out = LeftOut::default();
        let (rows, _) = WideDeepRows::read(data, deep, &options, &form.expected(), &mut left_out)?;
        self.tell(&left_out)?;
        self.batches(&mut model, &mut rows.batches(BATCH_ROWS, None)?, Task::Classes, output)
    }

    fn batches(
        &self,
        model: &mut impl BatchModel,
        rows: &mut dyn Batches,
        task: Task,
        output: &mut Output<'_>,
    ) -> Result<Option<Measures>> {
        let mut measures = (!self.arguments.unlabelled).then(|| Measures::new(task));
        let mut is_open = true;
        for_each_batch(&mut BufferedBatches::new(rows), |batch| {
            if !is_open {
                return Ok(());
            }
            let outputs = row_outputs(model, &batch.data)?;
            let labels = batch.label.first().and_then(|labels| labels.data::<f32>()).unwrap_or_default();
            if let Some(measures) = &mut measures {
                measures.add(labels, &outputs, task.sum_of_losses(labels, &outputs)?, outputs.len() as f64)?;
            }
            is_open = output.write(&outputs, measures.is_some().then_some(labels), &[])?;
            Ok::<_, anyhow::Error>(())
        })?;
        Ok(measures.filter(|_| is_open))
    }
}

/// Rows of a batch.
const BATCH_ROWS: usize = 1024;
