//! All cases, and the report.
use super::case::{Tally, verify_case};
use super::{Asked, Matrix, VerifyArguments};
use crate::backend::Runner;
use crate::fixture::{Found, default_directory, find};
use crate::report::{BackendReport, CaseReport, Progress, Report, print};
use anyhow::{Result, bail};
use lacuna::dispatch;
use lacuna_runtime::atomic_file::{check_target, write_atomically};
use std::path::PathBuf;
use std::time::Instant;

/// What to verify.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Directories of fixtures; none for the project's own.
    pub fixtures: Vec<PathBuf>,
    /// Only cases with this in their `<operator>/<case>`.
    pub filter: Option<String>,
    /// The backends.
    pub asked: Asked,
    /// Shows progress on the standard error.
    pub progress: bool,
}

/// `lacuna verify`. True if nothing failed.
///
/// # Errors
/// If there is nothing to verify, or the JSON file cannot be written: that is tried before the work.
pub fn run(arguments: &VerifyArguments) -> Result<bool> {
    if let Some(json) = &arguments.json {
        check_target(json)?;
    }
    let report = verify(&Options {
        fixtures: arguments.fixtures.clone(),
        filter: arguments.filter.clone(),
        asked: Asked {
            backends: arguments.backend.clone(),
            require: arguments.require.clone(),
            threads: arguments.threads.clone(),
            library: arguments.library.clone(),
        },
        progress: true,
    })?;
    print(&report)?;
    if let Some(json) = &arguments.json {
        write_atomically(json, format!("{}\n", serde_json::to_string_pretty(&report)?).as_bytes())?;
    }
    Ok(report.passed())
}

/// The cases of all directories (of the default one, if there are none) that match the filter.
pub(crate) fn cases(directories: &[PathBuf], filter: Option<&str>) -> Result<(Vec<PathBuf>, Vec<Found>)> {
    let directories = if directories.is_empty() { vec![default_directory()] } else { directories.to_vec() };
    let mut cases = Vec::new();
    for directory in &directories {
        cases.extend(find(directory)?);
    }
    if let Some(filter) = filter {
        cases.retain(|case| case.matches(filter));
        if cases.is_empty() {
            bail!("no case has {filter:?} in its name");
        }
    }
    Ok((directories, cases))
}

/// Adds what the runs of a case found.
fn add(backends: &mut [BackendReport], tally: Tally) {
    for (backend, (runs, differing)) in backends.iter_mut().zip(tally.runs.into_iter().zip(tally.differing)) {
        backend.runs += runs;
        backend.differing += differing;
        if backend.backend == "runtime" {
            backend.fallbacks += tally.fallbacks;
            backend.refused += tally.refused;
        }
    }
}

/// Verifies, and gives the report.
///
/// # Errors
/// If there is nothing to verify. A file that cannot be read is a failed case.
pub fn verify(options: &Options) -> Result<Report> {
    let start = Instant::now();
    let matrix = Matrix::new(&options.asked)?;
    let (fixtures, found) = cases(&options.fixtures, options.filter.as_deref())?;
    let line = |line: &super::matrix::Line| {
        let threads = match &line.runner {
            Ok(Runner::Scalar | Runner::Graphs) => vec![1],
            Ok(Runner::Cpu(_)) => options.asked.threads.clone(),
            _ => Vec::new(),
        };
        let indices = line.runner.as_ref().map_or(&[][..], Runner::indices);
        BackendReport::new(line.name.clone(), threads, indices, line.runner.as_ref().err().cloned())
    };
    let mut backends: Vec<BackendReport> = matrix.lines.iter().map(line).collect();
    let mut progress = Progress::new(found.len(), options.progress);
    let mut cases = Vec::with_capacity(found.len());
    matrix.install(|| {
        for found in found {
            progress.step(&found.operator);
            let operator = found.operator.clone();
            match found.read() {
                Ok(case) => {
                    let (report, tally) = verify_case(&case, &matrix);
                    add(&mut backends, tally);
                    cases.push(report);
                }
                Err(error) => cases.push(CaseReport::unreadable(operator, error)),
            }
        }
    });
    progress.finish();
    // Best level again, for whatever this process does next. `None` is never refused.
    let _ = dispatch::force(None);
    Ok(Report { fixtures, missing_backends: matrix.missing, backends, cases, seconds: start.elapsed().as_secs_f64() })
}
