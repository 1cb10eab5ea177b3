//! The data of a run, ready to be read, and what is known of it beforehand.
use super::input::Input;
use super::report::{Bytes, significant};
use crate::left_out::Counted;
use crate::ranks::{OpenRanks, expect_file};
use anyhow::{Context, Result, ensure};
use indicatif::{HumanBytes, HumanCount};
use lacuna::Index;
use lacuna_models::train::{ProblemSize, Settings, SlicedRows, Source, TrainValue, tutorial_problem};
use lacuna_runtime::libsvm::{CsrBatch, IndexBase, LibsvmIndex, LibsvmOptions, LibsvmReader, Scan, scan_stream};
use std::io::Seek;
use std::path::Path;

/// Files below this size are read by one thread: they are at hand sooner than other threads wake up.
const THREADED_FILE_BYTES: u64 = 8 << 20;

/// Data that has been opened.
pub struct Opened<V, I> {
    /// Its batches.
    pub source: Source<V, I>,
    /// What plots call it.
    pub name: String,
    /// Its size, in words.
    pub facts: String,
    /// Rows, if known.
    pub rows: Option<u64>,
}

/// What files are read with.
#[derive(Clone, Debug)]
pub struct Reading {
    /// What the arguments say about rows; the settings know the rest.
    pub rows: LibsvmOptions,
    /// Threads for a large file.
    pub threads: usize,
    /// Whether a terminal shows how far it is.
    pub shown: bool,
    /// What is left out of them.
    pub counted: Counted,
}

impl Reading {
    /// The options for a file, as far as the settings know them.
    fn options(&self, input: &Input, settings: &Settings) -> LibsvmOptions {
        LibsvmOptions {
            batch_rows: settings.batch_size,
            features: (settings.features > 0).then_some(settings.features),
            base: settings.index_base.into(),
            unused: self.counted.of(&input.name),
            threads: if input.bytes < THREADED_FILE_BYTES { 1 } else { self.threads },
            ..self.rows.clone()
        }
    }
}

/// Opens a LibSVM file to train on, after a pass over it where the features or the index base are not known; the
/// settings then hold them.
pub fn open_file<V: TrainValue, I: Index + LibsvmIndex>(
    mut input: Input,
    reading: &Reading,
    settings: &mut Settings,
) -> Result<Opened<V, I>> {
    let mut options = reading.options(&input, settings);
    let mut size = None;
    if options.features.is_none() || options.base == IndexBase::Auto {
        let scan = scan_whole(&mut input, &options, reading.shown)?;
        options.base = scan.resolve(options.base);
        options.features.get_or_insert_with(|| scan.features(options.base));
        size = Some((scan.rows, scan.entries));
    }
    settings.features = options.features.unwrap_or(0);
    settings.index_base = options.base.into();
    ensure!(settings.features > 0, "{}: no row has a feature; give --features", input.name);
    opened(input, &options, size, settings.features)
}

/// Opens a LibSVM file of which each slice of a step has a part, and this rank reads those of its own. The settings know
/// the features and the index base.
pub(crate) fn open_sliced<V: TrainValue, I: Index + LibsvmIndex>(
    path: &Path,
    reading: &Reading,
    settings: &Settings,
    ranks: &OpenRanks,
) -> Result<SlicedRows<V, I>> {
    expect_file(path)?;
    ranks.expect_rows(settings.batch_size)?;
    let options = LibsvmOptions {
        batch_rows: settings.batch_size,
        features: Some(settings.features),
        base: settings.index_base.into(),
        unused: reading.counted.of(&path.display().to_string()),
        threads: 1,
        ..reading.rows.clone()
    };
    Ok(SlicedRows::open(path, &options, ranks.exchange.clone(), ranks.options.slices)?)
}

/// Opens a LibSVM file to measure the loss on, after a pass over it that finds out whether it fits the model.
pub fn open_test<V: TrainValue, I: Index + LibsvmIndex>(
    mut input: Input,
    reading: &Reading,
    settings: &Settings,
) -> Result<Opened<V, I>> {
    let options = reading.options(&input, settings);
    let scan = scan_whole(&mut input, &options, reading.shown)?;
    ensure!(scan.rows > 0, "{}: no rows", input.name);
    let (found, features, name) = (scan.features(options.base), settings.features, &input.name);
    ensure!(found <= features, "{name}: {found} features, the model has {features}");
    let below = options.base == IndexBase::One && scan.min_index == Some(0);
    ensure!(!below, "{name}: feature index 0, but the indices of the training data begin at 1");
    opened(input, &options, Some((scan.rows, scan.entries)), features)
}

fn scan_whole(input: &mut Input, options: &LibsvmOptions, shown: bool) -> Result<Scan> {
    let bar = Bytes::new(&format!("looking through {}", input.short_name), Some(input.bytes), shown);
    let scan = scan_stream(&input.name, bar.of(&input.file), options)?;
    input.file.rewind().with_context(|| input.name.clone())?;
    Ok(scan)
}

fn opened<V: TrainValue, I: Index + LibsvmIndex>(
    input: Input,
    options: &LibsvmOptions,
    size: Option<(u64, u64)>,
    features: usize,
) -> Result<Opened<V, I>> {
    let reader = Box::new(LibsvmReader::from_seekable(&input.name, input.file, options)?);
    let base = reader.base();
    let facts = match size {
        Some((rows, entries)) => format!("{}: {}, indices from {base}", input.name, size_text(rows, features, entries)),
        None => format!("{}: {} features, indices from {base}", input.name, HumanCount(features as u64)),
    };
    Ok(Opened {
        source: Source::File { reader, batch: CsrBatch::new() },
        name: input.short_name,
        facts,
        rows: size.map(|size| size.0),
    })
}

/// Generates the tutorial's problem, if it takes no more than `limit` bytes.
pub fn generate<V: TrainValue, I: Index + LibsvmIndex>(settings: &Settings, limit: u64) -> Result<Opened<V, I>> {
    let Settings { features, rows, density, seed, batch_size, .. } = *settings;
    let (rows, density) = rows.zip(density).context("the loaded weights were trained on a file: give --data")?;
    let size = ProblemSize { rows, features, density };
    if let Some(bytes) = size.bytes::<V, I>() {
        check_memory(
            &format!("a generated problem of {rows} rows x {features} features, density {density:?},"),
            bytes,
            limit,
        )?;
    }
    let all = tutorial_problem(seed, size)?;
    let size = size_text(rows as u64, features, all.values.len() as u64);
    let facts = format!("generated from seed {seed}: {size}, true weights 1 to {features}");
    let name = format!("generated problem, seed {seed}");
    Ok(Opened { source: Source::Memory { all, batch_rows: batch_size, next: 0 }, name, facts, rows: Some(rows as u64) })
}

/// Refuses what takes more memory than `limit`.
pub fn check_memory(what: &str, bytes: u128, limit: u64) -> Result<()> {
    let (shown, limit_shown) = (HumanBytes(u64::try_from(bytes).unwrap_or(u64::MAX)), HumanBytes(limit));
    ensure!(bytes <= limit.into(), "{what} takes {shown}, more than {limit_shown}: allow it with --memory-limit");
    Ok(())
}

/// The size of a sparse matrix, in words.
pub(crate) fn size_text(rows: u64, features: usize, entries: u64) -> String {
    let density = entries as f64 / (rows as f64 * features as f64);
    let [rows, features, entries] = [rows, features as u64, entries].map(HumanCount);
    format!("{rows} rows x {features} features, {entries} entries, density {}", significant(density, 3))
}
