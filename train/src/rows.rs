//! Rows of two classes, from a LibSVM file or generated: what models that learn in batches have in common.
use crate::arguments::{FormatArguments, at_least_one, share};
use crate::input::short_name;
use crate::left_out::Counted;
use crate::ranks::OpenRanks;
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use indicatif::{HumanBytes, HumanCount};
use lacuna::infer::Stype;
use lacuna_models::train::{ProblemSize, SlicedRows, mlp_problem};
use lacuna_runtime::array::{Array, Dtype};
use lacuna_runtime::atomic_file::write_atomically;
use lacuna_runtime::data::{
    Batch, Batches, DataError, LastBatch, LibsvmBatches, LibsvmBatchesOptions, MemoryBatches, SliceRows, SlicedBatches,
};
use lacuna_runtime::exchange::tree::slices_of;
use lacuna_runtime::libsvm::{IndexBase, LibsvmOptions, write};
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
    /// Rows of each slice of this rank in a batch, if each rank reads its own.
    pub slice_rows: Option<SliceRows>,
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
#[derive(Clone)]
pub(crate) struct Reading {
    pub batch_size: usize,
    /// Of a model that was loaded, or asked for; 0 if the data decide.
    pub features: usize,
    /// Of the generated problem.
    pub seed: u64,
    /// Bytes that it may take.
    pub limit: u64,
    /// Whether nothing may be left out of files, and what is.
    pub strict: bool,
    pub counted: Counted,
}

impl RowsArguments {
    /// Opens the rows to train on.
    pub(crate) fn open(&self, reading: &Reading, ranks: Option<&OpenRanks>) -> Result<Rows> {
        match (&self.data, ranks) {
            (Some(path), Some(ranks)) => self.open_parts(path, reading, ranks),
            (Some(path), None) => self.open_file(path, reading, self.format.reading().base),
            (None, _) => self.generate(reading),
        }
    }

    /// Opens a file of which each slice of a step has a part, and this rank reads those of its own.
    fn open_parts(&self, path: &Path, reading: &Reading, ranks: &OpenRanks) -> Result<Rows> {
        let parts = ranks.options.slices;
        ranks.expect_rows(reading.batch_size)?;
        // What the whole file is like.
        let whole = self.open_file(path, reading, self.format.reading().base)?;
        let read = LibsvmOptions {
            batch_rows: reading.batch_size / parts,
            features: Some(whole.features),
            base: whole.base,
            strict: reading.strict,
            unused: reading.counted.of(&path.display().to_string()),
            ..self.format.reading_without_weights()?
        };
        let open = |part| {
            let options = LibsvmBatchesOptions { read: read.clone(), part, parts, round_batch: false, label: None };
            Ok(ZeroOne(LibsvmBatches::<f32>::open(&[path.to_owned()], &options)?))
        };
        let own = slices_of(parts, ranks.exchange.rank(), ranks.exchange.size());
        let readers = own.map(open).collect::<Result<Vec<_>>>()?;
        let data = Array::zeros(Stype::Csr, &[0, whole.features], Dtype::F32)?;
        let empty = Batch { data: vec![data], label: vec![Array::dense(&[0], Vec::<f32>::new())?], pad: 0 };
        let rows = SliceRows::default();
        let batches = SlicedBatches::new(readers, empty, ranks.of_batches(), rows.clone());
        ranks.slice_rows.get_or_init(|| rows.clone());
        Ok(Rows { batches: Box::new(batches), slice_rows: Some(rows), ..whole })
    }

    /// The parts of a file that this rank reads, for a network that counts the rows of all.
    pub(crate) fn open_sliced(
        &self,
        whole: &Rows,
        reading: &Reading,
        ranks: &OpenRanks,
    ) -> Result<Option<SlicedRows<f32, i64>>> {
        let Some(path) = &self.data else { return Ok(None) };
        ranks.expect_rows(reading.batch_size)?;
        let read = LibsvmOptions {
            batch_rows: reading.batch_size,
            features: Some(whole.features),
            base: whole.base,
            strict: reading.strict,
            unused: reading.counted.of(&path.display().to_string()),
            ..self.format.reading_without_weights()?
        };
        Ok(Some(SlicedRows::open(path, &read, ranks.exchange.clone(), ranks.options.slices)?))
    }

    /// Opens the rows to measure on, which are numbered as those of the training. What the model cannot take is an
    /// error with its line.
    pub(crate) fn open_test(&self, trained: &Rows, reading: &Reading) -> Result<Option<Box<dyn Batches>>> {
        let Some(path) = &self.test else { return Ok(None) };
        let reading = Reading { features: trained.features, ..reading.clone() };
        Ok(Some(self.open_file(path, &reading, trained.base)?.batches))
    }

    fn open_file(&self, path: &Path, reading: &Reading, base: IndexBase) -> Result<Rows> {
        if path.as_os_str() == "-" {
            bail!("standard input is not supported here: files are read anew for each epoch");
        }
        let read = LibsvmOptions {
            batch_rows: reading.batch_size,
            features: (reading.features > 0).then_some(reading.features),
            base,
            strict: reading.strict,
            unused: reading.counted.of(&path.display().to_string()),
            ..self.format.reading_without_weights()?
        };
        let options = LibsvmBatchesOptions { read, round_batch: false, ..LibsvmBatchesOptions::default() };
        let name = path.display().to_string();
        let batches = LibsvmBatches::<f32>::open(&[path.to_owned()], &options)?;
        let (features, base) = (batches.features(), batches.base());
        ensure!(features > 0, "{name}: no row has a feature; give --features");
        let bytes = std::fs::metadata(path).with_context(|| name.clone())?.len();
        let facts = format!("{name}, {}, {} features", HumanBytes(bytes), HumanCount(features as u64));
        Ok(Rows {
            batches: Box::new(ZeroOne(batches)),
            features,
            base,
            name: short_name(path),
            facts,
            rows: None,
            slice_rows: None,
        })
    }

    fn generate(&self, reading: &Reading) -> Result<Rows> {
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
        Ok(Rows {
            batches: Box::new(batches),
            features,
            base: IndexBase::Zero,
            name,
            facts,
            rows: Some(rows as u64),
            slice_rows: None,
        })
    }
}
