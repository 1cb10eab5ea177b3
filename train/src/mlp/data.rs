//! The rows of a run.
use super::MlpArguments;
use anyhow::{Context, Result, bail, ensure};
use indicatif::{HumanBytes, HumanCount};
use lacuna_runtime::array::Array;
use lacuna_runtime::atomic_file::write_atomically;
use lacuna_runtime::data::{Batches, LastBatch, LibsvmBatches, LibsvmBatchesOptions, MemoryBatches};
use lacuna_runtime::libsvm::{IndexBase, LibsvmOptions, write};
use lacuna_runtime::train::{MlpSettings, ProblemSize, mlp_problem};
use std::path::Path;

/// Rows of the generated problem.
const ROWS: usize = 1000;

/// Its share of stored positions.
const DENSITY: f64 = 0.00001;

/// Data that has been opened.
pub(super) struct Data {
    pub batches: Box<dyn Batches>,
    /// What plots call it.
    pub name: String,
    /// Its size, in words.
    pub facts: String,
    /// Rows, if known.
    pub rows: Option<u64>,
}

/// Opens the data; the settings then hold the number of features.
pub(super) fn open(arguments: &MlpArguments, settings: &mut MlpSettings, limit: u64) -> Result<Data> {
    match &arguments.data {
        Some(path) => open_file(path, arguments, settings),
        None => generate(arguments, settings, limit),
    }
}

/// Opens the rows to measure on.
pub(super) fn open_test(arguments: &MlpArguments, settings: &MlpSettings) -> Result<Option<Box<dyn Batches>>> {
    let Some(path) = &arguments.test else { return Ok(None) };
    // What the network cannot take is an error with its line.
    let mut same = settings.clone();
    Ok(Some(open_file(path, arguments, &mut same)?.batches))
}

fn open_file(path: &Path, arguments: &MlpArguments, settings: &mut MlpSettings) -> Result<Data> {
    if path.as_os_str() == "-" {
        bail!("standard input is not supported here: files are read anew for each epoch");
    }
    let read = LibsvmOptions {
        batch_rows: settings.batch_size,
        features: (settings.features > 0).then_some(settings.features),
        base: arguments.index_base.map_or(IndexBase::Auto, Into::into),
        sort_rows: arguments.sort_rows,
        two_classes: true,
        threads: 1,
        ..LibsvmOptions::default()
    };
    let options = LibsvmBatchesOptions { read, round_batch: false, ..LibsvmBatchesOptions::default() };
    let name = path.display().to_string();
    let batches = LibsvmBatches::<f32>::open(&[path.to_owned()], &options)?;
    settings.features = batches.features();
    ensure!(settings.features > 0, "{name}: no row has a feature; give --features");
    let bytes = std::fs::metadata(path).with_context(|| name.clone())?.len();
    let facts = format!("{name}, {}, {} features", HumanBytes(bytes), HumanCount(settings.features as u64));
    Ok(Data { batches: Box::new(batches), name, facts, rows: None })
}

fn generate(arguments: &MlpArguments, settings: &MlpSettings, limit: u64) -> Result<Data> {
    let rows = arguments.rows.map_or(ROWS, Into::into);
    let size = ProblemSize { rows, features: settings.features, density: arguments.density.unwrap_or(DENSITY) };
    let bytes = size.bytes::<f32, i64>().with_context(|| format!("a problem of {rows} x {} is too large", settings.features))?;
    ensure!(bytes <= u128::from(limit), "a problem of {rows} x {} takes {bytes} bytes; --memory-limit allows {limit}", settings.features);
    let problem = mlp_problem(settings.seed, size)?;
    let mut text = Vec::new();
    write(&mut text, &problem.labels, &problem.indptr, &problem.indices, &problem.values, IndexBase::Zero)?;
    if let Some(path) = &arguments.write_data {
        write_atomically(path, &text)?;
    }
    let entries = problem.values.len() as u64;
    let facts = format!(
        "generated, {} rows, {} features, {} entries; {} as LibSVM text",
        HumanCount(rows as u64),
        HumanCount(settings.features as u64),
        HumanCount(entries),
        HumanBytes(text.len() as u64)
    );
    let data = Array::csr(Some([rows, settings.features]), problem.indptr, problem.indices, problem.values)?;
    let labels = Array::dense(&[rows], problem.labels)?;
    let batches = MemoryBatches::new(vec![data], vec![labels], settings.batch_size)?.with_last(LastBatch::Keep);
    Ok(Data { batches: Box::new(batches), name: "generated".to_owned(), facts, rows: Some(rows as u64) })
}
