//! Rows to train and to measure on, from files or generated.
use super::WideDeepArguments;
use super::deep::Expected;
use super::form::Form;
use super::generated::{Generator, Shape};
use super::rows::Rows;
use crate::left_out::LeftOut;
use crate::open::check_memory;
use anyhow::Result;
use indicatif::HumanCount;
use lacuna_runtime::atomic_file::write_atomically;
use lacuna_runtime::libsvm::{IndexBase, LibsvmOptions};
use std::num::NonZeroUsize;
use std::path::Path;

/// Generated rows, as many as the census has to train on.
const ROWS: usize = 32_561;

/// Wide columns, tables and continuous columns of generated rows.
const SHAPE: (usize, [usize; 2], usize) = (3000, [1000, 1000], 38);

/// Rows to train on, rows to measure on, and what they are.
pub(super) struct Data {
    pub train: Rows,
    pub test: Option<Rows>,
    /// Number of the first feature of a file.
    pub base: IndexBase,
    /// Rows of each table.
    pub tables: Vec<usize>,
    pub name: String,
    pub facts: String,
    pub left_out: LeftOut,
}

impl Data {
    /// What the arguments ask for, of a model that is loaded or has so many rows in each table, if that is known.
    pub fn open(
        arguments: &WideDeepArguments,
        form: Option<&Form>,
        tables: Option<Vec<usize>>,
        limit: u64,
    ) -> Result<Self> {
        match (&arguments.data, &arguments.deep) {
            (Some(wide), Some(deep)) => read(arguments, wide, deep, form, tables),
            _ => generate(arguments, form, tables, limit),
        }
    }
}

/// Reads files.
fn read(
    arguments: &WideDeepArguments,
    wide: &Path,
    deep: &Path,
    form: Option<&Form>,
    tables: Option<Vec<usize>>,
) -> Result<Data> {
    let ids = tables.as_ref().map(Vec::len).or(arguments.id_columns).unwrap_or(SHAPE.1.len());
    let expected = Expected { ids, ends: tables.unwrap_or_default(), columns: form.map(|form| form.continuous) };
    let options = LibsvmOptions {
        features: form.map(|form| form.features).or(arguments.features.map(NonZeroUsize::get)),
        strict: arguments.fit.strict,
        ..arguments.format.reading_without_weights()?
    };
    let mut left_out = LeftOut::default();
    let (train, base) = Rows::read(wide, deep, &options, &expected, &mut left_out)?;
    let features = train.wide.shape().get(1).copied();
    let ends = if expected.ends.is_empty() { train.deep.ends() } else { expected.ends };
    let test = match (&arguments.test, &arguments.test_deep) {
        (Some(wide), Some(deep)) => {
            let expected = Expected { ids, ends: ends.clone(), columns: Some(train.deep.columns) };
            Some(Rows::read(wide, deep, &LibsvmOptions { features, base, ..options }, &expected, &mut left_out)?.0)
        }
        _ => None,
    };
    let facts = format!("{} and {}, {} rows", wide.display(), deep.display(), HumanCount(train.labels.len() as u64));
    Ok(Data { train, test, base, tables: ends, name: wide.display().to_string(), facts, left_out })
}

/// Generates what is not read.
fn generate(
    arguments: &WideDeepArguments,
    form: Option<&Form>,
    tables: Option<Vec<usize>>,
    limit: u64,
) -> Result<Data> {
    let get = NonZeroUsize::get;
    let (features, default, continuous) = SHAPE;
    let columns = arguments.id_columns.unwrap_or(default.len());
    let shape = Shape {
        features: form.map(|form| form.features).or(arguments.features.map(get)).unwrap_or(features),
        tables: tables.unwrap_or_else(|| default.iter().copied().cycle().take(columns).collect()),
        continuous: form.map(|form| form.continuous).or(arguments.continuous).unwrap_or(continuous),
    };
    let rows = arguments.rows.map_or(ROWS, get);
    let bytes = 2 * rows as u128 * (8 * (shape.tables.len() as u128 + 4) + 4 * shape.continuous as u128);
    check_memory(&format!("a problem of {} rows", HumanCount(rows as u64)), bytes, limit)?;
    let tables = shape.tables.clone();
    let mut generator = Generator::new(arguments.fit.seed(), shape)?;
    let (train, test) = (generator.rows(rows)?, generator.rows(rows.div_ceil(2))?);
    if let Some(path) = &arguments.write_data {
        write_atomically(path, &train.libsvm()?)?;
    }
    if let Some(path) = &arguments.write_deep {
        write_atomically(path, train.deep.text().as_bytes())?;
    }
    let [of_train, of_test] = [&train, &test].map(|rows| HumanCount(rows.labels.len() as u64));
    let facts = format!("generated, {of_train} rows, and {of_test} to test");
    let base = IndexBase::Zero;
    Ok(Data {
        train,
        test: Some(test),
        base,
        tables,
        name: "generated".to_owned(),
        facts,
        left_out: LeftOut::default(),
    })
}
