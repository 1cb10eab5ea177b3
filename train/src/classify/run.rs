//! A run of `lacuna train classify`, from its arguments to its last line.
use super::ClassifyArguments;
use super::task::{ClassifyReport, Task};
use crate::fit_arguments::LONG_BLOCKS;
use crate::input::expect_one_standard_input;
use crate::ranks::{OpenRanks, on_ranks};
use crate::report::Report;
use crate::run::Stop;
use anyhow::{Result, ensure};
use lacuna_models::train::SavedClassifier;
use lacuna_runtime::libsvm::LibsvmOptions;
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
    let arguments = ClassifyArguments { online: arguments.online.clone().in_slices(), ..arguments.clone() };
    on_ranks(&arguments, |arguments, ranks| run(arguments, out, stop, ranks))
}

fn run(
    arguments: &ClassifyArguments,
    out: &mut (dyn Write + Send),
    stop: Stop<'_>,
    ranks: Option<&OpenRanks>,
) -> Result<ClassifyReport> {
    ensure!(arguments.fit.seed.is_none(), "classification draws nothing: --seed is not for it");
    arguments.fit.expect_no_predictions("classification")?;
    arguments.fit.check_targets()?;
    expect_one_standard_input(Some(&arguments.rows.data), arguments.rows.test.as_deref())?;
    arguments.fit.expect_base(!arguments.is_vw() && arguments.hash_bits.is_none(), arguments.rows.format.index_base)?;
    let saved = arguments.fit.load.as_deref().map(SavedClassifier::read).transpose()?;
    let loaded = saved.as_ref().map(|saved| &saved.settings);
    let mut settings = arguments.settings(loaded)?;
    settings.steps = arguments.online.steps(loaded, ranks)?;
    let report = Report::new(out, arguments.fit.form());
    let row_weights = {
        let format = &arguments.rows.format;
        format.row_weights || (arguments.is_vw() && !format.ignore_weights)
    };
    arguments.fit.on_threads(LONG_BLOCKS, |threads| {
        let task = Task::of(&arguments.fit, &arguments.rows, &arguments.online, threads, report.counted());
        let task = Task { rows: LibsvmOptions { row_weights, ..task.rows.clone() }, ranks, ..task };
        task.train(settings, saved, report, stop)
    })
}
