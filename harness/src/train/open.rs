//! The data of a run, ready to be read, and what is known of it beforehand.
use super::data::Source;
use super::generate::{ProblemSize, tutorial_problem};
use super::report::significant;
use super::scalar::TrainValue;
use super::settings::Settings;
use crate::libsvm::{Batch, IndexBase, LibsvmIndex, LibsvmOptions, LibsvmReader, scan};
use anyhow::{Context, Result, ensure};
use indicatif::HumanCount;
use lacuna::Index;
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

/// Opens a LibSVM file, after a pass over it where the features or the index base are not known; the settings then hold them.
pub fn open_file<V: TrainValue, I: Index + LibsvmIndex>(
    path: &Path,
    sort_rows: bool,
    threads: usize,
    settings: &mut Settings,
) -> Result<Opened<V, I>> {
    let bytes = std::fs::metadata(path).with_context(|| path.display().to_string())?.len();
    let mut options = LibsvmOptions {
        batch_rows: settings.batch_size,
        features: (settings.features > 0).then_some(settings.features),
        base: settings.index_base.into(),
        sort_rows,
        threads: if bytes < THREADED_FILE_BYTES { 1 } else { threads },
        ..LibsvmOptions::default()
    };
    let mut size = None;
    if options.features.is_none() || options.base == IndexBase::Auto {
        let scan = scan(path, &options)?;
        options.base = scan.resolve(options.base);
        options.features.get_or_insert_with(|| scan.features(options.base));
        size = Some((scan.rows, scan.entries));
    }
    settings.features = options.features.unwrap_or(0);
    settings.index_base = options.base.into();
    ensure!(settings.features > 0, "{}: no row has a feature; give --features", path.display());

    let reader = Box::new(LibsvmReader::open(path, &options)?);
    let base = reader.base();
    let facts = match size {
        Some((rows, entries)) => {
            format!("{}: {}, indices from {base}", path.display(), size_text(rows, settings.features, entries))
        }
        None => format!("{}: {} features, indices from {base}", path.display(), HumanCount(settings.features as u64)),
    };
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    Ok(Opened { source: Source::File { reader, batch: Batch::new() }, name, facts, rows: size.map(|size| size.0) })
}

/// Generates the tutorial's problem.
pub fn generate<V: TrainValue, I: Index + LibsvmIndex>(settings: &Settings) -> Result<Opened<V, I>> {
    let Settings { features, rows, density, seed, batch_size, .. } = *settings;
    let (rows, density) = rows.zip(density).context("the loaded weights were trained on a file: give --data")?;
    let all = tutorial_problem(seed, ProblemSize { rows, features, density })?;
    let size = size_text(rows as u64, features, all.values.len() as u64);
    let facts = format!("generated from seed {seed}: {size}, true weights 1 to {features}");
    let name = format!("generated problem, seed {seed}");
    Ok(Opened { source: Source::Memory { all, batch_rows: batch_size, next: 0 }, name, facts, rows: Some(rows as u64) })
}

fn size_text(rows: u64, features: usize, entries: u64) -> String {
    let density = entries as f64 / (rows as f64 * features as f64);
    let [rows, features, entries] = [rows, features as u64, entries].map(HumanCount);
    format!("{rows} rows x {features} features, {entries} entries, density {}", significant(density, 3))
}
