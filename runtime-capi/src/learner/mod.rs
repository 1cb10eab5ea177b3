//! Models that learn.
mod machine;
mod online;

use crate::failure::{Failure, Status, answer};
use crate::raw;
use crate::rows::{Matrix, OfRows, Rows};
use crate::settings::{self, Kind};
use crate::text::{TextOptions, open};
use crate::threads::{MOST_THREADS, on_threads};
use lacuna_models::metric::LogLoss;
use lacuna_models::model::Description;
use lacuna_models::train::{SavedBase, read_metadata};
use lacuna_runtime::libsvm::{CsrBatch, LibsvmReader, TextForm};
use machine::Machine;
use online::Online;
use std::ffi::{CString, c_char};
use std::fs::File;
use std::path::Path;
use std::ptr;
use std::sync::Arc;

type Reader = LibsvmReader<File, f32, i32>;

/// What rows are of a model.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Output {
    /// `x w + b` and its like.
    Logits,
    Predictions,
}

/// What every model does.
trait Model: Send {
    /// Columns of its rows.
    fn columns(&self) -> usize;

    /// Numbers that it gives for each row.
    fn outputs(&self) -> usize;

    /// Rows that it learns at once.
    fn batch_rows(&self) -> usize;

    /// A pass begins.
    fn begin(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    /// Adds the losses that rows have before they are learnt, and learns them.
    fn learn(&mut self, batch: &mut CsrBatch<f32, i32>, loss: &mut LogLoss) -> Result<(), Failure>;

    /// A pass is over.
    fn end(&mut self, _loss: LogLoss) {}

    /// Appends the outputs of rows.
    fn predict(
        &mut self,
        batches: &mut [CsrBatch<f32, i32>],
        output: Output,
        threads: usize,
        out: &mut Vec<f32>,
    ) -> Result<(), Failure>;

    fn save(&self, path: &Path) -> Result<(), Failure>;

    /// Its settings as a JSON object.
    fn settings(&self) -> Result<String, Failure>;

    /// An array of its numbers.
    fn array(&self, name: &str) -> Option<Vec<f32>>;

    /// How its text is read.
    fn reading(&self) -> Reading;
}

/// How text of a model is read.
struct Reading {
    form: TextForm,
    base: SavedBase,
    features: usize,
    labels: Labels,
}

/// What labels are.
enum Labels {
    Two,
    Several(Arc<[f64]>),
    Numbers,
}

/// A model, and what was asked about it.
pub struct Learner {
    model: Box<dyn Model>,
    settings: CString,
}

/// What the rows of a pass add up to.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loss {
    /// Number of rows.
    pub rows: u64,
    /// The sum of their losses, each before its row was learnt and times its weight.
    pub sum: f64,
    /// The sum of their weights: the number of rows where all weigh 1.
    pub weight: f64,
}

impl From<LogLoss> for Loss {
    fn from(LogLoss { rows, sum, weight }: LogLoss) -> Self {
        Self { rows, sum, weight }
    }
}

/// Rows of a batch that is predicted.
const BATCH_ROWS: usize = 1024;

impl Learner {
    fn new(model: impl Model + 'static) -> Self {
        Self { model: Box::new(model), settings: CString::default() }
    }

    fn made(text: &str) -> Result<Self, Failure> {
        let (kind, members) = settings::parse(text)?;
        let kind = kind.ok_or_else(|| Failure::Settings("there is no \"model\": linear, ffm or fm".to_owned()))?;
        match kind {
            Kind::Fm => Ok(Self::new(Machine::new(settings::machine(members)?, None)?)),
            kind => Ok(Self::new(Online::new(&settings::online(kind, members, None)?)?)),
        }
    }

    fn loaded(path: &Path, text: Option<&str>) -> Result<Self, Failure> {
        let (kind, members) = text.map(settings::parse).transpose()?.unwrap_or_default();
        let metadata = read_metadata(path)?;
        let other = |found: &str| Failure::File(format!("{}: holds {found}", path.display()));
        if metadata.contains_key("lacuna_train_classify") {
            if kind == Some(Kind::Fm) {
                return Err(other("a learner of rows, not a factorization machine"));
            }
            return Ok(Self::new(Online::load(path, members)?));
        }
        match Description::read(path)? {
            Some(description) if matches!(&*description.kind, "fm" | "fm-regression") => {
                if kind.is_some_and(|kind| kind != Kind::Fm) {
                    return Err(other("a factorization machine"));
                }
                Ok(Self::new(Machine::load(path, &description, text.map(|_| members))?))
            }
            Some(Description { kind, .. }) => Err(other(&format!("a model of the kind {kind:?}"))),
            None => Err(other("no model of this library")),
        }
    }

