//! A run of `lacuna train ffm`.
use super::FfmArguments;
use crate::classify::{ClassifyReport, Task};
use crate::fit_arguments::LONG_BLOCKS;
use crate::input::expect_one_standard_input;
use crate::ranks::{OpenRanks, on_ranks};
use crate::report::Report;
use crate::run::Stop;
use anyhow::Result;
use lacuna_models::train::SavedClassifier;
use std::io::Write;

/// Passes over the data, without a number of the user's.
const EPOCHS: u64 = 2;

/// Runs `lacuna train ffm`, and shows it on `out`.
///
/// # Errors
/// One line that says what is wrong with the arguments, the data or the files.
pub fn train_ffm(arguments: &FfmArguments, out: &mut (dyn Write + Send), stop: Stop<'_>) -> Result<ClassifyReport> {
    let arguments = FfmArguments { online: arguments.online.clone().in_slices(), ..arguments.clone() };
    on_ranks(&arguments, |arguments, ranks| run(arguments, out, stop, ranks))
}

fn run(
    arguments: &FfmArguments,
    out: &mut (dyn Write + Send),
    stop: Stop<'_>,
    ranks: Option<&OpenRanks>,
) -> Result<ClassifyReport> {
    arguments.fit.expect_no_predictions("a field-aware machine")?;
    arguments.fit.check_targets()?;
    expect_one_standard_input(Some(&arguments.rows.data), arguments.rows.test.as_deref())?;
    let saved = arguments.fit.load.as_deref().map(SavedClassifier::read).transpose()?;
    let loaded = saved.as_ref().map(|saved| &saved.settings);
    let mut settings = arguments.settings(loaded)?;
    settings.steps = arguments.online.steps(loaded, ranks)?;
    let report = Report::new(out, arguments.fit.form());
    arguments.fit.on_threads(LONG_BLOCKS, |threads| {
        let task = Task::of(&arguments.fit, &arguments.rows, &arguments.online, threads, report.counted());
        let task = Task { passes: EPOCHS, passes_option: "--epochs", ranks, ..task };
        task.train(settings, saved, report, stop)
    })
}
