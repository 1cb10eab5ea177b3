//! A run of `lacuna train classify`, from its arguments to its last line.
use super::ClassifyArguments;
use super::task::{ClassifyReport, Task};
use crate::fit_arguments::LONG_BLOCKS;
use crate::input::expect_one_standard_input;
use crate::report::Report;
use crate::run::Stop;
use anyhow::{Result, ensure};
use lacuna_runtime::libsvm::LibsvmOptions;
use lacuna_runtime::train::SavedClassifier;
use std::io::Write;

/// Runs `lacuna train classify`, and shows it on `out`.
///
/// # Errors
/// One line that says what is wrong with the arguments, the data or the files.
pub fn train_classify(
    arguments: &ClassifyArguments,
    out: &mut (dyn Write + Send),
    stop: Stop<'_>,
) -> Result<ClassifyReport> {
    ensure!(arguments.fit.seed.is_none(), "classification draws nothing: --seed is not for it");
    arguments.fit.expect_no_predictions("classification")?;
    arguments.fit.check_targets()?;
    expect_one_standard_input(Some(&arguments.rows.data), arguments.rows.test.as_deref())?;
    arguments.fit.expect_base(!arguments.is_vw() && arguments.hash_bits.is_none(), arguments.rows.format.index_base)?;
    let saved = arguments.fit.load.as_deref().map(SavedClassifier::read).transpose()?;
    let settings = arguments.settings(saved.as_ref().map(|saved| &saved.settings))?;
    let report = Report::new(out, arguments.fit.form());
    let row_weights = arguments.rows.format.row_weights || arguments.is_vw();
    arguments.fit.on_threads(LONG_BLOCKS, |threads| {
        let task = Task::of(&arguments.fit, &arguments.rows, &arguments.online, threads);
        let task = Task { rows: LibsvmOptions { row_weights, ..task.rows.clone() }, ..task };
        task.train(settings, saved, report, stop)
    })
}