    fn expect_columns(&self, found: usize) -> Result<(), Failure> {
        let expected = self.model.columns();
        if found == expected {
            return Ok(());
        }
        Err(Failure::Data(format!("rows have {found} columns, the model has {expected}")))
    }

    /// Learns rows in an order.
    fn learn(
        &mut self,
        matrix: &Matrix<'_>,
        of_rows: OfRows<'_>,
        order: Option<&[u64]>,
        loss: &mut LogLoss,
    ) -> Result<(), Failure> {
        self.expect_columns(matrix.columns)?;
        let count = order.map_or(matrix.rows, <[u64]>::len);
        let row = |place: usize| match order {
            Some(order) => order.get(place).map_or(usize::MAX, |&row| usize::try_from(row).unwrap_or(usize::MAX)),
            None => place,
        };
        self.model.begin()?;
        let (step, mut batch) = (self.model.batch_rows(), CsrBatch::new());
        for start in (0..count).step_by(step) {
            batch.clear();
            matrix.append((start..count.min(start + step)).map(row), of_rows, &mut batch)?;
            self.model.learn(&mut batch, loss)?;
        }
        self.model.end(*loss);
        Ok(())
    }

    fn reader(&self, path: &Path, options: &TextOptions, is_labelled: bool) -> Result<Reader, Failure> {
        let Reading { form, base, features, labels } = self.model.reading();
        let mut read = options.reading()?;
        read.batch_rows = if is_labelled { self.model.batch_rows() } else { BATCH_ROWS };
        read.unlabelled = options.unlabelled;
        read.form = form;
        read.features = Some(features);
        read.base = options.base.unwrap_or(base).into();
        match labels {
            Labels::Two if is_labelled && read.labels.is_none() => read.two_classes = true,
            Labels::Several(labels) if is_labelled && read.labels.is_none() => read.labels = Some(labels),
            _ => {}
        }
        Ok(LibsvmReader::open(path, &read)?)
    }

    fn learn_text(&mut self, path: &Path, options: &TextOptions, loss: &mut LogLoss) -> Result<(), Failure> {
        let mut reader = self.reader(path, options, true)?;
        self.model.begin()?;
        options.on_threads(|threads| {
            let (mut batch, mut next) = (CsrBatch::new(), CsrBatch::new());
            let mut is_there = reader.read_batch(&mut batch)?;
            while is_there {
                let mut read = Ok(false);
                if threads > 1 {
                    let model = &mut self.model;
                    rayon::in_place_scope(|scope| {
                        scope.spawn(|_| read = reader.read_batch(&mut next));
                        model.learn(&mut batch, loss)
                    })?;
                } else {
                    self.model.learn(&mut batch, loss)?;
                    read = reader.read_batch(&mut next);
                }
                is_there = read?;
                std::mem::swap(&mut batch, &mut next);
            }
            Ok::<_, Failure>(())
        })??;
        self.model.end(*loss);
        Ok(())
    }

    fn predict(&mut self, matrix: &Matrix<'_>, output: Output, threads: usize, out: &mut [f32]) -> Result<(), Failure> {
        self.expect_columns(matrix.columns)?;
        let expected = self.model.outputs().saturating_mul(matrix.rows);
        if out.len() != expected {
            return Err(Failure::Data(format!("there is room for {} outputs of {expected}", out.len())));
        }
        let starts: Vec<usize> = (0..matrix.rows).step_by(BATCH_ROWS).collect();
        let mut outputs = Vec::with_capacity(expected);
        // So many at a time that memory stays small.
        for starts in starts.chunks(threads.max(1) * 4) {
            let mut batches = Vec::new();
            for &start in starts {
                let mut batch = CsrBatch::new();
                matrix.append(start..matrix.rows.min(start + BATCH_ROWS), OfRows::default(), &mut batch)?;
                batches.push(batch);
            }
            self.model.predict(&mut batches, output, threads, &mut outputs)?;
        }
        if outputs.len() == out.len() {
            out.copy_from_slice(&outputs);
        }
        Ok(())
    }

