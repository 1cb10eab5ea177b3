//! Rows of two classes, from a LibSVM file or generated: what models that learn in batches have in common.
use crate::arguments::{FormatArguments, at_least_one, share};
use crate::input::short_name;
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use indicatif::{HumanBytes, HumanCount};
use lacuna_runtime::array::Array;
use lacuna_runtime::atomic_file::write_atomically;
use lacuna_runtime::data::{Batch, Batches, DataError, LastBatch, LibsvmBatches, LibsvmBatchesOptions, MemoryBatches};
use lacuna_runtime::libsvm::{IndexBase, LibsvmOptions, write};
use lacuna_runtime::train::{ProblemSize, mlp_problem};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// Where rows come from.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Data")]
pub struct RowsArguments {
    /// Train on this LibSVM file, whose labels are 1 or else 0 or -1, instead of the generated problem
    #[arg(long, value_name = "FILE")]
    pub data: Option<PathBuf>,
    /// After each epoch, measure the area under the ROC curve on this LibSVM file
    #[arg(long, value_name = "FILE")]
    pub test: Option<PathBuf>,
    /// Number of features [default: what the file holds; 1000000 if generated]
    #[arg(long, value_name = "N", value_parser = at_least_one::<NonZeroUsize>)]
    pub features: Option<NonZeroUsize>,
    /// How the files are read.
    #[command(flatten)]
    pub format: FormatArguments,
    /// Rows of the generated problem [default: 1000]
    #[arg(long, value_name = "N", conflicts_with = "data", value_parser = at_least_one::<NonZeroUsize>)]
    pub rows: Option<NonZeroUsize>,
    /// Share of stored positions in the generated problem [default: 0.00001]
    #[arg(long, value_name = "SHARE", conflicts_with = "data", value_parser = share)]
    pub density: Option<f64>,
    /// Write the generated problem as a LibSVM file, features counted from 0
    #[arg(long, value_name = "FILE", conflicts_with = "data")]
    pub write_data: Option<PathBuf>,
}

/// Features of the generated problem.
const FEATURES: usize = 1_000_000;

/// Its rows.
const ROWS: usize = 1000;

/// Its share of stored positions.
const DENSITY: f64 = 0.00001;

/// Rows that have been opened.
pub(crate) struct Rows {
    pub batches: Box<dyn Batches>,
    pub features: usize,
    pub base: IndexBase,
    /// What plots call them.
    pub name: String,
    /// How many there are, in words.
    pub facts: String,
    /// Rows, if known.
    pub rows: Option<u64>,
}

/// Batches of two classes, whose label -1 is 0.
struct ZeroOne<B>(B);

impl<B: Batches> Batches for ZeroOne<B> {
    fn batch_size(&self) -> usize {
        self.0.batch_size()
    }

    fn next_batch(&mut self, batch: &mut Batch) -> Result<bool, DataError> {
        let there = self.0.next_batch(batch)?;
        for labels in &mut batch.label {
            labels.data_mut::<f32>().unwrap_or_default().iter_mut().for_each(|label| *label = label.max(0.0));
        }
        Ok(there)
    }

    fn reset(&mut self) -> Result<(), DataError> {
        self.0.reset()
    }

    fn restart(&mut self) -> Result<(), DataError> {
        self.0.restart()
    }
}

/// How rows are read.
#[derive(Clone, Copy)]
pub(crate) struct Reading {
    pub batch_size: usize,
    /// Of a model that was loaded, or asked for; 0 if the data decide.
    pub features: usize,
    /// Of the generated problem.
    pub seed: u64,
    /// Bytes that it may take.
    pub limit: u64,
}

impl RowsArguments {
    /// Opens the rows to train on.
    pub(crate) fn open(&self, reading: Reading) -> Result<Rows> {
        match &self.data {
            Some(path) => self.open_file(path, reading, self.format.reading().base),
            None => self.generate(reading),
        }
    }

    /// Opens the rows to measure on, which are numbered as those of the training. What the model cannot take is an
    /// error with its line.
    pub(crate) fn open_test(&self, trained: &Rows, reading: Reading) -> Result<Option<Box<dyn Batches>>> {
        let Some(path) = &self.test else { return Ok(None) };
        let reading = Reading { features: trained.features, ..reading };
        Ok(Some(self.open_file(path, reading, trained.base)?.batches))
    }

    fn open_file(&self, path: &Path, reading: Reading, base: IndexBase) -> Result<Rows> {
        if path.as_os_str() == "-" {
            bail!("standard input is not supported here: files are read anew for each epoch");
        }
        let read = LibsvmOptions {
            batch_rows: reading.batch_size,
            features: (reading.features > 0).then_some(reading.features),
            base,
            ..self.format.reading_without_weights()?
        };
        let options = LibsvmBatchesOptions { read, round_batch: false, ..LibsvmBatchesOptions::default() };
        let name = path.display().to_string();
        let batches = LibsvmBatches::<f32>::open(&[path.to_owned()], &options)?;
        let (features, base) = (batches.features(), batches.base());
        ensure!(features > 0, "{name}: no row has a feature; give --features");
        let bytes = std::fs::metadata(path).with_context(|| name.clone())?.len();
        let facts = format!("{name}, {}, {} features", HumanBytes(bytes), HumanCount(features as u64));
        Ok(Rows { batches: Box::new(ZeroOne(batches)), features, base, name: short_name(path), facts, rows: None })
    }

    fn generate(&self, reading: Reading) -> Result<Rows> {
        let features = if reading.features > 0 { reading.features } else { FEATURES };
        let rows = self.rows.map_or(ROWS, Into::into);
        let size = ProblemSize { rows, features, density: self.density.unwrap_or(DENSITY) };
        let bytes =
            size.bytes::<f32, i64>().with_context(|| format!("a problem of {rows} x {features} is too large"))?;
        let limit = reading.limit;
        ensure!(
            bytes <= u128::from(limit),
            "a problem of {rows} x {features} takes {bytes} bytes; --memory-limit allows {limit}"
        );
        let problem = mlp_problem(reading.seed, size)?;
        let mut text = Vec::new();
        write(&mut text, &problem.labels, &problem.indptr, &problem.indices, &problem.values, IndexBase::Zero)?;
        if let Some(path) = &self.write_data {
            write_atomically(path, &text)?;
        }
        let facts = format!(
            "generated, {} rows, {} features, {} entries; {} as LibSVM text",
            HumanCount(rows as u64),
            HumanCount(features as u64),
            HumanCount(problem.values.len() as u64),
            HumanBytes(text.len() as u64)
        );
        let data = Array::csr(Some([rows, features]), problem.indptr, problem.indices, problem.values)?;
        let labels = Array::dense(&[rows], problem.labels)?;
        let batches = MemoryBatches::new(vec![data], vec![labels], reading.batch_size)?.with_last(LastBatch::Keep);
        let name = "generated".to_owned();
        Ok(Rows { batches: Box::new(batches), features, base: IndexBase::Zero, name, facts, rows: Some(rows as u64) })
    }
}
