//! Where the inputs of workloads come from, and what runs them.
use anyhow::{Context, Result, ensure};
use lacuna::Csr;
use lacuna_benches_operands::buffer::{Buffer, Pages};
use lacuna_benches_operands::npy::{self, Element};
use lacuna_benches_operands::seeded::Seeded;
use lacuna_runtime::Cpu;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The arrays that workloads read.
#[derive(Clone, Debug)]
pub enum Inputs {
    /// A folder of `.npy` files made by the kit's `gen_data.py`.
    Kit(PathBuf),
    /// Made here.
    Seeded(Seeded),
}

/// LibSVM text.
#[derive(Clone, Debug)]
pub enum Text {
    /// A file, read anew each time.
    File(PathBuf),
    /// Text in memory.
    Memory(String),
}

impl Text {
    /// Reads it from the start.
    pub fn open(&self) -> Result<Box<dyn Read + Send + '_>> {
        Ok(match self {
            Self::File(path) => Box::new(File::open(path).with_context(|| path.display().to_string())?),
            Self::Memory(text) => Box::new(text.as_bytes()),
        })
    }
}

/// All that a workload needs beside its name.
#[derive(Clone, Debug)]
pub struct Source {
    /// What it reads.
    pub inputs: Inputs,
    /// Pages under all operands and results.
    pub pages: Pages,
    /// What runs the kernels: with one thread, the functions themselves.
    pub backend: Cpu,
}

/// One csr, or equally high batches of rows, each a csr of its own.
#[derive(Debug)]
pub struct CsrSet {
    columns: usize,
    rows_per_batch: usize,
    indptr: Buffer<i32>,
    indices: Buffer<i32>,
    values: Buffer<f32>,
}

impl CsrSet {
    /// Cuts the rows of one csr into batches.
    fn new(
        columns: usize,
        rows_per_batch: usize,
        indptr: &[i64],
        indices: Buffer<i32>,
        values: Buffer<f32>,
        pages: Pages,
    ) -> Result<Self> {
        ensure!(!indptr.is_empty() && (indptr.len() - 1).is_multiple_of(rows_per_batch), "{} pointers", indptr.len());
        ensure!(i32::try_from(indices.len()).is_ok(), "{} entries do not fit i32", indices.len());
        let batches = (indptr.len() - 1) / rows_per_batch;
        let mut narrow = Buffer::zeros(batches * (rows_per_batch + 1), pages)?;
        for (batch, narrow) in narrow.chunks_exact_mut(rows_per_batch + 1).enumerate() {
            let wide = &indptr[batch * rows_per_batch..][..=rows_per_batch];
            narrow.iter_mut().zip(wide).for_each(|(to, pointer)| *to = (pointer - wide[0]) as i32);
        }
        Ok(Self { columns, rows_per_batch, indptr: narrow, indices, values })
    }

    /// Columns of every batch.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The batches. Each is checked in full.
    pub fn batches(&self) -> Result<Vec<Csr<'_, f32, i32>>> {
        let mut start = 0;
        let batch = |indptr| {
            let entries = start..start + indptr_end(indptr);
            start = entries.end;
            Ok(Csr::new(
                self.rows_per_batch,
                self.columns,
                indptr,
                &self.indices[entries.clone()],
                &self.values[entries],
            )?)
        };
        self.indptr.chunks_exact(self.rows_per_batch + 1).map(batch).collect()
    }
}

fn indptr_end(indptr: &[i32]) -> usize {
    indptr.last().map_or(0, |&end| end as usize)
}

fn read<T: Element>(folder: &Path, name: &str, limit: Option<usize>, pages: Pages) -> Result<Buffer<T>> {
    npy::read(&folder.join(name).with_extension("npy"), limit, pages)
}

impl Source {
    /// A long dimension of the kit as it is here.
    pub fn scaled(&self, dimension: usize) -> usize {
        match &self.inputs {
            Inputs::Kit(_) => dimension,
            Inputs::Seeded(seeded) => dimension / seeded.divisor,
        }
    }

    /// The set `name` with so many columns, in batches of `rows_per_batch` rows.
    pub fn csr(&self, name: &str, columns: usize, rows_per_batch: usize) -> Result<CsrSet> {
        match &self.inputs {
            Inputs::Kit(folder) => {
                let indptr = read::<i64>(folder, &format!("{name}_indptr"), None, self.pages)?;
                let indices = read(folder, &format!("{name}_indices"), None, self.pages)?;
                let values = read(folder, &format!("{name}_data"), None, self.pages)?;
                CsrSet::new(columns, rows_per_batch, &indptr, indices, values, self.pages)
            }
            Inputs::Seeded(seeded) => {
                let (indptr, indices, values) = seeded.csr(name, columns)?;
                let (indices, values) =
                    (Buffer::from_slice(&indices, self.pages)?, Buffer::from_slice(&values, self.pages)?);
                CsrSet::new(columns, rows_per_batch, &indptr, indices, values, self.pages)
            }
        }
    }

    /// The first `rows` rows of a dense matrix.
    pub fn dense(&self, name: &str, rows: usize, columns: usize) -> Result<Buffer<f32>> {
        match &self.inputs {
            Inputs::Kit(folder) => read(folder, name, Some(rows * columns), self.pages),
            Inputs::Seeded(seeded) => seeded.dense(name, rows, columns, self.pages),
        }
    }

    /// Ascending row ids.
    pub fn ids(&self, name: &str) -> Result<Buffer<i64>> {
        match &self.inputs {
            Inputs::Kit(folder) => read(folder, name, None, self.pages),
            Inputs::Seeded(seeded) => Buffer::from_slice(&seeded.ids(name)?, self.pages),
        }
    }

    /// The LibSVM text `name`.
    pub fn text(&self, name: &str) -> Result<Text> {
        Ok(match &self.inputs {
            Inputs::Kit(folder) => Text::File(folder.join(name).with_extension("libsvm")),
            Inputs::Seeded(seeded) => Text::Memory(seeded.text(name)),
        })
    }

    /// Zeros on the same pages.
    pub fn zeros<T: bytemuck::Pod>(&self, length: usize) -> Result<Buffer<T>> {
        Buffer::zeros(length, self.pages)
    }
}
