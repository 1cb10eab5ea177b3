//! LibSVM text from its first row to its last, in the memory of one batch.
use super::PredictArguments;
use super::output::Output;
use super::scores::Scores;
use crate::arguments::BaseArgument;
use crate::input::open_once;
use crate::left_out::LeftOut;
use crate::measures::{Measures, Scored};
use crate::report::Bytes;
use anyhow::{Context, Result, ensure};
use lacuna_models::train::{SavedBase, TrainValue};
use lacuna_runtime::libsvm::{CsrBatch, IndexBase, LibsvmOptions, LibsvmReader, Unused};
use std::fs::Metadata;
use std::io::IsTerminal;
use std::sync::Arc;

/// Rows of a batch.
const BATCH_ROWS: usize = 1024;

/// How rows are read for a model that was trained on others.
pub(super) fn reading(arguments: &PredictArguments, base: SavedBase, features: usize) -> Result<LibsvmOptions> {
    ensure!(
        !arguments.format.row_weights,
        "predictions do not depend on weights of rows, and their measures have none: --ignore-weights leaves them out"
    );
    ensure!(
        arguments.format.index_base != Some(BaseArgument::Auto),
        "--index-base auto needs a pass of its own over the rows, which are read once: give zero or one"
    );
    let read = arguments.format.reading();
    let base = match (read.base, IndexBase::from(base)) {
        (IndexBase::Auto, trained) => trained,
        (asked, _) => asked,
    };
    ensure!(
        base != IndexBase::Auto,
        "{}: does not say what its training counted features from: give --index-base zero or one",
        arguments.model.display()
    );
    let PredictArguments { unlabelled, strict, .. } = *arguments;
    Ok(LibsvmOptions { base, features: Some(features), batch_rows: BATCH_ROWS, unlabelled, strict, ..read })
}

/// Scores all rows; the measures if they have labels, and what is left out of the rows.
pub(super) fn score_all<S: Scores>(
    model: &mut S,
    arguments: &PredictArguments,
    options: &LibsvmOptions,
    output: &mut Output<'_>,
) -> Result<(Option<Measures>, LeftOut)> {
    let (name, source) = open_once(&arguments.data)?;
    // Predictions on the same terminal would be written over the bar.
    let shown = !arguments.quiet && (arguments.output.is_some() || !std::io::stdout().is_terminal());
    let length = std::fs::metadata(&arguments.data).ok().filter(Metadata::is_file).map(|found| found.len());
    let bar = Bytes::new("scoring", length, shown);
    let source = bar.of(source);
    let unused = Arc::new(Unused::default());
    let options = LibsvmOptions { unused: Some(unused.clone()), ..options.clone() };
    let mut reader = LibsvmReader::<_, S::Value, S::Index>::from_stream(&name, source, &options)?;
    let mut measures = (!arguments.unlabelled).then(|| Measures::new(model.task()));
    let mut batch = CsrBatch::new();
    while reader.read_batch(&mut batch)? {
        let stated = reader.stated_base().filter(|_| arguments.format.index_base.is_none());
        ensure!(
            stated.is_none_or(|stated| stated == options.base),
            "{name}: says that its indices are {}-based, and those of the training were not: --index-base tells which",
            if options.base == IndexBase::One { "zero" } else { "one" }
        );
        let Scored { outputs, loss, weight } = model.score(&mut batch)?;
        let labels = measures.is_some().then_some(&*batch.labels);
        if let Some(measures) = &mut measures {
            let f32s = |numbers: &[S::Value]| numbers.iter().map(|number| number.to_f64() as f32).collect::<Vec<_>>();
            measures.add(&f32s(&batch.labels), &f32s(&outputs), loss, weight).with_context(|| name.clone())?;
        }
        if !output.write(&outputs, labels, model.labels())? {
            return Ok((None, LeftOut::default()));
        }
    }
    let mut left_out = LeftOut::default();
    left_out.unused(&name, unused.take());
    Ok((measures, left_out))
}