    fn predict_text(
        &mut self,
        path: &Path,
        options: &TextOptions,
        output: Output,
        out: &mut Vec<f32>,
    ) -> Result<(), Failure> {
        let mut reader = self.reader(path, options, false)?;
        options.on_threads(|threads| {
            loop {
                let mut batches = Vec::new();
                while batches.len() < threads * 4 {
                    let mut batch = CsrBatch::new();
                    if !reader.read_batch(&mut batch)? {
                        break;
                    }
                    batches.push(batch);
                }
                if batches.is_empty() {
                    return Ok(());
                }
                self.model.predict(&mut batches, output, threads, out)?;
            }
        })?
    }
}

const fn output(logits: bool) -> Output {
    if logits { Output::Logits } else { Output::Predictions }
}

/// A model of these settings, a JSON object, whose numbers are zeros or random. `*out` is a handle for
/// `lacuna_learner_free`.
///
/// # Safety
/// `settings` ends with a zero; `out` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_learner_new(settings: *const c_char, out: *mut *mut Learner) -> Status {
    answer(|| {
        // SAFETY: as the caller's.
        unsafe { raw::give(Learner::made(raw::text(settings, "settings")?)?, out, "out") }
    })
}

/// A model of a file that `lacuna_learner_save` or a program of `lacuna train` has written. Settings, or null, take the
/// place of those in the file. Without settings, a factorization machine begins with a new state of its optimizer.
///
/// # Safety
/// As `lacuna_learner_new`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_learner_load(
    path: *const c_char,
    settings: *const c_char,
    out: *mut *mut Learner,
) -> Status {
    answer(|| {
        // SAFETY: as the caller's.
        unsafe {
            let path = Path::new(raw::text(path, "path")?);
            let settings = if settings.is_null() { None } else { Some(raw::text(settings, "settings")?) };
            raw::give(Learner::loaded(path, settings)?, out, "out")
        }
    })
}

/// Frees a model. Null is no model.
///
/// # Safety
/// The handle is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_learner_free(learner: *mut Learner) {
    // SAFETY: as the caller's.
    unsafe { raw::free(learner) }
}

/// Learns rows, one pass over them: those of `order`, `ordered` numbers of rows, or all in their order if it is null.
/// There is a label for each row, and a weight, or `weights` is null. `loss`, unless it is null, gets the losses that the
/// rows had before they were learnt. A pass that is refused inside has learnt the batches before.
///
/// # Safety
/// The pointers of `rows` name as much as its numbers say; `labels` and `weights` have `rows->rows` numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_learner_learn(
    learner: *mut Learner,
    rows: *const Rows,
    labels: *const f64,
    weights: *const f64,
    order: *const u64,
    ordered: usize,
    loss: *mut Loss,
) -> Status {
    answer(|| {
        // SAFETY: as the caller's.
        unsafe {
            let learner = raw::one_mut(learner, "learner")?;
            let matrix = Matrix::new(raw::one(rows, "rows")?)?;
            let labels = raw::array(labels, matrix.rows, "labels")?;
            let weights = raw::optional(weights, matrix.rows, "weights")?;
            let order = raw::optional(order, ordered, "order")?;
            let mut sum = LogLoss::default();
            learner.learn(&matrix, OfRows { labels, weights }, order, &mut sum)?;
            if !loss.is_null() {
                *raw::one_mut(loss, "loss")? = sum.into();
            }
            Ok(())
        }
    })
}

/// Learns the rows of a text file, one pass over it. `options` are a JSON object, or null.
///
/// # Safety
/// As `lacuna_learner_learn`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_learner_learn_text(
    learner: *mut Learner,
    path: *const c_char,
    options: *const c_char,
    loss: *mut Loss,
) -> Status {
    answer(|| {
        // SAFETY: as the caller's.
        unsafe {
            let learner = raw::one_mut(learner, "learner")?;
            let (path, options) = open(path, options)?;
            let mut sum = LogLoss::default();
            learner.learn_text(path, &options, &mut sum)?;
            if !loss.is_null() {
                *raw::one_mut(loss, "loss")? = sum.into();
            }
            Ok(())
        }
    })
}

