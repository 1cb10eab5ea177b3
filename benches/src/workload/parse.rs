//! LibSVM text: W9.
use super::{Visitor, Workload, check};
use crate::source::{Source, Text};
use anyhow::{Context, Result, ensure};
use lacuna_runtime::libsvm::{CsrBatch, LibsvmOptions, LibsvmReader};
use std::io::{BufRead, BufReader};

const FEATURES: usize = 1_000_000;
const BATCH_ROWS: usize = 1000;
/// Batches whose rows are compared one by one.
const SAMPLE_BATCHES: usize = 5;

struct Parse {
    text: Text,
    options: LibsvmOptions,
    batch: CsrBatch<f32, i32>,
}

/// What a pass has met.
#[derive(Debug, Default, PartialEq, Eq)]
struct Totals {
    rows: usize,
    entries: usize,
}

/// Opens and reads the whole text, batch by batch.
fn pass(
    text: &Text,
    options: &LibsvmOptions,
    batch: &mut CsrBatch<f32, i32>,
    mut each: impl FnMut(&CsrBatch<f32, i32>) -> Result<()>,
) -> Result<Totals> {
    let mut totals = Totals::default();
    let mut reader = LibsvmReader::from_stream("w9", text.open()?, options)?;
    while reader.read_batch(batch)? {
        totals.rows += batch.rows();
        totals.entries += batch.values.len();
        each(batch)?;
    }
    Ok(totals)
}

impl Workload for Parse {
    fn run(&mut self) -> Result<()> {
        pass(&self.text, &self.options, &mut self.batch, |_| Ok(())).map(drop)
    }

    fn check(&mut self) -> Result<()> {
        let mut lines = BufReader::new(self.text.open()?).lines();
        let mut unseen = SAMPLE_BATCHES;
        let totals = pass(&self.text, &self.options, &mut self.batch, |batch| {
            for row in (0..batch.rows()).filter(|_| unseen > 0) {
                compare(batch, row, &lines.next().context("more rows than lines")??)?;
            }
            unseen = unseen.saturating_sub(1);
            Ok(())
        })?;
        let mut expected = Totals::default();
        for line in BufReader::new(self.text.open()?).split(b'\n') {
            expected.rows += 1;
            expected.entries += line?.iter().filter(|&&byte| byte == b':').count();
        }
        ensure!(totals == expected, "{totals:?}, should be {expected:?}");
        Ok(())
    }
}

/// Row `row` of the batch against the line's words, each parsed by the standard library.
fn compare(batch: &CsrBatch<f32, i32>, row: usize, line: &str) -> Result<()> {
    let mut words = line.split_ascii_whitespace();
    let label: f64 = words.next().context("a line without a label")?.parse()?;
    check::sum(|| format!("label of {line}"), batch.labels[row], std::iter::once(label))?;
    let entries = batch.indptr[row] as usize..batch.indptr[row + 1] as usize;
    ensure!(words.clone().count() == entries.len(), "{} entries of {line}", entries.len());
    for (word, entry) in words.zip(entries) {
        let (index, value) = word.split_once(':').context("a word without a colon")?;
        ensure!(index.parse() == Ok(batch.indices[entry]), "index of {word} is {}", batch.indices[entry]);
        ensure!(value.parse() == Ok(batch.values[entry]), "value of {word} is {}", batch.values[entry]);
    }
    Ok(())
}

pub(super) fn whole(source: &Source, visit: Visitor) -> Result<()> {
    let options = LibsvmOptions {
        features: Some(FEATURES),
        batch_rows: BATCH_ROWS,
        threads: source.backend.threads,
        ..LibsvmOptions::default()
    };
    visit(&mut Parse { text: source.text("w9")?, options, batch: CsrBatch::new() })
}
