//! Comparing results by bits.
use super::{Computed, compute};
use crate::backend::Runner;
use crate::compare::{Compared, Difference, same_bits};
use crate::fixture::{Case, Found, find};
use crate::verify::cases;
use anyhow::{Result, ensure};
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::path::{Path, PathBuf};

/// A result that differs.
#[derive(Clone, Debug, PartialEq)]
pub struct Mismatch {
    /// The case, `operator/name`.
    pub case: String,
    /// The first difference.
    pub difference: Box<Difference>,
}

impl Display for Mismatch {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.case, self.difference)
    }
}

/// What a check found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Checked {
    /// Cases on either side.
    pub compared: usize,
    /// Those that differ.
    pub mismatches: Vec<Mismatch>,
}

/// What results are compared with.
#[derive(Clone, Copy, Debug)]
pub enum Expected<'a> {
    /// Those in a directory.
    Directory(&'a Path),
    /// What this machine computes from the fixtures (the default ones, if none are given).
    Computed(&'a [PathBuf], &'a Runner),
}

/// Compares the results in `directory` with others.
///
/// A file that cannot be read, or a call that makes no sense, is a result that differs, so that one check names all of
/// them.
///
/// # Errors
/// If a directory cannot be read, or the backend fails.
pub fn check(directory: &Path, others: Expected<'_>) -> Result<Checked> {
    let golden = results_in(directory)?;
    let mut found = match others {
        Expected::Directory(other) => results_in(other)?,
        Expected::Computed(fixtures, runner) => computed(fixtures, runner)?,
    };
    let mut checked = Checked::default();
    for (case, expected) in golden {
        let result = found.remove(&case).unwrap_or_else(|| Computed::Skipped("no result".to_owned()));
        checked.add(case, compare(&expected, &result));
    }
    for (case, result) in found {
        // A case that this project does not cover is not expected in its golden files.
        if !matches!(result, Computed::Skipped(_)) {
            let found = if let Computed::Broken(fault) = &result { fault } else { "one" };
            checked.add(case, Err(Difference::new("", "file", "no such result", found)));
        }
    }
    Ok(checked)
}

impl Checked {
    fn add(&mut self, case: String, compared: Compared<()>) {
        self.compared += 1;
        if let Err(difference) = compared {
            self.mismatches.push(Mismatch { case, difference });
        }
    }
}

fn compare(expected: &Computed, found: &Computed) -> Compared<()> {
    match (expected, found) {
        (Computed::Results(expected), Computed::Results(found)) => same_bits(expected, found),
        (Computed::Refused(expected), Computed::Refused(found)) if expected == found => Ok(()),
        _ => Err(Difference::new("", "call", describe(expected), describe(found))),
    }
}

fn describe(computed: &Computed) -> String {
    match computed {
        Computed::Results(_) => "results".to_owned(),
        Computed::Refused(kind) => format!("the error {kind:?}"),
        Computed::Skipped(reason) | Computed::Broken(reason) => reason.clone(),
    }
}

fn results_in(directory: &Path) -> Result<BTreeMap<String, Computed>> {
    Ok(find(directory)?
        .into_iter()
        .map(|found| read(found).map_or_else(|broken| broken, |case| (case.title(), recorded(case))))
        .collect())
}

/// The case, or what it is called and what is wrong with it.
fn read(found: Found) -> Result<Case, (String, Computed)> {
    let title = found.title();
    found.read().map_err(|error| (title, Computed::Broken(error.to_string())))
}

fn recorded(case: Case) -> Computed {
    match case.error {
        Some(kind) => Computed::Refused(kind),
        None => Computed::Results(case.out),
    }
}

fn computed(fixtures: &[PathBuf], runner: &Runner) -> Result<BTreeMap<String, Computed>> {
    let mut results = BTreeMap::new();
    for found in cases(fixtures, None)?.1 {
        let (title, result) = match read(found) {
            Ok(case) => (case.title(), compute(&case, runner)?),
            Err(broken) => broken,
        };
        ensure!(!results.contains_key(&title), "two fixtures are named {title}");
        results.insert(title, result);
    }
    Ok(results)
}