/// Writes what the model says about rows: for each, the numbers of `lacuna_learner_outputs`. With `logits`, before they
/// become probabilities. Threads do not change the bits.
///
/// # Safety
/// As `lacuna_learner_learn`; `out` has room for `length` numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_learner_predict(
    learner: *mut Learner,
    rows: *const Rows,
    logits: bool,
    threads: usize,
    out: *mut f32,
    length: usize,
) -> Status {
    answer(|| {
        // SAFETY: as the caller's.
        unsafe {
            let learner = raw::one_mut(learner, "learner")?;
            let matrix = Matrix::new(raw::one(rows, "rows")?)?;
            let out = raw::array_mut(out, length, "out")?;
            let threads = threads.clamp(1, MOST_THREADS);
            if threads == 1 {
                return learner.predict(&matrix, output(logits), 1, out);
            }
            on_threads(threads, || learner.predict(&matrix, output(logits), threads, out))?
        }
    })
}

/// Writes what the model says about the rows of a text file, at most `capacity` numbers, and into `found` how many there
/// are.
///
/// # Safety
/// As `lacuna_learner_predict`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_learner_predict_text(
    learner: *mut Learner,
    path: *const c_char,
    options: *const c_char,
    logits: bool,
    out: *mut f32,
    capacity: usize,
    found: *mut usize,
) -> Status {
    answer(|| {
        // SAFETY: as the caller's.
        unsafe {
            let learner = raw::one_mut(learner, "learner")?;
            let (path, options) = open(path, options)?;
            let (out, found) = (raw::array_mut(out, capacity, "out")?, raw::one_mut(found, "found")?);
            let mut outputs = Vec::new();
            learner.predict_text(path, &options, output(logits), &mut outputs)?;
            *found = outputs.len();
            out.iter_mut().zip(&outputs).for_each(|(to, &from)| *to = from);
            Ok(())
        }
    })
}

/// Writes the model and the states of its optimizer to a file, completely or not at all.
///
/// # Safety
/// As `lacuna_learner_new`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_learner_save(learner: *const Learner, path: *const c_char) -> Status {
    answer(|| {
        // SAFETY: as the caller's.
        unsafe { raw::one(learner, "learner")?.model.save(Path::new(raw::text(path, "path")?)) }
    })
}

/// Columns of the rows of a model: its features, or those times its fields. 0 for null.
///
/// # Safety
/// `learner` is null or a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_learner_columns(learner: *const Learner) -> usize {
    // SAFETY: as the caller's.
    unsafe { raw::one(learner, "learner") }.map_or(0, |learner| learner.model.columns())
}

/// Numbers that a model gives for each row: 1, or one for each of several classes. 0 for null.
///
/// # Safety
/// As `lacuna_learner_columns`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_learner_outputs(learner: *const Learner) -> usize {
    // SAFETY: as the caller's.
    unsafe { raw::one(learner, "learner") }.map_or(0, |learner| learner.model.outputs())
}

/// All settings of a model as a JSON object, until the next call with it. Null if the handle is.
///
/// # Safety
/// As `lacuna_learner_columns`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_learner_settings(learner: *mut Learner) -> *const c_char {
    let mut text = ptr::null();
    answer(|| {
        // SAFETY: as the caller's.
        let learner = unsafe { raw::one_mut(learner, "learner") }?;
        learner.settings = CString::new(learner.model.settings()?).map_err(Failure::settings)?;
        text = learner.settings.as_ptr();
        Ok(())
    });
    text
}

/// Writes an array of the model, at most `capacity` numbers, and into `found` how many there are. Of `linear` and `ffm`:
/// `weight` and `bias`; of `fm`: `w0`, `w` and `v`.
///
/// # Safety
/// As `lacuna_learner_predict`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_learner_array(
    learner: *const Learner,
    name: *const c_char,
    out: *mut f32,
    capacity: usize,
    found: *mut usize,
) -> Status {
    answer(|| {
        // SAFETY: as the caller's.
        unsafe {
            let (learner, name) = (raw::one(learner, "learner")?, raw::text(name, "name")?);
            let (out, found) = (raw::array_mut(out, capacity, "out")?, raw::one_mut(found, "found")?);
            let numbers = learner.model.array(name);
            let numbers = numbers.ok_or_else(|| Failure::Argument(format!("the model has no array {name:?}")))?;
            *found = numbers.len();
            out.iter_mut().zip(&numbers).for_each(|(to, &from)| *to = from);
            Ok(())
        }
    })
}
